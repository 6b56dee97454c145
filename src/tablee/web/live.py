"""One stream per open page: Server-Sent Events, resumable from the last event id.

A stream asks for what it has not sent yet whenever its table changes, so that a slow reader holds nobody else and a
lost connection loses nothing. While nothing happens it is one task that waits for its reader to leave, and no more.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from itertools import islice

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tablee.errors import Unavailable, Unknown
from tablee.table.lines import Line
from tablee.web.serving.threads import Inbox

HEARTBEAT = 15.0  # seconds between two signs of life of a stream
BEATS = 150  # parts of that time; at most one in so many streams gives a sign of life in each: never all at once
AGAIN = 1.0  # seconds until a stream asks again for lines that could not be read
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
RETRY = b"retry: 1000\n\n"
BEAT = b": \n\n"
BYE = b"event: bye\ndata:\n\n"

PRESENCE_EVERY, PRESENCE_FRESH = 3.0, 10.0  # seconds: what a killed process last said is forgotten soon
Share = Callable[[str, Mapping[str, Collection[str]], float], Mapping[str, set[str]]]
"""Tell the seats of this process, by table; the seats of the others."""
Lines = Callable[[int, int | None], Awaitable[list[Line]]]
"""The lines after a seat's own number, of a log at this version at least (None: at the version the store says)."""
Turn = Callable[[], AbstractAsyncContextManager[None]]
"""A turn of a seat: waits until the others of that seat are over."""
encoded = json.JSONEncoder(ensure_ascii=False).encode
PIECE = 200  # lines of a whole evening that are written at once


class Room:
    """The open streams of one table in this process, and the newest version of it that they were told of."""

    def __init__(self, elsewhere: frozenset[str]) -> None:
        self.streams: set[Stream] = set()
        self.here: frozenset[str] = frozenset()  # the seats with a page open in this process
        self.elsewhere = elsewhere  # and in others
        self.present: frozenset[str] = frozenset()
        self.version = 0


