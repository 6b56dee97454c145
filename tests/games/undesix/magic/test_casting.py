"""Casting: rolls, price, contact, helpers, several spells, contests, clashes, effects."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.magic.casting import cannot_cast, cast
from tablee.games.undesix.magic.examples import EXAMPLES
from tablee.games.undesix.magic.state import Cast, SpellInForce
from tablee.games.undesix.play import Stage
from tablee.games.undesix.sheet import Learnt
from tablee.rules.run import Done, Progress, Waiting, expected, perform
from tablee.rules.tell import card
from tests.games.undesix.mages import CHLOE, MIRA, STRONG, after, casting, every_throw, grades, scene, someone

ARROW: dict[str, Any] = {"verbs": ("create", "move"), "essences": ("earth",), "targets": ("nicolas",), "effect": "harm"}
HELD = Cast(verbs=("create",), essences=("force",), duration="minutes_10")
DOOR = SpellInForce(id="spell-1", caster="mira", by=MIRA.name, psy=7, said=HELD, seconds=600)


def yse(**options: Any) -> Any:
    return scene("yse", options=options)


def test_one_roll_per_verbe_stopping_at_the_first_failure() -> None:
    """UDS-MAGIC-05: the whole spell fails, paid once; nobody has to resist."""
    weak = scene("yse", yse=someone("Ysé", psy=12))
    result = casting(weak, [3], **ARROW)
    assert grades(result) == {"yse": "failed"}
    assert after(weak, result)["yse"].psy == 11


def test_a_successful_spell_hurts_by_one_and_teaches_its_words() -> None:
    """UDS-MAGIC-28, -30, UDS-CA-07, UDS-XP-06: whatever the CA; two Verbes and one Essence learnt, once a game."""
    at = scene("yse", nicolas=someone("Nicolas", armour="plate", shield="shield"))
    result = casting(at, [1, 1], {"nicolas": False}, **ARROW)
    later = after(at, result)
    assert later["nicolas"].phy == 3
    assert {key: line.xp for key, line in later["yse"].skills.items()} == {
        "verb:create": 1,
        "verb:move": 1,
        "essence:earth": 1,
    }
    again = casting(later, [1, 1], {"nicolas": False}, **ARROW)
    assert after(later, again)["yse"].skills == later["yse"].skills


def test_poison_costs_three() -> None:
    """UDS-MAGIC-12, -28."""
    result = casting(
        yse(), [1], {"nicolas": False}, verbs=("create",), essences=("poison",), targets=("nicolas",), effect="harm"
    )
    assert after(yse(), result)["nicolas"].phy == 1


def test_a_resisted_spell_is_paid_and_learnt() -> None:
    """UDS-MAGIC-19, UDS-XP-06."""
    result = casting(yse(), [1, 1, 2], {"nicolas": True}, **ARROW)
    later = after(yse(), result)
    assert grades(result) == {"yse": "cast", "nicolas": "resists"}
    assert (later["yse"].psy, later["nicolas"].psy, later["nicolas"].phy) == (19, 1, 4)
    assert later["yse"].skills["verb:create"].xp == 1


def test_a_failed_spell_teaches_nothing() -> None:
    """UDS-XP-06."""
    result = casting(scene(), [6], verbs=("create",), essences=("fire",))
    assert after(scene(), result)["mira"].skills == MIRA.skills


def test_failures_may_be_free() -> None:
    """UDS-MAGIC-19, option failed_cast_costs."""
    at = scene(options={"failed_cast_costs": False})
    assert after(at, casting(at, [6], verbs=("create",), essences=("fire",)))["mira"].psy == 7


def test_paying_more_than_one_has_brings_madness() -> None:
    """UDS-MAGIC-19, UDS-STATE-04."""
    at = scene(mira=MIRA.with_changes(psy=3))
    result = casting(at, [1], verbs=("detect",), essences=("mind",), size="large")
    assert (after(at, result)["mira"].psy, after(at, result)["mira"].mad_days) == (-2, 2)
    assert "UDS-STATE-04" in {why.saying.clause.id for why in result.why}


def test_a_year_costs_psy_for_ever() -> None:
    """UDS-MAGIC-18."""
    at = scene(mira=someone("Mira", psy=80))
    later = after(at, casting(at, [1], verbs=("create",), essences=("light",), duration="year_1"))
    assert (later["mira"].psy, later["mira"].psy_max) == (75, 79)


# Contact


def test_the_unwilling_must_be_touched_first() -> None:
    """UDS-MAGIC-16: PHY 4 − CA 1 = 3; a miss costs nothing and casts nothing."""
    words: dict[str, Any] = {
        "verbs": ("control",),
        "essences": ("mind",),
        "distance": "contact",
        "targets": ("nicolas",),
    }
    missed = casting(scene(), [4], **words)
    assert grades(missed) == {"mira": "failed"}
    assert missed.changes == ()
    reached = casting(scene(), [3, 2, 3], {"nicolas": True}, **words)
    assert grades(reached) == {"mira": "cast", "nicolas": "affected"}


def test_the_willing_are_simply_touched() -> None:
    """UDS-MAGIC-16, -24, UDS-HEAL-08: a friend is healed by one point, without being asked."""
    hurt = scene(mira=MIRA.with_changes(psy=8, psy_max=8), nicolas=someone("Nicolas").with_changes(phy=1))
    result = casting(hurt, [1], verbs=("heal",), distance="contact", targets=("nicolas",), willing=True, effect="heal")
    assert after(hurt, result)["nicolas"].phy == 2
    assert after(hurt, result)["mira"].psy == 7


def test_nobody_is_asked_to_resist_a_kindness() -> None:
    """UDS-MAGIC-24, -31, UDS-HEAL-08."""
    hurt = scene("yse", nicolas=someone("Nicolas").with_changes(phy=1))
    healed = casting(hurt, [1], **EXAMPLES["F6-19"].cast.with_changes(targets=("nicolas",)).model_dump())
    assert after(hurt, healed)["nicolas"].phy == 2
    stronger = casting(hurt, [1], **EXAMPLES["F6-17"].cast.with_changes(targets=("nicolas",)).model_dump())
    assert after(hurt, stronger)["nicolas"].phy == 2


# Together, several at once


def test_each_helper_brings_one() -> None:
    """UDS-MAGIC-36, UDS-ACTION-15: and pays nothing."""
    result = casting(scene(), [1], verbs=("create",), essences=("fire",), helpers=("chloe",))
    assert "Seuil 0 = PSY 7 − difficulté 10 + expérience en Créer 2 + aide 1" in [why.say("fr") for why in result.why]
    assert after(scene(), result)["chloe"] == CHLOE


@pytest.mark.parametrize(("helper", "says"), [("nicolas", "ne peut pas aider"), ("yse", "dépasse")])
def test_helpers_could_cast_and_the_strongest_does(helper: str, says: str) -> None:
    """UDS-MAGIC-36."""
    refusal = cannot_cast(scene(), Cast(verbs=("create",), essences=("fire",), helpers=(helper,)))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-36"
    assert says in refusal.say("fr")


def test_several_spells_in_a_round_weigh_on_each() -> None:
    """UDS-MAGIC-35, UDS-ACTION-02."""
    result = casting(yse(), [1], verbs=("detect",), essences=("mind",), actions=3)
    assert "plusieurs actions 4" in " ".join(why.say("fr") for why in result.why)


def test_these_come_with_the_fourth_fiche() -> None:
    """UDS-OPT-12."""
    at = scene(options={"rule_stage": 3})
    refusal = cannot_cast(at, Cast(verbs=("detect",), essences=("mind",), actions=2))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-OPT-12"


def test_a_mundane_roll_as_well_if_the_mj_asks() -> None:
    """UDS-MAGIC-38: sensing gold asks for Sens too."""
    gold = EXAMPLES["F7-02"]
    do = gold.cast.with_changes(extra_rolls=(gold.mundane,)).model_dump()
    assert grades(casting(yse(), [1, 3], **do)) == {"yse": "cast"}
    assert grades(casting(yse(), [1, 4], **do)) == {"yse": "failed"}


# Against other spells


def test_cancelling_takes_the_roll_and_the_contest() -> None:
    """UDS-MAGIC-26: PSY 20 against the PSY max of the caster, who may be dead."""
    at = scene("yse", Stage(spells=(DOOR,)), mira=MIRA.with_changes(dead=True))
    won = casting(at, [1, 3, 2], verbs=("cancel",), essences=("magic",), against="spell-1")
    assert grades(won) == {"yse": "overcomes"}
    assert after(at, won).play.spells == ()
    fizzled = casting(at, [4], verbs=("cancel",), essences=("magic",), against="spell-1")
    assert after(at, fizzled).play.spells == (DOOR,)


def test_a_lost_contest_leaves_the_spell() -> None:
    """UDS-MAGIC-25, -26: PSY 9 less 6 against 7 less 1."""
    at = scene("yse", Stage(spells=(DOOR,)), yse=someone("Ysé", psy=9, skills={"essence:magic": Learnt(xp=20)}))
    lost = casting(at, [1, 6, 1], verbs=("cancel",), essences=("magic",), against="spell-1")
    assert grades(lost) == {"yse": "thwarted"}
    assert after(at, lost).play.spells == (DOOR,)


def test_controlling_takes_a_spell_over() -> None:
    """UDS-MAGIC-25: the illusion now obeys another, at that one's PSY."""
    at = scene("yse", Stage(spells=(DOOR,)))
    later = after(at, casting(at, [1, 3, 2], verbs=("control",), essences=("illusion",), against="spell-1"))
    assert [(spell.caster, spell.psy) for spell in later.play.spells] == [("yse", 20)]


