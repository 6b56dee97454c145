"""Threads that work for the loop, and an ear for what they tell it: with as few wakes as can be.

Each wake of a thread costs more than most work. So the thread that worked last is asked again first, each thread waits
at a lock of its own so that no other thread wakes, and what is told before the loop has listened needs no other wake.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Inbox:
    """What threads tell a loop."""

    def __init__(self) -> None:
        self._told: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = False

    def listen(self) -> asyncio.AbstractEventLoop:
        """Have what is told from now on heard by the loop that runs."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._woken = loop, False
        return loop

    def tell(self, callback: Callable[..., object], *args: Any) -> None:
        """Have the loop call this soon; callable from any thread. Without a loop nobody is told."""
        if self._loop is None or self._loop.is_closed():
            return
        self._told.append((callback, args))
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._hear)

    def _hear(self) -> None:
        self._woken = False
        try:
            while self._told:
                callback, args = self._told.popleft()
                callback(*args)
        finally:
            if self._told and self._loop is not None:  # one went wrong: the others are called all the same
                self._loop.call_soon(self._hear)


class Threads:
    """As many threads as there was ever work at once: the caller of `do` limits how much work that is."""

    def __init__(self, ear: Inbox) -> None:
        self.ear = ear
        self.idle: list[_Worker] = []

    def do(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """What work gives, done in a thread."""
        asked: asyncio.Future[T] = self.ear.listen().create_future()
        worker = self.idle.pop() if self.idle else _Worker(self)
        worker.asked = asked, work, args
        worker.turn.release()
        return asked

    def close(self) -> None:
        """Those that have nothing to do end."""
        while self.idle:
            self.idle.pop().turn.release()


class InPlace:
    """Work done at once, by the one thread there is: for a house inside a page, where none can be started."""

    def do(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """What work gives, already there."""
        asked: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            asked.set_result(work(*args))
        except Exception as wrong:
            _answer(asked, None, wrong)
        return asked

    def close(self) -> None:
        """Nothing waits to be done."""


class _Worker:
    """A thread that waits until it is its turn, and ends if nothing is asked of it then."""

    def __init__(self, threads: Threads) -> None:
        self.asked: tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]] | None = None
        self.turn = Lock()
        self.turn.acquire()
        self._threads = threads
        Thread(target=self._run, name="tablee", daemon=True).start()

    def _run(self) -> None:
        while self.turn.acquire() and self.asked is not None:
            self._work(*self.asked)

    def _work(self, asked: asyncio.Future[Any], work: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.asked, result, wrong = None, None, None
        try:
            result = work(*args)
        except BaseException as why:
            wrong = why
        self._threads.idle.append(self)  # before the result is told: its caller may then ask for more work
        self._threads.ear.tell(_answer, asked, result, wrong)


def _answer(asked: asyncio.Future[Any], result: Any, wrong: BaseException | None) -> None:
    if asked.done():  # the caller no longer waits
        return
    if wrong is None:
        asked.set_result(result)
    elif isinstance(wrong, StopIteration):  # which a future cannot hold: it would be waited for without end
        asked.set_exception(RuntimeError("a worker ran out of values"))
    else:
        asked.set_exception(wrong)
