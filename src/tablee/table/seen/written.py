"""written(seen): what a seat is shown, as JSON. A field that has a default is left out where it holds it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from typing import Any

from tablee.rules.stored import to_json, why_json
from tablee.rules.why import Note, Tally
from tablee.text import Name, Text


def written(seen: Any) -> bytes:
    """What is seen as JSON, compact and in UTF-8."""
    return ENCODER.encode(seen).encode()


def _plain(seen: Any) -> Any:
    """One class of what is seen, or a text, step or record it holds, as JSON can hold it; not yet what is in it."""
    return _plainly(seen.__class__)(seen)


ENCODER = json.JSONEncoder(default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@cache
def _plainly(kind: Any) -> Callable[[Any], Any]:
    """How one class is made plain."""
    if issubclass(kind, Text | Name):
        return to_json
    if issubclass(kind, Note | Tally):
        return why_json
    if hasattr(kind, "to_json"):
        return lambda seen: seen.to_json()
    declared = fields(kind)
    names = [one.name for one in declared]
    values = attrgetter(*names) if len(names) > 1 else lambda seen: (getattr(seen, names[0]),)
    defaults = [(one.name, one.default) for one in declared if one.default is not MISSING]
    defaults += [(one.name, one.default_factory()) for one in declared if one.default_factory is not MISSING]

    def plain(seen: Any) -> dict[str, Any]:
        held = dict(zip(names, values(seen), strict=True))
        for name, default in defaults:
            if held[name] == default:
                del held[name]
        return held

    return plain
