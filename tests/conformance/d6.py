"""The vectors of D6: each builds a scene in which a real action meets what is given, and reads what the action tells.

Scenes have lists of their own: a skill whose formula is one characteristic, a weapon with the code that is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cmp_to_key, reduce
from typing import Any

from tablee.dice import Fed, Odds
from tablee.errors import BadFields
from tablee.games.d6 import GAME
from tablee.games.d6.codes import parse
from tablee.games.d6.lists.contents import Characteristic, Derived, Lists, Refused, Skill, SkillKind, Weapon
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.options import prices
from tablee.games.d6.people.creation import Ledger, ledger, sheet_of
from tablee.games.d6.people.draft import Draft
from tablee.games.d6.play import D6Play, lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.fields import Declared, record_of
from tablee.rules.run import Done, Parts, Waiting, expected, perform, prepared
from tablee.rules.why import Note
from tablee.text import Name, Text
from tests.conformance import Operation
from tests.conformance.given import plain

Given = Mapping[str, Any]
Answer = dict[str, Any]

DESCRIBES: dict[str, str] = {}  # every key of a vector of D6 is read

ERRORS = {  # the refusals of actions that have a name in the catalogue
    "D6-CODE-01:wrong": "bad_code",
    "D6-CODE-04:wrong": "no_dice",
    "D6-COMBAT-03:none": "no_dice",
    "D6-CREATE-02:code_out_of_table": "code_out_of_table",
    "D6-ADV-01:table": "code_out_of_table",
    "D6-ADV-01:increase": "not_an_increase",
    "D6-BASE-03": "sum_out_of_table",
}
KINDS: dict[str, SkillKind] = {
    "common": "common",
    "reserved": "reserved",
    "artisanat": "craft",
    "craft": "craft",
    "commune": "common",
    "réservée": "reserved",
    "extraordinaire": "extraordinary",
    "extraordinary": "extraordinary",
}
ME, FOE, FIELD = "moi", "autre", "Champ"  # two people, and the one skill of scenes with lists of their own


class RefusedBy(Exception):
    """An action was refused: the saying of the refusal."""


def named(name: str) -> Text:
    return Text(name, name)


def lists_with(**parts: Any) -> Lists:
    return PROPOSED.with_changes(**parts)


def person(characteristics: Mapping[str, str], **more: Any) -> Sheet:
    return Sheet(
        name=Name("vecteur"), characteristics={key: parse(one) for key, one in characteristics.items()}, **more
    )


def scene_of(given: Given, lists: Lists | None = None, **cast: Sheet) -> Scene[Any]:
    return GAME.scene(ME if ME in cast else "", cast, plain(given.get("options", {})), D6Play(lists=lists))


def ready(scene: Scene[Any], action: str, **params: Any) -> Declared:
    do = prepared(GAME.action(action), scene, params)
    if isinstance(do, Note):
        raise RefusedBy(do.saying.id)
    return do


def acted(scene: Scene[Any], action: str, dice: Fed | None = None, **params: Any) -> Done | Waiting:
    """An action as far as the dice go: what it has noted by then is often all that is asked."""
    return perform(GAME.action(action), scene, ready(scene, action, **params), dice or Fed([]))


def ended(result: Done | Waiting) -> Done:
    if isinstance(result, Waiting):
        raise result.dice or ValueError(f"nobody answers {result.asked}")
    return result


def told(result: Done | Waiting) -> dict[str, dict[str, Any]]:
    """What was noted, by saying; the code that a sum makes."""
    notes = {
        step.saying.id: dict(step.values) if isinstance(step, Note) else {"code": step.written("fr")}
        for step in result.why
    }
    return notes | ({"headline": dict(result.outcome.headline.values)} if isinstance(result, Done) else {})


def code(written: str) -> str:
    """A code that reads as one; RefusedBy if it does not."""
    try:
        ready(scene_of({}), "d6.code", code=written)
    except RefusedBy as no:
        if ERRORS.get(str(no)) == "bad_code":
            raise
    return written


# Codes


def parse_code(given: Given, _dice: Fed) -> Answer:
    on_sheet = person({}, levels={FIELD: code(given["code"])}).levels[FIELD]
    return {"dice": on_sheet.dice, "pips": on_sheet.pips, "rank": on_sheet.rank, "code": str(on_sheet)}


def striking(weapon: Weapon, **characteristics: str) -> dict[str, Any]:
    """Lists and people of a blow that lands: two dice, `LANDS`, against somebody unaware."""
    lists = lists_with(
        skills={FIELD: Skill(name=named(FIELD), kind="common", formula="A")},
        weapons={**PROPOSED.weapons, "arme": weapon},
        derived=PROPOSED.derived | {key: Derived(name=named(key), mean=("E",)) for key in ("wounds", "fatigue")},
    )
    me = person({"F": "1D", "A": "6D", **characteristics}, weapons=("arme",))
    return {"lists": lists, ME: me}


LANDS = (3, 3)
BLOW = {"target": FOE, "unaware": True, "distance": "point_blank"}


def add(given: Given, _dice: Fed) -> Answer:
    """Strength and a weapon, as in damage; of more codes, two at a time."""

    def added(strength: str, weapon: str) -> str:
        scene = scene_of(
            {},
            **striking(Weapon(name=named("arme"), code=parse(code(weapon)), skill=FIELD), F=strength),
            autre=person({"E": "1D"}),
        )
        return str(told(acted(scene, "d6.attack", Fed(LANDS), **BLOW))["D6-COMBAT-03:damage"]["code"])

    return {"code": reduce(added, given["codes"], "0")}


def order(a: str, b: str) -> int:
    """1 if b cannot be raised to a … as growth sees it: only a higher code is an increase."""

    def higher(before: str, after: str) -> bool:
        scene = scene_of({}, moi=person({}, levels={"Épées": code(before)}, experience=10_000))
        try:
            ready(scene, "d6.grow", what="Épées", to=code(after))
        except RefusedBy as no:
            return ERRORS[str(no)] != "not_an_increase"
        return True

    return higher(b, a) - higher(a, b)


def sort(given: Given, _dice: Fed) -> Answer:
    return {"codes": sorted(given["codes"], key=cmp_to_key(order))}


def compare(given: Given, _dice: Fed) -> Answer:
    return {"result": {1: "a", 0: "equal", -1: "b"}[order(given["a"], given["b"])]}


# Rolls


def critical(notes: Mapping[str, Any]) -> str | None:
    return "failure" if "D6-CRIT-01" in notes else "success" if "D6-CRIT-02" in notes else None


def roll(given: Given, dice: Fed) -> Answer:
    done = ended(acted(scene_of(given), "d6.code", dice, code=given["code"]))
    notes, rolls = told(done), done.progress.rolls
    return {
        "dice_count": len(rolls[0].faces),
        "pips": notes.get("D6-TEST-01", {}).get("pips", 0),
        "total": done.outcome.parts[0].amount("total"),
        "critical": critical(notes),
        "throws": len(rolls),
    }


def test(given: Given, dice: Fed) -> Answer:
    done = ended(acted(scene_of(given), "d6.code", dice, code=given["code"], threshold=given["threshold"]))
    passed = told(done)["D6-TEST-02"]
    return {
        "total": passed["total"],
        "critical": critical(told(done)),
        "throws": len(done.progress.rolls),
        "success": done.outcome.parts[0].grade.good,
        "margin": passed["margin"],
    }


def threshold_label(given: Given, _dice: Fed) -> Answer:
    scene = scene_of({}, moi=person({"F": "1D"}))
    try:
        done = acted(scene, "d6.test", Fed([2]), what="F", threshold=given["threshold"])
    except (RefusedBy, BadFields):
        return {"label": None}
    return {"label": told(done)["headline"]["band"].fr}


OUTCOMES = {"won": "a", "lost": "b", "tied": "tie"}


def opposed(given: Given, dice: Fed) -> Answer:
    done = ended(acted(scene_of(given), "d6.code", dice, code=given["a"], against=given["b"]))
    totals = next(values for values in told(done).values() if "theirs" in values)
    outcome = OUTCOMES[done.outcome.parts[0].grade.id]
    return {"a_total": totals["mine"], "b_total": totals["theirs"], "outcome": outcome}


# Creation and growth


def made(scene: Scene[Any], lists: Lists, draft: Mapping[str, Any]) -> tuple[str, Ledger, Sheet]:
    """Why creation refuses a draft ("" if it does not), its accounts, and the sheet it becomes or would become."""
    wanted = record_of(Draft, {"name": "vecteur", **draft})
    accounts, sheet = ledger(wanted, lists, prices(scene)), sheet_of(wanted, lists)
    try:
        done = ended(acted(scene, "d6.create", **{"name": "vecteur", **draft}))
    except RefusedBy as no:
        return str(no), accounts, sheet
    return "", accounts, done.after["vecteur"]


def accounts_of(given: Given, lists: Lists, draft: Mapping[str, Any]) -> Ledger:
    refusal, accounts, _ = made(scene_of(given, lists), lists, draft)
    if refusal in ERRORS:
        raise RefusedBy(refusal)
    return accounts


def characteristic_accounts(given: Given, codes: Iterable[str]) -> Ledger:
    bought = {f"C{n}": code(one) for n, one in enumerate(codes)}
    lists = lists_with(characteristics={key: Characteristic(name=named(key)) for key in bought})
    return accounts_of(given, lists, {"characteristics": bought})


def characteristic_cost(given: Given, _dice: Fed) -> Answer:
    return {"cost": characteristic_accounts(given, [given["code"]]).characteristics.spent}


def characteristic_budget(given: Given, _dice: Fed) -> Answer:
    purse = characteristic_accounts(given, given["codes"]).characteristics
    return {"points": purse.spent, "left": purse.left, "valid": purse.valid}


def skill_cost(given: Given, _dice: Fed) -> Answer:
    return {"cost": accounts_of(given, PROPOSED, {"levels": {"Épées": code(given["code"])}}).skills.spent}


def skill_budget(given: Given, _dice: Fed) -> Answer:
    levels = {f"niveau {n}": code(one) for n, one in enumerate(given.get("levels", ()))}
    fields = {f"champ {n}": level for n, level in enumerate(given.get("specialities", ()))}
    by_points = [f"payée {n}" for n in range(given.get("reserved_by_points", 0))]
    by_picks = [f"choisie {n}" for n in range(given.get("reserved_by_speciality", 0))]
    crafts = [f"métier {n}" for n in range(given.get("artisanats", 0))]
    kinds: dict[str, SkillKind] = {
        **dict.fromkeys(levels, "common"),
        **dict.fromkeys([*by_points, *by_picks], "reserved"),
        **dict.fromkeys(crafts, "craft"),
    }
    lists = lists_with(skills={name: Skill(name=named(name), kind=kind, formula="F") for name, kind in kinds.items()})
    draft = {
        "levels": levels,
        "specialities": list(fields),
        "speciality_levels": fields,
        "reserved": dict.fromkeys(by_points, "points") | dict.fromkeys(by_picks, "speciality"),
        "crafts": crafts,
    }
    accounts = accounts_of(given, lists, draft)
    return {
        "slots_used": accounts.picks.used,
        "extra_slots": accounts.picks.extra,
        "points": accounts.skills.spent,
        "left": accounts.skills.left,
        "valid": accounts.skills.valid,
    }


def speciality_check(given: Given, _dice: Fed) -> Answer:
    describes, covers = given.get("describes_characteristic") or "", given.get("covers_skill") or ""
    ruled = {given["name"]: Refused(describes=describes, covers=covers)} if describes or covers else {}
    lists = lists_with(refused=PROPOSED.refused | ruled)
    refusal, _, sheet = made(scene_of({}, lists), lists, {"specialities": [given["name"]]})
    return {"valid": not refusal and given["name"] in sheet.specialities, "error": refusal.partition(":")[2] or None}


RESISTS = {"courage": "courage", "wounds": "wound_resist", "fatigue": "fatigue_resist"}  # the catalogue's identifiers


def create(given: Given, _dice: Fed) -> Answer:
    """A character made by the MJ, who alone sets levels of specialities; then each score and secondary value rolled."""
    rows = [(row, KINDS[row["type"]], row.get("paid")) for row in given["skills"]]
    formulas = {row["name"]: row.get("formula") or PROPOSED.skills[row["name"]].formula for row, _, _ in rows}
    lists = lists_with(
        characteristics={
            key: PROPOSED.characteristics.get(key, Characteristic(name=named(key))) for key in given["characteristics"]
        },
        skills={
            row["name"]: Skill(name=named(row["name"]), kind=kind, formula=formulas[row["name"]])
            for row, kind, _ in rows
        },
    )
    fields = {
        one["name"] if isinstance(one, Mapping) else f"champ {n}": one["level"] if isinstance(one, Mapping) else one
        for n, one in enumerate(given.get("specialities", ()))
    }
    bought = [(row["name"], paid) for row, kind, paid in rows if kind != "craft" and paid in ("points", "speciality")]
    draft = {
        "characteristics": {key: code(one) for key, one in given["characteristics"].items()},
        "levels": {row["name"]: code(row.get("level", "0")) for row, _, _ in rows},
        "reserved": dict(bought),
        "crafts": [row["name"] for row, kind, _ in rows if kind == "craft"],
        "granted": [
            row["name"] for row, kind, _ in rows if kind == "extraordinary" and row["name"] not in dict(bought)
        ],
        "specialities": list(fields),
        "speciality_levels": fields,
    }
    refusal, accounts, sheet = made(scene_of(given, lists), lists, draft)
    scene = scene_of(given, lists, moi=sheet)
    whole = {key: one.name.fr for key, one in lists.derived.items() if set(one.mean) <= set(lists.characteristics)}
    return {
        "valid": not refusal,
        "characteristic_points": accounts.characteristics.spent,
        "skill_points": accounts.skills.spent,
        "scores": {name: rolled(scene, name)["D6-SCORE-01:code"]["code"] for name in scores_of(scene)},
        "error": refusal.partition(":")[2] or None,
        "derived": {
            name: rolled(scene, key)["D6-DERIVED-01"]["code"]
            for key, called in whole.items()
            for name in (called, RESISTS[key])
        },
    }


def scores_of(scene: Scene[Any]) -> list[str]:
    """The skills that this scene's one person may roll."""
    able = []
    for name in lists_of(scene).skills:
        try:
            ready(scene, "d6.roll", what=name)
        except RefusedBy:
            continue
        able.append(name)
    return able


