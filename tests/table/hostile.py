"""Files that somebody might send as a picture to break a house: other kinds, cut short, enormous, endless."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from PIL import Image

ZEROS = bytes(64 * 1024 * 1024)


def image(kind: str = "PNG", size: tuple[int, int] = (64, 48), **more: Any) -> bytes:
    """The file of a picture with something in it."""
    out = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(out, kind, **more)
    return out.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, *chunks: bytes, data: bytes = b"\0" * 100) -> bytes:
    """A PNG that says it is so large, with chunks of its own before what it holds."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    held = chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + held


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("zeros", ZEROS)
    return out.getvalue()


def large_jpeg() -> bytes:
    """A small JPEG whose head says 65,500 dots by 65,500."""
    file = bytearray(image("JPEG"))
    at = file.index(b"\xff\xc0") + 5
    file[at : at + 4] = struct.pack(">HH", 65500, 65500)
    return bytes(file)


def scanned_jpeg() -> bytes:
    """A progressive JPEG of twelve million dots that goes over them again and again."""
    file = image("JPEG", (4000, 3000), progressive=True)
    last = file.rindex(b"\xff\xda")
    return file[:last] + file[last:-2] * 400 + file[-2:]


def large_gif() -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0) + image("GIF")[13:]


def large_webp() -> bytes:
    """A WebP whose canvas is 16,384 dots by 16,384."""
    canvas = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + (16383).to_bytes(3, "little") * 2
    held = b"WEBP" + canvas + image("WEBP")[12:]
    return b"RIFF" + struct.pack("<I", len(held)) + held


def hostile() -> Iterator[tuple[str, bytes]]:
    """Each of these files, with what it is; none is a picture that can be kept."""
    for kind in ("BMP", "TIFF", "ICO", "PPM", "PDF"):
        yield f"another kind, {kind}", image(kind)
    yield "SVG", b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    yield "HTML", b"<!doctype html><script>alert(1)</script>"
    yield "PostScript", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"
    yield "HEIC", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400)
    yield "an archive", zipped()
    yield "zeros", bytes(100_000)
    yield "half a character", b"\xff\xfe\xff" * 50
    for kind in ("JPEG", "PNG", "WEBP"):
        yield f"{kind} cut in two", image(kind, (400, 300))[: len(image(kind, (400, 300))) // 2]
        yield f"the head of a {kind}", image(kind)[:20]
    yield "a GIF without a picture", image("GIF")[:20]
    yield "PNG of 3.6 thousand million dots", png(60_000, 60_000)
    yield "PNG larger than numbers", png(2**31 - 1, 2**31 - 1)
    yield "PNG of no dots", png(0, 10)
    yield "PNG that holds less than it says", png(4000, 4000)
    yield "PNG with a bomb of words", png(8, 8, chunk(b"zTXt", b"a\0\0" + zlib.compress(ZEROS, 9)), data=bytes(200))
    yield "PNG with a bomb of colours", png(8, 8, chunk(b"iCCP", b"a\0\0" + zlib.compress(ZEROS, 9)), data=bytes(3))
    yield "PNG of chunks without end", png(8, 8, *[chunk(b"aaAa", b"")] * 100_000, data=bytes(200))
    yield "JPEG of 4.3 thousand million dots", large_jpeg()
    yield "JPEG without end", scanned_jpeg()
    yield "GIF of 4.3 thousand million dots", large_gif()
    yield "WebP of 268 million dots", large_webp()
