"""fold(state, event): the table is the sum of its events. No game code, no clock, no luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from itertools import islice
from typing import Any, TypeVar

from tablee.dice import fair
from tablee.table.log import events as e
from tablee.text import Name

K = TypeVar("K")
T = TypeVar("T")

MOST_AT_HAND = 200  # requests, and blind rolls not disclosed: the newest


@dataclass(frozen=True)
class Seat:
    """A place at the table."""

    role: str
    token: str  # hashed
    called: str = ""
    colour: str = ""
    lang: str = ""


@dataclass(frozen=True)
class Character:
    """A character at the table: its sheet as plain JSON, who plays it, whether its numbers are hidden."""

    sheet: e.Json
    owner: str = ""
    hidden: bool = False
    retired: bool = False
    free: bool = False  # any player may take it
    portrait: str = ""  # the id of a picture


@dataclass(frozen=True)
class Moment:
    """A scene as an action read it."""

    cast: Mapping[str, Character]
    play: e.Json
    options: e.Json
    instant: Mapping[str, Character] | None = None  # the cast when the instant began


@dataclass(frozen=True)
class Pending:
    """An action in progress, on the scene as it was when it stopped."""

    asked: e.Asked
    by: str
    to: Any
    answers: e.Json
    cast: Mapping[str, Character]
    play: e.Json
    options: e.Json
    instant: Mapping[str, Character] | None = None  # the cast when the instant began
    n: int = 0  # the line of its open card
    at: float = 0.0  # when it stopped


@dataclass(frozen=True)
class Unsaid:
    """A blind roll that the MJ has not disclosed, on the scene that it read."""

    what: e.Acted
    by: str
    cast: Mapping[str, Character]
    play: e.Json
    options: e.Json
    instant: Mapping[str, Character] | None = None
    struck: bool = False  # taken back


class Papers:
    """Notes and handouts, oldest first. One more costs the same however many there are: those before are shared."""

    def __init__(self, shared: list[e.Event] | None = None, length: int = 0) -> None:
        self._shared, self._length = [] if shared is None else shared, length

    def and_one(self, event: e.Event) -> Papers:
        """These and one more; these stay as they are."""
        shared = self._shared if len(self._shared) == self._length else self._shared[: self._length]
        shared.append(event)
        return Papers(shared, self._length + 1)

    def __iter__(self) -> Iterator[e.Event]:
        return islice(self._shared, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Papers) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class State:
    """Everything a command is decided on."""

    game: str = ""
    title: str = ""
    ready: bool = False  # opened with the first scene of its game
    code: str = ""
    version: int = 0
    seats: Mapping[str, Seat] = field(default_factory=dict)
    knocks: Mapping[str, e.Knocked] = field(default_factory=dict)
    cast: Mapping[str, Character] = field(default_factory=dict)
    play: e.Json = field(default_factory=dict)
    options: e.Json = field(default_factory=dict)
    instant: Mapping[str, Character] | None = None  # the cast when the present instant began
    pendings: Mapping[str, Pending] = field(default_factory=dict)  # the scene's action (""), creations by their seat
    unsaid: Mapping[int, Unsaid] = field(default_factory=dict)  # line → a blind roll, the newest
    requests: Mapping[str, e.Json] = field(default_factory=dict)  # id → what was asked, done, back; the last's moment
    left: Mapping[str, Character] = field(default_factory=dict)  # created, then taken back
    papers: Papers = field(default_factory=lambda: Papers())
    evening: int = 0  # how often the dice began anew
    standing: int = 0  # the last action that still stands
    undone: tuple[int, ...] = ()  # taken back last, and may be redone
    commits: Mapping[str, fair.Commit] = field(default_factory=dict)  # stream → what its keys were committed by
    fair: fair.State = field(default_factory=fair.State)
    worded: Mapping[str, str] = field(default_factory=dict)  # seat → the words it brought, for good
    revealed: tuple[str, ...] = ()
    open_door: bool = False  # its code lets people in without the MJ
    odds_hidden: bool = False  # players see no odds
    opponents_alone: bool = False  # those of the sides that no player is on act by themselves
    tempers: Mapping[str, str] = field(default_factory=dict)  # how somebody without player acts, or that side ("")
    advice: bool = False  # players may ask what their choices are worth
    trial: bool = False  # it vanishes some days after its last line
    notes: str = ""  # on what its stories hold
    paused: bool = False
    pinned: str = ""
    scenes: Mapping[str, e.Prepared] = field(default_factory=dict)  # prepared, not opened yet
    hidden_lines: frozenset[int] = frozenset()  # messages that the MJ alone reads
    standing_answers: Mapping[tuple[str, str], Any] = field(default_factory=dict)  # (character, decision) → answer
    asked_of: Mapping[tuple[str, str], e.Json] = field(default_factory=dict)  # (character, decision) → its words
    revisions: Mapping[int, e.Revised] = field(default_factory=dict)  # the line of a paper → how it reads now
    counts: Mapping[str, int] = field(default_factory=dict)  # events for everyone, for the MJ alone, for each seat

    @property
    def pending(self) -> Pending | None:
        """The action of the scene that waits for an answer."""
        return self.pendings.get("")

    @property
    def pictures(self) -> frozenset[str]:
        """The portraits of characters, and the pictures of papers, those withdrawn included: they may come back."""
        first = {event.what.picture for event in self.papers if isinstance(event.what, e.Said)}
        papers = first | {now.picture for now in self.revisions.values()}
        return frozenset(papers | {one.portrait for one in (*self.cast.values(), *self.left.values())}) - {""}

    @property
    def bound(self) -> bool:
        """Whether the keys of later evenings are committed already."""
        return all(isinstance(commit, fair.TreeCommit) for commit in self.commits.values())

    def seen_by(self, seat: str, mj: bool) -> int:
        """How many events that seat has been shown so far: its own numbering, without gaps."""
        if mj:
            return self.version
        return self.counts.get(e.EVERYONE, 0) + self.counts.get(seat, 0)

    def is_mj(self, seat: str) -> bool:
        return seat in self.seats and self.seats[seat].role == "mj"

    def plays(self, seat: str, who: str, lost: str = "") -> bool:
        """Whether a seat plays a character: the MJ plays everybody, a player their own characters.

        Not those whose sheet bears the flag `lost`: these are the MJ's.
        """
        return self.is_mj(seat) or (who in self.cast and self.asked_seat(who, lost) == seat)

    def asked_seat(self, who: str, lost: str = "") -> str:
        """Whose decision it is: the player of a character not `lost`, or whoever is making one not there yet."""
        if who in self.cast:
            return "" if self.cast[who].sheet.get(lost) else self.cast[who].owner
        return self.pending.by if self.pending else ""

    def follows(self, seat: str) -> bool:
        """Whether a seat may know what the action of the scene in progress is about."""
        pending = self.pending
        if pending is None or self.is_mj(seat):
            return pending is not None
        return pending.to == e.EVERYONE or (pending.asked.audience not in e.UNSEEN and seat in pending.to)

    def called(self, who: str) -> Name:
        """What people call a character; its id, if nobody here has that one."""
        return Name(**self.cast[who].sheet["name"]) if who in self.cast else Name(who)


def fold(state: State, event: e.Event) -> State:
    """The table after one more event."""
    counts = dict(state.counts)
    for group in event.to if isinstance(event.to, tuple) else (event.to,):
        counts[group] = counts.get(group, 0) + 1
    return replace(_after(event.what, state, event), version=event.n, counts=counts)


def folded(events: Iterable[e.Event]) -> State:
    """The table after all these events."""
    state = State()
    for event in events:
        state = fold(state, event)
    return state


@singledispatch
def _after(_what: e.Happening, state: State, _event: e.Event) -> State:
    """The state after one kind of event; those without a function of their own change nothing."""
    return state


@_after.register
def _opened(what: e.Opened, state: State, _event: e.Event) -> State:
    state = replace(state, game=what.game, title=what.title, ready=what.ready, code=what.code)
    return _mixed(replace(state, options=dict(what.options)), what.fair)


@_after.register
def _moved(what: e.Moved, state: State, _event: e.Event) -> State:
    seats = {id: replace(seat, token="") for id, seat in state.seats.items()}
    state = _mixed(replace(state, code=what.code, seats=seats, knocks={}, trial=False), what.fair)
    return replace(state, revealed=(), evening=0, worded={}) if what.fair else state  # a backup keeps its own keys


@_after.register
def _began(what: e.Began, state: State, _event: e.Event) -> State:
    return _mixed(replace(state, revealed=(), evening=state.evening + 1), what.fair)


@_after.register
def _said(what: e.Said, state: State, event: e.Event) -> State:
    paper = what.kind in ("note", "handout") and not what.removed
    return replace(state, papers=state.papers.and_one(event)) if paper else state


@_after.register
def _seated(what: e.Seated, state: State, _event: e.Event) -> State:
    knocks = {id: knock for id, knock in state.knocks.items() if id != what.seat}
    seat = Seat(what.role, what.token, what.called, what.colour)
    return replace(state, seats={**state.seats, what.seat: seat}, knocks=knocks)


@_after.register
def _joined(what: e.Joined, state: State, _event: e.Event) -> State:
    seat = replace(state.seats[what.seat], called=what.called, colour=what.colour, lang=what.lang)
    return _mixed(replace(state, seats={**state.seats, what.seat: seat}), what.fair)


@_after.register
def _knocked(what: e.Knocked, state: State, _event: e.Event) -> State:
    return replace(state, knocks={**state.knocks, what.knock: what})


@_after.register
def _dismissed(what: e.Dismissed, state: State, _event: e.Event) -> State:
    return replace(state, knocks={id: knock for id, knock in state.knocks.items() if id != what.knock})


@_after.register
def _relinked(what: e.Relinked, state: State, _event: e.Event) -> State:
    return replace(state, seats={**state.seats, what.seat: replace(state.seats[what.seat], token=what.token)})


@_after.register
def _entered(what: e.Entered, state: State, _event: e.Event) -> State:
    character = Character(what.sheet, what.owner, what.hidden, free=what.free)
    return replace(_cast_as(state, what.who, character), undone=())


@_after.register
def _handed(what: e.Handed, state: State, _event: e.Event) -> State:
    handed = replace(state.cast[what.who], owner=what.owner, hidden=what.hidden, free=what.free)
    return _cast_as(state, what.who, handed)


@_after.register
def _portrayed(what: e.Portrayed, state: State, _event: e.Event) -> State:
    return _cast_as(state, what.who, replace(state.cast[what.who], portrait=what.picture))


@_after.register
def _arranged(what: e.Arranged, state: State, _event: e.Event) -> State:
    state = replace(state, open_door=what.door == "open", odds_hidden=what.odds == "hidden", trial=what.trial)
    alone = what.opponents == "by-themselves"
    tempers = state.tempers if alone or not state.opponents_alone else {}  # the MJ takes all of that side over
    return replace(state, opponents_alone=alone, notes=what.notes, advice=what.advice == "on", tempers=tempers)


@_after.register
def _entrusted(what: e.Entrusted, state: State, _event: e.Event) -> State:
    if not what.who:
        alone = what.temper != e.PLAYED
        return replace(state, opponents_alone=alone, tempers={"": what.temper} if alone else {})
    others = {who: temper for who, temper in state.tempers.items() if who != what.who}
    return replace(state, tempers={**others, what.who: what.temper} if what.temper else others)


@_after.register
def _paused(what: e.Paused, state: State, _event: e.Event) -> State:
    return replace(state, paused=what.on)


@_after.register
def _pinned(what: e.Pinned, state: State, _event: e.Event) -> State:
    return replace(state, pinned=what.text)


@_after.register
def _prepared(what: e.Prepared, state: State, _event: e.Event) -> State:
    others = {id: scene for id, scene in state.scenes.items() if id != what.scene or what.kept}
    return replace(state, scenes={**others, what.scene: what} if what.kept else others)


@_after.register
def _hid(what: e.Hid, state: State, _event: e.Event) -> State:
    hidden = state.hidden_lines | {what.of} if what.hidden else state.hidden_lines - {what.of}
    return replace(state, hidden_lines=hidden)


@_after.register
def _settled(what: e.Settled, state: State, _event: e.Event) -> State:
    kept = {key: answer for key, answer in state.standing_answers.items() if key != (what.who, what.decision)}
    asked_no_more = {(what.who, what.decision): what.answer} if what.answer is not None else {}
    return replace(state, standing_answers={**kept, **asked_no_more})


@_after.register
def _revised(what: e.Revised, state: State, _event: e.Event) -> State:
    return replace(state, revisions={**state.revisions, what.of: what})


@_after.register
def _retired(what: e.Retired, state: State, _event: e.Event) -> State:
    return _cast_as(state, what.who, replace(state.cast[what.who], retired=not what.returned))


def _cast_as(state: State, who: str, character: Character) -> State:
    """The state with a character put in or replaced. In the present instant it keeps the sheet it began with."""
    instant = state.instant
    if instant is not None:
        began = instant[who].sheet if who in instant else character.sheet
        instant = {**instant, who: replace(character, sheet=began)}
    return replace(state, cast={**state.cast, who: character}, instant=instant)


@_after.register
def _optioned(what: e.Optioned, state: State, _event: e.Event) -> State:
    return replace(state, options={**state.options, what.option: what.value})


@_after.register
def _asked(what: e.Asked, state: State, event: e.Event) -> State:
    at = state.pendings.get(what.maker) or state  # the same action, stopped again further on
    scene = (at.cast, at.play, at.options, at.instant)
    pending = Pending(what, event.by, event.to, dict(what.partly), *scene, event.n, event.at)
    words = {
        (who, decision["id"]): decision
        for who, decision in what.asked.items()
        if who in state.cast and _saw(what, event, state.cast[who].owner)
    }
    pendings, drawn = {**state.pendings, what.maker: pending}, _drawn(state.fair, what.fair)
    return replace(state, pendings=pendings, fair=drawn, asked_of={**state.asked_of, **words})


def _saw(asked: e.Asked, event: e.Event, player: str) -> bool:
    """Whether the player of somebody saw what was asked; what nobody plays is the MJ's, who sees everything."""
    told = event.to == e.EVERYONE or (event.to != e.MJ_ONLY and player in event.to)
    return not player or (told and asked.audience not in e.UNSEEN)


