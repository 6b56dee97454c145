"""The vectors about tests, fights, heroism and wounds: names translated, the real engine called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tablee.dice import Fed, throw
from tablee.games.cle_en_main.attack import manoeuvres, vitality
from tablee.games.cle_en_main.attack.damage import Blow, damage_dice, more_dice, raw_damage, taken
from tablee.games.cle_en_main.attack.declaration import CROWD, GUARD, in_zone
from tablee.games.cle_en_main.attack.redos import Guard
from tablee.games.cle_en_main.attack.steps import CLASHED, Terms, struck
from tablee.games.cle_en_main.attack.team import NO_DEFENDER
from tablee.games.cle_en_main.book import SKILL
from tablee.games.cle_en_main.check import checks, notation, oppositions, primes, throws
from tablee.games.cle_en_main.check.checks import TESTED, Side
from tablee.games.cle_en_main.check.cooperation import LED, RESULT, Mate, Team
from tablee.games.cle_en_main.check.heroism import NO_POINT, ONCE, PRICES, Purse
from tablee.games.cle_en_main.check.oppositions import OPPOSED
from tablee.games.cle_en_main.check.side import BAND, group_bonus, total_of
from tablee.games.cle_en_main.check.throws import Dice, Thrown
from tablee.games.cle_en_main.sheet import CANCEL, EXTRA_DIE, HEROIC_ATOUT, REDO_TEST, TAKE_BLOW, Drawbacks, Sheet
from tablee.rules.action import Add, applied
from tablee.rules.why import Saying
from tests.conformance import Operation
from tests.games.cle_en_main.odds_operations import ODDS
from tests.games.cle_en_main.scenes import on, sheet
from tests.games.cle_en_main.shared_operations import (
    Given,
    Noted,
    added,
    ask,
    dice_of,
    kept,
    option,
    redo_of,
    side_of,
    terms_of,
)

EFFECTS = {
    "extra_die": EXTRA_DIE,
    "redo_test": REDO_TEST,
    "asset_heroic": HEROIC_ATOUT,
    "cancel_damage": CANCEL,
    "take_for_ally": TAKE_BLOW,
}
AUTO = {-1: "failure", 0: None, 1: "success"}


def test(given: Given, dice: Fed) -> Given:
    if given.get("circumstances"):
        return {"error": "circumstances_in_test"}
    side = side_of(given, given, near=False)
    redo = redo_of(given)
    if redo is not None:
        side = side._replace(points=2, redos=(REDO_TEST,), die_free=not side.dice.heroic, anyway=True)
    difficulty = checks.near_difficulty(given["difficulty"], given.get("near", False))
    answers = ({"a": True}, {"a": bool(redo.get("heroic"))}) if redo is not None else ()
    made, noted = ask(checks.attempt(side, difficulty), dice, *answers)
    last = noted(TESTED)[-1]
    return {
        "total": last["total"],
        "difficulty": last["difficulty"],
        "success": made.success,
        "auto": AUTO[last["auto"]],
        "heroism_spent": side.dice.heroic + len(made.paid),
    }


def open_test(given: Given, dice: Fed) -> Given:
    (given,) = kept(dice, given)
    total = throw(throws.plain_dice(dice_of(given, given)), dice).outcome.dice + added(given)
    return {"total": total, "degree": checks.degree(total)}


def opposition(given: Given, dice: Fed) -> Given:
    a, b = (side_of(given, side, name) for name, side in zip("ab", kept(dice, given["a"], given["b"]), strict=True))
    auto = option(given, "opposition_auto", "symmetric")
    result, noted = ask(oppositions.contest(a, b, given.get("active", "a"), auto), dice)
    last = noted(OPPOSED)[-1]
    return {"a_total": last["a"], "b_total": last["b"], "winner": result.winner, "decided_by": result.decided}


def team_of(given: Given, people: Sequence[Given]) -> tuple[Team, tuple[Blow, ...]]:
    """Those who act together, and what each deals if they lead; nothing without a weapon."""
    weapon, sides = given.get("weapon"), [side_of(given, person, str(place)) for place, person in enumerate(people)]
    if not weapon:
        return tuple(map(Mate, sides)), ()
    count, six_plus = damage_dice(weapon["dice"]), weapon.get("six_plus", False)
    blow = Blow(count.read, count.fresh, given.get("damage_bonus", 0), six_plus=six_plus)
    return tuple(Mate(side, read=blow.read, six_plus=six_plus) for side in sides), (blow,) * len(sides)


def cooperation(given: Given, dice: Fed) -> Given:
    people, opponent = given["participants"], given.get("opponent")
    everyone = kept(dice, *people, *([opponent] if opponent else []))
    team, blows = team_of(given, everyone[: len(people)])
    guard = Guard(side_of(given, everyone[-1], "opponent")) if opponent else Guard(NO_DEFENDER, given["difficulty"])
    made, noted = ask(struck(team, (guard,), Terms(option(given, "opposition_auto", "symmetric")), blows), dice)
    met = made.met[0]
    told: Given = {"success": met.hit}
    if opponent:
        protection = everyone[-1].get("protection", 0)
        points = taken(made.raw, protection, met.spared, blows[0]) if blows and met.hit else 0
        told |= {"opponent_total": noted(CLASHED)[-1]["defence"], "damage": points}
    alone, names = told_of(noted)[0], [person.get("name", str(place)) for place, person in enumerate(people)]
    led = (noted(LED) or [{"leader": 0, "adjust": 0, "final": alone}])[-1]
    return {
        "totals": dict(zip(names, [note["total"] for note in noted(RESULT)] or [alone], strict=True)),
        "leader": names[led["leader"]],
        "adjust": led["adjust"],
        "final": led["final"],
        **told,
    }


def told_of(noted: Callable[[Saying], Noted]) -> tuple[int, int]:
    """The result of an attack as it was told, and whether its dice decided by themselves."""
    told = [*noted(CLASHED), *noted(TESTED)][0]
    return told["attack"] if "attack" in told else told["total"], told["auto"]


def retry(given: Given, _: Fed) -> Given:
    failed, now = (
        (
            added(test, near=False),
            checks.near_difficulty(test["difficulty"], test.get("near", False)),
            dice_of(given, test),
        )
        for test in (given["failed"], given["now"])
    )
    return {"allowed": checks.may_retry(failed, now, given.get("in_combat", False))}


def heroism_spend(given: Given, _: Fed) -> Given:
    scene = on("a", {"a": sheet("a", heroism=given["points"])}, given.get("options"))
    outcomes = []
    for event in given["events"]:
        round, turn = event.get("round", 1), event.get("turn", 1)  # ours are never counted anew
        scene = on("a", scene.cast, given.get("options"), round=round, turn=100 * round + turn)
        effect = EFFECTS[event["effect"]]
        price = PRICES[effect] + event.get("extra_points", 0)
        purse = Purse(scene)
        refused = purse.refusal("a", effect, price)
        if refused is None:
            purse.pay("a", effect, price)
            scene, _changes = applied(scene, purse.spent)
        reasons = {ONCE: "refused:already_used", NO_POINT: "refused:not_enough"}
        outcomes.append(reasons[refused.saying] if refused else "ok")
    return {"outcomes": outcomes, "points": scene["a"].heroism}


def asset_cost(given: Given, _: Fed) -> Given:
    heroic = given["effect"] == "heroic"
    return {
        "heroism": PRICES[HEROIC_ATOUT] + given.get("extra_points", 0) if heroic else 0,
        "action": not heroic and given.get("one_action", False),
    }


def intercept(given: Given, _: Fed) -> Given:
    hurt = taken(given["raw_damage"], given.get("interceptor_protection", 0), 0, Blow())
    return {"ally_damage": 0, "interceptor_damage": hurt, "heroism": PRICES[TAKE_BLOW]}


def auto11(given: Given, dice: Fed) -> Given:
    group = group_bonus(given.get("group_size", 1))
    source = option(given, "extra_die_source", "step_up")
    count = damage_dice(given.get("weapon_dice", 0), given.get("deadly_attack", 0), source)
    thrown = throw(throws.attack_dice(count.read, Dice(fixed=True)), dice).outcome
    blow = Blow(count.read, count.fresh, given.get("damage_bonus", 0), group, given.get("six_plus", False))
    return {"total": thrown.dice + added(given, [BAND(group)]), "damage": raw_of(thrown, blow, dice)}


def raw_of(thrown: Thrown, blow: Blow, dice: Fed) -> int:
    more = throw(more_dice(blow.fresh, blow.six_plus, thrown.sixes, blow.most), dice).outcome
    return raw_damage(thrown.damage + more, blow)


def declare_action(given: Given, _: Fed) -> Given:
    keys = "chosen_primes", "chosen_penalties", "free_primes", "obligatory_penalties"
    chosen, price, free, imposed = (terms_of(given.get(key)) for key in keys)
    reason = primes.why_wrong(given["kind"], chosen, price, free, imposed)
    if reason:
        return {"valid": False, "reason": reason[0]}
    made = primes.declared(chosen, price, free, imposed)
    return {
        "valid": True,
        "reason": None,
        "primes": dict(Counter(made.primes)),
        "penalties": dict(Counter(made.penalties)),
        "test_modifier": made.modifier,
    }


def risks_of(given: Given, imposed: int) -> list[str]:
    """What each Risque threatens: a weapon's own, then those declared, by the name they are given."""
    told = [item for item in given.get("penalties") or () if terms_of([item]) == ["risk"]]
    named = [item if isinstance(item, dict) else {} for item in told]
    return ["weapon"] * imposed + [str(item.get("name", item.get("incident", "incident"))) for item in named]


