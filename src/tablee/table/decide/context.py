"""Context and NewEvent: what a command is decided on, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from tablee.dice import fair
from tablee.rules.game import Game
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import EVERYONE, Event, Happening, To
from tablee.table.log.state import State, fold


@dataclass(frozen=True)
class NewEvent:
    """An event to be appended: what happened, who may see it, by which seat."""

    what: Happening
    to: To = EVERYONE
    by: str | None = None  # the seat that asks, unless told otherwise


Decided = list[NewEvent] | Refusal


@dataclass(frozen=True)
class Context:
    """The table's state and game, the seat that asks, the keys of the dice, and ways to read the log."""

    state: State
    game: Game
    keys: fair.Keychain
    seat: str
    line: Callable[[int], Event]  # a line by its number
    since: Callable[[int], list[Event]]  # the lines that the seat has seen after its own number, newest first
    fresh: Callable[[], str]  # an unguessable word
    bringer: Callable[[str], str] = lambda _picture: ""  # the seat that brought a picture, "" if it is not kept

    @property
    def mj(self) -> bool:
        return self.state.is_mj(self.seat)

    def after(self, happened: list[NewEvent]) -> Context:
        """The context once these events are kept."""
        state = self.state
        for one in happened:
            by = self.seat if one.by is None else one.by
            state = fold(state, Event(state.version + 1, 0.0, by, one.to, one.what))
        return replace(self, state=state)

    def may_show(self, picture: str) -> bool:
        """Whether the seat may show a picture: one that it brought; any that is kept, for the MJ."""
        by = self.bringer(picture)
        return bool(by) and (by == self.seat or self.mj)


def hashed(token: str) -> str:
    """What the log keeps of a token."""
    return sha256(b"tablee seat\0" + token.encode()).hexdigest()
