"""The vector operations of UnDéSix: tests, oppositions, help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed
from tablee.games.undesix.check.checks import LEVELS, level_named
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.rules.run import Done
from tests.games.undesix.staged import Staged, Told, declared, modifiers, options_of, person

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = Mapping[str, Any]
CRITICALS = ("critical_success", "critical_failure")


def named(sides: Any) -> Given:
    """Sides by name, or by number where a vector only lists them."""
    return sides if isinstance(sides, Mapping) else {str(place): side for place, side in enumerate(sides)}


def level_of(told: Told) -> str | None:
    """The level of success that the explanation names, by its id."""
    for note in told.notes("UDS-TEST-04"):
        return next(id for id in LEVELS if level_named(id, told.part.grade.good) == note["level"])
    return None


def tried(given: Given) -> tuple[Staged, dict[str, Any]]:
    """Somebody whose characteristic is the score told, and the parameters of their test."""
    characteristic = given.get("characteristic", "sav")
    staged = Staged({"ana": person(**{characteristic: given["score"]})}, options_of(given))
    return staged, declared("test", given, characteristic=characteristic, modifier=modifiers(given))


def simple_test(given: Given, dice: Fed) -> dict[str, Any]:
    staged, do = tried(given)
    told = staged.does("ana", "test", do, dice)
    grade = told.part.grade
    return {
        "target": told.totals("UDS-TEST-02")[0],
        "success": grade.good,
        "margin": told.part.amount("margin"),
        "level": level_of(told),
        "critical": grade.id if grade.id in CRITICALS else None,
    }


def skill(given: Given, _dice: Fed) -> dict[str, Any]:
    """The target of a test of an invented skill, before any die."""
    gifted = int(given.get("gifted", given.get("doue", 0)))
    line = Learnt(
        formula=f"SAV{given.get('modifier', 0):+d}",
        xp=given.get("bonus", 0),
        gifted=gifted,
        category=given.get("category", "combat"),
    )
    staged = Staged({"ana": person(sav=given["characteristic"], skills={"it": line})})
    return {"score": staged.does("ana", "test", {"skill": "it"}).totals("UDS-TEST-02")[0]}


def contender(told: Any) -> Sheet:
    """A side of an opposition: a score, alone or with modifiers, as a skill of its own."""
    side = told if isinstance(told, Mapping) else {"score": told}
    formula = f"SAV{modifiers(side):+d}"
    return person(sav=side["score"], name=side.get("name", "Ana"), skills={"it": Learnt(formula=formula)})


def winner_of(done: Done) -> str:
    return next(part.who for part in done.outcome.parts if part.grade.good)


CONTEST = {"target": "b", "skill": "it", "their_skill": "it"}


def oppose(given: Given, dice: Fed) -> dict[str, Any]:
    staged = Staged({side: contender(given[side]) for side in "ab"}, options_of(given))
    told = staged.does("a", "oppose", declared("oppose", given, **CONTEST), dice)
    assert told.done
    winner = winner_of(told.done)
    [margins] = told.notes("UDS-OPP-01")
    mine, theirs = (margins[word] for word in (("better", "worse") if winner == "a" else ("worse", "better")))
    return {
        "winner": winner,
        "margins": [mine, theirs],
        "targets": told.totals("UDS-TEST-02"),
        "rolls": sum(roll.by == "a" for roll in told.done.progress.rolls),
    }


def oppose_groups(given: Given, dice: Fed) -> dict[str, Any]:
    """Camps of people whose SAV is their score, modifiers included; a ready margin is told to the action."""
    sides = named(given["sides"])
    camps = {side: {f"{side}-{n}": member for n, member in enumerate(members)} for side, members in sides.items()}
    everyone = {who: member for camp in camps.values() for who, member in camp.items()}
    ready = {who: member["margin"] for who, member in everyone.items() if "margin" in member}
    cast = {
        who: person(sav=member.get("score", 3) + modifiers(member), name=member.get("name", who))
        for who, member in everyone.items()
    }
    actor, *allies = camps[next(iter(camps))]
    _, opponents, third = (*(list(camp) for camp in camps.values()), [])[:3]
    do = {"allies": allies, "opponents": opponents, "third": third, "mine": "sav", "theirs": "sav"}
    do |= {"rolled": list(ready), "margins": list(ready.values())}
    told = Staged(cast, options_of(given)).does(actor, "oppose-groups", do, dice)
    [totals] = told.notes("UDS-OPP-04")
    assert told.done
    rolls = told.done.progress.rolls
    return {
        "totals": {side: totals[word] for side, word in zip(sides, ("mine", "theirs", "third"), strict=False)},
        "winner": winner_of(told.done).rpartition("-")[0],
        "rolls": sum(roll.by == rolls[0].by for roll in rolls) or 1,
    }


def group_help(given: Given, dice: Fed) -> dict[str, Any]:
    members = {str(place): member for place, member in enumerate(given["members"])}
    cast = {
        who: person(
            sav=member["score"],
            name=member["name"],
            skills={"it": Learnt(formula="SAV", xp=member.get("bonus", 0), category="combat")},
        )
        for who, member in members.items()
    }
    helpers = [who for who in members if who != "0"]
    do = declared("test", given, skill="it", modifier=modifiers(given)) | ({"helpers": helpers} if helpers else {})
    told = Staged(cast, options_of(given)).does("0", "together" if helpers else "test", do, dice)
    leaders = [note["who"] for note in told.notes("UDS-ACTION-14")] or [cast["0"].name]
    answer = {"target": told.totals("UDS-TEST-02")[0], "leader": leaders[0].say("fr")}
    if told.done:
        answer |= {"success": told.part.grade.good, "margin": told.part.amount("margin")}
    return answer


def simultaneous(given: Given, _dice: Fed) -> dict[str, Any]:
    """The malus of a test that is one of several actions."""
    actions = given["actions"]
    count = len(actions) if isinstance(actions, list) else actions
    told = Staged({"ana": person()}, options_of(given)).does("ana", "test", {"characteristic": "sav", "actions": count})
    malus = [term.value for term in told.tallies("UDS-TEST-02")[0].terms if term.key == "several"]
    return {"malus_each": malus[0] if malus else 0}


ROLLS: dict[str, Operation] = {
    "test": simple_test,
    "critical": simple_test,
    "skill": skill,
    "oppose": oppose,
    "oppose_groups": oppose_groups,
    "group_help": group_help,
    "simultaneous": simultaneous,
}
