"""Charts: the places of bars, columns and words, in hundredths of a width or in pixels, from chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from tablee.table.seen.odds import AmountChances, Threshold, VerdictChance

Json = Mapping[str, Any]

LETTER = 2.7  # the width of a letter in hundredths of the narrowest panel, 270 pixels
COUNTS = 1.0  # a part of a bar that one sees
MARGIN = 3.0  # beside a word in its part of a bar
NEARLY = 1e-12  # nothing, but for rounding
TAIL = 0.001  # what lies beyond at either end of a distribution is not drawn
MAX_COLUMNS = 40  # more of them are put together
MAX_LETTERS = 100 / LETTER  # under the columns, the spaces between them included
TOP, BASE, LEAST = 18.0, 52.0, 1.5  # pixels: the highest column, the ground, the lowest column
FILLED = 0.76  # of the room of a column
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
SIMPLE = 36  # a fraction with a larger denominator says less than its percentage


class Segment(NamedTuple):
    """One part of a bar of grades, in hundredths of its width."""

    x: float
    width: float
    middle: float
    kind: str  # crit, win, lost, fumble, or s0 to s4 of many successes: what the stylesheet fills it with
    good: bool
    label: str
    fits: bool  # its word stands inside
    percent: str


class Column(NamedTuple):
    """One column of a distribution: across in hundredths, down in pixels."""

    x: float
    width: float
    middle: float
    y: float
    height: float
    pale: bool  # below the line that matters
    value: int
    labelled: bool


class Mark(NamedTuple):
    """The upright line from which an amount matters, and where its words go."""

    x: float
    at: int
    label: str
    anchor: str  # start: to its right; end: to its left
    fits: bool  # there is room for its words, not only for its figure


class Columns(NamedTuple):
    """A distribution: its columns, the likeliest one, the line that matters; `each` values make one column."""

    columns: tuple[Column, ...]
    peak: Column
    peak_chance: float
    peak_told: bool  # there is room for its figure above it
    mark: Mark | None
    low: int
    high: int
    each: int


def grades(verdicts: Sequence[VerdictChance]) -> tuple[Segment, ...]:
    """The parts of a bar of grades, the best first; together they make 100.

    Where several grades are a success, what they share is left out: « touché, blessé » and « touché, mort ».
    """
    found, so_far = [], 0.0
    good = [one for one in verdicts if one.good]
    several = len(good) > 1
    for one in verdicts:
        start = round(100 * so_far, 2)
        so_far += one.float
        end = round(100 * so_far, 2)
        width = round(end - start, 2)
        label = brief(one.label) if several else one.label
        fits = len(label) * LETTER + MARGIN <= width
        middle = round((start + end) / 2, 2)
        found.append(Segment(start, width, middle, _kind(one, good), one.good, label, fits, one.percent))
    return tuple(found)


def named_below(segments: Sequence[Segment]) -> list[Segment]:
    """The parts of a bar that are named under it: of two, none, since the figure of the panel tells both; of more,
    those without room for their word; and where three or more count, all but the only success and the only failure.
    """
    if len(segments) <= 2:
        return []
    counting = [one for one in segments if one.width >= COUNTS]
    sides = [one.good for one in segments]
    alone = {side for side in (True, False) if sides.count(side) == 1}
    return [one for one in segments if not one.fits or (len(counting) > 2 and one.good not in alone)]


def brief(label: str) -> str:
    """The last part of a grade in several words.

    >>> brief("touché, grièvement blessé")
    'grièvement blessé'
    """
    return label.rpartition(", ")[2]


def _kind(verdict: VerdictChance, good: list[VerdictChance]) -> str:
    """How a part is filled: of three successes or more, each its own shade, the best the deepest."""
    if not verdict.good:
        return "fumble" if verdict.rank > 0 else "lost"
    if len(good) > 2:
        return f"s{round(4 * good.index(verdict) / (len(good) - 1))}"
    return "crit" if verdict.rank and verdict is good[0] else "win"


def columns(amount: AmountChances) -> Columns | None:
    """The columns of an amount, without the cases where there is none; nothing where it does not vary."""
    none = amount.none.float
    told = ((one.value, one.float if one.value else one.float - none) for one in amount.values)
    law = {value: chance for value, chance in told if chance > NEARLY}
    if len(law) < 2:
        return None
    low, each, chances = _columns_of(law)
    highest, room = max(chances), 100 / len(chances)
    labelled = _labelled([low + place * each for place in range(len(chances))], each)
    line = amount.threshold.at if amount.threshold else None
    drawn = []
    for place, chance in enumerate(chances):
        value, height = low + place * each, max(LEAST, (BASE - TOP) * chance / highest) if chance else 0
        drawn.append(
            Column(
                x=round(place * room + room * (1 - FILLED) / 2, 2),
                width=round(room * FILLED, 2),
                middle=round((place + 0.5) * room, 2),
                y=round(BASE - height, 1),
                height=round(height, 1),
                pale=line is not None and value < line,
                value=value,
                labelled=value in labelled,
            )
        )
    peak = drawn[chances.index(highest)]
    mark = _mark(amount.threshold, low, each, len(chances))
    words = len(mark.label) + 8 if mark and mark.fits else 3
    clear = mark is None or not _overlap(peak.middle, mark, words)
    return Columns(tuple(drawn), peak, highest, clear, mark, min(law), max(law), each)


def _columns_of(law: Mapping[int, float]) -> tuple[int, int, list[float]]:
    """The first value drawn, how many values make one column, and the chance of each column."""
    values = list(law)
    step = gcd(*(value - values[0] for value in values))
    low, high = values[0], values[-1]
    tail = 0.0
    for value in values:
        tail += law[value]
        if tail >= TAIL:
            low = value
            break
    tail = 0.0
    for value in reversed(values):
        tail += law[value]
        if tail >= TAIL:
            high = value
            break
    places = (high - low) // step + 1
    if places <= MAX_COLUMNS:
        return low, step, [law.get(low + place * step, 0.0) for place in range(places)]
    each = step * next((wide for wide in STEPS if places / wide <= MAX_COLUMNS), -(-places // MAX_COLUMNS))
    first = low - low % each
    found = [0.0] * ((high - first) // each + 1)
    for value, chance in law.items():
        if low <= value <= high:
            found[(value - first) // each] += chance
    return first, each, found


def _labelled(values: Sequence[int], each: int) -> Sequence[int]:
    """The values written under their columns: evenly spaced, round ones if there are, as many as have room."""
    letters = max(len(str(value)) for value in (values[0], values[-1])) + 1.6
    for step in STEPS:
        first = next((place for place, value in enumerate(values[:step]) if value % (step * each) == 0), 0)
        if len(values[first::step]) * letters <= MAX_LETTERS:
            return values[first::step]
    return values[:1]


def _mark(threshold: Threshold | None, low: int, each: int, count: int) -> Mark | None:
    if threshold is None or not low < threshold.at < low + count * each:
        return None
    x = round(100 * (threshold.at - low) / (each * count), 2)
    label = brief(threshold.label)
    wide = (len(label) + 8) * LETTER
    if 100 - x >= wide:
        return Mark(x, threshold.at, label, "start", True)
    return Mark(x, threshold.at, label, "end" if x > 50 else "start", x >= wide and x > 50)


def _overlap(at: float, mark: Mark, letters: int) -> bool:
    """Whether a figure above a column would touch the words of a line."""
    wide, half = letters * LETTER, 3 * LETTER
    left, right = (mark.x, mark.x + wide) if mark.anchor == "start" else (mark.x - wide, mark.x)
    return at + half > left and at - half < right


def simple(probability: str | Fraction) -> str:
    """A fraction that says more than its percentage, « 2/3 »; nothing for the others.

    >>> simple("2/3"), simple("215/216"), simple("1")
    ('2/3', '', '')
    """
    return str(probability) if 1 < Fraction(probability).denominator <= SIMPLE else ""


def points(probability: str, than: str) -> float:
    """By how many hundredths one chance exceeds another.

    >>> points("2/3", "1/2")
    16.7
    """
    return round(float(100 * (Fraction(probability) - Fraction(than))), 1)
