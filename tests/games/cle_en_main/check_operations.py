"""The vectors about tests, oppositions, cooperation and heroism: each is a real action."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.errors import BadFields
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.atouts import GARDE_DE_FER, POWERS, PUITS_DE_SCIENCE, VOIX_QUI_RALLIE
from tablee.games.cle_en_main.check.oppositions import DECIDED
from tablee.games.cle_en_main.check.primes import RISKS
from tablee.games.cle_en_main.order.hand import takes_a_turn
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import RANKS, skill_line, skill_name
from tests.conformance import Operation
from tests.conformance.acting import Told
from tests.games.cle_en_main.fight_operations import ALLY, AUTO, CLASHES, FOE, LINE, ME, TEST, announced, only
from tests.games.cle_en_main.staged import (
    LOST,
    POINTS,
    SURE,
    Answer,
    Arranged,
    Given,
    Laid,
    Once,
    Refused,
    Staged,
    buys,
    helped,
    redo_of,
    sheet,
    weapon,
    with_row,
)

USED, MISSING = "survival", "athletics"  # a skill, and the one that it is near to


def kind(*sides: Given) -> str:
    """The MJ counts 11 for NPCs only."""
    return "boss" if any(side.get("auto11", False) for side in sides) else "pj"


def declared(side: Given) -> dict[str, Any]:
    """What the one who acts declares of a test of one skill."""
    return {
        "skill": USED,
        "instead_of": MISSING if side.get("near", False) else "",
        "heroic": side.get("heroic", False),
        "modifier": side.get("mod", 0),
    }


def tester(side: Given, **fields: Any) -> Sheet:
    return sheet(skills={USED: side["skill"]}, kind=kind(side), **{**buys(side), **fields})


RICH = {"heroism": POINTS}


def test(given: Given, dice: Fed) -> Answer:
    staged = Staged({ME: tester(given)}, given)
    params = declared(given) | {"difficulty": given["difficulty"], "anyway": redo_of(given) is not None}
    params |= {"auto11": [ME] if given.get("auto11", False) else []}
    if given.get("circumstances", 0):
        params["circumstances"] = given["circumstances"]  # of which a test knows nothing
    points = staged[ME].heroism
    try:
        done = staged.does(ME, "test", Laid.out(dice, (ME, given)), **params)
    except BadFields:
        return {"error": "circumstances_in_test"}
    last = done.notes(TEST)[-1]
    return {
        "total": last["total"],
        "difficulty": last["difficulty"],
        "success": done.part.grade.good,
        "auto": AUTO[last["auto"]],
        "heroism_spent": points - staged[ME].heroism,
    }


def open_test(given: Given, dice: Fed) -> Answer:
    staged = Staged({ME: tester(given)}, given)
    fixed = [ME] if given.get("auto11", False) else []
    done = staged.does(ME, "open-test", Laid.out(dice, (ME, given)), **declared(given), auto11=fixed)
    read = done.notes("CEM-OPEN-01:degree")[-1]
    return {"total": read["total"], "degree": read["degree"]}


def decided(done: Told) -> dict[str, Any]:
    """The last opposition of an action, by the catalogue's names."""
    last = done.notes("CEM-OPP-02")[-1]
    return {"a": last["a"], "b": last["b"], "by": next(key for key, text in DECIDED.items() if text == last["decided"])}


def opposing(a: Given, b: Given, both: bool = False) -> dict[str, Any]:
    return declared(a) | {
        "target": FOE,
        "theirs": USED,
        "their_instead_of": MISSING if b.get("near", False) else "",
        "circumstances": a.get("circumstances", 0),
        "their_circumstances": b.get("circumstances", 0),
        "their_modifier": b.get("mod", 0),
        "both_active": both,
        "anyway": redo_of(a) is not None or redo_of(b) is not None,
        "auto11": [ME] * a.get("auto11", False) + [FOE] * b.get("auto11", False),
    }