@_after.register
def _answered(what: e.Answered, state: State, _event: e.Event) -> State:
    pending = state.pendings.get(what.maker)
    if pending is None:
        return state
    answered = replace(pending, answers={**pending.answers, **what.answers})
    return replace(state, pendings={**state.pendings, what.maker: answered})


@_after.register
def _abandoned(what: e.Abandoned, state: State, _event: e.Event) -> State:
    return replace(state, pendings=_without(state.pendings, what.maker))


def _without(pendings: Mapping[str, Pending], maker: str) -> dict[str, Pending]:
    """What waits for answers but for this creation, or but for the action of the scene ("")."""
    return {who: pending for who, pending in pendings.items() if who != maker}


@_after.register
def _acted(what: e.Acted, state: State, event: e.Event) -> State:
    at, requests = state.pendings.get(what.maker) or state, state.requests
    scene = (at.cast, at.play, at.options, at.instant)
    if what.request in requests:
        request = requests[what.request]
        done: e.Json = {"line": event.n, "to": event.to, "audience": what.audience, "parts": list(what.parts)}
        about = {*what.about, *(change["who"] for change in what.changes)}
        done |= {"params": what.params, "why": list(what.why), "about": sorted(about)}
        request = {**request, "done": {**request["done"], what.actor: done}, "moment": Moment(*scene)}
        requests = {**requests, what.request: request}
    pendings = _without(state.pendings, what.maker)
    state = replace(state, pendings=pendings, requests=requests, standing=event.n, undone=())
    state = replace(state, fair=_drawn(state.fair, what.fair))
    if what.unsaid:
        unsaid = Unsaid(what, event.by, *scene)
        return replace(state, unsaid={**_newest(state.unsaid), event.n: unsaid})
    return _changed(state, what.changes, _owner(state, event.by))