def test_other_verbes_do_nothing_to_a_running_spell() -> None:
    """UDS-MAGIC-26."""
    at = scene("yse", Stage(spells=(DOOR,)))
    refusal = cannot_cast(at, Cast(verbs=("create",), essences=("fire",), against="spell-1"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-26"


def test_opposed_spells_of_the_same_instant_cancel_out() -> None:
    """UDS-MAGIC-27: paid, learnt, without effect."""
    result = casting(yse(), [1, 1], **ARROW, clashes=True)
    assert grades(result) == {"yse": "cancelled_out"}
    assert after(yse(), result)["nicolas"].phy == 4


# Effects


def test_a_characteristic_changes_by_one_while_it_lasts() -> None:
    """UDS-MAGIC-31: on the caster unless told otherwise."""
    later = after(
        yse(), casting(yse(), [1], verbs=("increase",), essences=("dexterity",), effect="change", characteristic="dex")
    )
    assert later["yse"].dex == STRONG.dex + 1
    assert [spell.rounds for spell in later.play.spells] == [1]


def test_psy_is_out_of_reach() -> None:
    """UDS-MAGIC-32."""
    refusal = cannot_cast(yse(), Cast(verbs=("increase",), nouns=("PSY",), effect="change", characteristic="psy"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-32"


def test_absorbing_is_for_good() -> None:
    """UDS-MAGIC-37: the victim's maximum falls, the caster's is never passed."""
    at = scene("yse", yse=someone("Ysé", psy=40).with_changes(phy=3))
    do = EXAMPLES["F7-19"].cast.with_changes(targets=("nicolas",)).model_dump()
    later = after(at, casting(at, [1], {"nicolas": False}, **do))
    assert (later["nicolas"].phy, later["nicolas"].phy_max, later["yse"].phy) == (3, 3, 4)
    full = after(later, casting(later, [1], {"nicolas": False}, **do))
    assert full["yse"].phy == 4


def test_a_golem_enters_with_ten_phy() -> None:
    """UDS-MAGIC-37: and fights with bare fists under its remaining PHY."""
    at = scene("yse", yse=someone("Ysé", psy=30, side="mages"))
    later = after(at, casting(at, [1], **EXAMPLES["F7-25"].cast.model_dump()))
    golem = later["golem-yse-1"]
    assert (golem.phy, golem.weapon, golem.side, golem.pc) == (10, "bare_hands", "mages", False)
    assert later.play.spells[0].obeys


# Odds


@pytest.mark.parametrize(
    "said",
    [
        {**ARROW},
        {**ARROW, "targets": ("nicolas", "chloe", "mira")},
        {**ARROW, "targets": ("nicolas",), "overwhelming": True},
        {"verbs": ("control",), "essences": ("mind",), "distance": "contact", "targets": ("chloe",)},
    ],
)
def test_exact_odds_are_those_of_every_die_tried(said: dict[str, Any]) -> None:
    """UDS-MAGIC-04, -24: on the defaults of the decisions."""
    at = scene("yse", yse=someone("Ysé", psy=12))
    do = Cast(**said)
    law = every_throw(cast, at, do)
    odds = expected(cast, at, do)
    assert {parts: odds.p(parts) for parts, _ in odds.items()} == law
    assert sum(law.values()) == Fraction(1)


def test_per_word_odds_are_those_of_every_die_tried() -> None:
    """UDS-MAGIC-04, option spell_rolls."""
    at = scene("yse", yse=someone("Ysé", psy=12), options={"spell_rolls": "per_word", "resist_costs_psy": False})
    law, odds = every_throw(cast, at, Cast(**ARROW)), expected(cast, at, Cast(**ARROW))
    assert {parts: odds.p(parts) for parts, _ in odds.items()} == law


def test_a_spell_resumes_where_it_stopped_and_replays_the_same() -> None:
    """UDS-MAGIC-24: stored as plain data while the victim thinks; what was rolled is among the odds."""
    at, do = yse(), Cast(**ARROW)
    waiting = perform(cast, at, do, Fed([1, 1]))
    assert isinstance(waiting, Waiting)
    stored = Progress.from_json(waiting.answered({"nicolas": True}).to_json())
    ended = perform(cast, at, do, Fed([6]), stored)
    assert isinstance(ended, Done)
    replayed = perform(cast, at, do, Fed([]), ended.progress)
    assert isinstance(replayed, Done)
    assert (replayed.outcome.parts, replayed.why) == (ended.outcome.parts, ended.why)
    assert expected(cast, at, do).p(ended.outcome.parts) > 0


def test_a_destiny_die_rerolls_a_failed_verbe() -> None:
    """UDS-OPT-07: the new result stands."""
    at = scene("yse", yse=someone("Ysé", psy=12, destiny=1), options={"destiny_dice": True})
    result = casting(at, [6, 4], {"yse": True}, verbs=("create",), essences=("light",))
    assert grades(result) == {"yse": "cast"}
    assert after(at, result)["yse"].destiny == 0


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_fireball_on_three_people(golden: Callable[[str, str], None], lang: str) -> None:
    """UDS-MAGIC-24, -29: one card for the three of them, then each rolls."""
    at = scene("yse", yse=someone("Ysé", psy=40), nicolas=someone("Nicolas", psy=3))
    do = EXAMPLES["F5-4"].cast.with_changes(targets=("nicolas", "chloe", "mira"))
    waiting = perform(cast, at, do, Fed([4]))
    assert isinstance(waiting, Waiting)
    assert set(waiting.asked) == {"nicolas", "chloe", "mira"}
    result = casting(at, [4, 3, 6], {"nicolas": True, "chloe": True, "mira": False}, **do.model_dump())
    golden(f"undesix/fireball.{lang}.txt", card(GAME, at, result, lang) + "\n")
