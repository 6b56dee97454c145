"""The vectors of DeusEx: their names translated into the engine's."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tablee.dice import Fed, Odds, odds, throw
from tablee.games.deusex import GAME, pv_and_ps, troubles
from tablee.games.deusex.check import cooperation, oppositions, reserve, tests
from tablee.games.deusex.check.deusex_test import invoke
from tablee.games.deusex.check.oppositions import Place
from tablee.games.deusex.check.tests import Ask, Tested, Try
from tablee.games.deusex.fight import damage as damages
from tablee.games.deusex.fight import melee, ranged
from tablee.games.deusex.health import countdowns, healing, stress
from tablee.games.deusex.options import OPTIONS
from tablee.games.deusex.people import creation, evolution
from tablee.games.deusex.sheet import FIRST_AID, PSYCHOLOGY, Cared, Sheet, Shock, Steadied, wounded
from tablee.games.deusex.tables import (
    APTITUDE_SCALE,
    INCIDENTS,
    PS_TIERS,
    PV_TIERS,
    TALENT_SCALE,
    TALENTS,
    TROUBLES,
    WEAPONS,
    Rung,
    category_of,
    rung,
)
from tablee.rules.action import Action, Scene, applied
from tablee.rules.run import Done, perform, prepared
from tablee.rules.why import Note, Saying
from tablee.text import Name
from tests.conformance import Operation

Given = dict[str, Any]
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
CRITICAL = {-1: "failure", 0: None, 1: "success"}


def option(given: Given, id: str) -> Any:
    """An option of the vector; one that this game does not offer may only stand at the book's value."""
    known = {known.id: known for known in OPTIONS}
    asked = given.get("options", {})
    for other in set(asked) - set(known):
        assert asked[other] == FIXED[other], f"{other} stands at {FIXED[other]} in this game"
    return asked.get(id, known[id].default)


def code(refusal: Saying) -> dict[str, Any]:
    return {"error": refusal.id.split(":")[1]}


def ask_of(given: Given, options: Given) -> Ask:
    stress_rules = option(options, "stress_rules")
    return Ask(
        given.get("kind", tests.SIMPLE),
        given.get("talent", 0),
        given.get("aptitude", 0),
        given.get("bonus", 0),
        given.get("malus", 0),
        given.get("pv", pv_and_ps.HUMAN_MAXIMUM),
        given.get("ps", pv_and_ps.HUMAN_MAXIMUM) if stress_rules else None,
        given["difficulty"] if "difficulty" in given else options.get("test_difficulty", 15),
        given.get("open", option(options, "open_rolls")),
        option(options, "crit_success_auto"),
    )


def refusal_of(ask: Ask, options: Given) -> Saying | None:
    return tests.objection(ask, option(options, "crossed_tests"), option(options, "stress_rules"))


def try_of(ask: Ask) -> Try:
    return tests.try_of(ask, tests.pool(ask))


def rolled(ask: Ask, dice: Fed) -> Tested:
    return throw(tests.tested(try_of(ask)), dice).outcome


def said(result: Tested, ask: Ask) -> dict[str, Any]:
    return {
        "pool": try_of(ask).dice,
        "total": result.total,
        "raw_margin": result.total - ask.difficulty,
        "margin": result.margin,
        "success": result.success,
        "critical": CRITICAL[result.critical],
        "zeros": result.zeros,
        "grade": tests.degree(result.zeros).id if result.critical > 0 else None,
        "appraisal": tests.appraisal(result.margin).fr,
    }


def test(given: Given, dice: Fed) -> dict[str, Any]:
    ask = ask_of(given, given)
    refusal = refusal_of(ask, given)
    return code(refusal) if refusal else said(rolled(ask, dice), ask)


def pool(given: Given, _: Fed) -> dict[str, Any]:
    ask = ask_of({**given, "kind": tests.OF_APTITUDE}, given)
    refusal = refusal_of(ask, given)
    return code(refusal) if refusal else {"pool": try_of(ask).dice}


def untrained(given: Given, _: Fed) -> dict[str, Any]:
    allowed = tests.may_improvise(given["aptitude_name"], option(given, "untrained"))
    test = tests.OF_TALENT if allowed else None
    return {"category": category_of(given["aptitude_name"]), "allowed": allowed, "test": test}


