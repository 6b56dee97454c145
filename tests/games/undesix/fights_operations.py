"""The vector operations of UnDéSix: tests, oppositions, initiative, attacks, shooting, manoeuvres."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, Odds, Question, odds, throw
from tablee.games.undesix.armour import Guard, armour_class, dexterity_ca
from tablee.games.undesix.attitudes import attack_terms, forbids_attack, round_length
from tablee.games.undesix.book import EXPERIENCE, MODIFIER, PHY, WEAPON
from tablee.games.undesix.checks import TARGET, Check, Together, check, confirmed, reading, together
from tablee.games.undesix.combat import Blow, Numbers, attack_numbers, blows, parry
from tablee.games.undesix.initiative import Entry, effective_sens, instants
from tablee.games.undesix.manoeuvres import aim_modifier, manoeuvre, manoeuvred, too_many
from tablee.games.undesix.oppositions import Camp, group_opposition, opposition
from tablee.games.undesix.options import COMBAT_RESOLUTION, DEX1_CA, GROUP_OPPOSITION, MIN_DAMAGE, ROLL_UNDER
from tablee.games.undesix.play import malus_of, several_terms
from tablee.games.undesix.sheet import Line, Sheet, Wound
from tablee.games.undesix.shooting import Shoot, cycle, shoot, shot_terms
from tablee.games.undesix.streaks import is_broken, is_critical, streak_after
from tablee.games.undesix.striking import back_terms
from tablee.games.undesix.tables import ARMOURS, LOCATIONS, PARTS, WEAPONS
from tablee.rules.action import Scene
from tablee.rules.run import Done, Progress, Waiting, perform
from tablee.rules.why import Tally
from tests.games.undesix.people import after, sheet
from tests.games.undesix.people_operations import body_of, options_of, scene_of

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = dict[str, Any]

KEPT = {"special_moves_subtract_ca": False, "round_length": "side_product", "group_help": "per_helper"}
ARMOUR_NAMES = {"bulletproof_vest": "vest", "bullet_proof_vest": "vest", "padded_cloth": "padded"}
WEAPON_NAMES = {"modern": "pistol", "firearm": "pistol", "pistolaser": "laser_pistol", "arbalete": "crossbow"}
FOLLOW_UPS = {"disarm": "target_rolls_remaining_phy", "slow": "target_slowed", "": None}


def table(given: Given) -> Scene[Sheet]:
    """A scene with the vector's options and nobody in particular; rulings must have their one value."""
    options = dict(given.get("options", {}))
    for id, value in KEPT.items():
        assert options.pop(id, value) == value, f"{id} is a ruling: only {value} is played"
    return scene_of({"options": options}, sheet())


def modifiers(given: Given) -> list[int]:
    told = given.get("modifiers", {})
    return list(told.values()) if isinstance(told, dict) else [told] if isinstance(told, int) else list(told)


def target_of(given: Given) -> Tally:
    return TARGET.sum(PHY(given["score"]), *(MODIFIER(value) for value in modifiers(given)))


# Tests and oppositions


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
    scene = table(given)
    camps = tuple(
        Camp(
            tuple(target_of(member).total for member in members if "score" in member),
            tuple(member["margin"] for member in members if "score" not in member),
        )
        for members in given["sides"].values()
    )
    signed = scene.option(GROUP_OPPOSITION) == "signed"
    thrown = throw(group_opposition(camps, signed, *reading(scene, "opposition")), dice)
    totals = dict(zip(given["sides"], thrown.outcome, strict=True))
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
    return str(next((fighter[key] for key in ("behind", "back_attack", "back_attack_on") if key in fighter), ""))


def length(given: Given, _dice: Fed) -> Given:
    table(given)
    return {"seconds": float(round_length(given["sides"]))}


def reload(given: Given, _dice: Fed) -> Given:
    weapon = WEAPONS[WEAPON_NAMES.get(str(given["weapon"]), str(given["weapon"]))]
    fires, reloads = cycle(weapon, given["rounds"])
    return {"fire_rounds": list(fires), "reload_rounds": list(reloads)}


def simultaneous(given: Given, _dice: Fed) -> Given:
    return {"malus_each": malus_of(given["actions"])}


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
    tally = armour_class(guard(given["defender"]), given.get("back", False), given.get("aim_gap", False), of_one)
    return {"ca": tally.total}


def ca_against(given: Given, told: Given, situation: Given, gap: bool) -> int:
    if "ca" in told:
        return int(told["ca"])
    return armour_class(guard(told), situation.get("back", False), gap, table(given).option(DEX1_CA)).total


def numbers(given: Given, attacker: Given, ca: int, situation: Given) -> Numbers:
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
            bool(situation.get("crowd")), situation.get("shooter_moving", False), situation.get("target_moving", False)
        ),
        *several_terms(scene, situation.get("actions", 1)),
        *(MODIFIER(value) for value in modifiers(situation)),
    )
    fiche8 = scene.option(COMBAT_RESOLUTION) == "fiche8"
    return attack_numbers(skill, WEAPON(attacker.get("weapon_bonus", 0)), terms, ca, fiche8)


def blow_of(given: Given, with_numbers: Numbers, extra_rolls: Iterable[int] = ()) -> Question[Blow]:
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
    if too_many(step["action"] for step in doing):
        return {"error": "too_many_while_attacking_actions"}
    before = len(dice.left)
    made: list[bool] = []
    for step in doing:
        made.append(step["action"] == "move" or throw(rolled_first(given, step), dice).outcome == 1)
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


