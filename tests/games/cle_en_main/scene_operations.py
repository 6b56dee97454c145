"""The vectors about people and scenes: names translated, the real engine called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.dice.throw import Thrower
from tablee.games.cle_en_main.attack.vitality import Die
from tablee.games.cle_en_main.check.checks import TESTED
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.oppositions import DECIDED, OPPOSED
from tablee.games.cle_en_main.check.side import group_bonus
from tablee.games.cle_en_main.order import interruption, turns
from tablee.games.cle_en_main.people import evolution, npcs
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import CATEGORIES, SKILLS, WEAPONS, Armour, split, tier
from tablee.games.cle_en_main.world import care, chase, hazards, scenario
from tablee.rules.action import Action, Outcome, Scene, applied, part
from tablee.rules.run import Done
from tablee.rules.why import Note
from tablee.text import Text
from tests.conformance import Operation
from tests.games.cle_en_main.scenes import HANDS, PLENTY, noted, on, sheet, tried
from tests.games.cle_en_main.shared_operations import added, kept, option

Given = dict[str, Any]


def scene_of(given: Given, actor: str, cast: Mapping[str, Sheet], **play: Any) -> Scene[Any]:
    return on(actor, cast, given.get("options"), **play)


def run(
    action: Action[Any, Any], scene: Scene[Any], values: Mapping[str, Any], dice: Fed, **answers: Any
) -> tuple[Done, Scene[Any]]:
    result = tried(action, scene, dice, values, answers)
    assert isinstance(result, Done), result
    after, _ = applied(scene, result.outcome.effects)
    return result, after


def heroism(side: Given) -> dict[str, Any]:
    """Enough points to pay what a vector's side asks for."""
    return {"heroism": 10} if side.get("heroic") else {}


def kind(side: Given) -> dict[str, Any]:
    """A flat 11 is for NPCs."""
    return {"kind": "boss"} if side.get("auto11") else {}


def heroism_pool(given: Given, dice: Fed) -> Given:
    pj = sheet(heroism_box=given.get("bonus_box", False), heroism=given.get("left_from_last_scenario", 0))
    result = tried(scenario.open_scenario, scene_of(given, "", {"a": pj}), dice, {"pcs": given["pcs"]}, {})
    if isinstance(result, Note):
        return {"error": "pcs_out_of_table"}
    return {"points": result.outcome.parts[0].amount("heroism")}


def turn_order(given: Given, dice: Fed) -> Given:
    cast = {who: sheet(who) for who in given["pcs"]} | {who: sheet(who, kind="boss") for who in given["npcs"]}
    _, scene = run(turns.start, scene_of(given, "", cast), {"surprised": tuple(given.get("surprised", ()))}, dice)
    shown = []
    for event in given["events"]:
        scene = happened(scene, event, dice)
        while due := HANDS.due(scene):
            owed = {"cle-en-main.next-round": turns.next_round, "cle-en-main.die": turns.die}[due[0].action]
            _, scene = run(owed, scene.acting(due[0].who), due[0].params, dice)
        play = played(scene)
        shown.append(
            {
                "hand": "gm" if play.hand == "mj" else "players",
                "round": play.round,
                "options": list(HANDS.may_act(scene)),
                "reason": play.reason,
                "may_pass": play.may_pass,
            }
        )
    return {"hand_after": shown}


SCENE_EVENTS: dict[str, Action[Any, Any]] = {
    "disagreement": turns.disagree,
    "yield": turns.let_play,
    "pass": turns.decline,
}


def happened(scene: Scene[Any], event: Given, dice: Fed) -> Scene[Any]:
    """One event: an action of the scene, or a turn taken, by an attack on these targets or otherwise."""
    actor, kind = event.get("actor", ""), event["kind"]
    if kind in SCENE_EVENTS:
        return run(SCENE_EVENTS[kind], scene.acting(actor), {}, dice)[1]
    assert actor in HANDS.may_act(scene), f"{actor} may not act"
    eliminated = event.get("eliminates", [])
    parts = tuple(part(who, turns.DONE) for who in event.get("targets", []))
    outcome = Outcome(parts, turns.PASSES.note(), tuple(Die(who) for who in eliminated))
    scene, _ = applied(scene, outcome.effects)
    action = "cle-en-main.attack" if kind == "attack" else "cle-en-main.do"
    return replace(scene, play=HANDS.after(scene, actor, action, outcome))


