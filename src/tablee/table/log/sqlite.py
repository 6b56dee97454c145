"""The log in one SQLite file: durable, for one server or a few processes on one machine."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tablee.errors import BadInput, Unavailable, Unknown
from tablee.table.log.batch import Batch
from tablee.table.log.events import FORMAT, Event, Json, known_format
from tablee.table.log.store import (
    AWAY,
    FULL,
    GONE,
    LOCKED,
    MAX_REVIEWS,
    PAGE,
    PATIENCE,
    READ_ONLY,
    AlreadyKept,
    Conflict,
    Kept,
    KeptPicture,
    KeptSnapshot,
    OtherBody,
    from_text,
    line_of,
    written,
)  # fmt: skip
from tablee.table.log.watching import TICK, Stop, Told, Watch, Watches
from tablee.table.webhooks import KeptWebhook
from tablee.text import Text

WAIT, RETRY = 1.0, 0.05  # seconds to wait for another program's lock, and while it is known not to let go
WHY = {
    sqlite3.SQLITE_BUSY: LOCKED, sqlite3.SQLITE_LOCKED: LOCKED, sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
}  # fmt: skip
NO_FILE = Text(fr="Le fichier « {path} » ne s'ouvre pas : {why}.", en="The file “{path}” cannot be opened: {why}.")

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables(tbl TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, secret TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS event(tbl TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY(tbl, version)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS command(tbl TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
  body TEXT NOT NULL DEFAULT '', PRIMARY KEY(tbl, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS change(n INTEGER PRIMARY KEY, tbl TEXT NOT NULL UNIQUE, version INTEGER);
CREATE INDEX IF NOT EXISTS gone ON change(n) WHERE version IS NULL;
CREATE TABLE IF NOT EXISTS picture(tbl TEXT NOT NULL, id TEXT NOT NULL, by TEXT NOT NULL, at REAL NOT NULL,
  file BLOB NOT NULL, PRIMARY KEY(tbl, id));
CREATE TABLE IF NOT EXISTS snapshot(tbl TEXT NOT NULL, version INTEGER NOT NULL, key TEXT NOT NULL,
  counts TEXT NOT NULL, held INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(tbl, version)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS review(tbl TEXT NOT NULL, fight INTEGER NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY(tbl, fight)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS webhook(tbl TEXT NOT NULL, seat TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL,
  taken INTEGER NOT NULL, PRIMARY KEY(tbl, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS trial(tbl TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
"""  # `change` is what other processes look at: the last change of each table, in order; NULL for one that is gone
CHANGED = "INSERT OR REPLACE INTO change(tbl, version) VALUES(?, ?)"
FORGET = 10_000  # changes after which one that is gone is forgotten
NEWEST = "SELECT coalesce(max(version), 0) FROM event WHERE event.tbl = tables.tbl"
REWROTE = (
    "SELECT 1 FROM event WHERE event.tbl = tables.tbl AND event.version > ? "
    "AND json_extract(data, '$.name') = 'struck_out/1'"
)
LAST_LINE = "SELECT json_extract(data, '$.at') FROM event WHERE event.tbl = trial.tbl ORDER BY version DESC LIMIT 1"


class _Append(NamedTuple):
    """What a caller asks the store to append to the log of a table."""

    table: str
    key: str
    expected: int
    lines: list[str]
    body: str
    rewritten: Mapping[int, str]


