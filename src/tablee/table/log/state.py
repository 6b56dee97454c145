"""fold(state, event): the table is the sum of its events. No game code, no clock, no luck."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from tablee.dice import fair
from tablee.rules.action import Change
from tablee.rules.stored.decisions import DecisionAsked
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import Step
from tablee.table.log.events import EVERYONE, MJ_ONLY, UNSEEN, Event, Json, To
from tablee.text import Name

if TYPE_CHECKING:
    from tablee.table.topics.action import Acted, Asked
    from tablee.table.topics.adventure import AdventureChosen
    from tablee.table.topics.dial import DialSet
    from tablee.table.topics.fight import FightEnded
    from tablee.table.topics.paper import Revised
    from tablee.table.topics.scene import Prepared, SceneOpened
    from tablee.table.topics.seat import Knocked

K = TypeVar("K")
T = TypeVar("T")

PLAYED, NATURAL = "played", "natural"  # who acts for a character without player: the MJ, or nobody (the natural move)
FIGURES, WORDS, DELETED = "figures", "words", "deleted"  # how a fight is read again by players
HELD_BY_TABLE, HELD_BY_MJ = "table", "mj"  # who holds an adventure
STORY = "/story"  # the `who` of a change of where the table is in its adventure
BEFORE = "before"  # in the place of a scene: what there was before the first that was opened
RETIRED = "/retired"  # the field of a change by which a character leaves the scene or comes back
MOMENT = 12  # seconds left to speak up, unless the MJ says otherwise; 0: as long as people like
MAX_AT_HAND = 200  # requests, and blind rolls not disclosed: the newest


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

    sheet: Json
    owner: str = ""
    hidden: bool = False
    retired: bool = False
    free: bool = False  # any player may take it
    portrait: str = ""  # the id of a picture
    stand_in: str = ""  # a seat that plays it until its own player is back
    made_like: str = ""  # the ready character of one whom the MJ alone knows of: numbered once they are seen
    elsewhere: str = ""  # the scene they are in, if it is not the one that is open
    known_to: tuple[str, ...] | None = None  # the seats that have met them, if they came in while the party was apart

    @property
    def here(self) -> bool:
        """Whether it is in the scene that is open."""
        return not (self.retired or self.elsewhere)

    @property
    def player(self) -> str:
        """The seat that plays it now; the MJ's if empty."""
        return self.stand_in or self.owner

    @property
    def name(self) -> Name:
        """What people call it."""
        return Name(**self.sheet["name"])


@dataclass(frozen=True)
class Moment:
    """A scene as an action read it."""

    cast: Mapping[str, Character]
    play: Json
    options: Json
    instant: Mapping[str, Character] | None = None  # the cast when the instant began


@dataclass(frozen=True)
class RequestAnswer:
    """What one character made of a roll that the MJ asked for: the line that tells it, who sees it, what came out."""

    line: int
    to: To
    audience: str
    parts: tuple[PartStored, ...]
    params: Json
    why: tuple[Step, ...]
    about: tuple[str, ...]  # whose sheets it read or changed


@dataclass(frozen=True)
class RollRequest:
    """A roll that the MJ asks for: of whom, what each made of it, and what was taken back since."""

    action: str
    params: Json
    who: tuple[str, ...]
    audience: str
    title: str
    closed: bool = False
    done: Mapping[str, RequestAnswer] = field(default_factory=dict)
    back: Mapping[str, RequestAnswer] = field(default_factory=dict)
    moment: Moment | None = None  # the scene that the last of them rolled on


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
    instant: Mapping[str, Character] | None = None  # the cast when the instant began
    n: int = 0  # the line of its open card
    at: float = 0.0  # when it stopped
    held: bool = False  # somebody has asked for time: it does not pass by itself

    @property
    def silent(self) -> list[str]:
        """Those who have not answered yet."""
        return [who for who in self.asked.asked if who not in self.answers]

    @property
    def untouched(self) -> bool:
        """Whether nobody has answered yet, nor any die fallen."""
        return not (self.answers or self.asked.progress.answers or self.asked.progress.rolls)

    @property
    def awaited(self) -> list[str]:
        """Those without whose word it does not go on: all who are silent, once somebody has asked for time."""
        return self.silent if self.held else [who for who in self.asked.awaited if who not in self.answers]

    @property
    def passes(self) -> bool:
        """Whether it goes on by itself once the moment is over: nobody who is awaited has to answer, or wants time."""
        return not self.held and all(self.asked.asked[who].aloud for who in self.awaited)


