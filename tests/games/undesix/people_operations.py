"""The vector operations of UnDéSix: characters, health, progress, creation, despair and destiny."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, d6, throw
from tablee.errors import BadDice
from tablee.games.undesix.people.modes import Scores, broken_moves
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.rules.action import Create
from tests.games.undesix.staged import (
    HOPELESS,
    SURE,
    Refused,
    Staged,
    Told,
    declared,
    modifiers,
    options_of,
    person,
)

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = Mapping[str, Any]


# Characters


def newcomer(told: Told) -> Sheet:
    """The sheet that a creation makes."""
    assert told.done
    [made] = [effect.sheet for effect in told.done.outcome.effects if isinstance(effect, Create)]
    assert isinstance(made, Sheet)
    return made


def improvised(**scores: int) -> Told:
    """The creation of a monster with these scores, as the table reads it."""
    return Staged({}).does("", "create-npc", {"name": "Ana", "kind": "monster", **scores})


def reaction(given: Given, _dice: Fed) -> dict[str, Any]:
    [derived] = improvised(sens=given["sens"]).notes("UDS-CREATE-11")
    return {"seconds": derived["seconds"]}


def spoken(given: Given, _dice: Fed) -> dict[str, Any]:
    [derived] = improvised(sav=given["sav"]).notes("UDS-CREATE-11")
    return {"count": derived["count"]}


def reads(given: Given, _dice: Fed) -> dict[str, Any]:
    [reads] = improvised(sav=given["sav"]).notes("UDS-CHAR-06")
    return {"literate": reads[given["era"]]}


# Health


def harmed(staged: Staged, who: str, points: int) -> Told:
    """Somebody loses so many points by the MJ's word; 0 points are a fall that is too short."""
    return staged.does(who, "hazard", {"target": who, "hazard": "fall", "amount": 1, "points": points})


def wound(given: Given, _dice: Fed) -> dict[str, Any]:
    staged = Staged({"ana": person(given["body"])}, options_of(given))
    harmed(staged, "ana", given["points"])
    return staged.body("ana")


def hazard(given: Given, dice: Fed) -> dict[str, Any]:
    staged = Staged({"ana": person(given.get("body", {}))}, options_of(given))
    do = declared("hazard", given, target="ana", hazard=given["kind"])
    told = staged.does("ana", "hazard", do | {"amount": int(do.get("amount", 1))}, dice)
    return {"points": told.part.amount("damage"), "body": staged.body("ana")}


def deprivation(given: Given, dice: Fed) -> dict[str, Any]:
    pools = {key: given[key] for key in ("psy", "psy_max") if key in given}
    staged = Staged({"ana": person(given.get("body", {}), **pools)}, options_of(given))
    names = {"water": "drink", "thirst": "drink", "hunger": "food"}
    lacks = [names.get(kind, kind) for kind in given["kinds"]]
    before = staged["ana"].psy
    told = staged.does("ana", "deprive", {"target": "ana", "lacks": lacks, "hours": given["hours"]}, dice)
    lost, body = told.part.amount("damage"), staged.body("ana")
    psy = body["psy"]
    return {"phy_loss": lost, "psy_loss": before - psy, "points": lost, "body": body, "psy": psy, "psy_after": psy}


def medicine(given: Given, dice: Fed) -> dict[str, Any]:
    """A day of wounds and care: the healer of each roll has the score told, and has learnt nothing in play."""
    log: list[Any] = []
    sheet, options = person(given["patient"]), options_of(given)
    body: dict[str, Any] = {}
    for event in given["events"]:
        staged = Staged({"ana": sheet}, options)
        if "wound" in event:
            harmed(staged, "ana", event["wound"])
            log.append("wounded")
        else:
            staged, healer = tended(sheet, event, options)
            try:
                told = staged.does(healer, "treat", declared("treat", event, target="ana"), dice)
                log.append(told.part.amount("healed") if told.part.grade.good else "failed")
            except Refused:
                log.append("refused")
        sheet, body = staged["ana"], staged.body("ana")
    return {"log": log, **body}


def tended(sheet: Sheet, event: Given, options: dict[str, Any]) -> tuple[Staged, str]:
    """The patient with a healer of that score, or treated by nobody else."""
    score = event["medicine"]
    if event.get("self", False):
        return Staged({"ana": sheet.with_changes(sav=score, skills={}, gained=())}, options), "ana"
    return Staged({"ana": sheet, "doc": person(sav=score)}, options), "doc"


