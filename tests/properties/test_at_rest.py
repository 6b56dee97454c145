"""A scene at rest with its counters brought back: what may follow, and how often, is the same as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, cast

import pytest

from tablee.dice import Seeded
from tablee.errors import TooMany
from tablee.rules.action import Action, Outcome, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.forms import natural_moves
from tablee.rules.game import Game, games
from tablee.rules.playing import Playthrough
from tablee.rules.run import Sequel, effects_law, prepared
from tablee.rules.why import Note

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
ACTIONS = 30  # in one scene
MOST = 20_000  # branches of a law


def at_rest(game: Game, seed: int) -> Iterator[Scene[Any]]:
    """Scenes between two instants, as a fight in which people do any of what is natural goes on."""
    chance = Random(seed)
    fight = Playthrough.first_scene(game, Seeded(seed))
    for _ in range(ACTIONS):
        now = fight.scene
        if all(fight.seen_by(who).cast == now.cast for who in fight.may_act):
            yield now
        if fight.over or not fight.may_act:
            return
        who = chance.choice(fight.may_act)
        moves = list(islice(natural_moves(game, fight.seen_by(who)), 4))
        if not moves:
            return
        action, values = chance.choice(moves)
        fight.act(who, action.id, values)


def told(scene: Scene[Any]) -> str:
    """All there is of a scene."""
    cast = {who: sheet.model_dump(mode="json") for who, sheet in scene.cast.items()}
    return repr((cast, scene.play.model_dump(mode="json")))


def followed(game: Game, scene: Scene[Any], action: Action[Any, Any], left: Sequel) -> str:
    """The scene after an action, at rest."""
    after = applied(scene, left.effects)
    outcome = Outcome(left.parts, cast(Note, None), left.effects)
    return told(game.at_rest(replace(after, play=game.order.after(after, scene.actor, action.id, outcome))))


def what_follows(game: Game, scene: Scene[Any], action: Action[Any, Any], do: Declared) -> dict[str, Fraction]:
    law = effects_law(action, scene, do, most=MOST)
    return law.read(lambda left: followed(game, scene, action, left)).fractions()


@pytest.mark.parametrize("fights", [1, pytest.param(3, marks=pytest.mark.evening)])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_people_act_and_the_same_falls_due(game: Game, fights: int) -> None:
    rounds = 0
    for seed in range(fights):
        for scene in at_rest(game, seed):
            back = game.at_rest(scene)
            rounds = max(rounds, scene.play.round)
            assert back.play.round <= 2
            assert told(game.at_rest(back)) == told(back)
            assert game.order.may_act(back) == game.order.may_act(scene)
            assert game.order.turns(back) == game.order.turns(scene)
            assert game.order.due(back) == game.order.due(scene)
            for who in scene.cast:
                assert game.condition(back, who) == game.condition(scene, who)
                assert game.standing(scene, who) == game.condition(scene, who).standing
                for action in game.actions:
                    before, after = (action.refuse(one.acting(who), None) for one in (scene, back))
                    assert (before and before.saying) == (after and after.saying), action.id
    assert rounds > 2


@pytest.mark.parametrize("game", GAMES)
def test_the_law_of_what_follows_is_the_same(game: Game) -> None:
    compared = 0
    for scene in islice(at_rest(game, 7), 0, None, 2):
        back = game.at_rest(scene)
        for who in game.order.may_act(scene)[:2]:
            for action, values in islice(natural_moves(game, scene.acting(who)), 3):
                do, again = (prepared(action, one.acting(who), values) for one in (scene, back))
                assert do == again
                if isinstance(do, Declared):
                    try:
                        before = what_follows(game, scene.acting(who), action, do)
                    except TooMany:
                        continue
                    assert what_follows(game, back.acting(who), action, do) == before
                    compared += 1
    assert compared > 5