@dataclass(frozen=True)
class Unsaid:
    """A blind roll that the MJ has not disclosed, on the scene that it read."""

    what: Acted
    by: str
    cast: Mapping[str, Character]
    play: Json
    options: Json
    instant: Mapping[str, Character] | None = None
    struck: bool = False  # taken back


def seen_of(counts: Mapping[str, int], seat: str) -> int:
    """How many of the events that are counted a seat other than the MJ's has been shown."""
    return counts.get(EVERYONE, 0) + counts.get(seat, 0)


@dataclass(frozen=True)
class EndOfFight:
    """The line that told the end of a fight, and the events for everyone and for each seat before it."""

    n: int
    before: Mapping[str, int]
    to: To

    def own_number(self, seat: str, mj: bool) -> int:
        """The number of its line among those of a seat; 0 if it is not among them."""
        if not (mj or self.to == EVERYONE or (self.to != MJ_ONLY and seat in self.to)):
            return 0
        return self.n if mj else seen_of(self.before, seat) + 1


@dataclass(frozen=True)
class Ended(EndOfFight):
    """How the last fight that ended came out, whether its line was taken back, and what was done since that not
    everybody saw: nobody else may tell by the words of its end that something was done.
    """

    what: FightEnded
    struck: bool = False
    in_secret: tuple[int, ...] = ()

    def fresh(self, standing: int) -> bool:
        """Whether nothing that everybody saw was done since, if this is the last action that still stands."""
        return standing == self.n or standing in self.in_secret


@dataclass(frozen=True)
class Underway:
    """The adventure that the table plays: its three files, its pictures, who holds it, where the table is, the sheets
    that people came with, and what seats would choose.
    """

    files: tuple[str, ...]
    held: str  # by the table, or by the MJ
    progress: Json = field(default_factory=dict)
    came: Mapping[str, Json] = field(default_factory=dict)
    votes: Mapping[str, AdventureChosen] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)  # by name, in base64


@dataclass(frozen=True)
class Session:
    """A session that is over: the line that ended it, when it was played, the characters who were there, what happened
    as the MJ tells it, and as it was read to all ("" until it is).
    """

    n: int
    ended: float
    played: float
    here: tuple[str, ...]
    told: str
    read: str = ""


@dataclass(frozen=True)
class Ledger:
    """What the party has in common, in words: the date in the world, money, things."""

    date: str = ""
    money: str = ""
    things: str = ""


