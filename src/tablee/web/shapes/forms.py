"""What a character may do, the form of an action, and advice on it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from tablee.web.shapes.sheets import EntrySeen
from tablee.web.shapes.words import RefusalTold, Shape


class Offer(Shape):
    """An action that a character may choose, or why not; `usual` is its place among those proposed first."""

    action: str
    label: str
    kind: str
    kind_label: str
    usual: int | None
    anytime: bool
    next: bool = Field(description="it begins the next round")
    asks: bool = Field(description="it has a form to fill in; if not, it can be done at once")
    refusal: RefusalTold | None


class GroupOfFields(Shape):
    """The heading of a field in a form."""

    id: str
    label: str


class ChoiceOfField(Shape):
    """A choice of a field, and why the rules would refuse it with the other values as they are."""

    id: str
    label: str
    refusal: RefusalTold | None


class KeyOfField(Shape):
    """A name for which a field holds a value."""

    id: str
    label: str


class RungOfScale(Shape):
    """A number on a scale, and its name."""

    value: int
    label: str


class FieldAsked(Shape):
    """A field of a form: how it is asked, what is proposed, whether it applies with the other values as they are."""

    name: str
    label: str
    group: GroupOfFields | None
    rank: str = Field(description="usual, more or mj")
    unit: str
    help: str
    rules: list[str] = Field(description="the clauses that it follows: their refusals are about it")
    kind: str = Field(description="the type of its value, as Python calls it: int, str, bool, …")
    many: bool
    required: bool
    open: bool = Field(description="whether it takes other values than its choices, which are suggestions then")
    low: int | None
    high: int | None
    value: JsonValue
    applies: bool
    choices: list[ChoiceOfField]
    scale: list[RungOfScale] = Field(description="of a number: those that have names, such as difficulties")
    keys: list[KeyOfField] = Field(description="of a field that holds a value for each of several names")


class ChoiceWeighed(Shape):
    """The chance that somebody's side wins if they do this, or answer this, and everybody then strikes straight on."""

    words: str = Field("", description="what would be done, in words")
    action: str = ""
    params: dict[str, JsonValue] = Field(default_factory=dict)
    planned: bool = Field(False, description="it is what they prepare")
    answer: JsonValue = Field(None, description="to what they are asked")
    chance: float
    error: float = Field(description="its standard error; 0 where it is exact")
    percent: str


class AdviceTold(Shape):
    """What the choices open to somebody are worth to the end of the fight."""

    who: str
    method: Literal["exact", "bulk"]
    fights: int = Field(description="simulated for each choice; 0 where it is exact")
    choices: list[ChoiceWeighed]


class FormSeen(Shape):
    """An action as it is filled in; `values` can be sent as the parameters of `act`."""

    action: str
    label: str
    kind: str
    refusal: RefusalTold | None
    left: list[EntrySeen] = Field(description="what is left to spend while a character is made")
    values: dict[str, JsonValue]
    fields: list[FieldAsked]
