"""Fights of every game taken back blow by blow, then redone: each time the scene is what it was, instants included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee.cli.play import SEAT, play
from tablee.rules.game import Game, games
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import folded
from tablee.table.service import House
from tablee.table.topics.action import Acted
from tablee.table.topics.character import Retire
from tablee.table.topics.decision import Abandon
from tablee.table.topics.fight import FightEnded
from tablee.table.topics.undo import Redo, TakeBack
from tests.cli.test_play import keyboard

PLAYABLE = [game for game in games().values() if game.first_scene is not None]


def scene(state: Any) -> Any:
    """Field by field: what the scene did not hold yet is absent again, and not what it counts as."""
    return state.cast, state.play, state.instant


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_a_fight_goes_backwards_and_forwards(game: Game, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    play(house, game, "en", keyboard([""] * 60 + ["q"]))
    table = store.tables()[0][0]
    if house.state(table).pending:
        house.submit(table, SEAT, Abandon())
    events = store.read(table, 0, 10_000)
    befores = {event.n: scene(folded(events[: event.n - 1])) for event in events if isinstance(event.what, Acted)}
    done = [event for event in events if isinstance(event.what, Acted | FightEnded)]  # an end comes with its blow
    afters = {event.n: scene(folded(events[: event.n])) for event in done}
    taken = []
    while not isinstance(house.submit(table, SEAT, TakeBack()), Refusal):
        back: Any = store.read(table, house.state(table).version - 1)[0].what
        taken.append(back)
        assert scene(house.state(table)) == befores[min(back.struck)]
    assert len(taken) > 3
    for _ in taken:
        assert not isinstance(house.submit(table, SEAT, Redo()), Refusal)
        again: Any = store.read(table, house.state(table).version - 1)[0].what
        assert scene(house.state(table)) == afters[max(again.again)]
    store.close()


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_nobody_leaves_a_fight_stuck(game: Game, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    play(house, game, "en", keyboard(["q"]))
    table = store.tables()[0][0]
    for who in list(house.state(table).cast)[1:]:
        house.submit(table, SEAT, Retire(who=who))
        scene = house.scene(table)
        assert set(game.order.may_act(scene)) <= set(scene.cast)
    store.close()
