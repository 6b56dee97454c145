"""Whose work goes to a thread, and when: so much at once for each seat and each table, and one count of odds per seat.

No seat's request waits behind all the requests of another seat. Of the questions about odds that one seat asks, the
newest counts: older ones that wait or are being counted are answered `Superseded` at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from tablee.dice.patience import Patience
from tablee.errors import TooLong
from tablee.web.serving.threads import Inbox, InPlace, Threads

T = TypeVar("T")

OF_A_SEAT, OF_A_TABLE = 2, 3  # at once in threads
THREADS = 32  # at work, or waiting for the disk: those who wait are kept together, in one commit
MAX_WAITING = 64  # requests of one seat
IN_LINE = 8  # requests of one address at a machine: one more is refused at once
COUNTING = 2  # questions about odds at once, in this process
QUICK = 0.1  # seconds of work after which a question gives way to those that may be shorter
MAX_ASKED = 24  # that wait or are counted, in this process


class Crowded(Exception):
    """Too many requests of one seat wait already."""


class Superseded(Exception):
    """A seat has asked something newer than this."""


Whose = tuple[str, ...]
"""Whose turn: a seat's (its table and its token), a table's, or a thread's, which is nobody's in particular."""


class _Turn:
    """The work of one seat or table: how much of it there is, and room for so much at once."""

    __slots__ = ("room", "waiting")

    def __init__(self, at_once: int) -> None:
        self.waiting, self.room = 0, asyncio.Semaphore(at_once)


class Turns:
    """Room for the work of each seat and of each table."""

    def __init__(self, threads: Threads | InPlace | None = None) -> None:
        self._turns: dict[Whose, _Turn] = {}
        self._threads = threads or Threads(Inbox())

    async def do(self, table: str, token: str, work: Callable[..., T], *args: Any, most: int | None = MAX_WAITING) -> T:
        """What work gives, done in a thread once it is its seat's turn; Crowded if `most` of its own wait already."""
        async with self.of(table, token, most):
            return await self._threads.do(work, *args)

    def close(self) -> None:
        """No more work is asked for."""
        self._threads.close()

    def of(self, table: str, token: str, most: int | None = MAX_WAITING) -> Taken:
        """A turn at a thread for one request of a seat; Crowded if `most` of its own wait already."""
        turns = self._turns
        return Taken(turns, (((table, token), OF_A_SEAT), ((table,), OF_A_TABLE), ((), THREADS)), most)

    def one(self, table: str, token: str) -> Taken:
        """A turn for one request of a seat, after all its others."""
        return Taken(self._turns, (((table, token), 1),))

    def replay(self, table: str, token: str) -> Taken:
        """A turn for a stream of a seat to send what was there before it, after its other streams."""
        return Taken(self._turns, (((table, token, "replay"), 1),))


class Taken:
    """Turns taken one after the other, all of them had at once. Thousands may wait: it is small."""

    __slots__ = ("_had", "_most", "_turns", "_wanted")

    def __init__(
        self, turns: dict[Whose, _Turn], wanted: tuple[tuple[Whose, int], ...], most: int | None = None
    ) -> None:
        self._turns, self._wanted, self._most, self._had = turns, wanted, most, 0

    async def __aenter__(self) -> None:
        first = self._turns.get(self._wanted[0][0])
        if self._most is not None and first is not None and first.waiting >= self._most:
            raise Crowded
        for whose, at_once in self._wanted:
            turn = self._turns.get(whose)
            if turn is None:
                turn = self._turns[whose] = _Turn(at_once)
            turn.waiting += 1
            try:
                await turn.room.acquire()
            except BaseException:
                self._leave(whose, turn)
                await self.__aexit__()
                raise
            self._had += 1

    async def __aexit__(self, *_: object) -> None:
        for whose, _at_once in reversed(self._wanted[: self._had]):
            turn = self._turns[whose]
            turn.room.release()
            self._leave(whose, turn)

    def _leave(self, whose: Whose, turn: _Turn) -> None:
        turn.waiting -= 1
        if not turn.waiting:
            del self._turns[whose]