def label(scale: tuple[Rung, ...], number: int) -> dict[str, Any]:
    step = rung(scale, number)
    return {"label": step.name.fr if step else None}


def difficulty_label(given: Given, _: Fed) -> dict[str, Any]:
    name = tests.difficulty_name(given["difficulty"])
    return {"label": name.fr if name else None}


def aptitude_label(given: Given, _: Fed) -> dict[str, Any]:
    return label(APTITUDE_SCALE, APTITUDE_SCALE[0].at if given["level"] is None else given["level"])


def met(given: Given, a: Tested, b: Tested) -> oppositions.Opposed:
    priority = option(given, "opposition_crit_priority")
    mine, theirs = (Place(priority and side.critical > 0, side.margin) for side in (a, b))
    return oppositions.compared(mine, theirs)


def opposed(given: Given, dice: Fed) -> tuple[oppositions.Opposed, Tested, Tested] | Saying:
    asks = [ask_of(given[side], given) for side in "ab"]
    refusal = next((found for ask in asks if (found := refusal_of(ask, given))), None)
    if refusal:
        return refusal
    a, b = (rolled(ask, dice) for ask in asks)
    return met(given, a, b), a, b


def opposition(given: Given, dice: Fed) -> dict[str, Any]:
    found = opposed(given, dice)
    if isinstance(found, Saying):
        return code(found)
    result, a, b = found
    return {
        "a_margin": a.margin,
        "b_margin": b.margin,
        "a_success": a.success,
        "b_success": b.success,
        "outcome": result.outcome,
        "retry_malus": result.burdened or None,
    }


def cooperative(given: Given, dice: Fed) -> dict[str, Any]:
    asks = [ask_of(person, given) for person in given["participants"]]
    attempts = tuple(try_of(ask) for ask in asks if refusal_of(ask, given) is None)
    totals: list[int] = []
    while not totals or (dice.left and not cooperation.completes(totals[-1], given["task_difficulty"])):
        brought = throw(cooperation.efforts(attempts), dice).outcome
        totals.append(sum(totals[-1:]) + brought)
    return {
        "running_totals": totals,
        "complete": cooperation.completes(totals[-1], given["task_difficulty"]),
        "rounds": len(totals),
    }


def harm(given: Given, weapon: str) -> damages.Harm:
    row = WEAPONS[weapon]
    return damages.Harm(row.times, row.halved, option(given, "half_rounding"), option(given, "min_hit_damage"))


def damage(given: Given, _: Fed) -> dict[str, Any]:
    return {"damage": damages.damage(given["margin"], harm(given, given["weapon"]))}


def state(points: int, tiers: tuple[Rung, ...]) -> dict[str, Any]:
    return {
        "tier": pv_and_ps.tier_of(points, tiers).id,
        "malus_dice": pv_and_ps.malus(points),
        "can_act": pv_and_ps.can_act(points),
        "countdown": pv_and_ps.counts_down(points),
    }


def pv_state(given: Given, _: Fed) -> dict[str, Any]:
    return {"pv": given["pv"], **state(given["pv"], PV_TIERS), "dead": pv_and_ps.is_over(given["pv"])}


def ps_state(given: Given, _: Fed) -> dict[str, Any]:
    return {"ps": given["ps"], **state(given["ps"], PS_TIERS), "lost": pv_and_ps.is_over(given["ps"])}


def sheet(**values: Any) -> Sheet:
    """A sheet of which only these values matter."""
    plain = {"talents": dict.fromkeys(TALENTS, 1), "aptitudes": {}, "pv": 12, "pv_max": 12, "ps": 8, "ps_max": 8}
    return Sheet(**{"name": Name("a"), **plain, **values})


def apply_damage(given: Given, dice: Fed) -> dict[str, Any]:
    if "ps" in given:
        after = Shock("a", given["damage"], troubles=False).on(sheet(ps=given["ps"]))
        return ps_state({"ps": after.ps}, dice)
    return pv_state({"pv": wounded(sheet(pv=given["pv"]), given["damage"]).pv}, dice)


