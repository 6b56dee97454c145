"""The vectors about attacks, damage, wounds and manoeuvres: each attack, fall or manoeuvre is a real action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

from tablee.dice import Fed
from tablee.games.cle_en_main.atouts import OEIL_DE_FAUCON, POWERS
from tablee.games.cle_en_main.attack.declaration import UNSEEN
from tablee.games.cle_en_main.attack.numbers import AttackNumbers, attack_numbers
from tablee.games.cle_en_main.check.primes import REASONS
from tablee.games.cle_en_main.check.stakes import staked
from tablee.games.cle_en_main.sheet import TRAINING, Sheet
from tests.conformance import Operation
from tests.conformance.acting import Told
from tests.conformance.given import plain
from tests.games.cle_en_main.staged import (
    LOST,
    PLENTY,
    POINTS,
    SKILLED,
    SURE,
    Answer,
    Given,
    Laid,
    Once,
    Refused,
    Staged,
    buys,
    helped,
    options_of,
    redo_of,
    sheet,
    terms_of,
    weapon,
    with_row,
)

AUTO = {-1: "failure", 0: None, 1: "success"}
TEST, CLASHES = "CEM-TEST-01", ("CEM-ATTACK-01:clash", "CEM-ATTACK-01:clash_whose")
LINE, NEAR_LINE = "combat (arme)", "combat (autre arme)"
ME, FOE, ALLY = "moi", "autre", "ami"
ANY_TRAINING = tuple(TRAINING)


def only(values: Sequence[Any], what: str) -> Any:
    """The one value that all of these share."""
    if len(set(values)) > 1:
        raise ValueError(f"one attack has one {what} for all of its targets")
    return values[0] if values else None


# attacks


def attacker_of(side: Given, **fields: Any) -> Sheet:
    """Somebody with one weapon, used with its own line of the sheet or with a near one."""
    line = NEAR_LINE if side.get("near", False) else LINE
    kind = "extra" if fields.get("group", 1) > 1 else "boss" if side.get("auto11", False) else "pj"
    bonus = side.get("damage_bonus", 0)
    return sheet(
        skills={line: side["skill"]},
        **{"kind": kind, "melee_bonus": bonus, "ranged_bonus": bonus, "training": ANY_TRAINING, **buys(side), **fields},
    )


def trained(told: Given) -> tuple[str, ...]:
    """Whoever has been taught to use war weapons or armour, heavy ones, both or neither."""
    kinds = [kind for kind in ("war", "heavy") if told.get(kind, False)]
    return tuple(f"{kind}_{gear}" for gear in ("weapons", "armour") for kind in kinds)


def chosen(primes: Sequence[str], penalties: Sequence[str]) -> Answer:
    """Primes and penalties as they may be declared: one of each is chosen, anything else comes from the MJ."""
    if len(primes) == len(penalties) == 1:
        return {"primes": primes, "penalties": penalties}
    return {"free": primes, "imposed": penalties}


def defender_of(target: Given, attacker: Sheet) -> Sheet:
    kind = "boss" if attacker.pj or target.get("auto11", False) else "pj"
    full = target.get("vitality", PLENTY)
    return sheet(
        target["name"],
        skills={"defence": target["skill"], "acrobatics": target["skill"]},
        kind=kind,
        other_protection=target.get("protection", 0),
        vitality=full,
        vitality_max=full,
        **buys(target),
    )


def attack(given: Given, dice: Fed) -> Answer:
    """One attack on everybody told. Whoever falls in bad shape passes their tests, of which a vector says nothing."""
    told, arm = given["attacker"], given.get("weapon", {})
    zone, targets = arm.get("zone", arm.get("zone_m")), [*given["targets"]]
    training = given.get("training")
    melee = any(target.get("melee_opponents", 0) for target in targets)
    me = attacker_of(
        told,
        group=given.get("group_size", 1),
        weapons=(
            weapon(
                arm.get("dice", 0),
                category=arm.get("category", "standard"),
                multi_targets=arm.get("multi"),
                zone_m=zone,
                six_plus=arm.get("six_plus", False),
                ranged=not melee,
            ),
        ),
        **({} if training is None else {"training": trained(training)}),
    )
    if zone and any("distance" in target for target in targets):
        targets.append(AT_THE_IMPACT)
    cast = {ME: me} | {target["name"]: defender_of(target, me) for target in targets}
    unaware = [target["name"] for target in targets if not target.get("perceives", True)]
    params = {
        "target": targets[0]["name"],
        "others": [target["name"] for target in targets[1:]],
        "heroic": told.get("heroic", False),
        "anyway": redo_of(told) is not None,
        "moving": given.get("stand_or_move", False),
        "skill": NEAR_LINE if told.get("near", False) else "",
        "circumstances": told.get("circumstances", 0),
        "modifier": told.get("mod", 0),
        "unaware": unaware,
        "distances": [floor(target.get("distance", 0)) for target in targets],
        "difficulties": [target.get("difficulty", UNSEEN) for target in targets],
        "their_circumstances": only([target.get("circumstances", 0) for target in targets], "circumstances"),
        "their_modifier": only([target.get("mod", 0) for target in targets], "modifier"),
        "their_skill": "acrobatics" if only([target.get("near", False) for target in targets], "skill") else "",
        "auto11": [ME] * told.get("auto11", False) + [t["name"] for t in targets if t.get("auto11", False)],
        **chosen(terms_of(given.get("primes")), terms_of(given.get("penalties"))),
    }
    crowds = {target["name"]: crowd_of(target, me) for target in targets}
    cast |= {one: me.with_changes(group=1) for crowd in crowds.values() for one in crowd}
    staged = Staged(cast, given, engaged=crowds, round=1 if melee else 0)
    try:
        ready = numbers(staged, params)
    except Refused as no:
        return {"error": {"CEM-EQUIP-09": "zone_with_multiple_attack"}[no.saying]}
    near = [target for target in given["targets"] if target["name"] in {foe.who for foe in ready.foes}]
    tests = [(ME, told), *((target["name"], target) for target in near)]
    laid = Laid.out(Fed(dice.left, Sixes([target["name"] for target in near])), *tests)
    done = staged.does(ME, "attack", laid, **params)
    dice.left[:] = laid.rest.left
    clashes = [note for why in CLASHES for note in done.notes(why)]
    defences = defence_totals(done, [target["name"] for target in near if target.get("perceives", True)])
    decided = [*clashes, *done.notes(TEST)][0] if len(clashes) == 0 or len(near) > 1 else clashes[-1]
    results = []
    parts = {part.who: part for part in done.parts}
    for target in near:
        name, part = target["name"], parts[target["name"]]
        result = {"name": name, "hit": part.grade.id != "missed", "damage": part.amount("damage")}
        result |= {"defence_total": defences[name]} if name in defences else {}
        results.append(result | ({"vitality": staged[name].vitality} if "vitality" in target else {}))
    return {
        "attack_total": decided["attack"] if "attack" in decided else decided["total"],
        "auto": AUTO[decided["auto"]],
        "raw_damage": announced(done),
        "hindrances": ready.declaration.times("hindrance"),
        "risks": ready.declaration.times("risk"),
        "incident": done.said("CEM-PEN-05"),
        "results": results,
    }


class Sixes:
    """Whoever has to make tests of which the vector says nothing passes them; nobody else has dice left."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        return [6] * count if by in self.names and label != "damage" else Fed([]).faces(count, sides, by, label)


