"""The append-only log. (table, number) is both key and lock; a command's key makes a retry harmless."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from tablee.table.events import Event, Json, from_json

PAGE = 1000


class Conflict(Exception):
    """Somebody was quicker: the log is further than expected."""


class Store(Protocol):
    """Where tables are kept."""

    def create(self, table: str, code: str, secret: Json) -> None:
        """Make room for a table; its secret (the dice's keys) is kept apart from its log."""
        ...

    def append(self, table: str, key: str, expected: int, events: Iterable[Event]) -> int:
        """Keep these events if the log is where it was expected; the version afterwards.

        A key already used answers the version it led to and keeps nothing. Conflict if somebody was quicker.
        """
        ...

    def done(self, table: str, key: str) -> int | None:
        """The version a command of that key led to, if it was kept already."""
        ...

    def read(self, table: str, after: int = 0, limit: int = PAGE) -> list[Event]: ...

    def before(self, table: str, version: int, limit: int = PAGE) -> list[Event]:
        """The lines up to a version, the newest first."""
        ...

    def secret(self, table: str) -> Json | None: ...

    def tables(self) -> list[tuple[str, str]]:
        """Every table with its code."""
        ...

    def delete(self, table: str) -> None: ...


SCHEMA = """
CREATE TABLE IF NOT EXISTS tables(tbl TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, secret TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS event(tbl TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY(tbl, version)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS command(tbl TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
  PRIMARY KEY(tbl, key)) WITHOUT ROWID;
"""


class SqliteStore:
    """One durable file: what is acknowledged is on the disk."""

    def __init__(self, path: str | Path) -> None:
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
            self._db.execute(f"PRAGMA {pragma}")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def create(self, table: str, code: str, secret: Json) -> None:
        with self._lock:
            self._db.execute("INSERT INTO tables VALUES(?, ?, ?)", (table, code, json.dumps(secret)))

    def append(self, table: str, key: str, expected: int, events: Iterable[Event]) -> int:
        rows = [(table, event.n, json.dumps(event.to_json(), ensure_ascii=False)) for event in events]
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                known = self._db.execute("SELECT version FROM command WHERE tbl=? AND key=?", (table, key)).fetchone()
                if known and key:
                    self._db.execute("ROLLBACK")
                    return int(known[0])
                newest = self._db.execute("SELECT max(version) FROM event WHERE tbl=?", (table,)).fetchone()[0] or 0
                if newest != expected:
                    raise Conflict
                self._db.executemany("INSERT INTO event VALUES(?, ?, ?)", rows)
                version = rows[-1][1] if rows else expected
                if key:
                    self._db.execute("INSERT INTO command VALUES(?, ?, ?)", (table, key, version))
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        return version

    def done(self, table: str, key: str) -> int | None:
        with self._lock:
            row = self._db.execute("SELECT version FROM command WHERE tbl=? AND key=?", (table, key)).fetchone()
        return int(row[0]) if row else None

    def read(self, table: str, after: int = 0, limit: int = PAGE) -> list[Event]:
        query = "SELECT data FROM event WHERE tbl=? AND version>? ORDER BY version LIMIT ?"
        with self._lock:
            rows = self._db.execute(query, (table, after, limit)).fetchall()
        return [from_json(json.loads(row[0])) for row in rows]

    def before(self, table: str, version: int, limit: int = PAGE) -> list[Event]:
        query = "SELECT data FROM event WHERE tbl=? AND version<=? ORDER BY version DESC LIMIT ?"
        with self._lock:
            rows = self._db.execute(query, (table, version, limit)).fetchall()
        return [from_json(json.loads(row[0])) for row in rows]

    def secret(self, table: str) -> Json | None:
        with self._lock:
            row = self._db.execute("SELECT secret FROM tables WHERE tbl=?", (table,)).fetchone()
        return dict(json.loads(row[0])) if row else None

    def tables(self) -> list[tuple[str, str]]:
        with self._lock:
            return [(row[0], row[1]) for row in self._db.execute("SELECT tbl, code FROM tables ORDER BY tbl")]

    def delete(self, table: str) -> None:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            for name in ("event", "command", "tables"):
                self._db.execute(f"DELETE FROM {name} WHERE tbl=?", (table,))
            self._db.execute("COMMIT")
