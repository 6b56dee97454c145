"""plain(record), written(record): what is stored and what a seat is shown, as JSON.

A field of a record that has a default is left out where it holds it; a record that says otherwise has a `to_json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from typing import Any

from tablee.rules.stored.steps import step_of
from tablee.rules.stored.values import to_json
from tablee.rules.why import Note, Tally
from tablee.text import Name, Text


def written(record: Any) -> bytes:
    """A record as JSON, compact and in UTF-8."""
    return ENCODER.encode(record).encode()


def plain(held: Any) -> Any:
    """What JSON can hold of a record, or of lists and tables of records, with all that is in it."""
    if held is None or isinstance(held, str | int | float):
        return held
    if isinstance(held, Mapping):
        return {key: plain(one) for key, one in held.items()}
    if isinstance(held, list | tuple):
        return [plain(one) for one in held]
    return plain(_plain(held))


def _plain(record: Any) -> Any:
    """One record as JSON can hold it; not yet what is in it."""
    return _plainly(record.__class__)(record)


ENCODER = json.JSONEncoder(default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@cache
def _plainly(kind: Any) -> Callable[[Any], Any]:
    """How one class is made plain."""
    if issubclass(kind, Text | Name):
        return to_json
    if issubclass(kind, Note | Tally):
        return step_of
    if hasattr(kind, "to_json"):
        return lambda record: record.to_json()
    declared = fields(kind)
    names = [one.name for one in declared]
    values = attrgetter(*names) if len(names) > 1 else lambda record: (getattr(record, names[0]),)
    defaults = [(one.name, one.default) for one in declared if one.default is not MISSING]
    defaults += [(one.name, one.default_factory()) for one in declared if one.default_factory is not MISSING]

    def made_plain(record: Any) -> dict[str, Any]:
        held = dict(zip(names, values(record), strict=True))
        for name, default in defaults:
            if held[name] == default:
                del held[name]
        return held

    return made_plain
