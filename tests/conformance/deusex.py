"""The vectors of DeusEx: each builds a scene in which real actions meet what is given, and reads what they tell.

A vector's Test is made with the Talent FOR and the Aptitude « Chimie », which nobody can improvise, unless a weapon has
its own. Where a vector gives a margin instead of dice, the Difficulty is set so that fixed dice come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, cast

from tablee.dice import Fed, Odds, odds
from tablee.errors import BadFields
from tablee.games.deusex import GAME, pv_and_ps
from tablee.games.deusex.check.checks import faces
from tablee.games.deusex.options import OPTIONS
from tablee.games.deusex.people import creation
from tablee.games.deusex.people import draft as drafts
from tablee.games.deusex.sheet import MAX_RESERVE, MAX_XP, Sheet
from tablee.games.deusex.tables import CRITICAL_GRADES, PV_TIERS, TALENTS, TROUBLES, WEAPONS, category_of
from tablee.rules.action import Create
from tablee.rules.fields import record_of
from tablee.rules.run import Parts, expected, prepared
from tablee.rules.why import Note
from tablee.text import Name
from tests.conformance import Operation
from tests.conformance.acting import Asked, Playing, Told
from tests.conformance.given import plain

Given = Mapping[str, Any]
Answer = dict[str, Any]

DESCRIBES: dict[str, str] = {}  # every key of a vector of DeusEx is read

FIXED = {  # readings of the catalogue that are no option of the game: docs/rulings/deusex.md
    "min_dice": 0,
    "malus_stacking": "sum",
    "malus_scope": "actions",
    "default_melee_difficulty": 15,
    "default_ranged_difficulty": 15,
    "coop_strict": False,
    "coop_cumulative": True,
    "open_rerolls_count_for_crit": False,
    "crit_failure_auto": True,
    "crit_failure_min_dice": 1,
    "initiative": "agility",
    "zero_tier_malus": 0,
    "human_cap": 17,
    "heal_cap": "own_max",
    "care_repeat": "once_per_injury",
    "stress_test_talent": "STA",
    "stress_failure_floor": False,
    "phase_recovers_with_ps": False,
    "phase3_at_major_crisis": True,
    "bonus_timing": "before_roll",
    "deusex_test_strict": False,
    "bonus_on_deusex_test": False,
    "evolution_gaps": "fill",
    "evolution_updates_pools": True,
    "specialisation_check": "warning",
}
TALENT, APTITUDE = "FOR", "Chimie"
KINDS = {  # what a kind of Test is made with
    "simple": {},
    "talent": {"talent": TALENT},
    "aptitude": {"aptitude": APTITUDE},
    "crossed": {"aptitude": APTITUDE, "talent": TALENT},
}
NO_ACTION = {"stress": "deusex.stress", "deusex": "deusex.invoke"}  # Tests that are no action of the character
ANY_SHOCK, SEEN_SHOCK = "murder_or_accident", "glimpse_creature"
NINES = (9,) * 30  # fixed dice, none of them critical
WRITTEN = {0: 10}  # the face printed 0 is written 10 in a vector


# Scenes


def options_of(given: Given) -> dict[str, Any]:
    """The options of a vector; one that this game does not offer may only stand at the book's value."""
    asked: dict[str, Any] = plain(given.get("options", {}))
    known = set(OPTIONS)
    for other in set(asked) - known:
        assert asked[other] == FIXED[other], f"{other} stands at {FIXED[other]} in this game"
    return {id: value for id, value in asked.items() if id in known}


def sheet(name: str, **fields: Any) -> Sheet:
    """Somebody of whom only these fields matter; Talents not named are 1."""
    talents = dict.fromkeys(TALENTS, 1) | fields.pop("talents", {})
    plain_one = {"aptitudes": {}, "pv": 12, "pv_max": 12, "ps": 8, "ps_max": 8}
    return Sheet(**{"name": Name(name), **plain_one, **fields, "talents": talents})


def points(given: Given) -> dict[str, Any]:
    """The points of a vector's person that their sheet has: PV, PS, and reserve for the bonus."""
    found = {key: given[key] for key in ("pv", "ps") if key in given}
    return found | {"reserve": given.get("bonus", 0), "reserve_level": given.get("bonus", 0)}


def tester(name: str, given: Given, **fields: Any) -> Sheet:
    """Somebody with the Talent and the Aptitude of a vector's Test."""
    score, level = given.get("talent", 0), given.get("aptitude", 0)
    aptitudes = {} if level is None else {APTITUDE: level}
    talents = {TALENT: score, "STA": score} | fields.pop("talents", {})
    return sheet(name, **{"talents": talents, "aptitudes": aptitudes, **points(given), **fields})


def playing(options: Mapping[str, Any], **cast: Sheet) -> Playing:
    """A scene in which each act is looked at by itself."""
    return Playing(GAME, GAME.scene(cast=cast, options=options), dues=False)


