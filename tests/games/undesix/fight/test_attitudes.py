"""Attitudes: what they change, when they take effect, how long the round lasts, what they forbid."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee.games.undesix.fight.attitudes import attack_terms, guard_terms, round_length, side_factor
from tablee.games.undesix.play import stage_of
from tablee.games.undesix.tables import ATTITUDES
from tablee.rules.run import Done
from tablee.rules.why import Tally
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter

CAST = {
    "ana": fighter(Name("Ana", feminine=True), 4, 2, 4, weapon="club"),
    "brac": fighter(Name("Brac"), 4, 2, 3, pc=False, weapon="club"),
}


def bout() -> Bout:
    started = Bout(CAST)
    started.does("", "fight", one=("ana",), two=("brac",))
    return started


def total(done: Done, rule: str) -> int:
    return next(item.total for item in done.why if isinstance(item, Tally) and item.saying.id == rule)


def test_the_table_of_attitudes() -> None:
    """UDS-ATTITUDE-02."""
    rows = {id: (row.attack, row.sens, row.ca, row.times) for id, row in ATTITUDES.items()}
    assert rows == {
        "very_aggressive": (2, 1, -4, Fraction(1, 2)),
        "aggressive": (1, 0, -2, 1),
        "normal": (0, 0, 0, 1),
        "defensive": (-2, -1, 1, 4),
        "very_defensive": (None, 0, 2, 10),
    }
    assert attack_terms("normal") == guard_terms("normal") == ()


@pytest.mark.parametrize(
    ("side", "factor"),
    [
        (["defensive", "defensive"], 4),
        (["defensive", "very_defensive"], 4),
        (["very_defensive", "normal"], 1),
        (["very_aggressive", "defensive"], 1),
        (["very_aggressive", "aggressive"], 1),
        ([], 1),
    ],
)
def test_a_side_counts_for_its_factor_nearest_to_one(side: list[str], factor: int) -> None:
    """UDS-TIME-03, UDS-ATTITUDE-04."""
    assert side_factor(side) == factor


def test_the_factors_of_the_sides_multiply() -> None:
    """UDS-TIME-01, -03."""
    assert round_length({"a": ["very_aggressive"], "b": ["very_defensive"]}) == 30


def test_an_attitude_helps_the_attack_at_once_and_the_ca_from_then_on() -> None:
    """UDS-ATTITUDE-01, -05: normal until one's first action, then until the next one begins."""
    fight = bout()
    fight.does("brac", "announce", attitude="very_aggressive")
    assert fight.order == [("ana", "brac")]
    early = fight.does("ana", "attack", 6, target="brac")
    assert total(early, "UDS-CA-04") == 0
    bold = fight.does("brac", "attack", 6, target="ana")
    assert total(bold, "UDS-COMBAT-01") == 4 + 1 + 2
    fight.does("", "next-round")
    assert fight["brac"].attitude == "very_aggressive"
    late = fight.does("ana", "attack", 6, target="brac")
    assert total(late, "UDS-CA-04") == -4
    calm = fight.does("brac", "attack", 6, target="ana")
    assert total(calm, "UDS-COMBAT-01") == 4 + 1
    assert fight["brac"].attitude == "normal"


def test_the_very_defensive_attack_nobody_but_may_do_something_else() -> None:
    """UDS-ATTITUDE-03."""
    fight = bout()
    fight.does("ana", "announce", attitude="very_defensive")
    before = fight.scene
    assert fight.refused("ana", "attack", target="brac").saying.clause.id == "UDS-ATTITUDE-03"
    assert fight.scene is before
    fight.does("ana", "hold")
    struck = fight.does("brac", "attack", 6, target="ana")
    assert total(struck, "UDS-CA-04") == 2


def test_a_long_round_is_told_in_seconds() -> None:
    """UDS-TIME-03: the attitudes of the round that ends."""
    fight = bout()
    fight.does("ana", "announce", attitude="very_defensive")
    fight.does("brac", "hold")
    fight.does("ana", "hold")
    fight.does("", "next-round")
    assert stage_of(fight.scene).seconds == 60


def test_an_attitude_is_chosen_before_acting_and_only_in_a_fight() -> None:
    """UDS-ATTITUDE-01."""
    assert Bout(CAST).refused("ana", "announce", attitude="aggressive").saying.id == "UDS-ATTITUDE-05:peace"
    fight = bout()
    fight.does("ana", "hold")
    assert fight.refused("ana", "announce", attitude="aggressive").saying.id == "UDS-ATTITUDE-01:acted"


def test_attitudes_come_with_the_third_fiche() -> None:
    """UDS-OPT-12."""
    young = Bout(CAST, rule_stage=2)
    young.does("", "fight", one=("ana",), two=("brac",))
    assert young.refused("ana", "announce", attitude="aggressive").saying.clause.id == "UDS-OPT-12"
