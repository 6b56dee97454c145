"""QR codes of addresses, as the path of an SVG drawing whose colours are the stylesheet's."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

QUIET = 4  # empty squares around a code, without which telephones do not see it


class Square(NamedTuple):
    """A code to draw: how many squares wide, its quiet edge included, and the outline of the dark ones."""

    side: int
    path: str


def qr(address: str) -> Square:
    """The code of an address, which bears a stain or a fold (error correction M)."""
    import segno

    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    path = []
    for y, row in enumerate(rows, QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return Square(len(rows) + 2 * QUIET, "".join(path))