def spends(bonuses: Mapping[str, int]) -> Callable[[Asked], dict[str, int]]:
    """The answers of people who put these points on their roll."""
    return lambda asked: {who: bonuses[who] for who in asked if bonuses.get(who)}


def at_margin(
    start: Callable[[], Playing], actor: str, action: str, params: Answer, margin: int
) -> tuple[Playing, Told]:
    """An action in which fixed dice make this margin: tried once, then with the Difficulty that gives it."""
    difficulty = 15
    for _ in range(2):
        table = start()
        told = table.acts(actor, action, {**params, "difficulty": difficulty}, Fed(NINES), mj=True)
        if told.refused:
            return table, told
        difficulty += tests_of(told)[0]["margin"] - margin
    assert tests_of(told)[0]["margin"] == margin
    return table, told


def margin_of(given: Given) -> int:
    """A margin where the vector gives one; only its sign matters elsewhere."""
    return int(given.get("margin", 0)) if given["success"] else min(-1, given.get("margin", -1))


# What actions tell


def code(told: Told) -> Answer:
    """A refusal by its name in the catalogue, which is the key of its saying."""
    assert told.refused is not None
    return {"error": told.refused.split(":")[1]}


def tests_of(told: Told) -> list[Answer]:
    """The Tests of an explanation, in the order in which they were rolled."""
    found: list[Answer] = []
    for why in told.why:
        values = dict(why.values) if isinstance(why, Note) else {}
        match why.saying.id:
            case "DEX-TEST-08" | "DEX-TEST-08:with_talent" | "DEX-TEST-08:whose" | "DEX-TEST-08:whose_with_talent":
                raw = values["margin"]
                found.append(
                    {"total": values["total"], "raw_margin": raw, "margin": raw, "critical": None, "grade": None}
                )
            case "DEX-DICE-03" | "DEX-DICE-03:whose":
                found[-1] |= {"margin": values["margin"], "pool": 0}
            case "DEX-CRIT-01":
                grade = next(rung.id for rung in CRITICAL_GRADES if rung.name == values["grade"])
                found[-1] |= {
                    "margin": values["margin"],
                    "critical": "success",
                    "grade": grade,
                    "zeros": values["zeros"],
                }
            case "DEX-CRIT-03":
                found[-1] |= {"margin": values["margin"], "critical": "failure"}
            case _:
                if "appraisal" in values and found:
                    found[-1]["appraisal"] = values["appraisal"].fr
    return found


def test_of(told: Told) -> Answer:
    """All there is to say of the one Test of an action."""
    assert told.done is not None
    first = told.done.progress.rolls[0].faces if told.done.progress.rolls else ()
    shown = {"pool": len(first), "zeros": first.count(10)}  # what fell; a critical tells its zeros itself
    found = {**shown, **tests_of(told)[0]}
    return {**found, "success": found["margin"] >= 0}  # a margin has a sign, which says so


# Tests


def test(given: Given, dice: Fed) -> Answer:
    told = tested(given, dice)
    if told.refused:
        return code(told)
    if given.get("bonus", 0) and not told.asked:
        return {"error": "bonus_not_allowed"}
    return test_of(told)


def tested(given: Given, dice: Fed) -> Told:
    """The Test of a vector: an attempt, the Test DeusEx, or a shock to face."""
    options, kind, bonus = options_of(given), given.get("kind", "aptitude"), given.get("bonus", 0)
    against = {"difficulty": given["difficulty"]} if "difficulty" in given else {}
    if "open" in given:
        options["open_rolls"] = given["open"]
    if kind in NO_ACTION:
        action, params, someone = NO_ACTION[kind], dict(against), tester("a", given)
        if kind == "stress":
            params["incident"] = ANY_SHOCK
        else:
            someone = tester("a", given, reserve=MAX_RESERVE)
        if given.get("malus", 0):  # none weighs on it
            assert "malus" not in GAME.action(action).params.model_fields
        return playing(options, a=someone).acts("a", action, params, dice, spends({"a": bonus}))
    if given.get("open"):
        del options["open_rolls"]  # for this Test alone
    params = {**KINDS[kind], **against, "malus": given.get("malus", 0), "open": given.get("open", False)}
    return playing(options, a=tester("a", given)).acts("a", "deusex.test", params, dice, spends({"a": bonus}))


def pool(given: Given, _: Fed) -> Answer:
    told = tested(given, Fed(NINES))
    return code(told) if told.refused else {"pool": test_of(told)["pool"]}


def face_value(given: Given, _: Fed) -> Answer:
    """What each face adds to a Test of one die."""
    shown = [WRITTEN.get(face, face) for face in given["faces"]]
    params = {"kind": "simple", "difficulty": 0, "malus": 1}
    return {"values": [test_of(tested(params, Fed([face])))["total"] for face in shown]}


