"""Desperate actions and destiny dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.check.checks import try_it
from tablee.games.undesix.check.desperate import Despair, no_despair
from tablee.games.undesix.check.destiny import destiny, give_destiny
from tablee.rules.run import Waiting, expected, perform, planned
from tablee.rules.tell import card
from tests.games.undesix.cast import alone, doing, noted, refused, sheet


def good(parts: Any) -> bool:
    return bool(parts[0].grade.good)


def test_three_psy_for_one_before_the_die() -> None:
    """UDS-OPT-04: asked before any die, up to what can be paid."""
    scene = alone(sheet(sav=2, psy=7), desperate_actions=True)
    do = try_it.params(characteristic="sav", at_stake=True)
    asked = perform(try_it, scene, do, Fed([]))
    assert isinstance(asked, Waiting)
    assert asked.asked["ana"].options == (0, 1, 2)
    done, after = doing(try_it, scene, [4], {"ana": 2}, characteristic="sav", at_stake=True)
    assert (done.outcome.parts[0].grade.good, after["ana"].psy, after["ana"].exhausted) == (True, 1, 0)
    assert "UDS-OPT-04" in noted(done)
    assert expected(try_it, scene, do).read(good).p(True) == Fraction(2, 6)
    assert expected(try_it, scene, do, planned({"undesix.despair": 2})).read(good).p(True) == Fraction(4, 6)


def test_nobody_is_asked_for_an_ordinary_action_or_without_the_points() -> None:
    """UDS-OPT-04, -06."""
    haggling = alone(sheet(sav=2, psy=7), desperate_actions=True)
    doing(try_it, haggling, [4], characteristic="sav")
    doing(try_it, alone(sheet(sav=2, psy=2), desperate_actions=True), [4], characteristic="sav", at_stake=True)
    doing(try_it, alone(sheet(sav=2, psy=7)), [4], characteristic="sav", at_stake=True)


@pytest.mark.parametrize(
    ("psy", "cost", "told", "rule"),
    [
        (5, 3, {}, ""),
        (5, 6, {}, "UDS-OPT-06"),
        (5, 3, {"at_stake": False}, "UDS-OPT-04"),
        (5, 3, {"way_out": False}, "UDS-OPT-05"),
    ],
)
def test_what_stands_in_the_way(psy: int, cost: int, told: dict[str, Any], rule: str) -> None:
    """UDS-OPT-04…06."""
    refusal = no_despair(alone(sheet(psy=psy), desperate_actions=True), "ana", cost, **told)
    assert (refusal.saying.clause.id if refusal else "") == rule


def test_spending_it_all_leaves_one_spent() -> None:
    """UDS-OPT-06: ten minutes without acting; no madness."""
    spent = Despair("ana", 3).on(sheet(psy=3))
    assert (spent.psy, spent.exhausted, spent.mad_days) == (0, 10, 0)
    assert refused(try_it, alone(spent), characteristic="sav") == "UDS-OPT-06"


def duel(**ana: Any) -> Any:
    cast = {"ana": sheet(sav=2, **ana), "ogre": sheet(pc=False)}
    return GAME.scene("ana", cast, {"destiny_dice": True})


def test_a_die_goes_round() -> None:
    """UDS-OPT-07: to the player, back to the MJ, who rerolls an adversary's failure against that player."""
    _, scene = doing(give_destiny, duel(), [], target="ana")
    done, scene = doing(try_it, scene, [5, 2], {"ana": True}, characteristic="sav")
    assert done.outcome.parts[0].grade.good
    assert (scene["ana"].destiny, scene["ana"].destiny_mj) == (0, 1)
    assert destiny(scene, "ana", "ogre") is None
    offer = destiny(scene, "ogre", "ana")
    assert offer is not None
    back = offer[1].on(scene["ana"])
    assert (back.destiny, back.destiny_mj) == (1, 0)


def test_several_dice_one_per_reroll_and_the_new_result_stands() -> None:
    """UDS-OPT-08."""
    done, scene = doing(try_it, duel(destiny=2), [5, 6, 4], {"ana": True}, {"ana": True}, characteristic="sav")
    assert not done.outcome.parts[0].grade.good
    assert (scene["ana"].destiny, scene["ana"].destiny_mj) == (0, 2)
    _, scene = doing(try_it, duel(destiny=2), [5, 1], {"ana": True}, characteristic="sav")
    assert scene["ana"].destiny == 1


def test_the_odds_with_dice_in_hand() -> None:
    """UDS-OPT-07, -08: 1/3 alone, 5/9 with one reroll, 19/27 with two."""
    do = try_it.params(characteristic="sav")
    plan = planned({"undesix.destiny": True})
    won = [expected(try_it, duel(destiny=n), do, plan).read(good).p(True) for n in range(3)]
    assert won == [Fraction(1, 3), Fraction(5, 9), Fraction(19, 27)]


def test_no_dice_where_the_table_has_none() -> None:
    """UDS-OPT-07."""
    assert refused(give_destiny, alone(sheet()), target="ana") == "UDS-OPT-07"
    assert destiny(alone(sheet(destiny=3)), "ana", "") is None


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_despair_and_destiny_as_a_player_reads_them(lang: str, golden: Callable[[str, str], None]) -> None:
    cast = {"chloe": GAME.ready()["chloe"].with_changes(destiny=1, psy=3)}
    scene = GAME.scene("chloe", cast, {"desperate_actions": True, "destiny_dice": True})
    done, _ = doing(
        try_it, scene, [6, 1], {"chloe": 1}, {"chloe": True}, skill="acrobatics", at_stake=True, circumstances=("rain",)
    )
    golden(f"undesix/despair.{lang}.txt", card(GAME, scene, done, lang) + "\n")