def advance_cost(given: Given, _dice: Fed) -> Answer:
    learnt = {"speciality": FIELD, "reserved": "Médecine", "artisanat": "Forge", "craft": "Forge"}
    if given["kind"] in learnt:
        scene = scene_of(given, moi=person({}, experience=10_000))
        return {"cost": told(acted(scene, "d6.learn", what=learnt[given["kind"]]))["headline"]["cost"]}
    before, after = code(given["from"]), code(given["to"])
    if given["kind"] == "characteristic":
        what, me = "F", person({"F": before}, experience=10_000)
    else:
        what, me = "Épées", person({}, levels={"Épées": before}, experience=10_000)
    return {"cost": told(acted(scene_of(given, moi=me), "d6.grow", what=what, to=after))["headline"]["cost"]}


# What a character rolls


def rolled(scene: Scene[Any], what: str, **params: Any) -> dict[str, dict[str, Any]]:
    return told(acted(scene, "d6.roll", what=what, **params))


def with_formula(given: Given, formula: str, characteristics: Mapping[str, str], **more: Any) -> Scene[Any]:
    """A scene with one skill of this formula."""
    lists = lists_with(skills={FIELD: Skill(name=named(FIELD), kind="common", formula=formula)})
    return scene_of(given, lists, moi=person(characteristics, **more))


