"""Connections: how many a process holds, and which of them go when they are too many, too slow or not read."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Collection
from typing import Any, Protocol

from tablee.text import Text
from tablee.web.serving.metrics import Counts

MOST = 65_536
SPARE = 512  # files left to the database and to connections just accepted; a quarter where there are few
LOOKS = 10  # after which all of them have been looked at, a second or so
SLOW = 10.0  # seconds for a request to be asked
UNREAD = 60.0  # seconds for a client to read some of what waits for it
FULL = Text(fr="La maison est pleine : réessayez dans un instant.", en="The house is full: try again in a moment.")


class Connection(Protocol):
    """A connection of uvicorn, as far as it is looked at here."""

    cycle: Any  # the request that is answered, or that was answered last; None before the first
    flow: Any
    timeout_keep_alive_task: asyncio.TimerHandle | None  # set between two requests, when uvicorn itself counts
    transport: asyncio.Transport


def most_files() -> int:
    """How many files this process may open; from now on as many as the system allows it."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


class Connections:
    """Those that are open, at most so many that some of a process's `files` are left.

    Where they are too many, those that have not asked anything yet go first, the oldest before the others: a client
    that only holds a connection open keeps no other out.
    """

    def __init__(self, open: Collection[Connection], files: int, counts: Counts) -> None:
        spare = min(SPARE, files // 4)
        self.most, self.at_once = files - spare, max(1, spare // 4)
        self._open, self._counts = open, counts
        self._waits: dict[Connection, tuple[object, float]] = {}  # for what it is waited, and since when
        self._unseen: list[Connection] = []  # still to be looked at in this second
        self._share = 0
        counts.connections = lambda: len(open)

    def room(self) -> bool:
        """Whether one more may come, once some of those that ask nothing have been cut if there are too many."""
        if len(self._open) < self.most:
            return True
        unknown = None, time.monotonic()
        idle = sorted((self._waits.get(one, unknown)[1], id(one), one) for one in self._open if not _whole(one))
        for _, _, one in idle[: self.at_once]:
            one.transport.abort()
        self._counts.refused += len(idle[: self.at_once]) or 1
        return bool(idle)

    def look(self) -> None:
        """Cut those that are too slow to ask, and those that read nothing, among a tenth of all.

        To be called ten times a second: nobody waits for a look at thousands.
        """
        if not self._unseen:
            self._unseen, self._share = list(self._open), -(-len(self._open) // LOOKS)
            self._waits = {one: waited for one, waited in self._waits.items() if one in self._open}
        now, seen = time.monotonic(), self._unseen[-self._share :]
        del self._unseen[-self._share :]
        for one in seen:
            waits, most = _waits(one)
            if waits is None:
                self._waits.pop(one, None)
                continue
            known, since = self._waits.get(one, (waits, now))
            self._waits[one] = waits, since if known == waits else now
            if now - self._waits[one][1] > most:
                one.transport.abort()


def _whole(one: Connection) -> bool:
    """Whether the request that a connection brings has come whole and is being answered."""
    return one.cycle is not None and not one.cycle.response_complete and not one.cycle.more_body


def _waits(one: Connection) -> tuple[object, float]:
    """What a connection is waited for, None if for nothing, and how long that may take."""
    if one.timeout_keep_alive_task is not None:
        return None, 0.0
    if one.cycle is None or one.cycle.response_complete:
        return ("request", id(one.cycle)), SLOW
    if one.cycle.more_body:
        return ("body", id(one.cycle)), float("inf")  # the guard knows how long a body may take, and answers
    if one.flow.write_paused:
        return ("reader", one.transport.get_write_buffer_size()), UNREAD
    return None, 0.0


class TurnedAway(asyncio.Protocol):
    """The end of a connection for which there is no room: a sentence, in both languages, before anything is asked."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        sentence = f"{FULL.say('fr')} / {FULL.say('en')}"
        body = json.dumps({"sentence": sentence, "rule": "", "fields": {}}, ensure_ascii=False).encode()
        head = f"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        transport.write(f"{head}retry-after: 5\r\nconnection: close\r\n\r\n".encode() + body)
        transport.close()
