"""A sheet as its game lays it out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from tablee.web.shapes.words import Shape, SumTold


class OpensAction(Shape):
    """The action that an entry of a sheet opens, with the parameters it gives."""

    action: str
    params: dict[str, JsonValue]


class StepOfScale(Shape):
    """A word for the numbers from `at` up to the next step."""

    at: int
    label: str


class EntrySeen(Shape):
    """One thing written on a sheet, drawn as a number, a gauge up to `most`, boxes, a code, a text, a list, a flag;
    around a scene as a clock (so much of `most` gone), a place on a track (its end at `most`), one of some moments.
    """

    id: str
    label: str
    value: bool | int | str | list[str]
    drawn: Literal["number", "gauge", "boxes", "code", "text", "list", "flag", "clock", "track", "moments"]
    most: int | None
    low: int | None
    who: str
    said: str
    unit: str
    steps: list[StepOfScale]
    word: str = Field(description="that of the step which the value has reached")
    sum: SumTold | None
    why: list[str] = Field(description="how it was made, where a sum does not say all")
    opens: OpensAction | None
    help: str
    paid: str = Field(description="what it does when a point is spent on it, beside what it always does")
    edited_by: str = Field(description="the action by which its player may change it")


class SectionSeen(Shape):
    """A part of a sheet under one heading."""

    id: str
    label: str
    entries: list[EntrySeen]


class ConditionTold(Shape):
    """How somebody is, in a word."""

    id: str
    label: str


class SheetSeen(Shape):
    """A sheet as its game lays it out; no section of somebody whose numbers are hidden."""

    who: str
    name: str
    condition: ConditionTold
    sections: list[SectionSeen]
