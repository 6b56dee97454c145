"""The order of a fight: instants, what the same instant reads, rounds that pass, clocks that strike."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.fight.initiative import Entry, effective_sens, instants
from tablee.games.undesix.play import Stage, stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.rules.order import Clock
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter


def someone(name: str, sens: int, phy: int = 4, **more: Any) -> Sheet:
    return fighter(Name(name), phy, 2, sens, weapon="greatsword", **more)


def bout(*sens: int) -> Bout:
    """a, b, c… against one another in two camps, with these SENS."""
    people = dict(zip("abcdef", sens, strict=False))
    started = Bout({who: someone(who.upper(), score) for who, score in people.items()})
    ids = tuple(people)
    started.does("", "fight", one=ids[:1], two=ids[1:])
    return started


# The order


def test_by_decreasing_sens_equals_together() -> None:
    """UDS-INIT-01, -03."""
    assert bout(3, 4, 2, 4).order == [("b", "d"), ("a",), ("c",)]


def test_effective_sens_adds_up() -> None:
    """UDS-INIT-04, -05."""
    tally = effective_sens(3, "very_aggressive", modern=True, tumbled=True)
    assert [term.value for term in tally.terms] == [3, 1, 2, 2]
    assert effective_sens(3, "defensive").total == 2


def test_a_modern_weapon_acts_sooner() -> None:
    """UDS-INIT-04."""
    started = Bout({"a": someone("A", 4), "b": someone("B", 3).with_changes(weapon="revolver")})
    started.does("", "fight", one=("a",), two=("b",))
    assert started.order == [("b",), ("a",)]


def test_surprise_goes_first_but_only_in_the_first_round() -> None:
    """UDS-INIT-02."""
    started = Bout({"a": someone("A", 5), "b": someone("B", 1)})
    started.does("", "fight", one=("a",), two=("b",), surprise=("b",))
    assert started.order == [("b",), ("a",)]
    started.does("b", "hold")
    started.does("a", "hold")
    started.does("", "next-round")
    assert started.order == [("a",), ("b",)]


def test_from_behind_one_acts_just_before_the_victim() -> None:
    """UDS-INIT-06: together if equally quick, each before their own victim."""
    entries = [Entry("v", 5), Entry("x", 2, behind="v"), Entry("y", 2, behind="v"), Entry("z", 6)]
    assert instants(entries) == (("z",), ("x", "y"), ("v",))
    assert instants([Entry("v", 5), Entry("x", 3, behind="v"), Entry("y", 2, behind="v")]) == (("x",), ("y",), ("v",))
    assert instants([Entry("a", 4, behind="b"), Entry("b", 4)]) == (("a",), ("b",))


def test_an_announcement_moves_those_still_to_act() -> None:
    """UDS-ATTITUDE-05, UDS-INIT-05, -06."""
    started = bout(4, 3, 2)
    started.does("c", "announce", attitude="normal", behind="a")
    assert started.order == [("c",), ("a",), ("b",)]
    started.does("c", "hold")
    started.does("b", "announce", attitude="very_aggressive")
    assert started.order == [("a", "b")]


# The same instant


def test_blows_of_one_instant_are_struck_as_one_stood_and_all_count() -> None:
    """UDS-INIT-03, UDS-COMBAT-07: the one who was just killed still strikes, with full strength."""
    started = bout(3, 3)
    started.does("a", "attack", 1, target="b")
    assert started["b"].state == "dead"
    assert started.may_act == ["b"]
    started.does("b", "attack", 2, target="a")
    assert (started["a"].phy, started["b"].phy) == (0, -1)
    assert started["a"].state == "dying"
    assert started.due == ["undesix.next-round"]


def test_a_later_instant_reads_the_wounds_of_the_first() -> None:
    """UDS-COMBAT-07, UDS-CHAR-03."""
    started = bout(4, 3)
    started.does("a", "attack", 4, target="b")
    struck = started.does("b", "attack", 1, target="a")
    assert struck.outcome.parts[0].amount("damage") == 2 + 2 - 1


def test_the_felled_lose_their_turn_if_it_comes_later() -> None:
    """UDS-HEALTH-03."""
    started = bout(4, 3, 2)
    started.does("a", "attack", 1, target="b")
    assert started.order == [("c",)]


# Rounds


def test_the_next_round_is_due_once_everybody_has_acted_and_not_before() -> None:
    """UDS-COMBAT-07, UDS-TIME-01, -02."""
    started = bout(4, 3)
    assert started.refused("", "next-round").saying.id == "UDS-COMBAT-07:waiting"
    started.does("a", "hold")
    assert started.due == []
    started.does("b", "move", metres=40)
    assert started.may_act == []
    assert started.due == ["undesix.next-round"]
    started.does("", "next-round")
    assert stage_of(started.scene).round == 2
    assert stage_of(started.scene).seconds == 6
    assert started.may_act == ["a"]


def test_each_instant_has_its_own_number() -> None:
    """What lets the table keep the cast as it was when an instant began."""
    started = bout(3, 3)
    seen = [started.scene.play.instant]
    for who in ("a", "b"):
        started.does(who, "hold")
        seen.append(started.scene.play.instant)
    started.does("", "next-round")
    seen.append(started.scene.play.instant)
    assert seen[0] == seen[1]
    assert len({seen[1], seen[2], seen[3]}) == 3


def test_clocks_strike_as_rounds_pass_and_what_is_due_comes_first() -> None:
    """UDS-TIME-03: the scene owes the fire its point before anybody acts."""
    started = bout(4, 3)
    burning = Clock(id="fire", who="b", left=2, action="undesix.hazard", every=True)
    started.scene = replace(started.scene, play=started.scene.play.with_changes(clocks=(burning,)))
    started.does("a", "hold")
    started.does("b", "hold")
    started.does("", "next-round")
    assert started.due == ["undesix.hazard"]
    assert started.may_act == []
    started.does("b", "hazard", target="b", hazard="fire", amount=6)
    assert started["b"].phy == 3
    assert started.due == []
    assert started.may_act == ["a"]


def test_reinforcements_come_and_the_fleeing_go() -> None:
    """UDS-COMBAT-07, -15."""
    cast = {who: someone(who.upper(), sens) for who, sens in {"a": 4, "b": 3, "c": 5}.items()}
    started = Bout(cast)
    started.does("", "fight", one=("a",), two=("b",))
    started.does("", "join", who="c", beside="b")
    assert started.order == [("c",), ("a",), ("b",)]
    assert started["c"].side == started["b"].side
    started.does("", "leave", who="a")
    assert started.order == [("c",), ("b",)]


def test_outside_a_fight_everybody_may_act_and_nothing_takes_a_turn() -> None:
    quiet = Bout({"a": someone("A", 4), "b": someone("B", 3, phy=0)})
    assert quiet.may_act == ["a"]
    quiet.does("a", "test", 2, characteristic="phy")
    assert stage_of(quiet.scene).taken == {}


def test_the_end_of_a_fight_leaves_no_trace_of_it() -> None:
    """UDS-ATTITUDE-05."""
    started = bout(4, 3)
    started.does("a", "announce", attitude="aggressive")
    started.does("a", "attack", 6, target="b")
    started.does("", "end-fight")
    assert started.scene.play == Stage()
    assert (started["a"].attitude, started["a"].acted, started["a"].side) == ("normal", False, "")


@pytest.mark.parametrize(
    ("values", "id"),
    [
        ({"one": ("a",), "two": ()}, "UDS-COMBAT-07:alone"),
        ({"one": ("a",), "two": ("a", "b")}, "UDS-COMBAT-07:sides"),
    ],
)
def test_a_fight_needs_two_sides(values: dict[str, tuple[str, ...]], id: str) -> None:
    quiet = Bout({"a": someone("A", 4), "b": someone("B", 3)})
    assert quiet.refused("", "fight", **values).saying.id == id
    assert quiet.refused("", "end-fight").saying.id == "UDS-COMBAT-07:none"


def test_the_stage_survives_json() -> None:
    started = bout(4, 3, 3)
    started.does("b", "announce", attitude="defensive")
    started.does("a", "attack", 2, target="b", actions=2)
    play = started.scene.play
    assert GAME.play.model_validate(json.loads(play.model_dump_json())) == play