def numbers(staged: Staged, params: Mapping[str, Any]) -> AttackNumbers:
    """The numbers with which the attack is made."""
    _, do = staged.ready(ME, "attack", **params)
    return attack_numbers(staged.scene.acting(ME), do)  # type: ignore[arg-type]


def defence_totals(done: Told, names: Sequence[str]) -> dict[str, int]:
    """The last Défense of each who made one."""
    alone = [note["defence"] for note in done.notes(CLASHES[0])]
    found = {note["who"].fr: note["defence"] for note in done.notes(CLASHES[1])}
    return found or ({names[0]: alone[-1]} if alone else {})


def announced(done: Told) -> int:
    """The damage of an attack before protection; 0 if it touched nobody."""
    taken = done.tallies("CEM-DMG-05") or done.tallies("CEM-DMG-05:whose")
    return taken[0].terms[0].value if taken else 0


AT_THE_IMPACT = {"name": "personne", "skill": 0, "perceives": False, "difficulty": 50}
"""Somebody whom nothing hits: a Zone is aimed at somebody."""


def crowd_of(target: Given, attacker: Sheet) -> tuple[str, ...]:
    """As many opponents at contact as a vector tells, those who attack now among them."""
    return tuple(f"{target['name']} {n}" for n in range(attacker.group, target.get("melee_opponents", 0)))