class SqliteStore:
    """One durable file: what is acknowledged is on the disk. `alone`: no other process writes to it."""

    def __init__(self, path: str | Path, alone: bool = False) -> None:
        self._path, self._alone = path, alone
        self._appends = Batch(self._keep)
        self._write_lock, self._read_lock = threading.Lock(), threading.Lock()
        self._watches = Watches()
        self._waits = PATIENCE
        try:
            if not Path(path).exists():
                Path(path).touch(mode=0o600)  # links, secrets and the keys of dice are in it
            self._writer = _connected(path)
            self._reader = _connected(path)  # its own connection: reading never waits for the disk
            found = int(self._writer.execute("PRAGMA user_version").fetchone()[0])
            known_format(found)
            _into_wal(self._writer)
            self._writer.executescript(SCHEMA)
            if found < FORMAT:
                self._writer.execute(f"PRAGMA user_version={FORMAT}")
            _up_to_date(self._writer)
            self._wait(WAIT)
        except (sqlite3.Error, OSError) as why:
            raise BadInput(NO_FILE, path=str(path), why=str(why)) from why

    def close(self) -> None:
        """Write everything into the one file, and let go of it; nothing more if it was closed before."""
        self._watches.close()
        self._forget()
        with self._write_lock, self._read_lock:
            self._writer.close()
            self._reader.close()

    def create(self, table: str, code: str, secret: Json, trial: bool = False) -> None:
        with self._writing():
            try:
                self._writer.execute("INSERT INTO tables VALUES(?, ?, ?)", (table, code, json.dumps(secret)))
            except sqlite3.IntegrityError:
                raise Conflict from None
            if trial:
                self._writer.execute("INSERT OR REPLACE INTO trial VALUES(?, ?)", (table, time.time()))

    def append(
        self,
        table: str,
        key: str,
        expected: int,
        events: Iterable[Event],
        body: str = "",
        instead: Mapping[int, Event] | None = None,
    ) -> int:
        newest = list(events)
        lines, rewritten = written(expected, newest), {n: line_of(event) for n, event in (instead or {}).items()}
        version = self._appends.ask(_Append(table, key, expected, lines, body, rewritten))
        if rewritten:
            self._forget()
        self._watches.heard(table, version, () if rewritten else newest)
        return version

    def _forget(self) -> None:
        """Leave nothing in the file of what was rewritten or deleted, and nothing beside it (`-wal`), as far as nobody
        is reading it just now.
        """
        with self._write_lock, suppress(sqlite3.Error):
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _keep(self, group: Sequence[_Append]) -> list[int | Exception]:
        """Everybody's appends in one transaction, with one wait for the disk; an accident is only its own append's."""
        try:
            with self._writing():
                return [self._kept(one) for one in group]
        except Exception as why:
            if len(group) == 1 or isinstance(why, Unavailable):  # nobody waits for each of them in turn
                return [why] * len(group)
            return [became for one in group for became in self._keep([one])]

    def _kept(self, one: _Append) -> int | Exception:
        """Check first, insert after: an append that cannot be leaves nothing in its group's transaction."""
        if one.key:
            query = "SELECT body FROM command WHERE tbl=? AND key=?"
            for (body,) in self._writer.execute(query, (one.table, one.key)):
                return AlreadyKept() if body in ("", one.body) else OtherBody()
        newest = self._writer.execute(f"SELECT ({NEWEST}) FROM tables WHERE tbl=?", (one.table,)).fetchone()
        if newest is None:
            return Unknown(GONE)
        if newest[0] != one.expected:
            return Conflict()
        rows = [(one.table, n, line) for n, line in enumerate(one.lines, one.expected + 1)]
        self._writer.executemany("INSERT INTO event VALUES(?, ?, ?)", rows)
        version = one.expected + len(rows)
        if one.rewritten:
            self._writer.execute("DELETE FROM snapshot WHERE tbl=?", (one.table,))
            self._writer.execute("DELETE FROM review WHERE tbl=?", (one.table,))
        for n, line in one.rewritten.items():
            self._writer.execute("UPDATE event SET data=? WHERE tbl=? AND version=?", (line, one.table, n))
            self._writer.execute("UPDATE command SET body='' WHERE tbl=? AND version=?", (one.table, n))
        self._writer.execute(CHANGED, (one.table, version))
        if one.key:
            query = "INSERT INTO command(tbl, key, version, body) VALUES(?, ?, ?, ?)"
            self._writer.execute(query, (one.table, one.key, version, one.body))
        return version

    def share_presence(self, _process: str, _seats: Mapping[str, Collection[str]], _fresh: float) -> list[Json]:
        """Nobody elsewhere: a file is served by one process (docs/hosting.md)."""
        return []

    def done(self, table: str, key: str) -> Kept | None:
        rows = self._rows("SELECT version, body FROM command WHERE tbl=? AND key=?", table, key)
        return Kept(*rows[0]) if rows else None

    def read(self, table: str, after: int = 0, limit: int = PAGE) -> list[Event]:
        query = "SELECT data FROM event WHERE tbl=? AND version>? ORDER BY version LIMIT ?"
        return [from_text(row[0]) for row in self._rows(query, table, after, limit)]

    def before(self, table: str, version: int, limit: int = PAGE) -> list[Event]:
        query = "SELECT data FROM event WHERE tbl=? AND version<=? ORDER BY version DESC LIMIT ?"
        return [from_text(row[0]) for row in self._rows(query, table, version, limit)]

    def size(self, table: str, after: int, version: int) -> int:
        query = "SELECT sum(length(CAST(data AS BLOB))) FROM event WHERE tbl=? AND version>? AND version<=?"
        return int(self._rows(query, table, after, version)[0][0] or 0)

    def secret(self, table: str) -> Json | None:
        rows = self._rows("SELECT secret FROM tables WHERE tbl=?", table)
        return dict(json.loads(rows[0][0])) if rows else None

    def keep_snapshot(self, table: str, key: str, about: KeptSnapshot, data: bytes) -> None:
        query = (
            "INSERT OR REPLACE INTO snapshot(tbl, version, key, counts, held, data) "
            f"SELECT tbl, ?, ?, ?, ?, ? FROM tables WHERE tbl=? AND NOT EXISTS ({REWROTE})"
        )
        version, counts, held = about
        with self._writing():
            self._writer.execute("DELETE FROM snapshot WHERE tbl=? AND key<>?", (table, key))
            self._writer.execute(query, (version, key, json.dumps(dict(counts)), held, data, table, version))

    def snapshot(self, table: str, key: str, version: int) -> bytes | None:
        query = "SELECT data FROM snapshot WHERE tbl=? AND version<=? AND key=? ORDER BY version DESC LIMIT 1"
        rows = self._rows(query, table, version, key)
        return bytes(rows[0][0]) if rows else None

    def snapshots(self, table: str, key: str) -> list[KeptSnapshot]:
        query = "SELECT version, counts, held FROM snapshot WHERE tbl=? AND key=? ORDER BY version"
        rows = self._rows(query, table, key)
        return [KeptSnapshot(version, json.loads(counts), held) for version, counts, held in rows]

    def keep_picture(self, table: str, id: str, by: str, file: bytes) -> None:
        query = "INSERT OR IGNORE INTO picture SELECT tbl, ?, ?, ?, ? FROM tables WHERE tbl=?"
        with self._writing():
            self._writer.execute(query, (id, by, time.time(), file, table))
            if not self._writer.execute("SELECT 1 FROM picture WHERE tbl=? AND id=?", (table, id)).fetchone():
                raise Unknown(GONE)

    def picture(self, table: str, id: str) -> bytes | None:
        rows = self._rows("SELECT file FROM picture WHERE tbl=? AND id=?", table, id)
        return bytes(rows[0][0]) if rows else None

    def pictures(self, table: str) -> list[KeptPicture]:
        query = "SELECT id, by, at, length(file) FROM picture WHERE tbl=? ORDER BY id"
        return [KeptPicture(*row) for row in self._rows(query, table)]

    def drop_pictures(self, table: str, ids: Collection[str]) -> None:
        if ids:
            with self._writing():
                self._writer.executemany("DELETE FROM picture WHERE tbl=? AND id=?", [(table, id) for id in ids])
            self._forget()

    def keep_review(self, table: str, fight: int, key: str, data: bytes) -> None:
        with self._writing():
            query = "INSERT OR REPLACE INTO review SELECT tbl, ?, ?, ? FROM tables WHERE tbl=?"
            self._writer.execute(query, (fight, key, data, table))
            old = "SELECT fight FROM review WHERE tbl=? ORDER BY fight DESC LIMIT -1 OFFSET ?"
            self._writer.execute(f"DELETE FROM review WHERE tbl=? AND fight IN ({old})", (table, table, MAX_REVIEWS))

    def review(self, table: str, fight: int, key: str) -> bytes | None:
        rows = self._rows("SELECT data FROM review WHERE tbl=? AND fight=? AND key=?", table, fight, key)
        return bytes(rows[0][0]) if rows else None

    def drop_review(self, table: str, fight: int) -> None:
        with self._writing():
            self._writer.execute("DELETE FROM review WHERE tbl=? AND fight=?", (table, fight))
        self._forget()

    def keep_webhook(self, _process: str, hook: KeptWebhook, most: int) -> bool:
        table, seat, id, data, taken = hook
        with self._writing():
            others = "SELECT count(*) FROM webhook WHERE NOT (tbl=? AND seat=?)"
            if self._writer.execute(others, (table, seat)).fetchone()[0] >= most:
                return False
            query = "INSERT OR REPLACE INTO webhook SELECT tbl, ?, ?, ?, ? FROM tables WHERE tbl=?"
            if not self._writer.execute(query, (seat, id, json.dumps(data), taken, table)).rowcount:
                raise Unknown(GONE)
        return True

    def claim_webhooks(self, _process: str, taken: Mapping[str, int], _fresh: float) -> list[KeptWebhook]:
        """All of them: a file is served by one process."""
        if taken:
            with self._writing():
                self._writer.executemany("UPDATE webhook SET taken=? WHERE id=?", [(n, id) for id, n in taken.items()])
        rows = self._rows("SELECT tbl, seat, id, data, taken FROM webhook ORDER BY tbl, seat")
        return [KeptWebhook.read(*row) for row in rows]

    def drop_webhook(self, table: str, seat: str, id: str = "") -> None:
        with self._writing():
            query = "DELETE FROM webhook WHERE tbl=? AND seat=? AND ? IN ('', id)"
            dropped = self._writer.execute(query, (table, seat, id)).rowcount
        if dropped:  # nothing of its key is left in the file
            self._forget()

    def table_of_code(self, code: str) -> str | None:
        rows = self._rows("SELECT tbl FROM tables WHERE code=?", code)
        return str(rows[0][0]) if rows else None

    def tables(self) -> list[tuple[str, str]]:
        return [(row[0], row[1]) for row in self._rows("SELECT tbl, code FROM tables ORDER BY tbl")]

    def delete(self, table: str) -> None:
        with self._writing():
            self._delete(table)
        self._forget()
        self._watches.heard(table, None)

    def _delete(self, table: str) -> None:
        for name in ("event", "command", "picture", "snapshot", "review", "webhook", "tables", "trial"):
            self._writer.execute(f"DELETE FROM {name} WHERE tbl=?", (table,))
        n = self._writer.execute(CHANGED, (table, None)).lastrowid or 0
        self._writer.execute("DELETE FROM change WHERE n<? AND version IS NULL", (n - FORGET,))

    def keep(self, table: str) -> None:
        with self._writing():
            self._writer.execute("DELETE FROM trial WHERE tbl=?", (table,))

    def delete_trials(self, before: float) -> list[str]:
        old = f"SELECT tbl FROM trial WHERE coalesce(({LAST_LINE}), at) < ?"
        if not self._rows(old, before):
            return []
        with self._writing():
            gone = [str(row[0]) for row in self._writer.execute(old, (before,)).fetchall()]
            for table in gone:
                self._delete(table)
        self._forget()
        for table in gone:
            self._watches.heard(table, None)
        return gone

    def watch(self, callback: Told) -> Stop:
        if self._alone:
            return self._watches.start(callback, {}, None)
        with _saying_why():
            db = _connected(self._path)
            first = db.execute("SELECT coalesce(max(n), 0) FROM change").fetchone()[0]

        def look(watch: Watch, stopped: threading.Event) -> None:
            seen, last = 0, first
            while not stopped.wait(TICK):
                with suppress(sqlite3.Error):  # busy or away: the next look will tell
                    now = db.execute("PRAGMA data_version").fetchone()[0]  # before the rest: what comes between is told
                    if now != seen:
                        changed, last = _changes(db, last)
                        seen = now
                        for table, version in changed:
                            watch.heard(table, version)
            db.close()

        return self._watches.start(callback, {}, look)

    def _rows(self, query: str, *values: str | float) -> list[Any]:
        with self._read_lock, _saying_why():
            return self._reader.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction. Once a lock was waited for in vain, nobody waits long for it until it is let go."""
        with self._write_lock, _saying_why():
            try:
                self._writer.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                self._wait(RETRY)
                raise
            self._wait(WAIT)
            try:
                yield
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def _wait(self, seconds: float) -> None:
        """Wait so long from now on for what another program holds."""
        if seconds != self._waits:
            self._writer.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
            self._waits = seconds


@contextmanager
def _saying_why() -> Iterator[None]:
    """Unavailable, with the reason in words, where SQLite fails for a reason outside this program."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):  # our own mistakes, or a store already closed
        raise
    except sqlite3.DatabaseError as why:
        raise Unavailable(WHY.get(getattr(why, "sqlite_errorcode", 0) & 0xFF, AWAY)) from why


