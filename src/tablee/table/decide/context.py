"""What a decision is taken with, and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from tablee.dice import fair
from tablee.rules.game import Game
from tablee.table.decide.refusal import Refusal
from tablee.table.log import events as e
from tablee.table.log.state import State


@dataclass(frozen=True)
class Happened:
    """Something to be appended, and who may see it."""

    what: e.Happening
    to: e.To = e.EVERYONE
    by: str | None = None  # the seat that asks, unless told otherwise


Decided = list[Happened] | Refusal


@dataclass(frozen=True)
class Context:
    """The state, the game, the dice's keys by evening, who asks, and ways to read older lines."""

    state: State
    game: Game
    keys: Callable[[int], fair.Keys]
    seat: str
    line: Callable[[int], e.Event]
    since: Callable[[int], list[e.Event]]  # the lines that the seat has seen after its own number, newest first
    fresh: Callable[[], str]  # an unguessable word

    @property
    def mj(self) -> bool:
        return self.state.is_mj(self.seat)


def hashed(token: str) -> str:
    """What the log keeps of a token."""
    return sha256(b"tablee seat\0" + token.encode()).hexdigest()
