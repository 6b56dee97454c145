"""What takes the round, needs a reload or goes beyond 6 metres is not got round by announcing several actions."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter


def two(weapon: str = "bare_hands", weapons: tuple[str, ...] = (), **options: Any) -> Bout:
    """Ana, SENS 5, against Blaise."""
    ana = fighter(Name("Ana", feminine=True), 9, 3, 8, weapon=weapon, weapons=weapons)
    bout = Bout({"a": ana, "b": fighter(Name("Blaise"), 30, 2, 1)}, **options)
    bout.does("", "fight", one=("a",), two=("b",))
    return bout


def refused(bout: Bout, action: str, **values: Any) -> str:
    return bout.refused("a", action, **values).saying.clause.id


def test_a_crossbow_is_loaded_after_every_shot() -> None:
    """UDS-SHOOT-05: « rechargés à chaque tir »."""
    bout = two("crossbow")
    bout.does("a", "shoot", 6, target="b", actions=2)
    assert refused(bout, "shoot", target="b") == "UDS-SHOOT-05"
    assert bout["a"].fired == {"crossbow": 1}


@pytest.mark.parametrize("weapon", ["crossbow", "pistol"])
def test_a_shot_counts_whatever_came_before_it(weapon: str) -> None:
    """UDS-SHOOT-04."""
    bout = two(weapon)
    bout.does("a", "test", 6, characteristic="phy", actions=2)
    bout.does("a", "shoot", 6, target="b")
    assert bout["a"].fired == {weapon: 1}


def test_several_shots_of_a_round_are_one_round_of_fire() -> None:
    """UDS-SHOOT-04: rounds, not shots; each weapon its own."""
    bout = two("pistol", ("revolver",))
    bout.does("a", "shoot", 6, target="b", actions=4)
    bout.does("a", "shoot", 6, target="b")
    bout.does("a", "shoot", 1, 6, target="b", weapon="revolver", manoeuvres=("draw",))
    bout.does("a", "shoot", 6, target="b", weapon="revolver")
    assert bout["a"].fired == {"pistol": 1, "revolver": 1}
    bout.does("b", "hold")
    bout.does("", "next-round")
    bout.does("a", "shoot", 6, target="b", weapon="revolver")
    assert bout["a"].fired == {"pistol": 1, "revolver": 2}


@pytest.mark.parametrize(
    ("action", "values", "rule"),
    [
        ("reload", {}, "UDS-ACTION-13"),
        ("draw", {"weapon": "axe"}, "UDS-ACTION-07"),
        ("move", {"metres": 7}, "UDS-TIME-04"),
        ("attack", {"target": "b", "move": "war_cry"}, "UDS-SPECIAL-03"),
    ],
)
def test_what_takes_the_round_is_all_one_does_in_it(action: str, values: dict[str, Any], rule: str) -> None:
    """UDS-ACTION-07, -13, UDS-TIME-04, UDS-SPECIAL-03."""
    bout = two("pistol", ("axe",))
    bout.does("a", "shoot", 6, target="b", actions=2)
    assert refused(bout, action, **values) == rule
    if action == "attack":
        assert refused(two(), action, **values, actions=2) == rule


def test_metres_add_up_over_the_round() -> None:
    """UDS-TIME-04, UDS-ACTION-09: 6 metres in all beside attacks, 50 in a charge."""
    bout = two("axe")
    bout.does("a", "attack", 6, target="b", metres=4, actions=3)
    assert refused(bout, "attack", target="b", metres=3) == "UDS-TIME-04"
    bout.does("a", "move", metres=2)
    assert refused(bout, "move", metres=1) == "UDS-TIME-04"
    bout.does("a", "attack", 6, target="b")
    charge = two("spear")
    charge.does("a", "attack", 6, target="b", metres=40, actions=2)
    assert refused(charge, "attack", target="b", metres=20) == "UDS-TIME-04"
    assert refused(charge, "attack", target="b", weapon="bare_hands") == "UDS-TIME-04"


def test_one_still_moves_far_in_a_round_of_one_action() -> None:
    """UDS-TIME-04."""
    bout = two()
    bout.does("a", "move", metres=50)
    assert bout.may_act == ["b"]


def test_the_first_fiches_leave_no_weapon_stuck() -> None:
    """UDS-OPT-12: reloading and the war hammer's own blow come with Fiche 3."""
    bout = two("crossbow", rule_stage=1)
    bout.does("a", "shoot", 6, target="b")
    bout.does("b", "hold")
    bout.does("", "next-round")
    bout.does("a", "shoot", 6, target="b")
    hammer = two("war_hammer", rule_stage=1)
    blow = hammer.does("a", "attack", 5, target="b")
    assert [(part.grade.id, part.amount("damage")) for part in blow.outcome.parts] == [("hit", 4)]  # 9 less a CA of 0
