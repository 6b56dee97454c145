"""The vectors about probabilities: the exact odds that the engine tells of real actions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tablee.dice import Fed, Roll
from tablee.dice.choice import by_default
from tablee.dice.rule import walk
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Ending, Scene, applied
from tablee.rules.run import Parts, Sequel, Waiting, effects_law, expected, perform
from tests.conformance import Operation
from tests.conformance.given import plain
from tests.games.cle_en_main.check_operations import USED, declared, opposing, team
from tests.games.cle_en_main.fight_operations import FOE, ME, attacker_of
from tests.games.cle_en_main.staged import POINTS, SKILLED, SURE, Answer, Given, Staged, sheet, weapon


def bold(given: Given, key: str = "dice") -> dict[str, Any]:
    """The heroism of somebody who throws a fourth die."""
    return {"heroism": POINTS} if four(given, key) else {}


def four(given: Given, key: str = "dice") -> bool:
    return bool(given.get(key, 3) >= 4 or (key == "dice" and given.get("heroic", False)))


def test_success(given: Given) -> Fraction:
    staged = Staged({ME: sheet(skills={USED: given["skill"]}, **bold(given))}, given)
    params = declared(given) | {"heroic": four(given), "difficulty": given["difficulty"]}
    return staged.law(ME, "test", **params).chance(lambda parts: parts[0].grade.good)


def opposition_win(given: Given) -> Fraction:
    """The active side declares it; side b with four dice is asked for the fourth."""
    names = ("b", "a") if given.get("active", "a") == "b" else ("a", "b")
    first, second = (
        {"skill": given[f"{name}_skill"], "mod": given.get(f"{name}_mod", 0), "heroic": four(given, f"{name}_dice")}
        for name in names
    )
    cast = {
        who: sheet(skills={USED: side["skill"]}, heroism=POINTS if side["heroic"] else 0)
        for who, side in ((ME, first), (FOE, second))
    }
    params = opposing(first, second, both=given.get("active", "a") == "both")
    odds = Staged(cast, given).law(ME, "oppose", {"extra-die": True}, **params)
    won = {names[0]: "wins", names[1]: "loses"}[given.get("side", "a")]
    return odds.chance(lambda parts: parts[0].grade.id == won)


def expected_damage(given: Given) -> Fraction:
    unaware = given["query"] == "expected_damage_unaware"
    skill = given["attack"] if "attack" in given else given["skill"]
    me = attacker_of(
        {"skill": skill, "damage_bonus": given.get("damage_bonus", 0)},
        group=given.get("group_size", 1),
        weapons=(weapon(given["weapon_dice"]),),
        **bold(given),
    )
    foe = sheet(
        kind="boss",
        skills={"defence": given.get("defence", 0)},
        other_protection=given.get("protection", 0),
        **bold(given, "defence_dice"),
    )
    params = {
        "target": FOE,
        "heroic": four(given),
        "modifier": given.get("mod", 0),
        "unaware": [FOE] if unaware else [],
        **({"difficulty": given["difficulty"]} if "difficulty" in given else {}),
        "free": ["deadly_attack"] * given.get("deadly_attack", 0)
        + ["multiple_attack"] * given.get("multiple_attack", False),
        "imposed": ["light_wound"] * given.get("light_wound", 0),
    }
    missed = Fraction(given.get("misses_count_as", 0))

    def dealt(parts: Parts) -> Fraction | int:
        return missed if parts[0].grade.id == "missed" else parts[0].amount("damage")

    return Staged({ME: me, FOE: foe}, given).law(ME, "attack", {"extra-die": True}, **params).mean(dealt)


def bad_shape_unharmed(given: Given) -> Fraction:
    """The odds of what is left of a sure blow once it has landed."""
    me = attacker_of({"skill": SKILLED, "damage_bonus": given["damage"]}, weapons=(weapon(),))
    foe = sheet(kind="boss", vitality=1, skills={"resistance": given["resistance"], "willpower": given["will"]})
    staged = Staged({ME: me, FOE: foe}, given)
    does, do = staged.ready(ME, "attack", target=FOE, unaware=[FOE])
    scene = staged.scene.acting(ME)
    landed = perform(does, scene, do, Fed(SURE))
    assert isinstance(landed, Waiting)
    odds = expected(does, scene, do, so_far=landed.progress)
    return odds.chance(lambda parts: parts[0].grade.id == "bad_shape")


def cooperation_success(given: Given) -> Fraction:
    people = {str(place): {"skill": skill} for place, skill in enumerate(given["skills"])}
    first, *others = people
    staged = Staged(team(people, USED), given)
    params = {"skill": USED, "difficulty": given["difficulty"]}
    odds = staged.law(first, "cooperate", **params, helpers=others) if others else staged.law(first, "test", **params)
    return odds.chance(lambda parts: parts[0].grade.good)


def asphyxia_holding(given: Given) -> Fraction:
    """The chance of not having to breathe up to and including this round: one action after the other."""
    last = given["rounds"] if "rounds" in given else given["round"]
    skill = given["resistance"] if "resistance" in given else given["skill"]
    staged = Staged({ME: sheet(skills={"resistance": skill})}, given)
    staged.does(ME, "air", air=False)
    does, do = staged.ready(ME, "breathe")

    def holds(roll: Roll) -> bool:
        scene: Scene[Sheet] = staged.scene.acting(ME)
        for _ in range(last):
            ended = does.resolve(scene, do, roll)
            outcome = ended.tell() if isinstance(ended, Ending) else ended
            scene = applied(scene, outcome.effects)
            if scene[ME].choking:
                return False
        return True

    return walk(holds, plan=by_default).p(True)


def action_chance(given: Given) -> Fraction:
    """The chance that an action ends, for each person named, in the grade and amounts told; `plan` decides."""
    cast: Any = GAME.cast_from(plain(given["cast"]))
    staged = Staged(cast, given, **plain(given.get("play", {})))
    event, plan = plain(given["event"]), plain(given.get("plan", {}))
    odds = staged.law(given["actor"], given["action"], plan, **plain(given["params"]))

    def happens(parts: Parts) -> bool:
        told = {part.who: {"grade": part.grade.id, **dict(part.amounts)} for part in parts}
        return all(told.get(who, {}).get(key) == value for who, one in event.items() for key, value in one.items())

    return odds.chance(happens)


def change_chance(given: Given) -> Fraction:
    """The chance that an action leaves each person named with these values on their sheet, decisions by default."""
    cast: Any = GAME.cast_from(plain(given["cast"]))
    staged, event = Staged(cast, given, **plain(given.get("play", {}))), plain(given["event"])
    does, do = staged.ready(given["actor"], given["action"], **plain(given["params"]))
    scene = staged.scene.acting(given["actor"])

    def happens(left: Sequel) -> bool:
        after = applied(scene, left.effects)
        return all(getattr(after[who], key) == value for who, one in event.items() for key, value in one.items())

    return effects_law(does, scene, do).chance(happens)


QUERIES: dict[str, Callable[[Given], Fraction]] = {
    "test_success": test_success,
    "opposition_win": opposition_win,
    "expected_damage": expected_damage,
    "expected_damage_unaware": expected_damage,
    "bad_shape_unharmed": bad_shape_unharmed,
    "cooperation_success": cooperation_success,
    "asphyxia_holding": asphyxia_holding,
    "action": action_chance,
    "change": change_chance,
}


def probability(given: Given, _dice: Fed) -> Answer:
    chance = QUERIES[given["query"]](given)
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "value": float(chance)}


def odds_remark(given: Given, _dice: Fed) -> Answer:
    """The remark beside the odds of an attack with a 6+ weapon: how far its dice are counted."""
    cast: Any = GAME.cast_from(plain(given["cast"]))
    staged = Staged(cast, given)
    does, do = staged.ready(given["actor"], given["action"], **plain(given["params"]))
    remark = GAME.odds_remark(does, staged.scene.acting(given["actor"]), do)
    return dict(remark.values) if remark else {}


ODDS: dict[str, Operation] = {"probability": probability, "odds_remark": odds_remark}
