"""Pictures that people bring: read within limits and drawn again as small files of our own, or refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tablee.errors import BadInput
from tablee.table.redraw import BROKEN, MAX_DOTS, OTHER_KIND, TOO_MANY_DOTS
from tablee.text import Text

MEDIA_TYPE = "image/webp"
MAX_BYTES = 10 * 1024 * 1024  # of a file that a seat sends
MAX_SECONDS = 60.0  # for one file, however busy the machine
ID = re.compile(r"[A-Za-z0-9_-]{24}-(\d{1,4})x(\d{1,4})")  # an unguessable word, then the size in dots

NO_FILE = Text(fr="Choisissez d'abord une image.", en="Choose a picture first.")
TOO_LARGE = Text(
    fr="Cette image pèse trop lourd : {most} Mo au plus. Envoyez-en une plus petite.",
    en="This picture is too large a file: {most} MB at most. Send a smaller one.",
)
WHY_NOT = {
    OTHER_KIND: Text(
        fr="Ce fichier n'est pas une image que l'on sait lire : envoyez un JPEG, un PNG, un WebP ou un GIF.",
        en="This file is not a picture that can be read: send a JPEG, a PNG, a WebP or a GIF.",
    ),
    TOO_MANY_DOTS: Text(
        fr="Cette image est trop grande : {dots} millions de points au plus. Réduisez-la, puis renvoyez-la.",
        en="This picture is too big: {dots} million dots at most. Make it smaller, then send it again.",
    ),
    BROKEN: Text(
        fr="Cette image est abîmée ou coupée : enregistrez-la de nouveau, puis renvoyez-la.",
        en="This picture is damaged or cut short: save it again, then send it again.",
    ),
}


class Shape(NamedTuple):
    """How a picture is drawn: its longest side in dots, and whether it is cut to a square."""

    longest: int
    square: bool = False


ON_PAPER, PORTRAIT = Shape(1600), Shape(256, square=True)


class Picture(NamedTuple):
    """A picture that we drew, as a file of `MEDIA_TYPE`, and how many dots the file had that it was drawn from."""

    file: bytes
    width: int
    height: int
    dots: int = 0


class NoPicture(BadInput):
    """A file is no picture that can be drawn: how many of its dots were decoded in vain."""

    def __init__(self, status: int, dots: int) -> None:
        super().__init__(WHY_NOT.get(status, WHY_NOT[BROKEN]), dots=MAX_DOTS // 1_000_000)
        self.dots = dots


def size_of(id: str) -> tuple[int, int] | None:
    """The width and the height that the id of a picture tells; None if it is no id of ours."""
    told = ID.fullmatch(id)
    return (int(told[1]), int(told[2])) if told else None


def redrawn(file: bytes, shape: Shape = ON_PAPER) -> Picture:
    """The picture that a file shows, drawn again by `redraw` in a process of its own; BadInput if there is none,
    NoPicture once it was looked at.
    """
    if not file:
        raise BadInput(NO_FILE)
    if len(file) > MAX_BYTES:
        raise BadInput(TOO_LARGE, most=MAX_BYTES // 1024**2)
    worker = [sys.executable, "-P", str(Path(__file__).with_name("redraw.py"))]
    words = [str(shape.longest), "square" if shape.square else "whole"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("TABLEE")}  # no database's address
    try:
        ran = subprocess.run([*worker, *words], input=file, capture_output=True, timeout=MAX_SECONDS, env=own)
    except subprocess.TimeoutExpired:
        raise NoPicture(BROKEN, MAX_DOTS) from None
    size, _, drawn = ran.stdout.partition(b"\n")
    if not size:  # it was ended: it took all that it may
        raise NoPicture(BROKEN, MAX_DOTS)
    width, height, dots = map(int, size.split())
    if ran.returncode:
        raise NoPicture(ran.returncode, dots)
    return Picture(drawn, width, height, dots)
