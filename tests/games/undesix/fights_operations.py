"""The vector operations of UnDéSix: initiative, attacks, shooting, manoeuvres."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, Question, throw
from tablee.games.undesix import GAME
from tablee.games.undesix.book import EXPERIENCE, MODIFIER, PHY, WEAPON
from tablee.games.undesix.check.checks import Check, check, reading
from tablee.games.undesix.check.several_actions import several_terms
from tablee.games.undesix.fight.armour import Guard, armour_class, dexterity_ca
from tablee.games.undesix.fight.attack import back_terms
from tablee.games.undesix.fight.attack_roll import AttackNumbers, Blow, attack_numbers, blows
from tablee.games.undesix.fight.attitudes import attack_terms, forbids_attack, round_length
from tablee.games.undesix.fight.initiative import Entry, effective_sens, instants
from tablee.games.undesix.fight.manoeuvres import manoeuvre, too_many_manoeuvres
from tablee.games.undesix.fight.shooting import Reload, Shoot, reload, shoot, shot_terms
from tablee.games.undesix.fight.special_moves import parry
from tablee.games.undesix.fight.streaks import is_broken, is_critical, streak_after
from tablee.games.undesix.options import COMBAT_RESOLUTION, DEX1_CA, MIN_DAMAGE, ROLL_UNDER
from tablee.games.undesix.sheet import Line, Sheet
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, LOCATIONS, PARTS, WEAPONS
from tablee.games.undesix.world.health import Wound
from tablee.rules.action import Scene
from tablee.rules.run import Done, Progress, perform
from tablee.rules.why import Tally
from tests.games.undesix.cast import after, played, sheet
from tests.games.undesix.people_operations import body_of, modifiers, options_of, scene_of
from tests.games.undesix.rolls_operations import ROLLS, named, table

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = dict[str, Any]

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
CROWD = 4  # UDS-SHOOT-01, where a vector counts the people
FOLLOW_UPS = {"disarm": "target_rolls_remaining_phy", "slow": "target_slowed", "": None}


# Initiative and time


def initiative(given: Given, _dice: Fed) -> Given:
    fighters = given["fighters"]
    effective = {
        it["name"]: effective_sens(
            it["sens"],
            it.get("attitude", "normal"),
            it.get("modern_weapon", False),
            it.get("tumble_success", False),
        ).total
        for it in fighters
    }
    order = instants(
        Entry(it["name"], effective[it["name"]], it.get("surprises", False), behind(it)) for it in fighters
    )
    return {"order": [list(instant) for instant in order], "effective": effective}


def behind(fighter: Given) -> str:
    return str(next((fighter[key] for key in BEHIND if key in fighter), ""))


def length(given: Given, _dice: Fed) -> Given:
    table(given)
    sides = {name: [told] if isinstance(told, str) else told for name, told in named(given["sides"]).items()}
    return {"seconds": float(round_length(sides))}


def firing(given: Given, _dice: Fed) -> Given:
    weapon = WEAPON_NAMES.get(str(given["weapon"]), str(given["weapon"]))
    fires, reloads = fired_and_loaded(weapon, given["rounds"])
    return {"fire_rounds": fires, "reload_rounds": reloads}


def fired_and_loaded(weapon: str, rounds: int) -> tuple[list[int], list[int]]:
    """In which rounds somebody shoots who shoots whenever it is not refused, and in which they reload."""
    scene = GAME.scene("ana", {"ana": sheet(weapon=weapon), "foe": sheet()}, {})
    fires: list[int] = []
    reloads: list[int] = []
    do = Shoot(target="foe")
    for number in range(1, rounds + 1):
        if shoot.refuse(scene, do):
            reloads.append(number)
            _, scene = played(reload, scene, Reload(), Fed([]))
        else:
            fires.append(number)
            _, scene = played(shoot, scene, do, Fed([6]))
    return fires, reloads


def simultaneous(given: Given, _dice: Fed) -> Given:
    actions = given["actions"]
    malus = several_terms(table(given), len(actions) if isinstance(actions, list) else actions)
    return {"malus_each": sum(term.value for term in malus)}


# Attacks


def guard(told: Given) -> Guard:
    armour = told.get("armour") or "none"
    return Guard(
        armour if isinstance(armour, int) else ARMOURS[ARMOUR_NAMES.get(armour, armour)].ca,
        bool(told.get("shield") or told.get("large_shield")),
        told.get("line_neighbours", 0),
        told.get("dex", 2),
        int(told.get("cover", 0)),
        told.get("attitude", "normal") if told.get("has_acted", True) else "normal",
        told.get("parry", 0),
    )


def ca(given: Given, _dice: Fed) -> Given:
    of_one = table(given).option(DEX1_CA)
    told = {**given, **given.get("situation", {})}
    tally = armour_class(guard(given["defender"]), told.get("back", False), told.get("aim_gap", False), of_one)
    return {"ca": tally.total}


def ca_against(given: Given, told: Given, situation: Given, gap: bool) -> int:
    if "ca" in told:
        return int(told["ca"])
    return armour_class(guard(told), situation.get("back", False), gap, table(given).option(DEX1_CA)).total


def in_a_crowd(situation: Given) -> bool:
    """Told by yes or no, or by the number of people."""
    told = situation.get("crowd", False)
    return told if isinstance(told, bool) else int(told) >= CROWD


def numbers(given: Given, attacker: Given, ca: int, situation: Given) -> AttackNumbers:
    scene = table(given)
    skill = (
        PHY(attacker["score"]),
        EXPERIENCE(attacker.get("xp", 0)),
        *(MODIFIER(value) for value in modifiers(attacker)),
    )
    terms = (
        *attack_terms(attacker.get("attitude", "normal")),
        *back_terms(situation.get("back", False)),
        *shot_terms(
            in_a_crowd(situation), situation.get("shooter_moving", False), situation.get("target_moving", False)
        ),
        *several_terms(scene, situation.get("actions", 1)),
        *(MODIFIER(value) for value in modifiers(situation)),
    )
    fiche8 = scene.option(COMBAT_RESOLUTION) == "fiche8"
    return attack_numbers(skill, WEAPON(attacker.get("weapon_bonus", 0)), terms, ca, fiche8)


def blow_of(given: Given, with_numbers: AttackNumbers, extra_rolls: Iterable[int] = ()) -> Question[Blow]:
    scene = table(given)
    return blows(
        (with_numbers.target.total, *extra_rolls),
        with_numbers.extra,
        scene.option(ROLL_UNDER) == "strict",
        scene.option(MIN_DAMAGE),
        scene.option(COMBAT_RESOLUTION) == "simplified",
    )


def wounded(given: Given, told: Given, damage: int) -> Given:
    body: Given = {key: told[key] for key in ("phy", "vitality", "pc") if key in told}
    return body_of(after(scene_of({"options": options_of(given)}, sheet(body)), Wound("ana", damage)))


def attack(given: Given, dice: Fed) -> Given:
    attacker, defender = given["attacker"], given["defender"]
    situation, doing = given.get("situation", {}), given.get("while_attacking", [])
    if forbids_attack(scene_of({}, sheet(attitude=attacker.get("attitude", "normal")))):
        return {"error": "very_defensive_cannot_attack"}
    if too_many_manoeuvres(step["action"] for step in doing):
        return {"error": "too_many_while_attacking_actions"}
    before = len(dice.left)
    made: list[bool] = []
    for step in doing:
        made.append(step["action"] == "move" or throw(rolled_first(given, step), dice).outcome.success)
        if not made[-1]:
            break
    gap = bool(given.get("aim_gap") or situation.get("aim_gap") or any(step.get("gap") for step in doing))
    sums = numbers(given, attacker, ca_against(given, defender, situation, gap), situation)
    lost = not all(made)
    answer: Given = {"target": sums.target.total, "attack_lost": lost, "actions_ok": made}
    struck = Blow(0, False, 0) if lost else throw(blow_of(given, sums, given.get("extra_rolls", ())), dice).outcome
    return {
        **answer,
        "hit": struck.hit,
        "margin": None if lost else struck.margin,
        "damage": struck.damage,
        "location": LOCATIONS[struck.die].id if struck.hit else None,
        "defender": wounded(given, defender, struck.damage),
        "dice_used": before - len(dice.left),
    }


def rolled_first(given: Given, step: Given) -> Question[Check]:
    """The roll of a manoeuvre by somebody whose characteristic is the score told."""
    score = step.get("score", 3)
    part = str(step.get("part", step.get("target_part", ""))) if step["action"] == "aim" else ""
    target = manoeuvre(sheet(phy=score, dex=score, sens=score), step["action"], part).target
    target = target.plus(*(MODIFIER(value) for value in modifiers(step)))
    return check(target.total, *reading(table(given)))


def exchange(given: Given, dice: Fed) -> Given:
    """Both attacks on the state before, then both wounds."""
    nested = ("attack", "attacker", "body", "defender")
    sides = {side: dict(given[side]) for side in "ab"}
    for told in sides.values():
        for key in nested:
            told.update(told.pop(key, {}))
        if forbids_attack(scene_of({}, sheet(attitude=told.get("attitude", "normal")))):
            return {"error": "very_defensive_cannot_attack"}
        told.setdefault("score", told.get("phy", 0))
    struck = {}
    for mine, theirs in (("a", "b"), ("b", "a")):
        sums = numbers(given, sides[mine], ca_against(given, {"dex": 2, **sides[theirs]}, {}, False), {})
        struck[theirs] = throw(blow_of(given, sums), dice).outcome
    after_both = {side: wounded(given, sides[side], struck[side].damage) for side in "ab"}
    return {side: {**body, "body": body} for side, body in after_both.items()}


def fire_into_melee(given: Given, dice: Fed) -> Given:
    attacker, scene = given["attacker"], table(given)
    bonus, weapon = attacker.get("weapon_bonus", 0), "short_bow"
    xp = attacker.get("xp", 0) + bonus - WEAPONS[weapon].bonus
    shooter = sheet(
        sens=attacker["score"],
        weapon=weapon,
        attitude=attacker.get("attitude", "normal"),
        skills={f"weapon:{weapon}": Line(xp=xp, category="combat")},
    )
    cast = {"ana": shooter, "enemy": standing(given["enemy"]), "friend": standing(given["friend"])}
    where = given.get("situation", {})
    do = Shoot(
        target="enemy",
        friends=("friend",),
        moving=where.get("shooter_moving", False),
        target_moving=where.get("target_moving", False),
    )
    start = Scene("ana", cast, scene.play, scene.options)
    done = perform(shoot, start, do, dice, Progress())
    assert isinstance(done, Done), done
    part = done.outcome.parts[0]
    targets = [item.total for item in done.why if isinstance(item, Tally) and item.saying.id == "UDS-COMBAT-01"]
    then = after(start, *done.outcome.effects)
    named = dict(zip(("enemy", "friend"), targets, strict=False))
    return {
        "struck": part.who if part.grade.good else None,
        "targets": named,
        "target": targets[-1],
        **{f"target_{who}": total for who, total in named.items()},
        **{f"{who}_target": total for who, total in named.items()},
        "hit": part.grade.good,
        "damage": part.amount("damage"),
        "enemy": body_of(then, "enemy"),
        "friend": body_of(then, "friend"),
    }


def standing(told: Given) -> Sheet:
    """Somebody with the CA the vector tells, by the Dextérité that gives it, or by the parts it tells."""
    body: Given = {key: told[key] for key in ("phy", "vitality") if key in told}
    if "ca" not in told:
        armour = told.get("armour") or "none"
        shield = "shield" if told.get("shield") else "none"
        return sheet(body, dex=told.get("dex", 2), armour=ARMOUR_NAMES.get(armour, armour), shield=shield)
    attitude = "normal" if told["ca"] >= dexterity_ca(1) else "very_aggressive"
    ca = told["ca"] - ATTITUDES[attitude].ca
    return sheet(body, attitude=attitude, dex=next(dex for dex in range(1, 30) if dexterity_ca(dex) == ca))


def called_shot(given: Given, _dice: Fed) -> Given:
    part = given["target_part"] if given["target_part"] in PARTS else "elsewhere"
    dex, *harder = manoeuvre(sheet(dex=given["dex"]), "aim", part).target.terms
    modifier = sum(term.value for term in harder)
    return {
        "aim_modifier": modifier,
        "aim_target": dex.value + modifier,
        "follow_up": FOLLOW_UPS[PARTS[part].effect],
    }


def parried(given: Given, dice: Fed) -> Given:
    return {"ca_extra": throw(parry(given["psy"], table(given).option(ROLL_UNDER) == "strict"), dice).outcome}


def weapon_streak(given: Given, dice: Fed) -> Given:
    streak, criticals, breaks = 0, [], None
    faces = dice.faces(len(dice.left), 6, "", "")
    for number, face in enumerate(faces, start=1):
        streak = streak_after(streak, face)
        if is_critical(streak):
            criticals.append(number)
        if is_broken(streak) and breaks is None:
            breaks = number
    return {"breaks_on_attack": breaks, "critical_attacks": criticals}


FIGHTS: dict[str, Operation] = {
    **ROLLS,
    "initiative": initiative,
    "round_length": length,
    "reload": firing,
    "simultaneous": simultaneous,
    "armour_class": ca,
    "attack": attack,
    "exchange": exchange,
    "fire_into_melee": fire_into_melee,
    "called_shot": called_shot,
    "parry": parried,
    "weapon_streak": weapon_streak,
}