class Papers:
    """Notes and handouts, oldest first, each with the events for everyone and for each seat before it. One more costs
    the same however many there are: those before are shared.
    """

    def __init__(self, shared: list[tuple[Event, Mapping[str, int]]] | None = None, length: int = 0) -> None:
        self._shared, self._length = [] if shared is None else shared, length

    def and_one(self, event: Event, before: Mapping[str, int]) -> Papers:
        """These and one more; these stay as they are."""
        shared = self._shared if len(self._shared) == self._length else self._shared[: self._length]
        shared.append((event, before))
        return Papers(shared, self._length + 1)

    def __iter__(self) -> Iterator[Event]:
        return (event for event, _ in self.counted())

    def counted(self) -> Iterator[tuple[Event, Mapping[str, int]]]:
        """Each paper, and the events for everyone and for each seat before it."""
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
    altered: int = 0  # the last line that did more than tell something
    seats: Mapping[str, Seat] = field(default_factory=dict)
    knocks: Mapping[str, Knocked] = field(default_factory=dict)
    cast: Mapping[str, Character] = field(default_factory=dict)
    unseen: Mapping[str, Character] = field(default_factory=dict)  # those of the scene whom the MJ alone knows of
    play: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    instant: Mapping[str, Character] | None = None  # the cast when the present instant began
    pendings: Mapping[str, Pending] = field(default_factory=dict)  # the scene's action (""), creations by their seat,
    # rolls that the MJ asked for by their own key
    unsaid: Mapping[int, Unsaid] = field(default_factory=dict)  # line → a blind roll, the newest
    requests: Mapping[str, RollRequest] = field(default_factory=dict)  # by their ids
    left: Mapping[str, Character] = field(default_factory=dict)  # created, then taken back
    papers: Papers = field(default_factory=lambda: Papers())
    evening: int = 0  # how often the dice began anew
    standing: int = 0  # the last action that still stands
    edition: str | None = None  # of the rules that made the last result; "" for one of earlier versions
    undone: tuple[int, ...] = ()  # taken back last, and may be redone
    commits: Mapping[str, fair.Commit] = field(default_factory=dict)  # stream → what its keys were committed by
    fair: fair.State = field(default_factory=fair.State)
    worded: Mapping[str, str] = field(default_factory=dict)  # seat → the words it brought, for good
    revealed: tuple[str, ...] = ()
    open_door: bool = False  # its code lets people in without the MJ
    odds_hidden: bool = False  # players see no odds
    opponents_alone: bool = False  # those of the sides that no player is on act by themselves
    tempers: Mapping[str, str] = field(default_factory=dict)  # of a character without player; "": of the other side
    advice: bool = False  # players may ask what their choices are worth
    moment: int = MOMENT  # seconds that are left to speak up in the middle of an action; 0: no limit
    trial: bool = False  # it vanishes some days after its last line
    notes: str = ""  # on what its stories hold
    paused: bool = False
    pinned: str = ""
    scenes: Mapping[str, Prepared] = field(default_factory=dict)  # prepared, those that were opened included
    scene: str = ""  # the one that is open
    opened: tuple[str, ...] = ()  # in the order in which they were opened first
    handed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # handouts, by the scene they were given in
    aside: Mapping[str, SceneOpened] = field(default_factory=dict)  # by the scene that was left: how it was put aside
    hidden_lines: frozenset[int] = frozenset()  # messages that the MJ alone reads
    standing_answers: Mapping[tuple[str, str], Any] = field(default_factory=dict)  # (character, decision) → answer
    asked_of: Mapping[tuple[str, str], DecisionAsked] = field(default_factory=dict)  # (character, decision) → its words
    projected: int = 0  # the line of the paper that is on the shared screen
    revisions: Mapping[int, Revised] = field(default_factory=dict)  # the line of a paper → how it reads now
    fight: Moment | None = None  # the scene as the last fight began
    way_out: str = ""  # of the fight that goes on: a player has found it, and the fight is about to end
    ended: Ended | None = None  # how the last one that is over came out
    fights: tuple[EndOfFight, ...] = ()  # as they ended, those taken back included: each keeps its number, from 1 on
    reviews: bool = True  # fights that are over may be read again
    reviews_told: Mapping[int, str] = field(default_factory=dict)  # fight → what the MJ says of its review
    choices_shown: Mapping[int, frozenset[str]] = field(default_factory=dict)  # fight → those whose choices all read
    adventure: Underway | None = None
    ledger: Ledger = Ledger()
    sessions: tuple[Session, ...] = ()  # those that are over
    dials: Mapping[str, DialSet] = field(default_factory=dict)  # the MJ's clocks and countdowns
    tables: str = ""  # the MJ's own random tables, as they are written
    dealt: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # what has come of tables dealt like cards
    draws: tuple[Event, ...] = ()  # from random tables, the newest last
    rolls: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # seat → free rolls by name, "" the last one
    counts: Mapping[str, int] = field(default_factory=dict)  # events for everyone, for the MJ alone, for each seat

    @property
    def heroes(self) -> tuple[str, ...]:
        """The characters of players who are in the scene, and those that a player may take."""
        return tuple(who for who, one in self.cast.items() if (one.owner or one.free) and one.here)

    @property
    def apart(self) -> bool:
        """Whether somebody of the party is elsewhere."""
        return any(one.elsewhere and not one.retired for one in self.cast.values())

    def present(self, place: str = "") -> tuple[str, ...]:
        """The seats that play somebody in a scene: the one that is open unless another is given. The MJ is in all."""
        there = (one for one in self.cast.values() if one.elsewhere == place and not one.retired)
        return tuple(sorted({seat for one in there for seat in (one.owner, one.stand_in)} - {""}))

    def place_of(self, seat: str) -> str:
        """The scene in which a seat speaks: the open one, unless all whom it plays are elsewhere."""
        if seat in self.present():
            return ""
        theirs = (one for one in self.cast.values() if not one.retired and seat and seat in (one.owner, one.stand_in))
        return next((one.elsewhere for one in theirs), "")

    @property
    def everybody(self) -> Mapping[str, Character]:
        """All characters, those whom the MJ alone knows of last."""
        return {**self.cast, **self.unseen} if self.unseen else self.cast

    @property
    def pending(self) -> Pending | None:
        """The action of the scene that waits for an answer."""
        return self.pendings.get("")

    @property
    def rolling(self) -> list[Pending]:
        """The rolls that the MJ asked for and that wait for an answer, beside the scene, the oldest first."""
        return [pending for key, pending in self.pendings.items() if key and pending.asked.request]

    def card_of(self, seat: str, answers: Collection[str]) -> Pending | None:
        """What answers of a seat for these characters belong to: its own creation if that asks them, else the oldest
        action that does; the action of the scene if none asks all of them.
        """
        own = self.pendings.get(seat) if seat else None
        beside = [one for one in (self.pending, *self.rolling) if one]
        found = [one for one in (own, *sorted(beside, key=lambda one: one.n)) if one]
        return next((one for one in found if all(who in one.asked.asked for who in answers)), self.pending)

    @property
    def pictures(self) -> frozenset[str]:
        """The portraits of characters, and the pictures of papers, those withdrawn included: they may come back."""
        first = {str(getattr(event.what, "picture", "")) for event in self.papers}
        papers = first | {now.picture for now in self.revisions.values()}
        return frozenset(papers | {one.portrait for one in (*self.cast.values(), *self.left.values())}) - {""}

    @property
    def bound(self) -> bool:
        """Whether the keys of later evenings are committed already."""
        return all(isinstance(commit, fair.TreeCommit) for commit in self.commits.values())

    @property
    def just_ended(self) -> Ended | None:
        """How the last fight came out, as long as no other has begun."""
        return self.ended if self.ended and not self.ended.struck and not self.play.get("round") else None

    @property
    def time_to_speak(self) -> int:
        """Seconds left to speak up in the middle of an action; 0: no limit. Nobody waits for a seat that is alone."""
        return self.moment if len(self.seats) > 1 else 0

    def seen_by(self, seat: str, mj: bool) -> int:
        """How many events that seat has been shown so far: its own numbering, without gaps."""
        return self.version if mj else seen_of(self.counts, seat)

    def is_mj(self, seat: str) -> bool:
        return seat in self.seats and self.seats[seat].role == "mj"

    def plays(self, seat: str, who: str, lost: str = "") -> bool:
        """Whether a seat plays a character: the MJ plays everybody, a player their own characters.

        Not those whose sheet bears the flag `lost`: these are the MJ's.
        """
        return self.is_mj(seat) or (who in self.cast and self.asked_seat(who, lost) == seat)

    def asked_seat(self, who: str, lost: str = "") -> str:
        """The seat that decides for a character: that of who plays it, "" if it is `lost`; for one not at the table
        yet, the seat that is making it.
        """
        if who in self.cast:
            return "" if self.cast[who].sheet.get(lost) else self.cast[who].player
        return self.pending.by if self.pending else ""

    def follows(self, seat: str, pending: Pending | None = None) -> bool:
        """Whether a seat may know what an action in progress is about: that of the scene unless another is given."""
        pending = pending or self.pending
        if pending is None or self.is_mj(seat):
            return pending is not None
        return pending.to == EVERYONE or (pending.asked.audience not in UNSEEN and seat in pending.to)

    def called(self, who: str) -> Name:
        """What people call a character; its id, if nobody here has that one."""
        return self.cast[who].name if who in self.cast else Name(who)


