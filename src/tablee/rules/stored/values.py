"""Values of notes as plain JSON and back.

>>> to_json({"who": Name("Ana", feminine=True), "n": 2})
{'who': {'name': {'fr': 'Ana', 'feminine': True}}, 'n': 2}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from tablee.text import Name, Text


def to_json(value: Any) -> Any:
    """A value of a note as JSON can hold it."""
    if isinstance(value, Name):
        plain = {field.name: getattr(value, field.name) for field in fields(value)}
        return {"name": {key: item for key, item in plain.items() if item or key == "fr"}}
    if isinstance(value, Text):
        return {"text": {"fr": value.fr, "en": value.en}}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a note cannot hold {value!r}")


def from_json(value: Any) -> Any:
    """The value that `to_json` wrote."""
    if isinstance(value, Mapping):
        match dict(value):
            case {"name": dict() as name}:
                return Name(**name)
            case {"text": dict() as text}:
                return Text(**text)
            case {"fraction": str() as fraction}:
                return Fraction(fraction)
        return values_from(value)
    return tuple(from_json(item) for item in value) if isinstance(value, list) else value


def values_from(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a note that `to_json` wrote, by name; a value may itself be called `name` or `text`."""
    return {key: from_json(item) for key, item in data.items()}
