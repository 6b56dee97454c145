"""Context and NewEvent: what a command is decided on, and what follows from it."""

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
class NewEvent:
    """An event to be appended: what happened, who may see it, by which seat."""

    what: e.Happening
    to: e.To = e.EVERYONE
    by: str | None = None  # the seat that asks, unless told otherwise


Decided = list[NewEvent] | Refusal


@dataclass(frozen=True)
class Context:
    """The table's state and game, the seat that asks, the keys of the dice, and ways to read the log."""

    state: State
    game: Game
    keys: fair.Keychain
    seat: str
    line: Callable[[int], e.Event]  # a line by its number
    since: Callable[[int], list[e.Event]]  # the lines that the seat has seen after its own number, newest first
    fresh: Callable[[], str]  # an unguessable word
    bringer: Callable[[str], str] = lambda _picture: ""  # the seat that brought a picture, "" if it is not kept

    @property
    def mj(self) -> bool:
        return self.state.is_mj(self.seat)


def hashed(token: str) -> str:
    """What the log keeps of a token."""
    return sha256(b"tablee seat\0" + token.encode()).hexdigest()