def resting(given: Given, dice: Fed) -> dict[str, Any]:
    pools = {key: given[key] for key in given if key in Sheet.model_fields}
    staged = Staged({"ana": person({**pools, **given.get("body", {})})}, options_of(given))
    staged.does("ana", "rest", {"target": "ana", "minutes": given["minutes"]}, dice)
    return {**staged.body("ana"), "body": staged.body("ana")}


STATES = {
    "UDS-STATE-03": "exhausted",
    "UDS-STATE-04": "mad",
    "UDS-STATE-04:lost": "permanently_mad",
    "UDS-OPT-11": "mad",
}


def mind_of(sheet: Sheet, told: Told) -> dict[str, Any]:
    """What an action says of a mind, and what the sheet keeps of it."""
    return {
        "state": next((state for saying, state in STATES.items() if told.said(saying)), "able"),
        "mad_days": sheet.mad_days,
        "after_effects_risk": told.said("UDS-STATE-04:after"),
        "permanent": sheet.mad_for_good,
    }


@cache
def hungry_hours(points: int) -> int:
    """The hours without food that cost so many points, found by trying."""

    def lost(hours: int) -> int:
        staged = Staged({"ana": person(phy=999)})
        staged.does("ana", "deprive", {"target": "ana", "lacks": ["food"], "hours": hours})
        return 999 - staged["ana"].phy

    return next(hours for hours in range(1, 10_000) if lost(hours) == points)


def mind(given: Given, _dice: Fed) -> dict[str, Any]:
    """Somebody sane who loses PSY down to the score told, by so many lacks of food."""
    psy = given["psy"]
    sane = max(1, psy + 1)
    staged = Staged({"ana": person(psy=sane, phy=999)}, options_of(given))
    do = {"target": "ana", "lacks": ["food"], "hours": hungry_hours(sane - psy)}
    told = staged.does("ana", "deprive", do)
    return {**mind_of(staged["ana"], told), "psy": staged["ana"].psy}


# Progress

LEARNT: dict[
    str, tuple[str, str, dict[str, Any]]
] = {  # by category: the skill, the action that uses it, its parameters
    "ordinary": ("stealth", "test", {"skill": "stealth"}),
    "combat": ("weapon:long_sword", "attack", {"target": "foe"}),
    "special": ("headbutt", "attack", {"target": "foe", "move": "headbutt"}),
    "aim": ("aim", "attack", {"target": "foe", "aim": "head"}),
    "verb": ("verb:create", "cast", {"verbs": ["create"], "essences": ["fire"]}),
    "essence": ("essence:fire", "cast", {"verbs": ["create"], "essences": ["fire"]}),
}


def learner(given: Given, category: str, xp: int) -> tuple[str, Staged]:
    """The skill of this category, and somebody who may use it in every way, with this experience."""
    key = LEARNT[category][0]
    line = Learnt(xp=xp, gifted=given.get("doue", 0))
    able = person(dex=9, psy=99, weapon="long_sword", skills={key: line})
    return key, Staged({"ana": able, "foe": person(phy=999)}, options_of(given))


def xp(given: Given, _dice: Fed) -> dict[str, Any]:
    """Games in which the skill is used, with a success or not, each game ended by the player."""
    key, staged = learner(given, given["category"], given.get("bonus", 0))
    before = staged["ana"].line(key).xp
    _, action, params = LEARNT[given["category"]]
    for game in given["games"]:
        for success in game:
            sure = {} if action == "attack" else {"modifier": 99 if success else -99}  # 1 and 6 decide attacks
            staged.does("ana", action, params | sure, (SURE if success else HOPELESS) * 2)
        staged.does("ana", "end-game", {"gain": "none", "another": True})
    return {"bonus": staged["ana"].bonus(key), "gained": staged["ana"].line(key).xp - before}


def doue(given: Given, _dice: Fed) -> dict[str, Any]:
    key, staged = learner({}, given["category"], given.get("xp", 0))
    accepted = []
    for take in given["takes"]:
        action, params = ("qualities", {}) if take == "creation" else ("end-game", {"gain": "none", "another": True})
        accepted.append(not staged.refuses("ana", action, params | {"gifted": [key]}))
    return {"accepted": accepted, "bonus": staged["ana"].bonus(key)}


