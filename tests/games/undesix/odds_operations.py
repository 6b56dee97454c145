"""The vector operation of UnDéSix that asks for exact chances: those the engine tells of the real actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, Odds
from tablee.games.undesix import GAME
from tablee.rules.fields import Declared
from tablee.rules.run import Parts, expected, prepared
from tests.games.undesix.fights_operations import attacking, defending, fighting, guarding
from tests.games.undesix.rolls_operations import CONTEST, contender, tried
from tests.games.undesix.staged import Staged, Word, declared, modifiers, options_of

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = Mapping[str, Any]


def chance(value: Fraction) -> Word:
    """A chance as a fraction and as a number, under the names a vector may use; also by the fraction alone."""
    exact, near = str(value), float(value)
    return Word({"fraction": exact, "exact": exact, "float": near, "value": near}, exact, near)


def law(staged: Staged, who: str, action: str, params: Mapping[str, Any]) -> Odds[Parts]:
    """The exact odds of an action as the table tells them."""
    known, scene = GAME.action(f"undesix.{action}"), staged.playing.read_by(who)
    do = prepared(known, scene, params)
    assert isinstance(do, Declared), do
    return expected(known, scene, do)


def probability(given: Given, _dice: Fed) -> dict[str, Any]:
    asked = PROBABILITIES[given["of"]](given)
    first = next(iter(asked.values()))
    return {**chance(first), "probability": chance(first), **{name: chance(one) for name, one in asked.items()}}


def chance_of_test(given: Given) -> dict[str, Fraction]:
    target = given.get("target")
    told = given if target is None else target if isinstance(target, Mapping) else {"score": target}
    staged, do = tried({key: told[key] for key in told} | ({"options": given["options"]} if "options" in given else {}))
    success = law(staged, "ana", "test", do).chance(lambda parts: parts[0].grade.good)
    return {"success": success, "failure": 1 - success}


def chance_of_opposition(given: Given) -> dict[str, Fraction]:
    staged = Staged({side: contender(given[side]) for side in "ab"}, options_of(given))
    odds = law(staged, "a", "oppose", CONTEST)
    won = odds.chance(lambda parts: parts[0].grade.good)
    return {"a": won, "b": 1 - won, "win": won, "lose": 1 - won}


def chance_of_attack(given: Given) -> dict[str, Fraction]:
    attacker = given.get("attacker") or {
        "score": given["target"] if "target" in given else given["score"],
        **{key: given[key] for key in ("weapon_bonus", "xp", "attitude") if key in given},
    }
    defender, situation = given.get("defender") or {"ca": given.get("ca", 0)}, given.get("situation", {})
    options = options_of(given)
    cast = {"ana": attacking(attacker), "foe": defending(defender, options)}
    staged = fighting(cast, options, ana=attacker.get("attitude", "normal"))
    do = declared("attack", given, situation, target="foe", modifier=modifiers(attacker) + modifiers(situation))
    odds = law(staged, "ana", "attack", do | guarding(defender))
    hit = odds.chance(lambda parts: parts[0].grade.id != "missed")
    return {"hit": hit, "miss": 1 - hit, "expected_damage": odds.mean(lambda parts: parts[0].amount("damage"))}


def chance_of_creation(given: Given) -> dict[str, Fraction]:
    """The chance that five dice come to this total, thrown again while they are poor if so decided."""
    again, action = given["again"], GAME.action("undesix.create-random")
    scene = GAME.scene("", {}, options_of(given))
    do = prepared(action, scene, {"name": "Ana"})
    assert isinstance(do, Declared), do
    odds = expected(
        action, scene, do, lambda _who, choice: again if choice.options == (False, True) else choice.default
    )
    return {"total": odds.chance(lambda parts: parts[0].amount("total") == given["total"])}


def expected_damage(given: Given) -> dict[str, Fraction]:
    return dict(reversed(chance_of_attack(given).items()))


PROBABILITIES: dict[str, Callable[[Given], dict[str, Fraction]]] = {
    **dict.fromkeys(("test", "success", "test_success"), chance_of_test),
    **dict.fromkeys(("oppose", "opposition", "opposition_win", "opposed"), chance_of_opposition),
    **dict.fromkeys(("attack", "hit", "attack_hit"), chance_of_attack),
    "create": chance_of_creation,
    **dict.fromkeys(("damage", "expected_damage", "attack_damage"), expected_damage),
}

CHANCES: dict[str, Operation] = {"probability": probability}