def opposition(given: Given, dice: Fed) -> Answer:
    """An opposition that the active side declares; its dice are told side a first."""
    active = given.get("active", "a")
    told = [("a", given["a"]), ("b", given["b"])]
    roles = (FOE, ME) if active == "b" else (ME, FOE)
    laid = Laid.out(dice, *((role, side) for role, (_, side) in zip(roles, told, strict=True)))
    acts, against = (given["b"], given["a"]) if active == "b" else (given["a"], given["b"])
    staged = Staged({ME: tester(acts), FOE: tester(against)}, given)
    done = staged.does(ME, "oppose", laid, **opposing(acts, against, active == "both"))
    last = decided(done)
    mine, theirs = ("b", "a") if active == "b" else ("a", "b")
    return {
        f"{mine}_total": last["a"],
        f"{theirs}_total": last["b"],
        "winner": {"wins": mine, "loses": theirs, "draw": "draw"}[done.part.grade.id],
        "decided_by": last["by"],
    }


# cooperation

RESEARCH, INTELLECT = "research", "intellect"  # near to each other: at no cost for those with Puits de science


def cooperation(given: Given, dice: Fed) -> Answer:
    people = {person.get("name", str(place)): person for place, person in enumerate(given["participants"])}
    told = worked(given, people, dice) if "opponent" not in given else attacked(given, people, dice)
    done, last = told
    [leader, *_] = people
    totals = {note["who"].fr: note["total"] for note in done.notes("CEM-COOP-01:result")} or {leader: last}
    led = done.notes("CEM-COOP-02")[-1] if len(people) > 1 else {"leader": 0, "adjust": 0, "final": last}
    answer = {
        "totals": totals,
        "leader": list(people)[led["leader"]],
        "adjust": led["adjust"],
        "final": led["final"],
        "success": done.part.grade.id not in ("failure", "missed"),
    }
    if "opponent" in given:
        answer |= {"opponent_total": clash(done)["defence"], "damage": done.part.amount("damage")}
    return answer


def clash(done: Told) -> dict[str, Any]:
    return [note for why in CLASHES for note in done.notes(why)][-1]


def team(people: Mapping[str, Given], line: str, **fields: Any) -> dict[str, Sheet]:
    """Those who act together, of one kind."""
    together = kind(*people.values())
    return {
        name: sheet(
            name,
            skills={line: person["skill"]},
            kind=together,
            **buys(person),
            **helped(line, person.get("mod", 0)),
            **{key: value(person) if callable(value) else value for key, value in fields.items()},
        )
        for name, person in people.items()
    }


def fixed(people: Mapping[str, Given]) -> list[str]:
    return [name for name, person in people.items() if person.get("auto11", False)]


def worked(given: Given, people: Mapping[str, Given], dice: Fed) -> tuple[Told, int]:
    """A test made together: those who use a near skill lack the atout that would make it free."""
    near = any(person.get("near", False) for person in people.values())

    def knows(person: Given) -> tuple[dict[str, Any], ...]:
        free = near and not person.get("near", False)
        return ({"id": PUITS_DE_SCIENCE, "ticked": True},) if free else ()

    cast, (first, *others) = team(people, RESEARCH, atouts=knows), people
    staged = Staged(cast, given)
    params: dict[str, Any] = {
        "skill": RESEARCH,
        "instead_of": INTELLECT if near else "",
        "heroic": people[first].get("heroic", False),
        "difficulty": given["difficulty"],
        "auto11": fixed(people),
    }
    laid = Laid.out(dice, *people.items())
    if not others:
        done = staged.does(first, "test", laid, **params)
        return done, done.notes(TEST)[-1]["total"]
    return staged.does(first, "cooperate", laid, **params, helpers=others), 0


def attacked(given: Given, people: Mapping[str, Given], dice: Fed) -> tuple[Told, int]:
    """An attack made together, from afar."""
    arm, bonus, foe = given.get("weapon", {}), given.get("damage_bonus", 0), given["opponent"]
    held = weapon(arm.get("dice", 0), six_plus=arm.get("six_plus", False))
    cast, (first, *others) = team(people, LINE, weapons=(held,), ranged_bonus=bonus), people
    target = sheet(
        skills={"defence": foe["skill"]},
        kind="boss" if cast[first].pj or foe.get("auto11", False) else "pj",
        other_protection=foe.get("protection", 0),
        **buys(foe),
    )
    only([person.get("near", False) for person in people.values()] + [False], "near skill")
    staged = Staged({**cast, FOE: target}, given)
    laid = Laid.out(dice, *people.items(), (FOE, foe))
    params: dict[str, Any] = {
        "target": FOE,
        "heroic": people[first].get("heroic", False),
        "auto11": fixed(people) + [FOE] * foe.get("auto11", False),
        "their_circumstances": foe.get("circumstances", 0),
        "their_modifier": foe.get("mod", 0),
    }
    if not others:
        done = staged.does(first, "attack", laid, **params)
        return done, clash(done)["attack"]
    return staged.does(first, "team-attack", laid, **params, helpers=others), announced(Told())


