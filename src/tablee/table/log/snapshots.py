"""Snapshots: the state of a table at some of its lines, as bytes, so that a long log is opened as fast as a short one.

A snapshot is a cache and never the truth: it is made from the log, read only by the very program that made it (its
`key` says which), and gone with its table or as soon as a line is rewritten. It is plain JSON, compressed: a
house that is given a file of tables runs no code of others by opening it.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple, get_args, get_type_hints

from tablee.dice.fair.log import KINDS as DICE
from tablee.errors import TableeError
from tablee.rules.edition import edition, source_files
from tablee.table.log.events import EVERYONE, FORMAT, KINDS, Event, Happening
from tablee.table.log.state import Papers, State
from tablee.table.log.store import KeptSnapshot, Store

MAX_WAITING = 100  # snapshots to be kept; of more, the oldest are given up
QUICK = 1  # of zlib: most of it is gained at once


class Milestone(NamedTuple):
    """A line at which the state of a table is known: how many lines each had been shown, and the state if at hand."""

    version: int
    counts: Mapping[str, int]
    state: State | None = None

    def seen_by(self, seat: str, mj: bool) -> int:
        """How many events that seat had been shown."""
        return self.version if mj else self.counts.get(EVERYONE, 0) + self.counts.get(seat, 0)


class Mend(NamedTuple):
    """A line that speaks of others (struck through, standing again, overridden), by their numbers."""

    n: int
    of: tuple[int, ...]


class Snapshot(NamedTuple):
    """A table at one line: its state, and the lines up to it that speak of others."""

    state: State
    mending: tuple[Mend, ...]


@cache
def key_of(game: str) -> str:
    """What snapshots of a game's tables are made by: the format of what is stored, the edition of the rules, and the
    files that fold a log.
    """
    digest = sha256()
    for path, file in source_files(files("tablee.table"), "tablee.table"):
        digest.update(path.encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{FORMAT} {edition(game)} {digest.hexdigest()[:12]}"


def packed(shot: Snapshot) -> bytes:
    """A snapshot as bytes; TypeError if it holds what has no form of its own here."""
    told = [_Writer().plain(shot.state), [[mend.n, *mend.of] for mend in shot.mending]]
    return zlib.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), QUICK)


def unpacked(data: bytes) -> Snapshot | None:
    """A snapshot again; None if it is none that can be read."""
    try:
        told, mending = json.loads(zlib.decompress(data))
        state = _Reader().read(told)
        assert isinstance(state, State)
        return Snapshot(state, tuple(Mend(n, tuple(of)) for n, *of in mending))
    except Exception:  # whatever is wrong with it, the log says it again
        logging.getLogger("tablee").warning("a snapshot could not be read: its log is")
        return None


class Form(NamedTuple):
    """How one class is written: its name, and its fields; what others have found out and left on one is not."""

    name: str
    fields: tuple[str, ...]


@cache
def _classes() -> dict[str, type]:
    """The classes that a state may hold beside plain data and happenings, found in what it is declared to hold."""
    found: dict[str, type] = {}
    topics = {kind.__name__: kind for kind in KINDS.values()}  # named by the state for types alone
    looked_at: list[Any] = [State, Event, *DICE.values()]
    while looked_at:
        one = looked_at.pop()
        if not is_dataclass(one):
            looked_at += get_args(one)
        elif isinstance(one, type) and not issubclass(one, Happening) and _called(one) not in found:
            found[_called(one)] = one
            looked_at += [*get_type_hints(one, localns=topics).values(), *one.__subclasses__()]
    return found


def _called(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


@cache
def _forms() -> dict[type, Form]:
    """How each class that a state may hold is written."""
    return {kind: Form(name, tuple(one.name for one in fields(kind))) for name, kind in _classes().items()}


MARK = "$"


class _Writer:
    """Plain data made of a state. What stands in several places is written once."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}
        self._held: list[Any] = []  # so that no two have one id

    def plain(self, value: Any) -> Any:
        if value is None or isinstance(value, str | int | float):
            return value
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        if isinstance(value, dict):
            if all(isinstance(key, str) and key != MARK for key in value):
                return {key: self.plain(one) for key, one in value.items()}
            return {MARK: "d", "v": [[self.plain(key), self.plain(one)] for key, one in value.items()]}
        if isinstance(value, tuple):
            return {MARK: "t", "v": [self.plain(one) for one in value]}
        if isinstance(value, frozenset):
            return {MARK: "f", "v": sorted(value)}
        if isinstance(value, Papers):
            return {MARK: "p", "v": [self.plain(one) for one in value.counted()]}
        if isinstance(value, Happening):
            return {MARK: "h", "c": value.name, "v": value.to_json()}
        if id(value) in self._known:
            return {MARK: "r", "v": self._known[id(value)]}
        form = _forms()[type(value)]
        made = {MARK: "o", "c": form.name, "v": {one: self.plain(getattr(value, one)) for one in form.fields}}
        self._known[id(value)] = len(self._held)
        self._held.append(value)
        return made