def end_of_game(given: Given, _dice: Fed) -> dict[str, Any]:
    staged = Staged({"ana": person(psy=given["psy_max"], psy_created=given["psy_at_creation"])}, options_of(given))
    gains = [{"psy_max": "psy"}.get(choice, choice) for choice in given["choices"]]
    accepted = [not staged.refuses("ana", "end-game", {"gain": gain, "another": True}) for gain in gains]
    return {"accepted": accepted, "psy_max": staged["ana"].psy_max, "vitality_max": staged["ana"].vitality_max}


# Creation

BROKEN = {  # how a refusal names a limit, and how vectors do
    r"\d+ points instead": "total",
    r"power points": "power_total",
    r"(\w+) -?\d+ \(at least": "min:{}",
    r"(\w+) -?\d+ \(at most": "max:{}",
}


def code_of(problem: str) -> str:
    """The code of a limit from the words of a refusal."""
    found = ((re.search(words, problem), code) for words, code in BROKEN.items())
    match, code = next((match, code) for match, code in found if match)
    return code.format(*(word.lower() for word in match.groups()))


def scores_of(values: Given, missing: int = 0) -> Scores:
    told = {"psy" if id == "mag" else id: values[id] for id in values}
    return Scores(*(told.get(id, missing) for id in Scores._fields))


def create(given: Given, dice: Fed) -> dict[str, Any]:
    options = options_of(given)
    mode, told = given["mode"], given.get("characteristics", {})
    scores = scores_of(told) if told else None
    if "random" in mode:
        return rolled(mode, scores, scores_of(given.get("transfer", {})), dice, options)
    assert scores is not None
    action, params = ("create-npc", {"kind": mode}) if mode == "base_npc" else ("create", {"mode": mode})
    staged = Staged({}, options)
    try:
        made = newcomer(staged.does("", action, {"name": "Ana"} | params | scores._asdict() | powers(given)))
    except Refused as refusal:
        codes = (
            [refusal.saying]
            if refusal.saying == "power_words"
            else [code_of(problem.say("en")) for problem in refusal.values["problems"]]
        )
        return {"valid": False, "errors": [as_told(code, told) for code in codes]}
    return {"valid": True, "errors": [], "total": scores.total, "characteristics": {"mag": made.psy, **whole(made)}}


def as_told(code: str, characteristics: Given) -> str:
    """UDS-CHAR-02: who says MAG is answered MAG."""
    return code.replace(":psy", ":mag") if "mag" in characteristics else code


def whole(made: Sheet) -> dict[str, int]:
    return {id: getattr(made, id) for id in Scores._fields}


def powers(given: Given) -> dict[str, Any]:
    """The powers of a hero as the parameters of creation."""
    told = given.get("powers", {})
    essences, verbs = told.get("essences", {}), told.get("verb", {})
    params: dict[str, Any] = {}
    for (word, points), word_field, points_field in zip(
        essences.items(), ("essence", "other_essence"), ("essence_points", "other_points"), strict=False
    ):
        params |= {word_field: word, points_field: points}
    for word, points in verbs.items():
        params |= {"verb": word, "verb_points": points}
    if len(essences) > 2 or len(verbs) > 1:  # there is no field for more
        raise Refused("power_words")
    return params


def rolled(mode: str, scores: Scores | None, taken: Scores, dice: Fed, options: dict[str, Any]) -> dict[str, Any]:
    """Five dice placed in order, no reroll taken; then points moved to MAG one by one, as far as they are offered."""
    if scores and (codes := [code for id, face in scores._asdict().items() if (code := no_face(id, face))]):
        return {"valid": False, "errors": codes}
    faces, places = Fed(scores) if scores else dice, list(Scores._fields[:-1])
    wanted = [id for id, points in taken._asdict().items() for _ in range(points)]
    do, gives = {"name": "Ana", "fantasy": mode.startswith("fantasy")}, Gifts(wanted)
    told = Staged({}, options).does("", "create-random", do, faces, place=places, give=gives)
    made = newcomer(told)
    return {
        "valid": not gives.wanted,
        "errors": [problem.code for problem in broken_moves(scores, taken)] if scores and gives.wanted else [],
        "total": told.part.amount("total"),
        "may_reroll": any(decision.id == "undesix.again" for card in told.asked for decision in card.values()),
        "characteristics": {"mag": made.psy, **whole(made)},
    }


