"""What a character may do, the form of an action, what it would make of a sheet, and advice on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from tablee.rules.sheet.sheet_data import EntrySeen, SheetSeen
from tablee.rules.stored.words import LEFT_OUT, Json, WrittenAs
from tablee.table.seen.refusal import RefusalTold


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a character may choose, or why not; `usual` is its place among those proposed first."""

    action: str
    label: str
    kind: str
    kind_label: str
    usual: int | None
    anytime: bool
    next: Annotated[bool, Field(description="it begins the next round")]
    first: Annotated[bool, Field(description="the scene waits for it before anything else")]
    asks: Annotated[bool, Field(description="it has a form to fill in, or a warning; if not, it can be done at once")]
    refusal: RefusalTold | None


@dataclass(frozen=True, slots=True)
class GroupOfFields:
    """The heading of a field in a form."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class ChoiceOfField:
    """A choice of a field, and why the rules would refuse it with the other values as they are."""

    id: str
    label: str
    refusal: RefusalTold | None


@dataclass(frozen=True, slots=True)
class KeyOfField:
    """A name for which a field holds a value."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class RungOfScale:
    """A number on a scale, and its name."""

    value: int
    label: str


@dataclass(frozen=True, slots=True)
class FieldAsked:
    """A field of a form: how it is asked, what is proposed, whether it applies with the other values as they are."""

    name: str
    label: str
    group: GroupOfFields | None
    rank: Annotated[str, Field(description="usual, more or mj")]
    unit: str
    help: str
    rules: Annotated[list[str], Field(description="the clauses that it follows: their refusals are about it")]
    kind: Annotated[str, Field(description="the type of its value, as Python calls it: int, str, bool, …")]
    many: bool
    required: bool
    open: Annotated[
        bool, Field(description="whether it takes other values than its choices, which are suggestions then")
    ]
    low: int | None
    high: int | None
    value: Json
    applies: bool
    choices: list[ChoiceOfField]
    scale: Annotated[list[RungOfScale], Field(description="of a number: those that have names, such as difficulties")]
    keys: Annotated[list[KeyOfField], Field(description="of a field that holds a value for each of several names")]


@dataclass(frozen=True, slots=True)
class FormSeen:
    """An action as it is filled in; `values` can be sent as the parameters of `act`."""

    action: str
    label: str
    kind: str
    refusal: RefusalTold | None
    warning: Annotated[RefusalTold | None, Field(description="sure harm: `act` does it with `sure` alone")]
    left: Annotated[list[EntrySeen], Field(description="what is left to spend while a character is made")]
    values: dict[str, Json]
    fields: list[FieldAsked]


@dataclass(frozen=True, slots=True)
class EntryChanged:
    """An entry of a sheet that an action would change, in words; with the chance of what it opens, before and after."""

    label: str
    before: str
    after: str
    chances: list[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would lead to: the sheet, and of a character already there each entry that would change."""

    sheet: SheetSeen
    changes: list[EntryChanged]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWeighed:
    """The chance that a character's side wins if they do or answer this, and everybody then strikes straight on."""

    words: Annotated[str, Field(description="what would be done, in words")] = ""
    action: str = ""
    params: Annotated[dict[str, Json] | None, LEFT_OUT] = None
    planned: Annotated[bool | None, LEFT_OUT, Field(description="it is what they prepare")] = None
    answer: Annotated[Json, Field(description="to what they are asked")] = None
    chance: float
    error: Annotated[float, Field(description="its standard error; 0 where it is exact")]
    percent: str


@dataclass(frozen=True, slots=True)
class AdviceTold:
    """What the choices open to a character are worth to the end of the fight."""

    who: str
    method: Annotated[str, WrittenAs(Literal["exact", "bulk"])]
    fights: Annotated[int, Field(description="simulated for each choice; 0 where it is exact")]
    choices: list[ChoiceWeighed]
