"""A picture drawn again: what a file of any origin shows, as a small WebP that holds its dots and nothing else.

`pictures.redrawn` runs this file in a process of its own, which is given so much memory and time and no more, and knows
no table: whatever a file does to a decoder, it does it here. The file comes in by the standard input; out come, on
a line, the width, the height and how many dots the file had, then the new file. The exit status says why there is none;
the line then says how many dots were decoded in vain.
"""

from __future__ import annotations

import io
import struct
import sys
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image  # loaded by those who draw alone: it is large

OTHER_KIND, TOO_MANY_DOTS, BROKEN = 3, 4, 5  # exit statuses

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_DOTS = 25_000_000  # of the file: a telephone takes 12 million
MAX_BYTES = 700_000  # of what is drawn
MAX_SCANS = 64  # of a JPEG: each may go over the whole picture again; cameras write ten
MAX_CHUNKS = 20_000  # of a PNG
MEMORY = 1 << 30  # bytes of address space: several times the largest picture
SECONDS = 20  # of a processor
DEEP = ("I", "I;16", "I;16B", "I;16L", "I;16N")  # grey in 65,536 shades


class NotDrawn(Exception):
    """Why a file is not drawn: an exit status; and how many dots were decoded before that was known."""

    def __init__(self, status: int, dots: int = 0) -> None:
        super().__init__(status)
        self.status, self.dots = status, dots


def redraw(file: bytes, longest: int, square: bool) -> tuple[int, int, bytes]:
    """The first picture of a file, upright, at most so many dots long: its width, its height and a WebP file.

    A square one is cut from the middle. NotDrawn if the file is of another kind, too large, or cannot be read.
    """
    from PIL import Image, UnidentifiedImageError

    if file.count(b"\xff\xda") > MAX_SCANS and file.startswith(b"\xff\xd8"):
        raise NotDrawn(BROKEN)
    if file.startswith(b"\x89PNG") and _chunks(file) > MAX_CHUNKS:
        raise NotDrawn(BROKEN)
    dots = 0
    try:
        with Image.open(io.BytesIO(file), formats=FORMATS) as image:  # reads its head only
            if image.width * image.height > MAX_DOTS:
                raise NotDrawn(TOO_MANY_DOTS)
            dots = image.width * image.height
            image.draft("RGB", (longest, longest))  # a large JPEG is decoded at a half, a quarter…
            return _written(_upright(image, longest, square))
    except NotDrawn:
        raise
    except UnidentifiedImageError:
        raise NotDrawn(OTHER_KIND) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NotDrawn(TOO_MANY_DOTS) from None
    except Exception:  # decoders fail in as many ways as there are files
        raise NotDrawn(BROKEN, dots) from None


def _chunks(png: bytes) -> int:
    """How many chunks a PNG has, counted as far as there may be."""
    at, found = 8, 0
    while at + 8 <= len(png) and found <= MAX_CHUNKS:
        at, found = at + 12 + int(struct.unpack_from(">I", png, at)[0]), found + 1
    return found


def _upright(image: Image.Image, longest: int, square: bool) -> Image.Image:
    """The dots of a picture, made small, turned as its camera was held, without anything that came with them."""
    from PIL import Image, ImageOps

    image.load()
    drawn: Image.Image = image
    if drawn.mode in DEEP:
        drawn = drawn.convert("I").point(lambda shade: shade * (1 / 256)).convert("L")
    clear = drawn.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in drawn.info
    drawn = drawn.convert("RGBA" if clear else "RGB")
    if square:
        drawn = ImageOps.fit(ImageOps.exif_transpose(drawn), (longest, longest), Image.Resampling.LANCZOS)
    else:
        drawn.thumbnail((longest, longest), Image.Resampling.LANCZOS)
        drawn = ImageOps.exif_transpose(drawn)
    return Image.frombytes(drawn.mode, drawn.size, drawn.tobytes())


def _written(image: Image.Image) -> tuple[int, int, bytes]:
    """A picture as a file of the size that is kept: less fine where need be, and in the end smaller."""
    from PIL import Image

    while True:
        for quality in (82, 55):
            out = io.BytesIO()
            image.save(out, "WEBP", quality=quality, method=4)
            if len(out.getvalue()) <= MAX_BYTES:
                return image.width, image.height, out.getvalue()
        image = image.resize((max(1, image.width * 2 // 3), max(1, image.height * 2 // 3)), Image.Resampling.LANCZOS)


def _bounded() -> None:
    """Give this process so much memory and time, where the system knows how."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(longest: str, shape: str) -> int:
    """Draw the file at the standard input again, onto the standard output; the exit status."""
    from PIL import Image

    _bounded()
    Image.MAX_IMAGE_PIXELS = MAX_DOTS
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    file = sys.stdin.buffer.read()
    try:
        width, height, drawn = redraw(file, int(longest), shape == "square")
        with Image.open(io.BytesIO(file), formats=FORMATS) as image:
            dots = image.width * image.height
    except NotDrawn as why:
        sys.stdout.buffer.write(f"0 0 {why.dots}\n".encode())
        return why.status
    except MemoryError:
        return BROKEN
    sys.stdout.buffer.write(f"{width} {height} {dots}\n".encode() + drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
