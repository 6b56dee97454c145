"""How texts and names in both languages are written as JSON, for OpenAPI.

A class here with the name of one of `tablee.text` is how that one is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, JsonValue
from pydantic_core import CoreSchema

from tablee import text


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
    titled: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a person or a thing."""

    name: Called


class WrittenAs:
    """Marks a field whose value is written as JSON in another shape than its own class has."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self.shape)


class LeftOut:
    """Marks an optional field (`X | None`) that is left out of the JSON where it is None, and never null there."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        written = handler(core)
        held = [one for one in written.get("anyOf", [written]) if one != {"type": "null"}]
        return dict(held[0]) if len(held) == 1 else {"anyOf": held}


LEFT_OUT = LeftOut()
Json = Annotated[Any, WrittenAs(JsonValue)]
SaidText = Annotated[text.Text, WrittenAs(Text)]
BareText = Annotated[text.Text, WrittenAs(InLanguages)]
SaidName = Annotated[text.Name, WrittenAs(Name)]
Label = Annotated[text.Text | text.Name, WrittenAs(Name | Text)]
