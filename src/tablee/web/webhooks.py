"""Webhooks: what a seat may see, sent to an address of its choice as it comes; off unless the host allows it.

A webhook is a seat's eyes: each time, its lines are asked of the house by its link, as its page would ask. Nothing is
queued: a webhook knows the last line that was taken, and asks for those after it once somebody takes them again. What
was asked for is kept in the store, and goes on after a restart.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import re
import secrets
import ssl
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated
from urllib.parse import SplitResult, urlsplit
from weakref import WeakValueDictionary

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from tablee.errors import BadInput, Unavailable
from tablee.table.service import House, link_of
from tablee.table.webhooks import KeptWebhook
from tablee.text import Text
from tablee.web.description import Route, operation_name
from tablee.web.problems import Failure
from tablee.web.seat_request import At
from tablee.web.serving.hosting import PORTS, Hosting, within
from tablee.web.serving.threads import Inbox

WAITS = (1.0, 4.0, 16.0, 64.0, 256.0)  # seconds before it is tried again; after the last one the webhook ends
SECONDS = 10.0  # for one delivery, from the name of the receiver to its answer
MOST_LINES = 100  # in one delivery
MOST_AT_ONCE = 8  # deliveries under way in this process
MOST_TO_ONE = 2  # of these, to one receiver: a slow one that was asked for often keeps nobody else waiting
MOST_READ = 2  # logs read at once for them: after a start all have something to send
MOST_HOOKS = 500  # in this house
EVERY, FRESH = 3.0, 15.0  # seconds between two notes of what was taken; what a process that ended sent, another sends
GONE = 410  # a receiver that wants no more
SIGNED = "Tablee-Signature"
ADDRESS = re.compile(r"https?://[!-~]+")
TRANSLATED = IPv6Network("64:ff9b::/96")  # addresses that lead to any IPv4 one

NO_WEBHOOKS = Text(
    fr="Cette maison n'envoie rien ailleurs : qui la tient peut le permettre (tablee serve --webhooks public).",
    en="This house sends nothing elsewhere: whoever runs it may allow that (tablee serve --webhooks public).",
)
BAD_ADDRESS = Text(
    fr="Donnez l'adresse d'un récepteur, sans nom d'utilisateur : https://bot.example.org/tablee.",
    en="Give the address of a receiver, without a user name: https://bot.example.org/tablee.",
)
NOT_ALLOWED = Text(
    fr="Rien n'est envoyé à {host} : seules les adresses que permet cette maison reçoivent (publiques, en https).",
    en="Nothing is sent to {host}: only addresses that this house allows receive anything (public ones, by https).",
)
TOO_MANY_WEBHOOKS = Text(
    fr="Cette maison envoie déjà à {most} récepteurs : attendez qu'il y ait de la place.",
    en="This house already sends to {most} receivers: wait for room.",
)

router = APIRouter(generate_unique_id_function=operation_name, route_class=Route)


class WebhookAsked(BaseModel):
    """Where to send the lines of one's seat: those after this number, with sentences if `said`."""

    url: str = Field(max_length=500)
    after: Annotated[int, Field(ge=0, le=2**53)] = 0
    said: bool = False


class WebhookMade(BaseModel):
    """The key that deliveries are signed with, shown only now."""

    secret: str


@dataclass(eq=False)
class Webhook:
    """One seat's: where it goes, up to which line it was taken."""

    table: str
    seat: str
    link: str  # that it was asked by, as the log keeps it
    url: str
    after: int
    lang: str  # of the sentences beside the lines; "" for none
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    stirred: asyncio.Event = field(default_factory=asyncio.Event)

    def to_keep(self) -> KeptWebhook:
        data = {"link": self.link, "url": self.url, "lang": self.lang, "secret": self.secret}
        return KeptWebhook(self.table, self.seat, self.id, data, self.after)

    @classmethod
    def kept(cls, one: KeptWebhook) -> Webhook:
        data = one.data
        return cls(one.table, one.seat, data["link"], data["url"], one.taken, data["lang"], data["secret"], one.id)


