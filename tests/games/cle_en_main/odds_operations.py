"""The vectors about probabilities: exact, by the engine's own laws."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from tablee.dice import Fed
from tablee.games.cle_en_main.attack import vitality
from tablee.games.cle_en_main.attack.damage import Blow, damage_dice, taken
from tablee.games.cle_en_main.attack.redos import Guard
from tablee.games.cle_en_main.attack.steps import Strike, Terms, struck
from tablee.games.cle_en_main.attack.team import NO_DEFENDER
from tablee.games.cle_en_main.check import checks, oppositions
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.cooperation import Mate
from tablee.games.cle_en_main.check.side import group_bonus
from tablee.games.cle_en_main.check.throws import Dice
from tablee.games.cle_en_main.world import hazards
from tests.conformance import Operation
from tests.games.cle_en_main.shared_operations import Given, added, dice_of, law, option


def dice_count(given: Given, key: str = "dice") -> Dice:
    return dice_of(given, {"heroic": given.get(key, 3) >= 4 or (key == "dice" and given.get("heroic", False))})


def test_success(given: Given) -> Fraction:
    difficulty = checks.near_difficulty(given["difficulty"], given.get("near", False))
    return checks.passes(added(given, near=False), difficulty, dice_count(given)).odds().p(True)


def opposition_win(given: Given) -> Fraction:
    a, b = (
        Side(
            name,
            added({"skill": given[f"{name}_skill"], "mod": given.get(f"{name}_mod", 0)}),
            given[f"{name}_skill"],
            dice_count(given, f"{name}_dice"),
        )
        for name in ("a", "b")
    )
    question = oppositions.contest(a, b, given.get("active", "a"), option(given, "opposition_auto", "symmetric"))
    return law(question).chance(lambda result: result.winner == given.get("side", "a"))


def expected_damage(given: Given) -> Fraction:
    count = damage_dice(
        given["weapon_dice"], given.get("deadly_attack", 0), option(given, "extra_die_source", "step_up")
    )
    after = option(given, "light_wound_order", "before_protection") == "after_protection"
    light = given.get("light_wound", 0)
    blow = Blow(
        count.read,
        count.fresh,
        given.get("damage_bonus", 0),
        group_bonus(given.get("group_size", 1)),
        light=light,
        light_after=after,
        multiple=given.get("multiple_attack", False),
    )
    unaware = given["query"] == "expected_damage_unaware"
    skill = int(given["attack"] if "attack" in given else given["skill"])
    attacker = Side("a", skill + given.get("mod", 0) + blow.group, skill, dice_count(given))
    defence = given.get("defence", 0)
    difficulty = given.get("difficulty", 10) if unaware else None
    guard = Guard(Side("b", defence, defence, dice_count(given, "defence_dice")), difficulty)
    missed = Fraction(given.get("misses_count_as", 0))

    def dealt(strike: Strike) -> Fraction | int:
        met = strike.met[0]
        return taken(strike.raw, given.get("protection", 0), met.spared, blow) if met.hit else missed

    terms = Terms(option(given, "opposition_auto", "symmetric"))
    return law(struck((Mate(attacker, read=blow.read),), (guard,), terms, (blow,))).mean(dealt)


def bad_shape_unharmed(given: Given) -> Fraction:
    body, will = (Side("a", given[skill], given[skill]) for skill in ("resistance", "will"))
    question = vitality.vital_tests(body, will, vitality.vital_difficulty(given["damage"]))
    return law(question).chance(lambda fell: not fell.dying and not fell.unconscious)


def cooperation_success(given: Given) -> Fraction:
    team = tuple(Mate(Side(str(place), skill, skill)) for place, skill in enumerate(given["skills"]))
    question = struck(team, (Guard(NO_DEFENDER, given["difficulty"]),))
    return law(question).chance(lambda strike: strike.met[0].hit)


def asphyxia_holding(given: Given) -> Fraction:
    """The chance of not having to breathe up to and including this round."""
    last = int(given["rounds"] if "rounds" in given else given["round"])
    difficulties = [hazards.breath_difficulty(round) for round in range(1, last + 1)]
    skill = int(given["resistance"] if "resistance" in given else given["skill"])
    return prod(
        (checks.passes(skill, difficulty).odds().p(True) for difficulty in difficulties if difficulty),
        start=Fraction(1),
    )


QUERIES: dict[str, Callable[[Given], Fraction]] = {
    "test_success": test_success,
    "opposition_win": opposition_win,
    "expected_damage": expected_damage,
    "expected_damage_unaware": expected_damage,
    "bad_shape_unharmed": bad_shape_unharmed,
    "cooperation_success": cooperation_success,
    "asphyxia_holding": asphyxia_holding,
}


def probability(given: Given, _: Fed) -> Given:
    chance = QUERIES[given["query"]](given)
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "value": float(chance)}


ODDS: dict[str, Operation] = {"probability": probability}