def base_of_sum(given: Given, _dice: Fed) -> Answer:
    try:
        dice = code(f"{given['sum']}D")
    except RefusedBy:
        dice = "0"  # no sheet has so little
    return {"base": rolled(with_formula({}, "F", {"F": dice}), FIELD)["D6-BASE-01:base"]["base"]}


def score(given: Given, _dice: Fed) -> Answer:
    level = code(given.get("level", "0"))
    notes = rolled(with_formula(given, given["formula"], plain(given["characteristics"]), levels={FIELD: level}), FIELD)
    base = notes["D6-BASE-01:base"]
    return {"sum": base["sum"], "base": base["base"], "score": notes["D6-SCORE-01:code"]["code"]}


def derived(given: Given, _dice: Fed) -> Answer:
    courage = Derived(name=named("Courage"), mean=tuple(given["terms"]))
    characteristics = plain(given["characteristics"])
    lists = lists_with(
        derived=PROPOSED.derived | {"courage": courage},
        characteristics={key: Characteristic(name=named(key)) for key in characteristics},
    )
    return {"code": rolled(scene_of(given, lists, moi=person(characteristics)), "courage")["D6-DERIVED-01"]["code"]}


def effective_code(given: Given, _dice: Fed) -> Answer:
    """A score with a base of 1D, and as many wounds as dice are to be lost."""
    written = person({}, levels={FIELD: code(given["score"])}).levels[FIELD]
    fields = {f"champ {n}": level for n, level in enumerate(given.get("specialities", ()))}
    me = {"levels": {FIELD: written.less(1)}, "specialities": fields, "wounds": given.get("malus", 0)}
    scene = with_formula(given, "F", {"F": "1D"}, **me)
    try:
        notes = rolled(scene, FIELD, specialities=list(fields))
    except RefusedBy as no:
        return {"code": {"D6-CODE-04": "0"}[str(no)]}
    return {"code": notes["D6-SCORE-01:code"]["code"]}


