"""The words of answers: texts and names in both languages, refusals, the steps and sums of an explanation."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue


def _open(schema: dict[str, Any]) -> None:
    schema.pop("additionalProperties", None)


class Shape(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_open)


class InLanguages(Shape):
    """A text in both languages."""

    fr: str
    en: str


class Text(Shape):
    """A word or a sentence in both languages."""

    text: InLanguages


class Called(Shape):
    """What somebody or something is called, with what a sentence needs of it."""

    fr: str
    en: str = ""
    feminine: bool = False
    plural: bool = False
    article: bool = False
    aspirated: bool = False


class Name(Shape):
    """The name of somebody or something."""

    name: Called


class RefusalTold(Shape):
    """Why something cannot be done, and the rule that says so ("" if it is the table's)."""

    sentence: str
    rule: str


class NoteStep(Shape):
    """A sentence of an explanation, as the rule that says it and its values."""

    rule: str
    values: dict[str, JsonValue]


class TermSeen(Shape):
    """A term of a sum; `negative` if it is taken away, `of` what it comes from."""

    key: str
    amount: int
    negative: bool = False
    of: Name | Text | str | None = None


class HiddenTerm(Shape):
    """A term that is not for this seat."""

    hidden: Literal[True]


class SumStep(Shape):
    """A sum of an explanation, as the rule that makes it and its terms."""

    rule: str
    terms: list[TermSeen]
    whose: str = ""
    who: Name | Text | None = None


class HiddenStep(Shape):
    """A step of an explanation that is not for this seat, or not all of it: its rule."""

    rule: str
    hidden: Literal[True]
    terms: list[TermSeen | HiddenTerm] = Field(default_factory=list)


class TermTold(Shape):
    """A term of a sum in words, with its rule; `said` has its amount (« PHY 2 »), taken away if `minus`."""

    label: str
    amount: int
    said: str
    minus: bool
    rule: str


class SumTold(Shape):
    """A sum in words, with its terms; `head` is its name with the total, `cited` its rule and where that stands."""

    sentence: str
    head: str
    total: int
    rule: str
    cited: str
    terms: list[TermTold]
