"""The vectors about people and scenes: turns, care, chases, hazards, gear, NPCs, evolution; each is a real action."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import floor
from typing import Any

from tablee.dice import Fed
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.atouts import NE_COIFFE
from tablee.games.cle_en_main.order.hand import Hands
from tablee.games.cle_en_main.people.npcs import NPCS
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import FIRES, SKILLS, WEAPONS, Armour, split
from tablee.games.cle_en_main.world.care import states
from tablee.text import Text
from tests.conformance import Operation
from tests.conformance.acting import Playing
from tests.games.cle_en_main.check_operations import decided, kind
from tests.games.cle_en_main.fight_operations import FOE, LINE, ME, TEST, struck, trained
from tests.games.cle_en_main.staged import (
    LOST,
    PLENTY,
    SKILLED,
    SURE,
    Answer,
    Arranged,
    Given,
    Laid,
    Refused,
    Staged,
    buys,
    redo_of,
    sheet,
    weapon,
    with_row,
)

PATIENT = "p"

# turns


def heroism_pool(given: Given, _dice: Fed) -> Answer:
    pj = sheet(heroism_box=given.get("bonus_box", False), heroism=given.get("left_from_last_scenario", 0))
    try:
        done = Staged({ME: pj}, given).does("", "open", pcs=given["pcs"])
    except Refused:
        return {"error": "pcs_out_of_table"}
    return {"points": done.part.amount("heroism")}


EVENTS = {"disagreement": "disagree", "yield": "yield", "pass": "pass"}
UNHIT = 50  # a difficulty
ASLEEP = [*SURE, *LOST, 6, 6]  # Résistance passed, Volonté failed for twelve rounds


def fighter(name: str, pj: bool) -> Sheet:
    """Somebody who shoots at any number of people, and whom one blow puts out."""
    arm = weapon(multi_targets=20)
    return sheet(
        name, kind="pj" if pj else "henchman", skills={LINE: 0}, weapons=(arm,), ranged_bonus=SKILLED, vitality=1
    )


def turn_order(given: Given, _dice: Fed) -> Answer:
    """A scene opened, then one action after the other; attacks miss all but those whom they eliminate."""
    pcs, npcs = given["pcs"], given["npcs"]
    cast = {who: fighter(who, who in pcs) for who in (*pcs, *npcs)}
    playing = Playing(GAME, GAME.scene("", cast, {}, GAME.play()))
    playing.acts("", "cle-en-main.start", {"surprised": given.get("surprised", ())}, Fed([]), mj=True)
    shown = []
    for event in given["events"]:
        happens(playing, event)
        play: Any = playing.scene.play
        shown.append(
            {
                "hand": "gm" if play.hand == "mj" else "players",
                "round": play.round,
                "options": list(Hands().may_act(playing.scene)),
                "reason": play.reason,
                "may_pass": play.may_pass,
            }
        )
    return {"hand_after": shown}


def happens(playing: Playing, event: Given) -> None:
    actor, kind, targets = event.get("actor", ""), event["kind"], event.get("targets", [])
    out = event.get("eliminates", [])
    if kind in EVENTS:
        action, params = EVENTS[kind], {}
    elif kind == "attack" and targets:
        several = {"free": ["multiple_attack"]} if len(targets) > 1 else {}
        action = "attack"
        params = {"target": targets[0], "others": targets[1:], "unaware": out, **several}
        params["difficulties"] = [0 if who in out else UNHIT for who in targets]  # whoever is surprised does not defend
    else:
        action, params = "do", {"deed": "other"}
    faces = {actor: [1, 1, 2]} | {who: ASLEEP if who in out else SURE for who in targets}
    told = playing.acts(actor, f"cle-en-main.{action}", params, Arranged(faces), mj=kind in EVENTS)  # type: ignore[arg-type]
    if told.refused:
        raise ValueError(f"{actor}: {told.refused}")


def interrupted(given: Given, dice: Fed) -> Answer:
    mine, theirs = given["interrupter"], given["interrupted"]
    cast = {
        ME: sheet(skills={"reflexes": mine["skill"]}, **buys(mine)),
        FOE: sheet(skills={"reflexes": theirs["skill"]}, kind="boss", **buys(theirs)),
    }
    staged = Staged(cast, given, round=1, hand="mj", options=(FOE,), reason="response")
    params = {
        "target": FOE,
        "heroic": mine.get("heroic", False),
        "circumstances": mine.get("circumstances", 0),
        "modifier": mine.get("mod", 0),
        "their_circumstances": theirs.get("circumstances", 0),
        "their_modifier": theirs.get("mod", 0),
        "auto11": [FOE] if theirs.get("auto11", False) else [],
    }
    done = staged.does(ME, "interrupt", Laid.out(dice, (ME, mine), (FOE, theirs)), **params)
    last = decided(done)
    return {
        "interrupter_total": last["a"],
        "interrupted_total": last["b"],
        "success": done.part.grade.id == "quicker",
        "decided_by": last["by"],
        "acts_now": Hands().may_act(staged.scene) == (ME,),
        "turn_lost": ME in staged.play.acted,
        "obligatory_penalties": len(staged[ME].marks),
    }


# care


def patient(told: Sequence[str], **fields: Any) -> Sheet:
    deadlines = {"dies_at": 3 if "dying" in told else 0, "wakes_at": 3 if "unconscious" in told else 0}
    return sheet("P", **{"vitality": 0 if "bad_shape" in told else 10, **deadlines, **fields})


def carer(told: Given, near: bool = False) -> Sheet:
    skill = "survival" if near else "medicine"
    return sheet(skills={skill: told["skill"]}, kind=kind(told), **buys(told))


def first_aid(given: Given, dice: Fed) -> Answer:
    near = given.get("near", False)
    cast = {
        ME: carer(given, near),
        PATIENT: patient(given["patient_states"], extra_wounds=given.get("extra_wounds", 0)),
    }
    staged = Staged(cast, given)
    params = {
        "target": PATIENT,
        "modifier": given.get("mod", 0),
        "heroic": given.get("heroic", False),
        "instead": "survival" if near else "",
        "anyway": redo_of(given) is not None,
        "auto11": [ME] if given.get("auto11", False) else [],
    }
    done = staged.does(ME, "first-aid", Laid.out(dice, (ME, given)), **params)
    last, now = done.notes(TEST)[-1], staged[PATIENT]
    return {
        "total": last["total"],
        "difficulty": last["difficulty"],
        "success": done.part.grade.good,
        "vitality": now.vitality,
        "states_after": [state for state in states(now) if state != "normal"],
        "extra_wounds": now.extra_wounds,
    }


def rest(given: Given, dice: Fed) -> Answer:
    healer = given.get("healer")
    wounds = {"vitality": given["vitality"], "vitality_max": given["max_vitality"]}
    wounds["extra_wounds"] = given.get("extra_wounds", 0)
    told = given.get("patient_states", [])
    cast = {PATIENT: patient(told, skills={"resistance": given["resistance"]}, **wounds)}
    params: dict[str, Any] = {"resting": [PATIENT]}
    if healer:
        cast["h"] = carer(healer)
        params |= {"carer": "h", "heroic": healer.get("heroic", False), "modifier": healer.get("mod", 0)}
        params["auto11"] = ["h"] if healer.get("auto11", False) else []
    staged = Staged(cast, given)
    done = staged.does("", "rest", Laid.out(dice, *([("h", healer)] if healer else [])), **params)
    answer = {
        "recovery": done.part.amount("vitality"),
        "vitality": staged[PATIENT].vitality,
        "extra_wounds": staged[PATIENT].extra_wounds,
    }
    for last in done.notes(TEST)[-1:]:
        answer |= {
            "care_total": last["total"],
            "care_difficulty": last["difficulty"],
            "care_success": last["success"],
        }
    return answer


# chases

STILL: dict[str, Any] = {"modifier": -20}  # a run without progress


def chase_test(given: Given, dice: Fed) -> Answer:
    near = given.get("near", False)
    skill = "stealth" if near else "athletics"
    runner = sheet(skills={skill: given["skill"]}, kind=kind(given), **buys(given))
    staged = Staged({ME: runner}, given, progress={ME: given.get("progress", 0)})
    params = {
        "modifier": given.get("mod", 0),
        "heroic": given.get("heroic", False),
        "instead": skill if near else "",
        "auto11": [ME] if given.get("auto11", False) else [],
    }
    done = staged.does(ME, "chase", Laid.out(dice, (ME, given)), **params)
    ran = done.notes("CEM-CHASE-02:result")[-1]
    return {"total": ran["total"], "gain": ran["gain"], "progress": staged.play.progress[ME]}


def chase_state(fugitive: int, pursuer: int) -> str:
    """What both may see when neither gains ground: the pursuer shaken off, or asked whether to stop the fugitive."""
    for runner in ("F", "P"):
        staged = Staged(
            {"F": sheet("F", kind="boss"), "P": sheet("P")},
            progress={"F": fugitive, "P": pursuer},
            fugitives=("F",),
        )
        done = staged.does(runner, "chase", LOST, {"stop": ""}, **STILL)
        if any(part.grade.id == "shaken_off" for part in done.parts):
            return "shaken_off"
        if done.asked:
            return "may_stop"
    return "continues"


def chase_check(given: Given, _dice: Fed) -> Answer:
    return {"state": chase_state(given["fugitive"], given["pursuer"])}


def whole_chase(given: Given, dice: Fed) -> Answer:
    fugitive, pursuer = given["fugitive"], given["pursuer"]
    progress, log = {who: given["progress"][who] for who in given["progress"]}, []
    for turn in given["turns"]:
        who, stop = turn["who"], turn.get("stop")
        near = turn.get("near", False)
        grabs = stop["pursuer"] if stop else turn
        if stop and grabs.get("near", False) != near:
            raise ValueError("whoever uses a near skill uses it through a whole chase")
        # both tests are of one skill: what its value at the start differs by is the MJ's modifier
        line, difference = "stealth" if near else "athletics", turn["skill"] - grabs["skill"]
        params: dict[str, Any] = {
            "modifier": turn.get("mod", 0) + difference,
            "heroic": turn.get("heroic", False),
            "instead": line if near else "",
        }
        tests = [(who, turn)]
        twice = redo_of(turn) is not None and grabs is not turn and redo_of(grabs) is not None
        lucky = atouts([NE_COIFFE], [NE_COIFFE] if twice else [])  # with which a second test of the turn is redone
        cast = {who: sheet(who, skills={line: grabs["skill"]}, atouts=lucky, **buys(turn, grabs))}
        other = fugitive if who == pursuer else pursuer
        cast[other] = sheet(other)
        if stop:
            slips = stop["fugitive"]
            params |= {"stop_circumstances": grabs.get("circumstances", 0), "stop_modifier": grabs.get("mod", 0)}
            params |= {"slip_circumstances": slips.get("circumstances", 0), "slip_modifier": slips.get("mod", 0)}
            params["auto11"] = [fugitive] if slips.get("auto11", False) else []
            tests += [(who, grabs), (fugitive, slips)]
            cast[fugitive] = sheet(fugitive, skills={"defence": slips["skill"]}, **buys(slips))
        cast[fugitive] = cast[fugitive].with_changes(kind="boss")
        staged = Staged(cast, given, progress=progress, fugitives=(fugitive,))
        laid = Laid.out(dice, *tests)
        done = staged.does(who, "chase", laid, {"stop": fugitive if stop else ""}, **params)
        progress = progress | {one: staged.play.progress[one] for one in progress if one in staged.play.progress}
        grades = {part.who: part.grade.id for part in done.parts}
        line_told: Answer = {
            "who": who,
            "total": done.notes("CEM-CHASE-02:result")[-1]["total"],
            "progress": progress[who],
            "state": chase_state(progress[fugitive], progress[pursuer]),
        }
        if stop and who == pursuer and fugitive in grades:
            caught, last = grades[fugitive] == "caught", decided(done)
            line_told |= {"state": "stopped" if caught else "continues", "stop": [last["a"], last["b"], caught]}
        log.append(line_told)
    return {"log": log, "state": log[-1]["state"], "progress": progress}


# hazards


def fall(given: Given, dice: Fed) -> Answer:
    me = sheet(skills={"acrobatics": given["acrobatics"]}, other_protection=given.get("protection", 0))
    staged = Staged({ME: me}, given)
    metres, voluntary = floor(given["height_m"]), given.get("voluntary", False)
    done = staged.does(ME, "fall", dice, metres=metres, voluntary=voluntary)
    tests = {note["difficulty"]: note["success"] for note in done.notes(TEST)}
    rolls = done.done.progress.rolls if done.done else ()
    return {
        "dice_before": done.notes("CEM-HAZARD-01:dice")[0]["dice"],
        **{f"test{difficulty}": success for difficulty, success in tests.items()},
        "dice_rolled": sum(len(roll.faces) for roll in rolls if roll.label == "damage"),
        "damage": done.part.amount("damage"),
    }


def fire(given: Given, dice: Fed) -> Answer:
    staged, burns, count = Staged({ME: sheet(other_protection=given.get("protection", 0))}, given), [], 0
    staged.does(ME, "ignite", size=given["size"])
    for _ in range(given.get("rounds", 1)):
        done = staged.does(ME, "burn", dice)
        burns.append(done.part.amount("damage"))
        count = sum(len(roll.faces) for roll in done.done.progress.rolls) if done.done else 0
    return {"dice_per_round": count, "damage_by_round": burns, "damage": PLENTY - staged[ME].vitality}


def asphyxia(given: Given, dice: Fed) -> Answer:
    me = sheet(skills={"resistance": given["resistance"]}, other_protection=given.get("protection", 0))
    staged, failed = Staged({ME: me}, given), None
    staged.does(ME, "air", air=False)
    for number in range(1, given["rounds"] + 1):
        staged.does(ME, "breathe", dice)
        failed = number if failed is None and staged[ME].choking else failed
    return {"first_failed_round": failed, "damage": PLENTY - staged[ME].vitality}


def asphyxia_difficulty(given: Given, _dice: Fed) -> Answer:
    def met(round: int) -> int | None:
        done = Staged({ME: sheet(breathless=round)}).does(ME, "breathe", Arranged({}, SURE))
        tests = done.notes(TEST)
        return tests[0]["difficulty"] if tests else None

    return {"difficulties": [met(round) for round in given["rounds"]]}


def hazard_damage(given: Given, _dice: Fed) -> Answer:
    """A fire with dice that add up to the damage, or a fall of no height; without air, one die a round."""
    left, airless = given["damage"], given.get("source", "") == "asphyxia"
    staged = Staged({ME: sheet(other_protection=given.get("protection", 0), choking=airless, breathless=1)}, given)
    if not left:
        staged.does(ME, "fall", metres=0)
    elif not airless:
        size, faces = next(
            (size, faces)
            for size, fire in FIRES.items()
            for faces in product(range(1, 7), repeat=fire.dice)
            if sum(faces) == left
        )
        staged.does(ME, "ignite", size=size)
        staged.does(ME, "burn", faces)
    while airless and left:
        face = min(6, left)
        staged.does(ME, "breathe", [face])
        left -= face
    return {"damage": PLENTY - staged[ME].vitality}


# gear


def armour_training(given: Given, _dice: Fed) -> Answer:
    """What is added to an open test of a physical skill of 0."""
    worn = Armour(id="worn", name=Text("", ""), protection=1, category=given["category"])
    staged = Staged({ME: sheet(training=trained(given), armours=(worn,))})
    return {"malus": staged.does(ME, "open-test", LOST, skill="athletics").totals("CEM-MOD-01")[0]}


def protection(given: Given, _dice: Fed) -> Answer:
    """What is taken off a sure blow."""
    worn = [Armour(id=f"a{n}", name=Text("", ""), protection=one) for n, one in enumerate(given.get("armours") or ())]
    more = [
        Armour(id=f"s{n}", name=Text("", ""), protection=one, shield=True)
        for n, one in enumerate(given.get("other") or ())
    ]
    done, _ = struck(sheet(kind="boss", armours=(*worn, *more)), SKILLED)
    return {"protection": -done.tallies("CEM-DMG-05")[0].terms[1].value}


def money(given: Given, _dice: Fed) -> Answer:
    purse = {"wealth": given.get("remaining", 0), "wealth_printed": given["initial"]}
    staged = Staged({ME: sheet(**purse, wealth_renews=given.get("plus", False))}, given)
    staged.does("", "open", pcs=3, first=given.get("first_scenario", False))
    return {"wealth": staged[ME].wealth}


def weapon_lookup(given: Given, _dice: Fed) -> Answer:
    wanted = given["name"].replace("’", "'").casefold()
    row = next(row for row in WEAPONS.values() if row.name.fr.casefold() == wanted)
    fields = ("category", "dice", "range_m", "multi_targets", "zone_m", "six_plus")
    return {field: getattr(row, field) for field in fields}


def skill_table(_given: Given, _dice: Fed) -> Answer:
    return {
        "count": len(SKILLS),
        "specialised": [id for id, skill in SKILLS.items() if skill.specialised],
        "categories": {
            category: [id for id, skill in SKILLS.items() if skill.category == category]
            for category in ("physique", "dexterity", "social", "mental")
        },
    }


# NPCs

BOSS, FIGURANTS = "lazare", "dockers"  # whose blocks are replaced
NOBODY = dict.fromkeys(("physique", "dexterity", "social", "mental"), 0)


def block(kind: str, **columns: list[int]) -> dict[str, Any]:
    """An NPC block with these columns, and nothing else in it."""
    texts = {key: {"fr": kind, "en": kind} for key in ("name", "concept", "tactics")}
    return {**texts, "kind": kind, "categories": NOBODY, "defence": "Défense 0", "combat": [], "weapons": [], **columns}


def by_pcs(given: Given, _dice: Fed) -> Answer:
    staged = Staged({}, given)
    with with_row(NPCS, BOSS, block("boss", vitality=list(given["table"].plain().values()))):
        try:
            staged.does("", "enter", npc=BOSS, pcs=given["pcs"])
        except Refused:
            return {"error": "pcs_out_of_table"}
    return {"value": staged[BOSS].vitality}


def extra_groups(given: Given, _dice: Fed) -> Answer:
    """Figurants who enter; what each group adds to a test of 0."""
    staged = Staged({})
    with with_row(NPCS, FIGURANTS, block("extra", headcount=[given["headcount"]] * 4)):
        staged.does("", "enter", npc=FIGURANTS, pcs=2)
    groups = list(staged.scene.cast)
    added = [staged.does(who, "open-test", LOST, skill="survival").totals("CEM-MOD-01")[0] for who in groups]
    return {"groups": [staged[who].group for who in groups], "bonus": added}


def npc_skill(given: Given, _dice: Fed) -> Answer:
    """What an NPC adds to an open test."""
    skill, categories = given["skill"], given["categories"].plain()
    overrides = given["overrides"].plain() if "overrides" in given else {}
    staged = Staged({ME: sheet(kind="boss", categories=categories, skills=overrides)})
    value = staged.does(ME, "open-test", LOST, skill=skill).totals("CEM-MOD-01")[0]
    return {"value": value, "category": SKILLS[split(skill)[0]].category}


# evolution


def atouts(ids: Sequence[str], ticked: Sequence[str]) -> tuple[dict[str, Any], ...]:
    return tuple({"id": id, "ticked": id in ticked} for id in ids)


def evolve(given: Given, _dice: Fed) -> Answer:
    """A scenario closed, an advance taken, the next scenario opened; the value as an open test adds it."""
    old, choice = given["sheet"], given["choice"]
    me = sheet(
        skills=old["skills"].plain(),
        developed=tuple(old.get("developed", ())),
        atouts=atouts(old["assets"], old["active"]),
        heroism_box=old.get("heroism_box", False),
    )
    staged = Staged({ME: me}, given)
    staged.does("", "close")
    kinds, skill = {"asset": "atout"}, choice.get("skill", "")
    params = {"kind": kinds.get(choice["kind"], choice["kind"]), "skill": skill, "atout": choice.get("asset", "")}
    try:
        staged.does(ME, "advance", **params)
    except Refused:
        given["pcs"]
        return {"accepted": False}
    opened = staged.does("", "open", pcs=given["pcs"])
    value = staged.does(ME, "open-test", LOST, skill=skill).totals("CEM-MOD-01")[0] if skill else None
    return {
        "accepted": True,
        "value": value,
        "active_assets": sum(atout.ticked for atout in staged[ME].atouts),
        "points": opened.part.amount("heroism"),
    }


def replace_character(given: Given, _dice: Fed) -> Answer:
    old, ids = given["old"], ["t01", "t03", "t06", "t23"]
    leaving = sheet(
        atouts=atouts(ids, ids[: old.get("active_assets", 1)]),
        developed=tuple(list(SKILLS)[: old.get("developed", 0)]),
        heroism_box=old.get("heroism_box", False),
    )
    staged = Staged({"old": leaving}, given, pcs=given["pcs"])
    staged.does("", "join", character="aubree", atout="t01", leaving="old")
    new = staged["aubree"]
    return {
        "active_assets": sum(atout.ticked for atout in new.atouts),
        "developed": len(new.developed),
        "heroism_box": new.heroism_box,
        "points": new.heroism,
    }


def first_asset(given: Given, _dice: Fed) -> Answer:
    ids = ["t01", "t02", "t03", "t04"]
    staged = Staged({ME: sheet(atouts=atouts(ids, ids[: given.get("already_ticked", 0)]))})
    try:
        staged.does(ME, "first-atout", atout="t04")
    except Refused:
        return {"accepted": False}
    return {"accepted": staged[ME].atout("t04") is not None}


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
    "npc_skill": npc_skill,
    "extra_groups": extra_groups,
    "evolve": evolve,
    "weapon_lookup": weapon_lookup,
    "skill_table": skill_table,
    "hazard_damage": hazard_damage,
    "replace_character": replace_character,
    "first_asset": first_asset,
}
