"""The vector operations of UnDéSix: initiative, attacks, shooting, manoeuvres."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed
from tablee.games.undesix.fight.initiative import sens_of
from tablee.games.undesix.fight.manoeuvres import MANOEUVRES
from tablee.games.undesix.options import DEX1_CA
from tablee.games.undesix.play import Stage
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, LOCATIONS, PARTS, WEAPONS
from tests.games.undesix.rolls_operations import named
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

ARMOUR_NAMES = {
    "bulletproof_vest": "vest",
    "bullet_proof_vest": "vest",
    "padded_cloth": "padded",
    "metal_plate": "plate",
    "chain_mail": "mail",
    "futuristic_armour": "futuristic",
}
WEAPON_NAMES = {
    "modern": "pistol",
    "modern_firearm": "pistol",
    "modern_weapon": "pistol",
    "firearm": "pistol",
    "pistolaser": "laser_pistol",
    "arbalete": "crossbow",
    "mousquet": "musket",
}
BEHIND = ("behind", "back_attack", "back_attack_on", "attacks_from_behind", "back_of", "back")
ERRORS = {
    "UDS-ATTITUDE-03": "very_defensive_cannot_attack",
    "UDS-ACTION-12": "too_many_while_attacking_actions",
    "UDS-ACTION-12:twice": "too_many_while_attacking_actions",
}
MANY = 20  # people
EXPERT = 20  # a score with which a manoeuvre does not fail


# Initiative and time


def initiative(given: Given, _dice: Fed) -> dict[str, Any]:
    """A fight opened, attitudes announced, tumbles made; then everybody holds until the round is over."""
    fighters = {fighter["name"]: fighter for fighter in given["fighters"]}
    cast = {
        who: person(sens=told["sens"], dex=EXPERT, weapon="pistol" if told.get("modern_weapon", False) else "dagger")
        for who, told in fighters.items()
    }
    staged, [first, *rest] = Staged(cast, options_of(given)), fighters
    surprise = [who for who, told in fighters.items() if told.get("surprises", False)]
    staged.does(first, "fight", {"one": [first], "two": rest, "surprise": surprise})
    for who, told in fighters.items():
        victim = next((told[key] for key in BEHIND if key in told), "")
        staged.does(who, "announce", {"attitude": told.get("attitude", "normal"), "behind": victim})
    for who, told in fighters.items():
        if told.get("tumble_success", False):
            staged.does(who, "tumble", {}, SURE)
    effective = {who: sens_of(staged.playing.scene, who).total for who in fighters}
    order = []
    while staged.stage.round == 1:
        now = sorted(staged.stage.now, key=list(fighters).index)
        order.append(now)
        for who in now:
            staged.does(who, "hold")
    return {"order": order, "effective": effective}


def length(given: Given, _dice: Fed) -> dict[str, Any]:
    """The end of a round in which every side has fought in its attitudes."""
    cast = {}
    for side, told in named(given["sides"]).items():
        for place, attitude in enumerate([told] if isinstance(told, str) else told):
            cast[f"{side}-{place}"] = person(side=side, attitude=attitude, acted=True)
    staged = Staged(cast, options_of(given), Stage(round=1, instant=1, fighters=tuple(cast), done=tuple(cast)))
    told = staged.playing.acts("", "undesix.next-round", {}, Fed(()), mj=True)
    [passes] = told.notes("UDS-TIME-03")
    return {"seconds": passes["seconds"]}


def firing(given: Given, _dice: Fed) -> dict[str, Any]:
    """Rounds of a fight in which somebody shoots whenever it is not refused, and reloads otherwise."""
    weapon = WEAPON_NAMES.get(given["weapon"], given["weapon"])
    staged = Staged({"ana": person(weapon=weapon, sens=4), "foe": person()}, options_of(given))
    staged.does("ana", "fight", {"one": ["ana"], "two": ["foe"]})
    fires, reloads = [], []
    while staged.stage.round <= given["rounds"]:
        number = staged.stage.round
        if staged.refuses("ana", "shoot", {"target": "foe"}, HOPELESS):
            staged.does("ana", "reload")
            reloads.append(number)
        else:
            fires.append(number)
        staged.does("foe", "hold")
    return {"fire_rounds": fires, "reload_rounds": reloads}


# Attacks


def armour_of(told: Given) -> str:
    """The armour told by its name or by its CA."""
    armour = told.get("armour") or "none"
    if isinstance(armour, int):
        return next(id for id, row in ARMOURS.items() if row.ca == armour)
    return ARMOUR_NAMES.get(armour, armour)


def defending(told: Given, options: Mapping[str, Any]) -> Sheet:
    """Somebody with the parts of the CA that a vector tells, or with the CA it tells. Only large shields make lines."""
    body = {key: told[key] for key in ("phy", "vitality", "pc", "psy", "weapon") if key in told}
    name = told.get("name", "Foe")
    if "ca" in told:
        return person(
            {**body, "name": name}, acted=True, **guarded(told["ca"], options.get("dex1_ca", DEX1_CA.default))
        )
    large = told.get("large_shield", False) or told.get("line_neighbours", 0)
    shield = (
        ("large" if large else "shield") if told.get("shield", False) or told.get("large_shield", False) else "none"
    )
    return person(
        {**body, "name": name},
        armour=armour_of(told),
        helmet=told.get("helmet", False),
        shield=shield,
        dex=told.get("dex", 2),
        attitude=told.get("attitude", "normal"),
        acted=told.get("has_acted", True),
    )


@cache
def guarded(ca: int, dex1_ca: int) -> dict[str, Any]:
    """An attitude and a Dextérité whose CA is this, found by trying."""
    for attitude, dex in product(ATTITUDES, (*range(2, 30), 1)):
        found = {"attitude": attitude, "dex": dex}
        if met(person(acted=True, **found), {"dex1_ca": dex1_ca}, {}) == ca:
            return found
    raise ValueError(f"nothing gives a CA of {ca}")


def met(defender: Sheet, options: Mapping[str, Any], do: Given) -> int:
    """The CA that an attack by an expert meets."""
    staged = fighting({"ana": person(dex=EXPERT), "foe": defender}, options)
    return staged.does("ana", "attack", {"target": "foe", **do}, SURE).totals("UDS-CA-04")[0]


def weapon_of(bonus: int, ranged: bool) -> str:
    """A plain weapon with this bonus, or the one without any."""
    plain = [
        id
        for id, row in WEAPONS.items()
        if row.ranged == ranged and row.characteristic == ("sens" if ranged else "phy") and not row.special
    ]
    return next((id for id in plain if WEAPONS[id].bonus == bonus), plain[0])


def attacking(told: Given, steps: Given | None = None, ranged: bool = False) -> Sheet:
    """Somebody who attacks under the score told; manoeuvres under theirs. What no weapon or score gives is experience.

    `steps` holds the scores of manoeuvres by the skill they use.
    """
    scores, bonus = dict(steps or {}), told.get("weapon_bonus", 0)
    weapon = told.get("weapon", weapon_of(bonus, ranged))
    mine, key = WEAPONS[weapon].characteristic, f"weapon:{weapon}"
    formulas = {skill: SKILLS[skill].formula.characteristics[0] for skill in scores}
    body = {key: told[key] for key in ("phy", "vitality", "pc", "psy", "destiny", "destiny_mj") if key in told}
    values = {mine: told["score"]} | body
    for skill, characteristic in formulas.items():
        values[characteristic] = min(scores[skill], values.get(characteristic, scores[skill]))
    values["phy"] = max(1, values.get("phy", 3))
    lines = {skill: Learnt(xp=scores[skill] - values[formulas[skill]]) for skill in scores}
    lines[key] = Learnt(xp=told.get("xp", 0) + told["score"] - values[mine] + bonus - WEAPONS[weapon].bonus)
    return person(name=told.get("name", "Ana"), weapon=weapon, skills=lines, **values)


def fighting(cast: Mapping[str, Sheet], options: Mapping[str, Any], **announced: str) -> Staged:
    """A fight in its first round, where all of these people act in the same instant."""
    stage = Stage(round=1, instant=1, fighters=tuple(cast), now=tuple(cast), announced=announced)
    return Staged(cast, options, stage)


def attack(given: Given, dice: Fed) -> dict[str, Any]:
    attacker, defender = given["attacker"], given["defender"]
    situation, steps = given.get("situation", {}), list(given.get("while_attacking", []))
    options, before = options_of(given), len(dice.left)
    ranged = any(key in situation for key in ("crowd", "shooter_moving", "target_moving"))
    scores = {MANOEUVRES[step["action"]][0]: step.get("score", 3) for step in steps if step["action"] != "move"}
    cast = {"ana": attacking(attacker, scores, ranged), "foe": defending(defender, options)}
    crowd = crowded(situation)
    cast |= {f"foe-{n}": cast["foe"] for n in range(1, crowd)}
    staged = fighting(cast, options, ana=attacker.get("attitude", "normal"))
    action = "shoot" if ranged else "attack"
    do = declared(action, given, {key: situation[key] for key in situation if key != "crowd"}, {}) | doing(steps)
    do |= {"modifier": modifiers(attacker) + modifiers(situation)} | guarding(defender)
    if given.get("aim_gap", situation.get("aim_gap", False)):
        do |= {"aim": "gap"}
    if ranged:
        do |= {"moving": situation.get("shooter_moving", False)}
    try:
        told = shot(staged, action, do, crowd, dice)
    except Refused as refusal:
        return {"error": ERRORS[refusal.saying]}
    return told_attack(staged, told, steps) | {"dice_used": before - len(dice.left)}


def crowded(situation: Given) -> int:
    """How many people a shot is fired at: told by their number, or by yes, which is a crowd by any count."""
    crowd = situation.get("crowd", 0)
    return (MANY if crowd else 0) if isinstance(crowd, bool) else int(crowd)


def shot(staged: Staged, action: str, do: dict[str, Any], crowd: int, dice: Fed) -> Told:
    """An attack on somebody, or on a crowd; where the crowd is refused, on somebody after all."""
    if crowd:
        many = ["foe", *(f"foe-{n}" for n in range(1, crowd))]
        try:
            return staged.does("ana", action, do | {"crowd": many}, Fed(SURE, dice))
        except Refused:
            pass
    return staged.does("ana", action, do | {"target": "foe"}, dice)


def doing(steps: list[Given]) -> dict[str, Any]:
    """Manoeuvres as the parameters of an attack."""
    aims = [step.get("part", step.get("target_part", "elsewhere")) for step in steps if step["action"] == "aim"]
    moves = [step.get("metres", 6) for step in steps if step["action"] == "move"]
    return {
        "manoeuvres": [step["action"] for step in steps if step["action"] not in ("aim", "move")],
        "aim": aims[0] if aims else "",
        "metres": moves[0] if moves else 0,
    }


def guarding(told: Given) -> dict[str, Any]:
    """What the MJ says of the defender's guard."""
    return {"cover": int(told.get("cover", 0)), "line": told.get("line_neighbours", 0)}