def struck(
    victim: Sheet, raw: int, dice: Fed | Laid | Sequence[int] = (), given: Given | None = None, **params: Any
) -> tuple[Told, Staged]:
    """A sure blow, announced as so many points, on somebody who does not see it coming; and the scene after it."""
    options, play = params.pop("answers", {}), params.pop("play", {})
    me = attacker_of(
        {"skill": SKILLED, "damage_bonus": raw}, weapons=(weapon(),), kind="pj" if not victim.pj else "boss"
    )
    staged = Staged({ME: me, FOE: victim}, given, **play)
    sure = Fed(SURE, dice if not isinstance(dice, Sequence) else Fed(dice))
    return staged.does(ME, "attack", sure, options, target=FOE, unaware=[FOE], **params), staged


def damage(given: Given, dice: Fed) -> Answer:
    """An attack with the dice told, on somebody who defends only to show the heroic die told."""
    shown, spared = given["attack_dice"], given.get("defence_heroic_die", 0)
    heroic, atout = shown.get("heroic"), shown.get("asset") or []
    faces = [shown["red"], *shown["white"], *([heroic] if heroic else []), *atout]
    ticked = ({"id": OEIL_DE_FAUCON, "ticked": True},) if atout else ()
    arm = weapon(given["weapon_dice"], six_plus=given.get("six_plus", False))
    me = attacker_of(
        {"skill": SKILLED, "damage_bonus": given.get("damage_bonus", 0)},
        group=given.get("group_size", 1),
        weapons=(arm,),
        heroism=POINTS,
        atouts=ticked,
    )
    foe = sheet(kind="boss", other_protection=given.get("protection", 0), heroism=POINTS if spared else 0)
    power = POWERS[OEIL_DE_FAUCON]
    rich = power.with_changes(attack=power.attack and power.attack.with_changes(dice=len(atout)))
    hits = {"opposition_auto": "none"} | options_of(given)  # whatever its dice show
    staged = Staged({ME: me, FOE: foe}, {"options": hits})
    params = {
        "target": FOE,
        "heroic": bool(heroic),
        "atout": OEIL_DE_FAUCON if atout else "",
        "free": ["deadly_attack"] * given.get("deadly_attack", 0)
        + ["multiple_attack"] * given.get("multiple_attack", False),
        "imposed": ["light_wound"] * given.get("light_wound", 0),
    }
    with with_row(POWERS, OEIL_DE_FAUCON, rich):
        fed = Fed([*faces, *LOST, *([spared] if spared else [])], dice)
        done = staged.does(ME, "attack", fed, {f"{FOE}/extra-die": True}, **params)
    return {"raw_damage": announced(done), "damage": done.part.amount("damage")}


def auto11(given: Given, dice: Fed) -> Answer:
    """An attack for which the MJ counts 11, on somebody who does not see it coming."""
    me = attacker_of(
        {"skill": given["skill"], "damage_bonus": given.get("damage_bonus", 0), "auto11": True},
        group=given.get("group_size", 1),
        weapons=(weapon(given.get("weapon_dice", 0), six_plus=given.get("six_plus", False)),),
    )
    staged = Staged({ME: me, FOE: sheet()}, given)
    free = ["deadly_attack"] * given.get("deadly_attack", 0)
    done = staged.does(ME, "attack", dice, target=FOE, unaware=[FOE], difficulty=0, auto11=[ME], free=free)
    return {"total": done.notes(TEST)[0]["total"], "damage": done.part.amount("damage")}


