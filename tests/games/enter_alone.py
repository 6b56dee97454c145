"""A first scene played by pressing Enter: natural moves, default answers, seeded dice, until one side stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tablee.rules.action import Scene
from tablee.rules.forms import natural_moves
from tablee.rules.game import Game
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.why import Note


class Seeded:
    """The same faces for the same seed."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        return [self._chance.randint(1, sides) for _ in range(count)]


@dataclass
class Evening:
    """A scene as it goes: its state, the sheets its instant began with, what was done by whom."""

    game: Game
    scene: Scene[Any]
    dice: Seeded
    began: Mapping[str, Any]
    done: list[tuple[str, str]]  # who, and the id of what they did; what falls due is not counted

    def act(self, actor: str, action: str, values: Mapping[str, Any], free: bool) -> None:
        """Somebody does something: accepted, decisions on their defaults. `free`: it is their moment."""
        now, todo = self.scene.acting(actor), self.game.action(action)
        read = replace(now, cast=self.game.in_instant(self.began, now.cast)) if free else now
        do = prepared(todo, read, values)
        assert not isinstance(do, Note), f"{actor} {action} {values}: {do.say('en')}"
        known = perform(todo, read, do, self.dice, onto=now)
        while isinstance(known, Waiting):
            known = perform(todo, read, do, self.dice, known.by_default(), onto=now)
        assert isinstance(known, Done)
        play = self.game.order.after(known.after, actor, action, known.outcome)
        if play.instant != self.scene.play.instant or not play.instant:
            self.began = known.after.cast
        self.scene = self.game.scene(cast=known.after.cast, play=play, options=self.scene.options)

    def settle(self) -> None:
        """What falls due is performed before anybody acts."""
        while due := self.game.order.due(self.scene):
            self.act(due[0].who, due[0].action, due[0].params, free=False)

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        return self.game.sides(self.scene, standing=True)


def enter_alone(game: Game, seed: int, most: int = 200) -> Evening:
    """The first scene of a game once only one side stands, or after `most` actions."""
    opening = game.first_scene
    assert opening
    cast = opening.cast()
    evening = Evening(game, game.scene(cast=cast), Seeded(seed), cast, [])
    for action, actor, params in opening.begin:
        evening.act(actor, action, params, free=False)
    evening.settle()
    while len(evening.sides) > 1 and len(evening.done) < most:
        who = game.order.may_act(evening.scene)[0]
        at = evening.scene.acting(who)
        read = replace(at, cast=game.in_instant(evening.began, at.cast))
        move, values = next(natural_moves(game, read))
        evening.act(who, move.id, values, free=True)
        evening.done.append((who, move.id))
        evening.settle()
    return evening
