"""Orders of play ask questions of a sheet, not its counts: what they read stays small, and serves again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.dice import Seeded
from tablee.lab.tables.watch import Reads, watched
from tablee.rules.action import Scene
from tablee.rules.game import Game, games
from tablee.rules.playing import Playthrough

GAMES = [pytest.param(game, id=game.id) for game in games().values()]


def asked(scene: Scene[Any], question: Any) -> set[str]:
    """The fields and questions of sheets that this reads of a scene."""
    reads: Reads = {}
    people = {who: watched(sheet, place, reads) for place, (who, sheet) in enumerate(scene.cast.items())}
    question(replace(scene, cast=people))
    return {read.name for read in reads}


@pytest.mark.parametrize("game", GAMES)
def test_no_order_of_play_reads_how_many_points_somebody_has_left(game: Game) -> None:
    fight = Playthrough.first_scene(game, Seeded(3))
    for _ in range(12):
        scene, counts = fight.scene, set(game.gauges)
        assert not counts & asked(scene, game.order.may_act)
        assert not counts & asked(scene, game.order.due)
        for who in scene.cast:
            assert not counts & asked(scene, lambda seen, who=who: game.condition(seen, who))
        if fight.over or not fight.may_act:
            break
        who, action, values = fight.natural_move()
        fight.act(who, action, values)
        done = fight.done[-1][2]
        assert not counts & asked(
            done.after,
            lambda seen, who=who, action=action, done=done: game.order.after(seen, who, action, done.outcome),
        )
