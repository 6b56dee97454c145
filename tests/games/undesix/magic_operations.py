"""The vector operations of UnDéSix: magic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablee.dice import Fed, throw
from tablee.games.undesix.magic.casting import CAST, cannot_cast, cast, composed
from tablee.games.undesix.magic.composition import NO_SENTENCE, NOT_A_CASTER
from tablee.games.undesix.magic.lasting import ChosenSpell, round_inside
from tablee.games.undesix.magic.resisting import (
    COUNTER_PRICE,
    SHAKES_OFF,
    escape_target,
    resist,
    touch,
    touch_target,
)
from tablee.games.undesix.magic.state import Cast, SpellInForce
from tablee.games.undesix.magic.words import ESSENCES, INCANTATIONS, VERBS, Verb
from tablee.games.undesix.options import MADNESS, OPTIONS
from tablee.games.undesix.sheet import Line, Sheet
from tablee.games.undesix.stage import Stage
from tablee.games.undesix.world.health import Drain
from tablee.rules.action import Scene, applied
from tablee.rules.fields import Nothing
from tablee.rules.run import Done, perform
from tablee.text import Name
from tests.games.undesix.odds_operations import CHANCES
from tests.games.undesix.people_operations import Told, mind_of, modifiers

if TYPE_CHECKING:
    from tests.conformance import Operation

CASTER = "caster"
ERRORS = {NOT_A_CASTER.id: "psy_below_casting_threshold", NO_SENTENCE.id: "sentence_needs_verb_and_essence"}
RULINGS = {  # switches of the catalogue that are rulings here: only the decision is played
    "caster_threshold": 6,
    "caster_threshold_on": "max",
    "distance_counts_as_extent": False,
    "incantation_cost": "added",
    "cancel_needs_casting_roll": True,
    "group_help": "per_helper",
    "powers_ignore_threshold": False,
}


def options_of(given: dict[str, Any]) -> dict[str, Any]:
    """The options of a vector that are options here; a ruling may only be confirmed."""
    known = {option.id for option in OPTIONS}
    chosen = dict(given.get("options", {}))
    if isinstance(chosen.get("natural_scope"), list):
        chosen["natural_scope"] = "+".join(chosen["natural_scope"])
    for id, value in chosen.items():
        assert id in known or id == "verb_characteristic_rolls" or RULINGS[id] == value
    return {id: value for id, value in chosen.items() if id in known}


def sheet(psy: int = 6, psy_max: int | None = None, **scores: Any) -> Sheet:
    usual = {"phy": 4, "dex": 3, "sav": 3, "sens": 3}
    known = {**usual, **scores}
    known.setdefault("phy_max", known["phy"])
    known.setdefault("vitality_max", known.get("vitality", 0))
    return Sheet(name=Name("Mage"), psy=psy, psy_max=psy if psy_max is None else psy_max, **known)


def words_learnt(xp: dict[str, Any]) -> dict[str, Line]:
    """`{"create": 2, "fire": 1}`, or the same by `verbs` and `essences`, as the lines of a sheet."""
    lines: dict[str, Line] = {}
    for word, points in xp.items():
        if isinstance(points, dict):
            lines |= words_learnt(points)
        else:
            plain = word.partition(":")[2] or word
            lines[(VERBS if plain in VERBS else ESSENCES)[plain].key] = Line(xp=points)
    return lines


def caster_of(given: dict[str, Any]) -> Sheet:
    known = dict(given.get("caster", {}))
    known.setdefault("psy", known.get("psy_max", 6))
    return sheet(skills=words_learnt(known.pop("xp", {})), **known)


def spell(given: dict[str, Any], dice: Fed) -> dict[str, Any]:
    helpers = given.get("helper_psy", [])
    helping = {f"helper-{n}": sheet(psy) for n, psy in enumerate(helpers if isinstance(helpers, list) else [helpers])}
    scene = Scene(CASTER, {CASTER: caster_of(given), **helping}, Stage(), options_of(given))
    mundane = given.get("options", {}).get("verb_characteristic_rolls", False)
    do = Cast(
        **{id: given[id] for id in ("size", "duration", "distance") if given.get(id)},
        verbs=tuple(word for word in given["verbs"] if word in VERBS),
        new_verbs=tuple(word for word in given["verbs"] if word not in VERBS),
        essences=tuple(word for word in given["essences"] if word in ESSENCES),
        nouns=tuple(word for word in given["essences"] if word not in ESSENCES),
        incantation=given["incantation"] if given.get("incantation") in INCANTATIONS else "none",
        incantation_effect="bonus" if given.get("incantation_effect", "bonus") == "bonus" else "duration",
        actions=given.get("spells_this_round", 1),
        modifier=sum(modifiers(given)),
        without_essence=given.get("allow_no_essence", False),
        helpers=tuple(helping),
        extra_rolls=tuple(VERBS[word].mundane for word in given["verbs"] if mundane and VERBS[word].mundane),
    )
    refusal = cannot_cast(scene, do)
    if refusal and refusal.saying.id in ERRORS:
        return {"error": ERRORS[refusal.saying.id]}
    made = composed(scene, do)
    answer: dict[str, Any] = {
        "malus": [one.difficulty.total for one in made.rolls if isinstance(one.word, Verb)],
        "targets": [one.target.total for one in made.rolls],
        "psy_cost": made.price.total,
        "psy_max_loss": made.psy_max_loss,
    }
    return answer | cast_now(scene, do, dice) if dice.left else answer


def cast_now(scene: Scene[Sheet], do: Cast, dice: Fed) -> dict[str, Any]:
    done = perform(cast, scene, do, dice)
    assert isinstance(done, Done)
    effects = done.outcome.effects
    after: Sheet = applied(scene, effects)[0][CASTER]
    mind = mind_of(after.psy, scene.option(MADNESS))
    return {
        "success": done.outcome.parts[0].grade is CAST,
        "psy_spent": sum(effect.points for effect in effects if isinstance(effect, Drain)),
        "psy_after": after.psy,
        "psy_max_after": after.psy_max,
        "body": {"phy": after.phy, "vitality": after.vitality, "state": after.state},
        "psy_state": Told(mind, mind["state"]),
    }


def resist_it(given: dict[str, Any], dice: Fed) -> dict[str, Any]:
    scene = Scene(CASTER, {CASTER: sheet(given["psy"])}, Stage(), options_of(given))
    done = perform(resist, scene, Nothing(), dice)
    assert isinstance(done, Done)
    after: Sheet = applied(scene, done.outcome.effects)[0][CASTER]
    return {"resisted": done.outcome.parts[0].grade is SHAKES_OFF, "psy_after": after.psy}


def touch_it(given: dict[str, Any], dice: Fed) -> dict[str, Any]:
    target = touch_target(given["phy"], given["ca"]).total
    strict = options_of(given).get("roll_under") == "strict"
    return {"target": target, "touched": throw(touch(target, strict), dice).outcome}


def words_of(told: str | list[str]) -> tuple[str, ...]:
    return (told,) if isinstance(told, str) else tuple(told)


def spell_damage(given: dict[str, Any], _dice: Fed) -> dict[str, Any]:
    said = Cast(essences=words_of(given.get("essences", given.get("essence", ()))))
    spell = SpellInForce(id="spell-1", caster=CASTER, by=Name("Mage"), psy=6, said=said, victims=("ana",), rounds=99)
    scene: Scene[Sheet] = Scene(CASTER, {CASTER: sheet(), "ana": sheet(phy=99)}, Stage(spells=(spell,)), {})
    for _ in range(given["rounds_inside"]):
        done = perform(round_inside, scene, ChosenSpell(spell="spell-1"), Fed([]))
        assert isinstance(done, Done)
        scene = applied(scene, done.outcome.effects)[0]
    return {"total": 99 - scene["ana"].phy}


def avoid_overwhelming_spell(given: dict[str, Any], _dice: Fed) -> dict[str, Any]:
    return {"pay_psy": COUNTER_PRICE, "dex_target": escape_target(sheet(dex=given["dex"])).total}


MAGIC: dict[str, Operation] = {
    **CHANCES,
    "spell": spell,
    "resist": resist_it,
    "touch": touch_it,
    "spell_damage": spell_damage,
    "avoid_overwhelming_spell": avoid_overwhelming_spell,
}
