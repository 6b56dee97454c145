"""Fights played to their end at a table, for the tests of what is read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablee.dice.choice import Choice
from tablee.lab.policy import NATURAL, planned
from tablee.lab.setups import setup_of
from tablee.review.evening import Fought, fights_in
from tablee.rules.game import Game, game_called
from tablee.rules.run import Waiting, perform
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import State
from tablee.table.scenes import scene_of
from tablee.table.service import House
from tablee.table.topics.action import Act, resumed
from tablee.table.topics.decision import Answer

MAX_COMMANDS = 400
Answering = Callable[[str, Choice[Any]], Any]


def by_default(_who: str, choice: Choice[Any]) -> Any:
    return choice.default


class Table:
    """The first scene of a game, at a table of its own."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game: Game = game_called(game)
        self.house = House(SqliteStore(folder / f"{game}.db"))
        self.table, _ = self.house.open_trial(game, "fr")

    @property
    def state(self) -> State:
        return self.house.state(self.table)

    def do(self, command: Command) -> None:
        done = self.house.submit(self.table, "mj", command)
        assert not isinstance(done, Refusal), done.say("en")

    def move(self, answer: Answering = by_default) -> bool:
        """The next natural move, or answer; whether there was anything to do."""
        state = self.state
        if state.pending:
            self.do(Answer(answers=self._answers(state, answer)))
            return True
        if not state.play.get("round"):
            return False
        for who in self.game.may_act(scene_of(self.game, state)):
            for move in NATURAL.moves(self.game, scene_of(self.game, state, who), setup_of(self.game.id).health):
                self.do(Act(actor=who, action=move.action, params=dict(move.params), sure=True))
                return True
        self.do(Act(action=self.game.next_round))  # nobody finds anything to do
        return True

    def _answers(self, state: State, answer: Answering) -> dict[str, Any]:
        assert state.pending
        cards = state.pending.asked.asked
        attempt = resumed(self.game, state, state.pending)
        stop = perform(attempt.action, attempt.scene, attempt.do, None, state.pending.asked.progress)
        asked = stop.asked if isinstance(stop, Waiting) else {}
        return {
            who: answer(who, asked[who]) if who in asked and answer(who, asked[who]) in card.values else card.default
            for who, card in cards.items()
        }

    def to_the_end(self, answer: Answering = by_default) -> None:
        for _ in range(MAX_COMMANDS):
            if not self.move(answer):
                return
        raise AssertionError("the fight does not end")

    @property
    def export(self) -> bytes:
        return "\n".join(self.house.exported(self.table, "mj")).encode()

    @property
    def fights(self) -> list[Fought]:
        return fights_in(self.export)


def fought(game: str, folder: Path, answer: Answering = by_default) -> Fought:
    """A fight of the first scene of a game, played to its end by natural moves."""
    table = Table(game, folder)
    table.to_the_end(answer)
    (fight,) = table.fights
    return fight


naturally = planned({})
