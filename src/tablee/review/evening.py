"""The fights of an evening, from the log of its table: every action that stands, with the table before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablee.rules.action import PLAY
from tablee.rules.game import Game, game_called
from tablee.rules.playing import Midway
from tablee.table import importing
from tablee.table.history import FightLog
from tablee.table.log.events import Event
from tablee.table.log.state import State, fold
from tablee.table.scenes import midway
from tablee.table.show.statistics import taken_back
from tablee.table.topics.action import Acted, fell_due
from tablee.table.topics.fight import FightEnded, sides_of
from tablee.table.topics.undo import Redid, TookBack

MAX_MOMENTS = 5  # of a fight that are told to anybody
WON, LOST = ("won", "fled"), ("lost", "away")  # how a fight ends, for our side


@dataclass(frozen=True, eq=False)
class Turn:
    """An action of a fight: its line, the table before it and after it."""

    line: Event
    before: State
    after: State

    @property
    def what(self) -> Acted:
        assert isinstance(self.line.what, Acted)
        return self.line.what


@dataclass(frozen=True, eq=False)
class Fought:
    """A fight that is over: the actions of it that stand, in order, and the line that tells its end."""

    game: Game
    turns: tuple[Turn, ...]
    ended: Event

    @property
    def how(self) -> str:
        """How it came out for our side: won, lost, fled, away, stopped, over."""
        assert isinstance(self.ended.what, FightEnded)
        return self.ended.what.how

    @property
    def end(self) -> float | None:
        """1 if our side won, 0 if it lost; None for a fight that was stopped before."""
        return 1.0 if self.how in WON else 0.0 if self.how in LOST else None


Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""Those of our side, then all the others who take a side."""


def sides_at(game: Game, state: State) -> Sides:
    """Who is on which side of the fight that goes on: ours are the sides on which a player has a character."""
    now = midway(game, state).scene
    sides = sides_of(game, state, now)
    ours = tuple(who for who in now.cast if sides.of.get(who) in sides.ours)
    return ours, tuple(who for who in now.cast if sides.of.get(who) and who not in ours)


def same_scene(one: Midway, two: Midway) -> bool:
    """Whether nothing lies between two moments that a fight hangs on."""
    return (one.scene.cast, one.scene.play, one.began) == (two.scene.cast, two.scene.play, two.began)


def fights_of(game: Game, events: Iterable[Event]) -> list[Fought]:
    """Every fight of a log that is over, as it stands: what was taken back is not in it. Actions of the table itself
    that throw no die (a round that turns) belong to the action before them.
    """
    lines = tuple(events)
    return fights_from(FightLog(game, State(), lines, frozenset(taken_back(lines))))


def fights_from(log: FightLog) -> list[Fought]:
    """The fights of a part of a log that are over."""
    game, state = log.game, log.start
    found, turns = list[Fought](), list[Turn]()
    for line in log.events:
        before, state = state, fold(state, line)
        if line.n in log.struck or isinstance(line.what, TookBack | Redid):  # whose end is taken back goes on
            continue
        if isinstance(line.what, FightEnded) and turns:
            found.append(Fought(game, tuple(turns), line))
            turns = []
        if not before.play.get("round"):
            turns = [] if state.play.get("round") else turns  # another begins
        elif isinstance(line.what, Acted) and _counts(line.what, state):
            if turns and not line.what.rolls and line.what.actor == PLAY and fell_due(game, before, line):
                turns[-1] = Turn(turns[-1].line, turns[-1].before, state)
            else:
                turns.append(Turn(line, before, state))
    return found


def fight_of(log: FightLog) -> Fought | None:
    """The fight that a part of a log ends with; None if its end was taken back."""
    found = fights_from(log)
    return found[-1] if found and log.events and found[-1].ended.n == log.events[-1].n else None


def fights_in(export: bytes) -> list[Fought]:
    """The fights of the MJ's export of a table; BadRecord if it is not that."""
    lines = importing.Lines(export)
    state, _ = importing.folded_again(lines)
    return fights_of(game_called(state.game), importing.events(lines))


def _counts(what: Acted, after: State) -> bool:
    """Whether a line is an action of the fight: not one beside the scene, nor unsaid, nor the one that ends it."""
    return bool(not what.beside and not what.unsaid and after.play.get("round"))