MISSES = ("UDS-COMBAT-01:missed", "UDS-COMBAT-01:strict", "UDS-COMBAT-05")


def told_attack(staged: Staged, told: Told, steps: list[Given]) -> dict[str, Any]:
    grade, lost = told.part.grade, told.part.grade.id == "lost"
    rolled = iter(note["success"] for note in told.notes("UDS-TEST-01"))
    made = [True if step["action"] == "move" else next(rolled, None) for step in steps]
    margins = [note["margin"] for saying in ("UDS-COMBAT-03", *MISSES, "UDS-COMBAT-08") for note in told.notes(saying)]
    where = [note["where"] for note in told.notes("UDS-COMBAT-13")]
    return {
        "target": next(iter(told.totals("UDS-COMBAT-01")), None),
        "attack_lost": lost,
        "actions_ok": [done for done in made if done is not None],
        "hit": grade.good or grade.id == "grazed",
        "margin": None if lost else margins[-1],
        "damage": told.part.amount("damage"),
        "location": next((row.id for row in LOCATIONS.values() if row.name in where), None),
        "defender": staged.body("foe"),
    }


def ca(given: Given, _dice: Fed) -> dict[str, Any]:
    """The CA that an attack meets; an attack at a gap is aimed by an expert."""
    options, told = options_of(given), given["defender"]
    situation = given.get("situation", {})
    back = given.get("back", situation.get("back", False))
    aim = "gap" if given.get("aim_gap", situation.get("aim_gap", False)) else ""
    do = {"back": back, "aim": aim, **guarding(told)}
    try:
        return {"ca": met(defending(told, options), options, do)}
    except Refused as no:  # nobody strikes the dead, whose Dextérité may be below 0: a spell on contact meets their CA
        if no.saying != "UDS-HEALTH-04" or any(do.values()):
            raise
        touch = {"verbs": ["detect"], "essences": ["mind"], "targets": ["foe"], "distance": "contact"}
        staged = fighting({"ana": person(psy=EXPERT), "foe": defending(told, options)}, options)
        return {"ca": staged.does("ana", "cast", touch).totals("UDS-CA-04")[0]}


