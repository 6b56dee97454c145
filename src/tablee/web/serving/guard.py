"""Guard: checks the name, size, rate, time and origin of every request, and adds safety headers to every answer."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.adventures.pack import MAX_PACK, PACK_TOO_LARGE
from tablee.table import pictures
from tablee.text import LANGS, Text
from tablee.web.serving.data import WRITTEN
from tablee.web.serving.hosting import Hosting, host_name, household
from tablee.web.serving.limits import (
    BRINGING,
    EVENINGS,
    MAX_BYTES,
    MAX_FILE_SECONDS,
    MAX_IMPORT_BYTES,
    MAX_SECONDS,
    MAX_UNWANTED_BYTES,
    PACKS,
    READING,
    Callers,
    brings_file,
    most_bytes,
)
from tablee.web.serving.metrics import Counts
from tablee.web.serving.problem import code_of, problem, problem_page

COOKIE = "tablee-seat-"  # and the id of its table
LANGUAGE = "tablee-lang"  # the cookie that holds the language chosen in a browser
POLICY = "default-src 'self'; object-src 'none'; frame-ancestors {framed}; base-uri 'none'; form-action 'self'"
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer, browsers hide that a form is our own page's
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)  # of every answer, unless it has its own
PREFLIGHT = {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type, idempotency-key, if-none-match, last-event-id",
    "access-control-max-age": "3600",
}  # what pages of other sites may send, where the house lets them in
TOO_LARGE = Text(fr="Cette demande est trop longue.", en="This request is too large.")
IMPORT_TOO_LARGE = Text(
    fr="Cet export pèse trop lourd pour entrer par le réseau : {most} Mo au plus. Qui tient la maison peut le "
    "reprendre avec « tablee table import ».",
    en="This export is too large a file to come in over the network: {most} MB at most. Whoever runs the house can "
    "take it in with “tablee table import”.",
)
TOO_OFTEN = Text(fr="Trop de demandes à la fois : attendez un instant.", en="Too many requests at once: wait a moment.")
TOO_SLOW = Text(fr="Cette demande arrive trop lentement.", en="This request comes too slowly.")
CLOSING = Text(fr="La maison ferme : réessayez dans un instant.", en="The house is closing: try again in a moment.")
OTHER_NAME = Text(
    fr="Cette maison ne répond pas au nom « {name} » : qui la tient peut l'ajouter (tablee serve --host-name).",
    en="This house does not answer to the name “{name}”: whoever runs it can add it (tablee serve --host-name).",
)
FOREIGN = Text(fr="Cette demande vient d'un autre site.", en="This request comes from another site.")
TWO_LENGTHS = Text(
    fr="Cette demande dit de deux façons où elle finit.", en="This request says in two ways where it ends."
)


def language(headers: Headers) -> str:
    """The language that the reader has chosen; else French first, English where the browser asks for it."""
    return _chosen(headers) or ("en" if headers.get("accept-language", "").lower().startswith("en") else "fr")


def _chosen(headers: Headers) -> str:
    """The language chosen in this browser, "" for none."""
    cookies = headers.get("cookie", "")
    chosen = cookie_parser(cookies).get(LANGUAGE) if LANGUAGE in cookies else None
    return chosen if chosen in LANGS else ""


def reader(request: Request) -> str:
    """The language of the reader: chosen in this browser, else said by their seat, else asked for by the browser."""
    return _chosen(request.headers) or getattr(request.state, "lang", "") or language(request.headers)


def token_of(headers: Headers, table: str) -> str | None:
    """The token of a seat at a table that a request shows, in its header or in its cookie."""
    shown = headers.get("authorization", "").removeprefix("Bearer ").strip()
    return shown or cookie_parser(headers.get("cookie", "")).get(f"{COOKIE}{table}") or None


def address_of(scope: Scope) -> str:
    return str((scope.get("client") or ("?",))[0])


def household_of(scope: Scope) -> str:
    """Whom a request is counted for until its token has opened a seat."""
    return household(address_of(scope))


class Guard:
    """Refuses what is for another name, too large, too slow, too often or from another site; counts the answers."""

    def __init__(self, app: ASGIApp, callers: Callers, hosting: Hosting, counts: Counts) -> None:
        self.app, self.callers, self.hosting, self.counts = app, callers, hosting, counts
        policy = POLICY.format(framed="'self'" if hosting.in_page else "'none'")
        self._headers = ((b"content-security-policy", policy.encode()), *HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, headers, address = time.perf_counter(), Headers(scope=scope), household_of(scope)
        table = table_in(scope["path"])
        token = token_of(headers, table) if table else None  # elsewhere nobody looks whether it opens anything
        out = _Answering(self, scope, headers, token, address, send)
        entered = self.callers.enters(address)
        try:
            if scope["method"] == "OPTIONS" and self.hosting.shared_with(headers.get("origin")):
                await Response(status_code=204, headers=PREFLIGHT)(scope, receive, out)
                return
            refusal = self._refusal(scope, headers, token, address) if entered else (429, TOO_OFTEN, {})
            if refusal is not None:
                if entered and brings_file(scope["path"]) and "expect" not in headers:
                    await _unwanted(receive)
                (code, text, values), lang = refusal, language(headers)
                sentence, again = text.say(lang, **values), 1.0 if code == 429 else 0.0
                page = problem_page(headers, scope["path"], lang, code, sentence)
                answer = page or problem(code, code_of(text, code), sentence, again=again)
                await answer(scope, receive, out)
                return
            unsaid = "content-length" not in headers and "transfer-encoding" not in headers
            bodiless = unsaid and scope["method"] in READING
            await self.app(scope, receive if bodiless else self._measured(scope, receive), out)
        except asyncio.CancelledError:  # the server stops, and this took too long to be waited for
            if not out.status:
                sentence = CLOSING.say(language(headers))
                await problem(503, code_of(CLOSING, 503), sentence, again=1.0)(scope, receive, out)
        finally:
            if entered:
                self.callers.leaves(address)
            if out.stream:
                self.counts.streams -= 1
            elif out.status:
                self.counts.answered(out.status, time.perf_counter() - began)

    def headed(self, message: Message, out: _Answering) -> None:
        """Give the beginning of an answer the headers that every answer has, and count what it costs."""
        scope, own = out.scope, dict(message["headers"])
        out.status = message["status"]
        message["headers"] = [*message["headers"], *(header for header in self._headers if header[0] not in own)]
        if scope["path"].startswith("/api/"):
            account, caller = self.callers.account(scope["method"], scope["path"], out.token, out.address)
            message["headers"] += account.told(caller)
            message["headers"] += self.hosting.shared_with(out.headers.get("origin"))
        if out.status in (408, 413):
            message["headers"].append((b"connection", b"close"))  # the rest of the request is not wanted
        made = scope.get(WRITTEN) or int(own.get(b"content-length", b"0"))
        self.callers.answered(made, out.token, out.address)
        out.stream = own.get(b"content-type", b"").startswith(b"text/event-stream")
        self.counts.streams += out.stream

    def _refusal(
        self, scope: Scope, headers: Headers, token: str | None, address: str
    ) -> tuple[int, Text, dict[str, Any]] | None:
        """Why a request is not answered: the status, the sentence and what it names."""
        host = headers.get("host", "")
        if host and not self.hosting.answers_to(host):
            return 421, OTHER_NAME, {"name": host_name(host)[:100]}
        length = headers.get("content-length", "")
        if length and "transfer-encoding" in headers:  # two ways to say where it ends: a proxy may take the other
            return 400, TWO_LENGTHS, {}
        most = most_bytes(scope["path"])
        size = int(length) if length.isascii() and length.isdigit() else most
        if size > most:
            return 413, *too_large(scope["path"])
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        # a page of another site shows the token itself: a browser would add the cookie of whoever reads it
        own_token = "authorization" in headers or COOKIE not in headers.get("cookie", "")
        shared = scope["path"].startswith("/api/") and own_token and self.hosting.shared_with(origin)
        if scope["method"] not in READING and not (
            shared or self.hosting.own_page(scope["scheme"], host, origin, site)
        ):
            return 403, FOREIGN, {}
        if self.callers.admits(scope["method"], scope["path"], size, token, address):
            return None
        return 429, TOO_OFTEN, {}

    def _measured(self, scope: Scope, receive: Receive) -> Receive:
        """The body as it comes, no more of it and no later than allowed."""
        left, whole = most_bytes(scope["path"]), False
        until = time.monotonic() + (MAX_SECONDS if left == MAX_BYTES else MAX_FILE_SECONDS)

        async def measured() -> Message:
            nonlocal left, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout(min(until - time.monotonic(), MAX_SECONDS)):
                    message: Any = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            whole = not message.get("more_body", False)
            left -= len(message.get("body", b""))
            if left < 0:
                if brings_file(scope["path"]) and not whole:
                    await _unwanted(receive)
                raise HTTPException(413)
            return dict(message)

        return measured


class _Answering:
    """How an answer leaves the guard, and what is known of its request. Thousands are open at once: it is small."""

    __slots__ = ("address", "behind", "headers", "scope", "send", "status", "stream", "token")

    def __init__(
        self, behind: Guard, scope: Scope, headers: Headers, token: str | None, address: str, send: Send
    ) -> None:
        self.behind, self.scope, self.headers, self.send = behind, scope, headers, send
        self.token, self.address = token, address
        self.status, self.stream = 0, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.behind.headed(message, self)
        await self.send(message)


async def _unwanted(receive: Receive) -> None:
    """Let a file that is refused arrive and go, within bounds: a browser reads no answer before it has sent it all."""
    left = MAX_UNWANTED_BYTES
    try:
        async with asyncio.timeout(MAX_FILE_SECONDS):
            more: Any = True
            while more and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)
    except TimeoutError:
        return


def table_in(path: str) -> str:
    """The id of the table that an address is about (`/api/tables/{table}/…`, `/t/{table}/…`), "" if about none."""
    start, parts = 3 if path.startswith("/api/tables/") else 2, path.split("/")
    return parts[start] if path.startswith(("/api/tables/", "/t/")) else ""


def too_large(path: str) -> tuple[Text, dict[str, Any]]:
    """What is said of a request to this address that holds too much, and what it names."""
    if path in EVENINGS:
        return IMPORT_TOO_LARGE, {"most": MAX_IMPORT_BYTES // 1024**2}
    if BRINGING.fullmatch(path):
        return pictures.TOO_LARGE, {"most": pictures.MAX_BYTES // 1024**2}
    if PACKS.fullmatch(path):
        return PACK_TOO_LARGE, {"most": MAX_PACK // 1024}
    return TOO_LARGE, {}
