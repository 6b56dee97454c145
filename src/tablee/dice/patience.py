"""Patience: how long a caller waits for odds. Counting asks now and then whether it may go on.

>>> from tablee.dice import d6
>>> with Patience(2.0).waiting():
...     len((3 * d6).odds())
16
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tablee.errors import TooLong
from tablee.text import Text

TOO_LONG = Text(
    fr="Ces chances sont trop longues à compter : demandez moins à la fois, une seule cible ou moins de dés.",
    en="These odds take too long to count: ask for less at once, a single target or fewer dice.",
)
NOW_AND_THEN = 32  # steps of counting between two looks at the clock
work_done = getattr(time, "thread_time", time.perf_counter)  # seconds; where there is one thread, time is its work


class Patience:
    """So many seconds of one thread's work, for one question."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self._until, self._steps, self._over = seconds, 0.0, 0, False

    @property
    def over(self) -> bool:
        """Whether something was not counted to its end."""
        return self._over

    def end(self) -> None:
        """Nobody waits any more; callable from any thread."""
        self._over = True

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What is counted meanwhile in this thread is counted with this patience."""
        before = patience()
        self._until = work_done() + self.seconds
        _here.patience = self
        try:
            yield
        finally:
            _here.patience = before

    def step(self) -> None:
        """One more step of counting; TooLong if nobody waits for its end."""
        self._steps += 1
        if self._over or not self._steps % NOW_AND_THEN:
            self.look()

    def look(self) -> None:
        """TooLong if nobody waits any more: for steps so long that each looks at the clock."""
        if self._over or work_done() > self._until:
            self._over = True
            raise TooLong(TOO_LONG)


class _Here(threading.local):
    patience: Patience | None = None


_here = _Here()


def patience() -> Patience | None:
    """The patience with which this thread counts; None if it may take any time."""
    return _here.patience


def look() -> None:
    """TooLong if nobody waits any more for what this thread counts."""
    if (waiting := patience()) is not None:
        waiting.look()