def exchange(given: Given, dice: Fed) -> dict[str, Any]:
    """Both attack in the same instant."""
    options, sides = options_of(given), {side: flat(given[side]) for side in "ab"}
    cast = {}
    for side, told in sides.items():
        guards = defending(told, options)
        held = {"attitude": told.get("attitude", guards.attitude)}
        guard = {key: getattr(guards, key) for key in ("dex", "armour", "helmet", "shield", "acted")} | held
        cast[side] = attacking({"score": told.get("phy", 3), **told}).with_changes(**guard)
    staged = fighting(cast, options, **{side: told.get("attitude", "normal") for side, told in sides.items()})
    try:
        for mine, theirs in (("a", "b"), ("b", "a")):
            staged.does(mine, "attack", {"target": theirs, **guarding(sides[theirs])}, dice)
    except Refused as refusal:
        return {"error": ERRORS[refusal.saying]}
    return {side: {**staged.body(side), "body": staged.body(side)} for side in "ab"}


def flat(told: Given) -> dict[str, Any]:
    """What is told of a side, whether at once or by attack and body."""
    nested = ("attack", "attacker", "body", "defender")
    known = {key: told[key] for key in told if key not in nested}
    for key in nested:
        inner = told.get(key, {})
        known |= {name: inner[name] for name in inner}
    return known


