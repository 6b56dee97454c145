"""What a decision is taken with, and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from tablee.dice import fair
from tablee.rules.game import Game
from tablee.table import events as e
from tablee.table.permissions import Refusal, is_mj
from tablee.table.state import State


@dataclass(frozen=True)
class Happened:
    """Something to be appended, and who may see it."""

    what: e.Happening
    to: e.To = e.EVERYONE


Decided = list[Happened] | Refusal


@dataclass(frozen=True)
class Desk:
    """The state, the game, the dice's keys, who asks, and a way to read older lines."""

    state: State
    game: Game
    keys: fair.Keys
    seat: str
    line: Callable[[int], e.Event]
    fresh: Callable[[], str]  # an unguessable word

    @property
    def mj(self) -> bool:
        return is_mj(self.state, self.seat)


def hashed(token: str) -> str:
    """What the log keeps of a token."""
    return sha256(b"tablee seat\0" + token.encode()).hexdigest()