def fold(state: State, event: Event) -> State:
    """The table after one more event."""
    counts = dict(state.counts)
    for group in event.to if isinstance(event.to, tuple) else (event.to,):
        counts[group] = counts.get(group, 0) + 1
    after = object.__new__(State)  # as `replace`, in a tenth of its time: a table that is opened folds its whole log
    told = event.what.fold(state, event)
    altered = state.altered if told is state else event.n
    vars(after).update(vars(told), version=event.n, counts=counts, altered=altered)
    if told.cast is not state.cast:
        vars(after)["cast"] = _met(state, after)
    return after


def _met(before: State, after: State) -> Mapping[str, Character]:
    """The cast of a scene, as those who are in it know it: whoever came in while some of the party were elsewhere is
    unknown to these until they meet.
    """
    cast, apart = after.cast, after.apart
    if not apart and all(one.known_to is None for one in cast.values()):
        return cast
    now, met = set(after.present()), dict(cast)
    for who, one in cast.items():
        theirs = one.owner or one.free or not one.here
        if theirs or (one.known_to is None and (who in before.cast or not apart)):
            continue
        met[who] = replace(one, known_to=tuple(sorted({*(one.known_to or ()), *now})) if apart else None)
    return met


def folded(events: Iterable[Event]) -> State:
    """The table after all these events."""
    state = State()
    for event in events:
        state = fold(state, event)
    return state