def fire_into_melee(given: Given, dice: Fed) -> dict[str, Any]:
    options, attacker = options_of(given), given["attacker"]
    cast = {
        "ana": attacking(attacker, ranged=True),
        "enemy": defending(given["enemy"], options),
        "friend": defending(given["friend"], options),
    }
    staged, where = fighting(cast, options, ana=attacker.get("attitude", "normal")), given.get("situation", {})
    do = declared("shoot", given, where, target="enemy", friends=["friend"])
    told = staged.does("ana", "shoot", do | {"moving": where.get("shooter_moving", False)}, dice)
    totals = told.totals("UDS-COMBAT-01")
    hit = told.part.grade.good or told.part.grade.id == "grazed"
    targets = dict(zip(("enemy", "friend"), totals, strict=False))
    return {
        "struck": told.part.who if hit else None,
        "targets": targets,
        "target": totals[-1],
        **{f"target_{who}": total for who, total in targets.items()},
        **{f"{who}_target": total for who, total in targets.items()},
        "hit": hit,
        "damage": told.part.amount("damage"),
        "enemy": staged.body("enemy"),
        "friend": staged.body("friend"),
    }


FOLLOW_UPS = {
    "UDS-ACTION-11:kept": "target_rolls_remaining_phy",
    "UDS-ACTION-11:dropped": "target_rolls_remaining_phy",
    "UDS-ACTION-11:slowed": "target_slowed",
}


def called_shot(given: Given, _dice: Fed) -> dict[str, Any]:
    """The roll to aim of this attacker, and what follows when an expert's blow hits somebody with a weapon in hand."""
    part = given["target_part"] if given["target_part"] in PARTS else "elsewhere"
    cast = {"ana": person(dex=given["dex"]), "expert": person(dex=EXPERT), "foe": person(phy=99, weapon="dagger")}
    staged, do = fighting(cast, options_of(given)), {"target": "foe", "aim": part}
    [aims] = staged.does("ana", "attack", do).tallies("UDS-ACTION-10")
    told = staged.does("expert", "attack", do, SURE * 3)
    return {
        "aim_modifier": sum(term.value for term in aims.terms[1:]),
        "aim_target": aims.total,
        "follow_up": next((after for saying, after in FOLLOW_UPS.items() if told.said(saying)), None),
    }


def parried(given: Given, dice: Fed) -> dict[str, Any]:
    """What a laser sword adds to its bearer's CA against an attack; the attack itself is not rolled."""
    foe = person(psy=given["psy"], weapon="knight_laser_sword")
    told = fighting({"ana": person(), "foe": foe}, options_of(given)).does("ana", "attack", {"target": "foe"}, dice)
    [parry] = told.notes("UDS-SPECIAL-06")
    return {"ca_extra": parry["extra"]}


def weapon_streak(given: Given, dice: Fed) -> dict[str, Any]:
    """Attacks with one weapon until it breaks."""
    options = {"critical_streak": True, "fumble_streak": True, **options_of(given)}
    staged = Staged({"ana": person(weapon="long_sword"), "foe": person(phy=999)}, options)
    criticals, breaks, number = [], None, 0
    while dice.left and breaks is None:
        number += 1
        told = staged.does("ana", "attack", {"target": "foe"}, dice)
        criticals += [number] if told.part.grade.id == "critical" else []
        breaks = number if staged["ana"].broken else None
    return {"breaks_on_attack": breaks, "critical_attacks": criticals}


FIGHTS: dict[str, Operation] = {
    "initiative": initiative,
    "round_length": length,
    "reload": firing,
    "armour_class": ca,
    "attack": attack,
    "exchange": exchange,
    "fire_into_melee": fire_into_melee,
    "called_shot": called_shot,
    "parry": parried,
    "weapon_streak": weapon_streak,
}
