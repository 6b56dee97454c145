"""The vector operations of UnDéSix: magic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.dice import Fed
from tablee.games.undesix.magic.words import DURATIONS, ESSENCES, INCANTATIONS, VERBS
from tablee.games.undesix.sheet import Learnt, Sheet
from tests.games.undesix.fights_operations import defending
from tests.games.undesix.people_operations import mind_of
from tests.games.undesix.staged import (
    SURE,
    Refused,
    Staged,
    Told,
    Word,
    declared,
    modifiers,
    options_of,
    person,
)

if TYPE_CHECKING:
    from tests.conformance import Operation

Given = Mapping[str, Any]

ERRORS = {"UDS-MAGIC-01": "psy_below_casting_threshold", "UDS-MAGIC-02": "sentence_needs_verb_and_essence"}
ARCHMAGE = 999  # a PSY for which no spell is too hard
MINUTE = 60


def words_learnt(xp: Given) -> dict[str, Learnt]:
    """`{"create": 2, "fire": 1}`, or the same by `verbs` and `essences`, as the lines of a sheet."""
    lines: dict[str, Learnt] = {}
    for word, points in ((word, xp[word]) for word in xp):
        if isinstance(points, Mapping):
            lines |= words_learnt(points)
        else:
            plain = word.partition(":")[2] or word
            lines[(VERBS if plain in VERBS else ESSENCES)[plain].key] = Learnt(xp=points)
    return lines


def caster_of(given: Given) -> Sheet:
    """The caster told; of one of whom nothing is told, only that spells are possible."""
    told = given.get("caster", {})
    psy = told["psy"] if "psy" in told else told.get("psy_max", 6)
    return person({"phy": 4, "name": "Mage", **told}, psy=psy, skills=words_learnt(told.get("xp", {})))


def sentence(given: Given) -> dict[str, Any]:
    """What is said, as the parameters of a casting."""
    verbs, essences = given["verbs"], given["essences"]
    told = {id: given[id] for id in ("size", "duration", "distance") if given.get(id)}
    lengthy = given.get("incantation") in INCANTATIONS
    gives = "bonus" if given.get("incantation_effect", "bonus") == "bonus" else "duration"
    mundane = given.get("options", {}).get("verb_characteristic_rolls", False)
    own = {key: given[key] for key in given if key not in SPELT}
    return {
        **declared("cast", own),
        **told,
        "verbs": [word for word in verbs if word in VERBS],
        "new_verbs": [word for word in verbs if word not in VERBS],
        "essences": [word for word in essences if word in ESSENCES],
        "nouns": [word for word in essences if word not in ESSENCES],
        "incantation": given["incantation"] if lengthy else "none",
        "incantation_effect": gives,
        "actions": given.get("spells_this_round", given.get("actions", 1)),
        "modifier": modifiers(given) + given.get("modifier", 0),
        "without_essence": given.get("allow_no_essence", given.get("without_essence", False)),
        "extra_rolls": [VERBS[word].mundane for word in verbs if mundane and VERBS[word].mundane],
    }


SPELT = ("verbs", "essences", "size", "duration", "distance", "incantation", "incantation_effect", "extra_rolls")


def spoken(staged: Staged, do: Mapping[str, Any], dice: Fed | list[int]) -> Told:
    """A casting, and the time that its incantation takes."""
    told = staged.does("mage", "cast", do, dice)
    if staged.stage.incanting:
        seconds = DURATIONS[INCANTATIONS[do["incantation"]].lasts].seconds
        return staged.does("mage", "wait", {"minutes": -(-seconds // MINUTE)}, dice)
    return told


def helped(staged: Staged, do: dict[str, Any], dice: Fed) -> Told:
    """A casting without the helpers who are refused."""
    try:
        return spoken(staged, do, dice)
    except Refused as refusal:
        if refusal.saying != "UDS-MAGIC-36:weak":
            raise
        do["helpers"].remove(refusal.values["helper"].say("fr"))
        return helped(staged, do, dice)


def spell(given: Given, dice: Fed) -> dict[str, Any]:
    told_helpers = given.get("helper_psy", [])
    helper_psy = told_helpers if isinstance(told_helpers, list) else [told_helpers]
    helpers = {f"helper-{n}": person(psy=psy, name=f"helper-{n}") for n, psy in enumerate(helper_psy)}
    mage, options, do = caster_of(given), spell_options(given), sentence(given) | {"helpers": list(helpers)}
    staged = Staged({"mage": mage, **helpers}, options)
    try:
        told = helped(staged, do, dice)
    except Refused as refusal:
        return {"error": ERRORS[refusal.saying]}
    master = Staged({"mage": mage.with_changes(psy=ARCHMAGE, psy_max=ARCHMAGE), **helpers}, options)
    spoken(master, do, SURE * 20)
    answer: dict[str, Any] = {
        "malus": told.totals("UDS-MAGIC-04:difficulty")[: len(given["verbs"])],
        "targets": told.totals("UDS-MAGIC-04"),
        "psy_cost": told.totals("UDS-MAGIC-17")[0],
        "psy_max_loss": ARCHMAGE - master["mage"].psy_max,
    }
    return answer | after_casting(staged, told, mage.psy) if told.done else answer


def spell_options(given: Given) -> dict[str, Any]:
    """The options of a vector; the mundane rolls of some Verbes are the MJ's to ask, casting by casting."""
    told = given.get("options", {})
    return options_of({"options": {id: told[id] for id in told if id != "verb_characteristic_rolls"}})


