"""Oppositions: margins compared, ties rolled again, skills against characteristics, groups."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from tablee.dice import Fed, odds
from tablee.dice.audit import audit, brute
from tablee.games.undesix import GAME
from tablee.games.undesix.check.oppositions import (
    Camp,
    Oppose,
    OpposeGroups,
    best_camp,
    group_opposition,
    oppose,
    oppose_groups,
    opposition,
)
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.run import Done, expected, perform
from tablee.rules.tell import card
from tablee.rules.why import Tally
from tablee.text import LANGS, Name
from tests.games.undesix.bout import fighter
from tests.games.undesix.cast import doing, sheet

PLAIN = (False, False, False)


def door(**options: object) -> Scene[Sheet]:
    cast = {
        "chloe": fighter(Name("Chloé", feminine=True), 2, 4, 4),
        "alice": fighter(Name("Alice", feminine=True), 3, 3, 3),
        "nicolas": fighter(Name("Nicolas"), 4, 1, 3),
    }
    return GAME.scene("chloe", cast, options)


def winner(done: Done) -> str:
    return next(part.who for part in done.outcome.parts if part.grade.good)


@pytest.mark.parametrize("scores", [(2, 5), (3, 3), (-1, 4), (7, 7)])
@pytest.mark.parametrize("reading", [PLAIN, (True, False, False), (False, True, True)])
def test_oppositions_keep_their_promises(scores: tuple[int, int], reading: tuple[bool, bool, bool]) -> None:
    """UDS-OPP-01, -02."""
    audit(opposition(*scores, *reading))


def test_equals_win_as_often_as_each_other_and_ties_never_stay() -> None:
    """UDS-OPP-02."""
    assert odds(opposition(4, 4)).chance(lambda it: it.active_wins) == Fraction(1, 2)
    assert odds(opposition(5, 2)).chance(lambda it: it.active == it.passive) == 0


def test_a_tie_is_rolled_again_and_the_dice_stay_on_record() -> None:
    """UDS-OPP-02."""
    done, _ = doing(oppose, door(), [1, 3, 2, 1], target="nicolas", mine="phy", theirs="phy")
    assert winner(done) == "nicolas"
    assert [roll.discarded for roll in done.progress.rolls] == [True, True, False, False]
    assert [roll.by for roll in done.progress.rolls[2:]] == ["chloe", "nicolas"]


def test_a_skill_says_what_the_other_side_rolls() -> None:
    """UDS-OPP-03: « DEX-2 contre SENS »."""
    done, _ = doing(oppose, door(), [1, 3], target="nicolas", skill="pickpocket")
    assert [item.total for item in done.why if isinstance(item, Tally)] == [2, 3]
    assert winner(done) == "chloe"


def test_a_success_teaches_even_when_it_loses() -> None:
    """UDS-XP-01: one's own roll must succeed, not the contest."""
    lost, then = doing(oppose, door(), [2, 1], target="nicolas", skill="pickpocket")
    assert winner(lost) == "nicolas"
    assert [(part.who, part.grade.good) for part in lost.outcome.parts] == [("chloe", False), ("nicolas", True)]
    assert then["chloe"].line("pickpocket").xp == 1
    won, after = doing(oppose, door(), [4, 6], target="nicolas", skill="pickpocket")
    assert winner(won) == "chloe"
    assert after["chloe"].line("pickpocket").xp == 0


def test_both_sides_need_something_to_roll() -> None:
    refusal = oppose.refuse(door(), Oppose(target="nicolas", mine="phy"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-OPP-03"


@pytest.mark.parametrize("signed", [False, True])
def test_group_odds_are_those_of_their_dice(signed: bool) -> None:
    """UDS-OPP-04."""
    camps = (Camp((3, 2)), Camp((4,)))
    assert odds(group_opposition(camps, signed, *PLAIN)) == brute(group_opposition(camps, signed, *PLAIN))
    audit(best_camp(camps, signed, *PLAIN))


def test_one_against_one_is_the_plain_opposition() -> None:
    """UDS-OPP-04 reduces to UDS-OPP-01."""
    alone = odds(best_camp((Camp((3,)), Camp((5,))), False, *PLAIN)).p(0)
    assert alone == odds(opposition(3, 5)).chance(lambda it: it.active_wins)


def test_more_people_never_hurt_unless_failures_count() -> None:
    """UDS-OPP-04: why failures add nothing."""

    def wins(camp: Camp, signed: bool) -> Fraction:
        return odds(best_camp((camp, Camp((4,))), signed, *PLAIN)).p(0)

    assert wins(Camp((3, 3)), False) > wins(Camp((3,)), False)
    assert wins(Camp((3, 3)), True) < wins(Camp((3,)), True)


def test_two_hold_the_door_against_one() -> None:
    """UDS-OPP-04: the Fiche's own example, Alice's margin of 2 coming from her die."""
    done, _ = doing(
        oppose_groups, door(), [1, 1, 3], allies=("alice",), opponents=("nicolas",), mine="phy", theirs="phy"
    )
    assert [(part.who, part.grade.id) for part in done.outcome.parts] == [
        ("chloe", "wins"),
        ("alice", "wins"),
        ("nicolas", "loses"),
    ]
    assert [roll.by for roll in done.progress.rolls] == ["chloe", "alice", "nicolas"]


def test_nobody_is_on_both_sides() -> None:
    do = OpposeGroups(allies=("alice",), opponents=("alice", "nicolas"), mine="phy", theirs="phy")
    refusal = oppose_groups.refuse(door(), do)
    assert refusal is not None
    assert refusal.saying.id == "UDS-OPP-04:both"


def test_a_natural_one_beats_a_failure_where_the_table_says_so() -> None:
    """UDS-TEST-07 in an opposition."""
    scene = GAME.scene(
        "ana",
        {"ana": sheet(phy=3), "bea": sheet(phy=1)},
        {"natural_one_succeeds": True, "natural_scope": "opposition"},
    )
    done, _ = doing(oppose, scene, [1, 2], target="bea", mine="phy", theirs="phy", modifier=-6)
    assert winner(done) == "ana"


@pytest.mark.parametrize("lang", LANGS)
def test_oppositions_explain_themselves(lang: str, golden: Callable[[str, str], None]) -> None:
    scene, signed = door(), door(group_opposition="signed")
    one = perform(oppose, scene, Oppose(target="nicolas", mine="phy", theirs="phy"), Fed([1, 3, 2, 3]))
    groups = OpposeGroups(allies=("alice",), opponents=("nicolas",), mine="phy", theirs="phy", modifier=-1)
    two = perform(oppose_groups, signed, groups, Fed([1, 6, 3]))
    told = [card(GAME, scene, done, lang) for done in (one, two) if isinstance(done, Done)]
    golden(f"undesix/oppositions.{lang}.txt", "\n\n".join(told) + "\n")
    assert sum(expected(oppose_groups, scene, groups).fractions().values()) == 1