def untrained(given: Given, _: Fed) -> Answer:
    name = given["aptitude_name"]
    known = sheet("b", aptitudes={name: 1})
    table = playing(options_of(given), a=sheet("a"), b=known)
    (listed,) = known.aptitudes
    told = table.acts("a", "deusex.first-aid", {"patient": "b", "aptitude": listed, "talent": TALENT}, Fed(NINES))
    instead = told.said("DEX-TEST-05")
    return {"category": category_of(name), "allowed": instead, "test": "talent" if instead else None}


def difficulty_label(given: Given, _: Fed) -> Answer:
    named = tested({"kind": "simple", "difficulty": given["difficulty"]}, Fed(NINES)).notes("DEX-TEST-07")
    return {"label": named[0]["name"].fr if named else None}


def margin_label(given: Given, _: Fed) -> Answer:
    _table, told = at_margin(
        lambda: playing({}, a=sheet("a", aptitudes={APTITUDE: 3})),
        "a",
        "deusex.test",
        KINDS["aptitude"],
        given["margin"],
    )
    return {"label": tests_of(told)[0]["appraisal"]}


def talent_label(given: Given, _: Fed) -> Answer:
    params = {"whose": "a", "talent": TALENT, "score": given["score"]}
    told = playing({}, a=sheet("a")).acts("", "deusex.adjust-talent", params, Fed([]), mj=True)
    return {"label": told.notes("DEX-CREATE-03")[0]["now"].fr}


def aptitude_label(given: Given, _: Fed) -> Answer:
    """What one is before learning, then after each step."""
    table, label = playing({}, a=sheet("a", xp=MAX_XP)), "was"
    told = table.acts("a", "deusex.raise-aptitude", {"aptitude": APTITUDE}, Fed([]))
    while given["level"] is not None and told.refused is None:
        label = "now"
        if table.scene["a"].level(APTITUDE) == given["level"]:
            break
        told = table.acts("a", "deusex.raise-aptitude", {"aptitude": APTITUDE}, Fed([]))
    return {"label": told.notes("DEX-TEST-05:scale")[0][label].fr}


# Oppositions and cooperation


def theirs(params: Mapping[str, Any]) -> Answer:
    return {f"their_{key}": value for key, value in params.items()}


def side(given: Given) -> Answer:
    """How one side of an opposition rolls."""
    against = {"difficulty": given["difficulty"]} if "difficulty" in given else {}
    return {**KINDS[given.get("kind", "simple")], **against, "malus": given.get("malus", 0)}


def open_sides(given: Given, *sides: Given) -> dict[str, Any]:
    """The options of a roll between several people, open for all or for nobody."""
    options = options_of(given)
    said = {one["open"] for one in sides if "open" in one}
    if said:
        (options["open_rolls"],) = said  # fails where sides differ: no action has that
    return options


def opposition(given: Given, dice: Fed) -> Answer:
    a, b = given["a"], given["b"]
    table = playing(open_sides(given, a, b), a=tester("a", a), b=tester("b", b))
    params = {"opponent": "b", **side(a), **theirs(side(b))}
    told = table.acts("a", "deusex.oppose", params, dice, spends({"a": a.get("bonus", 0), "b": b.get("bonus", 0)}))
    if told.refused:
        return code(told)
    outcome = {"won": "a", "lost": "b"}.get(told.part.grade.id, told.part.grade.id)
    return {**opposed(told), "outcome": outcome}


def opposed(told: Told) -> Answer:
    """What both sides of an opposition came to, and who may be burdened if they try again."""
    a, b = tests_of(told)
    burdened = told.notes("DEX-OPP-05:burdened")
    return {
        "a_margin": a["margin"],
        "b_margin": b["margin"],
        "a_success": a["margin"] >= 0,
        "b_success": b["margin"] >= 0,
        "retry_malus": burdened[0]["who"].fr if burdened else None,
    }


def cooperative(given: Given, dice: Fed) -> Answer:
    """Rounds of work until the task is done or no die is left; whoever the action refuses by name is left out."""
    people = {f"p{at}": one for at, one in enumerate(given["participants"])}
    options = open_sides(given, *people.values())
    table = playing(options, **{who: tester(who, one) for who, one in people.items()})
    ways = {who: side({"difficulty": given["test_difficulty"], **one}) for who, one in people.items()}
    bonuses = {who: one.get("bonus", 0) for who, one in people.items()}
    totals: list[int] = []
    complete = False
    while not totals or (dice.left and not complete):
        actor, *helpers = ways
        params = {
            **ways[actor],
            "task": given["task_difficulty"],
            "helpers": helpers,
            "with_aptitudes": [ways[who].get("aptitude", "") for who in helpers],
            "with_talents": [ways[who].get("talent", "") for who in helpers],
            "difficulties": [ways[who]["difficulty"] for who in helpers],
            "maluses": [ways[who]["malus"] for who in helpers],
        }
        told = table.acts(actor, "deusex.cooperate", params, dice, spends(bonuses))
        if told.refusal is not None:
            del ways[dict(told.refusal.values)["who"].fr]
            continue
        totals.append(told.part.amount("progress"))
        complete = told.part.grade.id == "complete"
    return {"running_totals": totals, "complete": complete, "rounds": len(totals)}


