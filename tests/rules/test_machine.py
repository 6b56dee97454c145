"""A machine inside an action: thrown, stopped, counted from where it stopped, played for the best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tablee.dice import Fed, Odds, Roll, d6
from tablee.dice.machine import End, Machine
from tablee.rules.action import Action, Ended, Outcome, Scene, action, part
from tablee.rules.decision import may
from tablee.rules.fields import Nothing
from tablee.rules.run import Done, Progress, Waiting, best, expected, perform, planned
from tests.rules.sample import BOOK, GAME, HIT, MISSED

AGAIN = may("sample.again", "SAM-HIT-01", fr="Encore ?", en="Again?")


class Tries(NamedTuple):
    left: int = 2


def step(roll: Roll, now: Tries) -> Tries | End[int]:
    """A die, thrown again as long as its owner wants, three times at most: the last one counts."""
    face = roll(d6, by="ana")
    if now.left and roll.choose("ana", AGAIN):
        return Tries(now.left - 1)
    return End(face)


@action("sample.luck", Nothing, fr="Tenter sa chance", en="Try one's luck")
def luck(_scene: Scene[Any], _do: Nothing, roll: Roll) -> Ended:
    def ended(face: int) -> Ended:
        more = roll(d6)
        return Outcome((part("ana", HIT if face > 3 else MISSED, damage=face + more),), BOOK.note("SAM-HIT-01"))

    return roll.then(Machine[int](step, Tries()), ended)


@action("sample.plain-luck", Nothing, fr="Tenter sa chance", en="Try one's luck")
def plain_luck(_scene: Scene[Any], _do: Nothing, roll: Roll) -> Ended:
    face = roll(Machine[int](step, Tries()))
    more = roll(d6)
    return Outcome((part("ana", HIT if face > 3 else MISSED, damage=face + more),), BOOK.note("SAM-HIT-01"))


LUCKS = pytest.mark.parametrize("tried", [luck, plain_luck], ids=lambda tried: tried.id)


def played(tried: Action[Any, Any], dice: list[int], *answers: Mapping[str, Any]) -> Done | Waiting:
    return perform(tried, GAME.scene("ana"), Nothing(), Fed(dice), Progress(answers=answers))


@LUCKS
def test_decisions_stop_a_machine_and_resume_it(tried: Action[Any, Any]) -> None:
    waiting = played(tried, [2])
    assert isinstance(waiting, Waiting)
    assert list(waiting.asked) == ["ana"]
    done = played(tried, [2, 5, 1], {"ana": True}, {"ana": False})
    assert isinstance(done, Done)
    assert done.outcome.parts[0].amount("damage") == 6
    assert [roll.by for roll in done.progress.rolls] == ["ana", "ana", ""]


def good(odds: Odds[Any]) -> Fraction:
    return odds.chance(lambda parts: parts[0].grade is HIT)


@LUCKS
def test_odds_go_on_from_where_a_machine_stopped(tried: Action[Any, Any]) -> None:
    scene = GAME.scene("ana")
    assert good(expected(tried, scene, Nothing())) == Fraction(1, 2)
    waiting = played(tried, [2])
    assert isinstance(waiting, Waiting)
    assert good(expected(tried, scene, Nothing(), so_far=waiting.progress)) == 0
    again = waiting.answered({"ana": True})
    assert good(expected(tried, scene, Nothing(), so_far=again)) == Fraction(1, 2)
    always = planned({"sample.again": True})
    law = expected(tried, scene, Nothing(), always, so_far=again)
    assert law == expected(tried, scene, Nothing(), always)
    begun = Progress(played(tried, [2, 5], {"ana": True}, {"ana": False}).progress.rolls[:2], again.answers)
    assert {parts[0].amount("damage") for parts in expected(tried, scene, Nothing(), so_far=begun)} == set(range(6, 12))


@LUCKS
def test_the_better_choice_is_found_inside_a_machine(tried: Action[Any, Any]) -> None:
    """Throw again below 4: three tries."""
    found = best(tried, GAME.scene("ana"), Nothing(), "ana", lambda parts: int(parts[0].grade is HIT))
    assert good(found.odds) == 1 - Fraction(1, 8)
    assert found.worth == Fraction(3, 8)
