"""What lies around a scene as it is drawn: the parts of a clock, the places of a track."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from tablee.rules.sheet.sheet_data import EntrySeen

MAX_PARTS = 12  # of a clock: more of them could not be told apart
MIDDLE, RADIUS = 16, 13  # of a clock, in a square of 32


class Part(NamedTuple):
    """A part of a clock: its outline, and whether it is gone."""

    path: str
    gone: bool


def clock_parts(gone: int, whole: int) -> tuple[Part, ...]:
    """A clock of which so much is gone: a part for each unit, twelve at most; something is left until all is gone."""
    parts = max(1, min(whole, MAX_PARTS))
    share = gone if parts == whole else round(gone * parts / max(whole, 1))
    filled = parts if gone >= whole else min(max(share, int(gone > 0)), parts - 1)
    if parts == 1:
        around = f"M{MIDDLE} {MIDDLE - RADIUS}a{RADIUS} {RADIUS} 0 1 1-.01 0z"
        return (Part(around, filled > 0),)
    return tuple(Part(_slice(at, parts), at < filled) for at in range(parts))


def _slice(at: int, parts: int) -> str:
    (x1, y1), (x2, y2) = (_rim(place / parts) for place in (at, at + 1))
    return f"M{MIDDLE} {MIDDLE}L{x1:.2f} {y1:.2f}A{RADIUS} {RADIUS} 0 0 1 {x2:.2f} {y2:.2f}z"


def _rim(turn: float) -> tuple[float, float]:
    return MIDDLE + RADIUS * sin(2 * pi * turn), MIDDLE - RADIUS * cos(2 * pi * turn)


class Lane(NamedTuple):
    """An entry on a track, in hundredths of the track's length: where it is, where its end is (None if nowhere)."""

    entry: EntrySeen
    at: float
    end: float | None


class Track(NamedTuple):
    """A track: everybody's lane, and its marks, each by its place and its number."""

    lanes: tuple[Lane, ...]
    marks: tuple[tuple[float, int], ...]


def track_of(entries: Sequence[EntrySeen]) -> Track:
    """The track of entries that are `drawn` on one: from the hindmost to the furthest end."""
    ends = [int(entry.most) for entry in entries if entry.most is not None]
    places = [int(entry.value) for entry in entries] + ends
    low, high = min(0, *places), max(*places, min(places) + 5)
    wide = high - low

    def place(at: int) -> float:
        return round(6 + 88 * (at - low) / wide, 2)

    every = 1 if wide <= 15 else 5
    lanes = tuple(
        Lane(entry, place(entry.value), None if entry.most is None else place(entry.most)) for entry in entries
    )
    return Track(lanes, tuple((place(at), at) for at in range(low, high + 1) if at % every == 0))