def rolled_first(given: Given, step: Given) -> Question[int]:
    """The roll of a manoeuvre by somebody whose characteristic is the score told."""
    score = step.get("score", 3)
    part = str(step.get("part", step.get("target_part", ""))) if step["action"] == "aim" else ""
    target = manoeuvre(sheet(phy=score, dex=score, sens=score), step["action"], part).target
    target = target.plus(*(MODIFIER(value) for value in modifiers(step)))
    return manoeuvred((target.total,), *reading(table(given)))


def exchange(given: Given, dice: Fed) -> Given:
    """Both attacks on the state before, then both wounds."""
    sides = {side: {**given[side], **given[side].get("attack", {}), **given[side].get("body", {})} for side in "ab"}
    for told in sides.values():
        told.setdefault("score", told.get("phy", 0))
    struck = {}
    for mine, theirs in (("a", "b"), ("b", "a")):
        sums = numbers(given, sides[mine], ca_against(given, {"dex": 2, **sides[theirs]}, {}, False), {})
        struck[theirs] = throw(blow_of(given, sums), dice).outcome
    return {side: wounded(given, sides[side], struck[side].damage) for side in "ab"}


def fire_into_melee(given: Given, dice: Fed) -> Given:
    attacker, scene = given["attacker"], table(given)
    weapon = next(
        id
        for id, row in WEAPONS.items()
        if row.ranged and row.characteristic == "sens" and row.bonus == attacker.get("weapon_bonus", 0)
    )
    shooter = sheet(
        sens=attacker["score"],
        weapon=weapon,
        attitude=attacker.get("attitude", "normal"),
        skills={f"weapon:{weapon}": Line(xp=attacker.get("xp", 0), category="combat")},
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
    return sheet(body, dex=next(dex for dex in range(1, 30) if dexterity_ca(dex) == told["ca"]))


def called_shot(given: Given, _dice: Fed) -> Given:
    part = given["target_part"] if given["target_part"] in PARTS else "elsewhere"
    return {
        "aim_modifier": aim_modifier(part),
        "aim_target": manoeuvre(sheet(dex=given["dex"]), "aim", part).target.total,
        "follow_up": FOLLOW_UPS[PARTS[part].effect],
    }


def parried(given: Given, dice: Fed) -> Given:
    return {"ca_extra": throw(parry(given["psy"], table(given).option(ROLL_UNDER) == "strict"), dice).outcome}


def weapon_streak(given: Given, dice: Fed) -> Given:  # noqa: ARG001
    streak, criticals, breaks = 0, [], None
    faces = dice.faces(len(dice.left), 6, "", "")
    for number, face in enumerate(faces, start=1):
        streak = streak_after(streak, face)
        if is_critical(streak):
            criticals.append(number)
        if is_broken(streak) and breaks is None:
            breaks = number
    return {"breaks_on_attack": breaks, "critical_attacks": criticals}


# Odds


def told(chance: Fraction) -> Given:
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "float": float(chance), "value": float(chance)}


def probability(given: Given, _dice: Fed) -> Given:
    asked = PROBABILITIES[given["of"]](given)
    first = next(iter(asked.values()))
    return {**told(first), **{name: told(chance) for name, chance in asked.items()}}


def chance_of_test(given: Given) -> dict[str, Fraction]:
    law = odds(check(target_of(given).total, *reading(table(given))))
    success = law.chance(lambda it: it.success)
    return {"success": success, "failure": 1 - success}


def chance_of_opposition(given: Given) -> dict[str, Fraction]:
    sides = [it if isinstance(it, dict) else {"score": it} for it in (given["a"], given["b"])]
    a, b = (target_of(side).total for side in sides)
    won = odds(opposition(a, b, *reading(table(given), "opposition"))).chance(lambda it: it.active_wins)
    return {"a": won, "b": 1 - won}


def chance_of_attack(given: Given) -> dict[str, Fraction]:
    attacker = given.get("attacker", given)
    defender = given.get("defender", {"ca": given.get("ca", 0)})
    situation = given.get("situation", {})
    sums = numbers(given, attacker, ca_against(given, defender, situation, False), situation)
    law: Odds[Blow] = odds(blow_of(given, sums, given.get("extra_rolls", ())))
    hit = law.chance(lambda it: it.hit)
    return {"hit": hit, "miss": 1 - hit, "expected_damage": law.mean(lambda it: it.damage)}


PROBABILITIES: dict[str, Callable[[Given], dict[str, Fraction]]] = {
    "test": chance_of_test,
    "success": chance_of_test,
    "test_success": chance_of_test,
    "oppose": chance_of_opposition,
    "opposition": chance_of_opposition,
    "opposition_win": chance_of_opposition,
    "attack": chance_of_attack,
    "hit": chance_of_attack,
    "attack_hit": chance_of_attack,
}

FIGHTS: dict[str, Operation] = {
    "test": simple_test,
    "critical": critical,
    "oppose": oppose,
    "oppose_groups": oppose_groups,
    "group_help": group_help,
    "initiative": initiative,
    "round_length": length,
    "reload": reload,
    "simultaneous": simultaneous,
    "armour_class": ca,
    "attack": attack,
    "exchange": exchange,
    "fire_into_melee": fire_into_melee,
    "called_shot": called_shot,
    "parry": parried,
    "weapon_streak": weapon_streak,
    "probability": probability,
}