@_after.register
def _disclosed(what: e.Disclosed, state: State, event: e.Event) -> State:
    requests, by = state.requests, state.unsaid[what.of].by if what.of in state.unsaid else event.by
    if what.request in requests and what.actor in requests[what.request]["done"]:
        request = requests[what.request]
        done = {**request["done"][what.actor], "to": e.EVERYONE, "audience": "open"}
        requests = {**requests, what.request: {**request, "done": {**request["done"], what.actor: done}}}
    unsaid = {n: roll for n, roll in state.unsaid.items() if n != what.of}
    state = replace(state, unsaid=unsaid, requests=requests, standing=event.n, undone=())
    return _changed(state, what.changes, _owner(state, by))


def _owner(state: State, by: str) -> str:
    """Whose a character is that this seat makes: the player's, or the MJ's ("")."""
    return by if by in state.seats and state.seats[by].role == "player" else ""


def _struck(unsaid: Mapping[int, Unsaid], lines: tuple[int, ...], struck: bool) -> Mapping[int, Unsaid]:
    """The blind rolls, those of these lines taken back, or standing again."""
    return {n: replace(roll, struck=struck) if n in lines else roll for n, roll in unsaid.items()}


def _newest(kept: Mapping[K, T]) -> dict[K, T]:
    """Room for one more of what is kept at hand: the oldest goes."""
    return dict(islice(kept.items(), max(0, len(kept) + 1 - MOST_AT_HAND), None))