# Fights


def armed(name: str, given: Given, weapon: str, **fields: Any) -> Sheet:
    """Somebody who carries a weapon and knows its Aptitude as the vector says; AGI stands for what they lack."""
    score, level = given.get("talent", 1), given.get("aptitude") if given.get("kind") != "talent" else None
    known = {} if level is None else {next(iter(WEAPONS[weapon].aptitudes), APTITUDE): level}
    talents = {TALENT: score, "AGI": score} | fields.pop("talents", {})
    return sheet(name, **{"talents": talents, "aptitudes": known, "weapons": (weapon,), **points(given), **fields})


def attacking(given: Given, weapon: str) -> Answer:
    """How a vector's attacker uses a weapon; one that has no Aptitude takes the one named."""
    against = {"difficulty": given["difficulty"]} if "difficulty" in given else {}
    crossed = {"talent": TALENT} if given.get("kind") == "crossed" else {}
    named = {} if WEAPONS[weapon].aptitudes else {"aptitude": APTITUDE}
    return {"weapon": weapon, **named, **crossed, **against, "malus": given.get("malus", 0)}


def trained(options: dict[str, Any], given: Given) -> dict[str, Any]:
    """The options under which a Test of an Aptitude that one lacks is no other Test instead."""
    lacks = given.get("kind") != "talent" and given.get("aptitude", 0) is None
    return {"untrained": "forbidden", **options} if lacks else options


def melee_round(given: Given, dice: Fed) -> Answer:
    a, b = given["a"], given["b"]
    arms = [one.get("weapon", "unarmed") for one in (a, b)]
    options = trained(open_sides(given, a, b), a)
    table = playing(options, a=armed("a", a, arms[0]), b=armed("b", b, arms[1]))
    answer = {key: value for key, value in side(b).items() if key in ("difficulty", "malus")}
    params = {"target": "b", **attacking(a, arms[0]), **theirs(answer)}
    told = table.acts("a", "deusex.melee", params, dice, spends({"a": a.get("bonus", 0), "b": b.get("bonus", 0)}))
    if told.refused:
        return code(told)
    if told.said("DEX-COMBAT-03:helpless"):
        return {"error": "incapacitated"}  # no opposition: the catalogue names the reason
    hit = {part.who: part.amount("damage") for part in told.parts if part.amounts}
    target = next(iter(hit), None)
    drawn = next((id for id in ("statu_quo", "both_fail") if told.said(f"DEX-COMBAT-03:{id}")), None)
    return {
        **opposed(told),
        "outcome": drawn or {"a": "b", "b": "a"}[str(target)],
        "damage": hit.get(str(target), 0),
        "target": target,
        **{f"{who}_pv": table.scene[who].pv for who in "ab"},
        **{f"{who}_tier": pv_and_ps.pv_tier(table.scene[who].pv).id for who in "ab"},
    }


def ranged_attack(given: Given, dice: Fed) -> Answer:
    """A shot; with a dodge, the same dice also make an opposition, whose outcome is told."""
    attacker, dodge, weapon = given["attacker"], given.get("dodge"), given["weapon"]
    thrown, settings = Fed(dice.left), {"options": given["options"]} if "options" in given else {}
    options = trained(open_sides(given, attacker, *([dodge] if dodge else [])), attacker)
    shot = attacking(attacker, weapon)
    target = sheet("b", pv=given["target_pv"])
    if dodge:
        assert dodge.get("difficulty", shot.get("difficulty")) == shot.get("difficulty"), "one Difficulty for both"
        athletic = dodge["kind"] == "aptitude"
        known = {"Athlétisme": dodge["aptitude"]} if athletic else {}
        scores = {"talents": {"AGI": dodge.get("talent", 0)}, "aptitudes": known}
        target = sheet("b", pv=given["target_pv"], **scores, reserve=dodge.get("bonus", 0))
        shot["dodge"] = "Athlétisme" if athletic else "AGI"
    table = playing(options, a=armed("a", attacker, weapon), b=target)
    bonuses = {"a": attacker.get("bonus", 0), "b": dodge.get("bonus", 0) if dodge else 0}
    told = table.acts("a", "deusex.shoot", {"target": "b", **shot}, dice, spends(bonuses))
    if told.refused:
        return code(told)
    after = table.scene["b"]
    return {
        **test_of(told),
        "success": told.part.grade.id not in ("missed", "dodged"),
        "outcome": opposition({"a": attacker, "b": dodge, **settings}, thrown)["outcome"] if dodge else None,
        "damage": told.part.amount("damage") if told.part.amounts else 0,
        "target_pv": after.pv,
        "target_tier": pv_and_ps.pv_tier(after.pv).id,
    }


