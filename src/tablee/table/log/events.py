"""What happened: frozen events under short stored names, which never change.

An event is plain JSON: it can be folded, shown and verified without the game that made it. When a field changes its
meaning, a new number (`acted/2`) joins its topic and the old one is brought up to it in `upcasting`. The kinds of
events stand in `table/topics`, one module for each topic: importing that package puts all of them in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from tablee.errors import BadInput, BadRecord
from tablee.rules.fields import Audience
from tablee.rules.stored.written import plain
from tablee.table.log.upcasting import upcast
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.dice import fair
    from tablee.table.lines import Telling
    from tablee.table.log.state import State

Json = dict[str, Any]
T = TypeVar("T")
K = TypeVar("K", bound="Happening")

FORMAT = 25  # of what is stored: one more whenever a kind of event, or a field of one, joins those that are known
EVERYONE = "everyone"
MJ_ONLY = "mj"
UNSEEN = ("secret", "blind")  # audiences of a player's rolls that the MJ alone sees
To = str | tuple[str, ...]
"""Who may see an event: everyone, the MJ alone, or these seats (and the MJ)."""

Unshown = Annotated[T, Audience.NOBODY]
"""A field that is in no seat's lines."""
ForMJ = Annotated[T, Audience.MJ]
"""A field that is in the MJ's lines alone."""


@dataclass(frozen=True)
class Matter:
    """What a field holds, where the gate has to judge it before a viewer sees it: `show/gate.py` says how, by name."""

    name: str


class Happening:
    """Base of what can happen: its fields, and what follows from it.

    `name` is what the disk knows it by. Fields are for everybody who sees the event unless their annotation names
    another audience (`Unshown`, `ForMJ`) or a matter that the gate judges (`Params`, `Changes`…).
    """

    name: ClassVar[str]
    declared: ClassVar[Mapping[str, Any]]  # its fields, those that the gate adds included, each with its annotation
    readers: ClassVar[Mapping[str, Callable[[Any], Any]]]  # what makes fields of JSON, where JSON has no such thing
    records: ClassVar[tuple[str, ...]] = ()  # the fields that hold records
    is_roll: ClassVar[bool] = False  # whether it has an `audience` that may be the MJ alone
    is_done: ClassVar[bool] = False  # whether it is an action at its end: rolls, parts, why, changes
    rewrites: ClassVar[bool] = False  # whether earlier lines were rewritten with it
    divides: ClassVar[bool] = False  # whether some of the party may be elsewhere after it
    of_table: ClassVar[bool] = False  # whether it is the table's, not the scene's
    others_see: ClassVar[tuple[str, ...]] = ()  # the fields in lines of others than the MJ, in order; () for all

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]  # their fields may be lists and tables

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def to_json(self) -> Json:
        """Its fields as plain data; those alone that are left of it, where a seat is shown it."""
        data = dict(vars(self))
        for name in self.records:
            if name in data:
                data[name] = plain(data[name])
        return data

    @property
    def read_elsewhere(self) -> bool:
        """Whether those of the party who are not in the scene read it too."""
        return self.of_table

    @property
    def has_sentence_at_table(self) -> bool:
        """Whether its kind has a sentence for the page of the table alone."""
        return type(self).sentence_at_table is not Happening.sentence_at_table

    def fold(self, state: State, _event: Event) -> State:
        """The table after it; most kinds say how."""
        return state

    def sentence(self, _telling: Telling) -> str:
        """The sentence of its line, in the language of the one who reads; "" if there is nothing to read."""
        return ""

    def sentence_at_table(self, _telling: Telling) -> str:
        """The sentence that the page of the table has for it where the transcript has none; "" for none."""
        return ""

    def without(self, _by: str, _seat: str, _dice: fair.State) -> Happening:
        """What is left of it once the person of a seat is struck out; `by` is the seat that did it."""
        return self


