"""The vectors of D6: names translated, nothing computed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablee.dice import Fed, Question, odds
from tablee.dice import throw as thrown
from tablee.errors import BadInput
from tablee.games.d6 import GAME
from tablee.games.d6.bases import SUM_OUT_OF_TABLE, average, base, base_from_sum, sum_of
from tablee.games.d6.check.difficulty import band_of
from tablee.games.d6.check.rolls import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    bound,
    check,
    contest,
    mean,
    result,
)
from tablee.games.d6.check.skills import derived_of, full_code, may_use, speciality_dice
from tablee.games.d6.codes import BAD_CODE, NO_DICE, DieCode, parse, total
from tablee.games.d6.fight.care import care_threshold
from tablee.games.d6.fight.wounds import rank_of, wound
from tablee.games.d6.health import malus, state
from tablee.games.d6.lists.contents import Characteristic, Kind, Lists, Skill
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.options import reading
from tablee.games.d6.people.costs import (
    NOT_AN_INCREASE,
    OUT_OF_TABLE,
    PICK_PRICE,
    characteristic_price,
    characteristic_purse,
    level_price,
    picks,
    raise_price,
    skill_purse,
)
from tablee.games.d6.people.creation import Draft, ledger, no_speciality, sheet_of
from tablee.games.d6.play import D6Play
from tablee.rules.action import Scene
from tablee.rules.why import Note
from tablee.text import Text
from tests.conformance import Operation

Given = dict[str, Any]
Answer = dict[str, Any]

ERRORS = {
    BAD_CODE: "bad_code",
    NO_DICE: "no_dice",
    OUT_OF_TABLE: "code_out_of_table",
    SUM_OUT_OF_TABLE: "sum_out_of_table",
    NOT_AN_INCREASE: "not_an_increase",
}
CRITICALS = {CRITICAL_FAILURE: "failure", 0: None, CRITICAL_SUCCESS: "success"}
KINDS: dict[str, Kind] = {
    "common": "common",
    "reserved": "reserved",
    "artisanat": "craft",
    "craft": "craft",
    "commune": "common",
    "réservée": "reserved",
    "extraordinaire": "extraordinary",
    "extraordinary": "extraordinary",
}
RULINGS = ("skill_cost_9d2", "spec_level2_price")  # readings that are parameters, not options


def options_of(given: Given) -> Mapping[str, Any]:
    options: Mapping[str, Any] = given.get("options", {})
    return options


def scene_of(given: Given, **more: Any) -> Scene[Any]:
    options = {id: value for id, value in options_of(given).items() if id not in RULINGS}
    return GAME.scene(options=options, **more)


def noted(question: Question[Any], dice: Fed) -> tuple[Any, dict[str, Any], int]:
    """What came out, everything that was noted, and how many throws it took."""
    done = thrown(question, dice)
    values: dict[str, Any] = {}
    for about, noted_values in done.notes:
        values |= dict(about.values) if isinstance(about, Note) else noted_values
    return done.outcome, values, len(done.rolls)


def parse_code(given: Given, _dice: Fed) -> Answer:
    code = parse(str(given["code"]))
    return {"dice": code.dice, "pips": code.pips, "rank": code.rank, "code": str(code)}


def add(given: Given, _dice: Fed) -> Answer:
    return {"code": str(total(map(parse, given["codes"])))}


def sort(given: Given, _dice: Fed) -> Answer:
    return {"codes": [str(code) for code in sorted(map(parse, given["codes"]))]}


def compare(given: Given, _dice: Fed) -> Answer:
    a, b = parse(given["a"]), parse(given["b"])
    return {"result": "equal" if a == b else "a" if a > b else "b"}


def roll(given: Given, dice: Fed) -> Answer:
    code = parse(given["code"])
    rolled, _, throws = noted(result(code, reading(scene_of(given))), dice)
    return {
        "dice_count": code.dice,
        "pips": code.pips,
        "total": rolled.total,
        "critical": CRITICALS[rolled.critical],
        "throws": throws,
    }


def test(given: Given, dice: Fed) -> Answer:
    question = check(parse(given["code"]), given["threshold"], reading(scene_of(given)))
    checked, values, throws = noted(question, dice)
    return {
        "total": values["total"],
        "critical": CRITICALS[checked.critical],
        "throws": throws,
        "success": checked.success,
        "margin": values["margin"],
    }


def threshold_label(given: Given, _dice: Fed) -> Answer:
    band = band_of(given["threshold"])
    return {"label": band and band.name.fr}


def characteristic_cost(given: Given, _dice: Fed) -> Answer:
    return {"cost": characteristic_price(parse(given["code"]))}


def skill_cost(given: Given, _dice: Fed) -> Answer:
    return {"cost": level_price(parse(given["code"]), options_of(given).get("skill_cost_9d2", 155))}


def characteristic_budget(given: Given, _dice: Fed) -> Answer:
    purse = characteristic_purse(map(parse, given["codes"]), options_of(given).get("spend_all", False))
    return {"points": purse.spent, "left": purse.left, "valid": purse.valid}


def skill_budget(given: Given, _dice: Fed) -> Answer:
    options = options_of(given)
    used = picks(
        given.get("specialities", ()),
        given.get("reserved_by_speciality", 0),
        given.get("artisanats", 0),
        options.get("spec_level2_price", 1),
    )
    purse = skill_purse(
        map(parse, given.get("levels", ())),
        given.get("reserved_by_points", 0),
        used,
        options.get("spend_all", False),
        options.get("skill_cost_9d2", 155),
    )
    return {
        "slots_used": used.used,
        "extra_slots": used.extra,
        "points": purse.spent,
        "left": purse.left,
        "valid": purse.valid,
    }


def base_of_sum(given: Given, _dice: Fed) -> Answer:
    return {"base": str(base_from_sum(given["sum"]))}


def score(given: Given, _dice: Fed) -> Answer:
    codes = {key: parse(code) for key, code in given["characteristics"].items()}
    carry = options_of(given).get("base_pips") == "carry"
    natural = base(given["formula"], codes, carry)
    return {
        "sum": sum_of(given["formula"], codes, carry),
        "base": str(natural),
        "score": str(natural + parse(given.get("level", "0"))),
    }


def derived(given: Given, _dice: Fed) -> Answer:
    codes = [parse(given["characteristics"][key]) for key in given["terms"]]
    return {"code": str(average(codes, options_of(given).get("derived_unit") == "dice"))}


def effective_code(given: Given, _dice: Fed) -> Answer:
    stacking = options_of(given).get("spec_stacking", "best")
    dice = speciality_dice(given.get("specialities", ()), stacking)
    code = parse(given["score"]).more(dice).less(given.get("malus", 0))
    return {"code": str(code)}


def can_use(given: Given, _dice: Fed) -> Answer:
    return {
        "allowed": may_use(KINDS[given["type"]], given.get("bought", False), given.get("granted_by_gm", False)),
    }


def speciality_check(given: Given, _dice: Fed) -> Answer:
    describes, covers = given.get("describes_characteristic") or "", given.get("covers_skill") or ""
    refusal = no_speciality(given["name"], PROPOSED, describes, covers)
    return {"valid": refusal is None, "error": refusal and refusal.saying.id.split(":")[1]}


def formula_of(row: Given) -> str:
    return str(row["formula"]) if "formula" in row else PROPOSED.skills[row["name"]].formula


def lists_for(given: Given) -> Lists:
    """The vector's own skills, with their formulas: a table's lists."""
    return PROPOSED.with_changes(
        characteristics={
            key: PROPOSED.characteristics.get(key, Characteristic(name=Text(key, key)))
            for key in given["characteristics"]
        },
        skills={
            row["name"]: Skill(name=Text(row["name"], row["name"]), kind=KINDS[row["type"]], formula=formula_of(row))
            for row in given["skills"]
        },
    )


def named_speciality(n: int, row: Any) -> tuple[str, int]:
    """A speciality by name and level, or by its level alone."""
    return (row["name"], row["level"]) if isinstance(row, dict) else (f"champ {n}", row)


RESISTS = {"courage": "courage", "wounds": "wound_resist", "fatigue": "fatigue_resist"}  # the catalogue's identifiers


def create(given: Given, _dice: Fed) -> Answer:
    lists = lists_for(given)
    kinds = {row["name"]: KINDS[row["type"]] for row in given["skills"]}
    bought = [row for row in given["skills"] if row.get("paid") in ("points", "speciality")]
    draft = Draft(
        name="vector",
        characteristics=given["characteristics"],
        levels={row["name"]: row.get("level", "0") for row in given["skills"]},
        reserved={row["name"]: row["paid"] for row in bought if kinds[row["name"]] != "craft"},
        crafts=tuple(name for name, kind in kinds.items() if kind == "craft"),
        granted=tuple(
            row["name"] for row in given["skills"] if kinds[row["name"]] == "extraordinary" and row not in bought
        ),
        specialities=dict(named_speciality(n, row) for n, row in enumerate(given.get("specialities", ()))),
    )
    accounts = ledger(draft, lists, options_of(given).get("spend_all", False))
    scene = scene_of(given, cast={"one": sheet_of(draft, lists)}, play=D6Play(lists=lists))
    return {
        "valid": not accounts.problems,
        "characteristic_points": accounts.characteristics.spent,
        "skill_points": accounts.skills.spent,
        "scores": {name: str(full_code(scene, "one", name).code) for name in kinds},
        "error": next((note.saying.id.partition(":")[2] for note in accounts.problems), None),
        "derived": {
            name: str(derived_of(scene, "one", key))
            for key, value in lists.derived.items()
            if all(one in lists.characteristics for one in value.mean)
            for name in (value.name.fr, RESISTS[key])
        },
    }


OUTCOMES = {1: "a", 0: "tie", -1: "b"}


def opposed(given: Given, dice: Fed) -> Answer:
    won, values, _ = noted(contest(parse(given["a"]), parse(given["b"]), reading(scene_of(given))), dice)
    return {"a_total": values["mine"], "b_total": values["theirs"], "outcome": OUTCOMES[won]}


def hit(given: Given, dice: Fed) -> Answer:
    question = wound(parse(given["damage"]), parse(given["resist"]), reading(scene_of(given)))
    rank, values, _ = noted(question, dice)
    ranks = given.get("ranks", 0) + rank
    return {
        "damage_total": values["damage"],
        "resist_total": values["resistance"],
        "margin": values["margin"],
        "rank": rank,
        "ranks": ranks,
        "malus": malus(ranks),
        "state": state(ranks, given.get("track", "wound")),
    }


def wound_rank(given: Given, _dice: Fed) -> Answer:
    return {"rank": rank_of(given["margin"])}


def threshold_of_care(given: Given, _dice: Fed) -> Answer:
    return {"threshold": care_threshold(given["ranks"])}


def advance_cost(given: Given, _dice: Fed) -> Answer:
    if given["kind"] in ("speciality", "reserved", "artisanat", "craft"):
        return {"cost": PICK_PRICE}
    general = given["kind"] == "characteristic"
    return {"cost": raise_price(parse(given["from"]), parse(given["to"]), general)}


def pair(chance: Fraction, endless: bool = False) -> Answer:
    """A fraction where the odds are finite, and always its value."""
    return {"float": float(chance)} if endless else {"fraction": str(chance), "float": float(chance)}


def probability(given: Given, _dice: Fed) -> Answer:
    how = reading(scene_of(given))

    def code(name: str) -> DieCode:
        return parse(given[name])

    def endless() -> bool:
        return bound(code("a"), code("b"), how) > 0

    event = given["event"]
    answer: Answer
    if event == "success":
        law = odds(check(code("code"), given["threshold"], how))
        answer = pair(law.chance(lambda checked: checked.success))
    elif event == "crit_failure":
        answer = pair(odds(result(code("code"), how)).chance(lambda rolled: rolled.critical == CRITICAL_FAILURE))
    elif event == "crit_success":
        answer = pair(odds(result(code("code"), how)).chance(lambda rolled: rolled.critical == CRITICAL_SUCCESS))
    elif event == "expected_total":
        answer = pair(mean(code("code"), how))
    elif event == "opposed":
        won = odds(contest(code("a"), code("b"), how))
        answer = {name: pair(won.p(outcome), endless()) for outcome, name in OUTCOMES.items()}
    else:
        ranks = odds(wound(code("a"), code("b"), how))
        answer = {str(rank): pair(ranks.p(rank), endless()) for rank in range(5)}
    return {**answer, "tolerance": 1e-12}


def refusing(operation: Operation) -> Operation:
    """An operation whose refusals are answered by their name in the catalogue."""

    def answer(given: Given, dice: Fed) -> Answer:
        try:
            return operation(given, dice)
        except BadInput as wrong:
            return {"error": ERRORS[wrong.text]}

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
        "care_threshold": threshold_of_care,
        "advance_cost": advance_cost,
        "probability": probability,
    }.items()
}
