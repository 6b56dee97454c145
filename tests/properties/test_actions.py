"""What is true of every action of every game: rolled equals replayed, and what came out is among the exact odds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.dice import Fed, Odds
from tablee.errors import BadFields, TooMany
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.game import Game, games
from tablee.rules.run import Done, Parts, Progress, Waiting, expected, perform, prepared
from tablee.rules.why import Note
from tests.strategies import parameters

ACTIONS = [
    pytest.param(game, action, id=action.id) for game in games().values() for action in (*game.actions, *game.creations)
]


class Wheel:
    """Faces from a list, turned into any die, then whatever comes, the same each time: so that rerolls end."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = iter(numbers)
        self.further = Random(len(numbers))

    def faces(self, count: int, sides: int, by: str, label: str) -> list[int]:
        return [next(self.numbers, self.further.randrange(1000)) % sides + 1 for _ in range(count)]


def ended(action: Action[Any, Any], scene: Scene[Any], do: Declared, wheel: Wheel) -> Done:
    """The action to its end, every decision left to its default."""
    done = perform(action, scene, do, wheel)
    while isinstance(done, Waiting):
        done = perform(action, scene, do, wheel, done.by_default())
    return done


def asked(action: Action[Any, Any], scene: Scene[Any], values: dict[str, Any]) -> Declared | Note | BadFields:
    """The parameters, or what is wrong with them."""
    try:
        return prepared(action, scene, values)
    except BadFields as wrong:
        return wrong


def counted(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> Odds[Parts] | None:
    """The exact odds; None where there are too many ways to count them, as with large teams on both sides."""
    try:
        return expected(action, scene, do)
    except TooMany:
        return None


@pytest.mark.parametrize("examples", [5, pytest.param(15, marks=pytest.mark.evening)])
@pytest.mark.parametrize(("game", "action"), ACTIONS)
def test_rolled_equals_replayed_and_is_among_the_odds(game: Game, action: Action[Any, Any], examples: int) -> None:
    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def every(data: st.DataObject) -> None:
        rolled_and_replayed(game, action, data)

    every()


def rolled_and_replayed(game: Game, action: Action[Any, Any], data: st.DataObject) -> None:
    actor = "" if action in game.creations else data.draw(st.sampled_from(sorted(game.ready())), "actor")
    scene = game.scene(actor)
    drawn = parameters(action, scene)
    do = asked(action, scene, {} if drawn.is_empty else data.draw(drawn, "parameters"))
    if not isinstance(do, Declared):
        assert do.say("fr")
        assert do.say("en")
        return
    wheel = Wheel(data.draw(st.lists(st.integers(0, 999), min_size=1, max_size=12), "dice"))
    first, made = perform(action, scene, do, Fed([])), action in game.creations
    asks = isinstance(first, Waiting) and bool(first.asked)
    law = counted(action, scene, do) if asks or not made else None
    if law is not None and isinstance(first, Waiting) and asks:
        assert expected(action, scene, do, so_far=first.by_default()) == law
    done = ended(action, scene, do, wheel)
    again = perform(action, scene, do, Fed([]), Progress(done.progress.rolls, done.progress.answers))
    assert again == done
    for item in (*done.why, done.outcome.headline):
        assert item.say("fr")
        assert item.say("en")
    if law is not None and done.outcome.parts and not made:
        assert law.p(done.outcome.parts) > 0
