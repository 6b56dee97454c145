"""Download: a text made beforehand, sent as fast as it is read, and no further once the seat may no longer have it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tablee.errors import Unknown

CHUNK = 64 * 1024


class Download(Response):
    """Lines of text of a length that is told first: a client that receives less knows that it has not received all."""

    media_type = "application/jsonl"

    def __init__(self, lines: Iterable[str], admitted: Callable[[], Awaitable[Any]]) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.admitted = admitted

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it piece by piece; the connection ends, short of the length told, when the link is revoked."""
        body = bytes(self.body)
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, len(body), CHUNK):
            if start:
                try:
                    await self.admitted()
                except Unknown:
                    return
            piece = body[start : start + CHUNK]
            await send({"type": "http.response.body", "body": piece, "more_body": start + CHUNK < len(body)})
