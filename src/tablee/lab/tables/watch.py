"""watched(), Reads: sheets and states of play that write down what is asked of them.

A rule's answer depends only on what it read. A watched sheet answers like the sheet itself, and notes each question:
a field, a property, a method with its arguments. What was noted is the smallest key under which the rule's answer may
be remembered, without a line of game code. A sheet is one column of a scene; of the play each field is a column, and a
property or a method that reads several of them asks them together (`Joint`).

    >>> from tablee.rules.game import game_called
    >>> reads = Reads()
    >>> chloe = watched(game_called("undesix").ready()["chloe"], 0, reads)
    >>> chloe.phy > 0
    True
    >>> list(reads)
    [Asked(column=0, name='phy', args=None)]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from types import FunctionType
from typing import Any, NamedTuple

from pydantic import BaseModel

from tablee.errors import BadRule
from tablee.rules.fields import Declared

_PLAIN = (str, int, bool, float, type(None), Enum)
_STRINGS = {str}
_WHOLE = frozenset({"__dict__", "__pydantic_serializer__", "__pydantic_fields_set__"})  # who reads these reads all
_get = object.__getattribute__


class ColumnQuestion(NamedTuple):
    """One question: of which column (a person's place, or that of a field of the play), its name, a method's
    arguments.
    """

    column: int
    name: str
    args: tuple[Any, ...] | None


class Joint(NamedTuple):
    """A question about several fields of the play, or about one of them were others overwritten with what is given."""

    columns: tuple[int, ...]
    name: str
    args: tuple[Any, ...] | None
    given: tuple[tuple[str, Any], ...]


Reads = dict[ColumnQuestion | Joint, None]
"""The questions asked, in the order of their first asking."""

Ways = dict[tuple[str, frozenset[str]], list[tuple[tuple[str, ...], tuple[str, ...]]]]
"""By the name of a question about the play and the fields then overwritten: the fields, as they were and overwritten,
that it was seen to read; sets are tried in this order until one is enough.
"""


class _Seen:
    """What a watched object keeps beside its fields: for the play also its `ways`."""

    __slots__ = ("changed", "columns", "raw", "reads", "ways")

    def __init__(
        self, raw: Declared, columns: Mapping[str, int], reads: Reads, changed: frozenset[str], ways: Ways | None
    ) -> None:
        self.raw, self.columns, self.reads, self.changed, self.ways = raw, columns, reads, changed, ways


_SEEN = "\0seen"


def watched(raw: Any, column: int, reads: Reads) -> Any:
    """A sheet that writes down in `reads` what is asked of it."""
    kind: type[Declared] = type(raw)
    return _made(raw, _Seen(raw, _one_column(kind, column), reads, frozenset(), None))


def watched_play(raw: Any, columns: Mapping[str, int], ways: Ways, reads: Reads) -> Any:
    """A state of play that writes down in `reads` what is asked of it, by the column of each field."""
    return _made(raw, _Seen(raw, columns, reads, frozenset(), ways))


def watched_again(made: Any, reads: Reads) -> Any:
    """This watched object for another reader: from now on it writes down in these `reads`."""
    _get(made, "__dict__")[_SEEN].reads = reads
    return made


def whole(kind: type[Declared], values: Mapping[str, Any]) -> Any:
    """A record of this kind with these values, which were checked before."""
    made = kind.__new__(kind)
    object.__setattr__(made, "__dict__", values)
    object.__setattr__(made, "__pydantic_fields_set__", set())
    object.__setattr__(made, "__pydantic_extra__", None)
    object.__setattr__(made, "__pydantic_private__", None)
    return made


def _made(raw: Declared, seen: _Seen) -> Any:
    return whole(_watched_class(type(raw)), {**raw.__dict__, _SEEN: seen})


def _remade(raw: Declared, seen: _Seen, changes: Iterable[str]) -> Any:
    """What a watched object becomes with some fields overwritten."""
    return _made(raw, _Seen(raw, seen.columns, seen.reads, seen.changed.union(changes), seen.ways))


def changed_fields(became: Any) -> dict[str, Any] | None:
    """The fields that were overwritten on a watched object, with their values; None if it is another object."""
    seen = _get(became, "__dict__").get(_SEEN)
    if seen is None:
        return None
    held = seen.raw.__dict__
    return {name: held[name] for name in sorted(seen.changed)}


def unwatched(became: Any) -> Any:
    """The plain object behind a watched one; a plain one as it is."""
    seen = _get(became, "__dict__").get(_SEEN)
    return became if seen is None else seen.raw


@cache
def _questions(base: type[Declared]) -> tuple[frozenset[str], frozenset[str]]:
    """The properties and the methods of a kind of object."""
    own = [vars(kind) for kind in base.__mro__ if issubclass(kind, Declared) and kind is not Declared]
    public = {name: found for held in reversed(own) for name, found in held.items() if not name.startswith("_")}
    derived = frozenset(name for name, found in public.items() if isinstance(found, property | cached_property))
    return derived, frozenset(name for name, found in public.items() if isinstance(found, FunctionType))


@cache
def _one_column(base: type[Declared], column: int) -> dict[str, int]:
    """Everything that may be asked of a sheet, in its one column."""
    return dict.fromkeys(set(base.model_fields).union(*_questions(base)), column)


@cache
def _watched_class(base: type[Declared]) -> type[Declared]:
    """The class of watched objects of one kind: it answers alike, and notes what is asked."""
    names = frozenset(base.model_fields)
    derived, methods = _questions(base)

    def __getattribute__(self: Any, name: str) -> Any:  # noqa: N807
        if name in names:
            held = _get(self, "__dict__")
            seen = held.get(_SEEN)
            value = held[name]
            if seen is None or name in seen.changed:
                return value
            if value.__class__ is dict:
                return _Table(value, seen, name)
            seen.reads[ColumnQuestion(seen.columns[name], name, None)] = None
            return value
        seen = _get(self, "__dict__").get(_SEEN)
        if seen is None:
            return _get(self, name)
        if name in _WHOLE:
            _all_read(seen)
        elif seen.ways is not None:
            if name in derived and (way := _way(seen, name, None)):
                return way[0]
            if name in methods:
                return _Method(self, seen, name)
        elif not seen.changed:  # what is derived from changed fields is derived here, field by field
            if name in derived:
                seen.reads[ColumnQuestion(seen.columns[name], name, None)] = None
                return getattr(seen.raw, name)
            if name in methods:
                return _Method(self, seen, name)
        return _get(self, name)

    def _all_read(seen: _Seen) -> None:
        for name in names - seen.changed:
            seen.reads[ColumnQuestion(seen.columns[name], name, None)] = None

    def with_changes(self: Any, **changes: Any) -> Any:
        seen = _get(self, "__dict__")[_SEEN]
        return _remade(seen.raw.with_changes(**changes), seen, changes)

    def model_copy(self: Any, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Any:
        seen = _get(self, "__dict__")[_SEEN]
        return _remade(seen.raw.model_copy(update=update, deep=deep), seen, update or ())

    def model_dump(self: Any, **how: Any) -> Any:
        seen = _get(self, "__dict__")[_SEEN]
        _all_read(seen)
        return seen.raw.model_dump(**how)

    def __eq__(self: Any, other: Any) -> bool:  # noqa: N807
        seen = _get(self, "__dict__")[_SEEN]
        _all_read(seen)
        if isinstance(other, base) and _SEEN in _get(other, "__dict__"):
            theirs = _get(other, "__dict__")[_SEEN]
            _all_read(theirs)
            other = theirs.raw
        return bool(seen.raw == other)

    body = {
        "__getattribute__": __getattribute__,
        "__eq__": __eq__,
        "__hash__": base.__hash__,
        "__module__": __name__,
        "with_changes": with_changes,
        "model_copy": model_copy,
        "model_dump": model_dump,
    }
    return type(f"Watched{base.__name__}", (base,), body)


class _Method:
    """A method of a watched object: noted with its arguments, where these are plain; else run field by field."""

    __slots__ = ("name", "seen", "watched")

    def __init__(self, watched: Any, seen: _Seen, name: str) -> None:
        self.watched, self.seen, self.name = watched, seen, name

    def __call__(self, *args: Any, **named: Any) -> Any:
        seen = self.seen
        if not named and all(map(_plain, args)):
            if seen.ways is None:
                seen.reads[ColumnQuestion(seen.columns[self.name], self.name, args)] = None
                return getattr(seen.raw, self.name)(*args)
            if way := _way(seen, self.name, args):
                return way[0]
        return _get(self.watched, self.name)(*args, **named)


def _way(seen: _Seen, name: str, args: tuple[Any, ...] | None) -> tuple[Any] | None:
    """What the play answers to a question about it, noted with just those fields that it reads; None if it reads the
    play as a whole, or something overwritten that has no plain value: then the question is run field by field.
    """
    kind, held, ways = type(seen.raw), seen.raw.__dict__, seen.ways
    assert ways is not None, "of the play"
    known = ways.setdefault((name, seen.changed), [])
    for read, given in known:
        asked = _question(seen, read, given, name, args) if len(read) + len(given) < len(seen.columns) else None
        if asked is None:
            return None
        if read:
            seen.reads[asked] = None
        with suppress(Elsewhere):
            return (answer(part(kind, {field: held[field] for field in (*read, *given)}), asked),)
    fields = _fields_read(seen.raw, Joint((), name, args, ())) & seen.columns.keys()
    way = tuple(sorted(fields - seen.changed)), tuple(sorted(fields & seen.changed))
    known.append((tuple(seen.columns), ()) if way in known else way)  # as a whole, if these were not enough
    return _way(seen, name, args)


def _question(
    seen: _Seen, read: tuple[str, ...], given: tuple[str, ...], name: str, args: tuple[Any, ...] | None
) -> ColumnQuestion | Joint | None:
    columns = tuple([seen.columns[field] for field in read])
    if len(columns) == 1 and not given:
        return ColumnQuestion(columns[0], name, args)
    overwritten = tuple([(field, seen.raw.__dict__[field]) for field in given])
    return Joint(columns, name, args, overwritten) if _plain(overwritten) else None


class Elsewhere(Exception):
    """A play of which only some fields are known was asked for another."""


def part(kind: type[Declared], values: dict[str, Any]) -> Any:
    """A play of which only some fields are known: asked for anything else, it answers Elsewhere."""
    of_kind = _part_class(kind)
    made = of_kind.__new__(of_kind)
    _HELD.__set__(made, values)
    return made


_HELD: Any = BaseModel.__dict__["__dict__"]  # where records keep their fields, whatever their class says


@cache
def _part_class(base: type[Declared]) -> type[Declared]:
    """The class of plays of one kind of which only some fields are known."""

    def __getattr__(self: Any, name: str) -> Any:  # noqa: N807
        raise Elsewhere(name)

    def whole(self: Any) -> Any:
        raise Elsewhere("the whole of it")

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        raise Elsewhere("the whole of it")

    body = {
        "__getattr__": __getattr__,
        "__dict__": property(whole),
        "__eq__": __eq__,
        "__hash__": None,
        "__module__": __name__,
    }
    return type(f"PartOf{base.__name__}", (base,), body)


def _fields_read(raw: Declared, asked: Joint) -> set[str]:
    """The fields of a play that a question about it reads; all of them, if another play is the answer."""
    reads: Reads = {}
    field_by_field = frozenset({_SEEN})  # as if something had been overwritten
    columns = dict.fromkeys(type(raw).model_fields, 0)
    told = answer(_made(raw, _Seen(raw, columns, reads, field_by_field, None)), asked)
    return {*columns} if isinstance(told, type(raw)) else {one.name for one in reads}


def held_by(form: Any) -> dict[str, Any]:
    """The fields of a sheet, or those known of a play."""
    held: dict[str, Any] = _HELD.__get__(form)
    return held


class _Table(Mapping[Any, Any]):
    """A table of a watched object: looking one entry up counts as reading that entry alone."""

    __slots__ = ("held", "name", "seen")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, held: dict[Any, Any], seen: _Seen, name: str) -> None:
        self.held, self.seen, self.name = held, seen, name

    def _whole(self) -> dict[Any, Any]:
        self.seen.reads[ColumnQuestion(self.seen.columns[self.name], self.name, None)] = None
        return self.held

    def _entry(self, key: Any) -> dict[Any, Any]:
        if not _plain(key):
            return self._whole()
        self.seen.reads[ColumnQuestion(self.seen.columns[self.name], self.name, (_ENTRY, key))] = None
        return self.held

    def __getitem__(self, key: Any) -> Any:
        return self._entry(key)[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entry(key)

    def get(self, key: Any, default: Any = None) -> Any:
        return self._entry(key).get(key, default)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def __or__(self, other: Any) -> dict[Any, Any]:
        return {**self._whole(), **other}

    def __ror__(self, other: Any) -> dict[Any, Any]:
        return {**other, **self._whole()}

    def __repr__(self) -> str:
        return repr(self._whole())


_ENTRY = "\0entry"
_NONE = "\0none"  # no such entry


def _plain(value: Any) -> bool:
    return isinstance(value, _PLAIN) or (isinstance(value, tuple) and all(map(_plain, value)))


def answer(raw: Any, asked: ColumnQuestion | Joint) -> Any:
    """What a plain object answers to a question noted on another of its kind."""
    found = getattr(raw, asked.name)
    if asked.args is None:
        return found
    if asked.args[:1] == (_ENTRY,):
        return found.get(asked.args[1], _NONE)
    return found(*asked.args)


def frozen(value: Any) -> Hashable:
    """A value as a key: equal values alike, also those that Python does not hash. BadRule for what has no value."""
    kind = value.__class__
    if kind in (int, str, bool, float, type(None)):
        return (kind, value)
    if kind is tuple and {*map(type, value)} <= _STRINGS:
        return (kind, value)  # people, most often
    if isinstance(value, Mapping):
        return (dict, tuple((frozen(key), frozen(held)) for key, held in value.items()))
    if isinstance(value, tuple | list):
        return (kind, tuple(map(frozen, value)))
    if isinstance(value, Set):
        return (kind, frozenset(map(frozen, value)))
    if isinstance(value, Declared):
        return (kind, tuple(frozen(held) for held in unwatched(value).__dict__.values()))
    try:
        hash(value)
    except TypeError:
        if not is_dataclass(value):
            raise BadRule(
                f"{kind.__name__} cannot be compared by value: the lab cannot remember what it led to"
            ) from None
        return (kind, tuple(frozen(getattr(value, field.name)) for field in fields(value)))
    return (kind, value)
