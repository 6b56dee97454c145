"""The vector operations of UnDéSix: tests, oppositions, help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, throw
from tablee.games.undesix.book import MODIFIER, PHY
from tablee.games.undesix.check.checks import TARGET, Check, check, confirmed, reading
from tablee.games.undesix.check.oppositions import Camp, group_opposition, opposition
from tablee.games.undesix.check.together import Together, together
from tablee.games.undesix.options import GROUP_OPPOSITION
from tablee.games.undesix.sheet import Line, Sheet
from tablee.rules.action import Scene
from tablee.rules.run import Done, Waiting, perform
from tablee.rules.why import Tally
from tests.games.undesix.cast import sheet
from tests.games.undesix.people_operations import modifiers, scene_of

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = dict[str, Any]

KEPT = {"special_moves_subtract_ca": False, "round_length": "side_product", "group_help": "per_helper"}


def table(given: Given) -> Scene[Sheet]:
    """A scene with the vector's options and nobody in particular; rulings must have their one value."""
    options = dict(given.get("options", {}))
    for id, value in KEPT.items():
        assert options.pop(id, value) == value, f"{id} is a ruling: only {value} is played"
    return scene_of({"options": options}, sheet())


def named(sides: Given | list[Any]) -> Given:
    """Sides by name, or by number where a vector only lists them."""
    return sides if isinstance(sides, dict) else {str(place): side for place, side in enumerate(sides)}


def target_of(given: Given) -> Tally:
    return TARGET.sum(PHY(given["score"]), *(MODIFIER(value) for value in modifiers(given)))


def simple_test(given: Given, dice: Fed) -> Given:
    target = target_of(given).total
    result = throw(check(target, *reading(table(given))), dice).outcome
    return {"target": target, "success": result.success, "margin": result.margin, "level": result.level}


def critical(given: Given, dice: Fed) -> Given:
    target = target_of(given).total
    result = throw(confirmed(target, *reading(table(given))), dice).outcome
    words = {True: "critical_success", False: "critical_failure"}
    return {
        "target": target,
        "success": result.success,
        "margin": result.margin,
        "level": Check(result.success, result.margin).level,
        "critical": words[result.success] if result.critical else None,
    }


def oppose(given: Given, dice: Fed) -> Given:
    a, b = target_of(given["a"]).total, target_of(given["b"]).total
    thrown = throw(opposition(a, b, *reading(table(given), "opposition")), dice)
    contest = thrown.outcome
    return {
        "winner": "a" if contest.active_wins else "b",
        "margins": [contest.active.margin, contest.passive.margin],
        "targets": [a, b],
        "rolls": len(thrown.rolls) // 2,
    }


def oppose_groups(given: Given, dice: Fed) -> Given:
    scene, sides = table(given), named(given["sides"])
    camps = tuple(
        Camp(
            tuple(target_of(member).total for member in members if "score" in member),
            tuple(member["margin"] for member in members if "score" not in member),
        )
        for members in sides.values()
    )
    signed = scene.option(GROUP_OPPOSITION) == "signed"
    thrown = throw(group_opposition(camps, signed, *reading(scene, "opposition")), dice)
    totals = dict(zip(sides, thrown.outcome, strict=True))
    people = sum(len(camp.scores) for camp in camps)
    return {
        "totals": totals,
        "winner": max(totals, key=lambda side: totals[side]),
        "rolls": len(thrown.rolls) // people if people else 1,
    }


def group_help(given: Given, dice: Fed) -> Given:
    scene = table(given)
    members = {str(place): member for place, member in enumerate(given["members"])}
    cast = {
        who: sheet(
            sav=member["score"], skills={"it": Line(formula="SAV", xp=member.get("bonus", 0), category="combat")}
        )
        for who, member in members.items()
    }
    helpers = tuple(who for who in members if who != "0")
    do = Together(skill="it", helpers=helpers, modifier=sum(modifiers(given)))
    done = perform(together, Scene("0", cast, scene.play, scene.options), do, dice)
    target = next(item for item in done.why if isinstance(item, Tally))
    leader = next(dict(item.values)["helpers"] for item in done.why if not isinstance(item, Tally))
    assert leader == len(helpers)
    answer: Given = {"target": target.total}
    if isinstance(done, Done):
        part = done.outcome.parts[0]
        return {
            **answer,
            "leader": members[part.who]["name"],
            "success": part.grade.good,
            "margin": part.amount("margin"),
        }
    assert isinstance(done, Waiting)
    assert done.dice is not None
    return {**answer, "leader": members[done.dice.by]["name"]}


ROLLS: dict[str, Operation] = {
    "test": simple_test,
    "critical": critical,
    "oppose": oppose,
    "oppose_groups": oppose_groups,
    "group_help": group_help,
}