KINDS: dict[str, type[Happening]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def stored(name: str) -> Callable[[type[K]], type[K]]:
    """Make a frozen record of a happening, under the name by which it is stored."""

    def register(kind: type[K]) -> type[K]:
        made = dataclass(frozen=True, eq=False, repr=False)(kind)
        made.name, hints = name, get_type_hints(kind, include_extras=True)
        made.declared = {one.name: hints[one.name] for one in fields(made)}  # type: ignore[arg-type]
        kinds = {one: bare(hint) for one, hint in made.declared.items()}
        made.readers = {one: read for one, kind in kinds.items() if (read := _reader(kind))}
        made.records = tuple(one for one, kind in kinds.items() if is_dataclass(_held(kind)))
        KINDS[name] = made
        return made

    return register


def _reader(kind: Any) -> Callable[[Any], Any] | None:
    """What makes a field of this type of plain data: tuples, and records that know their own `from_json`."""
    one = getattr(_held(kind), "from_json", None)
    if get_origin(kind) is tuple:
        return (lambda data: tuple(map(one, data))) if one else tuple
    if one and get_origin(kind) is Mapping:
        return lambda data: {key: one(value) for key, value in data.items()}
    return one


def _held(kind: Any) -> Any:
    """The type of what a field holds: its own, or that of what is in its tuple or its table."""
    inner = {tuple: 0, Mapping: 1}.get(get_origin(kind))
    return kind if inner is None else bare(get_args(kind)[inner])


@dataclass(frozen=True)
class Event:
    """A line of the log: its number, when, by which seat, for whom, and what happened."""

    n: int
    at: float
    by: str
    to: To
    what: Happening
    sealed: Mapping[str, str] = field(default_factory=dict)  # of fields that a person was struck out of: their seals

    def to_json(self) -> Json:
        to = list(self.to) if isinstance(self.to, tuple) else self.to
        line: Json = {"n": self.n, "at": self.at, "by": self.by, "to": to, "name": self.what.name}
        return {**line, **self.what.to_json(), **({"sealed": dict(self.sealed)} if self.sealed else {})}


def from_json(line: Mapping[str, Any]) -> Event:
    """A line of the log again, brought up to today's form."""
    data = dict(line)
    try:
        n, at, by, to, name = (data.pop(key) for key in ("n", "at", "by", "to", "name"))
        if name not in KINDS:
            raise BadRecord(UNKNOWN_KIND, kind=str(name)[:40])
        sealed = data.pop("sealed", {})
        data.pop("seal", None)  # of an export
        data, kind = upcast(data), KINDS[name]
        readers = kind.readers
        happening = kind(**{key: readers[key](value) if key in readers else value for key, value in data.items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadRecord(UNREADABLE, line=str(line)[:80]) from None
    return Event(n, at, by, tuple(to) if isinstance(to, list) else to, happening, sealed)


def known_format(found: object) -> None:
    """BadInput if what is stored is of a format that a later version brought."""
    if isinstance(found, int) and found > FORMAT:
        raise BadInput(NEWER, theirs=found, ours=FORMAT)


def references(event: Event) -> tuple[int, ...]:
    """The lines of the log that an event speaks of: struck through, standing again, overridden, hidden."""
    of = getattr(event.what, "of", 0)
    return (*getattr(event.what, "struck", ()), *getattr(event.what, "again", ()), *((of,) if of else ()))


def said_of(annotation: Any) -> tuple[Any, ...]:
    """What an annotation says beside the type."""
    return get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()


def audience_of(annotation: Any) -> Audience:
    """Whom a field is for, of those who see its event."""
    return next((one for one in said_of(annotation) if isinstance(one, Audience)), Audience.EVERYONE)


def matter_of(annotation: Any) -> str:
    """The name of what the gate judges in a field; "" for nothing."""
    return next((one.name for one in said_of(annotation) if isinstance(one, Matter)), "")


def bare(annotation: Any) -> Any:
    """The type of an annotation, without what is said of it."""
    return annotation.__origin__ if get_origin(annotation) is Annotated else annotation


NEWER = Text(
    fr="Ces tables ont été écrites par une version plus récente de Tablée (format {theirs}, celle-ci lit jusqu'au "
    "{ours}) : rien n'a été touché. Mettez Tablée à jour, puis recommencez.",
    en="These tables were written by a newer version of Tablée (format {theirs}, this one reads up to {ours}): nothing "
    "was touched. Update Tablée, then try again.",
)
UNKNOWN_KIND = Text(
    fr="Ce journal contient des lignes « {kind} » que cette version ne connaît pas : si elles viennent d'une version "
    "plus récente de Tablée, mettez celle-ci à jour.",
    en="This log holds lines “{kind}” that this version does not know: if they come from a newer version of Tablée, "
    "update this one.",
)
UNREADABLE = Text(
    fr="Cette ligne n'est pas un événement de la table : {line}", en="This line is not an event of a table: {line}"
)
