"""Fights to the end: exact ones equal every face tried, thrown ones agree, the same seed gives the same numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from tablee.dice.patience import Patience
from tablee.errors import BadInput, TooLong
from tablee.games.deusex.play import Play
from tablee.lab import fights
from tablee.lab.chain import Chain
from tablee.lab.fights import Fight, Method, Ready, fight, wilson
from tablee.lab.policy import Policy, Tactic
from tablee.lab.sample import thrown
from tablee.lab.setups import staged
from tablee.lab.tables import kept
from tablee.lab.tables.kept import forget_tables
from tablee.lab.tables.moments import Moments
from tablee.lab.tables.stepper import Stepper
from tablee.lab.tally import counted
from tablee.rules.game import game_called
from tests.lab.brute import Moment, ends_by_faces, how_it_ended, moment_of

DUELS = {
    "undesix": ("nicolas", "brigand"),
    "cle-en-main": ("salome", "contremaitre"),
    "deusex": ("youssef", "tueur"),
    "d6": ("mael", "rouquin"),
}


def strike(id: str) -> Policy:
    """A plain blow at the first foe."""
    return Policy(lines=(Tactic(action=f"{id}.attack", whom="first"),))


def duel(id: str, **more: Any) -> Fight:
    one, two = DUELS[id]
    return Fight(id, (one,), (two,), {"one": strike(id), "two": strike(id), **more.pop("policies", {})}, **more)


def test_a_small_fight_equals_every_face_tried() -> None:
    """The chance of each end within two rounds, as fractions: by tables, and by `perform` with every face."""
    game = game_called("undesix")
    ready = staged(game, [["nicolas"], ["brigand"]])
    policies = dict.fromkeys(ready.cast, strike("undesix"))
    stepper = Stepper(game, ready.cast, policies)
    moments = Moments(stepper)
    chain = Chain(moments, *stepper.begin(ready.begin))
    first = moment_of(stepper, moments.states, int(chain.begins[0]))
    told = dict[Any, Fraction]()
    for end, chance in chain.fractions(2).items():
        key = how_it_ended(game, moment_of(stepper, moments.states, end).scene)
        told[key] = told.get(key, Fraction(0)) + chance
    assert told == ends_by_faces(game, policies, Moment(*first), rounds=2)
    assert 0 < sum(told.values()) < 1


@pytest.mark.parametrize("id", DUELS)
def test_fights_solved_and_fights_thrown_agree(id: str) -> None:
    """Exact chances, fights in bulk and fights thrown with `perform` differ by less than four standard errors."""
    exact = fight(duel(id, method="exact"))
    assert exact.unfinished < 1e-6
    assert sum(one.value for one in (*exact.wins, exact.nobody)) == pytest.approx(1, abs=1e-6)
    for method, count in (("bulk", 2_000), ("loop", 40)):
        seen = fight(duel(id, method=method, fights=count))
        p = exact.wins[0].value
        assert abs(seen.wins[0].value - p) < 4 * sqrt(p * (1 - p) / count) + 1e-9
        assert seen.fights == count
    assert {who.id for who in exact.people} == set(DUELS[id])


@pytest.mark.parametrize("id", DUELS)
def test_a_scene_brought_back_leads_to_the_same_fights(id: str) -> None:
    """`Game.at_rest` changes no law: the same luck makes the same fights with and without it."""
    game = game_called(id)
    ready = staged(game, [[who] for who in DUELS[id]])
    tallies = []
    for one in (game, replace(game, play_at_rest=lambda scene: scene.play, sheet_at_rest=None)):
        stepper = Stepper(one, ready.cast, dict.fromkeys(ready.cast, strike(id)))
        many = thrown(stepper, *stepper.begin(ready.begin), 25, seed=3, chunk=0, most=4)
        tallies.append(counted(stepper, ready.sides, many.ends, many.rounds.astype(np.float64), [], 25))
    assert tallies[0] == tallies[1]


def test_the_same_seed_gives_the_same_numbers() -> None:
    """Tables cold or warm, chunks in any order."""
    asked = duel("undesix", method="bulk", fights=300, seed=5)
    forget_tables()
    cold = fight(asked)
    fight(replace(asked, seed=6))
    assert fight(asked) == cold
    ready = Ready(asked)
    there, back = ([ready.chunk(100, 5, number) for number in order] for order in ((0, 1), (1, 0)))
    assert there[0] + there[1] == back[0] + back[1]
    assert fight(replace(asked, seed=7)) != cold


@pytest.mark.parametrize("method", ["exact", pytest.param("bulk", marks=pytest.mark.evening)])
def test_a_fight_that_nobody_can_win_ends_quickly(method: Any) -> None:
    waiting = Policy(lines=(Tactic(action="d6.pass"),))
    told = fight(duel("d6", method=method, policies={"one": waiting, "two": waiting}))
    assert told.unfinished == pytest.approx(1)


def test_a_fight_too_large_to_solve_is_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fights, "LOOPS", 2)
    asked = duel("undesix", fights=50, most_states=10)
    assert fight(asked).method == "bulk"
    with pytest.raises(BadInput):
        fight(replace(asked, method="exact"))


def test_fights_one_after_the_other_are_as_many_as_told_and_few_where_nobody_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fights, "LOOPS", 2)
    monkeypatch.setattr(fights, "LOOPS_AT_ONCE", 3)
    told = list[tuple[int, int]]()
    asked = duel("undesix", method="loop")
    assert fight(asked).fights == 2
    assert fight(replace(asked, fights=7), lambda done, known: told.append((done, known))).fights == 7
    assert told == [(3, 7), (6, 7), (7, 7)]


@pytest.mark.parametrize(
    "wrong",
    [{"one": ()}, {"one": ("nobody",)}, {"fights": 0}, {"policies": {"one": "sly"}}, {"options": {"no": 1}}],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as refused:
        fight(replace(duel("undesix"), **wrong))
    assert refused.value.say("fr") != refused.value.say("en")


@pytest.mark.evening
def test_a_crowd_whose_orders_are_too_many_to_list_is_opened_with_dice() -> None:
    """D6: who acts first among ten is thrown, then the fight goes on in bulk."""
    strikes = {"lines": [{"action": "d6.attack", "whom": "first"}]}
    four, six = ("mael", "ysolde", "anselme", "bertille"), ("bandit",) * 6
    told = fight(Fight("d6", four, six, {"one": strikes, "two": strikes}, fights=40))
    assert told.method == "bulk"
    assert told.fights == 40


@pytest.mark.parametrize("method", ["exact", "bulk", "loop"])
def test_fights_end_when_nobody_waits_for_them(method: Method) -> None:
    """Also where every table is known already: each look at many fights looks at the clock."""
    asked = Fight("undesix", ("nicolas",), ("brigand",), {"one": "strike", "two": "strike"}, fights=20, method=method)
    fight(asked)
    with Patience(0.0).waiting(), pytest.raises(TooLong):
        fight(asked)


def test_tables_that_are_full_are_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many questions are asked, what is kept stays small; the numbers are the same."""
    asked = duel("undesix", method="bulk", fights=60)
    forget_tables()
    told, exact = fight(asked), fight(replace(asked, method="exact"))
    assert Ready(asked).tables is Ready(asked).tables
    monkeypatch.setattr(kept, "MAX_ANSWERS", 50)
    before = Ready(asked).tables
    assert fight(asked) == told
    assert fight(replace(asked, method="exact")) == exact
    assert Ready(asked).tables is not before
    assert not Ready(asked).tables.stepper.known