def cast_as(state: State, who: str, character: Character) -> State:
    """The state with a character put in or replaced. In the present instant it keeps the sheet it began with."""
    instant = state.instant
    if instant is not None:
        began = instant[who].sheet if who in instant else character.sheet
        instant = {**instant, who: replace(character, sheet=began)}
    return replace(state, cast={**state.cast, who: character}, instant=instant)


def changed(
    state: State, changes: Collection[Change], owner: str | None = None, since: tuple[Change, ...] = ()
) -> State:
    """The table after these changes of its sheets and its play.

    A new sheet is a character of this owner, or, without one, the character that had been taken back. `since` leads
    from the sheets then back to those when the present instant began.
    """
    cast = recast(state.cast, changes, state.left if owner is None else {}, owner or "")
    play = {**state.play, **{change.field: change.after for change in changes if change.who == ""}}
    play = {name: value for name, value in play.items() if value is not None}  # absent again, as it was before
    gone = {who: character for who, character in state.cast.items() if who not in cast}
    before, now = state.play.get("instant", 0), play.get("instant", 0)
    instant = state.instant
    if now != before or since:
        instant = recast(cast, since, state.left) if now else None
    state = replace(state, cast=cast, play=play, instant=instant, left={**state.left, **gone})
    if state.unseen:
        theirs = [change for change in changes if change.who in state.unseen]
        state = replace(state, unseen=recast(state.unseen, theirs, {})) if theirs else state
    told = {change.field: change.after for change in changes if change.who == STORY}
    if told and state.adventure:
        progress = {**state.adventure.progress, **told}
        state = replace(state, adventure=replace(state.adventure, progress=progress, votes={}))
    return state


def recast(
    cast: Mapping[str, Character], changes: Iterable[Change], left: Mapping[str, Character], owner: str = ""
) -> Mapping[str, Character]:
    """The cast with these changes: fields set, whole sheets put in (as in `left`, if there) or taken out."""
    people = dict(cast)
    for change in changes:
        who, name, after = change.who, change.field, change.after
        if who and name == "" and after is None:
            people.pop(who, None)
        elif who and name == "":
            people[who] = replace(people.get(who) or left.get(who) or Character({}, owner), sheet=after)
        elif who in people and name == RETIRED:
            people[who] = replace(people[who], retired=after)
        elif who in people:
            people[who] = replace(people[who], sheet={**people[who].sheet, name: after})
    return people


def owner_of(state: State, by: str) -> str:
    """Whose a character is that this seat makes: the player's, or the MJ's ("")."""
    return by if by in state.seats and state.seats[by].role == "player" else ""


def without_card(pendings: Mapping[str, Pending], beside: str) -> dict[str, Pending]:
    """What waits for answers but for this creation, or but for the action of the scene ("")."""
    return {who: pending for who, pending in pendings.items() if who != beside}


def newest(kept: Mapping[K, T]) -> dict[K, T]:
    """Room for one more of what is kept at hand: the oldest goes."""
    return dict(islice(kept.items(), max(0, len(kept) + 1 - MAX_AT_HAND), None))


def mixed(state: State, lines: Iterable[Json]) -> State:
    """The table after these lines of its dice: what was committed, which words were brought, what comes next."""
    read = [fair.from_dict(line) for line in lines]
    commits: dict[str, fair.Commit] = {line.stream: line for line in read if isinstance(line, fair.Commit)}
    words = {line.by: line.words for line in read if isinstance(line, fair.Entropy)}
    words |= {line.by: "" for line in read if isinstance(line, fair.Struck)}
    known = state.fair
    for line in read:
        known = known.after(line)
    return replace(state, fair=known, commits={**state.commits, **commits}, worded={**state.worded, **words})


def dice_after(known: fair.State, lines: Iterable[Json]) -> fair.State:
    """What is known of the dice after these lines about them."""
    for line in lines:
        known = known.after(fair.from_dict(line))
    return known
