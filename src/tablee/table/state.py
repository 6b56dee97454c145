"""fold(state, event): the table is the sum of its events. No game code, no clock, no luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

from tablee.dice import fair
from tablee.table.events import (
    EVERYONE,
    Abandoned,
    Acted,
    Answered,
    Asked,
    Corrected,
    Dismissed,
    Entered,
    Event,
    Handed,
    Happening,
    Joined,
    Json,
    Knocked,
    Moved,
    Opened,
    Optioned,
    Redid,
    Relinked,
    Requested,
    Retired,
    Revealed,
    Rolled,
    Seated,
    TookBack,
)


@dataclass(frozen=True)
class Seat:
    """A place at the table."""

    role: str
    token: str  # hashed
    called: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Character:
    """A character at the table: its sheet as plain JSON, who plays it, whether its numbers are hidden."""

    sheet: Json
    owner: str = ""
    hidden: bool = False
    retired: bool = False


@dataclass(frozen=True)
class Pending:
    """An action in progress, on the scene as it was when it stopped."""

    asked: Asked
    by: str
    to: Any
    answers: Json
    cast: Mapping[str, Character]
    play: Json
    options: Json


@dataclass(frozen=True)
class State:
    """Everything a command is decided on."""

    game: str = ""
    title: str = ""
    code: str = ""
    version: int = 0
    seats: Mapping[str, Seat] = field(default_factory=dict)
    knocks: Mapping[str, Knocked] = field(default_factory=dict)
    cast: Mapping[str, Character] = field(default_factory=dict)
    play: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    instant: Mapping[str, Character] | None = None  # the cast when the present instant began
    pending: Pending | None = None
    requests: Mapping[str, Json] = field(default_factory=dict)  # request → {action, params, who, done}
    standing: int = 0  # the last action that still stands
    undone: tuple[int, ...] = ()  # taken back last, and may be redone
    fair: fair.State = field(default_factory=fair.State)
    revealed: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # events for everyone, for the MJ alone, for each seat

    def seen_by(self, seat: str, mj: bool) -> int:
        """How many events that seat has been shown so far: its own numbering, without gaps."""
        if mj:
            return self.version
        return self.counts.get(EVERYONE, 0) + self.counts.get(seat, 0)


def fold(state: State, event: Event) -> State:
    """The table after one more event."""
    counts = dict(state.counts)
    for group in event.to if isinstance(event.to, tuple) else (event.to,):
        counts[group] = counts.get(group, 0) + 1
    return replace(_after(event.what, state, event), version=event.n, counts=counts)


def folded(events: Iterable[Event], state: State | None = None) -> State:
    state = state or State()
    for event in events:
        state = fold(state, event)
    return state


@singledispatch
def _after(_what: Happening, state: State, _event: Event) -> State:
    """Words change nothing."""
    return state


@_after.register
def _(what: Opened, state: State, _event: Event) -> State:
    return replace(state, game=what.game, title=what.title, code=what.code, options=dict(what.options))


@_after.register
def _(what: Moved, state: State, _event: Event) -> State:
    seats = {id: replace(seat, token="") for id, seat in state.seats.items()}
    return replace(state, code=what.code, seats=seats, knocks={}, revealed=(), fair=_drawn(state.fair, what.fair))


@_after.register
def _(what: Seated, state: State, _event: Event) -> State:
    knocks = {id: knock for id, knock in state.knocks.items() if id != what.seat}
    seat = Seat(what.role, what.token, what.called, what.colour)
    return replace(state, seats={**state.seats, what.seat: seat}, knocks=knocks)


@_after.register
def _(what: Joined, state: State, _event: Event) -> State:
    seat = replace(state.seats[what.seat], called=what.called, colour=what.colour)
    return replace(state, seats={**state.seats, what.seat: seat}, fair=_drawn(state.fair, what.fair))


@_after.register
def _(what: Knocked, state: State, _event: Event) -> State:
    return replace(state, knocks={**state.knocks, what.knock: what})


@_after.register
def _(what: Dismissed, state: State, _event: Event) -> State:
    return replace(state, knocks={id: knock for id, knock in state.knocks.items() if id != what.knock})


@_after.register
def _(what: Relinked, state: State, _event: Event) -> State:
    return replace(state, seats={**state.seats, what.seat: replace(state.seats[what.seat], token=what.token)})


@_after.register
def _(what: Entered, state: State, _event: Event) -> State:
    character = Character(what.sheet, what.owner, what.hidden)
    return replace(state, cast={**state.cast, what.who: character})


@_after.register
def _(what: Handed, state: State, _event: Event) -> State:
    character = replace(state.cast[what.who], owner=what.owner, hidden=what.hidden)
    return replace(state, cast={**state.cast, what.who: character})


@_after.register
def _(what: Retired, state: State, _event: Event) -> State:
    return replace(state, cast={**state.cast, what.who: replace(state.cast[what.who], retired=True)})


@_after.register
def _(what: Optioned, state: State, _event: Event) -> State:
    return replace(state, options={**state.options, what.option: what.value})


@_after.register
def _(what: Asked, state: State, event: Event) -> State:
    scene = (state.instant or state.cast, state.play, state.options)
    if state.pending:  # the same action, stopped again further on
        scene = (state.pending.cast, state.pending.play, state.pending.options)
    pending = Pending(what, event.by, event.to, dict(what.partly), *scene)
    return replace(state, pending=pending, fair=_drawn(state.fair, what.fair))


@_after.register
def _(what: Answered, state: State, _event: Event) -> State:
    if state.pending is None:
        return state
    return replace(state, pending=replace(state.pending, answers={**state.pending.answers, **what.answers}))


@_after.register
def _(_what: Abandoned, state: State, _event: Event) -> State:
    return replace(state, pending=None)


@_after.register
def _(what: Acted, state: State, event: Event) -> State:
    requests = state.requests
    if what.request in requests:
        request = requests[what.request]
        requests = {**requests, what.request: {**request, "done": {**request["done"], what.actor: event.n}}}
    state = replace(state, pending=None, requests=requests, standing=event.n, undone=())
    player = event.by in state.seats and state.seats[event.by].role == "player"
    return _changed(replace(state, fair=_drawn(state.fair, what.fair)), what.changes, event.by if player else "")


@_after.register
def _(what: Rolled, state: State, _event: Event) -> State:
    return replace(state, fair=_drawn(state.fair, what.fair))


@_after.register
def _(what: TookBack, state: State, _event: Event) -> State:
    return _changed(replace(state, standing=what.previous, undone=what.struck + state.undone), what.changes)


@_after.register
def _(what: Redid, state: State, _event: Event) -> State:
    undone = tuple(n for n in state.undone if n not in what.again)
    return _changed(replace(state, standing=what.previous, undone=undone), what.changes)


@_after.register
def _(what: Corrected, state: State, event: Event) -> State:
    return _changed(replace(state, standing=event.n, undone=()), what.changes)


@_after.register
def _(what: Requested, state: State, _event: Event) -> State:
    request = {"action": what.action, "params": what.params, "who": list(what.who), "done": {}}
    return replace(state, requests={**state.requests, what.request: request})


@_after.register
def _(what: Revealed, state: State, _event: Event) -> State:
    streams = tuple(str(line["stream"]) for line in what.fair)
    return replace(state, revealed=state.revealed + streams)


def _drawn(known: fair.State, lines: Iterable[Json]) -> fair.State:
    for line in lines:
        known = known.after(fair.from_dict(line))
    return known


def _changed(state: State, changes: Iterable[Json], owner: str = "") -> State:
    """Fields set to what they became; a whole new sheet comes in (for its owner), or goes if it became nothing."""
    before = state.play.get("instant", 0)
    cast, play = dict(state.cast), dict(state.play)
    for change in changes:
        who, name, after = change["who"], change["field"], change["after"]
        if who == "":
            play[name] = after
        elif name == "" and after is None:
            cast.pop(who, None)
        elif name == "":
            cast[who] = replace(cast.get(who, Character({}, owner)), sheet=after)
        else:
            cast[who] = replace(cast[who], sheet={**cast[who].sheet, name: after})
    now = play.get("instant", 0)
    instant = state.instant if now == before else cast if now else None
    return replace(state, cast=cast, play=play, instant=instant)
