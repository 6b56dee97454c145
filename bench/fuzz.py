"""Requests drawn at random, to every address, page and command: none may break the server.

    python -m bench fuzz --count 100000 --seed 1

The application runs in this process, on tables of every installed game. Each request begins as one that could be meant,
with ids, actions and parameters of its table, and is then spoilt more or less: other types, huge numbers, odd text,
deep JSON, bytes that are no JSON, wrong ids, tokens, headers and addresses. Exports are spoilt too, and the tables that
they still make are visited like the others. A failure is an answer of 500 or more, an exception, a traceback in the
log, an error without the shape that docs/api.md promises (a page, for whoever reads pages), or much memory taken at
once or in all. How far it is goes to stderr. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import logging
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any
from urllib.parse import quote, unquote, urlencode

from tablee.rules.game import games
from tablee.rules.sheet.character_file import FORMAT
from tablee.table.decide import command
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import HandOver
from tablee.table.topics.seat import Invite, Join
from tablee.web.application import application
from tablee.web.pages import forms
from tablee.web.pages.characters.notebook import NOTEBOOK
from tablee.web.serving.limits import Limits

AT_ONCE = 8
EACH_TABLE = 400  # requests, before a new table takes its place
EACH_IMPORT = 40  # requests to a table that was imported, before it is left
MAX_IMPORTS = 8  # that are visited at a time
TOLD_EVERY = 1000  # requests: how far it is goes to stderr
MAX_MB_AT_ONCE, MAX_MB = 200, 700  # that requests sent together may take, and all of them
OFTEN = {"act": 9, "answer": 9, "odds": 1, "form": 1, "say": 1, "correct": 2, "enter": 2}  # more often than others
NUMBERS: list[Any] = [0, -1, 1, 7, 2**31, 2**53, 2**63, -(2**63), 10**30, 10**400, 1e308, 0.5, -0.0]
TEXTS = [
    "", " ", "x", "0", "null", "²", "é" * 50, "x" * 5000, "\x00", "a\nb", "\u202eabc", "\u200b", "🐉" * 20, "{who}",
    "{0}", "%s", "../../etc/passwd", "' OR 1=1 --", "<script>", "/r 3d6", "/r 99999d99999", "/r 3d6!kh2>4", "/w mj x",
    "/sr d",
    "/me rit", "/zzz", "mj", "everyone", "NaN", "\ufffe", "١٢", "ﬁ", "İ", "ß" * 40, "a" * 300,
    '/w "' + " " * 3000 + "x", "/w " + "mj " * 900, "/r " + "1d6+" * 900, "/r " + " " * 3000 + "d", "/r " + "9" * 3900,
]  # fmt: skip
COMMANDS = [*command.COMMANDS, "zzz"]
SELDOM = ("/labo", "/papier", "/t/{table}/papier")  # seconds of work each
TABS = ["table", "fiche", "journal", "people", "zzz"]
MENU = ["join", "claim", "release", "arrange", "door", "admit", "dismiss", "link"]  # what forms of the entrance do
NO_JSON = [b"", b"[" * 20_000, b"\xff\xfe", b'{"a":1e999}', b"NaN", b"x" * 300_000, b'{"a":' * 900]
LONE = "\ud800"  # half a character: JSON may hold it
HEADERS: dict[bytes, list[bytes]] = {
    b"accept-language": [b"en", b"fr", b"", b"\xff", b"de;q=0.5", b"en-" * 500],
    b"idempotency-key": [b"k", b"", b"\xb2", b"k" * 300, b"a:b", b"\xe9"],
    b"last-event-id": [b"\xb2", b"-1", b"3", b"9" * 30, b"1e3", b" "],
    b"content-type": [b"text/plain", b"application/json; charset=utf-16", b"", b"multipart/form-data", b"\xff"],
    b"origin": [b"http://localhost", b"null", b"http://evil.example", b"\xff", b"x" * 500],
    b"cookie": [b"tablee-seat-x=y", b"tablee-seat-a@b=y", b"tablee-lang=en", b"a=b; " * 200, b"\xff=\xff", b"="],
    b"accept": [b"text/html", b"*/*", b"\xff", b"text/event-stream"],
    b"content-length": [b"0", b"\xb2", b"-5", b"99999999999", b"abc"],
    b"host": [b"localhost:8000", b"evil.example", b"[::1]", b"", b"\xff", b"localhost:99999"],
    b"authorization": [b"Bearer ", b"Bearer \xff", b"Basic eDp5", b"x" * 400, b"Bearer " + b"t" * 190],
    b"sec-fetch-site": [b"cross-site", b"same-origin", b"\xff"],
}


@dataclass
class Room:
    """A table of one game, with the tokens of its seats and what may be meant there."""

    id: str
    game: str
    code: str
    tokens: list[str]
    seats: list[str]
    cast: list[str]
    export: bytes
    left: int = EACH_TABLE
    again: bool = True  # whether a new table takes its place
    notebook: str = ""  # the cookie of a notebook of its game


@dataclass
class Found:
    """What came of the requests."""

    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)  # what and where → the first request that did it
    heaviest: tuple[float, list[str]] = (0.0, [])  # seconds of work on the requests of one batch

    def failed(self, what: str, request: str) -> None:
        """Note and print a failure, once for each kind."""
        if what not in self.failures:
            self.failures[what] = request
            print(f"{what}\n    {request[:600]}", flush=True)


class Fuzz:
    """Requests drawn from a seed, sent to one application."""

    def __init__(self, house: House, app: Any, seed: int) -> None:
        self.house, self.app, self.random = house, app, random.Random(seed)
        self.found = Found()
        self.schema = app.openapi()
        self.routes = [(path, verb) for path, verbs in self.schema["paths"].items() for verb in verbs]
        self.routes += [(path, "get") for path in ("/health", "/metrics", "/openapi.json", "/nowhere")]
        self.routes += [route for route in self.routes for _ in range(OFTEN.get(route[0].rsplit("/", 1)[-1], 0))]
        self.pages = pages_of(app)
        self.forms: dict[str, list[dict[str, Any]]] = {}
        self.rooms = [self.room(game) for game in sorted(games())]
        self.began = peak_mb()

    def room(self, game: str) -> Room:
        """A new table with its ready cast, one of them hidden, two players who each play somebody, and a spectator."""
        table, token = self.house.open_ready(game, "Essai")
        tokens, seats, cast = [token], ["mj"], list(self.house.state(table).cast)
        for n, role in enumerate(("player", "player", "spectator")):
            made = self.house.submit(table, "mj", Invite(role=role))
            assert isinstance(made, Submitted)
            tokens.append(made.token)
            seats.append(made.seat)
            self.house.submit(table, made.seat, Join(called=f"Joueur {n}"))
            if role == "player" and n < len(cast):
                self.house.submit(table, "mj", HandOver(who=cast[n], owner=made.seat))
        self.house.submit(table, "mj", HandOver(who=cast[-1], hidden=True))
        if game not in self.forms:
            self.forms[game] = self.filled_in(table, game, cast[0])
        export = "\n".join(self.house.exported(table, "mj")).encode()
        return Room(table, game, self.house.state(table).code, tokens, seats, cast, export)

    def take_in(self, answer: bytes, lines: bytes) -> None:
        """Visit a table that was just imported, if there are not too many of them."""
        made = json.loads(answer)
        if sum(not room.again for room in self.rooms) < MAX_IMPORTS and made["game"] in self.forms:
            state = self.house.state(made["table"])
            cast, seats = list(state.cast) or ["x"], list(state.seats)
            room = Room(
                made["table"], made["game"], state.code, [made["token"]], seats, cast, lines, EACH_IMPORT, False
            )
            self.rooms.append(room)

    def filled_in(self, table: str, game: str, actor: str) -> list[dict[str, Any]]:
        """The form of each action of a game."""
        played, forms = games()[game], []
        for action in (*played.actions, *played.creations):
            who = "" if action in played.creations else actor
            form = self.house.form(table, "mj", Act(actor=who, action=action.id), "fr")
            forms.append(form if isinstance(form, dict) else {"action": action.id, "values": {}, "fields": []})
        return forms

    def one_of(self, options: Any) -> Any:
        return self.random.choice(list(options))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def odd(self, deep: int = 0) -> Any:
        """Something that nobody would mean."""
        kind = self.random.randrange(8 if deep < 3 else 5)
        if kind < 2:
            return self.one_of(NUMBERS)
        if kind < 4:
            return self.one_of(TEXTS) + (LONE if self.chance(0.05) else "")
        if kind == 4:
            return self.one_of([None, True, False])
        if kind == 5:
            return [self.odd(deep + 1) for _ in range(self.random.randrange(4))]
        if kind == 6:
            return {self.one_of(TEXTS)[:30]: self.odd(deep + 1) for _ in range(self.random.randrange(3))}
        nested: Any = 1
        for _ in range(self.one_of([5, 15, 200])):
            nested = [nested] if self.chance(0.5) else {"a": nested}
        return nested

    def params(self, room: Room) -> tuple[str, dict[str, Any]]:
        """An action of the game with parameters that its form proposes."""
        form = self.one_of(self.forms[room.game])
        values = dict(form["values"])
        for asked in form["fields"]:
            if self.chance(0.4):
                options = [choice["id"] for choice in asked["choices"]]
                if options:
                    chosen = self.random.sample(options, min(len(options), self.random.randrange(1, 4)))
                    values[asked["name"]] = chosen if asked["many"] else chosen[0]
                elif asked["kind"] == "int":
                    values[asked["name"]] = self.random.randrange(-3, 12)
                elif asked["kind"] == "bool":
                    values[asked["name"]] = self.chance(0.5)
        return form["action"], values

    def meant(self, name: str, room: Room, kind: dict[str, Any]) -> Any:
        """A value that a field of this name may have at a table."""
        played = games()[room.game]
        match name:
            case "actor" | "who" if kind.get("type") != "array":
                return self.one_of(room.cast)
            case "who" | "to":
                return self.random.sample(room.cast + room.seats, self.random.randrange(3))
            case "seat" | "owner":
                return self.one_of(room.seats)
            case "game":
                return room.game
            case "code":
                return room.code
            case "token":
                return self.one_of(room.tokens)
            case "ready":
                return self.one_of(["", True, *room.cast])
            case "option":
                return self.one_of([option.id for option in played.options] or ["x"])
            case "field":
                return self.one_of(played.sheet.model_fields)
            case "value":
                return self.one_of([0, 1, 3, "", True, [], {}])
            case "sheet":
                sheet = dict(self.house.state(room.id).cast[self.one_of(room.cast)].sheet)
                return self.spoilt(sheet) if self.chance(0.5) else sheet
            case "answers":
                return self.answers(room)
            case "faces":
                return self.one_of([None, [], [self.random.randrange(1, 7) for _ in range(self.random.randrange(6))]])
            case "of" | "seen":
                return self.random.randrange(1, 40)
            case "on":  # a game that is paused hardly tries anything
                return self.chance(0.2)
            case "text":
                return self.one_of(["bonjour", "/r 3d6", "/w mj psst", *TEXTS])
        if "enum" in kind:
            return self.one_of(kind["enum"])
        return self.one_of(["x", "open", "player", "say", "secret", "blind", 1, True])

    def answers(self, room: Room) -> dict[str, Any]:
        """Answers to what is asked at a table, if anything is."""
        pending = self.house.state(room.id).pending
        if pending is None:
            return {self.one_of(room.cast): self.one_of([True, False, 0, 1, "", "left"])}
        return {who: self.one_of(decision.values) for who, decision in pending.asked.asked.items() if self.chance(0.8)}

    def body(self, path: str, room: Room) -> Any:
        """What a posted address may be sent, from its declaration."""
        if path.endswith("/compare"):
            return {"ways": [self.body("/act", room) for _ in range(self.random.randrange(1, 4))]}
        if path.rsplit("/", 1)[-1] in ("act", "odds", "form", "request"):
            action, params = self.params(room)
            body = {"actor": self.one_of([*room.cast, ""]), "action": action, "params": params}
            if self.chance(0.3):
                body["audience"] = self.one_of(["open", "secret", "blind", "self"])
            return body
        declared = self.schema["paths"].get(path, {}).get("post", {}).get("requestBody", {})
        reference = json.dumps(declared).partition("#/components/schemas/")[2].partition('"')[0]
        fields = self.schema["components"]["schemas"].get(reference, {})
        needed = fields.get("required", ())
        return {
            name: self.meant(name, room, kind)
            for name, kind in fields.get("properties", {}).items()
            if name in needed or name == "on" or self.chance(0.5)
        }

    def fields(self, path: str, room: Room) -> list[tuple[str, str]]:
        """What a form of a page may send, or the address of a page may hold."""
        action, params = self.params(room)
        fields = [("who", self.one_of(room.cast)), ("do", action), *forms.fields_of(params)]
        if path.startswith("/t/") and self.chance(0.6):
            fields += [(name, str(value)) for name, value in self.body(f"/api{path}", room).items()]
            fields += [(f"a.{who}", json.dumps(value)) for who, value in self.answers(room).items()]
        more = {"do": [*MENU, action], "game": [room.game], "code": [room.code], "seat": room.seats, "tab": TABS}
        more |= {"name": ["Zoé", *TEXTS], "title": TEXTS, "door": ["open", "guarded"], "back": ["/", "//x", *TEXTS]}
        more |= {
            "before": ["3", *TEXTS],
            "after": ["2", *TEXTS],
            "table": [room.id],
            "way": TEXTS,
            "lang": ["en", "fr"],
        }
        fields += [(name, self.one_of(values)) for name, values in more.items() if self.chance(0.3)]
        while self.chance(0.35):
            odd = self.one_of(TEXTS)
            fields.append(
                (self.one_of(["p.", "i.", "b.", "l.", "k.", "o.", "d.", "a.", ""]) + odd[:20], str(self.odd()))
            )
        return self.random.sample(fields, len(fields))

    def page(self, room: Room) -> tuple[str, str, bytes, bytes, dict[bytes, bytes]]:
        """A request as a browser sends it, to a page or from one of its forms."""
        template, verb = self.one_of(self.pages)
        if template.startswith(SELDOM) and self.chance(0.95):
            template, verb = "/t/{table}", "get"
        if template.endswith("/supprimer") and verb == "post" and self.chance(0.95):
            verb = "get"
        if template.endswith("/{command}"):
            template = template.replace("{command}", self.one_of(COMMANDS))
        token = self.one_of(room.tokens)
        template = template.replace("{code}", room.code).replace("{token}", token).replace("{name:path}", "table.js")
        fields = self.fields(template, room)
        sent = urlencode(fields, errors="replace").encode()
        headers = {b"host": b"localhost", b"accept": b"text/html", b"accept-language": b"fr"}
        headers[b"cookie"] = f"tablee-seat-{room.id}={self.one_of(room.tokens)}; {room.notebook}".encode()
        query, body = (b"", sent) if verb == "post" else (sent if self.chance(0.7) else b"", b"")
        if template == "/personnages/importer":
            headers[b"content-type"], body = b"multipart/form-data; boundary=b", self.uploaded(room)
        return verb, self.path(template, room), query, body, headers

    def uploaded(self, room: Room) -> bytes:
        """The form that sends a file of characters, as it could be meant or spoilt."""
        cast = self.house.state(room.id).cast
        sheets = {who: dict(cast[who].sheet) for who in self.random.sample(list(cast), min(len(cast), 2))}
        told: Any = {"tablee": FORMAT, "game": room.game, "characters": sheets}
        while self.chance(0.5):
            told = self.spoilt(told)
        return b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n' + self.written(told) + b"\r\n--b--\r\n"

    def spoilt(self, value: Any) -> Any:
        """Something like it, with one thing wrong somewhere."""
        if isinstance(value, dict) and value and self.chance(0.8):
            key = self.one_of(value)
            changed = dict(value)
            match self.random.randrange(5):
                case 0:
                    del changed[key]
                case 1:
                    changed[self.one_of(TEXTS)[:30]] = self.odd()
                case _:
                    changed[key] = self.spoilt(value[key])
            return changed
        if isinstance(value, list) and value and self.chance(0.6):
            at = self.random.randrange(len(value))
            became = [*value[:at], self.spoilt(value[at]), *value[at + 1 :]]
            return became * self.one_of([1, 1, 1, 300]) if len(str(became)) < 200 else became
        return self.odd()

    def written(self, body: Any) -> bytes:
        """JSON, sometimes cut short, or no JSON at all."""
        try:
            text = json.dumps(body).encode()
        except (ValueError, RecursionError):
            text = b"{"
        if self.chance(0.03):
            return text[: self.random.randrange(len(text) + 1)]
        if self.chance(0.02):
            return self.random.choice(NO_JSON)
        return text

    def path(self, template: str, room: Room) -> str:
        """An address with its ids filled in."""
        ids = {"{table}": room.id, "{who}": self.one_of(room.cast), "{seat}": self.one_of(room.seats)}
        ids |= {"{n}": str(self.random.randrange(50)), "{game}": room.game}
        for name, id in ids.items():
            if self.chance(0.05):
                id = quote(str(self.one_of([*TEXTS, *NUMBERS])), safe="")[:200] or "-"
            template = template.replace(name, id)
        return template

    def request(self) -> tuple[Room, tuple[str, str, bytes, bytes, list[tuple[bytes, bytes]]]]:
        """One request to a table: method, path, query, body, headers."""
        at = self.random.randrange(len(self.rooms))
        room = self.rooms[at]
        room.left -= 1
        if room.left <= 0 or self.house.store.secret(room.id) is None:
            if room.again:
                room = self.rooms[at] = self.room(room.game)
            else:
                del self.rooms[at]
                return self.request()
        if self.chance(0.3):
            verb, path, query, body, headers = self.page(room)
        else:
            verb, path, query, body, headers = self.call(room)
        if body:
            headers[b"content-length"] = str(len(body)).encode()
        while self.chance(0.25):
            name_of_header = self.one_of(HEADERS)
            headers[name_of_header] = self.one_of(HEADERS[name_of_header])
        if self.chance(0.02):
            verb = self.one_of(["get", "put", "patch", "options", "head", "delete", "trace"])
        return room, (verb.upper(), path, query, body, list(headers.items()))

    def call(self, room: Room) -> tuple[str, str, bytes, bytes, dict[bytes, bytes]]:
        """A request as a client of the API sends it."""
        template, verb = self.one_of(self.routes)
        if verb == "delete" and self.chance(0.95):
            verb = "get"
        body = b""
        if template == "/api/tables/import":
            body = self.imported(room)
        elif verb == "post":
            meant = self.body(template, room)
            while self.chance(0.35):
                meant = self.spoilt(meant)
            body = self.written(meant)
        path, query = self.path(template, room), b""
        if self.chance(0.15) or template.endswith(("/offers", "/lines")):
            name, value = self.one_of(["after", "actor", "x"]), self.one_of([*room.cast, *TEXTS, *NUMBERS])
            query = f"{name}={quote(str(value)[:100], errors='replace')}".encode()
        headers = {b"host": b"localhost", b"content-type": b"application/json", b"accept-language": b"en"}
        headers[b"authorization"] = b"Bearer " + self.one_of(room.tokens[:1] * 2 + room.tokens).encode()
        return verb, path, query, body, headers

    def imported(self, room: Room) -> bytes:
        """An export with some of its lines spoilt."""
        lines = room.export.splitlines()
        for _ in range(self.random.randrange(3)):
            n = self.random.randrange(len(lines))
            lines[n] = self.written(self.spoilt(json.loads(room.export.splitlines()[n])))
        return b"\n".join(lines)

    async def send(self) -> str:
        """One request, told as it was; what is wrong with its answer is noted."""
        room, (method, path, query, body, headers) = self.request()
        told = f"{method} {path}?{query.decode()} {body[:300]!r} {headers}"
        status, answer, given = 0, b"", False

        async def receive() -> dict[str, Any]:
            nonlocal given
            if given:
                await asyncio.sleep(0)
                return {"type": "http.disconnect"}
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def sent(message: dict[str, Any]) -> None:
            nonlocal status, answer
            status = message.get("status", status)
            answer += message.get("body", b"")
            for name, value in message.get("headers", ()):
                if name == b"set-cookie" and value.startswith(NOTEBOOK.encode()):
                    room.notebook = value.decode().partition(";")[0]

        scope: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method}
        scope |= {"scheme": "http", "root_path": "", "query_string": query, "client": ("127.0.0.1", 1), "server": None}
        scope |= {"path": unquote(path, errors="replace"), "raw_path": path.encode(), "headers": headers}
        try:
            await self.app(scope, receive, sent)
        except Exception as why:
            self.found.failed(where(why), told)
        self.found.statuses[status] += 1
        if status >= 500 or not status:
            self.found.failed(f"{status} {answer[:120]!r}", told)
        elif status == 201 and path == "/api/tables/import":
            self.take_in(answer, body)
        elif status >= 400 and method != "HEAD" and not is_page(answer):
            try:
                shape = json.loads(answer)
                assert set(shape) == {"type", "status", "code", "detail", "rule", "fields"}
                assert shape["detail"]
            except Exception:
                self.found.failed(f"{status} without its shape: {answer[:120]!r}", told)
        return told

    async def run(self, count: int) -> None:
        for sent in range(0, count, AT_ONCE):
            began, peak = time.process_time(), peak_mb()
            requests = await asyncio.gather(*(self.send() for _ in range(min(AT_ONCE, count - sent))))
            took, grown = time.process_time() - began, peak_mb() - peak
            if grown > MAX_MB_AT_ONCE or (peak - self.began <= MAX_MB < peak + grown - self.began):
                self.found.failed(f"{grown} MB at once, {peak_mb()} in all", "\n    ".join(requests))
            if took > self.found.heaviest[0]:
                self.found.heaviest = (took, requests)
            if sent % TOLD_EVERY == 0:
                print(
                    f"{sent} requests, {len(self.found.failures)} failures, {peak_mb()} MB", file=sys.stderr, flush=True
                )


def peak_mb() -> int:
    """The most memory that this process has held."""
    return round(getrusage(RUSAGE_SELF).ru_maxrss / 1000)


def pages_of(app: Any) -> list[tuple[str, str]]:
    """The addresses of an application that its description leaves out: those of pages, and what they post to."""
    routes = [route for route in all_routes(app) if hasattr(route, "methods") and not route.include_in_schema]
    return [(route.path, verb.lower()) for route in routes for verb in sorted(route.methods)]


def all_routes(router: Any) -> Iterator[Any]:
    """The routes of a router and of those that it includes."""
    for route in router.routes:
        if hasattr(route, "original_router"):
            yield from all_routes(route.original_router)
        else:
            yield route


def is_page(answer: bytes) -> bool:
    """Whether somebody who goes from page to page can read an answer, compressed or not."""
    text = gzip.decompress(answer) if answer.startswith(b"\x1f\x8b") else answer
    return text.startswith(b"<!doctype html>")


def where(why: BaseException) -> str:
    """An exception and the last places of ours that it came through."""
    ours = [frame for frame in traceback.extract_tb(why.__traceback__) if "/tablee/" in frame.filename]
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in ours[-2:]]
    return f"{type(why).__name__}: {str(why)[:120]} ({', '.join(places)})"


class Tracebacks(logging.Handler):
    """Notes every exception that is logged."""

    def __init__(self, failed: Callable[[str, str], None]) -> None:
        super().__init__(logging.ERROR)
        self.failed = failed

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.failed("logged " + where(record.exc_info[1]), record.getMessage())


async def fuzzed(count: int, seed: int, path: str) -> Found:
    """What came of so many requests drawn from a seed, with the tables in a file."""
    limits = Limits.of(["commands-per-second=1000000", "reads-per-second=1000000", "tables-per-address=0"])
    store = SqliteStore(path)
    house = House(store)
    app = application(house, limits=limits)
    handler = logging.getLogger()
    async with app.router.lifespan_context(app):
        fuzz = Fuzz(house, app, seed)
        noted = Tracebacks(fuzz.found.failed)
        handler.addHandler(noted)
        try:
            await fuzz.run(count)
        finally:
            handler.removeHandler(noted)
    store.close()
    return fuzz.found


def fuzz(asked: argparse.Namespace) -> None:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(fuzzed(asked.count, asked.seed, f"{folder}/tables.db"))
    print("The heaviest at once:")
    for request in found.heaviest[1]:
        print(f"    {request[:600]}")
    report = {
        "requests": asked.count,
        "seed": asked.seed,
        "failures": len(found.failures),
        "statuses": {str(status): found.statuses[status] for status in sorted(found.statuses)},
        "heaviest_ms": round(found.heaviest[0] * 1000),
        "peak_mb": peak_mb(),
        "seconds": round(time.perf_counter() - began),
    }
    print(json.dumps(report))
    sys.exit(1 if found.failures else 0)
