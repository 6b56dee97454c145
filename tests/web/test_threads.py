"""Threads that work for a loop: what they give and raise, whose turn it is, and what the loop hears."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tablee.web.serving.threads import Inbox, Threads


def test_what_work_gives_or_raises_comes_back() -> None:
    async def asked() -> tuple[int, str]:
        threads = Threads(Inbox())
        with pytest.raises(ZeroDivisionError):
            await threads.do(divmod, 1, 0)
        here = threading.get_ident()
        return await threads.do(max, 2, 3), "elsewhere" if await threads.do(threading.get_ident) != here else "here"

    assert asyncio.run(asked()) == (3, "elsewhere")


def test_work_that_runs_out_of_values_is_answered_too() -> None:
    """A future holds no StopIteration: whoever asked would wait without end."""

    async def asked() -> None:
        with pytest.raises(RuntimeError):
            await asyncio.wait_for(Threads(Inbox()).do(next, iter(())), 10)

    asyncio.run(asked())


def test_whoever_worked_last_works_again() -> None:
    async def asked() -> tuple[int, int, int]:
        threads, together = Threads(Inbox()), threading.Barrier(3)
        await asyncio.gather(*(threads.do(together.wait, 10) for _ in range(3)))
        again = {await threads.do(threading.get_ident) for _ in range(20)}
        idle = len(threads.idle)
        threads.close()
        return len(again), idle, len(threads.idle)

    assert asyncio.run(asked()) == (1, 3, 0)


def test_whoever_left_is_not_answered_and_the_thread_goes_on() -> None:
    async def left() -> tuple[bool, int]:
        threads, go_on = Threads(Inbox()), threading.Event()
        asked = threads.do(go_on.wait, 10)
        asked.cancel()
        go_on.set()
        while not threads.idle:
            await asyncio.sleep(0.01)
        return asked.cancelled(), await threads.do(max, 1, 2)

    assert asyncio.run(left()) == (True, 2)


def test_everything_told_is_heard_in_order_whatever_goes_wrong() -> None:
    """From several threads at once, with few wakes; one that goes wrong keeps nothing from the others."""

    async def told() -> tuple[list[int], list[str]]:
        ear, heard, wrong = Inbox(), list[int](), list[str]()
        ear.listen().set_exception_handler(lambda _, context: wrong.append(str(context["exception"])))
        ear.tell(heard.append, 0)
        ear.tell(heard.remove, 7)
        ear.tell(heard.append, 1)
        while len(heard) < 2:
            await asyncio.sleep(0)

        def tell(first: int) -> None:
            for n in range(first, first + 1000):
                ear.tell(heard.append, n)

        await asyncio.gather(*(asyncio.to_thread(tell, first) for first in (1000, 2000, 3000)))
        while len(heard) < 3002:
            await asyncio.sleep(0)
        return heard, wrong

    heard, wrong = asyncio.run(told())
    assert heard[:2] == [0, 1]
    assert len(wrong) == 1
    assert all([n for n in heard if n // 1000 == k] == list(range(k * 1000, k * 1000 + 1000)) for k in (1, 2, 3))


def test_nobody_is_told_without_a_loop() -> None:
    ear = Inbox()
    ear.tell(pytest.fail, "heard")

    async def listened() -> None:
        ear.listen()

    asyncio.run(listened())
    ear.tell(pytest.fail, "heard")  # its loop is closed
    heard: list[int] = []

    async def listens_again() -> None:
        ear.listen()
        ear.tell(heard.append, 1)
        await asyncio.sleep(0.01)

    asyncio.run(listens_again())
    assert heard == [1]