def can_use(given: Given, _dice: Fed) -> Answer:
    """Somebody opposes the skill: it is refused unless they may use it."""
    lists = lists_with(skills={FIELD: Skill(name=named(FIELD), kind=KINDS[given["type"]], formula="F")})
    bought, granted = given.get("bought"), given.get("granted_by_gm")
    paid = "mj" if granted else "points" if bought else ""
    foe = person({"F": "2D"}, owned={FIELD: paid} if paid else {})
    try:
        ready(scene_of({}, lists, moi=person({"F": "2D"}), autre=foe), "d6.oppose", what="F", target=FOE, theirs=FIELD)
    except RefusedBy as no:
        return {"allowed": {"D6-SKILL-02": False, "D6-SKILL-03": False, "D6-SKILL-04": False}[str(no)]}
    return {"allowed": True}


# Wounds and care


def hurting(given: Given, damage: str, resist: str, track: str = "wound", ranks: int = 0) -> Scene[Any]:
    """A blow that lands, with this damage, on somebody of this resistance."""
    weapon = Weapon(
        name=named("arme"),
        code=parse(code(damage)),
        skill=FIELD,
        missile=True,
        strength=False,
        blunt=track == "fatigue",
    )
    suffered = {"wound": "wounds", "fatigue": "fatigue"}[track]
    return scene_of(given, **striking(weapon), autre=person({"E": code(resist)}, **{suffered: ranks}))


