"""Resisting, touching, finding a way out of an overwhelming spell."""

from __future__ import annotations

import pytest

from tablee.dice import Fed, odds, throw
from tablee.dice.audit import audit
from tablee.games.undesix.magic.casting import cast
from tablee.games.undesix.magic.examples import EXAMPLES
from tablee.games.undesix.magic.resisting import Resist, resist, resistance, touch
from tablee.games.undesix.magic.state import Cast
from tablee.rules.run import Waiting, expected, perform, planned
from tests.games.undesix.mages import after, casting, done, every_throw, grades, scene, someone

CUBE = EXAMPLES["F7-28"].cast.with_changes(targets=("nicolas",))


@pytest.mark.parametrize(("psy", "die", "resisted"), [(4, 4, True), (4, 5, False), (9, 6, False), (0, 1, False)])
def test_resisting_is_a_roll_under_psy_where_a_six_fails(psy: int, die: int, resisted: bool) -> None:
    """UDS-MAGIC-24."""
    assert throw(resistance(psy), Fed([die])).outcome is resisted


@pytest.mark.parametrize("psy", range(-2, 9))
@pytest.mark.parametrize("strict", [False, True])
def test_resistance_and_touch_have_true_odds(psy: int, strict: bool) -> None:
    """UDS-MAGIC-16, -24."""
    audit(resistance(psy, strict))
    audit(touch(psy, strict))


def test_a_six_always_fails_and_a_one_always_touches() -> None:
    """UDS-MAGIC-16, -24."""
    assert odds(resistance(12)).p(True).denominator == 6
    assert throw(touch(-3), Fed([1])).outcome
    assert not throw(touch(9), Fed([6])).outcome


def test_resisting_costs_a_point_on_success_only() -> None:
    """UDS-MAGIC-24."""
    at = scene("chloe")
    assert after(at, done(resist, at, Resist(), [5]))["chloe"].psy == 5
    assert after(at, done(resist, at, Resist(), [6]))["chloe"].psy == 6


def test_first_game_magic_is_resisted_for_free() -> None:
    """UDS-MAGIC-39, option resist_costs_psy."""
    at = scene("chloe", options={"resist_costs_psy": False})
    assert after(at, done(resist, at, Resist(), [5]))["chloe"].psy == 6


def test_one_without_psy_cannot_resist() -> None:
    """UDS-MAGIC-24: not asked, and refused."""
    spent = someone("Nicolas").with_changes(psy=0)
    refusal = resist.refuse(scene("nicolas", nicolas=spent), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-24"
    at = scene("yse", nicolas=spent)
    result = casting(at, [1], verbs=("create",), essences=("fear",), targets=("nicolas",))
    assert grades(result) == {"yse": "cast", "nicolas": "affected"}


def test_the_caster_does_not_resist_himself() -> None:
    """UDS-MAGIC-24."""
    result = casting(scene("yse"), [1], verbs=("transform",), essences=("invisible",), targets=("yse",))
    assert grades(result)["yse"] == "affected"


def test_resisting_is_the_default_and_may_be_declined() -> None:
    """UDS-MAGIC-24: the odds say what declining would cost."""
    do = Cast(verbs=("create",), essences=("fear",), targets=("chloe",))
    at = scene("yse")
    hit = [parts for parts, _ in expected(cast, at, do).items() if parts[-1].grade.id == "affected"]
    assert expected(cast, at, do).p(hit[0]) * 6 == 1
    assert expected(cast, at, do, planned({"undesix.resist": False})).p(hit[0]) == 1


def test_an_overwhelming_spell_leaves_a_way_out() -> None:
    """UDS-MAGIC-34: after resisting, 1 PSY counters it, or DEX + 1 escapes it."""
    at = scene("yse", yse=someone("Ysé", psy=40), nicolas=someone("Nicolas", psy=2, dex=3))
    countered = casting(at, [1], {"nicolas": False}, {"nicolas": "counter"}, **CUBE.model_dump())
    assert grades(countered)["nicolas"] == "escapes"
    assert (after(at, countered)["nicolas"].psy, after(at, countered)["nicolas"].phy) == (1, 4)
    dodged = casting(at, [1, 4], {"nicolas": False}, {"nicolas": "escape"}, **CUBE.model_dump())
    assert grades(dodged)["nicolas"] == "escapes"
    crushed = casting(at, [1, 5], {"nicolas": False}, {"nicolas": "escape"}, **CUBE.model_dump())
    assert after(at, crushed)["nicolas"].phy == 3


def test_countering_is_not_offered_to_those_who_cannot_pay() -> None:
    """UDS-MAGIC-34."""
    at = scene("yse", yse=someone("Ysé", psy=40), nicolas=someone("Nicolas").with_changes(psy=0))
    waiting = perform(cast, at, CUBE, Fed([1]))
    assert isinstance(waiting, Waiting)
    assert waiting.asked["nicolas"].options == ("escape", "suffer")


def test_odds_of_resisting_alone() -> None:
    """UDS-MAGIC-24."""
    at = scene("chloe")
    law = every_throw(resist, at, Resist())
    exact = expected(resist, at, Resist())
    assert {parts: exact.p(parts) for parts, _ in exact.items()} == law


def test_a_desperate_dodge_spares_the_victim() -> None:
    """UDS-OPT-05: where the table plays so, a spell is a source of damage like another."""
    at = scene("yse", nicolas=someone("Nicolas", psy=5), options={"desperate_actions": True})
    said = {"verbs": ("create",), "essences": ("fire",), "targets": ("nicolas",), "effect": "harm"}
    result = casting(at, [1], {"nicolas": False}, {"nicolas": True}, **said)
    assert grades(result)["nicolas"] == "escapes"
    assert (after(at, result)["nicolas"].phy, after(at, result)["nicolas"].psy) == (4, 2)