def trained(training: Given) -> Sheet:
    """Somebody who has been taught to use war weapons, heavy weapons, both or neither."""
    return sheet(training=tuple(f"{kind}_weapons" for kind in ("war", "heavy") if training.get(kind)))


def attack(given: Given, dice: Fed) -> Given:
    weapon, training = given.get("weapon", {}), given.get("training")
    zone = weapon.get("zone", weapon.get("zone_m"))
    wanted = terms_of(given.get("primes"))
    if wanted.count("multiple_attack") and zone:
        return {"error": "zone_with_multiple_attack"}
    category = weapon.get("category", "standard")
    drawbacks = Drawbacks() if training is None else trained(training).drawbacks(category)
    imposed = ["hindrance"] * (drawbacks.hindrance + given.get("stand_or_move", False)) + ["risk"] * drawbacks.risk
    made = primes.declared(wanted, terms_of(given.get("penalties")), (), imposed)
    group = group_bonus(given.get("group_size", 1))
    count = damage_dice(
        weapon.get("dice", 0), made.times("deadly_attack"), option(given, "extra_die_source", "step_up")
    )
    within = [t for t in given["targets"] if not zone or in_zone(t.get("distance", 0), zone)]
    attacker, *targets = kept(dice, given["attacker"], *within)
    guards = tuple(guard_of(given, target) for target in targets)
    side = side_of(given, attacker, "attacker", near=False, more=[BAND(group), *made.terms()])
    terms = Terms(option(given, "opposition_auto", "symmetric"), attacker.get("near", False))
    blow = Blow(
        count.read,
        count.fresh,
        attacker.get("damage_bonus", 0),
        group,
        weapon.get("six_plus", False),
        made.times("light_wound"),
        option(given, "light_wound_order", "before_protection") == "after_protection",
        made.times("multiple_attack") > 0,
    )
    total, auto, raw, results = met_by(side, targets, guards, terms, blow, dice)
    risks = risks_of(given, drawbacks.risk)
    hit = any(result["hit"] for result in results)
    return {
        "attack_total": total,
        "auto": AUTO[auto],
        "raw_damage": raw,
        "hindrances": made.times("hindrance"),
        "risks": made.times("risk"),
        "incident": bool(primes.incidents(risks, hit)),
        "results": results,
    }


