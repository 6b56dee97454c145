"""What somebody spends in an instant is gone at once; what the instant does to bodies is felt after it."""

from __future__ import annotations

from typing import Any

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
    assert second.outcome.parts[0].grade.id == "hit"  # 5 + 1 (hache) + 1 (expérience) − 2
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