def intercept(given: Given, _dice: Fed) -> Answer:
    """A sure blow at an ally, which somebody takes."""
    armours = {who: given.get(f"{who}_protection", 0) for who in ("ally", "interceptor")}
    armours["ally"] = min(armours["ally"], given["raw_damage"] - 1)  # nothing is announced to whom it cannot hurt
    cast = {
        ME: attacker_of({"skill": SKILLED, "damage_bonus": given["raw_damage"]}, weapons=(weapon(),), kind="boss"),
        ALLY: sheet("Ally", other_protection=armours["ally"]),
        FOE: sheet("Interceptor", other_protection=armours["interceptor"], heroism=POINTS),
    }
    staged = Staged(cast, given)
    staged.does(ME, "attack", SURE, Once({f"{FOE}/damage": f"take:{ALLY}"}), target=ALLY, unaware=[ALLY])
    return {
        "ally_damage": PLENTY - staged[ALLY].vitality,
        "interceptor_damage": PLENTY - staged[FOE].vitality,
        "heroism": POINTS - staged[FOE].heroism,
    }


# primes and penalties


def declare_action(given: Given, _dice: Fed) -> Answer:
    """An attack, a test, or a test of Défense, by somebody whose skill is 0: what is added is the modifier."""
    keys = {"primes": "chosen_primes", "penalties": "chosen_penalties"}
    keys |= {"free": "free_primes", "imposed": "obligatory_penalties"}
    params: dict[str, Any] = {field: terms_of(given.get(key)) for field, key in keys.items()}
    staged = Staged({ME: attacker_of({"skill": 0}, weapons=(weapon(),)), FOE: sheet(kind="boss")}, round=1)
    kind = given["kind"]
    action, saying = ("attack", "CEM-ATTACK-01") if kind == "attack" else ("test", "CEM-MOD-01")
    params |= {"target": FOE} if kind == "attack" else {"skill": "defence" if kind == "defence" else "survival"}
    scene = staged.scene.acting(ME)
    try:
        _, do = staged.ready(ME, action, **params)
    except Refused as no:
        return {"valid": False, "reason": next(key for key, one in REASONS.items() if one == no.saying)}
    made = attack_numbers(scene, do).declaration if kind == "attack" else staked(scene, do)  # type: ignore[arg-type]
    done = staged.does(ME, action, [*LOST, *LOST], **params)
    return {
        "valid": True,
        "reason": None,
        "primes": dict(Counter(made.primes)),
        "penalties": dict(Counter(made.penalties)),
        "test_modifier": done.totals(saying)[0],
    }


def defence_queue(given: Given, _dice: Fed) -> Answer:
    """Actions with a Prudence or a Danger, then attacks: what each Défense of somebody without skill adds."""
    staged, shown = Staged({ME: attacker_of({"skill": 0}, weapons=(weapon(),)), FOE: sheet(kind="boss")}, round=1), []
    for event in given["events"]:
        if event in ("caution", "danger"):
            stakes: dict[str, Any] = {"free": ["caution"]} if event == "caution" else {"imposed": ["danger"]}
            staged.does(FOE, "test", LOST, skill="survival", **stakes)
        else:
            unaware = [FOE] if event == "unperceived_attack" else []
            done = staged.does(ME, "attack", [*LOST, *([] if unaware else SURE)], target=FOE, unaware=unaware)
            shown += done.totals("CEM-DEF-01")
    return {"defence_modifiers": shown}


def weapon_training(given: Given, _dice: Fed) -> Answer:
    """An attack with a weapon of this category by somebody whose skill is 0."""
    me = attacker_of({"skill": 0}, weapons=(weapon(category=given["category"]),), training=trained(given))
    staged = Staged({ME: me, FOE: sheet(kind="boss")})
    made = numbers(staged, {"target": FOE}).declaration
    done = staged.does(ME, "attack", [*LOST, *SURE], target=FOE)
    return {
        "hindrance": made.times("hindrance"),
        "risk": made.times("risk"),
        "test_modifier": done.totals("CEM-ATTACK-01")[0],
    }


# wounds


