"""What happened: frozen events under short stored names, which never change.

An event is plain JSON: it can be folded, shown and verified without the game that made it. When a field changes its
meaning, a new number (`acted/2`) joins this file and the old one is brought up to it in `upcasting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, dataclass_transform

from tablee.errors import BadRecord
from tablee.table.log.upcasting import upcast
from tablee.text import Text

Json = dict[str, Any]

EVERYONE = "everyone"
MJ_ONLY = "mj"
PLAYED, NATURAL = "played", "natural"  # who acts for somebody without player: the MJ, or nobody, as comes naturally
UNSEEN = ("secret", "blind")  # audiences of a player's rolls that the MJ alone sees
To = str | tuple[str, ...]
"""Who may see an event: everyone, the MJ alone, or these seats (and the MJ)."""


@dataclass(frozen=True)
class Happening:
    """Base of what can happen; `name` is what the disk knows it by."""

    name: ClassVar[str]


KINDS: dict[str, type[Happening]] = {}


@dataclass_transform(frozen_default=True)
def stored(name: str) -> Callable[[type[Any]], type[Any]]:
    """Make a frozen record of a happening, under the name by which it is stored."""

    def register(kind: type[Any]) -> type[Any]:
        KINDS[name] = dataclass(frozen=True)(kind)
        kind.name = name
        return kind

    return register


@dataclass(frozen=True)
class Event:
    """A line of the log: its number, when, by which seat, for whom, and what happened."""

    n: int
    at: float
    by: str
    to: To
    what: Happening

    def to_json(self) -> Json:
        to = list(self.to) if isinstance(self.to, tuple) else self.to
        line: Json = {"n": self.n, "at": self.at, "by": self.by, "to": to, "name": self.what.name}
        return {**line, **vars(self.what)}


def from_json(line: Mapping[str, Any]) -> Event:
    """A line of the log again, brought up to today's form."""
    data = dict(line)
    try:
        n, at, by, to, name = (data.pop(key) for key in ("n", "at", "by", "to", "name"))
        data, kind = upcast(data), KINDS[name]
        happening = kind(**{key: tuple(value) if key in _tuples(name) else value for key, value in data.items()})
    except (AttributeError, KeyError, TypeError):
        raise BadRecord(UNREADABLE, line=str(line)[:80]) from None
    return Event(n, at, by, tuple(to) if isinstance(to, list) else to, happening)


def references(event: Event) -> tuple[int, ...]:
    """The lines of the log that an event speaks of: struck through, standing again, overridden, hidden."""
    of = getattr(event.what, "of", 0)
    return (*getattr(event.what, "struck", ()), *getattr(event.what, "again", ()), *((of,) if of else ()))


@cache
def _tuples(name: str) -> frozenset[str]:
    """The fields of a happening that are tuples, and lists in JSON."""
    return frozenset(field.name for field in fields(KINDS[name]) if str(field.type).startswith("tuple"))


UNREADABLE = Text(
    fr="Cette ligne n'est pas un événement de la table : {line}", en="This line is not an event of a table: {line}"
)


@stored("opened/1")
class Opened(Happening):
    """A table begins: its game, its dice's commitments, its options."""

    game: str
    title: str
    code: str  # lets one knock, no more
    fair: tuple[Json, ...]
    options: Json
    ready: bool = False  # with the first scene of its game


@stored("seated/1")
class Seated(Happening):
    """Somebody has a place, by a link whose token is kept hashed."""

    seat: str
    role: str  # mj, player, spectator, screen
    token: str  # its hash; "" once void
    called: str = ""  # what the person is called, once seated for good
    colour: str = ""


@stored("joined/1")
class Joined(Happening):
    """The person of a seat gave a name, and words that are mixed into the dice."""

    seat: str
    called: str
    colour: str
    fair: tuple[Json, ...]
    lang: str = ""  # the language the person reads; "" for that of the browser


@stored("knocked/1")
class Knocked(Happening):
    """Somebody with the table's code asks to come in; the token becomes the seat's if the MJ agrees."""

    knock: str
    called: str
    token: str


