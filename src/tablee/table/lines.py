"""Line: an event of the log as one seat is shown it, under the seat's own number; and what its sentence is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from tablee.rules.fields import Audience
from tablee.rules.game import Game
from tablee.rules.sheet.sheet_data import SumTold
from tablee.rules.stored.words import LEFT_OUT
from tablee.rules.stored.written import plain
from tablee.rules.tell import ChangeTold
from tablee.table.log.events import KINDS, Happening, Json, audience_of, matter_of
from tablee.table.log.state import State
from tablee.table.seen.view import View
from tablee.text import Name, Text

SAID = Text(fr="{who} : {text}", en="{who}: {text}")
THE_MJ = Text(fr="Le meneur", en="The GM")
SOMEBODY = Text(fr="Quelqu'un", en="Somebody")


@dataclass(frozen=True, slots=True)
class NoteTold:
    """A step of an explanation as a sentence, and its rule with where that stands."""

    sentence: str
    cited: str
    rule: str


@dataclass(frozen=True, slots=True)
class Sentences:
    """A line as people read it, in the reader's language; dice, parts and why of an action that came to its end."""

    told: str
    falls: Annotated[tuple[str, ...], Field(description="those whom it felled, a sentence each")] = ()
    action: Annotated[str | None, LEFT_OUT, Field(description="what the action is called")] = None
    changes: Annotated[tuple[ChangeTold, ...] | None, LEFT_OUT] = None
    dice: Annotated[str | None, LEFT_OUT] = None
    parts: Annotated[tuple[str, ...] | None, LEFT_OUT] = None
    why: Annotated[tuple[SumTold | NoteTold, ...] | None, LEFT_OUT] = None
    attempt: Annotated[
        str | None, LEFT_OUT, Field(description="what the action was for, where it tried a way out of a fight")
    ] = None


@dataclass(frozen=True)
class Line:
    """An event as a seat is shown it: `what` has the fields that are for this seat, and those alone.

    `n` counts the lines of the seat; `line`, for the MJ, is the number in the log, 0 for others.
    """

    n: int
    at: Annotated[float, Field(description="seconds since 1970")]
    by: Annotated[str, Field(description="a seat; empty for the table itself")]
    what: Happening
    line: Annotated[int, Field(description="its number in the log; for the MJ")] = 0
    said: Annotated[Sentences | None, LEFT_OUT, Field(description="with said=true")] = None

    @property
    def name(self) -> str:
        """The stored name of what happened."""
        return self.what.name

    def to_json(self) -> Json:
        """The line as the API sends it."""
        shown: Json = {"n": self.n, "at": self.at, "by": self.by, "name": self.what.name, **self.what.to_json()}
        if self.line:
            shown["line"] = self.line
        if self.said is not None:
            shown["said"] = plain(self.said)
        return shown


class Unseen(Happening):
    """A roll that the MJ alone sees: all that others are shown of it, under the name of the event."""

    action: str = ""
    actor: str = ""
    unseen: Literal[True]


@dataclass(frozen=True)
class People:
    """What characters and the people of seats are called, which everybody knows, and the seats of MJs."""

    names: Mapping[str, Name]
    called: Mapping[str, str]
    mjs: frozenset[str]

    @classmethod
    def of(cls, table: State | View) -> People:
        """Those of a table, or of what a seat sees of it."""
        return cls(
            {who: Name(**character.sheet["name"]) for who, character in table.cast.items()},
            {id: seat.called for id, seat in table.seats.items()},
            frozenset(id for id, seat in table.seats.items() if seat.role == "mj"),
        )

    def name(self, who: str) -> Name:
        """The name of a character; their id where nobody has that one."""
        return self.names.get(who) or Name(who)

    def seat(self, seat: str, lang: str) -> str:
        """What the person of a seat is called; by their role as long as they have given no name."""
        return self.called.get(seat) or (THE_MJ if seat in self.mjs else SOMEBODY).say(lang)

    @cached_property
    def cast(self) -> Mapping[str, _Named]:
        """The characters as a scene holds them, for sentences of rules, which look names up there."""
        return {who: _Named(name) for who, name in self.names.items()}


@dataclass(frozen=True)
class _Named:
    name: Name


@dataclass(frozen=True)
class Telling:
    """What a sentence about a line is made of: the line, the people, the game with its words, and the language.

    In full, dice, changes and why come with it. `earlier` are the lines before it, oldest first, as far as known.
    """

    game: Game
    people: People
    lang: str
    line: Line
    full: bool = False
    earlier: Sequence[Line] = ()

    @property
    def who(self) -> str:
        """What the person is called whose seat wrote the line."""
        return self.people.seat(self.line.by, self.lang)


class FieldShown(NamedTuple):
    """A field of the lines of a kind of event, for those who describe them."""

    name: str
    kind: Any  # its annotation
    always: bool  # whether it is in every line of that kind, for every viewer


def kinds_of_lines() -> dict[str, type[Happening]]:
    """Every kind of event by its stored name."""
    return dict(KINDS)


def fields_shown(kind: type[Happening]) -> tuple[FieldShown, ...]:
    """The fields that lines of a kind of event may have."""
    found = []
    for name, annotation in kind.declared.items():
        audience, matter = audience_of(annotation), matter_of(annotation)
        always = audience is Audience.EVERYONE and matter not in ("reference", "success", "recipients", "waiting_for")
        if audience is not Audience.NOBODY:
            found.append(FieldShown(name, annotation, always))
    return tuple(found)
