"""Short codes that open a shared screen: typed once on a television, where a link is too long."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from tablee.table.archive import CODE_LETTERS

LENGTH = 6
SECONDS = 15 * 60  # that a code waits to be typed
MOST = 1000  # codes at once: the oldest goes


class Opens(NamedTuple):
    """What a code opens: the seat of a screen, until when."""

    table: str
    token: str
    until: float


class ScreenCodes:
    """The codes of this process that were not typed yet: each opens one screen once."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._lock = now, Lock()
        self._kept: dict[str, Opens] = {}

    def fresh(self, table: str, token: str, taken: Callable[[str], bool]) -> str:
        """A code for the seat of a screen, which is no table's."""
        with self._lock:
            while True:
                code = "".join(secrets.choice(CODE_LETTERS) for _ in range(LENGTH))
                if code not in self._kept and not taken(code):
                    break
            waiting = {old: one for old, one in self._kept.items() if one.until > self._now()}
            self._kept = dict(list(waiting.items())[1 - MOST :])
            self._kept[code] = Opens(table, token, self._now() + SECONDS)
            return code

    def typed(self, code: str) -> Opens | None:
        """What a code opens, which it does no more; None if it opens nothing, or waited too long."""
        with self._lock:
            found = self._kept.pop(code, None)
        return found if found and found.until > self._now() else None