def after_casting(staged: Staged, told: Told, before: int) -> dict[str, Any]:
    assert told.done
    mage = staged["mage"]
    mind, body = mind_of(mage, told), staged.body("mage")
    return {
        "success": told.said("UDS-MAGIC-02:cast"),
        "psy_spent": before - mage.psy,
        "psy_after": mage.psy,
        "psy_max_after": mage.psy_max,
        "body": {key: body[key] for key in ("phy", "vitality", "state")},
        "psy_state": Word(mind, mind["state"]),
    }


def resist(given: Given, dice: Fed) -> dict[str, Any]:
    staged = Staged({"ana": person(psy=given["psy"])}, options_of(given))
    try:
        resisted = staged.does("ana", "resist", declared("resist", given), dice).part.grade.good
    except Refused:  # without PSY nobody resists, whatever the die
        dice.left.clear()
        resisted = False
    return {"resisted": resisted, "psy_after": staged["ana"].psy}


def touch(given: Given, dice: Fed) -> dict[str, Any]:
    """A spell that must touch somebody unwilling; the casting itself is not rolled."""
    options = options_of(given)
    phy, ca = given["phy"], given["ca"]
    more = max(0, 1 - phy)  # the dying touch nobody: somebody stronger, and as much better protected
    cast = {"mage": person(phy=phy + more, psy=6), "foe": defending({"ca": ca + more}, options)}
    do = {"verbs": ["control"], "essences": ["mind"], "distance": "contact", "targets": ["foe"]}
    told = Staged(cast, options).does("mage", "cast", do, dice)
    return {"target": told.totals("UDS-MAGIC-16")[0], "touched": told.said("UDS-MAGIC-16:touched")}


def spell_damage(given: Given, _dice: Fed) -> dict[str, Any]:
    """A fight in which somebody stays inside a spell of an hour for so many rounds, from its casting on."""
    told = given.get("essences", given.get("essence", []))
    essences = [told] if isinstance(told, str) else list(told) or ["fire"]
    staged = Staged({"mage": person(psy=99, sens=9), "ana": person(phy=999, psy=0)}, options_of(given))
    staged.does("mage", "fight", {"one": ["mage"], "two": ["ana"]})
    rounds = given["rounds_inside"]
    if rounds:
        do = {"verbs": ["create"], "essences": essences, "duration": "hour_1", "targets": ["ana"], "effect": "harm"}
        staged.does("mage", "cast", do, SURE)
    while staged.stage.round <= rounds:
        for who in staged.stage.now:
            staged.does(who, "hold")
    return {"total": staged["ana"].phy_max - staged["ana"].phy}


def avoid_overwhelming_spell(given: Given, _dice: Fed) -> dict[str, Any]:
    """The two ways out of a crushing spell: what countering costs, what escaping rolls under."""
    do = {"verbs": ["create"], "essences": ["earth"], "targets": ["ana"], "overwhelming": True}

    def crushed() -> Staged:
        ana = person(dex=given["dex"], psy=9)
        return Staged({"mage": person(psy=99), "ana": ana}, options_of(given))

    countered = crushed()
    countered.does("mage", "cast", do, SURE, resist=False, way_out="counter")
    told = crushed().does("mage", "cast", do, SURE * 2, resist=False, way_out="escape")
    paid = countered["ana"].psy_max - countered["ana"].psy
    return {"pay_psy": paid, "dex_target": told.totals("UDS-MAGIC-34")[0]}


MAGIC: dict[str, Operation] = {
    "spell": spell,
    "resist": resist,
    "touch": touch,
    "spell_damage": spell_damage,
    "avoid_overwhelming_spell": avoid_overwhelming_spell,
}