class _Reader:
    """A state made of plain data that a `_Writer` told."""

    def __init__(self) -> None:
        self._made: list[Any] = []

    def read(self, told: Any) -> Any:
        if isinstance(told, list):
            return [self.read(one) for one in told]
        if not isinstance(told, dict):
            return told
        match told.get(MARK):
            case None:
                return {key: self.read(one) for key, one in told.items()}
            case "d":
                return {self.read(key): self.read(one) for key, one in told["v"]}
            case "t":
                return tuple([self.read(one) for one in told["v"]])
            case "f":
                return frozenset(told["v"])
            case "p":
                papers = [self.read(one) for one in told["v"]]
                return Papers(papers, len(papers))
            case "h":
                kind = KINDS[told["c"]]
                read = kind.readers
                return kind(**{name: read[name](one) if name in read else one for name, one in told["v"].items()})
            case "r":
                return self._made[told["v"]]
        made: Any = object.__new__(_classes()[told["c"]])
        for name, one in told["v"].items():
            object.__setattr__(made, name, self.read(one))  # frozen, and some without `vars`
        self._made.append(made)
        return made


class Keeping(NamedTuple):
    """A snapshot to be kept, where and under which key."""

    store: Store
    table: str
    key: str
    state: State
    mending: tuple[Mend, ...]


class Keeper:
    """A thread that keeps snapshots when nobody waits for it; of too many the oldest are given up, since a table is
    opened at its newest. Where there are no threads (`at_once`), they are kept before the command is answered.
    """

    def __init__(self, at_once: bool = False) -> None:
        self._at_once = at_once
        self._waiting: deque[Keeping] = deque(maxlen=MAX_WAITING)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False

    def keep(self, one: Keeping) -> None:
        """Have a snapshot kept soon."""
        if self._at_once:
            _tried(one)
            return
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tablee-snapshots", daemon=True)
                self._thread.start()
            self._waiting.append(one)
            self._changed.notify_all()

    def settle(self) -> None:
        """Wait until everything that was given is kept."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting)
                one, self._busy = self._waiting.popleft(), True
            _tried(one)


def _tried(one: Keeping) -> None:
    """Keep a snapshot; what goes wrong with it is in the log, and nobody's command fails for it."""
    try:
        _kept(one)
    except (TableeError, sqlite3.ProgrammingError):  # the tables are away or closed, or this one is gone
        pass
    except Exception:
        logging.getLogger("tablee").exception("a snapshot of table %s", one.table)


def _kept(one: Keeping) -> None:
    version = one.state.version
    before = [kept for kept in one.store.snapshots(one.table, one.key) if kept.version < version]
    held, since = (before[-1].held, before[-1].version) if before else (0, 0)
    about = KeptSnapshot(version, one.state.counts, held + one.store.size(one.table, since, version))
    one.store.keep_snapshot(one.table, one.key, about, packed(Snapshot(one.state, one.mending)))
