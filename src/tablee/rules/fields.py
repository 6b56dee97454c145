"""Declared, Label, Between, OneOf, Seen, By, Ask: one declaration for web form, command line, JSON and test data.

>>> class Leap(Declared):
...     metres: Annotated[int, Between(1, 6), Label(fr="Distance", en="Distance")]
>>> Leap(metres=3).metres, fields_of(Leap)[0].high
(3, 6)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Self, TypeVar, get_args, get_origin

import annotated_types
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic import Field as PydanticField
from pydantic_core import PydanticUndefined

from tablee.errors import BadFields, FieldProblem
from tablee.text import Name, Text

__all__ = [
    "CALLED",
    "MAX_NAME",
    "Annotated",
    "Ask",
    "Audience",
    "Between",
    "By",
    "Declared",
    "Field",
    "Group",
    "Items",
    "Label",
    "Nothing",
    "OneOf",
    "Quiet",
    "Rank",
    "Seen",
    "Who",
    "at_table",
    "check_choices",
    "fields_of",
    "open_to",
    "record_of",
]


class Audience(Enum):
    """Who may see or do something."""

    EVERYONE = "everyone"
    OWNER = "owner"  # the seat that plays the character, and the MJ
    MJ = "mj"
    NOBODY = "nobody"  # a chapter that the table plays without: shown and offered nowhere


D = TypeVar("D", bound="Declared")

Who = Audience | Callable[[Mapping[str, Any]], Audience]
"""An audience, or a function of a table's options that gives one."""


def at_table(who: Who, options: Mapping[str, Any]) -> Audience:
    """The audience at a table with these options."""
    return who if isinstance(who, Audience) else who(options)


def open_to(who: Audience, mj: bool) -> bool:
    """Whether something for the audience `who` is offered to the MJ (`mj`), or to a player (not `mj`)."""
    return who is not Audience.NOBODY and (mj or who is not Audience.MJ)


class Declared(BaseModel):
    """A frozen record: each field declares its type, its limits, its label and its audience."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def with_changes(self, **changes: Any) -> Self:
        """A copy with these fields changed, each checked as its declaration says."""
        kind = type(self)
        if len(self.__dict__) == len(kind.__pydantic_fields__):  # nothing computed is kept beside the fields
            try:
                checked = {name: _checking(kind, name)(value) for name, value in changes.items()}
            except (KeyError, ValidationError):
                pass  # told below
            else:
                return _copy(self, {**self.__dict__, **checked})
        return kind(**{name: getattr(self, name) for name in kind.model_fields} | changes)  # tells what is wrong


_set = object.__setattr__


def _copy(record: D, values: dict[str, Any]) -> D:
    """A record of the same kind with these values, all checked: what `model_copy` makes, without its detours."""
    made = object.__new__(type(record))
    _set(made, "__dict__", values)
    _set(made, "__pydantic_fields_set__", record.__pydantic_fields_set__)
    _set(made, "__pydantic_extra__", record.__pydantic_extra__)
    _set(made, "__pydantic_private__", record.__pydantic_private__)
    return made


@lru_cache(maxsize=2048)
def _checking(kind: type[Declared], name: str) -> Callable[[Any], Any]:
    """What checks a value of one field of a record alone; KeyError if it has no such field, or one that validators of
    the record check too.
    """
    field, validators = kind.model_fields[name], kind.__pydantic_decorators__
    if any(name in one.info.fields for one in validators.field_validators.values()):
        raise KeyError(name)
    if any(one.info.mode != "before" for one in validators.model_validators.values()):
        raise KeyError(name)
    declared: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    return TypeAdapter(declared).validator.validate_python


class Nothing(Declared):
    """The parameters of an action that has none."""


class Label(Text):
    """What a field is called."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Any:
        return {**handler(core), "title": self.fr, "x-title-en": self.en}


@dataclass(frozen=True)
class OneOf:
    """The values a field may take: given, or found on the scene."""

    choices: Mapping[str, Text | Name] | Callable[[Any], Mapping[str, Text | Name]]
    helps: bool = False  # the one chosen helps, or is helped: friends are proposed before foes
    known: Callable[[Any], Container[str]] | None = None  # not listed, but taken: the action itself says why it refuses

    def takes(self, value: str, choices: Container[str], scene: Any) -> bool:
        """Whether a value may be named, where these are the choices: the action's own refusal may follow."""
        return value in choices or (self.known is not None and scene is not None and value in self.known(scene))

    def on(self, scene: Any) -> Mapping[str, Text | Name]:
        return self.choices(scene) if callable(self.choices) else self.choices

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Any:
        schema = dict(handler(core))
        if not callable(self.choices):
            place = schema["items"] if schema.get("type") == "array" else schema
            place["enum"] = list(self.choices)
        return schema


@dataclass(frozen=True)
class Seen:
    """Who may see a field."""

    audience: Who