def interrupted(given: Given, dice: Fed) -> Given:
    mine, theirs = kept(dice, given["interrupter"], given["interrupted"])
    cast = {
        "a": sheet(skills={"reflexes": mine["skill"]}, **heroism(mine)),
        "b": sheet(skills={"reflexes": theirs["skill"]}, kind="boss", **heroism(theirs)),
    }
    scene = scene_of(given, "a", cast, round=1, hand="mj", options=("b",), reason="response")
    values = {
        "target": "b",
        "heroic": mine.get("heroic", False),
        "circumstances": mine.get("circumstances", 0),
        "modifier": mine.get("mod", 0),
        "their_circumstances": theirs.get("circumstances", 0),
        "their_modifier": theirs.get("mod", 0),
    }
    values["auto11"] = ("b",) if theirs.get("auto11") else ()
    result, after = run(
        interruption.interrupt, scene, values, dice, **{"b/cle-en-main.extra-die": theirs.get("heroic", False)}
    )
    met = noted(result, OPPOSED)[-1]
    play = played(after)
    return {
        "interrupter_total": met["a"],
        "interrupted_total": met["b"],
        "success": result.outcome.parts[0].grade is interruption.QUICKER,
        "decided_by": next(key for key, text in DECIDED.items() if text == met["decided"]),
        "acts_now": HANDS.may_act(after) == ("a",),
        "turn_lost": "a" in play.acted,
        "obligatory_penalties": len(after["a"].marks),
    }


def patient(states: list[str], **fields: Any) -> Sheet:
    bad = "bad_shape" in states
    return sheet(
        "P",
        **{
            "vitality": 0 if bad else 10,
            "dies_at": 3 if "dying" in states else 0,
            "wakes_at": 3 if "unconscious" in states else 0,
            **fields,
        },
    )


def states_of(one: Sheet) -> list[str]:
    return [state for state in care.states(one) if state != "normal"]


def first_aid(given: Given, dice: Fed) -> Given:
    (given,) = kept(dice, given)
    skill = "survival" if given.get("near") else "medicine"
    cast = {
        "a": sheet(skills={skill: given["skill"]}, **heroism(given), **kind(given)),
        "p": patient(given["patient_states"], extra_wounds=given.get("extra_wounds", 0)),
    }
    values = {
        "target": "p",
        "modifier": given.get("mod", 0),
        "heroic": given.get("heroic", False),
        "instead": "survival" if given.get("near") else "",
        "auto11": ("a",) if given.get("auto11") else (),
    }
    scene = scene_of(given, "a", cast)
    result = tried(care.first_aid, scene, dice, values, {})
    if isinstance(result, Note):
        return {"error": result.saying.id}
    after, _ = applied(scene, result.outcome.effects)
    tested = noted(result, TESTED)[-1]
    return {
        "total": tested["total"],
        "difficulty": tested["difficulty"],
        "success": result.outcome.parts[0].grade is care.HEALED,
        "vitality": after["p"].vitality,
        "states_after": states_of(after["p"]),
        "extra_wounds": after["p"].extra_wounds,
    }


def rest(given: Given, dice: Fed) -> Given:
    (healer,) = kept(dice, given.get("healer") or {})
    states = given.get("patient_states", [])
    wounds = {"vitality": given["vitality"], "vitality_max": given["max_vitality"]}
    wounds["extra_wounds"] = given.get("extra_wounds", 0)
    cast = {"p": patient(states, skills={"resistance": given["resistance"]}, **wounds)}
    values: Given = {"resting": ("p",)}
    if healer:
        cast["h"] = sheet(skills={"medicine": healer["skill"]}, **heroism(healer), **kind(healer))
        values |= {"carer": "h", "heroic": healer.get("heroic", False), "modifier": healer.get("mod", 0)}
        values["auto11"] = ("h",) if healer.get("auto11") else ()
    result, after = run(care.rest, scene_of(given, "", cast), values, dice)
    answer: Given = {
        "recovery": result.outcome.parts[0].amount("vitality"),
        "vitality": after["p"].vitality,
        "extra_wounds": after["p"].extra_wounds,
    }
    for tested in noted(result, TESTED)[-1:]:
        answer |= {
            "care_total": tested["total"],
            "care_difficulty": tested["difficulty"],
            "care_success": tested["success"],
        }
    return answer


