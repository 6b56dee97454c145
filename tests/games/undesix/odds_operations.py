"""The vector operation of UnDéSix that asks for exact chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, Odds, odds
from tablee.games.undesix.check.checks import Check, check, reading
from tablee.games.undesix.check.oppositions import opposition
from tablee.games.undesix.fight.attack_roll import Blow
from tests.games.undesix.fights_operations import blow_of, ca_against, numbers
from tests.games.undesix.people_operations import Told
from tests.games.undesix.rolls_operations import table, target_of

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = dict[str, Any]
TOLERANCE = 1e-12


def told(chance: Fraction) -> Told:
    """A chance as a fraction and as a number, under the names a vector may use; also by the fraction alone."""
    exact, near = str(chance), float(chance)
    values = {"fraction": exact, "exact": exact, "float": near, "value": near, "tolerance": TOLERANCE}
    return Told(values, exact, near)


def probability(given: Given, _dice: Fed) -> Given:
    asked = PROBABILITIES[given["of"]](given)
    first = next(iter(asked.values()))
    return {**told(first), "probability": told(first), **{name: told(chance) for name, chance in asked.items()}}


def side(told: Given | int) -> int:
    """The target of a side told by its score, alone or with modifiers."""
    return target_of(told if isinstance(told, dict) else {"score": told}).total


def chance_of_test(given: Given) -> dict[str, Fraction]:
    law: Odds[Check] = odds(check(side(given.get("target", given)), *reading(table(given))))
    success = law.chance(lambda it: it.success)
    return {"success": success, "failure": 1 - success}


def chance_of_opposition(given: Given) -> dict[str, Fraction]:
    contest = opposition(side(given["a"]), side(given["b"]), *reading(table(given), "opposition"))
    won = odds(contest).chance(lambda it: it.active_wins)
    return {"a": won, "b": 1 - won, "win": won, "lose": 1 - won}


def law_of_attack(given: Given) -> Odds[Blow]:
    attacker = given.get("attacker", {"score": given["target"]} if "target" in given else given)
    defender = given.get("defender", {"ca": given.get("ca", 0)})
    situation = given.get("situation", {})
    sums = numbers(given, attacker, ca_against(given, defender, situation, False), situation)
    return odds(blow_of(given, sums, given.get("extra_rolls", ())))


def chance_of_attack(given: Given) -> dict[str, Fraction]:
    law = law_of_attack(given)
    hit = law.chance(lambda it: it.hit)
    return {"hit": hit, "miss": 1 - hit, "expected_damage": law.mean(lambda it: it.damage)}


def expected_damage(given: Given) -> dict[str, Fraction]:
    return dict(reversed(chance_of_attack(given).items()))


PROBABILITIES: dict[str, Callable[[Given], dict[str, Fraction]]] = {
    **dict.fromkeys(("test", "success", "test_success"), chance_of_test),
    **dict.fromkeys(("oppose", "opposition", "opposition_win", "opposed"), chance_of_opposition),
    **dict.fromkeys(("attack", "hit", "attack_hit"), chance_of_attack),
    **dict.fromkeys(("damage", "expected_damage", "attack_damage"), expected_damage),
}

CHANCES: dict[str, Operation] = {"probability": probability}