def struck(weapon: str, margin: int, pv: int, options: Mapping[str, Any]) -> tuple[Playing, Told]:
    """A hit with this margin on somebody who does not fight back."""
    shoots = WEAPONS[weapon].ranged
    me = armed("a", {"aptitude": 3}, weapon)
    them = sheet("b", pv=pv) if shoots else sheet("b", pv=pv, ps=-4, steadied=True)
    params = {"target": "b", **attacking({}, weapon)}
    action = "deusex.shoot" if shoots else "deusex.melee"
    return at_margin(lambda: playing(options, a=me, b=them), "a", action, params, margin)


def damage(given: Given, _: Fed) -> Answer:
    return {"damage": struck(given["weapon"], given["margin"], 12, options_of(given))[1].part.amount("damage")}


def half(given: Given, _: Fed) -> Answer:
    """Half a margin: what a fist makes of a hit, or a slight shock of a failure."""
    if given["n"] >= 0:
        return {"value": struck("unarmed", given["n"], 12, options_of(given))[1].part.amount("damage")}
    return {"value": shaken(ANY_SHOCK, given["n"], options_of(given))[1].part.amount("loss")}


# Health


def apply_damage(given: Given, _: Fed) -> Answer:
    if "ps" in given:
        table, told = shaken(SEEN_SHOCK, -given["damage"], {}, ps=given["ps"])
        assert told.part.amount("loss") == given["damage"]
        return state("ps", table.scene["a"])
    table, told = struck("knife", given["damage"], given["pv"], {})
    assert told.part.amount("damage") == given["damage"]
    return state("pv", table.scene["b"])


def state(score: str, someone: Sheet) -> Answer:
    """What somebody with these PV or PS can do, and what threatens them."""
    table = playing({}, a=someone.with_changes(aptitudes={APTITUDE: 3}))
    due = [due.action for due in GAME.order.due(table.scene)]
    told = table.acts("a", "deusex.test", KINDS["aptitude"], Fed(NINES))
    taken = {term.key: term.amount for tally in told.tallies("DEX-DICE-02") for term in tally.terms}
    points = getattr(someone, score)
    gone = {"pv": ("dead", "DEX-WOUND-07:dead"), "ps": ("lost", "DEX-STRESS-08:lost")}[score]
    return {
        score: points,
        "tier": (pv_and_ps.pv_tier if score == "pv" else pv_and_ps.ps_tier)(points).id,
        "malus_dice": taken.get(f"{score}_malus", 0),
        "can_act": told.refused is None,
        "countdown": due == ["deusex.countdown"],
        gone[0]: told.refused == gone[1],
    }


def countdown(given: Given, dice: Fed) -> Answer:
    table = playing({}, a=sheet("a", pv=-4), b=sheet("b", aptitudes={"Premiers soins": 3}))
    told = table.acts("a", "deusex.countdown", {}, dice, mj=True)
    if given.get("stabilised", False):
        table.acts("b", "deusex.first-aid", {"patient": "a"}, Fed(NINES))
    dead = False
    for _ in range(given.get("rounds_elapsed", 0)):
        passed = table.acts("", "deusex.next-round", {}, Fed([]), mj=True)
        dead = dead or passed.part.grade.id == "dead"
    seconds = told.notes("DEX-WOUND-06")[0]["seconds"]
    return {"rounds": told.part.amount("rounds"), "seconds": seconds, "dead": dead}


def heal(given: Given, _: Fed) -> Answer:
    method, action, aptitude = {
        "first_aid": ("first_aid", "deusex.first-aid", "Premiers soins"),
        "medicine": ("medicine", "deusex.medicine", "Médecine"),
    }[given["method"]]
    treated = (method,) if given.get("already_treated", False) else ()
    patient = sheet("a", pv=given["pv"], pv_max=given["pv_max"], treated=treated)
    doctor, options = sheet("b", aptitudes={aptitude: 3}), options_of(given)
    table, told = at_margin(
        lambda: playing(options, a=patient, b=doctor), "b", action, {"patient": "a"}, margin_of(given)
    )
    if told.refused:
        return code(told)
    after = table.scene["a"]
    gain = told.part.amount("gain") if told.part.amounts else 0
    return {"gain": gain, "pv": after.pv, "stabilised": after.stabilised, "tier": pv_and_ps.pv_tier(after.pv).id}


def psychology(given: Given, _: Fed) -> Answer:
    scores = {"ps": given["ps"], "ps_max": given["ps_max"], "phase": given.get("phase", 0), "trouble": "panic"}
    patient, helper, options = sheet("a", **scores), sheet("b", aptitudes={"Psychologie": 3}), options_of(given)
    table, told = at_margin(
        lambda: playing(options, a=patient, b=helper), "b", "deusex.psychology", {"patient": "a"}, margin_of(given)
    )
    if told.refused:
        return code(told)
    after = table.scene["a"]
    gain = told.part.amount("relief") if told.part.amounts else 0
    return {"gain": gain, "ps": after.ps, "tier": pv_and_ps.ps_tier(after.ps).id, "phase": after.phase}


