"""Guard: checks the size, rate and origin of every request, and adds safety headers to every answer."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.text import Text
from tablee.web.limits import MOST_BYTES, MOST_IMPORT_BYTES, Bucket, cost

COOKIE = "tablee-seat"
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
TOO_LARGE = Text(fr="Cette demande est trop longue.", en="This request is too large.")
TOO_OFTEN = Text(fr="Trop de demandes à la fois : attendez un instant.", en="Too many requests at once: wait a moment.")
FOREIGN = Text(fr="Cette demande vient d'un autre site.", en="This request comes from another site.")
READING = ("GET", "HEAD", "OPTIONS")


def language(headers: Headers) -> str:
    """French first: English where the browser asks for it."""
    return "en" if headers.get("accept-language", "").lower().startswith("en") else "fr"


def problem(status: int, sentence: str, rule: str = "", fields: dict[str, str] | None = None) -> JSONResponse:
    """Every error has this one shape."""
    return JSONResponse({"sentence": sentence, "rule": rule, "fields": fields or {}}, status)


def token_of(headers: Headers) -> str | None:
    """The seat's token that a request shows, in its header or in its cookie."""
    shown = headers.get("authorization", "").removeprefix("Bearer ").strip()
    return shown or cookie_parser(headers.get("cookie", "")).get(COOKIE) or None


def address_of(scope: Scope) -> str:
    return str((scope.get("client") or ("?",))[0])


class Guard:
    """Refuses what is too large, too often or from another site."""

    def __init__(self, app: ASGIApp, bucket: Bucket) -> None:
        self.app, self.bucket = app, bucket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    own.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await problem(*refusal)(scope, receive, with_headers)
            return
        await self.app(scope, self._measured(scope, receive), with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if scope["method"] in READING:
            return None
        lang, size, origin = language(headers), headers.get("content-length", ""), headers.get("origin")
        if size.isdigit() and int(size) > most(scope):
            return 413, TOO_LARGE.say(lang)
        if origin and origin.split("://")[-1] != headers.get("host"):
            return 403, FOREIGN.say(lang)
        caller = self.bucket.caller(token_of(headers), address_of(scope))
        price = cost(scope["path"], int(size) if size.isdigit() else most(scope))
        return None if self.bucket.take(caller, price) else (429, TOO_OFTEN.say(lang))

    def _measured(self, scope: Scope, receive: Receive) -> Receive:
        """The body as it comes, no more of it than allowed."""
        left = most(scope)

        async def measured() -> Message:
            nonlocal left
            message: Any = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return dict(message)

        return measured


def most(scope: Scope) -> int:
    return MOST_IMPORT_BYTES if scope["path"] == "/api/tables/import" else MOST_BYTES