def test_moments_followed_once_are_kept() -> None:
    """The same fight asked again follows nothing anew, and a longer question only what it adds."""
    asked = duel("deusex", method="exact")
    forget_tables()
    ready = Ready(asked)
    chain, first = ready.solved(asked.most_states)
    followed = int(ready.moments.followed.sum())
    assert 0 < followed <= len(chain)
    again, second = Ready(asked).solved(asked.most_states)
    assert second == first
    assert int(ready.moments.followed.sum()) == followed
    assert (again.here == chain.here).all()


@pytest.mark.parametrize("id", DUELS)
def test_a_great_many_fights_are_thrown_along_the_solved_chain(id: str) -> None:
    """Each thing told of them differs from the exact answer by less than four standard errors; the same seed, the same
    numbers, whatever the tables knew.
    """
    asked = duel(id, method="bulk", fights=fights.LONG, seed=3)
    exact, ready = fight(replace(asked, method="exact")), Ready(asked)
    told = ready.course(asked.most_states)(20_000, 3, 0)
    assert told.total == 20_000
    for mine, theirs in zip(exact.wins, told.won, strict=True):
        assert abs(theirs / 20_000 - mine.value) < 4 * sqrt(mine.value * (1 - mine.value) / 20_000) + 1e-9
    for at in range(3):
        p = exact.by_round[at]
        assert abs(told.rounds[at] / 20_000 - p) < 4 * sqrt(p * (1 - p) / 20_000) + 1e-9
    forget_tables()
    assert Ready(asked).course(asked.most_states)(20_000, 3, 0) == told
    assert fight(asked).fights == fights.LONG