class Machine:
    """What serves so many at a time, in turn: of each address and of each seat one waits in line, however many ask."""

    def __init__(self, at_once: int = 1) -> None:
        self._turns: dict[Whose, _Turn] = {}
        self._at_once = at_once

    def turn(self, address: str, seat: str = "") -> Taken:
        """A turn for one request of an address and of a seat; Crowded if some of that address wait already."""
        own: tuple[tuple[Whose, int], ...] = ((("seat", seat), 1),) if seat else ()
        return Taken(self._turns, ((("address", address), 1), *own, ((), self._at_once)), IN_LINE)


class _Question:
    """A question about odds that waits or is being counted, with the patience that it is counted with just now."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.patience = seconds, Patience(seconds)
        self.superseded: asyncio.Future[type[Exception]] = asyncio.get_running_loop().create_future()

    def give_way(self, told: type[Exception] = Superseded) -> None:
        self.patience.end()
        if not self.superseded.done():
            self.superseded.set_result(told)


class Questions:
    """The newest question of each seat, of each kind; one is counted at a time for each seat.

    Short ones go first: each is tried for a moment (`quick` seconds of work, 0 for none) by a thread that does nothing
    else, and those that take longer are then counted one after the other. Those that wait or are counted are at most so
    many, those that took longer at most `most_long`: what one more would have to wait for is no answer to it. Whoever
    asks several at once makes room for a seat that asks one.
    """

    def __init__(
        self, at_once: int = COUNTING, most: int = MAX_ASKED, quick: float = QUICK, most_long: int = MAX_ASKED
    ) -> None:
        self._most, self._moment, self._most_long, self._long = most, quick, most_long, 0
        self._newest: dict[tuple[str, str, str], _Question] = {}
        self._turns = Turns()
        self._threads = ThreadPoolExecutor(at_once, "tablee-odds")
        self._quick = ThreadPoolExecutor(1, "tablee-quick")

    async def ask(self, table: str, token: str, kind: str, seconds: float, count: Callable[[], T]) -> T:
        """What `count` gives, away from everybody else, in so many seconds of work; Superseded by a newer question,
        Crowded if too many of others wait already.
        """
        whose, mine = (table, token, kind), _Question(seconds)
        older = self._newest.get(whose)
        if older is None and len(self._newest) >= self._most:
            self._make_room(whose)
        self._newest[whose] = mine
        if older is not None:
            older.give_way()
        counting = asyncio.create_task(self._counted(whose, mine, count))
        counting.add_done_callback(_read)
        try:
            await asyncio.wait((counting, mine.superseded), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # nobody waits for it any more
            mine.give_way()
            raise
        finally:
            if self._newest.get(whose) is mine:
                del self._newest[whose]
        if mine.superseded.done():
            raise mine.superseded.result()
        return counting.result()

    def _make_room(self, whose: tuple[str, str, str]) -> None:
        """Have the newest of several questions of one seat give way, which is told Crowded; Crowded if whoever asks has
        one already, or nobody has several.
        """
        many = Counter(seat[:2] for seat in self._newest)
        (greedy, count), *_ = many.most_common(1)
        if whose[:2] in many or count == 1:
            raise Crowded
        last = next(seat for seat in reversed(self._newest) if seat[:2] == greedy)
        self._newest.pop(last).give_way(Crowded)

    async def _counted(self, whose: tuple[str, str, str], mine: _Question, count: Callable[[], T]) -> T:
        def patiently() -> T:
            with mine.patience.waiting():
                return count()

        async with self._turns.one(*whose[:2]):
            if self._moment:
                mine.patience = Patience(min(self._moment, mine.seconds))
                with suppress(TooLong):
                    told = await asyncio.get_running_loop().run_in_executor(self._quick, patiently)
                    if not mine.patience.over:
                        return told
            if mine.superseded.done():
                raise Superseded
            if self._long >= self._most_long:
                raise Crowded
            self._long += 1
            try:
                mine.patience = Patience(mine.seconds)
                return await asyncio.get_running_loop().run_in_executor(self._threads, patiently)
            finally:
                self._long -= 1

    def close(self) -> None:
        """Nobody waits for anything that is still counted."""
        for question in self._newest.values():
            question.give_way()
        for threads in (self._quick, self._threads):
            threads.shutdown(wait=False, cancel_futures=True)


def _read(counting: asyncio.Task[T]) -> None:
    """Look at how a count ended, so that one nobody waited for is not complained about."""
    if not counting.cancelled():
        counting.exception()