@_after.register
def _rolled(what: e.Rolled, state: State, _event: e.Event) -> State:
    return replace(state, fair=_drawn(state.fair, what.fair))


@_after.register
def _took_back(what: e.TookBack, state: State, _event: e.Event) -> State:
    requests = _answers_moved(state.requests, what.struck, "done", "back")
    unsaid = _struck(state.unsaid, what.struck, True)
    state = replace(state, standing=what.previous, undone=state.undone + what.struck, requests=requests, unsaid=unsaid)
    return _changed(state, what.changes, since=what.since)


@_after.register
def _redid(what: e.Redid, state: State, _event: e.Event) -> State:
    undone = tuple(n for n in state.undone if n not in what.again)
    requests = _answers_moved(state.requests, what.again, "back", "done")
    unsaid = _struck(state.unsaid, what.again, False)
    state = replace(state, standing=what.previous, undone=undone, requests=requests, unsaid=unsaid)
    return _changed(state, what.changes, since=what.since)


def _answers_moved(
    requests: Mapping[str, e.Json], lines: tuple[int, ...], here: str, there: str
) -> Mapping[str, e.Json]:
    """The requests, with the answers that these lines gave moved from `here` to `there`: done, or taken back."""
    moved = dict(requests)
    for id, request in requests.items():
        going = {who: done for who, done in request[here].items() if done["line"] in lines}
        if going:
            staying = {who: done for who, done in request[here].items() if who not in going}
            moved[id] = {**request, here: staying, there: {**request[there], **going}}
    return moved


