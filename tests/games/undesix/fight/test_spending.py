"""What somebody spends in an instant is gone at once; what the instant does to bodies is felt after it."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.magic.casting import cast
from tablee.rules.run import Progress, Waiting, perform
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter


def two(a: dict[str, Any], b: dict[str, Any], **options: Any) -> Bout:
    """Ana against Blaise, SENS 3 both unless told."""
    usual: dict[str, Any] = {"phy": 5, "dex": 2, "sens": 3}
    bout = Bout(
        {"a": fighter(Name("Ana", feminine=True), **usual | a), "b": fighter(Name("Blaise"), **usual | b)}, **options
    )
    bout.does("", "fight", one=("a",), two=("b",))
    return bout


def test_a_destiny_die_serves_once_in_a_round_of_two_actions() -> None:
    """UDS-OPT-07."""
    bout = two({"destiny": 1}, {}, destiny_dice=True)
    bout.does("a", "attack", 6, 1, target="b", actions=2, answers=({"a": True},))
    bout.does("a", "attack", 6, target="b")
    assert (bout["a"].destiny, bout["a"].destiny_mj) == (0, 1)


def test_the_mj_bends_one_roll_with_one_die() -> None:
    """UDS-OPT-07: two adversaries of one player in one instant."""
    cast = {
        "a": fighter(Name("Ana", feminine=True), 5, 2, 1, destiny_mj=1),
        "b": fighter(Name("Blaise"), 5, 2, 3, pc=False),
        "c": fighter(Name("Cyr"), 5, 2, 3, pc=False),
    }
    bout = Bout(cast, destiny_dice=True)
    bout.does("", "fight", one=("a",), two=("b", "c"))
    bout.does("b", "attack", 6, 6, target="a", answers=({"b": True},))
    bout.does("c", "attack", 6, target="a")
    assert (bout["a"].destiny, bout["a"].destiny_mj) == (1, 0)


def test_despair_in_one_action_leaves_nothing_for_the_next() -> None:
    """UDS-OPT-06: two actions of a round; nobody acts any more once the last point is spent."""
    bout = two({}, {"sens": 1}, desperate_actions=True)
    bout.does("a", "attack", 6, target="b", actions=2, answers=({"a": 1},))
    assert bout["a"].psy == 0
    assert bout["a"].exhausted == 10
    assert bout.may_act == ["b"]


def test_a_second_attacker_of_the_instant_is_not_dodged_for_nothing() -> None:
    """UDS-OPT-05, -06."""
    usual = {"phy": 5, "dex": 2, "sens": 3}
    people = {who: fighter(Name(who.upper()), **usual) for who in ("b", "c")}
    bout = Bout({"a": fighter(Name("Ana", feminine=True), 5, 2, 1), **people}, desperate_actions=True)
    bout.does("", "fight", one=("a",), two=("b", "c"))
    bout.does("b", "attack", 2, target="a", answers=({"b": 0}, {"a": True}))
    bout.does("c", "attack", 2, target="a", answers=({"c": 0},))
    assert (bout["a"].psy, bout["a"].phy) == (0, 2)


def test_the_first_success_counts_in_the_second_action() -> None:
    """UDS-XP-01: « gagne immédiatement »."""
    bout = two({"weapon": "axe"}, {"sens": 1})
    bout.does("a", "attack", 1, target="b", actions=2)
    second = bout.does("a", "attack", 5, target="b")
    assert second.outcome.parts[0].grade.id == "grazed"  # 5 + 1 (hache) + 1 (expérience) − 2
    assert [note.saying.clause.id for note in second.why].count("UDS-XP-01") == 0


def test_a_weapon_drawn_in_the_first_attack_is_in_hand_for_the_second() -> None:
    """UDS-ACTION-07."""
    bout = two({"weapons": ("axe",), "dex": 5}, {"sens": 1})
    bout.does("a", "attack", 1, 1, target="b", weapon="axe", manoeuvres=("draw",), actions=2)
    bout.does("a", "attack", 6, target="b", weapon="axe")
    assert bout["a"].weapon == "axe"


def test_whoever_is_disarmed_in_an_instant_still_strikes_in_it() -> None:
    """UDS-INIT-03."""
    bout = two({"dex": 5, "phy": 9}, {"weapon": "axe", "phy": 3})
    bout.does("a", "attack", 1, 5, target="b", aim="wrist")
    assert bout["b"].weapon == "bare_hands"
    blow = bout.does("b", "attack", 6, target="a")
    assert any("hache" in item.say("fr") for item in blow.why)


def test_one_die_bends_one_roll_of_one_attack() -> None:
    """UDS-OPT-07: the manoeuvre is thrown again, the attack is not."""
    bout = two({"destiny": 1, "dex": 6}, {"sens": 1}, destiny_dice=True)
    done = bout.does("a", "attack", 6, 1, 6, target="b", manoeuvres=("somersault",), answers=({"a": True},))
    assert (bout["a"].destiny, len(done.progress.answers)) == (0, 1)


def test_two_dice_bend_two_rolls() -> None:
    """UDS-OPT-08."""
    bout = two({"destiny": 2, "dex": 6}, {"sens": 1}, destiny_dice=True)
    twice = ({"a": True}, {"a": True})
    bout.does("a", "attack", 6, 1, 6, 3, target="b", manoeuvres=("somersault",), answers=twice)
    assert (bout["a"].destiny, bout["a"].destiny_mj) == (0, 2)


def test_one_die_bends_one_verbe() -> None:
    """UDS-OPT-07, UDS-MAGIC-05."""
    bout = two({"destiny": 1, "psy": 15}, {"sens": 1}, destiny_dice=True)
    said: dict[str, Any] = {"verbs": ("create", "detect"), "essences": ("light",)}
    done = bout.does("a", "cast", 6, 1, 6, **said, modifier=-5, answers=({"a": True},))
    assert (bout["a"].destiny, done.outcome.parts[0].grade.id) == (0, "failed")


def test_the_bonus_of_a_stray_shot_is_bought_once() -> None:
    """UDS-OPT-04, UDS-SHOOT-03: one action, one bonus, for both its dice."""
    friend = fighter(Name("Cyr"), 9, 2, 1, psy=0)
    bout = Bout({"a": fighter(Name("Ana", feminine=True), 5, 2, 5, weapon="bow"), "b": friend, "c": friend})
    bout.scene = GAME.scene("", bout.scene.cast, {"desperate_actions": True})
    values: dict[str, Any] = {"target": "b", "friends": ("c",), "trapped": True}
    done = bout.does("a", "shoot", 6, 5, **values, answers=({"a": 1},))
    assert (bout["a"].psy, len(done.progress.answers)) == (0, 1)
    assert done.outcome.parts[0].amount("damage") == 2  # 5 + 1 (arc) + 1 (désespoir) − 0 − 5


@pytest.mark.parametrize(("bought", "ways"), [(0, ["escape", "counter", "suffer"]), (1, ["escape", "suffer"])])
def test_psy_spent_on_resisting_does_not_counter_as_well(bought: int, ways: list[str]) -> None:
    """UDS-MAGIC-24, -34, UDS-OPT-06."""
    bout = two({"psy": 20}, {"psy": 3, "sens": 1}, desperate_actions=True, resist_costs_psy=False)
    said: dict[str, Any] = {
        "verbs": ("create",),
        "essences": ("fire",),
        "effect": "harm",
        "targets": ("b",),
        "overwhelming": True,
    }
    at, cards = bout.scene.acting("a"), ({"a": 0}, {"b": True}, {"b": bought})
    waiting = perform(cast, at, cast.params(**said), Fed([1, 6]), Progress(answers=cards))
    assert isinstance(waiting, Waiting)
    assert list(waiting.asked["b"].options) == ways


def test_despair_helps_a_casting_where_life_is_at_stake() -> None:
    """UDS-OPT-04: in a fight or by the MJ's word; its PSY is taken after the dice, with the price."""
    said: dict[str, Any] = {"verbs": ("create",), "essences": ("light",), "modifier": 4}  # 9 − 8 + 4 = 5
    bout = two({"psy": 9}, {"sens": 1}, desperate_actions=True)
    done = bout.does("a", "cast", 6, **said, answers=({"a": 1},))
    assert (done.outcome.parts[0].grade.id, bout["a"].psy) == ("cast", 9 - 3 - 1)
    calm = Bout({"a": fighter(Name("Ana", feminine=True), 5, 2, 3, psy=9)}, desperate_actions=True)
    assert calm.does("a", "cast", 6, **said).progress.answers == ()
    assert calm.does("a", "cast", 6, **said, at_stake=True, answers=({"a": 1},)).progress.answers


def test_despair_helps_to_resist_and_keeps_the_price_of_resisting() -> None:
    """UDS-OPT-04, -06, UDS-MAGIC-24: 4 PSY buy one bonus, 3 none where resisting costs 1."""
    said: dict[str, Any] = {"verbs": ("create",), "essences": ("sleep",), "effect": "sleep", "targets": ("b",)}
    for psy, cards in ((4, ({"a": 0}, {"b": True}, {"b": 1})), (3, ({"a": 0}, {"b": True}))):
        bout = two({"psy": 40}, {"psy": psy, "sens": 1}, desperate_actions=True)
        done = bout.does("a", "cast", 1, 5, **said, answers=cards)
        assert [part.grade.id for part in done.outcome.parts] == ["cast", "resists" if psy == 4 else "affected"]
        assert bout["b"].psy == (0 if psy == 4 else 3)
