"""Figures that drawn parts need: the turn of a die, the parts of a gauge and the words under it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablee.dice.throw import Rolled
from tablee.rules.sheet.sheet_data import StepOfScale

TURNS = (-7, 5, -3, 8, -5, 3, -8, 6, -2, 7, -6, 4)  # degrees
LETTER_WIDTH = 2.3  # in hundredths of a gauge, at its narrowest


def turn_of(line: int, place: int = 0) -> int:
    """By how many degrees a die lies turned: decided by the line that tells of it and its place there."""
    return TURNS[(line * 5 + place) % len(TURNS)]


def face_shown(label: str, face: int) -> int | str:
    """What a die shows, by the name of its roll: its face, or the number or sign that stands on it."""
    rolled = Rolled(0, (face,), label=label)
    return rolled.shown[0] if rolled.shown != (str(face),) else face


class TierWord(NamedTuple):
    """The name of a tier under its gauge, in hundredths of its length: where it is anchored, what it covers."""

    label: str
    at: float
    anchor: str
    span: tuple[float, float]
    fits: bool  # under its own part of the gauge
    here: bool = False  # the value is in this tier


class Scale(NamedTuple):
    """A gauge in hundredths of its length: how full, where its tiers part, and their words."""

    full: float
    notches: tuple[float, ...]
    words: tuple[TierWord, ...]


def scale_of(value: int, most: int, low: int | None, steps: Sequence[StepOfScale]) -> Scale:
    """The gauge of a value between two bounds; steps are its tiers, each `at` the value from which it holds.

    The tier that holds is always named; another one only where its name fits under its own part of the gauge.
    """
    least, greatest = min(low or 0, value), max(most, value)

    def place(at: int) -> float:
        return round(100 * min(max((at - least) / (greatest - least or 1), 0), 1), 2)

    tiers = [step for step in steps if step.at <= greatest]
    starts = [place(step.at) for step in tiers]
    now = max((index for index, step in enumerate(tiers) if step.at <= value), default=-1)
    words = [
        _tier_word(str(step.label), start, end)
        for step, start, end in zip(tiers, starts, [*starts, 100.0][1:], strict=True)
    ]
    taken = words[now].span if tiers else (0.0, 0.0)
    kept = tuple(
        word._replace(here=index == now)
        for index, word in enumerate(words)
        if index == now or (word.fits and (word.span[1] <= taken[0] or word.span[0] >= taken[1]))
    )
    return Scale(place(value), tuple(start for start in starts if 0 < start < 100), kept)


def _tier_word(label: str, start: float, end: float) -> TierWord:
    middle, wide = (start + end) / 2, len(label) * LETTER_WIDTH
    if middle < wide / 2:
        return TierWord(label, 0.0, "start", (0.0, wide), wide <= end)
    if middle > 100 - wide / 2:
        return TierWord(label, 100.0, "end", (100 - wide, 100.0), wide <= 100 - start)
    return TierWord(label, round(middle, 2), "middle", (middle - wide / 2, middle + wide / 2), wide <= end - start)