def chase_test(given: Given, dice: Fed) -> Given:
    (given,) = kept(dice, given)
    skill = "stealth" if given.get("near") else "athletics"
    runner = sheet(skills={skill: given["skill"]}, **heroism(given), **kind(given))
    scene = scene_of(given, "a", {"a": runner}, progress={"a": given.get("progress", 0)})
    values = {
        "modifier": given.get("mod", 0),
        "heroic": given.get("heroic", False),
        "instead": skill if given.get("near") else "",
        "auto11": ("a",) if given.get("auto11") else (),
    }
    result, after = run(chase.race, scene, values, dice)
    ran = noted(result, chase.RAN)[-1]
    return {"total": ran["total"], "gain": ran["gain"], "progress": played(after).progress["a"]}


def sum_of(side: Given) -> int:
    """What is added to the dice, circumstances apart."""
    return added({**side, "circumstances": 0})


def chase_check(given: Given, _dice: Fed) -> Given:
    return {"state": chase.chase_state(given["fugitive"], given["pursuer"])}


def whole_chase(given: Given, dice: Fed) -> Given:
    fugitive, pursuer = given["fugitive"], given["pursuer"]
    kinds = {fugitive: "boss", pursuer: "pj"}
    progress, log = dict(given["progress"]), []
    for turn in given["turns"]:
        turn, *both = kept(dice, turn, *(turn["stop"][side] for side in ("pursuer", "fugitive") if turn.get("stop")))
        who, stop = turn["who"], dict(zip(("pursuer", "fugitive"), both, strict=True)) if both else None
        grabs = stop["pursuer"]["skill"] if stop else turn["skill"]  # an open test knows no tie: only the sum counts
        skills = {who: {"athletics": grabs}}
        values: Given = {"modifier": sum_of(turn) - grabs, "heroic": turn.get("heroic", False)}
        answers: Given = {"cle-en-main.stop": fugitive if stop else ""}
        bold = {who: heroism(turn)}
        if stop:
            skills[fugitive] = {"defence": stop["fugitive"]["skill"]}
            for one, verb, side in ((who, "stop", stop["pursuer"]), (fugitive, "slip", stop["fugitive"])):
                bold[one] = bold.get(one, {}) | heroism(side)
                answers[f"{one}/cle-en-main.extra-die"] = side.get("heroic", False)
                values[f"{verb}_modifier"] = sum_of(side) - side["skill"]
                values[f"{verb}_circumstances"] = side.get("circumstances", 0)
        cast = {
            one: sheet(one, skills=skills.get(one, {}), kind=kind, **bold.get(one, {})) for one, kind in kinds.items()
        }
        scene = scene_of(given, who, cast, progress=progress, fugitives=(fugitive,))
        result, after = run(chase.race, scene, values, dice, **answers)
        grades = {one.who: one.grade for one in result.outcome.parts[1:]}
        line: Given = {"who": who, "total": noted(result, chase.RAN)[-1]["total"]}
        progress = {**progress, **played(after).progress}
        line["progress"] = progress[who]
        line["state"] = chase.chase_state(progress[fugitive], progress[pursuer])
        if who == pursuer and fugitive in grades:
            met = noted(result, OPPOSED)[-1]
            caught = grades[fugitive] is chase.CAUGHT
            line |= {"state": "stopped" if caught else "continues", "stop": [met["a"], met["b"], caught]}
        log.append(line)
    return {"log": log, "state": log[-1]["state"], "progress": progress}


def fall(given: Given, dice: Fed) -> Given:
    cast = {"a": sheet(skills={"acrobatics": given["acrobatics"]}, other_protection=given.get("protection", 0))}
    values = {"metres": int(given["height_m"]), "voluntary": given.get("voluntary", False)}
    result, _ = run(hazards.fall, scene_of(given, "a", cast), values, dice)
    tests = {tested["difficulty"]: tested["success"] for tested in noted(result, TESTED)}
    rolled = [roll for roll in result.progress.rolls if roll.label == "damage"]
    return {
        "dice_before": noted(result, hazards.HEIGHT)[0]["dice"],
        **{f"test{difficulty}": success for difficulty, success in tests.items()},
        "dice_rolled": sum(len(roll.faces) for roll in rolled),
        "damage": result.outcome.parts[0].amount("damage"),
    }


