"""Batch: what many threads ask for at once, done by one of them for all that wait; one commit for a whole group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class _Asked(Generic[T, R]):
    """What one thread waits for: `turn` is free once it is done, or once that thread is to work for the others."""

    def __init__(self, what: T) -> None:
        self.what = what
        self.became: R | BaseException | None = None
        self.turn = Lock()
        self.turn.acquire()


class Batch(Generic[T, R]):
    """`work` gets everything asked for while it was last busy, and says what became of each.

    If it raises, nothing of its group was done: everybody in it gets the exception, at once.
    """

    def __init__(self, work: Callable[[Sequence[T]], Sequence[R | Exception]]) -> None:
        self._work = work
        self._lock = Lock()
        self._busy = False
        self._waiting: list[_Asked[T, R]] = []

    def ask(self, what: T) -> R:
        """What became of it, once it is done; raised if that is an exception."""
        mine: _Asked[T, R] = _Asked(what)
        with self._lock:
            self._waiting.append(mine)
            alone, self._busy = not self._busy, True
        if not alone:
            mine.turn.acquire()
        if mine.became is None:
            self._run()
        assert mine.became is not None
        if isinstance(mine.became, BaseException):
            raise mine.became
        return mine.became

    def _run(self) -> None:
        """Do all that waits, then wake those whose it was, and one of those who came meanwhile to do theirs."""
        with self._lock:
            group, self._waiting = self._waiting, []
        became: Sequence[R | BaseException]
        try:
            became = self._work([one.what for one in group])
        except BaseException as why:
            became = [why] * len(group)
        with self._lock:
            following = self._waiting[:1]
            self._busy = bool(following)
        for one, what in zip(group, became, strict=True):
            one.became = what
        for one in (*following, *group):
            one.turn.release()