@stored("dismissed/1")
class Dismissed(Happening):
    """A knock left at the door."""

    knock: str


@stored("relinked/1")
class Relinked(Happening):
    """A seat's link was renewed (a new token) or revoked (none)."""

    seat: str
    token: str


@stored("entered/1")
class Entered(Happening):
    """A character comes in: created, imported, or taken from the ready ones."""

    who: str
    sheet: Json
    owner: str = ""  # a seat; the MJ's if empty
    hidden: bool = False  # its numbers are the MJ's alone
    free: bool = False  # any player may take it


@stored("handed/1")
class Handed(Happening):
    """A character changes hands, or its numbers are shown or hidden."""

    who: str
    owner: str
    hidden: bool
    free: bool = False  # any player may take it


@stored("portrayed/1")
class Portrayed(Happening):
    """A character has a portrait, another one, or none any more (`picture` empty)."""

    who: str
    picture: str


@stored("arranged/1")
class Arranged(Happening):
    """How the table is kept: its door, whether players see odds, who plays the other side, whether it is a trial,
    whether advice may be asked for.
    """

    door: str  # open, guarded
    odds: str  # shown, hidden
    opponents: str = "played"  # played, by-themselves
    trial: bool = False  # it vanishes some days after its last line
    notes: str = ""  # on what the table's stories hold, read before one sits down
    advice: str = "off"  # off, on: whether players may ask what their choices are worth


@stored("entrusted/1")
class Entrusted(Happening):
    """Who plays somebody who has no player, or all of the other side (`who` empty): the MJ ("played"), nobody but with
    this temper, or as the other side is played ("").
    """

    who: str
    temper: str


@stored("paused/1")
class Paused(Happening):
    """The game stops, or goes on. Whoever stops it is not written anywhere."""

    on: bool
    fruitless: int = 0  # after so many moves that nobody asked for and that harmed nobody: the table stops by itself


@stored("pinned/1")
class Pinned(Happening):
    """The MJ's message that stays before everybody's eyes; "" once it is taken away."""

    text: str


@stored("settled/1")
class Settled(Happening):
    """A standing answer: a character's player is no longer asked a decision, or is asked again (`answer` None)."""

    who: str
    decision: str
    answer: Any


@stored("retired/1")
class Retired(Happening):
    """A character leaves the scene, or comes back to it; its lines stay."""

    who: str
    returned: bool = False


@stored("prepared/1")
class Prepared(Happening):
    """The MJ prepares a scene, changes it, or puts it away: once opened, or if nothing comes of it (`kept` false)."""

    scene: str
    title: str = ""
    who: tuple[str, ...] = ()  # ready characters
    text: str = ""
    papers: tuple[int, ...] = ()  # lines of notes
    kept: bool = True


@stored("optioned/1")
class Optioned(Happening):
    """A house rule is switched, from now on."""

    option: str
    value: Any


@stored("asked/1")
class Asked(Happening):
    """An action stopped at decisions; the dice already thrown are here, and stay."""

    action: str
    actor: str
    params: Json
    progress: Json
    asked: Json  # who → {decision, label, options, price, rule}
    partly: Json
    fair: tuple[Json, ...]
    audience: str
    odds: Json
    request: str = ""
    about: tuple[str, ...] = ()
    maker: str = ""  # the seat that makes a character by it; "" for an action of the scene
    success: str = ""  # the chance of success before the dice, as a fraction; "" where it was not counted


@stored("answered/1")
class Answered(Happening):
    """Decisions were taken, by those concerned or by the MJ in their place."""

    answers: Json
    maker: str = ""  # the seat whose creation they belong to; "" for the action of the scene


@stored("abandoned/1")
class Abandoned(Happening):
    """The action in progress was dropped, or a creation (of the seat `maker`); its dice stay visible."""

    maker: str = ""


