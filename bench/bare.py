"""Bare server: a Starlette app that keeps chat lines and fans them out, the least that does the work of `bench live`.

    python -m bench.bare PORT PLACES.json

It answers `POST /api/tables/{table}/say` and `GET /api/tables/{table}/events` as `tablee serve` does for chat lines
that everybody sees: a seat by its token, an event for each open stream. No rules, no dice, no limits, no secrets, no
refusals, no disk.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class Place:
    """One table: who sits where, how many lines there are, and a queue for each open stream with its seat."""

    def __init__(self, seats: dict[str, str], version: int) -> None:
        self.seats, self.version = seats, version
        self.streams: dict[asyncio.Queue[dict[str, Any]], str] = {}


def application(places: dict[str, Place]) -> Starlette:
    def here(request: Request) -> tuple[Place, str]:
        place = places[request.path_params["table"]]
        return place, place.seats[request.headers["authorization"].removeprefix("Bearer ")]

    async def say(request: Request) -> Response:
        place, seat = here(request)
        text = (await request.json())["text"]
        place.version += 1
        line = {"n": place.version, "at": time.time(), "by": seat, "name": "said/1"}
        line |= {"kind": "say", "text": text, "title": "", "removed": False, "picture": "", "alt": ""}
        line |= {"speaker": "", "sort": "", "hidden": False}
        for queue in place.streams:
            queue.put_nowait(line)
        return JSONResponse({"version": place.version, "table": "", "token": "", "seat": "", "lines": []})

    async def events(request: Request) -> Response:
        place, seat = here(request)

        async def lines() -> AsyncIterator[bytes]:
            queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            place.streams[queue] = seat
            try:
                yield b"retry: 1000\n\nevent: present\ndata: []\n\n"
                while True:
                    line = await queue.get()
                    shown = {**line, "line": line["n"]} if seat == "mj" else line
                    yield f"id: {line['n']}\nevent: line\ndata: {json.dumps(shown, ensure_ascii=False)}\n\n".encode()
            finally:
                del place.streams[queue]

        return StreamingResponse(lines(), media_type="text/event-stream", headers=HEADERS)

    return Starlette(
        routes=[
            Route("/api/tables/{table}/say", say, methods=["POST"]),
            Route("/api/tables/{table}/events", events),
        ]
    )


if __name__ == "__main__":
    port, known = sys.argv[1:]
    seated = {table: Place(*kept) for table, kept in json.loads(Path(known).read_text()).items()}
    uvicorn.run(
        application(seated),
        port=int(port),
        log_level="warning",
        access_log=False,
    )
