"""Data as it is sent: JSON with a tag, so that what a client has already is not sent again; compressed where it can."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response

LEAST_COMPRESSED = 1000  # bytes: below that it is not worth it
WRITTEN = "tablee.written"  # how long an answer was before it was compressed or spared: that is what it costs
FRESH = "private, no-cache"  # it may be kept, and is asked for each time


def data(
    request: Request, body: bytes, status: int = 200, headers: Mapping[str, str] = MappingProxyType({})
) -> Response:
    """A JSON answer; 304 without a body for a client that says that it has this one (`If-None-Match`)."""
    request.scope[WRITTEN] = len(body)
    answer = Response(body, status, {"vary": "accept-encoding", **headers}, "application/json")
    if request.method == "GET":
        tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'
        answer.headers.update({"etag": tag, "cache-control": FRESH})
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": tag, "cache-control": FRESH, **headers})
    return compressed(request, answer)


def compressed(request: Request, answer: Response) -> Response:
    """An answer as it is sent to clients that read gzip, and to others."""
    if len(answer.body) >= LEAST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        answer.body = gzip.compress(answer.body, 5, mtime=0)
        answer.headers.update({"content-encoding": "gzip", "content-length": str(len(answer.body))})
    return answer