@dataclass(frozen=True)
class Items:
    """What is told when a list or table on a sheet changes: the name of an item by its id, and the value worth telling.

    `skills: Annotated[dict[str, Line], Items(skill_name, lambda line: line["xp"]), …]`; values come as plain JSON.
    """

    name: Callable[[str], Text | Name | str] = str
    value: Callable[[Any], Any] = lambda value: value
    missing: Any = None  # the value of an item that is not there, where that is not nothing at all: 0


class Quiet:
    """A field kept for the rules, not worth a line when it changes."""


@dataclass(frozen=True)
class By:
    """Who may fill a field in."""

    audience: Who


@dataclass(frozen=True)
class Group:
    """A heading of forms: fields of one group stand together under its label."""

    id: str
    label: Text


class Rank(Enum):
    """How soon a form shows a field."""

    USUAL = "usual"  # at once
    MORE = "more"  # behind « plus »
    MJ = "mj"  # to the MJ alone


@dataclass(frozen=True)
class Ask:
    """How a form asks for a field.

    `when(scene, values)` says whether the field applies at all, with these values in the other fields; `default(scene)`
    is what to propose on a scene, where the declared default is not the best guess; `suggests(scene)` are likely values
    of a field that is open to others; `beside(scene, value)` are the values that a value of this field calls for in
    other fields left empty: a prime, and the penalty that pays for it. A field that holds a value for each of several
    names (a code for each skill) has `keys(scene, values)`, those names; `suggests` are the values that each may take.
    A number on a scale whose steps have names (difficulties) has them in `scale`. `rules` are the ids of the clauses
    that a field follows: a form shows them, and tells their refusals there.
    """

    group: Group
    more: bool = False  # behind « plus »
    unit: Text | None = None  # `Text("mètre{n:|s}", "metre{n:|s}")`: said with n
    help: Text | None = None  # one short sentence
    when: Callable[[Any, Mapping[str, Any]], bool] | None = None
    default: Callable[[Any], Any] | None = None
    suggests: Callable[[Any], Mapping[str, Text | Name]] | None = None
    keys: Callable[[Any, Mapping[str, Any]], Mapping[str, Text | Name]] | None = None
    beside: Callable[[Any, Any], Mapping[str, Any]] | None = None
    scale: tuple[tuple[int, Text], ...] = ()
    rules: tuple[str, ...] = ()


def Between(low: int, high: int) -> Any:  # noqa: N802 — reads as the declaration it is
    """Whole numbers from low to high, both included."""
    return PydanticField(ge=low, le=high)


MAX_NAME = 80  # signs of a character's name
CALLED = PydanticField(max_length=MAX_NAME)
"""Marks the text of a form that becomes a character's name."""


@dataclass(frozen=True)
class Field:
    """A declared field as forms, options and test data need it."""

    name: str
    label: Text
    kind: type  # int, bool or str
    many: bool  # a tuple of them
    required: bool
    default: Any
    low: int | None
    high: int | None
    one_of: OneOf | None
    seen: Audience
    by: Audience  # who fills it in
    quiet: bool
    ask: Ask | None  # how a form asks for it; None for a field of a sheet
    items: Items | None  # how its changes are told, where it is a list or a table

    @property
    def rank(self) -> Rank:
        """How soon a form shows it."""
        if self.by is Audience.MJ:
            return Rank.MJ
        return Rank.MORE if self.ask and self.ask.more else Rank.USUAL


def fields_of(model: type[Declared], options: Mapping[str, Any] | None = None) -> tuple[Field, ...]:
    """Every field of a declaration, in order, and whom it is for at a table with these options."""
    return _fields(model, tuple((options or {}).items()))


@lru_cache(maxsize=2048)  # four games declare some 130 records, each read anew by the house rules of a table
def _fields(model: type[Declared], options: tuple[tuple[str, Any], ...]) -> tuple[Field, ...]:
    return tuple(_field(name, info, dict(options)) for name, info in model.model_fields.items())


def _field(name: str, info: Any, options: Mapping[str, Any]) -> Field:
    def found(kind: type) -> Any:
        return next((item for item in info.metadata if isinstance(item, kind)), None)

    annotation = info.annotation
    many = get_origin(annotation) is tuple
    kind = get_args(annotation)[0] if many else annotation
    low, high, seen, by = (found(k) for k in (annotated_types.Ge, annotated_types.Le, Seen, By))
    default = info.get_default(call_default_factory=True)
    return Field(
        name=name,
        label=found(Label) or Text(name, name),
        kind=kind if kind in (int, bool, str) else object,
        many=many,
        required=info.is_required(),
        default=None if default is PydanticUndefined else default,
        low=low.ge if low else None,
        high=high.le if high else None,
        one_of=found(OneOf),
        seen=at_table(seen.audience, options) if seen else Audience.EVERYONE,
        by=at_table(by.audience, options) if by else Audience.EVERYONE,
        quiet=found(Quiet) is not None or Quiet in info.metadata,
        ask=found(Ask),
        items=found(Items),
    )