def wound(given: Given, dice: Fed) -> Answer:
    """A sure blow; then the tests of somebody in bad shape, if they are due.

    No effect is bought twice in a turn: if both tests have an extra die, each is made after a blow of its own.
    """
    body, will = given["resistance"], given["will"]
    if body.get("heroic", False) and will.get("heroic", False):
        told, sure = plain(given), {"skill": SKILLED}
        first = wounded({**told, "will": sure}, Fed(dice.left[:4], Fed(SURE)))
        second = wounded({**told, "resistance": sure}, Fed(SURE, Fed(dice.left[4:])))
        dice.left.clear()
        return second | {key: first[key] for key in ("resistance_total", "dying", "dies_at_end_of_round")}
    return wounded(given, dice)


def wounded(given: Given, dice: Fed) -> Answer:
    raw = given.get("raw_damage") or given["damage"]
    body, will = given["resistance"], given["will"]
    items = helped("resistance", body.get("mod", 0)), helped("willpower", will.get("mod", 0))
    victim = sheet(
        kind="boss",
        skills={"resistance": body["skill"], "willpower": will["skill"]},
        vitality=min(given["vitality"], 0 if given.get("bad_shape", False) else PLENTY),
        extra_wounds=given.get("extra_wounds", 0),
        other_protection=raw - given["damage"],
        equipment=tuple(item for one in items for item in one.get("equipment", ())),
        **buys(body, will),
    )
    fixed = [FOE] if body.get("auto11", False) and will.get("auto11", False) else []
    heard = Heard([], dice)
    done, staged = struck(victim, raw, heard, given, answers=Vital(body, will, heard), auto11=fixed)
    now = staged[FOE]
    told = {
        "vitality": now.vitality,
        "tests": done.said("CEM-VIT-03:difficulty"),
        "bad_shape": now.bad_shape,
        "extra_wounds": now.extra_wounds,
        "wound_malus": ([0] + [note["malus"] for note in done.notes("CEM-VIT-05")])[-1],
        "dying": now.dying,
        "unconscious": now.unconscious,
    }
    totals = [note["total"] for note in done.notes(TEST)[1:]]  # the first is the blow
    if not totals:
        return told
    return told | {
        "difficulty": done.notes("CEM-VIT-03:difficulty")[0]["difficulty"],
        "resistance_total": totals[redo_of(body) is not None],
        "will_total": totals[-1],
        "dies_at_end_of_round": now.dies_at or None,
        "unconscious_rounds": now.wakes_at or None,
    }


class Heard(Fed):
    """Dice that remember what they were last thrown for."""

    thrown_for = ""

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        self.thrown_for = label
        return super().faces(count, sides, by, label)


class Vital:
    """The answers of somebody in bad shape: for the extra die of each test, asked before both, and for redos once
    the dice of each are seen.
    """

    def __init__(self, body: Given, will: Given, dice: Heard) -> None:
        self.body, self.will, self.dice = body, will, dice

    def __call__(self, _who: str, word: str) -> Any:
        if word in ("extra-die", "extra-die-awake"):
            return (self.body if word == "extra-die" else self.will).get("heroic", False)
        if word == "if-one-fails":
            return "see"
        redo = redo_of(self.will if self.dice.thrown_for == "will_test" else self.body)
        if word == "redo":
            return redo is not None
        return redo.get("heroic", False) if word == "redo-die" and redo is not None else None


def deadlines(given: Given, _dice: Fed) -> Answer:
    """A sure blow in this round, whose victim fails the tests of which the vector tells dice, and passes the others."""
    dying, out = given.get("dying_die"), given.get("unconscious_dice")
    victim = sheet(
        kind="boss", vitality=1, dies_at=given.get("earlier_death") or 0, wakes_at=given.get("earlier_wake") or 0
    )
    faces = [*([*LOST, dying] if dying else SURE), *([*LOST, *out] if out else SURE)]
    _, staged = struck(victim, SKILLED, faces, play={"round": given["current_round"]})
    return {"dies_end_of_round": staged[FOE].dies_at, "wakes_end_of_round": staged[FOE].wakes_at}


