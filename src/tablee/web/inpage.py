"""The house inside a page: the application of `tablee serve`, run by Python in a browser and asked without a network.

A worker of the page (`inpage/shell/python.mjs`) opens it on files that last and hands requests over. What a page has
not is closed off here: it has no threads, no cookies that pass through a service worker, no other addresses to come
from. Nothing here knows JavaScript: a test opens the same house without a browser.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote

from starlette.formparsers import MultiPartParser
from starlette.types import Message

from tablee.table.service import house_alone
from tablee.web.application import Application, application
from tablee.web.serving.hosting import Hosting
from tablee.web.serving.limits import MAX_IMPORT_BYTES, Limits

TABLES, COOKIES = "tables.db", "cookies.json"
LEFT_OUT = ("cookie", "accept-encoding", "host", "origin", "content-length")  # of the headers that a page sends
UNLIMITED = Limits(
    commands_per_second=10_000, reads_per_second=10_000, tables_per_address=0, requests_per_address=0
)  # one person asks, of their own machine
UNSENT = ("set-cookie", "content-length", "connection")  # of those that a page is answered with


class Answering(Protocol):
    """Who asked, as the worker sees it: told the head of the answer, its pieces, and that it is whole."""

    def head(self, status: int, headers: str, /) -> None:
        """The status, and the headers as JSON pairs."""

    def piece(self, data: bytes, /) -> None: ...

    def end(self) -> None: ...


class Jar:
    """The cookies of this house, in a file: a service worker may neither read nor set any."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: dict[str, str] = json.loads(path.read_text("utf-8") or "{}") if path.exists() else {}

    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._held.items())

    def take(self, told: str) -> None:
        """Keep what a `Set-Cookie` header says, for good: the answer goes out after it."""
        for name, morsel in SimpleCookie(told).items():
            if morsel["max-age"] == "0" or not morsel.value:
                self._held.pop(name, None)
            else:
                self._held[name] = morsel.value
        with self._path.open("w", encoding="utf-8") as file:
            json.dump(self._held, file)
            file.flush()
            os.fsync(file.fileno())


class HouseInPage:
    """A house open in a page, below a path of its site."""

    def __init__(self, folder: str, prefix: str) -> None:
        self._jar = Jar(Path(folder) / COOKIES)
        house, hosting = house_alone(Path(folder) / TABLES), Hosting(prefix=prefix, in_page=True)
        self.app: Application = application(house, hosting, UNLIMITED, alone=True)
        self._open = AsyncExitStack()
        MultiPartParser.spool_max_size = MAX_IMPORT_BYTES  # a file on disk would be written by a thread

    async def open(self) -> HouseInPage:
        """Have it begin to answer."""
        await self._open.enter_async_context(self.app.router.lifespan_context(self.app))
        return self

    async def close(self) -> None:
        await self._open.aclose()
        self.app.state.house.store.close()

    def ask(
        self, method: str, path: str, query: str, headers: str, body: Any, answering: Answering
    ) -> Callable[[], None]:
        """Have one request answered: its headers as JSON pairs, its body as bytes. What to call once nobody waits."""
        gone = asyncio.Event()
        asked = asyncio.ensure_future(self._answer(method, path, query, headers, bytes(body), answering, gone))
        asked.add_done_callback(_look)
        return gone.set

    async def _answer(
        self, method: str, path: str, query: str, told: str, body: bytes, answering: Answering, gone: asyncio.Event
    ) -> None:
        headers = [(name.lower(), value) for name, value in json.loads(told) if name.lower() not in LEFT_OUT]
        headers += [("host", "localhost"), ("cookie", self._jar.header())]
        if body or method == "POST":
            headers.append(("content-length", str(len(body))))
        coming = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            if coming:
                return coming.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                for name, value in own:
                    if name == "set-cookie":
                        self._jar.take(value)
                answering.head(message["status"], json.dumps([one for one in own if one[0] not in UNSENT]))
                return
            if message.get("body"):
                answering.piece(message["body"])
            if not message.get("more_body", False):
                gone.set()

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", 80),
        }
        try:
            await self.app(scope, receive, send)
        finally:
            gone.set()
            answering.end()


def _look(asked: asyncio.Task[None]) -> None:
    """Look at how an answer ended: what went wrong with it belongs to the console."""
    if not asked.cancelled() and (wrong := asked.exception()):
        print(repr(wrong))


async def open_house(folder: str, prefix: str) -> HouseInPage:
    """The house whose files are in a folder that lasts, answering below a path of its site."""
    return await HouseInPage(folder, prefix).open()