def melee_round(given: Given, dice: Fed) -> dict[str, Any]:
    told = list(dice.left)
    found = opposed(given, dice)
    if isinstance(found, Saying):
        return code(found)
    result, a, b = found
    tries = [try_of(ask_of(given[side], given)) for side in "ab"]
    harms = harm(given, given["a"].get("weapon", "unarmed")), harm(given, given["b"].get("weapon", "unarmed"))
    priority = option(given, "opposition_crit_priority")
    difference = option(given, "melee_damage_margin") == "difference"
    fought = throw(melee.melee_round(tries[0], tries[1], harms, priority, difference), Fed(told)).outcome
    target, dealt = {"a": "b", "b": "a"}.get(fought.outcome), fought.damage
    pv = {side: given[side].get("pv", pv_and_ps.HUMAN_MAXIMUM) for side in "ab"}
    after = {side: wounded(sheet(pv=pv[side]), dealt).pv if side == target else pv[side] for side in "ab"}
    return {
        "a_margin": a.margin,
        "b_margin": b.margin,
        "a_success": a.success,
        "b_success": b.success,
        "outcome": result.outcome,
        "retry_malus": result.burdened or None,
        "damage": dealt,
        "target": target,
        **{f"{side}_pv": after[side] for side in "ab"},
        **{f"{side}_tier": pv_and_ps.pv_tier(after[side]).id for side in "ab"},
    }


def ranged_attack(given: Given, dice: Fed) -> dict[str, Any]:
    ask = ask_of(given["attacker"], given)
    refusal = refusal_of(ask, given)
    if "dodge" in given and not option(given, "ranged_dodge") and not dice.left:
        refusal = ranged.NO_DODGE  # as the action answers; a vector with dice for the shot alone leaves the dodge out
    if refusal:
        return code(refusal)
    mine = rolled(ask, dice)
    hit, outcome = mine.success, None
    if "dodge" in given and option(given, "ranged_dodge"):
        dodge = ask_of({"difficulty": ask.difficulty, **given["dodge"]}, given)
        outcome = met(given, mine, rolled(dodge, dice)).outcome
        hit = outcome == oppositions.A
    dealt = damages.damage(mine.margin, harm(given, given["weapon"])) if hit else 0
    pv = wounded(sheet(pv=given["target_pv"]), dealt).pv
    return {
        **said(mine, ask),
        "success": hit,
        "outcome": outcome,
        "damage": dealt,
        "target_pv": pv,
        "target_tier": pv_and_ps.pv_tier(pv).id,
    }


def countdown(given: Given, dice: Fed) -> dict[str, Any]:
    rounds = throw(countdowns.rounds_left(), dice).outcome
    over = not given.get("stabilised", False) and given.get("rounds_elapsed", 0) >= rounds
    return {"rounds": rounds, "seconds": countdowns.seconds(rounds), "dead": over}


def margin_of(given: Given) -> int:
    """A margin where the vector gives one; only its sign matters elsewhere."""
    return int(given.get("margin", 0)) if given["success"] else min(-1, given.get("margin", -1))


def heal(given: Given, _: Fed) -> dict[str, Any]:
    refusal = healing.cannot_care(given["pv"], given.get("already_treated", False))
    if refusal:
        return code(refusal)
    room = given["pv_max"] - given["pv"]
    method = FIRST_AID if given["method"] == "first_aid" else "medicine"
    care = healing.care(method, margin_of(given), room, option(given, "half_rounding"))
    before = sheet(pv=given["pv"], pv_max=given["pv_max"])
    after = Cared("a", method, care.gain).on(before) if care.success else before
    return {
        "gain": care.gain,
        "pv": after.pv,
        "stabilised": after.stabilised,
        "tier": pv_and_ps.pv_tier(after.pv).id,
    }


def psychology(given: Given, _: Fed) -> dict[str, Any]:
    refusal = refusal_of(Ask(tests.STRESS), given)
    if refusal:
        return code(refusal)
    room = given["ps_max"] - given["ps"]
    gain = healing.care(PSYCHOLOGY, margin_of(given), room, option(given, "half_rounding")).gain
    before = sheet(ps=given["ps"], ps_max=given["ps_max"], phase=given.get("phase", 0), trouble="panic")
    after = Steadied("a", gain).on(before)
    return {"gain": gain, "ps": after.ps, "tier": pv_and_ps.ps_tier(after.ps).id, "phase": after.phase}


def loss_of(given: Given, margin: int) -> int:
    incident = INCIDENTS[given["incident"]]
    return stress.loss(incident, margin, option(given, "half_rounding"), option(given, "stress_loss_cap"))


def stress_loss(given: Given, _: Fed) -> dict[str, Any]:
    return {"loss": loss_of(given, margin_of(given))}