class Webhooks:
    """The webhooks of a house that this process sends, a task each; nobody who plays waits for one."""

    def __init__(self, house: House, ear: Inbox, hosting: Hosting) -> None:
        self.house, self.ear, self.hosting = house, ear, hosting
        self._process = uuid.uuid4().hex
        self._tasks: dict[tuple[str, str], tuple[Webhook, asyncio.Task[None]]] = {}
        self._noted: dict[str, int] = {}  # the last line that was taken, by id, as the store has it
        self._unread = frozenset[str]()  # ids of those that this version cannot read
        self._changing = asyncio.Lock()  # what is kept and what is sent change together
        self._sending, self._reading = asyncio.Semaphore(MOST_AT_ONCE), asyncio.Semaphore(MOST_READ)
        self._towards: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by the receiver's name

    async def add(self, hook: Webhook) -> None:
        """Begin to send, once it is kept; instead of what the same seat had before."""
        async with self._changing:
            kept = await asyncio.to_thread(self.house.store.keep_webhook, self._process, hook.to_keep(), MOST_HOOKS)
            if not kept:
                raise Failure(503, TOO_MANY_WEBHOOKS, most=MOST_HOOKS)
            self._end(hook.table, hook.seat)
            self._begin(hook)

    async def remove(self, table: str, seat: str) -> None:
        """Send no more for a seat."""
        async with self._changing:
            await asyncio.to_thread(self.house.store.drop_webhook, table, seat)
            self._end(table, seat)

    async def go_on(self) -> None:
        """Send what is kept, and note what was taken, as long as the house is open."""
        while self.hosting.sends:
            with suppress(Unavailable):
                await self._claim()
            await asyncio.sleep(EVERY)

    async def _claim(self) -> None:
        """Note what was taken; begin what was left to this process, end what another one was asked about meanwhile."""
        async with self._changing:
            claimed = await asyncio.to_thread(self._note)
            self._tell_unread(claimed)
            ours = {(one.table, one.seat): one for one in claimed if one.data}
            self._noted = {one.id: one.taken for one in claimed}
            for where, (hook, _) in list(self._tasks.items()):
                if where not in ours or ours[where].id != hook.id:
                    self._end(*where)
            for where, one in ours.items():
                if where not in self._tasks:
                    self._begin(Webhook.kept(one))

    def _tell_unread(self, claimed: list[KeptWebhook]) -> None:
        """Say once of each webhook that cannot be read that it is not sent: it stays as it is, and the others go on."""
        unread = {one.id: one.table for one in claimed if not one.data}
        for id in unread.keys() - self._unread:
            logging.getLogger("tablee").warning("a webhook of table %s cannot be read: it is not sent", unread[id])
        self._unread = frozenset(unread)

    def _note(self) -> list[KeptWebhook]:
        hooks = [hook for hook, _ in list(self._tasks.values())]
        taken = {hook.id: hook.after for hook in hooks if hook.after != self._noted.get(hook.id)}
        return self.house.store.claim_webhooks(self._process, taken, FRESH)

    def _begin(self, hook: Webhook) -> None:
        self._tasks[hook.table, hook.seat] = hook, asyncio.create_task(self._run(hook))

    def _end(self, table: str, seat: str) -> None:
        if (table, seat) in self._tasks:
            self._tasks.pop((table, seat))[1].cancel()

    def publish(self, table: str, _version: int | None) -> None:
        """A table changed; callable from any thread."""
        if self._tasks:
            self.ear.tell(self._stir, table)

    def _stir(self, table: str) -> None:
        for hook, _ in self._tasks.values():
            if hook.table == table:
                hook.stirred.set()

    def close(self) -> None:
        """Send no more in this process, and keep how far each was sent."""
        if self._tasks:
            with suppress(Unavailable):
                self._note()
        for table, seat in list(self._tasks):
            self._end(table, seat)

    async def _run(self, hook: Webhook) -> None:
        """Send what comes until the link of the seat is revoked, its table is gone, or nobody takes it any more."""
        try:
            while await self._up_to_date(hook):
                await hook.stirred.wait()
        except BadInput:  # the link opens nothing any more
            pass
        except Exception:
            logging.getLogger("tablee").exception("a webhook of table %s", hook.table)
        async with self._changing:
            with suppress(Unavailable):  # else it is tried once more
                await asyncio.to_thread(self.house.store.drop_webhook, hook.table, hook.seat, hook.id)
            del self._tasks[hook.table, hook.seat]  # still its own: whoever puts another there ends this task

    async def _up_to_date(self, hook: Webhook) -> bool:
        """Send all that was not taken yet; False once it was tried often enough in vain."""
        tries = 0
        while True:
            hook.stirred.clear()
            try:
                async with self._reading:
                    body, last = await asyncio.to_thread(self._lines, hook)
            except Unavailable:
                status = 0
            else:
                if not body:
                    return True
                async with self._turn_of(hook.url), self._sending:
                    signed = signature(hook.secret, body, time.time())
                    status = await delivered(urlsplit(hook.url), body, signed, self.hosting)
            if 200 <= status < 300:
                hook.after, tries = last, 0
            elif status == GONE or tries == len(WAITS):
                return False
            else:
                await asyncio.sleep(WAITS[tries])
                tries += 1

    def _turn_of(self, url: str) -> asyncio.Semaphore:
        """The places of one receiver, for as long as somebody has or awaits one."""
        name = (urlsplit(url).hostname or "").rstrip(".")
        turn = self._towards.get(name)
        if turn is None:
            self._towards[name] = turn = asyncio.Semaphore(MOST_TO_ONE)
        return turn

    def _lines(self, hook: Webhook) -> tuple[bytes, int]:
        """What the seat may see and was not taken yet, and the number of its last line; nothing if there is nothing."""
        lines = self.house.lines_by_link(hook.table, hook.seat, hook.link, hook.after)[:MOST_LINES]
        if not lines:
            return b"", hook.after
        told = self.house.with_sentences(hook.table, lines, hook.lang) if hook.lang else lines
        sent = {"table": hook.table, "seat": hook.seat, "lines": [line.to_json() for line in told]}
        return json.dumps(sent, ensure_ascii=False).encode(), lines[-1].n