# other tries


TASK = "the same again"


def retry(given: Given, _dice: Fed) -> Answer:
    """A test that fails, then another try at the same task."""
    failed, now = given["failed"], given["now"]
    staged = Staged({ME: tester(failed, **RICH)}, given, round=1 if given.get("in_combat", False) else 0)
    staged.does(ME, "test", Arranged({}), **declared(failed), difficulty=failed["difficulty"], task=TASK)
    better = tester(now, heroism=staged[ME].heroism)
    staged.scene = replace(staged.scene, cast={ME: better}, play=staged.play.with_changes(turn=1))
    try:
        staged.ready(ME, "test", **declared(now), difficulty=now["difficulty"], task=TASK)
    except Refused:
        return {"allowed": False}
    return {"allowed": True}


def risk_incidents(given: Given, _dice: Fed) -> Answer:
    """A test with these Risques, which the MJ imposes and names."""
    names = given["risks"]
    staged = Staged({ME: sheet()}, given)
    dice = SURE if given["success"] else LOST
    done = staged.does(ME, "test", dice, skill=USED, imposed=["risk"] * len(names), risks=names)
    ids = {name: id for id, name in RISKS.items()}
    told = [risk for note in done.notes("CEM-PEN-05:stakes") for risk in note["risks"]]
    return {"incidents": sorted(ids.get(risk, risk.fr) for risk in told)}


# heroism

TRIED: dict[str, Any] = {"skill": USED, "difficulty": 20}


def bought(staged: Staged, effect: str, more: int) -> str:
    """The saying of the refusal, "" if it is bought, or « not offered »."""
    try:
        return BUYING[effect](staged, more)
    except Refused as no:
        return no.saying


def asked(
    staged: Staged, who: str, action: str, faces: Sequence[int], answers: Mapping[str, Any], **params: Any
) -> str:
    """What is bought by answering yes to a decision; « not offered » if nobody is asked."""
    once = Once(answers)
    staged.does(who, action, faces, once, **params)
    return "" if any(key in answers for key in once.asked) else "not offered"


def an_extra_die(staged: Staged, _more: int) -> str:
    staged.does(ME, "test", [*LOST, 1], **TRIED, heroic=True)
    return ""


def a_redo(staged: Staged, _more: int) -> str:
    return asked(staged, ME, "test", [*LOST, *LOST], {f"{ME}/redo": True}, **TRIED)


def an_atout(staged: Staged, more: int) -> str:
    power = POWERS[GARDE_DE_FER]
    with with_row(POWERS, GARDE_DE_FER, power.with_changes(cost=power.cost + more)):
        staged.does(ME, "heroic", atout=GARDE_DE_FER)
    return ""


def a_cancelling(staged: Staged, _more: int) -> str:
    return asked(staged, ME, "burn", [4], {f"{ME}/damage": "cancel"})


def a_taking(staged: Staged, _more: int) -> str:
    return asked(staged, ALLY, "burn", [4], {f"{ME}/damage": f"take:{ALLY}"})


BUYING: dict[str, Callable[[Staged, int], str]] = {
    "extra_die": an_extra_die,
    "redo_test": a_redo,
    "asset_heroic": an_atout,
    "cancel_damage": a_cancelling,
    "take_for_ally": a_taking,
}
REFUSALS = {"CEM-HERO-08": "refused:already_used", "CEM-HERO-09": "refused:not_enough"}


