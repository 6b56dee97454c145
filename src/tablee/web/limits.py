"""Limits on requests: their size, how many a second, how many streams. Documented in docs/api.md."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_BYTES = 256 * 1024  # of a request body
MOST_IMPORT_BYTES = 32 * 1024 * 1024
MOST_SECONDS = 10.0  # for a request body to arrive, and between two pieces of an import
MOST_IMPORT_SECONDS = 60.0  # for all of an import to arrive
OPENING, IMPORTING, PER_BYTE = 5.0, 15.0, 1 / (256 * 1024)  # what making a table costs, counted in commands
PER_SECOND = 20.0  # commands of one caller, on average
BURST = 60.0
MOST_CALLERS = 10_000
MOST_STREAMS = 32  # open at once, of one seat


def cost(path: str, size: int) -> float:
    """What a request with a body of this size costs, counted in commands; never more than can be saved up."""
    if path == "/api/tables/import":
        return min(BURST, IMPORTING + size * PER_BYTE)
    return OPENING if path == "/api/tables" else 1.0


class Bucket:
    """Tokens that come back with time: callers who empty their bucket wait."""

    def __init__(self) -> None:
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._welcome: OrderedDict[str, None] = OrderedDict()

    def caller(self, token: str | None, address: str) -> str:
        """Whom a request is counted for: the seat once its token was seen to open one, until then the address."""
        return token if token and token in self._welcome else address

    def welcome(self, token: str, address: str) -> None:
        """A token opened its seat: what its address was charged for asking is given back."""
        if token not in self._welcome:
            left, since = self._left.get(address, (BURST, time.monotonic()))
            self._left[address] = (min(BURST, left + 1), since)
        self._welcome[token] = None
        self._welcome.move_to_end(token)
        while len(self._welcome) > MOST_CALLERS:
            self._welcome.popitem(last=False)

    def take(self, caller: str, price: float = 1.0) -> bool:
        """Whether the caller may ask now for something of this price."""
        now = time.monotonic()
        left, since = self._left.pop(caller, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        allowed = left >= price
        self._left[caller] = (left - price if allowed else left, now)
        while len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        return allowed