def shaken(incident: str, margin: int, options: Mapping[str, Any], **fields: Any) -> tuple[Playing, Told]:
    """A shock faced with this margin."""
    someone = sheet("a", talents={"STA": 5}, **fields)
    return at_margin(lambda: playing(options, a=someone), "a", "deusex.stress", {"incident": incident}, margin)


def stress_loss(given: Given, _: Fed) -> Answer:
    _table, told = shaken(given["incident"], margin_of(given), options_of(given))
    return code(told) if told.refused else {"loss": told.part.amount("loss")}


def stress_test(given: Given, dice: Fed) -> Answer:
    options = open_sides(given, given)
    someone = tester("a", given, phase=given.get("phase", 0), trouble="panic")
    table, bonus = playing(options, a=someone), given.get("bonus", 0)
    told = table.acts("a", "deusex.stress", {"incident": given["incident"]}, dice, spends({"a": bonus}))
    if told.refused:
        return code(told)
    after = table.scene["a"]
    return {
        **test_of(told),
        "loss": told.part.amount("loss"),
        "ps": after.ps,
        "tier": told.part.grade.id,
        "phase": after.phase,
    }


def phase_track(given: Given, _: Fed) -> Answer:
    """PS that fall by shocks and rise by long care, and what becomes of the phase."""
    options, phases, withdrawn = options_of(given), [], False
    now = sheet("a", ps=17, ps_max=17, phase=given.get("start", 0), trouble="panic", talents={"STA": 5})
    for ps in given["ps_values"]:
        table = playing(options, a=now)
        if ps < now.ps:
            start = partial(playing, options, a=now)
            table, told = at_margin(start, "a", "deusex.stress", {"incident": SEEN_SHOCK}, ps - now.ps)
            withdrawn = withdrawn or told.said("DEX-TROUBLE-05")
        else:
            table.acts("", "deusex.commitment", {"patient": "a", "ps": ps}, Fed([]), mj=True)
        now = table.scene["a"]
        assert now.ps == ps
        phases.append(now.phase)
    return {"phases": phases, "withdrawn": withdrawn}


# Reserve, evolution, creation


def reserve(given: Given, _: Fed) -> Answer:
    level = given["level"]
    table = playing(options_of(given), a=sheet("a", reserve=given.get("current", level), reserve_level=level))
    trace = []
    for event in given["events"]:
        what = next(event[key] for key in ("ev", "event", "op", "type") if key in event)
        result = RESERVE_EVENTS[what](table, event.get("points", 1))
        now = table.scene["a"]
        trace.append({"result": result, "current": now.reserve, "level": now.reserve_level})
    return {"trace": trace}


def bonus(table: Playing, wanted: int) -> str:
    """Points put on a Test; those that are not offered are too many."""
    told = table.acts(
        "a", "deusex.test", {}, Fed(NINES), lambda asked: {"a": wanted} if wanted in asked["a"].options else {}
    )
    return "ok" if told.asked and wanted in told.asked[0]["a"].options else "insufficient"


def result_of(told: Told) -> str:
    return str(code(told)["error"]) if told.refused else "ok"


RESERVE_EVENTS: dict[str, Callable[[Playing, int], str]] = {
    "bonus": bonus,
    "deusex_test": lambda table, _: result_of(table.acts("a", "deusex.invoke", {}, Fed(NINES))),
    "award": lambda table, points: result_of(
        table.acts("", "deusex.award-reserve", {"to": "a", "points": points}, Fed([]), mj=True)
    ),
    "new_seance": lambda table, _: result_of(table.acts("", "deusex.new-seance", {}, Fed([]), mj=True)),
    "new_scenario": lambda table, _: result_of(table.acts("", "deusex.new-scenario", {}, Fed([]), mj=True)),
}


def bought(points: int, buy: Given) -> tuple[Told, int]:
    """One purchase by somebody with these points, and the points left."""
    start = buy["from"]
    if buy["kind"] == "talent":
        someone, action = sheet("a", xp=points, talents={TALENT: start}), "deusex.raise-talent"
        params: Answer = {"talent": TALENT, "to": buy["to"]}
    else:
        known = {} if start is None else {APTITUDE: start}
        someone, action = sheet("a", xp=points, aptitudes=known), "deusex.raise-aptitude"
        params = {"aptitude": APTITUDE, "to": buy["to"]}
    table = playing({}, a=someone)
    return table.acts("a", action, params, Fed([])), table.scene["a"].xp


def evolution_cost(given: Given, _: Fed) -> Answer:
    told, _left = bought(MAX_XP, given)
    return code(told) if told.refused else {"cost": told.notes("DEX-EVOL-02")[0]["cost"]}


def evolution_buy(given: Given, _: Fed) -> Answer:
    points, results = given["points"], []
    for buy in given["buys"]:
        told, points = bought(points, buy)
        results.append(result_of(told))
    return {"results": results, "left": points}


