"""The vector operations of UnDéSix: characters, health, progress, creation, despair and destiny."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.check.checks import Try, try_it
from tablee.games.undesix.check.desperate import Despair, no_despair
from tablee.games.undesix.check.destiny import GiveDestiny, destiny
from tablee.games.undesix.experience import Learn
from tablee.games.undesix.options import MADNESS, OPTIONS, TO_MINUS_TEN
from tablee.games.undesix.people.creation import ByDice, create_random
from tablee.games.undesix.people.end_of_game import EndGame, GameEnding
from tablee.games.undesix.people.modes import Power, Scores, broken_limits, broken_moves, may_reroll, moved_to_magic
from tablee.games.undesix.people.npcs import npc_scores
from tablee.games.undesix.people.qualities import GIFTED_AT_CREATION, Endow, too_gifted
from tablee.games.undesix.sheet import Line, Sheet, languages, literate, reactivity
from tablee.games.undesix.world.hazards import LACKS, Deprive, Endanger, deprive, endanger
from tablee.games.undesix.world.healing import Resting, Treatment, no_treatment, rest, treat
from tablee.games.undesix.world.health import Wound, psy_state
from tablee.rules.action import Create, Scene
from tablee.rules.run import Progress, Waiting, perform
from tablee.rules.why import Note
from tests.games.undesix.cast import after, played, sheet

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = dict[str, Any]

KEPT = {  # switches of the catalogue that are rulings here: only their default value is played
    "psy_zero": "exhausted",
    "death_delay": "none",
    "recovery_order": "phy_first",
    "deprivation_cumulative": True,
    "doue_max_creation": 1,
    "doue_max_life": 2,
    "psy_cap_ungifted": 5,
    "characteristic_cap": 7,
    "characteristic_awards_max": 3,
    "random_assignment": "as_rolled",
    "desperate_timing": "before",
}
ERRORS = {"UDS-OPT-04:safe": "life_not_at_stake", "UDS-OPT-05:trapped": "no_escape", "UDS-OPT-06": "not_enough_psy"}


class Told(dict[str, Any]):
    """An answer with details that a vector may also name by one word or one number."""

    def __init__(self, details: Given, *words: str | float) -> None:
        super().__init__(details)
        self.words = words

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) if isinstance(other, dict) else other in self.words

    __hash__ = None


def modifiers(given: Given) -> list[int]:
    told = given.get("modifiers") or {}
    return list(told.values()) if isinstance(told, dict) else [told] if isinstance(told, int) else list(told)


def options_of(given: Given) -> dict[str, Any]:
    """The options of a vector that are options here; a ruling must have its one value."""
    played = dict(given.get("options", {}))
    for id, value in KEPT.items():
        assert played.pop(id, value) == value, f"{id} is a ruling: only {value} is played"
    if "natural_scope" in played:
        played["natural_scope"] = "+".join(
            where for where in ("test", "opposition", "spell") if where in played["natural_scope"]
        )
    return {id: value for id, value in played.items() if id in {option.id for option in OPTIONS}}


def scene_of(given: Given, who: Sheet, actor: str = "ana") -> Scene[Sheet]:
    return GAME.scene(actor, {"ana": who}, options_of(given))


def body_of(scene: Scene[Sheet], who: str = "ana") -> Given:
    now = scene[who]
    state = now.state_if(scene.option(TO_MINUS_TEN))
    return {"phy": now.phy, "vitality": now.vitality, "psy": now.psy, "state": state}


# Characters


def skill(given: Given, _dice: Fed) -> Given:
    gifted = int(given.get("gifted") or given.get("doue") or 0)
    formula = f"SAV{given.get('modifier', 0):+d}"
    line = Line(formula=formula, xp=given.get("bonus", 0), gifted=gifted, category="combat")
    who = sheet(sav=given["characteristic"], skills={"it": line})
    return {"score": sum(term.value for term in who.skill_terms("it"))}


def reaction(given: Given, _dice: Fed) -> Given:
    return {"seconds": reactivity(given["sens"])}


def spoken(given: Given, _dice: Fed) -> Given:
    return {"count": languages(given["sav"])}


def reads(given: Given, _dice: Fed) -> Given:
    return {"literate": literate(given["sav"], given["era"])}


# Health


def wound(given: Given, _dice: Fed) -> Given:
    scene = scene_of(given, sheet(given["body"]))
    return body_of(after(scene, Wound("ana", given["points"])))


def hazard(given: Given, dice: Fed) -> Given:
    scene = scene_of(given, sheet(given.get("body")))
    do = Endanger(target="ana", hazard=given["kind"], amount=int(given.get("amount", 1)))
    done, then = played(endanger, scene, do, dice)
    return {"points": done.outcome.parts[0].amount("damage"), "body": body_of(then)}


def deprivation(given: Given, dice: Fed) -> Given:
    pools: Given = {key: given[key] for key in ("psy", "psy_max") if key in given}
    scene = scene_of(given, sheet({**given.get("body", {}), **pools}))
    lacks = tuple({"water": "drink", "thirst": "drink", "hunger": "food"}.get(kind, kind) for kind in given["kinds"])
    assert set(lacks) <= set(LACKS)
    done, then = played(deprive, scene, Deprive(target="ana", lacks=lacks, hours=given["hours"]), dice)
    lost = done.outcome.parts[0].amount("damage")
    told = {"phy_loss": lost, "psy_loss": scene["ana"].psy - then["ana"].psy, "points": lost}
    return {**told, "body": body_of(then), "psy": then["ana"].psy, "psy_after": then["ana"].psy}


def tended(scene: Scene[Sheet], score: int, alone: bool) -> Scene[Sheet]:
    """The patient with a healer of that score, or left to heal alone with it."""
    if alone:
        return Scene("ana", {"ana": scene["ana"].with_changes(sav=score)}, scene.play, scene.options)
    return Scene("doc", {**scene.cast, "doc": sheet(sav=score)}, scene.play, scene.options)


def medicine(given: Given, dice: Fed) -> Given:
    scene = scene_of(given, sheet(given["patient"]))
    log: list[Any] = []
    for event in given["events"]:
        if "wound" in event:
            scene = after(scene, Wound("ana", event["wound"]))
            log.append("wounded")
            continue
        tending = tended(scene, event["medicine"], event.get("self", False))
        do = Treatment(target="ana")
        if no_treatment(tending, do):
            log.append("refused")
            continue
        done, scene = played(treat, tending, do, dice)
        it = done.outcome.parts[0]
        log.append(it.amount("healed") if it.grade.good else "failed")
    return {"log": log, **body_of(scene)}


POOLS = ("psy", "psy_max", "phy", "phy_max", "vitality", "vitality_max")


def resting(given: Given, dice: Fed) -> Given:
    pools: Given = {key: given[key] for key in POOLS if key in given}
    scene = scene_of(given, sheet({**pools, **given.get("body", {})}))
    _, then = played(rest, scene, Resting(target="ana", minutes=given["minutes"]), dice)
    return {**body_of(then), "body": body_of(then)}


def mind(given: Given, _dice: Fed) -> Given:
    return mind_of(given["psy"], scene_of(given, sheet()).option(MADNESS))


def mind_of(psy: int, madness: bool) -> Given:
    state = psy_state(psy, madness)
    return {
        "state": state.state,
        "mad_days": state.mad_days,
        "after_effects_risk": state.after_effects,
        "permanent": state.permanent,
    }


# Progress

KEYS = {"ordinary": "stealth", "combat": "weapon:long_sword", "special": "headbutt", "aim": "aim"}


def key_of(category: str) -> str:
    return KEYS.get(category, f"{category}:it")


def xp(given: Given, _dice: Fed) -> Given:
    key = key_of(given["category"])
    line = Line(xp=given.get("bonus", 0), gifted=given.get("doue", 0))
    scene = scene_of(given, sheet(skills={key: line}))
    for game in given["games"]:
        scene = after(scene, *(Learn("ana", key) for success in game if success))
        scene = after(scene, EndGame("ana", "none"))
    return {"bonus": scene["ana"].bonus(key), "gained": scene["ana"].line(key).xp - line.xp}


def doue(given: Given, _dice: Fed) -> Given:
    key = key_of(given["category"])
    scene = scene_of(given, sheet(skills={key: Line(xp=given.get("xp", 0))}))
    accepted: list[bool] = []
    for take in given["takes"]:
        most = (GIFTED_AT_CREATION,) if take == "creation" else ()
        accepted.append(too_gifted(scene["ana"], (key,), *most) is None)
        scene = after(scene, Endow("ana", gifted=(key,))) if accepted[-1] else scene
    return {"accepted": accepted, "bonus": scene["ana"].bonus(key)}


def end_of_game(given: Given, _dice: Fed) -> Given:
    psy = {"psy": given["psy_max"], "psy_created": given["psy_at_creation"]}
    scene = scene_of(given, sheet(psy))
    accepted: list[bool] = []
    for choice in given["choices"]:
        gain = {"psy_max": "psy"}.get(choice, choice)
        do = GameEnding(gain=gain)
        refused = GAME.action("undesix.end-game").refuse(scene, do)
        accepted.append(refused is None)
        scene = scene if refused else after(scene, EndGame("ana", gain))
    return {"accepted": accepted, "psy_max": scene["ana"].psy_max, "vitality_max": scene["ana"].vitality_max}


# Creation


def scores_of(values: Mapping[str, int], missing: int = 0) -> Scores:
    told = {"psy" if id == "mag" else id: value for id, value in values.items()}
    return Scores(*(told.get(id, missing) for id in Scores._fields))


def as_told(code: str, characteristics: Mapping[str, int]) -> str:
    """UDS-CHAR-02: who says MAG is answered MAG."""
    return code.replace(":psy", ":mag") if "mag" in characteristics else code


def create(given: Given, dice: Fed) -> Given:
    if "characteristics" not in given:
        return rolled(given, dice)
    scores = scores_of(given["characteristics"])
    powers = given.get("powers", {})
    chosen = [Power(f"essence:{word}", points) for word, points in powers.get("essences", {}).items()]
    chosen += [Power(f"verb:{word}", points) for word, points in powers.get("verb", {}).items()]
    broken = broken_limits(given["mode"], scores, tuple(chosen))
    if "transfer" in given:
        taken = scores_of(given["transfer"])
        broken += broken_moves(scores, taken)
        scores = moved_to_magic(scores, taken)
    return {
        "valid": not broken,
        "errors": [as_told(problem.code, given["characteristics"]) for problem in broken],
        "total": scores.total,
        "may_reroll": may_reroll(scores),
        "characteristics": {**scores._asdict(), "mag": scores.psy},
    }


def rolled(given: Given, dice: Fed) -> Given:
    """Dice placed in order, no reroll taken: whether one was offered is what the vector asks."""
    scene = GAME.scene("", {}, options_of(given))
    do = ByDice(name="Ana", fantasy=given["mode"].startswith("fantasy"))
    answers = tuple({"": id} for id in Scores._fields[:-1])
    waiting = perform(create_random, scene, do, dice, Progress(answers=answers))
    offered = isinstance(waiting, Waiting) and waiting.asked[""].id == "undesix.again"
    while isinstance(waiting, Waiting):
        waiting = perform(create_random, scene, do, dice, waiting.by_default())
    who = cast(Sheet, cast(Create, waiting.outcome.effects[0]).sheet)
    told = {id: getattr(who, id) for id in Scores._fields}
    total = waiting.outcome.parts[0].amount("total")
    return {"total": total, "may_reroll": offered, "characteristics": told, "valid": True, "errors": []}


def npc(given: Given, _dice: Fed) -> Given:
    return npc_scores(given["kind"], scores_of(given.get("characteristics", {}), 3))._asdict()


# Despair and destiny


def desperate(given: Given, dice: Fed) -> Given:
    table = {"options": {"desperate_actions": True, **given.get("options", {})}}
    scene = scene_of(table, sheet(psy=given["psy"], sav=given.get("score", 0)))
    bonuses, dodges = given.get("bonuses", 0), bool(given.get("dodge"))
    at_stake, escape = given.get("life_at_stake", True), given.get("escape", True) or not dodges
    refusal = no_despair(scene, "ana", 3 * (bonuses + dodges), at_stake, escape)
    if refusal:
        return {"error": error_of(refusal)}
    answer: Given = {}
    if "score" in given:
        cards = ({"ana": bonuses},) if given["psy"] >= 3 else ()
        do = Try(characteristic="sav", at_stake=True, modifier=sum(modifiers(given)))
        done, scene = played(try_it, scene, do, dice, cards)
        it = done.outcome.parts[0]
        answer |= {"success": it.grade.good, "margin": it.amount("margin")}
    elif bonuses:
        scene = after(scene, Despair("ana", 3 * bonuses))
    if dodges:
        danger = Endanger(target="ana", hazard="fall", amount=given.get("damage", 1) * 2, way_out=True)
        done, scene = played(endanger, scene, danger, dice, ({"ana": True},))
        answer["damage_taken"] = done.outcome.parts[0].amount("damage")
    return {**answer, "psy_after": scene["ana"].psy, "incapacitated_minutes": scene["ana"].exhausted}


def error_of(refusal: Note) -> str:
    return ERRORS[refusal.saying.id]


def destiny_dice(given: Given, _dice: Fed) -> Given:
    """Events are words: the MJ gives a die, the player rerolls a failure, the MJ rerolls one against the player."""
    options = {**options_of(given), "destiny_dice": True}
    foe = sheet(pc=False)
    scene: Scene[Sheet] = GAME.scene(
        "ana", {"ana": sheet(destiny=given.get("player", 0), destiny_mj=given.get("mj", 0)), "foe": foe}, options
    )
    log: list[str] = []
    for event in given["events"]:
        word = event if isinstance(event, str) else str(event.get("event", event.get("by", next(iter(event)))))
        if "give" in word or "hand" in word:
            scene = after(scene, GiveDestiny("ana"))
            log.append("given")
            continue
        mine = word.startswith(("player", "reroll"))
        offer = destiny(scene, "ana" if mine else "foe", "foe" if mine else "ana")
        log.append("rerolled" if offer else "refused")
        scene = after(scene, offer[1]) if offer else scene
    return {"log": log, "player": scene["ana"].destiny, "mj": scene["ana"].destiny_mj}


PEOPLE: dict[str, Operation] = {
    "skill": skill,
    "languages": spoken,
    "literacy": reads,
    "reactivity": reaction,
    "wound": wound,
    "hazard": hazard,
    "deprivation": deprivation,
    "medicine": medicine,
    "rest": resting,
    "psy_state": mind,
    "xp": xp,
    "doue": doue,
    "end_of_game": end_of_game,
    "create": create,
    "npc": npc,
    "desperate": desperate,
    "destiny": destiny_dice,
}