def fire(given: Given, dice: Fed) -> Given:
    scene = scene_of(given, "a", {"a": sheet(burning=given["size"], other_protection=given.get("protection", 0))})
    burns, count = [], 0
    for _ in range(given.get("rounds", 1)):
        result, scene = run(hazards.burn, scene, {}, dice)
        burns.append(result.outcome.parts[0].amount("damage"))
        count = sum(len(roll.faces) for roll in result.progress.rolls)
    return {"dice_per_round": count, "damage_by_round": burns, "damage": PLENTY - scene["a"].vitality}


def asphyxia(given: Given, dice: Fed) -> Given:
    cast = {"a": sheet(skills={"resistance": given["resistance"]}, other_protection=given.get("protection", 0))}
    _, scene = run(hazards.air, scene_of(given, "a", cast), {"air": False}, dice)
    failed = None
    for number in range(1, given["rounds"] + 1):
        _, scene = run(hazards.breathe, scene, {}, dice)
        failed = number if failed is None and scene["a"].choking else failed
    return {"first_failed_round": failed, "damage": PLENTY - scene["a"].vitality}


def asphyxia_difficulty(given: Given, _dice: Fed) -> Given:
    return {"difficulties": [hazards.breath_difficulty(number) for number in given["rounds"]]}


def armour_training(given: Given, _dice: Fed) -> Given:
    training = [name for name, has in (("war_armour", given.get("war")), ("heavy_armour", given.get("heavy"))) if has]
    worn = Armour(id="worn", name=Text("", ""), protection=1, category=given["category"])
    return {"malus": sheet(training=tuple(training), armours=(worn,)).armour_malus("defence")}


def protection(given: Given, _dice: Fed) -> Given:
    worn = [Armour(id=f"a{n}", name=Text("", ""), protection=one) for n, one in enumerate(given.get("armours") or ())]
    more = [
        Armour(id=f"s{n}", name=Text("", ""), protection=one, shield=True)
        for n, one in enumerate(given.get("other") or ())
    ]
    return {"protection": sheet(armours=(*worn, *more)).protection}


def money(given: Given, dice: Fed) -> Given:
    purse = {
        "wealth": given.get("remaining", 0),
        "wealth_printed": given["initial"],
        "wealth_renews": given.get("plus", False),
    }
    scene = scene_of(given, "", {"a": sheet(**purse)})
    values = {"pcs": 3, "first": given.get("first_scenario", False)}
    return {"wealth": run(scenario.open_scenario, scene, values, dice)[1]["a"].wealth}


def by_pcs(given: Given, _dice: Fed) -> Given:
    table = {int(pcs): value for pcs, value in given["table"].items()}
    value = npcs.by_pcs(table, given["pcs"], option(given, "heroism_outside_table", "error"))
    return {"error": "pcs_out_of_table"} if value is None else {"value": value}


def skill_tier(given: Given, _dice: Fed) -> Given:
    return {"tier": tier(given["value"])}


def npc_skill(given: Given, _dice: Fed) -> Given:
    npc = sheet(kind="boss", categories=given["categories"], skills=given.get("overrides", {}))
    return {"value": npc.skill(given["skill"]), "category": SKILLS[split(given["skill"])[0]].category}


def extra_groups(given: Given, _dice: Fed) -> Given:
    sizes = npcs.groups(given["headcount"])
    return {"groups": list(sizes), "bonus": [group_bonus(size) for size in sizes]}


def atouts(ids: list[str], ticked: list[str]) -> tuple[Given, ...]:
    return tuple({"id": id, "ticked": id in ticked} for id in ids)


