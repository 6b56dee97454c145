"""Instants of a fight: wounds count from the next one on, also in the next round; reserve points at once."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tablee.dice import Seeded
from tablee.errors import BadInput
from tablee.games.deusex import GAME
from tablee.games.deusex.sheet import Cared, Sheet, Wound
from tablee.games.deusex.tables import INCIDENTS
from tablee.rules.fields import Declared
from tablee.rules.playing import Playthrough
from tablee.rules.run import prepared
from tablee.rules.why import Note


def test_wounds_of_a_round_count_in_the_next_one_where_it_has_a_single_instant() -> None:
    """DEX-WOUND-05, DEX-COMBAT-06: no firearm, so each round is one instant."""
    ready = GAME.ready()
    people = {"a": ready["petite_frappe"], "b": ready["vigile"].with_changes(pv=1)}
    fight = Playthrough(GAME, GAME.scene(cast=people), Seeded(7))
    fight.act("", "deusex.start-fight", {"one": ("a",), "two": ("b",)})
    for _ in range(3):
        fight.act("a", "deusex.melee", {"target": "b", "weapon": "knife"})
        assert fight.seen_by("b")["b"].pv == fight.scene["b"].pv
    assert fight.scene["b"].pv < 1


def test_a_reserve_point_is_spent_once_in_an_instant() -> None:
    """DEX-RESERVE-03: what was paid for the first blow is gone when the second is struck."""

    def bold(who: str, decision: Any) -> Any:
        return decision.options[-1] if who == "nadia" else decision.default

    fight = Playthrough.first_scene(GAME, Seeded(1), bold)
    fight.act("youssef", "deusex.attack", {"target": "vigile"})
    fight.act("petite_frappe", "deusex.melee", {"target": "nadia", "weapon": "knife"})
    fight.act("vigile", "deusex.melee", {"target": "nadia", "weapon": "baseball_bat"})
    assert fight.scene["nadia"].reserve == 0


def test_stress_that_the_mj_causes_is_felt_by_the_next_blow() -> None:
    """DEX-STRESS-04, -07, DEX-COMBAT-06: at −4 PS nobody strikes, and nobody waits for them."""
    ready = Playthrough.first_scene(GAME, Seeded(1)).scene.cast
    people = {"a": ready["petite_frappe"].with_changes(ps=-3), "b": ready["vigile"], "c": ready["vigile"]}
    fight = Playthrough(GAME, GAME.scene(cast=people), Seeded(7))
    fight.act("", "deusex.start-fight", {"one": ("a", "c"), "two": ("b",)})
    fight.act("b", "deusex.wait")
    fight.act("a", "deusex.stress", {"incident": next(iter(INCIDENTS)), "difficulty": 60})
    assert fight.scene["a"].ps <= -4
    with pytest.raises(BadInput):
        fight.act("a", "deusex.melee", {"target": "b", "weapon": "knife"})
    assert fight.may_act == ("c",)


def test_nobody_grows_in_a_fight_nor_when_dying() -> None:
    """DEX-EVOL-01, DEX-CREATE-10: points are spent, and the open Aptitude is named, between scenes of danger."""
    me = GAME.ready()["nadia"].with_changes(xp=100, left_open=True)
    growing = (
        ("deusex.raise-talent", {"talent": "AGI"}),
        ("deusex.raise-aptitude", {"aptitude": "Tactique"}),
        ("deusex.define", {"aptitude": "Tactique"}),
    )
    fight = Playthrough(GAME, GAME.scene(cast={"a": me, "b": GAME.ready()["vigile"]}), Seeded(7))
    for action, values in growing:
        assert isinstance(prepared(GAME.action(action), fight.scene.acting("a"), values), Declared)
    fight.act("", "deusex.start-fight", {"one": ("a",), "two": ("b",)})
    dying = GAME.scene("a", {"a": me.with_changes(pv=-4)})
    for action, values in growing:
        refused = [prepared(GAME.action(action), scene, values) for scene in (fight.seen_by("a"), dying)]
        told = [no.saying.id for no in refused if isinstance(no, Note)]
        assert told == ["DEX-EVOL-01:fight", "DEX-WOUND-06:incapacitated"]


def test_care_and_a_blow_of_one_instant_add_up() -> None:
    """DEX-COMBAT-06, DEX-HEAL-04: what was hurt before is cared for once; the wound of the instant is still open."""
    hurt = cast(Sheet, GAME.ready()["nadia"]).with_changes(pv=3)
    struck, cared = Wound("a", 2), Cared("a", "first_aid", 1, hurt.lost)
    ends = [cared.on(struck.on(hurt)), struck.on(cared.on(hurt))]
    assert ends[0] == ends[1]
    assert (ends[0].pv, ends[0].treated, ends[0].stabilised) == (2, (), False)


def test_being_struck_takes_nobodys_action() -> None:
    """DEX-COMBAT-03, -06: b acts though a struck her; she does not strike a back."""
    ready = GAME.ready()
    people = {"a": ready["petite_frappe"], "b": ready["nadia"].with_changes(pv=5), "c": ready["vigile"]}

    def begun() -> Playthrough:
        fight = Playthrough(GAME, GAME.scene(cast=people), Seeded(7))
        fight.act("", "deusex.start-fight", {"one": ("a", "c"), "two": ("b",)})
        fight.act("a", "deusex.melee", {"target": "b", "weapon": "knife"})
        return fight

    fight = begun()
    assert set(fight.may_act) == {"b", "c"}
    with pytest.raises(BadInput, match="met this round"):
        fight.act("b", "deusex.melee", {"target": "a"})
    fight.act("b", "deusex.test", {"talent": "AGI"})
    assert set(fight.may_act) == {"c"}
    fight = begun()
    fight.act("c", "deusex.melee", {"target": "b"})
    assert fight.scene.play.round == 2  # b has met both: nobody waits for her


def test_whoever_has_met_every_foe_is_not_proposed_a_friend() -> None:
    """DEX-COMBAT-03: b was struck by both: a blow is refused her this round, and she waits."""
    ready = GAME.ready()
    people = {"a": ready["petite_frappe"], "b": ready["nadia"], "c": ready["vigile"], "d": ready["marc"]}
    fight = Playthrough(GAME, GAME.scene(cast=people), Seeded(7))
    fight.act("", "deusex.start-fight", {"one": ("a", "c"), "two": ("b", "d")})
    for foe in ("a", "c"):
        fight.act(foe, "deusex.attack", {"target": "b"})
    no = GAME.action("deusex.attack").refuse(fight.scene.acting("b"), None)
    assert no is not None
    assert no.saying.id == "DEX-COMBAT-03:have_met"
    assert fight.natural_move("b")[1] == "deusex.wait"
    assert fight.natural_move("d")[2]["target"] in ("a", "c")
