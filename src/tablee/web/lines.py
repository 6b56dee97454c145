"""Lines of a table's log as OpenAPI describes them, made from the kinds of events and the classes that they hold."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from tablee.rules.stored.words import LEFT_OUT
from tablee.table.lines import Line, Unseen, fields_shown, kinds_of_lines

CALLED = {
    "opened/1": "TableOpened",
    "prepared/1": "ScenePrepared",
    "arranged/1": "ArrangedAnew",
    "rolled/1": "FreeRoll",
}
"""Names of descriptions, where the name of the event is also that of another answer."""


def _open(schema: dict[str, Any]) -> None:
    schema.pop("additionalProperties", None)


class LineDescribed(BaseModel):
    """A line of one kind, for OpenAPI alone: no answer is built from it."""

    # a model of each kind takes room: none is built before the description is asked for
    model_config = ConfigDict(extra="forbid", json_schema_extra=_open, defer_build=True)


def _described(called: str, about: str | None, names: tuple[str, ...], fields: dict[str, Any]) -> type[LineDescribed]:
    """The description of a line under one of these names, with these fields and those that every line has."""
    hints = get_type_hints(Line, include_extras=True)
    every = {name: (hint, getattr(Line, name, ...)) for name, hint in hints.items() if name != "what"}
    model: Any = create_model
    how = {"__base__": LineDescribed, "__doc__": about, "__module__": __name__}
    made: type[LineDescribed] = model(called, **how, **every, name=(Literal[names], ...), **fields)
    return made


def _kinds() -> list[type[LineDescribed]]:
    """A description of each kind of event, and of rolls that the MJ alone sees."""
    made, kinds = [], kinds_of_lines()
    for name, kind in kinds.items():
        fields = {
            one.name: (one.kind, ...) if one.always else (Annotated[one.kind | None, LEFT_OUT], None)
            for one in fields_shown(kind)
        }
        made.append(_described(CALLED.get(name, kind.__name__), kind.__doc__, (name,), fields))
    rolls = tuple(name for name, kind in kinds.items() if kind.is_roll)
    unseen = {name: (hint, getattr(Unseen, name, ...)) for name, hint in Unseen.__annotations__.items()}
    return [*made, _described("Unseen", Unseen.__doc__, rolls, unseen)]


LINES = tuple(_kinds())
AnyLine: Any = reduce(or_, LINES)
"""A line of any kind; `name` tells which, and `unseen` whether it is one that the MJ alone sees."""