def met_by(
    side: Side, targets: Sequence[Given], guards: tuple[Guard, ...], terms: Terms, blow: Blow, dice: Fed
) -> tuple[int, int, int, list[Given]]:
    """The attack against everybody it reaches: its result and whether it is automatic, its damage, what each takes."""
    if not guards:  # nobody stands within the zone
        lost = throw(throws.plain_dice(side.dice), dice).outcome
        return lost.dice + side.bonus, lost.auto, 0, []
    mate = Mate(side, read=blow.read, six_plus=blow.six_plus)
    strike, noted = ask(struck((mate,), guards, terms, (blow,)), dice)
    clashes = iter(noted(CLASHED))
    results = []
    for target, guard, met in zip(targets, guards, strike.met, strict=True):
        points = taken(strike.raw, target.get("protection", 0), met.spared, blow) if met.hit else 0
        result = {"name": target["name"], "hit": met.hit, "damage": points}
        if guard.difficulty is None:
            result["defence_total"] = next(clashes)["defence"]
        if "vitality" in target:
            result["vitality"] = vitality.wounded(target["vitality"], 0, points).vitality
        results.append(result)
    return *told_of(noted), strike.raw, results


def guard_of(given: Given, target: Given) -> Guard:
    crowd = [-CROWD(2)] if target.get("melee_opponents", 0) >= 2 else []
    side = Side(target["name"], added(target, crowd, saying=GUARD), target["skill"], dice_of(given, target))
    return Guard(side, None if target.get("perceives", True) else target.get("difficulty", 10))


