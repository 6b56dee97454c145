"""The best play of one person, and what a point is worth: beside plain fights of the same people."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tablee.errors import BadInput
from tablee.lab.advice import advise
from tablee.lab.best import LEAST, Play
from tablee.lab.chain import TooManyStates
from tablee.lab.fights import Fight, Ready, fight
from tablee.lab.in_a_row import in_a_row
from tablee.lab.points import with_sheet, worth_of_a_point
from tablee.rules.game import game_called

DUEL = Fight("deusex", ("youssef",), ("tueur",))
MOST = {"answers": {"deusex.bonus": "most"}, "lines": [{"action": "deusex.attack", "whom": "first"}]}


@pytest.mark.evening
def test_the_best_play_of_a_duel_is_worth_more_than_the_plan_and_than_every_ready_policy() -> None:
    told = advise(DUEL, "youssef", best=True)
    assert told.best is not None
    assert told.best.left < 0.005
    best = told.best.wins.value
    for policy in ("strike", "natural", "brutal", "careful", "coward", MOST):
        assert best >= fight(replace(DUEL, policies={"one": policy})).wins[0].value - 1e-9
    assert (told.best.action, told.best.params) == ("deusex.attack", {"target": "tueur"})
    (answer,) = told.best.answers
    assert (answer.decision, answer.question.en != "") == ("deusex.bonus", True)


@pytest.mark.evening
def test_what_a_moment_is_worth_is_the_best_of_what_its_choices_are_worth() -> None:
    ready = Ready(Fight("d6", ("mael",), ("rouquin",)))
    states, chances = ready.stepper.begin(ready.staged.begin)
    play = Play(ready, "mael", states)
    by_choice = play.by_choice(play.worth)
    for moment in np.unique(play.moment).tolist():
        best = by_choice[play.moment == moment].max()
        assert play.worth[moment] == pytest.approx(best, abs=10 * LEAST)  # what is not followed may be worth as much
    assert ((play.most_worth - play.worth) >= -1e-12).all()
    assert sum(map(float, chances)) == pytest.approx(1)


def test_more_moments_than_the_budget_are_not_solved() -> None:
    ready = Ready(DUEL)
    states, _ = ready.stepper.begin(ready.staged.begin)
    with pytest.raises(TooManyStates):
        Play(ready, "youssef", states, most=20)


def test_a_point_is_worth_what_fights_with_one_more_and_one_fewer_say() -> None:
    """DEX-RESERVE-03: a point of reserve is a die more."""
    told = worth_of_a_point(DUEL, "youssef")
    sheet = game_called("deusex").ready()["youssef"]
    assert (told.field, told.have, told.method) == ("reserve", sheet.reserve, "exact")  # type: ignore[attr-defined]
    spent = fight(replace(DUEL, policies={"one": MOST})).wins[0].value
    assert told.now.value == pytest.approx(spent, abs=1e-9)
    assert told.fewer is not None
    assert told.fewer.value < told.now.value < told.more.value
    assert told.spared.value == pytest.approx(fight(DUEL).wins[0].value, abs=1e-9)


def test_a_point_that_buys_nothing_is_said() -> None:
    with pytest.raises(BadInput, match="no point to weigh"):
        worth_of_a_point(Fight("d6", ("mael",), ("rouquin",)), "mael")
    with pytest.raises(BadInput, match="nothing to buy"):
        worth_of_a_point(Fight("undesix", ("nicolas",), ("brigand",)), "nicolas")
    with pytest.raises(BadInput, match="not in this fight"):
        worth_of_a_point(DUEL, "nobody")


def test_one_of_several_alike_gets_a_sheet_of_their_own() -> None:
    sheet = game_called("d6").ready()["bandit"]
    asked = Fight("d6", ("bandit", "mael"), ("bandit", "bandit"), {"bandit": "coward"})
    told = with_sheet(asked, "bandit#3", sheet)
    assert (told.one, told.two) == (("bandit", "mael"), ("bandit", "bandit-3-alone"))
    assert told.policies["bandit-3-alone"] == "coward"
    assert with_sheet(asked, "bandit", sheet).one == ("bandit-alone", "mael")


WOLF = Fight("undesix", ("chloe",), ("loup",))


def test_who_plays_at_best_wins_what_the_best_play_is_worth_and_more_than_by_any_policy() -> None:
    """A choice that only goes round in circles is worth as much as where it leads: it is not what is done."""
    ready = Ready(WOLF)
    states, chances = ready.stepper.begin(ready.staged.begin)
    play = Play(ready, "chloe", states)
    least, most = (float(worth[play.first] @ np.array(chances, float)) for worth in (play.worth, play.most_worth))
    for told in ({"chloe": "best"}, {"one": "best"}):
        found = fight(replace(WOLF, policies=told))
        assert found.method == "exact"
        assert least - 1e-9 <= found.wins[0].value <= most + 1e-9
        assert found.unfinished < 1e-6
    for policy in ("strike", "natural", "brutal", "careful", "coward"):
        assert found.wins[0].value > fight(replace(WOLF, policies={"one": policy})).wins[0].value


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (replace(WOLF, policies={"one": "best", "two": "best"}), "Only one person at a time"),
        (replace(WOLF, policies={"one": "best"}, most_states=50), "--most"),
        (replace(WOLF, policies={"one": "best"}, method="bulk"), "--most"),
        (replace(WOLF, policies={"one": "best"}, method="loop"), "--most"),
    ],
)
def test_a_best_play_that_cannot_be_solved_is_refused_not_thrown_by_another_policy(asked: Fight, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        fight(asked)


def test_fights_in_a_row_are_not_played_at_best() -> None:
    with pytest.raises(BadInput, match="simulated"):
        in_a_row(replace(WOLF, policies={"one": "best"}), [("brigand",)])
