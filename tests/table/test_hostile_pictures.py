"""Whatever is sent as a picture: a small WebP of its dots alone, or a sentence; never a crash, nor much memory."""

from __future__ import annotations

import io
import resource
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PIL import Image

from tablee.errors import BadInput
from tablee.table import pictures
from tablee.table.pictures import MAX_BYTES, redrawn
from tablee.table.redraw import MAX_BYTES as MAX_KEPT
from tablee.table.redraw import NotDrawn, redraw
from tests.table.hostile import hostile, image


def test_a_hostile_file_gets_a_sentence() -> None:
    for what, file in hostile():
        with pytest.raises(BadInput) as refused:
            redrawn(file)
        assert refused.value.text in pictures.WHY_NOT.values(), what
        assert all(len(refused.value.say(lang)) > 20 for lang in ("fr", "en")), what


def test_a_file_beyond_the_limit_is_not_read() -> None:
    with pytest.raises(BadInput, match="10 MB at most"):
        redrawn(b"\xff\xd8" * (MAX_BYTES // 2 + 1))
    with pytest.raises(BadInput, match="Choose a picture"):
        redrawn(b"")


def test_nothing_comes_along_with_the_dots() -> None:
    """A file that is a picture and something else besides is the picture alone."""
    payload = b"PK\x03\x04<script>alert(1)</script>"
    for kind in ("JPEG", "PNG", "GIF"):
        assert payload not in redrawn(image(kind) + payload).file
    words = redrawn(image("JPEG", comment=payload)).file
    assert payload not in words


def test_of_many_pictures_the_first_is_drawn() -> None:
    frames = [Image.new("P", (60, 40), n % 250) for n in range(1, 400)]
    for kind in ("GIF", "PNG", "WEBP"):
        out = io.BytesIO()
        frames[0].convert("RGB").save(out, kind, save_all=True, append_images=frames[1:], duration=20)
        with Image.open(io.BytesIO(redrawn(out.getvalue()).file)) as drawn:
            assert (drawn.size, getattr(drawn, "n_frames", 1)) == ((60, 40), 1)


@pytest.mark.parametrize("kinds", [1, pytest.param(3, marks=pytest.mark.evening)])
def test_the_largest_pictures_take_a_bounded_part_of_the_memory(kinds: int) -> None:
    """Asked in a process of its own, since a process counts the memory of all its children together."""
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        assert apart.submit(memory_of_the_largest, kinds).result() < 700 * 1024


def memory_of_the_largest(kinds: int) -> int:
    """The most KiB that the processes took which drew the largest pictures again."""
    for kind, size in (("PNG", (5000, 5000)), ("JPEG", (6250, 4000)), ("GIF", (5000, 5000)))[:kinds]:
        made = redrawn(image(kind, size))
        assert max(made.width, made.height) == 1600
        assert len(made.file) <= MAX_KEPT
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    kind=st.sampled_from(("JPEG", "PNG", "WEBP", "GIF")),
    wounds=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=0, max_size=6)), max_size=6),
    cut=st.floats(0, 1),
)
@example("PNG", [], 1.0)
def test_a_wounded_file_is_drawn_or_refused(kind: str, wounds: list[tuple[float, bytes]], cut: float) -> None:
    file = bytearray(image(kind))
    for at, bytes_there in wounds:
        place = int(at * len(file))
        file[place : place + len(bytes_there)] = bytes_there
    try:
        width, height, drawn = redraw(bytes(file[: int(cut * len(file))]), 1600, False)
    except NotDrawn:
        return
    with Image.open(io.BytesIO(drawn)) as picture:
        assert (picture.format, picture.size) == ("WEBP", (width, height))
        assert max(width, height) <= 1600