def test_where_nobody_is_out_no_fighter_is_asked_how(monkeypatch: pytest.MonkeyPatch) -> None:
    """DEX-COMBAT-02: how somebody is out hangs on the instant; that nobody is out says it for all, in a third of the
    time.
    """

    def asked_how(_play: Play, who: str) -> str:
        raise AssertionError(who)

    monkeypatch.setattr(Play, "out_as", asked_how)
    forget_tables()
    assert fight(duel("deusex", method="bulk", fights=200, seed=1)).fights == 200


def test_a_great_many_fights_that_nobody_can_win() -> None:
    waiting = Policy(lines=(Tactic(action="d6.pass"),))
    asked = duel("d6", method="bulk", fights=fights.LONG, policies={"one": waiting, "two": waiting})
    assert fight(asked).unfinished == pytest.approx(1)


def test_a_fight_of_five_is_solved_where_it_fits_the_budget() -> None:
    """By default what decides is the number of situations, not of people; past it the fights say what was tried."""
    asked = Fight("undesix", ("chloe",), ("loup",) * 4, fights=50)
    found = fight(asked)
    assert (found.method, found.tried) == ("exact", 0)
    thrown = fight(replace(asked, most_states=100))
    assert (thrown.method, thrown.tried, thrown.fights) == ("bulk", 100, 50)


def test_chance_that_comes_late_is_followed() -> None:
    """A moment that chance reaches by many small ways is followed once they are worth it together."""
    assert fight(duel("cle-en-main", method="exact")).unfinished < 1e-8


@pytest.mark.parametrize(("error", "count"), [(0.005, 40_000), (0.02, 2_500), (0.5, 4)])
def test_a_precision_says_how_many_fights(error: float, count: int) -> None:
    asked = Fight("undesix", ("nicolas",), ("brigand",), error=error)
    assert asked.count == count
    assert 2 * wilson(0.5, count) <= error


@pytest.mark.parametrize("error", [0.6, 0.0001])
def test_a_precision_that_cannot_be_reached_is_refused(error: float) -> None:
    with pytest.raises(BadInput, match=r"A precision goes from 0\.032 to 50 points"):
        fight(Fight("undesix", ("nicolas",), ("brigand",), error=error))


def test_the_error_of_a_chance_is_never_nothing() -> None:
    """Wilson's interval: what came always, or never, in a hundred fights may still come otherwise."""
    assert [wilson(0.0, 100), wilson(1.0, 100)] == pytest.approx([2 / 104] * 2)
    found = fight(Fight("undesix", ("nicolas",), ("brigand",), method="bulk", fights=50))
    assert all(one.error > 0 for one in (*found.wins, found.nobody))