def damage(given: Given, dice: Fed) -> Given:
    shown = given["attack_dice"]
    heroic, atout = shown.get("heroic"), shown.get("asset") or []
    faces = [shown["red"], *shown["white"], *([heroic] if heroic else []), *atout]
    count = damage_dice(
        given["weapon_dice"], given.get("deadly_attack", 0), option(given, "extra_die_source", "step_up")
    )
    six_plus = given.get("six_plus", False)
    kind = Dice(bool(heroic), len(atout))
    thrown = throw(throws.attack_dice(count.read, kind, six_plus), Fed(faces)).outcome
    blow = Blow(
        count.read,
        count.fresh,
        given.get("damage_bonus", 0),
        group_bonus(given.get("group_size", 1)),
        six_plus,
        given.get("light_wound", 0),
        option(given, "light_wound_order", "before_protection") == "after_protection",
        given.get("multiple_attack", False),
    )
    raw = raw_of(thrown, blow, dice)
    return {
        "raw_damage": raw,
        "damage": taken(raw, given.get("protection", 0), given.get("defence_heroic_die", 0), blow),
    }


def defence_queue(given: Given, _: Fed) -> Given:
    scene = on("a", {"a": sheet("a")})
    shown = []
    for event in given["events"]:
        if event == "defence_test":
            me = scene["a"]
            shown.append(GUARD.sum(*primes.defence_terms(me.caution, me.danger)).total)
            scene, _changes = applied(scene, [primes.Guarded("a")])
        elif event in ("caution", "danger"):
            scene, _changes = applied(scene, [Add("a", event, 1)])
    return {"defence_modifiers": shown}


def risk_incidents(given: Given, _: Fed) -> Given:
    return {"incidents": list(primes.incidents(given["risks"], given["success"]))}


def wound(given: Given, dice: Fed) -> Given:
    start = 0 if given.get("bad_shape") else given["vitality"]
    after = vitality.wounded(start, given.get("extra_wounds", 0), given["damage"])
    told: Given = {
        "vitality": after.vitality,
        "tests": after.tests,
        "bad_shape": after.vitality == 0,
        "extra_wounds": after.extra_wounds,
        "wound_malus": after.malus,
    }
    if not after.tests:
        return told | {"dying": False, "unconscious": False}
    raw, reading = given.get("raw_damage", 0), option(given, "mep_damage", "final")
    difficulty = vitality.vital_difficulty(given["damage"], raw, reading)
    sides = given["resistance"], given["will"]
    body, will = (
        redoing(
            Side(
                "a",
                total_of(GUARD, [SKILL(side["skill"])], 0, side.get("mod", 0) + after.malus).total,
                0,
                dice_of(given, side),
            ),
            side,
        )
        for side in sides
    )
    answers = [answer for side in sides for answer in redo_answers(side)]
    fell, noted = ask(vitality.vital_tests(body, will, difficulty), dice, *answers)
    made = [note["total"] for note in noted(TESTED)]
    totals = made[redo_of(sides[0]) is not None], made[-1]
    return told | {
        "difficulty": difficulty,
        "resistance_total": totals[0],
        "dying": fell.dying > 0,
        "dies_at_end_of_round": vitality.earliest(0, fell.dying) if fell.dying else None,
        "will_total": totals[1],
        "unconscious": fell.unconscious > 0,
        "unconscious_rounds": fell.unconscious or None,
    }


