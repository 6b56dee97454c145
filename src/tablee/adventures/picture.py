"""A picture of an adventure: a small PNG, read with distrust and kept without anything that is not drawn."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from struct import error, pack, unpack

from tablee.errors import BadInput
from tablee.text import Text

NAME, SUFFIX = r"^[a-z0-9]+(-[a-z0-9]+)*\.png$", ".png"
NAME_OR_NONE = r"^([a-z0-9]+(-[a-z0-9]+)*\.png)?$"
MAX_PICTURE, MAX_PICTURES = 48 * 1024, 8  # bytes of one, and how many an adventure has
MAX_SIDE = 1600  # dots
SIGNATURE = b"\x89PNG\r\n\x1a\n"
DRAWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # what else a PNG may hold is not drawn, and is left out
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # colour type → samples of a dot
NOT_DRAWN = Text(
    fr="{file} n'est pas une image PNG simple et entière : enregistrez-la de nouveau en PNG, sans entrelacement.",
    en="{file} is not a plain, whole PNG picture: save it as PNG again, not interlaced.",
)
TOO_LARGE = Text(
    fr="{file} est trop grande : {most} Ko et {side} points de côté au plus.",
    en="{file} is too large: {most} KB and {side} dots a side at most.",
)
TOO_MANY = Text(fr="{most} images au plus dans une aventure.", en="An adventure has {most} pictures at most.")
NOT_A_NAME = Text(
    fr="« {file} » : le nom d'une image s'écrit en minuscules, chiffres et traits d'union, et finit par « .png ».",
    en="“{file}”: the name of a picture is written in small letters, digits and hyphens, and ends in “.png”.",
)


def kept(name: str, data: bytes) -> str:
    """A picture as text, of which only what is drawn is kept; BadInput if it is no plain PNG, or a large one."""
    if not re.match(NAME, name):
        raise BadInput(NOT_A_NAME, file=name[:60])
    if len(data) > MAX_PICTURE:
        raise BadInput(TOO_LARGE, file=name, most=MAX_PICTURE // 1024, side=MAX_SIDE)
    try:
        return b64encode(_plain(name, data)).decode("ascii")
    except (ValueError, error, zlib.error) as wrong:
        raise BadInput(NOT_DRAWN, file=name) from wrong


def file_of(name: str, picture: str) -> bytes:
    """The file of a picture that was kept, perhaps elsewhere; BadInput if it is none that we would have kept."""
    try:
        return b64decode(kept(name, b64decode(picture, validate=True)))
    except ValueError as wrong:
        raise BadInput(NOT_DRAWN, file=name) from wrong


def _plain(name: str, data: bytes) -> bytes:
    """The file again, of the chunks that draw it, once its dots are as many as it says; ValueError otherwise."""
    if not data.startswith(SIGNATURE):
        raise ValueError(name)
    chunks = [(kind, body) for kind, body in _chunks(data) if kind in DRAWN]
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or kinds.count(b"IHDR") != 1 or b"IDAT" not in kinds:
        raise ValueError(name)
    width, height, depth, colour, compression, filtering, interlaced = unpack(">IIBBBBB", chunks[0][1])
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise BadInput(TOO_LARGE, file=name, most=MAX_PICTURE // 1024, side=MAX_SIDE)
    if depth not in (1, 2, 4, 8) or colour not in SAMPLES or compression or filtering or interlaced:
        raise ValueError(name)
    if colour == 3 and b"PLTE" not in kinds:
        raise ValueError(name)
    expected = height * (1 + (width * depth * SAMPLES[colour] + 7) // 8)
    unfolding = zlib.decompressobj()
    dots = unfolding.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"), expected + 1)
    if len(dots) != expected:
        raise ValueError(name)
    return SIGNATURE + b"".join(_written(kind, body) for kind, body in chunks)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG up to its end, each as long as it says and as it was written."""
    at = len(SIGNATURE)
    while True:
        length, kind = unpack(">I4s", data[at : at + 8])
        body, check = data[at + 8 : at + 8 + length], data[at + 8 + length : at + 12 + length]
        if len(body) != length or check != pack(">I", zlib.crc32(kind + body)):
            raise ValueError(kind)
        yield kind, body
        if kind == b"IEND":
            return
        at += 12 + length


def _written(kind: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))