class Gifts:
    """Answers to « move a point to MAG? »: the donors wanted, one after the other, until one is not offered."""

    def __init__(self, wanted: list[str]) -> None:
        self.wanted = wanted

    def __call__(self, offered: tuple[Any, ...]) -> Any:
        return self.wanted.pop(0) if self.wanted and self.wanted[0] in offered else None


def no_face(id: str, score: int) -> str:
    """The limit that a score breaks because no die shows it."""
    try:
        throw(d6, Fed([score]))
    except BadDice:
        return f"max:{id}" if score > 1 else f"min:{id}"
    return ""


def npc(given: Given, _dice: Fed) -> dict[str, Any]:
    scores = given.get("characteristics", {})
    told = {"psy" if id == "mag" else id: scores[id] for id in scores}
    params = declared("create-npc", given, name="Ana", **told)
    return whole(newcomer(Staged({}, options_of(given)).does("", "create-npc", params)))


# Despair and destiny

ERRORS = {"life_at_stake": "life_not_at_stake", "escape": "no_escape"}


def desperate(given: Given, dice: Fed) -> dict[str, Any]:
    """A bonus bought for a test, then a dodge of a danger: what is not offered is refused, for the reason told."""
    options = {"desperate_actions": True, **options_of(given)}
    staged = Staged({"ana": person(psy=given["psy"], sav=given.get("score", 3))}, options)
    at_stake, way_out = given.get("life_at_stake", True), given.get("escape", True)
    bonuses, dodges = given.get("bonuses", 0), given.get("dodge", False)
    answer: dict[str, Any] = {}
    try:
        if bonuses or "score" in given:
            do = {"characteristic": "sav", "at_stake": at_stake, "modifier": modifiers(given)}
            told = staged.does("ana", "test", do, dice if "score" in given else SURE, despair=bonuses)
            if bonuses and not told.asked:
                raise Refused("undesix.despair")
            answer |= {"success": told.part.grade.good, "margin": told.part.amount("margin")}
        if dodges:
            danger = {"target": "ana", "hazard": "fall", "points": given.get("damage", 1)}
            told = staged.does("ana", "hazard", danger | {"way_out": way_out, "at_stake": at_stake}, dodge=True)
            if not told.asked:
                raise Refused("undesix.dodge")
            answer["damage_taken"] = told.part.amount("damage")
    except Refused:
        flags = {"life_at_stake": at_stake, "escape": way_out or not dodges}
        return {"error": next((ERRORS[id] for id, holds in flags.items() if not holds), "not_enough_psy")}
    return {**answer, "psy_after": staged["ana"].psy, "incapacitated_minutes": staged["ana"].exhausted}


def destiny_dice(given: Given, _dice: Fed) -> dict[str, Any]:
    """Events are words: the MJ gives a die, the player rerolls a failure, the MJ rerolls one against the player."""
    ana = person(sav=1, destiny=given.get("player", 0), destiny_mj=given.get("mj", 0))
    staged = Staged({"ana": ana, "foe": person(pc=False)}, {**options_of(given), "destiny_dice": True})
    log = []
    for event in given["events"]:
        word = event if isinstance(event, str) else str(event.get("event") or event["by"])
        if "give" in word or "hand" in word:
            staged.does("ana", "give-destiny", {"target": "ana"})
            log.append("given")
            continue
        if word.startswith(("player", "reroll")):
            told = staged.does("ana", "test", {"characteristic": "sav"}, HOPELESS * 2, destiny=[True])
        else:
            told = staged.does("foe", "attack", {"target": "ana"}, HOPELESS * 2, destiny_mj=[True])
        log.append("rerolled" if told.asked else "refused")
    return {"log": log, "player": staged["ana"].destiny, "mj": staged["ana"].destiny_mj}


PEOPLE: dict[str, Operation] = {
    "languages": spoken,
    "literacy": reads,
    "reactivity": reaction,
    "wound": wound,
    "hazard": hazard,
    "deprivation": deprivation,
    "medicine": medicine,
    "rest": resting,
    "psy_state": mind,
    "xp": xp,
    "doue": doue,
    "end_of_game": end_of_game,
    "create": create,
    "npc": npc,
    "desperate": desperate,
    "destiny": destiny_dice,
}
