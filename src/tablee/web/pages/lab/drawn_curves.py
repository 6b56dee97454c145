"""Curves of the lab as they are drawn: across in hundredths, up in hundredths of the height, words outside."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tablee.lab.curves import Curve

MAX_LABELS = 9  # under the axis of a phone
LEVELS = (0, 25, 50, 75, 100)


class DrawnCurve(NamedTuple):
    """One curve: its path, and its chance at the present value, if it is on it."""

    letter: str
    path: str
    now: Fraction | None
    y: float  # of that point


class Tick(NamedTuple):
    """A value under the axis."""

    x: float
    label: str


class Chart(NamedTuple):
    """Curves over one axis; `x` is where the present value stands, None if it is not on it."""

    lines: tuple[DrawnCurve, ...]
    ticks: tuple[Tick, ...]
    x: float | None
    levels: tuple[int, ...]
    table: tuple[tuple[str, tuple[Fraction | None, ...]], ...]  # what screen readers read: each value, its chances


def chart_of(curves: Sequence[Curve], now: Any) -> Chart:
    """Where everything stands."""
    values = {point.at: point.said for one in curves for point in one.points}
    across = {value: round(100 * index / max(1, len(values) - 1), 2) for index, value in enumerate(values)}
    lines = []
    for letter, one in zip("AB", curves, strict=False):
        at = {point.at: point.chance for point in one.points}
        path = "M" + "L".join(f"{across[value]} {_down(chance)}" for value, chance in at.items())
        lines.append(DrawnCurve(letter, path, at.get(now), _down(at[now]) if now in at else 0.0))
    step = -(-len(values) // MAX_LABELS)
    ticks = tuple(Tick(across[value], said) for value, said in list(values.items())[::step])
    chances = [{point.at: point.chance for point in one.points} for one in curves]
    table = tuple((said, tuple(each.get(value) for each in chances)) for value, said in values.items())
    return Chart(tuple(lines), ticks, across.get(now), LEVELS, table)


def _down(chance: Fraction) -> float:
    return round(100 - 100 * float(chance), 2)