def stress_ask(given: Given) -> Ask:
    open_roll = given.get("open", option(given, "open_rolls"))
    auto = option(given, "crit_success_auto")
    return stress.stress_ask(given["incident"], given.get("talent", 0), given.get("bonus", 0), open_roll, auto)


def stress_test(given: Given, dice: Fed) -> dict[str, Any]:
    ask = stress_ask(given)
    refusal = refusal_of(ask, given)
    if refusal:
        return code(refusal)
    result = rolled(ask, dice)
    loss = loss_of(given, result.margin)
    before = sheet(ps=given["ps"], phase=given.get("phase", 0), trouble="panic")
    after = Shock("a", loss, option(given, "trouble_rules")).on(before)
    return {
        **said(result, ask),
        "loss": loss,
        "ps": after.ps,
        "tier": pv_and_ps.ps_tier(after.ps).id,
        "phase": after.phase,
    }


def phase_track(given: Given, _: Fed) -> dict[str, Any]:
    phases: list[int] = []
    phase = given.get("start", 0)
    for ps in given["ps_values"]:
        phase = troubles.phase_after(phase, ps) if option(given, "trouble_rules") else phase
        phases.append(phase)
    return {"phases": phases, "withdrawn": phase >= troubles.WITHDRAWN_PHASE}


def done(action: Action[Any, Any], values: dict[str, Any], scene: Scene[Any]) -> tuple[str, Scene[Any]]:
    """« ok » or the name of the refusal, and the scene afterwards (a Test DeusEx costs a point whatever its dice)."""
    do = prepared(action, scene, values)
    if isinstance(do, Note):
        return str(code(do.saying)["error"]), scene
    found = perform(action, scene, do, Fed([5, 6]))
    assert isinstance(found, Done)
    return "ok", applied(scene, found.outcome.effects)[0]


def reserve_trace(given: Given, _: Fed) -> dict[str, Any]:
    level = given["level"]
    who = sheet(reserve=given.get("current", level), reserve_level=level)
    scene = GAME.scene("a", {"a": who}, given.get("options", {}))
    trace = []
    for event in given["events"]:
        points = event.get("points", 1)
        what = next(event[key] for key in ("ev", "event", "op", "type") if key in event)
        if what == "bonus":
            refusal = reserve.cannot_spend(scene.me, points)
            result = str(code(refusal.saying)["error"]) if refusal else "ok"
            scene = scene if refusal else applied(scene, [reserve.Spend("a", points)])[0]
        else:
            acts: dict[str, tuple[Action[Any, Any], dict[str, Any]]] = {
                "deusex_test": (invoke, {}),
                "award": (reserve.award_reserve, {"to": "a", "points": points}),
                "new_seance": (reserve.new_seance, {}),
                "new_scenario": (reserve.new_scenario, {}),
            }
            result, scene = done(*acts[what], scene)
        trace.append({"result": result, "current": scene.me.reserve, "level": scene.me.reserve_level})
    return {"trace": trace}


def evolution_cost(given: Given, _: Fed) -> dict[str, Any]:
    found = evolution.cost(given["kind"], given["from"], given["to"])
    return code(found) if isinstance(found, Saying) else {"cost": found}


def evolution_buy(given: Given, _: Fed) -> dict[str, Any]:
    points, results = given["points"], []
    for buy in given["buys"]:
        left = evolution.bought(points, buy["kind"], buy["from"], buy["to"])
        results.append(code(left)["error"] if isinstance(left, Saying) else "ok")
        points = points if isinstance(left, Saying) else left
    return {"results": results, "left": points}


def create(given: Given, _: Fed) -> dict[str, Any]:
    troubles = {row.name.fr: id for id, row in TROUBLES.items()}
    chosen = tuple(creation.Chosen(row["name"], row["level"], row.get("field", False)) for row in given["aptitudes"])
    draft = creation.Draft(
        given["talents"],
        chosen,
        given.get("reserve", creation.STARTING_RESERVE),
        given.get("narrator_exception", False),
        given.get("use_troubles", False),
        troubles.get(str(given.get("trouble") or ""), str(given.get("trouble") or "")),
    )
    found = creation.checked(draft)
    return {
        "valid": not found.errors,
        "errors": list(found.errors),
        "warnings": list(found.warnings),
        "reserve": draft.reserve,
        **pools(given, Fed([])),
    }


