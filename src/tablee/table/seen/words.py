"""The words of what is seen: texts and names in both languages, refusals, the steps of an explanation.

A class here with the name of one of `tablee.text` or `tablee.rules.why` is how that one is written as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, JsonValue
from pydantic_core import CoreSchema

from tablee import text
from tablee.rules import why


@dataclass(frozen=True, slots=True)
class InLanguages:
    """A text in both languages."""

    fr: str
    en: str


@dataclass(frozen=True, slots=True)
class Text:
    """A word or a sentence in both languages."""

    text: InLanguages


@dataclass(frozen=True, slots=True)
class Called:
    """What a person or a thing is called, with what a sentence needs of it."""

    fr: str
    en: str = ""
    feminine: bool = False
    plural: bool = False
    article: bool = False
    aspirated: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a person or a thing."""

    name: Called


@dataclass(frozen=True, slots=True)
class NoteStep:
    """A sentence of an explanation, as the rule that says it and its values."""

    rule: str
    values: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class TermSeen:
    """A term of a sum; `negative` if it is taken away, `of` what it comes from."""

    key: str
    amount: int
    negative: bool = False
    of: Name | Text | str | None = None


@dataclass(frozen=True, slots=True)
class HiddenTerm:
    """A term that is not for this seat."""

    hidden: Literal[True]


@dataclass(frozen=True, slots=True)
class SumStep:
    """A sum of an explanation, as the rule that makes it and its terms."""

    rule: str
    terms: list[TermSeen]
    whose: str = ""
    who: Name | Text | None = None


@dataclass(frozen=True, slots=True)
class HiddenStep:
    """A step of an explanation that is not for this seat, or not all of it: its rule."""

    rule: str
    hidden: Literal[True]
    terms: list[TermSeen | HiddenTerm] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RefusalTold:
    """Why something cannot be done, and the rule that says so ("" if it is the table's)."""

    sentence: str
    rule: str


class WrittenAs:
    """Marks a field whose value is written as JSON in another shape than its own class has."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self.shape)


class LeftOut:
    """Marks a field that is None where it is left out of the JSON, and never null there."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        (held,) = (one for one in handler(core)["anyOf"] if one != {"type": "null"})
        return dict(held)


LEFT_OUT = LeftOut()
Json = Annotated[Any, WrittenAs(JsonValue)]
SaidText = Annotated[text.Text, WrittenAs(Text)]
SaidName = Annotated[text.Name, WrittenAs(Name)]
Label = Annotated[text.Text | text.Name, WrittenAs(Name | Text)]
SaidNote = Annotated[why.Note, WrittenAs(NoteStep)]
Step = Annotated[why.Why, WrittenAs(NoteStep | SumStep)]