def henchman_hit(given: Given, dice: Fed) -> Answer:
    victim = sheet(kind="henchman", skills={"resistance": given["resistance"]}, vitality=given["vitality"])
    done, staged = struck(victim, given["damage"], dice)
    now, asleep = staged[FOE], done.notes("CEM-NPC-07:stunned")
    return {
        "vitality": now.vitality,
        "outcome": "dead" if now.dead else "unconscious" if now.unconscious else "fighting",
        "minutes": asleep[0]["minutes"] if asleep else None,
    }


def finish_off(given: Given, _dice: Fed) -> Answer:
    victim = sheet(kind="boss", wakes_at=5 if given.get("unconscious", False) else 0)
    staged = Staged({ME: sheet(), FOE: victim, ALLY: sheet(kind="boss")}, round=1)
    try:
        staged.does(ME, "finish-off", target=FOE, in_reach=given.get("in_reach", False))
    except Refused:
        return {"killed": False, "actions": 0}
    return {"killed": staged[FOE].dead, "actions": 1}


# manoeuvres


def manoeuvre(given: Given, dice: Fed) -> Answer:
    """A manoeuvre whose oppositions are those told: Muscles against Acrobatie, or Combat throughout if near twice."""
    first, second = given["first"], given["second"]
    defends = "difficulty" not in first
    mine, theirs = (first["a"], first["b"]) if defends else (first, {"skill": 0})
    grabs, resists = second["a"], second["b"]
    if grabs.get("near", False):  # the same near line of Combat in both
        aim, line, slips = "stun", NEAR_LINE, "resistance"
        only([mine["skill"], grabs["skill"]], "skill")
    else:
        aim, line, slips = "trip", "strength", "acrobatics"
    fights = NEAR_LINE if mine.get("near", False) else LINE
    me = sheet(
        skills={fights: mine["skill"], line: grabs["skill"]},
        weapons=(weapon(),),
        kind="boss" if mine.get("auto11", False) else "pj",
        **buys(mine, grabs),
        **helped(line, grabs.get("mod", 0) - mine.get("mod", 0)),
    )
    items = helped("defence", theirs.get("mod", 0)), helped(slips, resists.get("mod", 0))
    foe = sheet(
        skills={"defence": theirs["skill"], slips: resists["skill"]},
        kind="boss",
        equipment=tuple(item for one in items for item in one.get("equipment", ())),
        **buys(theirs, resists),
    )
    tests = [(ME, mine), *([(FOE, theirs)] if defends else []), (ME, grabs), (FOE, resists)]
    params = {
        "target": FOE,
        "aim": aim,
        "penalty": "danger",  # which weighs on neither test
        "skill": fights,
        "heroic": mine.get("heroic", False),
        "modifier": mine.get("mod", 0),
        "unaware": not defends,
        "auto11": [ME] * mine.get("auto11", False) + [FOE] * theirs.get("auto11", False),
    }
    only([first.get("active", "a"), second.get("active", "a"), "a"], "active side")
    only([first.get("difficulty", UNSEEN), UNSEEN], "difficulty")
    staged = Staged({ME: me, FOE: foe}, given)
    laid = Laid.out(dice, *tests)
    done = staged.does(
        ME, "manoeuvre", Laid(Fed(dice.left, Fed([3, 3])), laid.tests) if aim == "stun" else laid, **params
    )
    success = done.part.grade.id != "resisted"
    return {
        "first_success": success or len(done.notes("CEM-OPP-02")) > (1 if defends else 0) + again(mine) + again(theirs),
        "damage": PLENTY - staged[FOE].vitality,
        "success": success,
    }


def again(side: Given) -> int:
    return int(redo_of(side) is not None)


FIGHTS: dict[str, Operation] = {
    "auto11": auto11,
    "intercept": intercept,
    "declare_action": declare_action,
    "attack": attack,
    "damage": damage,
    "defence_queue": defence_queue,
    "wound": wound,
    "finish_off": finish_off,
    "weapon_training": weapon_training,
    "manoeuvre": manoeuvre,
    "henchman_hit": henchman_hit,
    "deadlines": deadlines,
}