def record_of(model: type[Declared], values: Mapping[str, Any], scene: Any = None) -> Any:
    """The declared record of these values, or BadFields saying what is wrong with each field."""
    try:
        record = model.model_validate(dict(values))
    except ValidationError as wrong:
        raise BadFields(tuple(_problem(model, error, scene) for error in wrong.errors())) from None
    check_choices(record, scene)
    return record


def check_choices(record: Declared, scene: Any = None) -> None:
    """BadFields if a record holds a value that its field does not list; choices found on a scene need that scene."""
    problems = tuple(
        FieldProblem(field.name, NOT_A_CHOICE, _values(field, value=str(value)[:40], choices=tuple(choices)))
        for field in fields_of(type(record))
        if field.one_of is not None and (scene is not None or not callable(field.one_of.choices))
        for choices in [field.one_of.on(scene)]
        for value in _chosen(field, getattr(record, field.name))
        if not field.one_of.takes(value, choices, scene)
    )
    if problems:
        raise BadFields(problems)


def _chosen(field: Field, value: Any) -> Sequence[Any]:
    """What was picked in a field; nothing if it was left as it stands."""
    if value == field.default and not field.required:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _problem(model: type[Declared], error: Any, scene: Any) -> FieldProblem:
    path = ".".join(str(step) for step in error["loc"])
    known = {field.name: field for field in fields_of(model)}
    field = known.get(str(error["loc"][0])) if error["loc"] else None
    if field is None:
        return FieldProblem(path, NO_SUCH_FIELD, (("field", path), ("known", tuple(known))))
    given = error.get("ctx", {})
    limits = {"low": given.get("ge"), "high": given.get("le", given.get("max_length")), "pattern": given.get("pattern")}
    text = PROBLEMS.get(error["type"], DOES_NOT_FIT)
    choices = [one for one in re.findall("'([^']*)'", given.get("expected", "")) if one]  # of a Literal
    if error["type"] == "missing" and field.one_of and (scene is not None or not callable(field.one_of.choices)):
        choices, text = [*field.one_of.on(scene)], MISSING_CHOICE
    values = _values(field, value=_as_written(error.get("input")), choices=tuple(choices), **limits)
    if path != field.name:
        values = (("field", path), *values[1:])
    return FieldProblem(path, text, values)


def _as_written(value: Any) -> str:
    """The beginning of a value as one writes it: a word as it is, a list or a table in JSON."""
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))[:40]


def _values(field: Field, **values: Any) -> tuple[tuple[str, Any], ...]:
    return ("field", field.label), *values.items()


NO_SUCH_FIELD = Text(
    fr="Le champ « {field} » n'existe pas. Champs connus : {known}.",
    en="There is no field “{field}”. Known fields: {known}.",
)
NOT_A_CHOICE = Text(
    fr="{field} : « {value} » n'est pas possible ici. Choix : {choices}.",
    en="{field}: “{value}” is not possible here. Choices: {choices}.",
)
MISSING_CHOICE = Text(
    fr="{field} : ce champ manque. Choix : {choices}.",
    en="{field}: this field is missing. Choices: {choices}.",
)
DOES_NOT_FIT = Text(
    fr="{field} : « {value} » ne convient pas.",
    en="{field}: “{value}” does not fit.",
)
_WHOLE = Text(
    fr="{field} : il faut un nombre entier, pas « {value} ».",
    en="{field}: a whole number is needed, not “{value}”.",
)
_TRUTH = Text(
    fr="{field} : il faut répondre par vrai ou faux, pas « {value} ».",
    en="{field}: true or false is needed, not “{value}”.",
)
_TABLE = Text(
    fr="{field} : il faut des champs nommés ({{ … }}), pas « {value} ».",
    en="{field}: named fields ({{ … }}) are needed, not “{value}”.",
)
_LIST = Text(
    fr="{field} : il faut une liste ([ … ]), pas « {value} ».", en="{field}: a list ([ … ]) is needed, not “{value}”."
)
PROBLEMS = {
    "dict_type": _TABLE,
    "mapping_type": _TABLE,
    "model_type": _TABLE,
    "tuple_type": _LIST,
    "list_type": _LIST,
    "extra_forbidden": Text(fr="{field} : ce champ n'existe pas.", en="{field}: there is no such field."),
    "literal_error": NOT_A_CHOICE,
    "missing": Text(fr="{field} : ce champ manque.", en="{field}: this field is missing."),
    "int_parsing": _WHOLE,
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "bool_parsing": _TRUTH,
    "bool_type": _TRUTH,
    "string_type": Text(fr="{field} : il faut un texte.", en="{field}: a text is needed."),
    "too_long": Text(fr="{field} : {high} au plus dans la liste.", en="{field}: {high} at most in the list."),
    "string_too_long": Text(fr="{field} : {high} signes au plus.", en="{field}: {high} signs at most."),
    "greater_than_equal": Text(fr="{field} : au moins {low}.", en="{field}: at least {low}."),
    "less_than_equal": Text(fr="{field} : au plus {high}.", en="{field}: at most {high}."),
}
