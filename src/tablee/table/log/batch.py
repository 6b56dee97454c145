"""Batch: what many threads ask for at once, done by one of them for all that wait; one commit for a whole group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class _Asked(Generic[T]):
    """What one thread waits for."""

    def __init__(self, what: T) -> None:
        self.what = what
        self.became: int | BaseException | None = None


class Batch(Generic[T]):
    """`work` gets everything asked for while it was last busy, and says what became of each.

    If it raises, nothing of its group was done: everybody in it gets the exception, at once.
    """

    def __init__(self, work: Callable[[Sequence[T]], Sequence[int | Exception]]) -> None:
        self._work = work
        self._turn = Condition()
        self._busy = False
        self._waiting: list[_Asked[T]] = []

    def ask(self, what: T) -> int:
        """What became of it, once it is done; raised if that is an exception."""
        mine = _Asked(what)
        with self._turn:
            self._waiting.append(mine)
            while mine.became is None and self._busy:
                self._turn.wait()
            if mine.became is None:
                self._busy = True
                group, self._waiting = self._waiting, []
        if mine.became is None:
            self._run(group)
        if isinstance(mine.became, int):
            return mine.became
        assert mine.became is not None
        raise mine.became

    def _run(self, group: list[_Asked[T]]) -> None:
        became: Sequence[int | BaseException]
        try:
            became = self._work([one.what for one in group])
        except BaseException as why:
            became = [why] * len(group)
        with self._turn:
            for one, what in zip(group, became, strict=True):
                one.became = what
            self._busy = False
            self._turn.notify_all()
