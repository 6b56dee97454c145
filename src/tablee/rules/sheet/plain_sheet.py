"""plain_sections(): the sheet of a game that lays out none, from the fields it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.rules.fields import Declared, Field, fields_of
from tablee.rules.sheet.sheets import Drawn, Entry, Section
from tablee.text import Name, Text

COUNTS = Text(fr="Ce qui se compte", en="What is counted")
SCORES = Text(fr="Valeurs", en="Scores")
IDENTITY = Text(fr="Identité", en="Identity")
NOT_SHOWN = ("name", "pc", "pj")  # the head of a sheet says it


def plain_sections(sheet: Declared, gauges: Sequence[str], options: Mapping[str, Any]) -> tuple[Section, ...]:
    """What a sheet holds under three headings: gauges of the game, other numbers, words; without what is empty."""
    fields = [field for field in fields_of(type(sheet), options) if not field.quiet and field.name not in NOT_SHOWN]
    counts = [field for field in fields if field.name in gauges]
    scores = [field for field in fields if field not in counts and field.kind is int and not field.many]
    words = [field for field in fields if field not in counts and field not in scores]
    parts = ("counts", COUNTS, counts), ("scores", SCORES, scores), ("identity", IDENTITY, words)
    found = (
        Section(id, label, tuple(entry for field in chosen if (entry := _entry(sheet, field, id == "counts"))))
        for id, label, chosen in parts
    )
    return tuple(section for section in found if section.entries)


def _entry(sheet: Declared, field: Field, counted: bool) -> Entry | None:
    """A field as it stands on a sheet; None where it holds nothing, or what cannot be written in a line."""
    value = getattr(sheet, field.name)
    if isinstance(value, bool):
        return Entry(field.name, field.label, value, "flag", field=field.name) if value else None
    if isinstance(value, int):
        drawn: Drawn = "boxes" if counted else "number"
        return Entry(field.name, field.label, value, drawn, most=field.high, field=field.name)
    if isinstance(value, tuple) and value and all(isinstance(one, str | Text | Name) for one in value):
        return Entry(field.name, field.label, value, "list", field=field.name)
    if isinstance(value, str | Text | Name) and value:
        return Entry(field.name, field.label, value, "text", field=field.name)
    return None
