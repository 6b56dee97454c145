"""Advice, balance and house rules: they ask for many fights, and answer what the fights say."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tablee.errors import BadInput, TooMany
from tablee.lab.advice import advise
from tablee.lab.balance import FAR, FEW, FIGHTS, balance
from tablee.lab.fights import Fight, fight
from tablee.lab.house import weigh
from tablee.lab.setups import setup_of
from tablee.rules.game import game_called

STRIKE = {"lines": [{"action": "d6.attack", "whom": "first"}]}
DUEL = Fight("d6", ("mael",), ("rouquin",), {"one": STRIKE, "two": STRIKE})


def test_the_plan_is_worth_the_fight_itself_and_striking_beats_waiting() -> None:
    told = advise(DUEL, "mael")
    assert told.method == "exact"
    worth = {choice.action: choice.wins.value for choice in reversed(told.choices)}
    planned = next(choice for choice in told.choices if choice.plan)
    assert planned.wins.value == pytest.approx(fight(DUEL).wins[0].value, abs=1e-9)
    assert worth["d6.attack"] > worth["d6.pass"]
    assert [one.wins.value for one in told.choices] == sorted((one.wins.value for one in told.choices), reverse=True)


def test_advice_by_simulation_is_near_the_exact_one() -> None:
    thrown = advise(replace(DUEL, method="bulk", fights=1_000), "mael")
    exact = {one.action: one.wins.value for one in reversed(advise(DUEL, "mael").choices)}
    passing = next(one for one in thrown.choices if one.action == "d6.pass")
    assert thrown.method == "bulk"
    assert abs(passing.wins.value - exact["d6.pass"]) < 4 * passing.wins.error


def test_nobody_advises_somebody_who_is_not_there() -> None:
    with pytest.raises(BadInput):
        advise(DUEL, "ysolde")
    with pytest.raises(BadInput, match="situations"):
        advise(replace(DUEL, method="exact", most_states=5), "mael")


def test_many_who_act_before_somebody_take_no_memory_without_bound() -> None:
    """Four large foes act before Chloé: what each of them may do multiplies what the others did."""
    with pytest.raises(TooMany, match="Before the first turn of Chloé, this fight goes through more than 20,000"):
        advise(Fight("undesix", ("chloe", "nicolas", "brune"), ("dragon", "ogre", "elephant", "aigle")), "chloe")


def strong(count: int) -> float:
    return {0: 1.0, 1: 0.9, 2: 0.7, 3: 0.45, 4: 0.2}.get(count, 0.05)


@pytest.fixture
def fights_by_number(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Fights whose chance is known, by the number of foes; and the numbers asked for."""
    asked, real = list[int](), fight(DUEL)

    def told(one: Fight) -> Any:
        asked.append(len(one.two))
        first = replace(real.wins[0], value=strong(len(one.two)), error=0.01)
        return replace(real, wins=(first, real.wins[1]))

    monkeypatch.setattr("tablee.lab.balance.fight", told)
    return asked


def test_the_number_nearest_to_the_target_is_found(fights_by_number: list[int]) -> None:
    found = balance(DUEL, "rouquin")
    assert (found.best, found.bounded) == (3, True)
    assert fights_by_number == [1, 2, 3]
    assert balance(DUEL, "rouquin", target=0.9).best == 1


@pytest.mark.evening
def test_a_number_of_ones_own_side_is_searched_too() -> None:
    """« Et si l'on passe à cinq joueurs ? »: more of them win more."""
    asked = Fight("undesix", ("nicolas", "chloe"), ("brigand",) * 4, method="bulk")
    found = balance(asked, "chloe", most=8)
    chances = [one.result.wins[0].value for one in found.tried]
    assert chances == sorted(chances)
    assert [one.result.people[0].id for one in found.tried] == ["nicolas"] * len(chances)
    assert found.best == 5
    assert not found.already
    with pytest.raises(BadInput, match="on both sides"):
        balance(Fight("undesix", ("nicolas",), ("nicolas",)), "nicolas")


def test_what_never_came_in_a_few_fights_is_not_told_as_certain() -> None:
    won = fight(Fight("undesix", ("dragon",), ("villageois",), fights=40, method="bulk")).wins
    assert [one.value for one in won] == [1.0, 0.0]
    assert [one.error for one in won] == pytest.approx([2 / 44] * 2)


def test_a_search_without_end_stops(fights_by_number: list[int]) -> None:
    found = balance(DUEL, "rouquin", target=0.02)
    assert not found.bounded
    assert max(fights_by_number) <= 20
    with pytest.raises(BadInput):
        balance(DUEL, "rouquin", target=3)


def test_a_house_rule_is_weighed() -> None:
    told = weigh("undesix", "roll_under", duels=[("nicolas", "brigand")])
    (duel,) = told.duels
    assert told.values[0] == "inclusive"
    assert duel.results[0].wins[0].value != duel.results[1].wins[0].value
    assert [one.chances for one in told.tests][2] == (Fraction(1, 3), Fraction(1, 3))  # Chloé wounds the wolf
    with pytest.raises(BadInput):
        weigh("undesix", "nothing")


def test_of_very_many_values_some_are_weighed() -> None:
    told = weigh("deusex", "stress_loss_cap", duels=[("youssef", "tueur")], fights=1)
    assert told.values == (None, 1, 7, 13, 18, 24, 30)
    assert all(len(one.chances) == 7 for one in told.tests)


@pytest.mark.parametrize("game", ["undesix", pytest.param("cle-en-main", marks=pytest.mark.evening), "deusex", "d6"])
def test_the_standard_tests_can_be_tried_by_the_book(game: str) -> None:
    played = game_called(game)
    told = weigh(game, played.options[0].id, duels=[setup_of(game).duels[0]], fights=1)
    assert len(told.tests) == 3
    for one in told.tests:
        assert one.chances[0] is not None
        assert 0 < one.chances[0] < 1
        assert one.words(played, "fr") != one.words(played, "en")
    assert json.loads(json.dumps(told.to_json()))["tests"][0]["chances"][0] == pytest.approx(
        float(told.tests[0].chances[0] or 0)
    )


@pytest.mark.evening
def test_few_fights_tell_numbers_that_are_far_from_the_target() -> None:
    """More are thrown near the target, where a standard error of two points counts."""
    party = ("nicolas", "chloe", "brune")
    told = balance(Fight("undesix", party, ("brigand",), method="bulk"), "brigand", most=8)
    counts = {one.count: one.result for one in told.tried}
    assert counts[1].fights == FEW
    assert abs(counts[1].wins[0].value - 0.5) > FAR
    assert counts[told.best].fights == FIGHTS
    assert counts[told.best].wins[0].error <= 0.02
