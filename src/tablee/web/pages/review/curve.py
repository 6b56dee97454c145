"""The curve of a fight as it is drawn: across in hundredths of its width, chances in hundredths of its height."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablee.review.seen import PointSeen, ReviewSeen

LEVELS = (0, 50, 100)
ERRORS = 2  # that the band is wide, to either side
COLUMN = 28  # pixels of a point, at least: what a finger finds
MIN_GAP = 6.0  # hundredths between two rounds that are both written


class Spot(NamedTuple):
    """A point of the curve: where it stands, how wide the column is that is touched for it, whether it is told among
    the moments.
    """

    point: PointSeen
    x: float
    y: float
    left: float
    width: float
    moment: bool
    end: bool


class Drawn(NamedTuple):
    """A curve: its path, the band of what it may be off by ("" where all of it is exact), its points, the rounds."""

    path: str
    band: str
    spots: tuple[Spot, ...]
    rounds: tuple[tuple[float, int], ...]
    levels: tuple[int, ...]
    least: int  # pixels of its width


def drawn(review: ReviewSeen) -> Drawn | None:
    """The curve of a fight as far as it is known; None as long as it is not."""
    points = [*review.points, *([review.end] if review.end else ())]
    if len(points) < 2:
        return None
    room = 100 / len(points)
    told = {one.n for one in review.moments}
    spots = tuple(
        Spot(
            point,
            round((place + 0.5) * room, 2),
            _down(point.chance),
            round(place * room, 2),
            round(room, 2),
            point.n in told and point is not review.end,
            point is review.end,
        )
        for place, point in enumerate(points)
    )
    path = "M" + "L".join(f"{spot.x} {spot.y}" for spot in spots)
    return Drawn(path, _band(spots), spots, _rounds(spots), LEVELS, COLUMN * len(points))


def _band(spots: Sequence[Spot]) -> str:
    if not any(spot.point.error for spot in spots):
        return ""
    above = [f"{spot.x} {_down(min(1.0, spot.point.chance + ERRORS * spot.point.error))}" for spot in spots]
    below = [f"{spot.x} {_down(max(0.0, spot.point.chance - ERRORS * spot.point.error))}" for spot in spots]
    return "M" + "L".join([*above, *reversed(below)]) + "z"


def _rounds(spots: Sequence[Spot]) -> tuple[tuple[float, int], ...]:
    """Where each round begins, as far as there is room to write it."""
    found = list[tuple[float, int]]()
    before = 0
    for spot in spots:
        if spot.point.round not in (0, before) and (not found or spot.x - found[-1][0] >= MIN_GAP):
            found.append((spot.x, spot.point.round))
        before = spot.point.round or before
    return tuple(found)


def _down(chance: float) -> float:
    return round(100 - 100 * chance, 2)