def _changes(db: sqlite3.Connection, after: int) -> tuple[list[tuple[str, int | None]], int]:
    """The tables that changed after the change of this number, each at its newest version, and the last number."""
    rows = db.execute("SELECT n, tbl, version FROM change WHERE n>? ORDER BY n", (after,)).fetchall()
    return [(table, version) for _, table, version in rows], rows[-1][0] if rows else after


def _connected(path: str | Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    db.executescript("PRAGMA synchronous=FULL; PRAGMA fullfsync=ON")  # the latter for the same promise on macOS
    db.execute("PRAGMA secure_delete=ON").fetchall()  # what is deleted or rewritten is not left in the file
    return db


def _up_to_date(db: sqlite3.Connection) -> None:
    """Add what files of earlier versions lack: the digest of what a command's key was used for."""
    if "body" not in {column[1] for column in db.execute("PRAGMA table_info(command)")}:
        try:
            db.execute("ALTER TABLE command ADD COLUMN body TEXT NOT NULL DEFAULT ''")
        except sqlite3.OperationalError as why:
            if "duplicate" not in str(why):  # another process was quicker
                raise


def _into_wal(db: sqlite3.Connection) -> None:
    """Switch the file to WAL; unlike everything else this does not wait for another process that opens it too."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as why:
            if "locked" not in str(why) or time.monotonic() > until:
                raise
            time.sleep(0.01)