@_after.register
def _corrected(what: e.Corrected, state: State, event: e.Event) -> State:
    after = _changed(replace(state, standing=event.n, undone=()), what.changes)
    if after.instant is None or after.instant is not state.instant:
        return after
    return replace(after, instant=_recast(after.instant, what.changes, {}))  # the MJ's word counts at once


@_after.register
def _requested(what: e.Requested, state: State, _event: e.Event) -> State:
    request: e.Json = {"action": what.action, "params": what.params, "who": list(what.who), "audience": what.audience}
    request |= {"title": what.title, "closed": False, "done": {}, "back": {}}
    return replace(state, requests={**_newest(state.requests), what.request: request})


@_after.register
def _closed(what: e.Closed, state: State, _event: e.Event) -> State:
    if what.request not in state.requests:
        return state
    closed = {**state.requests[what.request], "closed": True}
    return replace(state, requests={**state.requests, what.request: closed})


@_after.register
def _revealed(what: e.Revealed, state: State, _event: e.Event) -> State:
    streams = tuple(str(line["stream"]) for line in what.fair)
    return replace(state, revealed=state.revealed + streams)


def _mixed(state: State, lines: Iterable[e.Json]) -> State:
    """The table after these lines of its dice: what was committed, which words were brought, what comes next."""
    read = [fair.from_dict(line) for line in lines]
    commits: dict[str, fair.Commit] = {line.stream: line for line in read if isinstance(line, fair.Commit)}
    words = {line.by: line.words for line in read if isinstance(line, fair.Entropy)}
    words |= {line.by: "" for line in read if isinstance(line, fair.Struck)}
    known = state.fair
    for line in read:
        known = known.after(line)
    return replace(state, fair=known, commits={**state.commits, **commits}, worded={**state.worded, **words})


def _drawn(known: fair.State, lines: Iterable[e.Json]) -> fair.State:
    for line in lines:
        known = known.after(fair.from_dict(line))
    return known


def _changed(
    state: State, changes: tuple[e.Json, ...], owner: str | None = None, since: tuple[e.Json, ...] = ()
) -> State:
    """The table after these changes of its sheets and its play.

    A new sheet is a character of this owner, or, without one, the character that had been taken back. `since` leads
    from the sheets then back to those when the present instant began.
    """
    cast = _recast(state.cast, changes, state.left if owner is None else {}, owner or "")
    play = {**state.play, **{change["field"]: change["after"] for change in changes if change["who"] == ""}}
    gone = {who: character for who, character in state.cast.items() if who not in cast}
    before, now = state.play.get("instant", 0), play.get("instant", 0)
    instant = state.instant
    if now != before or since:
        instant = _recast(cast, since, state.left) if now else None
    return replace(state, cast=cast, play=play, instant=instant, left={**state.left, **gone})


def _recast(
    cast: Mapping[str, Character], changes: Iterable[e.Json], left: Mapping[str, Character], owner: str = ""
) -> Mapping[str, Character]:
    """The cast with these changes: fields set, whole sheets put in (as in `left`, if there) or taken out."""
    recast = dict(cast)
    for change in changes:
        who, name, after = change["who"], change["field"], change["after"]
        if who and name == "" and after is None:
            recast.pop(who, None)
        elif who and name == "":
            recast[who] = replace(recast.get(who) or left.get(who) or Character({}, owner), sheet=after)
        elif who in recast:
            recast[who] = replace(recast[who], sheet={**recast[who].sheet, name: after})
    return recast
