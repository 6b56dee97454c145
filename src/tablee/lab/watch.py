"""watched(), Reads: sheets and states of play that write down what is asked of them.

A rule's answer depends only on what it read. A watched sheet answers like the sheet itself, and notes each question:
a field, a property, a method with its arguments. What was noted is the smallest key under which the rule's answer may
be remembered, without a line of game code.

    >>> from tablee.rules.game import game_called
    >>> reads = Reads()
    >>> chloe = watched(game_called("undesix").ready()["chloe"], 0, reads)
    >>> chloe.phy > 0
    True
    >>> list(reads)
    [Asked(column=0, name='phy', args=None)]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from types import FunctionType
from typing import Any, NamedTuple

from tablee.errors import BadRule
from tablee.rules.fields import Declared

_PLAIN = (str, int, bool, float, type(None), Enum)
_WHOLE = frozenset({"__dict__", "__pydantic_serializer__", "__pydantic_fields_set__"})  # who reads these reads all
_get = object.__getattribute__


class Asked(NamedTuple):
    """One question: of which column (a person's place, or that of the play), its name, a method's arguments."""

    column: int
    name: str
    args: tuple[Any, ...] | None


Reads = dict[Asked, None]
"""The questions asked, in the order of their first asking."""


class _Seen:
    """What a watched object keeps beside its fields."""

    __slots__ = ("changed", "column", "raw", "reads")

    def __init__(self, raw: Declared, column: int, reads: Reads, changed: frozenset[str]) -> None:
        self.raw, self.column, self.reads, self.changed = raw, column, reads, changed


_SEEN = "\0seen"


def watched(raw: Any, column: int, reads: Reads) -> Any:
    """A sheet or a state of play that writes down in `reads` what is asked of it."""
    return _made(raw, column, reads, frozenset())


def watched_again(made: Any, reads: Reads) -> Any:
    """A watched object once more, for somebody else: from now on it writes down in `reads`."""
    _get(made, "__dict__")[_SEEN].reads = reads
    return made


def _made(raw: Declared, column: int, reads: Reads, changed: frozenset[str]) -> Any:
    kind = _watched_class(type(raw))
    made = kind.__new__(kind)
    object.__setattr__(made, "__dict__", {**raw.__dict__, _SEEN: _Seen(raw, column, reads, changed)})
    object.__setattr__(made, "__pydantic_fields_set__", set())
    object.__setattr__(made, "__pydantic_extra__", None)
    object.__setattr__(made, "__pydantic_private__", None)
    return made


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
def _watched_class(base: type[Declared]) -> type[Declared]:
    """The class of watched objects of one kind of sheet: it answers alike, and notes what is asked."""
    names = frozenset(base.model_fields)
    own = [vars(kind) for kind in base.__mro__ if issubclass(kind, Declared) and kind is not Declared]
    public = {name: found for held in reversed(own) for name, found in held.items() if not name.startswith("_")}
    derived = {name for name, found in public.items() if isinstance(found, property | cached_property)}
    methods = {name for name, found in public.items() if isinstance(found, FunctionType)}

    def __getattribute__(self: Any, name: str) -> Any:  # noqa: N807
        if name in names:
            held = _get(self, "__dict__")
            seen = held.get(_SEEN)
            value = held[name]
            if seen is None or name in seen.changed:
                return value
            if value.__class__ is dict:
                return _Table(value, seen, name)
            seen.reads[Asked(seen.column, name, None)] = None
            return value
        seen = _get(self, "__dict__").get(_SEEN)
        if seen is None:
            return _get(self, name)
        if name in _WHOLE:
            _all_read(seen)
        elif not seen.changed:  # what is derived from changed fields is derived here, field by field
            if name in derived:
                seen.reads[Asked(seen.column, name, None)] = None
                return getattr(seen.raw, name)
            if name in methods:
                return _Method(self, seen, name)
        return _get(self, name)

    def _all_read(seen: _Seen) -> None:
        for name in names - seen.changed:
            seen.reads[Asked(seen.column, name, None)] = None

    def with_changes(self: Any, **changes: Any) -> Any:
        seen = _get(self, "__dict__")[_SEEN]
        return _made(seen.raw.with_changes(**changes), seen.column, seen.reads, seen.changed | changes.keys())

    def model_copy(self: Any, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Any:
        seen = _get(self, "__dict__")[_SEEN]
        copied = seen.raw.model_copy(update=update, deep=deep)
        return _made(copied, seen.column, seen.reads, seen.changed | (update or {}).keys())

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
        if named or not all(map(_plain, args)):
            return _get(self.watched, self.name)(*args, **named)
        self.seen.reads[Asked(self.seen.column, self.name, args)] = None
        return getattr(self.seen.raw, self.name)(*args)


class _Table(Mapping[Any, Any]):
    """A table of a watched object: whoever looks one entry up has read that entry alone."""

    __slots__ = ("held", "name", "seen")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, held: dict[Any, Any], seen: _Seen, name: str) -> None:
        self.held, self.seen, self.name = held, seen, name

    def _whole(self) -> dict[Any, Any]:
        self.seen.reads[Asked(self.seen.column, self.name, None)] = None
        return self.held

    def _entry(self, key: Any) -> dict[Any, Any]:
        if not _plain(key):
            return self._whole()
        self.seen.reads[Asked(self.seen.column, self.name, (_ENTRY, key))] = None
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


def answer(raw: Any, asked: Asked) -> Any:
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
