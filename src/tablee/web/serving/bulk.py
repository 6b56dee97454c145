"""Bulk: whole evenings from files, read one after the other; what reading one takes is given back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request

T = TypeVar("T")


class Bulk:
    """One file at a time: reading one costs much."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """What work gives, done in a thread; the file itself is among `args`, and gone when memory is given back."""
        async with self._turn:
            try:
                return await asyncio.to_thread(work, *args)
            finally:
                del work, args
                await asyncio.to_thread(give_back)


def give_back() -> None:
    """Let the system have what this process no longer uses: the C library of Linux keeps it for later."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # not every one of them can
            ctypes.CDLL(None).malloc_trim(0)


async def body_of(request: Request) -> bytes:
    """The whole body of a request, which nothing else holds."""
    return b"".join([piece async for piece in request.stream()])
