"""How much one may ask: request size, requests a second. Documented in docs/api.md."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_BYTES = 256 * 1024  # of a request body
MOST_IMPORT_BYTES = 64 * 1024 * 1024
PER_SECOND = 20.0  # commands of one caller, on average
BURST = 60.0
MOST_CALLERS = 10_000


class Bucket:
    """Tokens that come back with time: a caller who empties his bucket waits."""

    def __init__(self) -> None:
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> bool:
        """Whether the caller may ask once more now."""
        now = time.monotonic()
        left, since = self._left.pop(caller, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        allowed = left >= 1
        self._left[caller] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        return allowed
