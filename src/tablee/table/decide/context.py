"""Context and NewEvent: what a command is decided on, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from tablee.dice import fair
from tablee.rules.game import Game
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Happening, To
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
        return replace(self, state=self._addressed(happened)[1])

    def addressed(self, happened: list[NewEvent]) -> list[NewEvent]:
        """These events, each for those who may read it: while some of the party are elsewhere, what happens in a scene
        is for those who are in it.
        """
        divides = self.state.apart or any(one.what.divides for one in happened)
        return self._addressed(happened)[0] if divides else happened

    def _addressed(self, happened: list[NewEvent]) -> tuple[list[NewEvent], State]:
        state, told = self.state, list[NewEvent]()
        for one in happened:
            by = self.seat if one.by is None else one.by
            if one.to == EVERYONE and not one.what.read_elsewhere and state.apart:
                one = replace(one, to=_those_there(state, by, one.what))
            told.append(one)
            state = fold(state, Event(state.version + 1, 0.0, by, one.to, one.what))
        return told, state

    def may_show(self, picture: str) -> bool:
        """Whether the seat may show a picture: one that it brought; any that is kept, for the MJ."""
        by = self.bringer(picture)
        return bool(by) and (by == self.seat or self.mj)


def _those_there(state: State, by: str, what: Happening) -> To:
    """The seats that play somebody where a thing happens: where the one is who does it, or where the seat speaks."""
    told: Any = what
    named = (getattr(told, name, "") for name in ("actor", "speaker", "who"))
    who = next((one for one in named if isinstance(one, str) and one in state.cast), "")
    place = state.cast[who].elsewhere if who else state.place_of(by)
    there = {*state.present(place), *({by} & state.seats.keys() if not state.is_mj(by) else ())}
    return tuple(sorted(there)) or MJ_ONLY


def hashed(token: str) -> str:
    """What the log keeps of a token."""
    return sha256(b"tablee seat\0" + token.encode()).hexdigest()
