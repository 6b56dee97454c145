"""What an action changes is as exact as what it tells: the law of its effects is that of every face tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.action import Action, Kind, Scene, applied, changes_between
from tablee.rules.fields import Declared
from tablee.rules.game import Game, game_called, games
from tablee.rules.run import Parts, Sequel, effects_law, planned, prepared, sequel
from tests.every_face import Alike, all_alike, every_face
from tests.games.cle_en_main.fighters import fighter


def red_die_apart(count: int) -> tuple[int, ...]:
    """Clé en main: a red die, two white ones, then dice that are added, each read by its place."""
    return (1, 2, *(1,) * (count - 3)) if count >= 3 else (1,) * count


@dataclass(frozen=True)
class Case:
    """An action on a small scene: the sheets changed as told, the state of play too."""

    action: str
    actor: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    play: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[str, Any] = field(default_factory=dict)
    long: bool = False  # it has a great many faces


def weak(**fields: Any) -> dict[str, Any]:
    """D6: one die for everything, which keeps faces few."""
    return {"characteristics": dict.fromkeys(("F", "E", "A", "D", "Pe", "I", "V", "Pr"), "1D"), "levels": {}, **fields}


def plain(**talents: int) -> dict[str, Any]:
    """DeusEx: one die in each talent but these."""
    return {"talents": {**dict.fromkeys(("FOR", "SAN", "AGI", "INT", "STA", "PRE"), 1), **talents}}


SURE = {"auto11": ("bo", "cy")}  # Clé en main: those who throw no dice, which keeps faces few
SKILLS = {"reflexes": 5, "medicine": 6}


def cem(name: str, combat: int, **fields: Any) -> Any:
    return fighter(name, combat, 5, vitality=40, vitality_max=40, skills=SKILLS, **fields)


AFOOT = {"round": 1, "fighters": ("nicolas", "brigand", "ondine"), "now": ("nicolas", "ondine"), "instant": 1}
FIGHT: dict[str, Any] = {
    "round": 2,
    "fighters": ("nadia", "petite_frappe", "vigile"),
    "sides": {"nadia": "pj", "petite_frappe": "pnj", "vigile": "pnj"},
    "step": "melee",
    "group": ("nadia", "petite_frappe", "vigile"),
    "instant": 3,
}
ORDERED = {"round": 1, "order": (("mael",), ("rouquin",), ("colin",))}
WEAK = {who: weak() for who in ("mael", "rouquin", "colin")}
PLAIN = {who: plain() for who in FIGHT["fighters"]}

CASTS: dict[str, Any] = {
    "undesix": ("nicolas", "brigand", "ondine", "elias"),
    "cle-en-main": {
        "ana": cem("Ana", 8, heroism=4),
        "eve": cem("Ève", 5),
        "bo": cem("Bo", 7, weapon="sword", kind="boss"),
        "cy": cem("Cy", 6, kind="henchman"),
    },
    "deusex": ("nadia", "petite_frappe", "vigile"),
    "d6": ("mael", "rouquin", "colin"),
}
ALIKE: dict[str, Alike] = {"undesix": all_alike, "cle-en-main": red_die_apart, "deusex": all_alike, "d6": all_alike}
OPTIONS = {"d6": {"explode": "none"}}  # so that faces come to an end

CASES = [
    Case("undesix.fight", values={"one": ("nicolas",), "two": ("brigand",)}),
    Case("undesix.announce", "nicolas", {"attitude": "aggressive"}, play=AFOOT),
    Case("undesix.attack", "nicolas", {"target": "brigand"}, play=AFOOT),
    Case("undesix.attack", "brigand", {"target": "nicolas"}, {"brigand": {"phy": 1}}),
    Case("undesix.shoot", "ondine", {"target": "brigand"}, play=AFOOT),
    Case("undesix.tumble", "nicolas", {}, play=AFOOT),
    Case("undesix.resist", "nicolas", {}),
    Case("undesix.draw", "ondine", {"weapon": "dagger"}, play=AFOOT),
    Case("undesix.move", "nicolas", {"metres": 3}, play=AFOOT),
    Case("undesix.hold", "nicolas", {}, play=AFOOT),
    Case("undesix.next-round", play={**AFOOT, "now": ()}),
    Case("cle-en-main.attack", "ana", {"target": "bo", **SURE}, play={"round": 1}),
    Case("cle-en-main.attack", "ana", {"target": "bo", **SURE}, answers={"cle-en-main.redo": True}, long=True),
    Case("cle-en-main.team-attack", "bo", {"target": "ana", "helpers": ("cy",), "unaware": ("ana",), **SURE}),
    Case("cle-en-main.manoeuvre", "ana", {"target": "bo", "aim": "trip", **SURE}, long=True),
    Case("cle-en-main.interrupt", "ana", {"target": "bo", **SURE}, play={"round": 1, "hand": "mj", "options": ("bo",)}),
    Case("cle-en-main.finish-off", "ana", {"target": "bo", "in_reach": True}, {"bo": {"vitality": 0, "wakes_at": 9}}),
    Case("cle-en-main.start"),
    Case("cle-en-main.disagree", play={"round": 1}),
    Case("cle-en-main.do", "ana", {"deed": "stand"}, {"ana": {"prone": True}}, {"round": 1}),
    Case("cle-en-main.next-round", play={"round": 1}),
    Case("cle-en-main.burn", "ana", {}, {"ana": {"burning": "campfire"}}, {"round": 1}),
    Case("cle-en-main.breathe", "ana", {}, {"ana": {"breathless": 12}}, {"round": 1}),
    Case("cle-en-main.die", "bo", {}, {"bo": {"vitality": 0, "dies_at": 1}}, {"round": 1}),
    Case("cle-en-main.wake", "bo", {}, {"bo": {"vitality": 0, "wakes_at": 1}}, {"round": 1}),
    Case("cle-en-main.first-aid", "ana", {"target": "bo"}, {"bo": {"vitality": 0, "dies_at": 9}}),
    Case("deusex.start-fight", values={"one": ("nadia",), "two": ("vigile",)}),
    Case("deusex.attack", "nadia", {"target": "vigile"}, PLAIN, FIGHT),
    Case("deusex.melee", "petite_frappe", {"target": "nadia"}, PLAIN, FIGHT),
    Case(
        "deusex.shoot",
        "nadia",
        {"target": "vigile", "weapon": "improvised"},
        PLAIN,
        {**FIGHT, "step": "shoot", "shooters": ("nadia",)},
    ),
    Case("deusex.hold", "nadia", {"target": "vigile", "talent": "AGI"}, PLAIN, FIGHT),
    Case("deusex.yield", "nadia", {}, PLAIN, FIGHT),
    Case("deusex.out", "vigile", {"how": "knocked_out"}, PLAIN, FIGHT),
    Case("deusex.declare", "nadia", {"what": "shoot"}, PLAIN, FIGHT),
    Case("deusex.wait", "nadia", {}, PLAIN, FIGHT),
    Case(
        "deusex.first-aid", "nadia", {"patient": "vigile", "talent": "INT"}, {**PLAIN, "vigile": {**plain(), "pv": 3}}
    ),
    Case("deusex.next-round", play={**FIGHT, "step": "end"}),
    Case("deusex.end-fight", play=FIGHT),
    Case("deusex.countdown", "vigile", {}, {**PLAIN, "vigile": {**plain(), "pv": -4}}, FIGHT),
    Case("d6.fight", sheets=WEAK),
    Case("d6.fight", values={"first": ("rouquin",)}, sheets={**WEAK, "colin": weak(levels={"Vigilance": "+2"})}),
    Case("d6.attack", "mael", {"target": "rouquin"}, WEAK, ORDERED),
    Case("d6.attack", "mael", {"target": "rouquin"}, WEAK, ORDERED, {"d6.defend": "none"}),
    Case("d6.care", "mael", {"target": "rouquin"}, {**WEAK, "rouquin": weak(wounds=4, fresh=True)}),
    Case("d6.courage", "mael", {"fear": "frightening"}, WEAK),
    Case("d6.pass", "mael", {}, WEAK, ORDERED),
    Case("d6.round", play={**ORDERED, "acted": ("mael", "rouquin", "colin")}),
    Case("d6.end", play=ORDERED),
]

NOT_TRIED = {  # why
    **{
        f"cle-en-main.{name}": "needs an atout; throws at most one test, whose effects hang on its success alone"
        for name in ("rally", "stare", "rig", "barrage", "feint", "heroic")
    },
    "undesix.reload": "throws no dice",
}


def staged(case: Case) -> tuple[Game, Action[Any, Any], Scene[Any], Declared]:
    game = game_called(case.action.partition(".")[0])
    people = CASTS[game.id]
    cast = dict(people) if isinstance(people, Mapping) else {who: game.ready()[who] for who in people}
    for who, changes in case.sheets.items():
        cast[who] = game.sheet.model_validate({**cast[who].model_dump(mode="json"), **changes})
    scene = game.scene(case.actor, cast, OPTIONS.get(game.id), game.play(**case.play))
    action = game.action(case.action)
    do = prepared(action, scene, case.values)
    assert isinstance(do, Declared), do.say("en")
    return game, action, scene, do


def ends(scene: Scene[Any], law: Mapping[Sequel, Fraction]) -> dict[tuple[Parts, str], Fraction]:
    """What becomes of a scene, and how often: who came out how, and what has changed."""
    found: dict[tuple[Parts, str], Fraction] = {}
    for left, chance in law.items():
        end = left.parts, repr(changes_between(scene, applied(scene, left.effects)))
        found[end] = found.get(end, Fraction()) + chance
    return found


def test_every_action_of_a_fight_is_tried() -> None:
    fights = {action.id for game in games().values() for action in game.actions if action.kind is Kind.FIGHT}
    assert fights - {case.action for case in CASES} == set(NOT_TRIED)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.evening] * case.long) for case in CASES],
    ids=lambda case: f"{case.action}-{case.actor}",
)
def test_the_law_of_effects_is_that_of_every_face(case: Case) -> None:
    game, action, scene, do = staged(case)
    plan = planned(case.answers)
    law = effects_law(action, scene, do, plan).fractions()
    tried = every_face(action, scene, do, lambda done: sequel(done.outcome), plan, ALIKE[game.id])
    assert ends(scene, law) == ends(scene, tried)