def pools(given: Given, _: Fed) -> dict[str, Any]:
    return {"pv": pv_and_ps.pv_of(given["talents"]), "ps": pv_and_ps.ps_of(given["talents"])}


def share(chance: Fraction) -> dict[str, Any]:
    return {"fraction": str(chance), "float": float(chance)}


def probability(given: Given, _: Fed) -> dict[str, Any]:
    return dict(PROBABILITIES[given["event"]](given))


def attempt_of(given: Given, table: Given | None = None) -> Try:
    table = table or given
    open_roll, auto = given.get("open", option(table, "open_rolls")), option(table, "crit_success_auto")
    return Try(given["dice_count"], given.get("modifier", 0), given.get("difficulty", 15), open_roll, auto)


def law(given: Given) -> Odds[Tested]:
    return odds(tests.tested(attempt_of(given)))


def total_ge(given: Given) -> dict[str, Any]:
    return share(law(given).chance(lambda found: found.total >= attempt_of(given).difficulty))


def chance_of_opposition(given: Given) -> dict[str, Any]:
    sides = attempt_of(given["a"], given), attempt_of(given["b"], given)
    met = odds(oppositions.opposition(*sides, option(given, "opposition_crit_priority")))
    found = met.read(lambda met: met.outcome)
    return {outcome: share(found.p(outcome)) for outcome in ("a", "b", "statu_quo", "both_fail")}


def shot(given: Given) -> Odds[ranged.Shot]:
    return odds(ranged.shot(attempt_of(given), harm(given, given["weapon"])))


def target_tier(given: Given) -> dict[str, Any]:
    found = shot(given).read(lambda hit: pv_and_ps.pv_tier(wounded(sheet(pv=given["target_pv"]), hit.damage).pv).id)
    return {tier.id: share(found.p(tier.id)) for tier in PV_TIERS}


def shock(given: Given) -> Odds[stress.Shaken]:
    rounding, cap = option(given, "half_rounding"), option(given, "stress_loss_cap")
    return odds(stress.shaken(try_of(stress_ask(given)), given["incident"], rounding, cap))


def lost_after(given: Given, loss: int) -> bool:
    return pv_and_ps.is_over(Shock("a", loss, troubles=False).on(sheet(ps=given["ps"])).ps)


PROBABILITIES: dict[str, Callable[[Given], dict[str, Any]]] = {
    "total_ge": total_ge,
    "success": lambda given: share(law(given).chance(lambda found: found.success)),
    "crit_success": lambda given: share(law(given).chance(lambda found: found.critical > 0)),
    "crit_failure": lambda given: share(law(given).chance(lambda found: found.critical < 0)),
    "opposition": chance_of_opposition,
    "expected_damage": lambda given: share(shot(given).mean(lambda hit: hit.damage)),
    "target_tier": target_tier,
    "stress_lost": lambda given: share(shock(given).chance(lambda found: lost_after(given, found.loss))),
    "expected_stress_loss": lambda given: share(shock(given).mean(lambda found: found.loss)),
}

OPERATIONS: dict[str, Operation] = {
    "face_value": lambda given, _: {"values": [(face or 10) for face in given["faces"]]},
    "half": lambda given, _: {"value": tests.half(given["n"], option(given, "half_rounding"))},
    "pool": pool,
    "test": test,
    "untrained": untrained,
    "talent_label": lambda given, _: label(TALENT_SCALE, given["score"]),
    "aptitude_label": aptitude_label,
    "difficulty_label": difficulty_label,
    "margin_label": lambda given, _: {"label": tests.appraisal(given["margin"]).fr},
    "opposition": opposition,
    "cooperative": cooperative,
    "damage": damage,
    "apply_damage": apply_damage,
    "pv_state": pv_state,
    "ps_state": ps_state,
    "melee_round": melee_round,
    "ranged_attack": ranged_attack,
    "countdown": countdown,
    "heal": heal,
    "psychology": psychology,
    "stress_loss": stress_loss,
    "stress_test": stress_test,
    "phase_track": phase_track,
    "reserve": reserve_trace,
    "evolution_cost": evolution_cost,
    "evolution_buy": evolution_buy,
    "create": create,
    "pools": pools,
    "count_allotments": lambda given, _: {"count": len(creation.spreads(given["min"], given["max"], given["sum"]))},
    "probability": probability,
}
