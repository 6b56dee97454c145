"""Section, Entry, Step: a sheet as its game lays it out, numbers with their terms; Condition: how a character is.

A game answers `sections(scene, who)`. Interfaces draw what they are given: they add nothing up and choose no order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tablee.rules.why import Note, Tally
from tablee.text import Name, Text

Drawn = Literal["number", "gauge", "boxes", "code", "text", "list", "flag", "clock", "track", "moments"]
"""How a value is drawn: a gauge is a number out of `most`, boxes a small count that is ticked, a code is 3D+1.

Around a scene also: a clock, so much of `most` gone; a place on a track, whose end is at `most`; one of the moments
that its steps name, in their order. Its `help` says the rest in words: how long is left, what happens then.
"""


@dataclass(frozen=True)
class Opens:
    """The action that a number or an item of the sheet opens, with the parameters it gives: a skill, a weapon."""

    action: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Threshold:
    """A word for the numbers from `at` up to the next step: hurt from 1, fit from 6."""

    at: int
    label: Text


@dataclass(frozen=True)
class Entry:
    """One thing written on a sheet.

    `sum` holds the terms of a number that is derived from others; its total is the value (as it is written, for a
    code). `why` tells how it was made where a sum does not say all: a mean, a table. `steps`, from low to high, are
    the words of its scale. `field` is the field of the sheet that it shows: who may not see that field does not see
    the entry.
    """

    id: str
    label: Text | Name
    value: int | str | bool | Text | Name | tuple[Text | Name | str, ...]
    drawn: Drawn = "number"
    most: int | None = None
    low: int | None = None
    unit: Text | None = None  # dice, metres, points; it may agree with the number `{n}`
    steps: tuple[Threshold, ...] = ()
    sum: Tally | None = None
    why: tuple[Note, ...] = ()
    field: str = ""
    opens: Opens | None = None
    help: Text | None = None
    paid: Text | None = None  # what it does when a point is spent on it, beside what it always does
    edited_by: str = ""  # the action by which its player may change it
    who: str = ""  # in the surroundings of a scene, the person it is about: not shown if their numbers are hidden

    @property
    def word(self) -> Text | None:
        """The word of the step that the value has reached; None where it has no scale."""
        reached = [step.label for step in self.steps if isinstance(self.value, int) and step.at <= self.value]
        return reached[-1] if reached else None


@dataclass(frozen=True)
class Section:
    """A part of a sheet under one heading."""

    id: str
    label: Text
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Condition:
    """How a character is, in a word that may agree with `{who}`: unhurt, wounded, dying. Everybody may see it."""

    id: str
    label: Text
    standing: bool = True  # still in the fight
    fit: bool = False  # nothing ails them: a page need not tell it
    runs: bool = False  # out of the fight on their feet: they have not fallen

    def say(self, lang: str, who: Name) -> str:
        return self.label.say(lang, who=who)


FIT = Condition("fit", Text(fr="en état", en="fit"), fit=True)
OUT = Condition("out", Text(fr="hors de jeu", en="out of play"), standing=False)
