"""What fields of events hold, where who may see it has to be judged: a topic says which, the gate applies it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from tablee.dice.throw import Rolled
from tablee.rules.action import Change
from tablee.rules.run import Progress as SoFar
from tablee.rules.stored.decisions import DecisionAsked
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import AnyStep, NoteStep
from tablee.rules.stored.words import WrittenAs
from tablee.rules.why import Comparison
from tablee.table.log.events import Json, Matter

Params = Annotated[Json, Matter("params")]
"""Parameters of an action: without those for the seat that gave them."""
Changes = Annotated[tuple[Change, ...], Matter("changes")]
"""Changes of sheets and of the scene: those of fields that the viewer may see."""
Steps = Annotated[tuple[AnyStep, ...], Matter("steps")]
"""An explanation, step by step: terms that are not for the viewer are hidden, all of them where a character is."""
Parts = Annotated[tuple[PartStored, ...], Matter("parts")]
"""What came out for each: amounts that the viewer may see."""
Headline = Annotated[NoteStep, Matter("headline")]
"""The sentence of an action: « ? » in the place of numbers that would tell those of a hidden character."""
Cards = Annotated[tuple[Json, ...], Matter("cards")]
"""Answers to the questions of an action, card by card; those of a creation for the seat that makes it."""
Card = Annotated[Json, Matter("card")]
"""One card of answers."""
Progress = Annotated[SoFar, Matter("progress")]
"""Dice and cards of answers so far."""
Decisions = Annotated[Mapping[str, DecisionAsked], Matter("decisions")]
"""What is asked of each: the viewer's own questions, with the odds that they may know."""
Odds = Annotated[dict[str, str], WrittenAs(dict[str, str] | None), Matter("odds")]
"""The chance of each result; None where the viewer may not know it."""
Success = Annotated[
    str, Matter("success"), Field(description="the chance of success, as a fraction, before any die; empty if not told")
]
"""The chance of success before the dice, as a fraction; "" where it was not counted, or is not for the viewer."""
Fair = Annotated[tuple[Json, ...], Matter("fair")]
"""Lines about dice: secret faces and keys are the MJ's, their commitments everybody's."""
SheetData = Annotated[Json, Matter("sheet")]
"""The sheet of a character: the fields that the viewer may see."""
Words = Annotated[str, Matter("words")]
"""What a seat wrote: empty while the MJ hides it."""
LineNumber = Annotated[int, Matter("reference")]
"""The number of another line: the viewer's own number of it, if they were shown that line."""
LineNumbers = Annotated[tuple[int, ...], Matter("reference")]
"""Numbers of other lines, as `LineNumber` is."""
Rolls = Annotated[tuple[Rolled, ...], Matter("rolls")]
"""Faces as they fell, for all who see the line."""
Compared = Annotated[tuple[Comparison, ...], Matter("compared")]
"""What was compared with what, as far as the explanation tells it to the viewer; the gate adds it."""
Withheld = Annotated[bool, Matter("withheld"), Field(description="the MJ hides it: others find no text")]
"""Whether the MJ hides what a line says; the gate adds it."""
Recipients = Annotated[
    list[str] | str, Matter("recipients"), Field(description="the seats that it is for; absent if it is for everybody")
]
"""The seats that a line is for, absent where it is for everybody; the gate adds it."""
WaitingFor = Annotated[list[str], Matter("waiting_for"), Field(description="those who decide; not for the MJ")]
"""Those who decide, for others than the MJ; the gate adds it."""