def create(given: Given, _: Fed) -> Answer:
    """A draft checked as a whole; one that the form can say is created by the form as well."""
    named = {row.name.fr: id for id, row in TROUBLES.items()}
    said = str(given.get("trouble") or "")
    chosen = tuple(drafts.Chosen(row["name"], row["level"], row.get("field", False)) for row in given["aptitudes"])
    troubled, exception = given.get("use_troubles", False), given.get("narrator_exception", False)
    talents, reserve = plain(given["talents"]), given.get("reserve", drafts.STARTING_RESERVE)
    trouble = named.get(said, "other") if said else ""  # one that the table names for itself
    draft = drafts.Draft(talents, chosen, reserve, exception, troubled, trouble)
    found = drafts.checked(draft)
    made = drafts.new_sheet(Name("a"), draft)
    form = formed(draft)
    if form is not None:
        scene = GAME.scene(options={"trouble_rules": troubled})
        refusal = prepared(creation.create, scene, form)
        if isinstance(refusal, Note):
            wrong = drafts.checked(creation.FreeChoice(**form).draft(troubled, draft.use_stress)).errors
            assert refusal.saying.id.split(":")[1] in wrong  # the first in the order of creation
            assert set(found.errors) <= set(wrong)
        else:
            told = playing({"trouble_rules": troubled}).acts("", "deusex.create", form, Fed([]), mj=True)
            assert told.done is not None
            sheets = [effect.sheet for effect in told.done.outcome.effects if isinstance(effect, Create)]
            made = next(one for one in sheets if isinstance(one, Sheet))
            warned = sorted(id for id in drafts.WARNINGS if told.said(drafts.WARNINGS[id]))
            assert (found.errors, list(found.warnings)) == ((), warned)
    return {
        "valid": not found.errors,
        "errors": list(found.errors),
        "warnings": list(found.warnings),
        "reserve": made.reserve,
        "pv": made.pv,
        "ps": made.ps,
    }


def formed(draft: drafts.Draft) -> Answer | None:
    """A draft as the form says it; None for levels and reserves that no form can say."""
    best = [one.name for one in draft.aptitudes if one.level == 2]
    odd = [one for one in draft.aptitudes if one.level not in (1, 2)]
    if odd or len(best) > 1 or draft.reserve != drafts.STARTING_RESERVE or drafts.OPEN in best:
        return None
    form = {
        "name": "a",
        **draft.talents,
        "exception": draft.exception,
        "field": [one.name for one in draft.aptitudes if one.field],
        "acquired": [one.name for one in draft.aptitudes if not one.field],
        "plus_two": best[0] if best else "",
        "trouble": draft.trouble,
    }
    try:
        record_of(creation.FreeChoice, form)
    except BadFields:
        return None
    return form


def pools(given: Given, _: Fed) -> Answer:
    """Somebody whose Talents the MJ changes one after the other: those that fall first, since PV and PS have a most,
    unless that kills on the way.
    """
    for falling_first in (True, False):
        table = playing({"stress_rules": True}, a=cast(Sheet, next(iter(GAME.ready().values()))))
        now, wanted = table.scene["a"].talents, plain(given["talents"])
        changes = sorted(wanted, key=lambda talent: wanted[talent] - now[talent], reverse=not falling_first)
        told = [
            table.acts("", "deusex.adjust-talent", {"whose": "a", "talent": id, "score": wanted[id]}, Fed([]), mj=True)
            for id in changes
        ]
        if not any(one.refused for one in told):
            return {"pv": table.scene["a"].pv, "ps": table.scene["a"].ps}
    raise ValueError("no order of changes leads to these Talents")


def count_allotments(given: Given, _: Fed) -> Answer:
    return {"count": len(drafts.spreads(given["min"], given["max"], given["sum"]))}


# Probabilities


def share(chance: Fraction) -> Answer:
    return {"fraction": str(chance), "float": float(chance)}


def law(table: Playing, actor: str, action: str, params: Answer) -> Odds[Parts]:
    """The exact odds of an action."""
    does, scene = GAME.action(action), table.scene.acting(actor)
    do = prepared(does, scene, params)
    assert not isinstance(do, Note), do.say("en")
    return expected(does, scene, do)


def rolling(given: Given, name: str = "a", weapon: str = "") -> tuple[Sheet, Answer]:
    """Somebody who rolls so many dice with such a modifier, and how: found by trying levels and dice taken away."""
    aptitude = next(iter(WEAPONS[weapon].aptitudes), APTITUDE) if weapon else APTITUDE
    modifier = given.get("modifier", 0)
    for level, malus in ((level, malus) for malus in range(3) for level in range(20)):
        weapons = {"weapons": (weapon,)} if weapon else {}
        someone = sheet(name, talents={TALENT: modifier}, aptitudes={aptitude: level}, **weapons)
        crossed = {"talent": TALENT} if modifier else {}
        params = {**crossed, "difficulty": given.get("difficulty", 15), "malus": malus}
        tried = playing({"crossed_tests": True}, a=someone).acts(
            "a", "deusex.test", {"aptitude": aptitude, **params}, Fed([])
        )
        if tried.totals("DEX-DICE-02") == [given["dice_count"]]:
            named = {} if weapon and WEAPONS[weapon].aptitudes else {"aptitude": aptitude}
            return someone, {**named, **params}
    raise ValueError(f"nobody rolls {given['dice_count']} dice")


