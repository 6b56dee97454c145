"""What a stream costs: how often it is woken, what it asks the disk for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tablee.table.lines import Line
from tablee.table.log.cache import RECENT
from tablee.table.log.store import Store
from tablee.table.log.watching import TICK
from tablee.table.service import FEW, House
from tablee.table.topics.chat import Say
from tablee.table.topics.pin import Pinned
from tablee.web import live
from tablee.web.live import PIECE, Hub, Stream
from tablee.web.serving.limits import MAX_STREAMS
from tablee.web.serving.turns import Turns
from tests.rules.sample import GAME
from tests.table.conftest import Evening, at, opened
from tests.web.serving import Server

Sent = list[bytes]


async def streamed(
    house: House, evening: Evening, seat: str, during: Callable[[Sent], Awaitable[None]]
) -> tuple[Sent, list[int | None]]:
    """What one stream of a table sent while something went on, and the versions at which it asked for lines."""
    hub, sent, asked, left = Hub(), Sent(), list[int | None](), asyncio.Event()

    async def lines(after: int, version: int | None) -> list[Line]:
        asked.append(version)
        if version is None:
            return await asyncio.to_thread(house.lines, evening.table, seat, after)
        at_hand = house.lines_at_hand(evening.table, seat, after, "", version)
        return await asyncio.to_thread(house.lines, evening.table, seat, after) if at_hand is None else at_hand

    async def receive() -> Any:
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message.get("body"):
            sent.append(message["body"])

    beating = asyncio.create_task(hub.run())
    await asyncio.sleep(0)
    stop = house.watch(hub.publish)
    stream = asyncio.create_task(Stream(hub, evening.table, seat, 0, lines)({}, receive, send))
    await until(lambda: len(sent) >= 2)
    await during(sent)
    left.set()
    await stream
    await asyncio.to_thread(stop)
    beating.cancel()
    return sent, asked


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.01)


def test_a_command_wakes_a_stream_once(setting: str, store: Store) -> None:
    house = House(store, lambda _: GAME)
    evening = opened(house)
    version = house.state(evening.table).version

    async def said(sent: Sent) -> None:
        for n in range(3):
            await asyncio.to_thread(evening.do, evening.leo, Say(text=f"ligne {n}"))
            await until(lambda n=n: len(sent) == 3 + n)  # type: ignore[misc]
        await asyncio.sleep(3 * TICK)  # its trace in the file is found meanwhile

    sent, asked = asyncio.run(streamed(house, evening, evening.ana, said))
    assert [f"ligne {n}" in body.decode() for n, body in enumerate(sent[2:])] == [True] * 3
    assert asked == [None, version + 1, version + 2, version + 3]


def test_a_seat_is_sent_one_long_evening_at_a_time() -> None:
    """However many streams it opens: what waits for readers who do not read would be held for each of them."""
    turns, reading, most, left = Turns(), 0, 0, asyncio.Event()

    async def lines(_after: int, version: int | None) -> list[Line]:
        return [] if version is not None else [Line(n, 0.0, "ana", Pinned("x")) for n in range(1, 2 * PIECE)]

    async def receive() -> Any:
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal reading, most
        if b"line" in message.get("body", b"").split(b"data")[0] and b"id: 1\n" in message["body"]:
            reading += 1
            most = max(most, reading)
            await asyncio.sleep(0.01)
            reading -= 1

    async def opened() -> None:
        hub = Hub()
        streams = [Stream(hub, "t", "ana", 0, lines, lambda: turns.replay("t", "token")) for _ in range(5)]
        follows = [asyncio.create_task(stream({}, receive, send)) for stream in streams]
        await until(lambda: all(stream.after == 2 * PIECE - 1 for stream in streams))
        left.set()
        await asyncio.gather(*follows)

    asyncio.run(opened())
    assert most == 1


def test_new_lines_are_at_hand_without_the_disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(store, lambda _: GAME)
    stop = house.watch(lambda *_: None)
    evening = opened(house)
    version = house.state(evening.table).version
    evening.do(evening.leo, Say(text="bonjour"))
    stop()
    expected = house.lines(evening.table, evening.ana, 5)
    monkeypatch.setattr(house, "store", None)
    assert house.lines_at_hand(evening.table, evening.ana, 5, "", version + 1) == expected
    assert house.lines_at_hand(evening.table, evening.ana, 5, "", version + 2) is None
    assert house.lines_at_hand("another", evening.ana, 5, "", 0) is None


def test_old_lines_are_asked_of_the_disk(store: Store) -> None:
    house = House(store, lambda _: GAME)
    evening = opened(house)
    for n in range(RECENT):
        evening.do(evening.leo, Say(text=f"{n}"))
    assert house.lines_at_hand(evening.table, evening.ana, 2, "", 0) is None
    assert house.lines_at_hand(evening.table, evening.ana, RECENT, "", 0) == house.lines(
        evening.table, evening.ana, RECENT
    )


def test_many_lines_are_not_shown_while_others_wait(store: Store) -> None:
    house = House(store, lambda _: GAME)
    evening = opened(house)
    for n in range(FEW + 1):
        evening.do(evening.leo, Say(text=f"{n}"))
    seen = house.own_number(evening.table, evening.ana, house.state(evening.table).version)
    assert house.lines_at_hand(evening.table, evening.ana, seen - FEW - 1, "", 0) is None
    assert len(house.lines_at_hand(evening.table, evening.ana, seen - FEW, "", 0) or ()) == FEW


def test_nothing_is_at_hand_that_is_older_than_what_was_heard(setting: str, store: Store) -> None:
    """A line of another process, heard of while somebody is busy with the table: whoever then begins to follow it reads
    it from the disk.
    """
    house, heard = House(store, lambda _: GAME), threading.Event()
    evening = opened(house)
    stop = house.watch(lambda *_: heard.set())
    seat, version = house.looked_at(evening.table, evening.ana)
    assert seat == evening.ana
    assert house.lines_at_hand(evening.table, seat, 0, "", version) is not None
    with at(setting) as other:
        with house._table(evening.table).lock:
            heard.clear()
            House(other, lambda _: GAME).submit(evening.table, evening.leo, Say(text="de là-bas"))
            assert heard.wait(10)
            assert house.lines_at_hand(evening.table, seat, 0, "", version) is None
        assert house.looked_at(evening.table, seat) == (seat, version + 1)
    stop()
    assert "de là-bas" in str(house.lines_at_hand(evening.table, seat, 0, "", version))


def test_a_line_of_another_process_reaches_the_stream(setting: str, store: Store) -> None:
    house = House(store, lambda _: GAME)
    evening = opened(house)

    async def elsewhere(sent: Sent) -> None:
        with at(setting) as other:
            there = House(other, lambda _: GAME)
            await asyncio.to_thread(there.submit, evening.table, evening.leo, Say(text="de là-bas"))
            await until(lambda: any("de là-bas" in body.decode() for body in sent))

    _, asked = asyncio.run(streamed(house, evening, evening.ana, elsewhere))
    assert len(asked) == 2


def test_streams_give_signs_of_life_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 300 streams that are all due, one, then others have a turn; none again before it is due again."""
    monkeypatch.setattr(live, "HEARTBEAT", 0.75)
    hub, beats = Hub(), list[int]()

    class Beaten:
        table, seat = "t", "ana"

        def __init__(self, n: int) -> None:
            self.n = n

        def wake(self, beat: bool = False) -> None:
            if beat:
                beats.append(self.n)

    async def beating() -> None:
        for n in range(300):
            hub.enter(Beaten(n))  # type: ignore[arg-type]
        running = asyncio.create_task(hub.run())
        counts = [0]
        while len(beats) < 300:
            await asyncio.sleep(0)
            counts.append(len(beats))
        running.cancel()
        assert {after - before for before, after in pairwise(counts)} == {0, 1}

    asyncio.run(beating())
    assert beats == list(range(300))


def test_a_seat_has_so_many_streams_however_many_ask_at_once(tmp_path: Path) -> None:
    """Those that asked together were all let in: each looked before any of the others was counted."""
    server = Server(str(tmp_path / "tables.db"))
    table, auth = server.opened()
    page = table.replace("/api/tables/", "/t/")
    asked = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\n" for path in (f"{table}/events", f"{page}/live")]
    wires = [server.wire() for _ in range(MAX_STREAMS + 8)]
    for n, wire in enumerate(wires):
        wire.sendall(f"{asked[n % 2]}Authorization: {auth['authorization']}\r\n\r\n".encode())
    statuses = [wire.recv(12)[-3:] for wire in wires]
    for wire in wires:
        wire.close()
    server.stop()
    assert (statuses.count(b"200"), statuses.count(b"429")) == (MAX_STREAMS, 8)