def redoing(one: Side, side: Given) -> Side:
    """The side, with the points for the redo its vector tells of."""
    redo = redo_of(side)
    if redo is None:
        return one
    return one._replace(points=2, redos=(REDO_TEST,), die_free=bool(redo.get("heroic")), anyway=True)


def redo_answers(side: Given) -> list[Given]:
    """What its owner answers: no extra die at first, then the redo, with one if the vector says so."""
    redo = redo_of(side)
    if redo is None:
        return []
    return [{"a": False}, {"a": True}, {"a": True}] if redo.get("heroic") else [{"a": True}]


def finish_off(given: Given, _: Fed) -> Given:
    killed = vitality.can_finish(given.get("unconscious", False), given.get("in_reach", False))
    return {"killed": killed, "actions": 1 if killed else 0}


def weapon_training(given: Given, _: Fed) -> Given:
    drawbacks = trained(given).drawbacks(given["category"])
    made = primes.Declaration((), ("hindrance",) * drawbacks.hindrance)
    return {"hindrance": drawbacks.hindrance, "risk": drawbacks.risk, "test_modifier": made.modifier}


def manoeuvre(given: Given, dice: Fed) -> Given:
    first, second = given["first"], given["second"]
    auto = option(given, "opposition_auto", "symmetric")
    plain = "difficulty" in first
    *start, mine, theirs = kept(dice, *([first] if plain else [first["a"], first["b"]]), second["a"], second["b"])
    a, b = side_of(given, mine, "a"), side_of(given, theirs, "b")
    if plain:
        opening = manoeuvres.FirstTest(
            side_of(given, start[0], near=False),
            None,
            checks.near_difficulty(first["difficulty"], first.get("near", False)),
        )
    else:
        opening = manoeuvres.FirstTest(side_of(given, start[0], "a"), side_of(given, start[1], "b"))
    done, _ = ask(manoeuvres.manoeuvred(opening, a, b, second.get("active", "a"), auto), dice)
    return {"first_success": done.opened, "damage": 0, "success": done.success}


def henchman_hit(given: Given, dice: Fed) -> Given:
    end = throw(vitality.cut_down(given["vitality"], given["resistance"], given["damage"]), dice).outcome
    out = "dead" if end.dead else "unconscious" if end.minutes else "fighting"
    return {"vitality": end.vitality, "outcome": out, "minutes": end.minutes or None}


def parse_term(given: Given, _: Fed) -> Given:
    return {"id": notation.read_term(given["text"])}


def read_notation(given: Given, _: Fed) -> Given:
    written = notation.read_notation(given["text"])
    if written.kind == "test":
        return {"kind": "test", "skill": written.skill, "difficulty": written.difficulty}
    return {"kind": "opposition", "active_skill": written.skill, "passive_skill": written.passive}


def deadlines(given: Given, _: Fed) -> Given:
    round, told = given["current_round"], {}
    if given.get("dying_die"):
        told["dies_end_of_round"] = vitality.earliest(round, given["dying_die"], given.get("earlier_death") or 0)
    if given.get("unconscious_dice"):
        out = sum(given["unconscious_dice"])
        told["wakes_end_of_round"] = vitality.latest(round, out, given.get("earlier_wake") or 0)
    return told


FIGHTS: dict[str, Operation] = {
    "test": test,
    "open_test": open_test,
    "opposition": opposition,
    "cooperation": cooperation,
    "retry": retry,
    "heroism_spend": heroism_spend,
    "asset_cost": asset_cost,
    "intercept": intercept,
    "auto11": auto11,
    "declare_action": declare_action,
    "attack": attack,
    "damage": damage,
    "defence_queue": defence_queue,
    "risk_incidents": risk_incidents,
    "wound": wound,
    "finish_off": finish_off,
    "weapon_training": weapon_training,
    "manoeuvre": manoeuvre,
    "henchman_hit": henchman_hit,
    "parse_term": parse_term,
    "notation": read_notation,
    "deadlines": deadlines,
    **ODDS,
}