def probability(given: Given, _: Fed) -> Answer:
    return PROBABILITIES[given["event"]](given, {"crossed_tests": True, **options_of(given)})


def total_ge(given: Given, _: dict[str, Any]) -> Answer:
    """The dice alone, as every Test asks for them."""
    modifier, difficulty = given.get("modifier", 0), given["difficulty"]
    shown = odds(faces(given["dice_count"], given.get("open", False)))
    return share(shown.chance(lambda seen: seen[0] + modifier >= difficulty))


def graded(*ids: str) -> Callable[[Given, dict[str, Any]], Answer]:
    """The chance that a Test comes out with one of these grades."""

    def chance(given: Given, options: dict[str, Any]) -> Answer:
        someone, params = rolling(given)
        found = law(playing(options, a=someone), "a", "deusex.test", {**params, "open": given.get("open", False)})
        return share(found.chance(lambda parts: parts[0].grade.id in ids))

    return chance


def chance_of_opposition(given: Given, options: dict[str, Any]) -> Answer:
    (a, mine), (b, other) = rolling(given["a"]), rolling(given["b"], "b")
    found = law(playing(options, a=a, b=b), "a", "deusex.oppose", {"opponent": "b", **mine, **theirs(other)})
    grades = {"a": "won", "b": "lost", "statu_quo": "statu_quo", "both_fail": "both_fail"}
    by_grade = found.read(lambda parts: parts[0].grade.id)
    return {to: share(by_grade.p(id)) for to, id in grades.items()}


def shot(given: Given, options: dict[str, Any]) -> Odds[Parts]:
    weapon = given["weapon"]
    someone, params = rolling(given, weapon=weapon)
    shoots, pv = WEAPONS[weapon].ranged, given.get("target_pv", 12)
    them = sheet("b", pv=pv) if shoots else sheet("b", pv=pv, ps=-4, steadied=True)
    action = "deusex.shoot" if shoots else "deusex.melee"
    return law(playing(options, a=someone, b=them), "a", action, {"target": "b", "weapon": weapon, **params})


def damage_of(parts: Parts) -> int:
    return parts[0].amount("damage") if parts[0].amounts else 0


def target_tier(given: Given, options: dict[str, Any]) -> Answer:
    now = pv_and_ps.pv_tier(given["target_pv"]).id
    found = shot(given, options).read(lambda parts: parts[0].grade.id.removeprefix("hit_") if damage_of(parts) else now)
    return {tier.id: share(found.p(tier.id)) for tier in PV_TIERS}


def shock(given: Given, options: dict[str, Any]) -> Odds[Parts]:
    someone = tester("a", given)
    return law(playing(options, a=someone), "a", "deusex.stress", {"incident": given["incident"]})


PROBABILITIES: dict[str, Callable[[Given, dict[str, Any]], Answer]] = {
    "total_ge": total_ge,
    "success": graded("success", "critical_success"),
    "crit_success": graded("critical_success"),
    "crit_failure": graded("critical_failure"),
    "opposition": chance_of_opposition,
    "expected_damage": lambda given, options: share(shot(given, options).mean(damage_of)),
    "target_tier": target_tier,
    "stress_lost": lambda given, options: share(
        shock(given, options).chance(lambda parts: parts[0].grade.id == "lost")
    ),
    "expected_stress_loss": lambda given, options: share(
        shock(given, options).mean(lambda parts: parts[0].amount("loss"))
    ),
}

OPERATIONS: dict[str, Operation] = {
    "face_value": face_value,
    "half": half,
    "pool": pool,
    "test": test,
    "untrained": untrained,
    "talent_label": talent_label,
    "aptitude_label": aptitude_label,
    "difficulty_label": difficulty_label,
    "margin_label": margin_label,
    "opposition": opposition,
    "cooperative": cooperative,
    "damage": damage,
    "apply_damage": apply_damage,
    "pv_state": lambda given, _: state("pv", sheet("a", pv=given["pv"])),
    "ps_state": lambda given, _: state("ps", sheet("a", ps=given["ps"])),
    "melee_round": melee_round,
    "ranged_attack": ranged_attack,
    "countdown": countdown,
    "heal": heal,
    "psychology": psychology,
    "stress_loss": stress_loss,
    "stress_test": stress_test,
    "phase_track": phase_track,
    "reserve": reserve,
    "evolution_cost": evolution_cost,
    "evolution_buy": evolution_buy,
    "create": create,
    "pools": pools,
    "count_allotments": count_allotments,
    "probability": probability,
}