def evolve(given: Given, dice: Fed) -> Given:
    old, choice = given["sheet"], given["choice"]
    me = sheet(
        skills=old["skills"],
        developed=tuple(old.get("developed", ())),
        atouts=atouts(old["assets"], old["active"]),
        heroism_box=old.get("heroism_box", False),
    )
    _, scene = run(scenario.close_scenario, scene_of(given, "a", {"a": me}), {}, dice)
    values = {
        "kind": {"asset": "atout"}.get(choice["kind"], choice["kind"]),
        "skill": choice.get("skill", ""),
        "atout": choice.get("asset", ""),
    }
    result = tried(evolution.advance, scene, dice, values, {})
    if isinstance(result, Note):
        return {"accepted": False}
    after, _ = applied(scene, result.outcome.effects)
    opened, _ = run(scenario.open_scenario, after, {"pcs": given["pcs"]}, dice)
    return {
        "accepted": True,
        "value": after["a"].skill(choice["skill"]) if "skill" in choice else None,
        "active_assets": sum(atout.ticked for atout in after["a"].atouts),
        "points": opened.outcome.parts[0].amount("heroism"),
    }


def weapon_lookup(given: Given, _dice: Fed) -> Given:
    wanted = given["name"].replace("’", "'").casefold()
    weapon = next(row for row in WEAPONS.values() if row.name.fr.casefold() == wanted)
    fields = ("category", "dice", "range_m", "multi_targets", "zone_m", "six_plus")
    return {field: getattr(weapon, field) for field in fields}


def skill_table(_given: Given, _dice: Fed) -> Given:
    return {
        "count": len(SKILLS),
        "specialised": [id for id, skill in SKILLS.items() if skill.specialised],
        "categories": {
            category: [id for id, skill in SKILLS.items() if skill.category == category] for category in CATEGORIES
        },
    }


def hazard_damage(given: Given, dice: Fed) -> Given:
    scene = scene_of(given, "a", {"a": sheet(other_protection=given.get("protection", 0))})
    airless = given.get("source", given.get("hazard", given.get("kind", ""))) == "asphyxia"
    said = hazards.CHOKES if airless else hazards.FELL
    outcome = hazards.hurt(scene, Thrower(dice, ()), Purse(scene), given["damage"], said, airless, metres=0)
    return {"damage": outcome.parts[0].amount("damage")}


def replace_character(given: Given, dice: Fed) -> Given:
    old = given["old"]
    ids = ["t01", "t03", "t06", "t23"]
    leaving = sheet(
        atouts=atouts(ids, ids[: old.get("active_assets", 1)]),
        developed=tuple(list(SKILLS)[: old.get("developed", 0)]),
        heroism_box=old.get("heroism_box", False),
    )
    scene = scene_of(given, "", {"old": leaving}, pcs=given["pcs"])
    values = {"character": "aubree", "atout": "t01", "leaving": "old"}
    _, after = run(evolution.join, scene, values, dice)
    new = after["aubree"]
    return {
        "active_assets": sum(atout.ticked for atout in new.atouts),
        "developed": len(new.developed),
        "heroism_box": new.heroism_box,
        "points": new.heroism,
    }


def first_asset(given: Given, dice: Fed) -> Given:
    ids = ["t01", "t02", "t03", "t04"]
    scene = scene_of(given, "a", {"a": sheet(atouts=atouts(ids, ids[: given.get("already_ticked", 0)]))})
    result = tried(evolution.first_atout, scene, dice, {"atout": "t04"}, {})
    return {"accepted": isinstance(result, Done)}


SCENES: dict[str, Operation] = {
    "heroism_pool": heroism_pool,
    "turn_order": turn_order,
    "interrupt": interrupted,
    "first_aid": first_aid,
    "rest": rest,
    "chase_test": chase_test,
    "chase_check": chase_check,
    "chase": whole_chase,
    "fall": fall,
    "fire": fire,
    "asphyxia": asphyxia,
    "asphyxia_difficulty": asphyxia_difficulty,
    "armour_training": armour_training,
    "protection": protection,
    "money": money,
    "by_pcs": by_pcs,
    "skill_tier": skill_tier,
    "npc_skill": npc_skill,
    "extra_groups": extra_groups,
    "evolve": evolve,
    "weapon_lookup": weapon_lookup,
    "skill_table": skill_table,
    "hazard_damage": hazard_damage,
    "replace_character": replace_character,
    "first_asset": first_asset,
}