def heroism_spend(given: Given, _dice: Fed) -> Answer:
    """In each turn told, an action in which the effect is bought; if it is not offered, it is to somebody richer."""
    ticked = ({"id": GARDE_DE_FER, "ticked": True},)
    cast = {ME: sheet(heroism=given["points"], atouts=ticked, burning="torch"), ALLY: sheet("Ally", burning="torch")}
    outcomes = []
    for event in given["events"]:
        round, turn = event.get("round", 1), event.get("turn", 1)
        play = {"round": round, "turn": 100 * round + turn}  # ours are never counted anew
        staged = Staged(cast, given, **play)
        refusal = bought(staged, event["effect"], event.get("extra_points", 0))
        if refusal:
            richer = Staged(cast | {ME: cast[ME].with_changes(heroism=POINTS)}, given, **play)
            poor = not bought(richer, event["effect"], event.get("extra_points", 0))
            outcomes.append("refused:not_enough" if poor else "refused:already_used")
        else:
            outcomes.append("ok")
        cast = {ME: staged[ME], ALLY: staged[ALLY]}
    return {"outcomes": outcomes, "points": cast[ME].heroism}


def asset_cost(given: Given, _dice: Fed) -> Answer:
    """A heroic effect triggered; an atout that is an action of its own; or one that serves in somebody else's turn."""
    heroic, own = given["effect"] == "heroic", given.get("one_action", False)
    atouts = tuple({"id": id, "ticked": True} for id in (GARDE_DE_FER, VOIX_QUI_RALLIE))
    foe = sheet(kind="boss", weapons=(weapon(),), skills={LINE: 0})
    staged = Staged({ME: sheet(heroism=POINTS, atouts=atouts), FOE: foe}, round=1)
    if heroic:
        action = "heroic"
        an_atout(staged, given.get("extra_points", 0))
    elif own:
        action = "rally"
        staged.does(ME, "rally")
    else:
        action = ""
        staged.does(FOE, "attack", [*LOST, *SURE], target=ME)
    taking = {one.id for one in GAME.actions if takes_a_turn(one)}
    return {"heroism": POINTS - staged[ME].heroism, "action": f"cle-en-main.{action}" in taking}


# notation


def parse_term(given: Given, _dice: Fed) -> Answer:
    """A prime that the MJ gives, or a penalty that the MJ imposes, under this name."""
    staged = Staged({ME: sheet(weapons=(weapon(),), skills={LINE: 0}), FOE: sheet(kind="boss")})
    for field in ("free", "imposed"):
        try:
            _, do = staged.ready(ME, "attack", target=FOE, **{field: [given["text"]]})
        except BadFields:
            continue
        return {"id": getattr(do, field)[0]}
    raise ValueError(f"{given['text']} is neither a prime nor a penalty")


def notation(given: Given, _dice: Fed) -> Answer:
    """A test declared as it is written, or else an opposition."""
    text = given["text"]
    lines = {skill_line(name): 0 for name in re.split("/|d[e'’] ?", text) if skill_line(name)}
    staged = Staged({ME: sheet(skills=lines), FOE: sheet("B", skills=lines)})
    try:
        _, do = staged.ready(ME, "test", skill=text)
    except BadFields:
        _, do = staged.ready(ME, "oppose", skill=text, target=FOE)
        both = (skill_name(getattr(do, side)).fr for side in ("skill", "theirs"))
        return {"kind": "opposition", **dict(zip(("active_skill", "passive_skill"), both, strict=True))}
    told: Any = do
    return {"kind": "test", "skill": skill_name(told.skill).fr, "difficulty": told.difficulty}


def skill_tier(given: Given, _dice: Fed) -> Answer:
    """A skill that an advance develops to this value, found by trying."""
    for value in range(given["value"], given["value"] - 10, -1):
        staged = Staged({ME: sheet(skills={USED: value}, advance=True)})
        rank = staged.does(ME, "advance", kind="develop", skill=USED).notes("CEM-SKILL-01:rank")[0]
        if rank["value"] == given["value"]:
            return {"tier": next(tier for tier, name in RANKS.items() if name == rank["rank"])}
    raise ValueError(f"no advance leads to {given['value']}")


CHECKS: dict[str, Operation] = {
    "test": test,
    "open_test": open_test,
    "opposition": opposition,
    "cooperation": cooperation,
    "retry": retry,
    "risk_incidents": risk_incidents,
    "heroism_spend": heroism_spend,
    "asset_cost": asset_cost,
    "parse_term": parse_term,
    "notation": notation,
    "skill_tier": skill_tier,
}