@stored("acted/1")
class Acted(Happening):
    """An action came to its end."""

    action: str
    actor: str
    params: Json
    rolls: tuple[Json, ...]
    answers: tuple[Json, ...]
    parts: tuple[Json, ...]
    headline: Json
    why: tuple[Json, ...]
    changes: tuple[Json, ...]
    odds: Json
    fair: tuple[Json, ...]
    previous: int  # the last action that still stands, to walk back
    request: str = ""  # the roll request it answers
    audience: str = "open"
    about: tuple[str, ...] = ()  # whose sheets it read
    unsaid: bool = False  # a blind roll: it changes nothing until the MJ discloses it
    maker: str = ""  # the seat that made a character by it
    success: str = ""  # the chance of success before the dice, as a fraction; "" where it was not counted


@stored("disclosed/1")
class Disclosed(Happening):
    """The MJ says what a blind roll gave; what it changes happens now."""

    of: int  # the line of the roll
    action: str
    actor: str
    params: Json
    rolls: tuple[Json, ...]
    answers: tuple[Json, ...]
    parts: tuple[Json, ...]
    headline: Json
    why: tuple[Json, ...]
    changes: tuple[Json, ...]
    odds: Json
    previous: int
    request: str = ""
    about: tuple[str, ...] = ()
    success: str = ""  # the chance of success before the dice, as a fraction; "" where it was not counted


@stored("rolled/1")
class Rolled(Happening):
    """A free roll, `/r 3d6+2`."""

    text: str
    total: int
    success: bool | None
    rolls: tuple[Json, ...]
    fair: tuple[Json, ...]
    audience: str = "open"


@stored("took_back/1")
class TookBack(Happening):
    """Actions no longer stand, the newest first; their lines stay, struck through."""

    struck: tuple[int, ...]
    changes: tuple[Json, ...]
    previous: int
    since: tuple[Json, ...] = ()  # from the sheets afterwards back to those when the present instant began


@stored("redid/1")
class Redid(Happening):
    """What was last taken back stands again, with the same dice."""

    again: tuple[int, ...]
    changes: tuple[Json, ...]
    previous: int
    since: tuple[Json, ...] = ()


@stored("corrected/1")
class Corrected(Happening):
    """The MJ's word on a value, or on the result of a line; marked as such."""

    changes: tuple[Json, ...]
    of: int = 0  # the line overridden, if any
    text: str = ""
    previous: int = 0


@stored("requested/1")
class Requested(Happening):
    """The MJ asks some characters for a roll; answers gather under its id."""

    request: str
    action: str
    params: Json
    who: tuple[str, ...]
    audience: str = "open"
    title: str = ""


@stored("reminded/1")
class Reminded(Happening):
    """The MJ reminds those who have not answered a request; their players read it, each in their own language."""

    request: str
    action: str
    title: str
    who: tuple[str, ...]


@stored("closed/1")
class Closed(Happening):
    """A request for a roll is over: nobody is waited for any more."""

    request: str


@stored("said/1")
class Said(Happening):
    """Words: chat, whisper, an act described, a note, a handout."""

    kind: str  # say, me, whisper, note, handout
    text: str
    title: str = ""
    removed: bool = False  # whoever said it was struck out
    picture: str = ""  # the id of a picture on a paper
    alt: str = ""  # what it shows, in words


@stored("revised/1")
class Revised(Happening):
    """A paper (note or handout) reads otherwise from now on, or is withdrawn."""

    of: int  # the line of the paper
    text: str
    title: str = ""
    withdrawn: bool = False
    picture: str = ""
    alt: str = ""


@stored("hid/1")
class Hid(Happening):
    """The MJ hides a message (line `of`) from everybody else, or shows it again."""

    of: int
    hidden: bool


@stored("struck_out/1")
class StruckOut(Happening):
    """The name and the words of a person were removed from all lines up to here, which were rewritten."""

    seat: str


@stored("moved/1")
class Moved(Happening):
    """The table was imported into this house: a new code, and dice with keys of their own from here on."""

    code: str
    fair: tuple[Json, ...]


@stored("revealed/1")
class Revealed(Happening):
    """The evening ends: a key of the dice is shown."""

    fair: tuple[Json, ...] = field(default=())


@stored("began/1")
class Began(Happening):
    """The first throw after a key was shown: another evening, whose dice have keys of their own."""

    fair: tuple[Json, ...]