class Hub:
    """Who watches which table, in this process."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._beaten: OrderedDict[Stream, float] = OrderedDict()  # when each gave its last sign of life, oldest first
        self._elsewhere: Mapping[str, set[str]] = {}  # table → the seats with a page open in other processes
        self.ear = Inbox()
        self.closing = False
        self.stirred: list[Callable[[str], None]] = []
        """Called with a table that is followed here, when it changes and when a seat begins to follow it."""

    async def run(self) -> None:
        """Have every stream give a sign of life now and then."""
        self.ear.listen()
        while not self.closing:
            await asyncio.sleep(HEARTBEAT / BEATS)
            now, most = time.monotonic(), -(-len(self._beaten) // BEATS)
            for stream in [one for one, last in islice(self._beaten.items(), most) if last <= now - HEARTBEAT]:
                if stream in self._beaten:
                    self._beaten[stream] = now
                    self._beaten.move_to_end(stream)
                    stream.wake(beat=True)
                await asyncio.sleep(0)  # nobody's line waits for all of them

    def publish(self, table: str, version: int | None) -> None:
        """A table changed (None: it is gone); callable from any thread. A stream that opens now reads the log first."""
        if table in self._rooms:
            self.ear.tell(self._wake, table, version)

    def _wake(self, table: str, version: int | None) -> None:
        room = self._rooms.get(table)
        if room is not None:
            room.version = max(room.version, version or 0)
            for stream in list(room.streams):
                stream.wake(news=True)
            self._stir(table)

    def close(self) -> None:
        """Every stream says goodbye and ends; callable from any thread."""
        self.closing = True
        for table in list(self._rooms):
            self.publish(table, None)

    def enter(self, stream: Stream) -> None:
        room = self._rooms.setdefault(stream.table, Room(frozenset(self._elsewhere.get(stream.table, ()))))
        stream.room = room
        room.streams.add(stream)
        self._beaten[stream] = time.monotonic()
        self._seen(room)
        self._stir(stream.table)

    def _stir(self, table: str) -> None:
        for told in self.stirred:
            told(table)

    def leave(self, stream: Stream) -> None:
        room = self._rooms[stream.table]
        room.streams.discard(stream)
        del self._beaten[stream]
        self._seen(room)
        if not room.streams:
            del self._rooms[stream.table]

    def _seen(self, room: Room) -> None:
        """A stream opened or closed: the others are told, if its seat was not there before or is there no longer."""
        room.here = frozenset(stream.seat for stream in room.streams)
        present = room.here | room.elsewhere
        if present != room.present:
            room.present = present
            for stream in room.streams:
                stream.wake()

    def followed(self, table: str) -> bool:
        """Whether at least one seat has a page of a table open in this process."""
        return table in self._rooms and not self.closing

    def open(self, table: str, seat: str) -> int:
        """How many streams a seat has in this process."""
        room = self._rooms.get(table)
        return sum(stream.seat == seat for stream in room.streams) if room else 0

    def present(self, table: str) -> frozenset[str]:
        """The seats with an open stream, in any process: « on attend Ana »."""
        room = self._rooms.get(table)
        return room.present if room else frozenset(self._elsewhere.get(table, ()))

    async def share_presence(self, share: Share) -> None:
        """Tell the other processes who is here, and learn who is there, every few seconds."""
        process = uuid.uuid4().hex
        while not self.closing:
            here = {table: room.here for table, room in self._rooms.items()}
            try:
                self._elsewhere = await asyncio.to_thread(share, process, here, PRESENCE_FRESH)
            except Unavailable:  # who is there is told again once the tables answer
                self._elsewhere = {}
            for table, room in list(self._rooms.items()):
                elsewhere = frozenset(self._elsewhere.get(table, ()))
                if elsewhere != room.elsewhere:
                    room.elsewhere = elsewhere
                    self._seen(room)
            await asyncio.sleep(PRESENCE_EVERY)


class Stream(Response):
    """The lines of one seat, from its number `after` on. Those that were there before it begins are sent in a `turn`,
    piece by piece: however many streams a seat opens, one whole evening of it at a time is held for its reader.
    """

    room: Room  # once it is open

    def __init__(
        self, hub: Hub, table: str, seat: str, after: int, lines: Lines, turn: Turn = nullcontext[None]
    ) -> None:
        super().__init__()
        self.turn = turn
        self.raw_headers = HEADERS
        self.hub, self.table, self.seat, self.after, self.lines = hub, table, seat, after, lines
        self.news, self.beat, self.begun = True, False, False
        self.told: frozenset[str] = frozenset()  # who was there when it was last said
        self.sending: asyncio.Task[None] | None = None
        self.woken, self.open = False, False

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        self.send = send
        self.hub.enter(self)  # at once, so that it is counted; and before reading, or a line would be lost between
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            if self.hub.closing:
                await self._body(BYE, more=False)
                return
            await self._body(RETRY)
            self.open = True
            self.wake()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.open = False
            self.hub.leave(self)
            if self.sending:
                self.sending.cancel()

    def wake(self, news: bool = False, beat: bool = False) -> None:
        """Have it send what there is to send, after what it is sending now if it is."""
        self.news, self.beat, self.woken = self.news or news, self.beat or beat, True
        if self.sending is None and self.open:
            self.sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self.woken:
                self.woken = False
                if self.hub.closing or not await self._send_news():
                    break
            else:
                return
        except Exception:  # our mistake: its reader comes back, and says where it was
            logging.getLogger("tablee").exception("a stream of table %s", self.table)
        finally:
            self.sending = None
        self.open = False
        await self._body(BYE, more=False)  # then its reader counts as gone

    async def _send_news(self) -> bool:
        """Send what is new; False if the link is revoked or the table deleted."""
        parts: list[bytes] = []
        if self.news:
            self.news = False
            try:
                parts += await self.new()
                self.begun = True
            except Unknown:
                return False
            except Unavailable:  # those who are here stay, and are told once the tables answer again
                self.news = True
                asyncio.get_running_loop().call_later(AGAIN, self.wake)
        if self.told != self.room.present:
            self.told = self.room.present
            parts += await self.presence()
        if self.beat:
            self.beat = False
            parts.append(BEAT)
        if parts:
            await self._body(b"".join(parts))
        return True

    async def new(self) -> list[bytes]:
        """What is new since this was last asked, written as the stream sends it."""
        if self.begun:
            return self._written(await self.lines(self.after, self.room.version))
        async with self.turn():
            lines = await self.lines(self.after, None)
            while len(lines) > PIECE:
                piece, lines = lines[:PIECE], lines[PIECE:]
                await self._body(b"".join(self._written(piece)))
        return self._written(lines)

    def _written(self, lines: list[Line]) -> list[bytes]:
        return [self.written("line", encoded(line.to_json()), line.n) for line in lines]

    async def presence(self) -> list[bytes]:
        """Who is there, written as the stream sends it."""
        return [self.written("present", json.dumps(sorted(self.told)))]

    def written(self, event: str, data: str, n: int = 0) -> bytes:
        """An event with its data; if it tells of a line, the number from which its reader goes on later."""
        self.after = n or self.after
        lines = data.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")  # each of them ends a field
        return f"{f'id: {n}' + chr(10) if n else ''}event: {event}\ndata: {lines}\n\n".encode()

    async def _body(self, data: bytes, more: bool = True) -> None:
        await self.send({"type": "http.response.body", "body": data, "more_body": more})
