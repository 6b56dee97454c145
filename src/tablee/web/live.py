"""One stream per open page: Server-Sent Events, resumable from the last event id.

A stream asks the log for what it has not sent yet whenever its table changes, so that a slow reader holds nobody else
and a lost connection loses nothing. Every stream is woken now and then to say that it is still there.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tablee.errors import Unavailable, Unknown

HEARTBEAT = 15.0
AGAIN = 1.0  # seconds until a stream asks again for lines that could not be read
RETRY = b"retry: 1000\n\n"
BYE = b"event: bye\ndata:\n\n"

Lines = Callable[[int], Awaitable[list[dict[str, Any]]]]


class Watch:
    """One open stream, waiting for its table to change."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.woken = asyncio.Event()
        self.news = True  # lines may have come: the log is asked only then
        self.beat = False
        self.present: frozenset[str] = frozenset()  # who was there when it was last told


class Hub:
    """Who watches which table, in this process."""

    def __init__(self) -> None:
        self._watching: dict[str, set[Watch]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    async def run(self) -> None:
        """Wake every stream now and then."""
        self._loop = asyncio.get_running_loop()
        while not self.closing:
            await asyncio.sleep(HEARTBEAT)
            for watches in list(self._watching.values()):
                for watch in watches:
                    watch.beat = True
                    watch.woken.set()

    def publish(self, table: str) -> None:
        """A table changed; callable from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str, news: bool = True) -> None:
        for watch in self._watching.get(table, ()):
            watch.news = watch.news or news
            watch.woken.set()

    def later(self, watch: Watch) -> None:
        """Wake one stream again in a moment."""
        asyncio.get_running_loop().call_later(AGAIN, watch.woken.set)

    def close(self) -> None:
        """Every stream says goodbye and ends; callable from any thread."""
        self.closing = True
        for table in list(self._watching):
            self.publish(table)

    def watch(self, table: str, seat: str) -> Watch:
        watch = Watch(seat)
        self._watching[table].add(watch)
        self._wake(table, news=False)
        return watch

    def leave(self, table: str, watch: Watch) -> None:
        self._watching[table].discard(watch)
        if not self._watching[table]:
            del self._watching[table]
        self._wake(table, news=False)

    def open(self, table: str, seat: str) -> int:
        """How many streams a seat has in this process."""
        return sum(watch.seat == seat for watch in self._watching.get(table, ()))

    def present(self, table: str) -> frozenset[str]:
        """The seats with an open stream in this process: « on attend Ana »."""
        return frozenset(watch.seat for watch in self._watching.get(table, ()))


class Stream(Response):
    """The lines of one seat, from its number `after` on."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, table: str, seat: str, after: int, lines: Lines) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.hub, self.table, self.seat, self.after, self.lines = hub, table, seat, after, lines

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        async def body(data: bytes, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": data, "more_body": more})

        async def gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        watch = self.hub.watch(self.table, self.seat)  # before reading, or a line between the two would be lost
        leaving = asyncio.create_task(gone())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await body(RETRY)
            while not self.hub.closing:
                watch.woken.clear()
                news, watch.news = watch.news, False
                try:
                    unseen = await self.lines(self.after) if news else []
                except Unknown:  # the link was revoked, or the table deleted
                    break
                except Unavailable:  # those who are here stay, and are told once the tables answer again
                    unseen, watch.news = [], True
                    self.hub.later(watch)
                for line in unseen:
                    self.after = line["n"]
                    data = json.dumps(line, ensure_ascii=False)
                    await body(f"id: {self.after}\nevent: line\ndata: {data}\n\n".encode())
                present = self.hub.present(self.table)
                if present != watch.present:
                    watch.present = present
                    await body(f"event: present\ndata: {json.dumps(sorted(present))}\n\n".encode())
                if watch.beat:
                    watch.beat = False
                    await body(b": \n\n")
                waiting = asyncio.create_task(watch.woken.wait())
                await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if leaving.done():
                    return
            await body(BYE, more=False)
        finally:
            leaving.cancel()
            self.hub.leave(self.table, watch)