def hit(given: Given, dice: Fed) -> Answer:
    track = given.get("track", "wound")
    scene = hurting(given, given["damage"], given["resist"], track, given.get("ranks", 0))
    done = ended(acted(scene, "d6.attack", Fed(LANDS, dice), **BLOW))
    notes, after = told(done), done.after[FOE]
    if "D6-COMBAT-03:none" in notes:
        raise RefusedBy("D6-COMBAT-03:none")
    rolls = notes.get("D6-COMBAT-04") or notes["D6-COMBAT-04:ones"]
    return {
        "damage_total": rolls["damage"],
        "resist_total": rolls["resistance"],
        "margin": rolls["margin"],
        "rank": done.outcome.parts[0].amount("rank"),
        "ranks": after.fatigue if track == "fatigue" else after.wounds,
        "malus": after.malus,
        "state": after.state,
    }


def wound_rank(given: Given, _dice: Fed) -> Answer:
    """Dice that show twos and threes, so that the damage is as much above the resistance, or below it."""
    margin = given["margin"]
    damage, resistance = (
        [2] * (total // 2 - 1) + [2 + total % 2] for total in (4 + max(margin, 0), 4 - min(margin, 0))
    )
    scene = hurting(given, f"{len(damage)}D", f"{len(resistance)}D")
    done = ended(acted(scene, "d6.attack", Fed((*LANDS, *damage, *resistance)), **BLOW))
    assert told(done)["D6-COMBAT-04"]["margin"] == margin
    return {"rank": done.outcome.parts[0].amount("rank")}


def care_threshold(given: Given, _dice: Fed) -> Answer:
    whole = dict.fromkeys(PROPOSED.characteristics, "3D")
    scene = scene_of({}, moi=person(whole), autre=person(whole, wounds=given["ranks"], fresh=True))
    return {"threshold": told(acted(scene, "d6.care", target=FOE))["D6-COMBAT-08"]["threshold"]}


# Odds


def pair(chance: Fraction) -> Answer:
    return {"fraction": str(chance), "float": float(chance)}


def law(scene: Scene[Any], action: str, **params: Any) -> Odds[Parts]:
    return expected(GAME.action(action), scene, ready(scene, action, **params))


def grades(given: Given, threshold: int, *wanted: str) -> Answer:
    odds = law(scene_of(given), "d6.code", code=given["code"], threshold=threshold)
    return pair(odds.chance(lambda parts: parts[0].grade.id in wanted))


def probability(given: Given, _dice: Fed) -> Answer:
    event = given["event"]
    if event == "success":
        return grades(given, given["threshold"], "success", "critical")
    if event == "crit_failure":
        return grades(given, 999, "fumble")  # which nothing passes
    if event == "crit_success":
        return grades(given, 1, "critical")  # which all sixes always pass
    if event == "expected_total":
        mean = law(scene_of(given), "d6.code", code=given["code"]).mean(lambda parts: parts[0].amount("total"))
        return pair(mean.limit_denominator(10**7))  # the law ends after some sixes; the mean of the endless one is near
    if event == "opposed":
        odds = law(scene_of(given), "d6.code", code=given["a"], against=given["b"]).read(
            lambda parts: parts[0].grade.id
        )
        return {name: pair(odds.p(grade)) for grade, name in OUTCOMES.items()}
    if event != "wound_rank":
        raise ValueError(f"no event is called {event}")
    scene = hurting(given, given["a"], given["b"])
    landed = acted(scene, "d6.attack", Fed(LANDS), **BLOW)
    if not isinstance(landed, Waiting):
        raise RefusedBy("D6-COMBAT-03:none")
    do = ready(scene, "d6.attack", **BLOW)
    ranks = expected(GAME.action("d6.attack"), scene, do, so_far=landed.progress).read(
        lambda parts: parts[0].amount("rank")
    )
    return {str(rank): pair(ranks.p(rank)) for rank in range(5)}


def refusing(operation: Operation) -> Operation:
    """An operation whose refusals are answered by their name in the catalogue."""

    def answer(given: Given, dice: Fed) -> Answer:
        try:
            return operation(given, dice)
        except RefusedBy as no:
            return {"error": ERRORS[str(no)]}

    return answer


OPERATIONS: dict[str, Operation] = {
    op: refusing(operation)
    for op, operation in {
        "parse": parse_code,
        "add": add,
        "sort": sort,
        "compare": compare,
        "roll": roll,
        "test": test,
        "threshold_label": threshold_label,
        "characteristic_cost": characteristic_cost,
        "skill_cost": skill_cost,
        "characteristic_budget": characteristic_budget,
        "skill_budget": skill_budget,
        "base_from_sum": base_of_sum,
        "base": score,
        "score": score,
        "derived": derived,
        "effective": effective_code,
        "can_use": can_use,
        "speciality_check": speciality_check,
        "create": create,
        "opposed": opposed,
        "hit": hit,
        "wound_rank": wound_rank,
        "care_threshold": care_threshold,
        "advance_cost": advance_cost,
        "probability": probability,
    }.items()
}
