"""Lines of a table's log as a seat is shown them: OpenAPI's shapes of them, made from the kinds of events themselves.

`n` counts the lines of the seat; `line`, for the MJ, is the number in the log. With `said=true` each line has its
sentences too.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model

from tablee.rules.sheet_data import SumTold
from tablee.table.lines import FieldShown, fields_shown, kinds_of_lines
from tablee.table.seen.view import Compared, DecisionAsked, PartSeen
from tablee.table.seen.words import HiddenStep, NoteStep, SumStep

Fair = dict[str, JsonValue]
"""A line about dice (commitment, words, throw, key), as `tablee verify` reads it; docs/dice.md describes them."""


def _open(schema: dict[str, Any]) -> None:
    schema.pop("additionalProperties", None)


class Shape(BaseModel):
    """A part of a line."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_open)


class StepTold(Shape):
    """A step of an explanation as a sentence, and its rule with where that stands."""

    sentence: str
    cited: str
    rule: str


class ChangeTold(Shape):
    """A change in words: whose, of what, from what to what; what came into a list or left it is in `after`."""

    who: str
    label: str
    before: str
    after: str
    sentence: str


class Sentences(Shape):
    """A line as people read it, in the reader's language; dice, parts, changes and why of an action only."""

    told: str
    action: str = Field("", description="what the action is called")
    dice: str = ""
    parts: list[str] = Field(default_factory=list)
    changes: list[ChangeTold] = Field(default_factory=list)
    why: list[SumTold | StepTold] = Field(default_factory=list)
    falls: list[str] = Field(default_factory=list, description="those whom it felled, a sentence each")


class Line(Shape):
    """What every line has: its number, when (seconds since 1970), and by which seat ("" for the table itself)."""

    n: int
    at: float
    by: str
    line: int = Field(0, description="its number in the log; for the MJ")
    said: Sentences | None = Field(None, description="with said=true")


class DiceFallen(Shape):
    """Faces as they fell; those that a reroll discarded too."""

    sides: int
    faces: list[int]
    by: str
    label: str
    discarded: bool


class ChangeSeen(Shape):
    """What became of a field of a sheet, or of the scene (`who` empty); a whole new sheet if `field` is empty."""

    who: str
    field: str
    before: JsonValue
    after: JsonValue


class SoFar(Shape):
    """The dice thrown and the decisions taken before an action stopped to ask."""

    rolls: list[DiceFallen]
    answers: list[dict[str, JsonValue]]


class Unseen(Line):
    """Somebody rolled, and the MJ alone sees what."""

    name: Literal["acted/1", "asked/1", "rolled/1"]
    action: str = ""
    actor: str = ""
    unseen: Literal[True]


OF_MATTERS: dict[str, Any] = {
    "cards": list[dict[str, JsonValue]],
    "changes": list[ChangeSeen],
    "compared": list[Compared],
    "decisions": dict[str, DecisionAsked],
    "fair": list[Fair],
    "headline": NoteStep,
    "odds": dict[str, str] | None,
    "parts": list[PartSeen],
    "progress": SoFar,
    "rolls": list[DiceFallen],
    "steps": list[NoteStep | SumStep | HiddenStep],
}
"""What the data of some matters look like inside."""
PLAIN: dict[Any, Any] = {Any: JsonValue, dict[str, Any]: dict[str, JsonValue], tuple[str, ...]: list[str]}
PLAIN |= {tuple[int, ...]: list[int], tuple[dict[str, Any], ...]: list[dict[str, JsonValue]]}
CALLED = {"opened/1": "TableOpened", "prepared/1": "ScenePrepared", "arranged/1": "ArrangedAnew"}
"""Names of shapes, where the name of the event is also that of another answer."""


def _field(shown: FieldShown) -> Any:
    kind = OF_MATTERS.get(shown.matter) or PLAIN.get(shown.kind, shown.kind)
    about = Field(description=shown.about) if shown.about else Field()
    if shown.always:
        return Annotated[kind, about], ...
    empty = {list[str]: [], list[int]: [], dict[str, JsonValue]: {}, int: 0}.get(kind, "")
    return Annotated[kind, about], empty


def _shape(name: str, kind: type[Any]) -> type[Line]:
    fields: dict[str, Any] = {one.name: _field(one) for one in fields_shown(kind)}
    made = CALLED.get(name, kind.__name__)
    tag: Any = Literal[name]
    return create_model(made, __base__=Line, __doc__=kind.__doc__, __module__=__name__, name=(tag, ...), **fields)


AnyLine: Any = reduce(or_, (_shape(name, kind) for name, kind in kinds_of_lines().items()), Unseen)
"""A line of any kind; `name` tells which, and `unseen` whether it is one that the MJ alone sees."""


class CommandDone(Shape):
    """A command that stands: how many lines its seat has been shown, the link it made, and its lines if `told=true`."""

    version: int
    table: str = ""
    token: str = Field("", description="of the link that `invite` or `relink` made")
    seat: str = ""
    lines: list[AnyLine] = Field(
        default_factory=list, description="what the command wrote, as its seat sees it, with sentences"
    )
