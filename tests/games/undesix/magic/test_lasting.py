"""Spells in force: rounds inside, leaving, forcing, letting go, the end; long incantations and their interruption."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.fight.melee import Attack, attack
from tablee.games.undesix.fight.rounds import NextRound
from tablee.games.undesix.magic.casting import cannot_cast, cast
from tablee.games.undesix.magic.examples import EXAMPLES
from tablee.games.undesix.magic.incantations import give_up, interrupted
from tablee.games.undesix.magic.lasting import (
    OVERCOMES,
    ChosenSpell,
    Force,
    Release,
    force,
    leave_spell,
    let_go,
    round_inside,
    spell_ends,
)
from tablee.games.undesix.magic.state import Cast, SpellInForce, asleep, incantation_of, magic_due, magic_of
from tablee.games.undesix.play import Stage
from tablee.games.undesix.world.health import Wound
from tablee.games.undesix.world.time import Wait, wait
from tablee.rules.action import applied
from tablee.rules.fields import Nothing, record_of
from tablee.rules.run import expected
from tablee.rules.tell import card
from tests.games.undesix.mages import MIRA, STRONG, after, casting, done, grades, scene, someone

FIRE: dict[str, Any] = {"verbs": ("create",), "essences": ("fire",), "targets": ("nicolas",), "effect": "harm"}
HELD = Cast(verbs=("create",), essences=("force",), duration="minutes_10")
DOOR = SpellInForce(id="spell-1", caster="yse", by=STRONG.name, psy=5, said=HELD, seconds=600)


def fighting(**cast: Any) -> Any:
    """Ysé, PSY 20, against Nicolas, who has twenty points to lose; first round."""
    play = Stage(round=1, fighters=("yse", "nicolas"))
    return scene("yse", play, **{"nicolas": someone("Nicolas", phy=20, psy=2), **cast})


def settled(at: Any, dice: tuple[int, ...] = ()) -> Any:
    """The scene once everything magic owes has been performed."""
    owed = magic_due(at)
    if not owed:
        return at
    action = GAME.action(owed[0].action)
    acting = at.acting(owed[0].who)
    result = done(action, acting, record_of(action.params, owed[0].params, acting), list(dice))
    return settled(after(acting, result))


def next_round(at: Any, rounds: int = 1, seconds: float = 6) -> Any:
    for _ in range(rounds):
        at = settled(applied(at, [NextRound(seconds)]))
    return at


def hurt(at: Any, who: str) -> Any:
    return applied(at, [Wound(who, 1)])


@pytest.mark.parametrize(
    ("duration", "points"), [("instant", 1), ("round_1", 1), ("rounds_2", 2), ("rounds_3", 3), ("minute_1", 10)]
)
def test_a_point_each_round_inside(duration: str, points: int) -> None:
    """UDS-MAGIC-29: the one-minute fireball costs ten to whoever never leaves."""
    at = fighting()
    burning = after(at, casting(at, [1], {"nicolas": False}, **FIRE, duration=duration))
    out = next_round(burning, 12)
    assert out["nicolas"].phy == 20 - points
    assert out.play.spells == ()


def test_a_minute_of_fire_costs_ten_points_however_long_the_rounds() -> None:
    """UDS-TIME-03, UDS-MAGIC-14, -29: « toutes les 6 secondes »."""
    at = fighting()
    burning = after(at, casting(at, [1], {"nicolas": False}, **FIRE, duration="minute_1"))
    assert [next_round(burning, rounds, seconds=24)["nicolas"].phy for rounds in (1, 2, 3, 5)] == [16, 12, 10, 10]
    assert [next_round(burning, rounds, seconds=1.5)["nicolas"].phy for rounds in (4, 7, 8, 12)] == [19, 19, 18, 17]
    counted = after(at, casting(at, [1], {"nicolas": False}, **FIRE, duration="rounds_3"))
    assert next_round(counted, 5, seconds=24)["nicolas"].phy == 17


def test_who_leaves_after_the_first_round_loses_no_more() -> None:
    """UDS-MAGIC-29: there is time to leave before the second point."""
    at = fighting()
    burning = next_round(after(at, casting(at, [1], {"nicolas": False}, **FIRE, duration="minute_1")))
    victim = burning.acting("nicolas")
    assert victim["nicolas"].phy == 19
    left = after(victim, done(leave_spell, victim, ChosenSpell(spell="spell-1"), []))
    assert next_round(left, 12)["nicolas"].phy == 19
    refusal = leave_spell.refuse(left, ChosenSpell(spell="spell-1"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-29"


def test_two_people_leave_in_the_same_instant() -> None:
    """UDS-INIT-03, UDS-MAGIC-29: both read the spell as it was, both are out."""
    at = fighting(yse=someone("Ysé", psy=40))
    said = {**FIRE, "targets": ("nicolas", "chloe"), "duration": "minute_1"}
    burning = after(at, casting(at, [1], {"nicolas": False, "chloe": False}, **said))
    one, two = burning.acting("nicolas"), burning.acting("chloe")
    effects = [done(leave_spell, who, ChosenSpell(spell="spell-1"), []).outcome.effects for who in (one, two)]
    assert [spell.victims for spell in magic_of(applied(burning, [*effects[0], *effects[1]])).spells] == [()]


def test_two_spells_of_one_instant_have_two_numbers() -> None:
    """UDS-INIT-03."""
    at = fighting(yse=someone("Ysé", psy=40))
    light = casting(at, [1], verbs=("create",), essences=("light",), duration="minute_1")
    noise = casting(at, [1], verbs=("create",), essences=("noise",), duration="minute_1")
    later = applied(at, [*light.outcome.effects, *noise.outcome.effects])
    assert [spell.id for spell in magic_of(later).spells] == ["spell-1", "spell-2"]


def test_a_fire_burns_on_in_the_next_fight() -> None:
    """UDS-MAGIC-29."""
    spell = SpellInForce(
        id="spell-1",
        caster="yse",
        by=STRONG.name,
        psy=20,
        said=Cast(**FIRE, duration="minute_1"),
        victims=("nicolas",),
        seconds=40,
        age=20,
    )
    at = scene("yse", Stage(round=1, spells=(spell,)))
    assert [one.action for one in magic_due(at)] == ["undesix.inside-spell"]
    assert magic_due(settled(at)) == ()


def test_a_changed_characteristic_comes_back() -> None:
    """UDS-MAGIC-31."""
    at = fighting()
    said: dict[str, Any] = {"verbs": ("diminish",), "essences": ("dexterity",), "targets": ("nicolas",)}
    said |= {"effect": "change", "characteristic": "dex", "lowers": True, "duration": "rounds_2"}
    clumsy = after(at, casting(at, [1], {"nicolas": False}, **said))
    assert [clumsy["nicolas"].dex, next_round(clumsy, 1)["nicolas"].dex, next_round(clumsy, 2)["nicolas"].dex] == [
        2,
        2,
        3,
    ]


def test_a_wound_wakes_the_sleeper() -> None:
    """UDS-MAGIC-37."""
    at = fighting(yse=someone("Ysé", psy=40))
    said: dict[str, Any] = {"verbs": ("create",), "essences": ("sleep",), "targets": ("nicolas",), "effect": "sleep"}
    sleeping = after(at, casting(at, [1], {"nicolas": False}, **said, duration="hour_1"))
    assert asleep(sleeping, "nicolas")
    assert asleep(next_round(sleeping, 3), "nicolas")
    woken = settled(hurt(sleeping, "nicolas"))
    assert not asleep(woken, "nicolas")
    assert woken.play.spells == ()


def test_the_mj_may_wake_one_of_two_sleepers() -> None:
    """UDS-MAGIC-37: an attack that only misses wakes too; that is for the MJ to say."""
    at = fighting(yse=someone("Ysé", psy=40))
    said: dict[str, Any] = {"verbs": ("create",), "essences": ("sleep",), "effect": "sleep", "duration": "hour_1"}
    both = after(at, casting(at, [1], {"nicolas": False, "chloe": False}, **said, targets=("nicolas", "chloe")))
    result = done(spell_ends, both, Release(spell="spell-1", only="chloe"), [])
    assert grades(result) == {"chloe": "out"}
    assert [asleep(after(both, result), who) for who in ("nicolas", "chloe")] == [True, False]


def test_a_golem_obeys_while_its_maker_concentrates_and_falls_when_time_is_over() -> None:
    """UDS-MAGIC-21, -37."""
    at = fighting(yse=someone("Ysé", psy=30, side="one"))
    made = after(at, casting(at, [1], **EXAMPLES["F7-25"].cast.model_dump()))
    assert made.play.fighters == ("yse", "nicolas", "golem-yse-1")
    blow = done(attack, made.acting("golem-yse-1"), Attack(target="nicolas"), [5])
    assert after(made, blow)["nicolas"].phy == 20 - (10 - 1 - 5)  # PHY 10 less CA 1 less the die
    loose = after(made, done(let_go, made, ChosenSpell(spell="spell-1"), []))
    assert (loose["golem-yse-1"].side, loose.play.spells[0].obeys) == ("", False)
    assert next_round(loose, 100)["golem-yse-1"].state == "dead"


def test_one_lets_go_of_one_s_own_spells_only() -> None:
    """UDS-MAGIC-21: a lasting spell needs no concentration, and ends when its caster wants."""
    at = scene("yse", Stage(spells=(DOOR,)))
    assert after(at, done(let_go, at, ChosenSpell(spell="spell-1"), [])).play.spells == ()
    refusal = let_go.refuse(at.acting("mira"), ChosenSpell(spell="spell-1"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-21"


def test_forcing_a_held_door_is_phy_against_psy() -> None:
    """UDS-MAGIC-25: PHY 4 less 1 against PSY 5 less 3, recorded when the spell was cast."""
    at = scene("nicolas", Stage(spells=(DOOR,)))
    assert grades(done(force, at, Force(spell="spell-1"), [1, 3])) == {"nicolas": "overcomes"}
    assert grades(done(force, at, Force(spell="spell-1"), [2, 2])) == {"nicolas": "thwarted"}
    odds = expected(force, at, Force(spell="spell-1"))
    assert odds.chance(lambda parts: parts[0].grade is OVERCOMES) == Fraction(10, 31)  # 5 ties in 36 are rolled again


def test_no_spell_nothing_to_force() -> None:
    refusal = force.refuse(scene("nicolas"), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-21"


def test_time_wears_spells_out_of_a_fight() -> None:
    """UDS-MAGIC-14."""
    at = scene("yse", Stage(spells=(DOOR,)))
    nine = settled(after(at, done(wait, at, Wait(minutes=9), [])))
    assert [spell.seconds for spell in nine.play.spells] == [60]
    assert settled(after(nine, done(wait, nine, Wait(minutes=1), []))).play.spells == ()
    refusal = wait.refuse(fighting(), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-14"


# Long incantations

SAID = {**FIRE, "incantation": "rounds_3"}


def test_a_long_incantation_takes_its_rounds_then_casts_with_its_bonus() -> None:
    """UDS-MAGIC-20, -22: 20 − 10 + 1, then 1 PSY and 5 of fatigue; nothing is paid before."""
    at = fighting(nicolas=someone("Nicolas").with_changes(psy=0))
    begun = casting(at, [], **SAID)
    speaking = after(at, begun)
    assert grades(begun) == {"yse": "begun"}
    assert speaking["yse"].psy == 20
    two = next_round(speaking, 2)
    assert incantation_of(two, "yse") is not None
    cast_now = settled(applied(two, [NextRound(6)]), (6,))
    assert (cast_now["yse"].psy, cast_now["nicolas"].phy) == (14, 3)
    assert incantation_of(cast_now, "yse") is None


def test_nothing_else_is_cast_meanwhile() -> None:
    """UDS-MAGIC-22."""
    at = fighting()
    refusal = cannot_cast(after(at, casting(at, [], **SAID)), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-22"


def test_out_of_a_fight_it_takes_its_time_too() -> None:
    """UDS-MAGIC-22: a week of chanting, busy meanwhile; the PHY part goes through Vitality."""
    at = scene("yse", yse=someone("Ysé", psy=20, phy=6, vitality=2))
    begun = after(at, casting(at, [], verbs=("detect",), essences=("mind",), incantation="week_1"))
    assert cannot_cast(begun, None) is not None
    six_days = settled(after(begun, done(wait, begun, Wait(minutes=6 * 1440), [])))
    assert incantation_of(six_days, "yse") is not None
    later = settled(after(six_days, done(wait, six_days, Wait(minutes=1440), [])), (1,))
    assert (later["yse"].psy, later["yse"].vitality, later["yse"].phy) == (10, 0, 3)


@pytest.mark.parametrize(("rounds", "fatigue"), [(0, 0), (2, 0), (3, 5), (9, 5)])
def test_a_wound_breaks_the_incantation(rounds: int, fatigue: int) -> None:
    """UDS-MAGIC-23: no roll, no price, but the fatigue of the stage already reached."""
    at = fighting()
    speaking = next_round(after(at, casting(at, [], **{**SAID, "incantation": "minute_1"})), rounds)
    broken = settled(hurt(speaking, "yse"))
    assert incantation_of(broken, "yse") is None
    assert broken["yse"].psy == 20 - fatigue
    assert broken["nicolas"].phy == 20


def test_one_may_give_it_up() -> None:
    """UDS-MAGIC-23."""
    at = next_round(after(fighting(), casting(fighting(), [], **{**SAID, "incantation": "hour_1"})), 4)
    assert after(at, done(give_up, at, Nothing(), []))["yse"].psy == 15
    refusal = give_up.refuse(fighting(), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-22"


def test_a_spell_spoken_all_along_ends_with_a_wound() -> None:
    """UDS-MAGIC-22, -23: it lasts as long as the incantation, without a malus, from the first word."""
    at = fighting()
    said: dict[str, Any] = {"verbs": ("create",), "essences": ("light",), "incantation": "minute_1"}
    shining = after(at, casting(at, [6], **said, incantation_effect="duration"))
    assert [spell.seconds for spell in shining.play.spells] == [60]
    assert next_round(shining, 9).play.spells
    assert next_round(shining, 10).play.spells == ()
    assert settled(hurt(shining, "yse")).play.spells == ()


def test_a_spell_without_a_mage_at_hand_is_due_to_nobody() -> None:
    """UDS-MAGIC-26: absence or death of its caster changes nothing."""
    at = scene("nicolas", Stage(spells=(DOOR.with_changes(caster="gone"),)))
    assert magic_due(at) == ()
    forced = done(force, at, Force(spell="spell-1"), [1, 3])
    assert forced.outcome.headline.say("fr") == "Nicolas force le sort d'Ysé, Créer + Force"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_interrupted_incantation_reads_well(golden: Callable[[str, str], None], lang: str) -> None:
    """UDS-MAGIC-22, -23."""
    at = fighting()
    begun = casting(at, [], **{**SAID, "incantation": "minute_1"})
    wounded = hurt(next_round(after(at, begun), 3), "yse")
    broken = done(interrupted, wounded, Nothing(), [])
    burning = after(at, casting(at, [1], {"nicolas": False}, **FIRE, duration="minute_1"))
    burnt = done(round_inside, burning, ChosenSpell(spell="spell-1"), [])
    cards = [card(GAME, at, begun, lang), card(GAME, wounded, broken, lang), card(GAME, burning, burnt, lang)]
    golden(f"undesix/incantation.{lang}.txt", "\n".join(cards) + "\n")


def test_casting_is_one_of_the_game_s_actions() -> None:
    assert GAME.action("undesix.cast") is cast


def test_what_the_scene_remembers_survives_json() -> None:
    """UDS-MAGIC-21, -22: spells, their casters, incantations under way."""
    at = fighting(yse=someone("Ysé", psy=40))
    speaking = after(at, casting(at, [], **SAID))
    both = after(speaking, casting(speaking, [1], verbs=("create",), essences=("light",), duration="minute_1"))
    assert Stage(**both.play.model_dump(mode="json")) == both.play


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_spells_in_force_read_well(golden: Callable[[str, str], None], lang: str) -> None:
    """UDS-MAGIC-21, -25, -26, -31, -37: a door forced, a spell cancelled and one seized, a golem, a sleeper."""
    door = Stage(spells=(DOOR.with_changes(caster="mira", by=MIRA.name),))
    weak, strong = scene("nicolas", door), scene("yse", door)
    alone = scene("yse", yse=someone("Ysé", psy=40))
    said: dict[str, Any] = {"verbs": ("create",), "essences": ("sleep",), "targets": ("nicolas",), "effect": "sleep"}
    asleep = casting(alone, [1], {"nicolas": False}, **said, duration="hour_1")
    woken = done(spell_ends, after(alone, asleep), Release(spell="spell-1", only="nicolas"), [])
    golem = casting(alone, [1], **EXAMPLES["F7-25"].cast.model_dump())
    told = [
        (weak, done(force, weak, Force(spell="spell-1"), [1, 3])),
        (strong, casting(strong, [1, 3, 2], verbs=("cancel",), essences=("magic",), against="spell-1")),
        (strong, casting(strong, [1, 6, 1], verbs=("control",), essences=("magic",), against="spell-1")),
        (alone, asleep),
        (after(alone, asleep), woken),
        (alone, golem),
        (after(alone, golem), done(let_go, after(alone, golem), ChosenSpell(spell="spell-1"), [])),
    ]
    golden(f"undesix/lasting.{lang}.txt", "\n".join(card(GAME, at, result, lang) for at, result in told) + "\n")
