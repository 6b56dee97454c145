"""Two 1s or two 6s in a row with a weapon."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.undesix.fight.streaks import is_broken, is_critical, streak_after
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter

ANA = fighter(Name("Ana", feminine=True), 4, 2, 4, weapon="club", weapons=("dagger",))
BRAC = fighter(Name("Brac"), 20, 2, 3, pc=False)


def bout(**options: Any) -> Bout:
    started = Bout({"ana": ANA, "brac": BRAC}, **options)
    started.does("", "fight", one=("ana",), two=("brac",))
    return started


def strikes(fight: Bout, *dice: int) -> list[str]:
    """Ana strikes round after round, Brac holds; what came of each blow."""
    grades = []
    for die in dice:
        grades.append(fight.does("ana", "attack", die, target="brac").outcome.parts[0].grade.id)
        fight.does("brac", "hold")
        fight.does("", "next-round")
    return grades


@pytest.mark.parametrize(
    ("dice", "streak"), [((1,), 1), ((1, 1), 2), ((1, 6), -1), ((6, 6), -2), ((6, 3), 0), ((1, 1, 1), 3)]
)
def test_a_streak_counts_ones_up_and_sixes_down(dice: tuple[int, ...], streak: int) -> None:
    """UDS-OPT-02, -03."""
    reached = 0
    for die in dice:
        reached = streak_after(reached, die)
    assert reached == streak
    assert is_critical(reached) == (streak >= 2)
    assert is_broken(reached) == (streak <= -2)


def test_the_second_one_in_a_row_is_a_critical_hit() -> None:
    """UDS-OPT-02."""
    assert strikes(bout(critical_streak=True), 1, 1, 3, 1) == ["hit", "critical", "hit", "hit"]
    assert strikes(bout(), 1, 1) == ["hit", "hit"]


def test_the_second_six_in_a_row_breaks_the_weapon() -> None:
    """UDS-OPT-03: another one must be taken."""
    fight = bout(fumble_streak=True)
    strikes(fight, 6, 6)
    assert fight["ana"].broken == ("club",)
    assert fight.refused("ana", "attack", target="brac").saying.clause.id == "UDS-OPT-03"
    fight.does("ana", "attack", 2, 3, target="brac", weapon="dagger", manoeuvres=("draw",))


def test_hands_do_not_break() -> None:
    """UDS-OPT-03."""
    fight = bout(fumble_streak=True)
    for _ in range(2):
        fight.does("ana", "attack", 6, target="brac", weapon="bare_hands")
        fight.does("brac", "hold")
        fight.does("", "next-round")
    assert fight["ana"].broken == ()


def test_a_streak_ends_with_the_fight() -> None:
    """UDS-OPT-02, -03."""
    fight = bout(critical_streak=True)
    strikes(fight, 1)
    assert fight["ana"].streak == {"club": 1}
    fight.does("", "end-fight")
    assert fight["ana"].streak == {}