def signature(secret: str, body: bytes, now: float) -> str:
    """What a delivery is known by: when it was made, and the HMAC-SHA256 of that, a dot and the body.

    >>> signature("key", b"{}", 1.5)
    't=1,v1=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224'
    """
    at = int(now)
    return f"t={at},v1={hmac.new(secret.encode(), f'{at}.'.encode() + body, 'sha256').hexdigest()}"


def receiver(text: str) -> SplitResult:
    """The address of a receiver; a Failure if it is none."""
    try:
        url = urlsplit(text)
        good = bool(ADDRESS.fullmatch(text) and url.hostname and url.port != 0 and "@" not in url.netloc)
    except ValueError:
        good = False
    if not good:
        raise Failure(422, BAD_ADDRESS)
    return url


async def way_to(url: SplitResult, hosting: Hosting) -> str:
    """The address behind the name of a receiver, if the house allows it; a Failure if not.

    What was looked at is what is connected to: a name cannot mean another machine meanwhile.
    """
    assert url.hostname
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(url.hostname, url.port or PORTS[url.scheme], type=1)
    except (OSError, UnicodeError):
        raise Failure(422, NOT_ALLOWED, host=url.hostname) from None
    for *_, at in found:
        if allowed(str(at[0]), url.scheme, hosting):
            return str(at[0])
    raise Failure(422, NOT_ALLOWED, host=url.hostname)


def allowed(address: str, scheme: str, hosting: Hosting) -> bool:
    """Whether the house sends there: to the networks it names, and by https to public addresses if it says so."""
    if within(address, hosting.webhooks):
        return True
    one = ip_address(address)
    if isinstance(one, IPv6Address) and (one.ipv4_mapped or one.sixtofour or one.teredo or one in TRANSLATED):
        return False  # it only stands for an IPv4 address
    return hosting.webhooks_to_public and scheme == "https" and one.is_global and not one.is_multicast


async def delivered(url: SplitResult, body: bytes, signed: str, hosting: Hosting) -> int:
    """The status with which a receiver answers; 0 if it does not. Redirections are not followed."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _sent(url, body, signed, await way_to(url, hosting))
    except (OSError, ValueError, Failure, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return 0


async def _sent(url: SplitResult, body: bytes, signed: str, address: str) -> int:
    secure = url.scheme == "https"
    reader, writer = await asyncio.open_connection(
        address,
        url.port or PORTS[url.scheme],
        ssl=ssl.create_default_context() if secure else None,
        server_hostname=url.hostname if secure else None,
    )
    try:
        asked = f"{url.path or '/'}?{url.query}" if url.query else url.path or "/"
        head = (
            f"POST {asked} HTTP/1.1\r\nHost: {url.netloc}\r\nUser-Agent: tablee\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n{SIGNED}: {signed}\r\n"
            "Connection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        answer = await reader.readuntil(b"\n")
        found = re.match(rb"HTTP/1\.[01] ([0-9]{3})\b", answer)
        return int(found[1]) if found else 0
    finally:
        writer.transport.abort()


@router.post("/api/tables/{table}/webhook", status_code=201)
async def begin(at: At, asked: WebhookAsked, request: Request) -> WebhookMade:
    """Have the lines that this seat may see sent to an address, as they come; instead of the one it gave before."""
    hosting: Hosting = request.app.state.hosting
    seat = await at.do(lambda _table, seat: seat)
    if not hosting.sends:
        raise Failure(403, NO_WEBHOOKS)
    url = receiver(asked.url)
    try:
        async with asyncio.timeout(SECONDS):
            await way_to(url, hosting)
    except TimeoutError:
        raise Failure(422, NOT_ALLOWED, host=url.hostname) from None
    hook = Webhook(at.table, seat, link_of(at.token), asked.url, asked.after, at.lang if asked.said else "")
    await request.app.state.webhooks.add(hook)
    return WebhookMade(secret=hook.secret)


@router.delete("/api/tables/{table}/webhook", status_code=204)
async def end(at: At, request: Request) -> Response:
    """Send no more of this seat's lines."""
    await request.app.state.webhooks.remove(at.table, await at.do(lambda _table, seat: seat))
    return Response(status_code=204)
