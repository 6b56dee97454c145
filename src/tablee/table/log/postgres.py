"""The log in PostgreSQL, for several servers at once: each append tells the others which table changed."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Any, LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier
from psycopg_pool import ConnectionPool

from tablee.errors import BadInput, Unavailable, Unknown
from tablee.table.log.events import FORMAT, Event, Json, from_json, known_format
from tablee.table.log.store import (
    AWAY,
    FULL,
    GONE,
    MAX_REVIEWS,
    PAGE,
    READ_ONLY,
    AlreadyKept,
    Conflict,
    Kept,
    KeptPicture,
    KeptSnapshot,
    OtherBody,
    line_of,
    written,
)
from tablee.table.log.watching import TICK, Stop, Told, Watch, Watches
from tablee.table.webhooks import KeptWebhook
from tablee.text import Text

NO_SERVER = Text(fr="La base PostgreSQL ne répond pas : {why}", en="The PostgreSQL database does not answer: {why}")
MAX_CONNECTIONS = 8
WAIT, RETRY = 4.0, 0.1  # seconds to wait for a server that restarts, and while it is known to be away
CONNECT: dict[str, Any] = {
    "autocommit": True,
    "connect_timeout": 5,
    "keepalives_idle": 20,  # a server that vanished without a word is noticed within a minute
    "keepalives_interval": 10,
    "keepalives_count": 3,
}

# `json` and not `jsonb`: a line is given back as it was written, its fields in their order.
SCHEMA = """
SELECT pg_advisory_xact_lock(hashtext('tablee'));  -- two servers may start together
CREATE TABLE IF NOT EXISTS tablee_table(tbl text PRIMARY KEY, code text NOT NULL UNIQUE, secret json NOT NULL,
  version int NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS tablee_event(tbl text REFERENCES tablee_table ON DELETE CASCADE, version int,
  data json NOT NULL, PRIMARY KEY(tbl, version));
CREATE TABLE IF NOT EXISTS tablee_command(tbl text REFERENCES tablee_table ON DELETE CASCADE, key text,
  version int NOT NULL, PRIMARY KEY(tbl, key));
ALTER TABLE tablee_command ADD COLUMN IF NOT EXISTS body text NOT NULL DEFAULT '';
CREATE TABLE IF NOT EXISTS tablee_trial(tbl text PRIMARY KEY REFERENCES tablee_table ON DELETE CASCADE,
  at double precision NOT NULL);
CREATE TABLE IF NOT EXISTS tablee_picture(tbl text REFERENCES tablee_table ON DELETE CASCADE, id text, by text NOT NULL,
  at double precision NOT NULL, file bytea NOT NULL, PRIMARY KEY(tbl, id));
CREATE TABLE IF NOT EXISTS tablee_snapshot(tbl text REFERENCES tablee_table ON DELETE CASCADE, version int,
  key text NOT NULL, counts json NOT NULL, held bigint NOT NULL, data bytea NOT NULL, PRIMARY KEY(tbl, version));
CREATE TABLE IF NOT EXISTS tablee_review(tbl text REFERENCES tablee_table ON DELETE CASCADE, fight int,
  key text NOT NULL, data bytea NOT NULL, PRIMARY KEY(tbl, fight));
CREATE TABLE IF NOT EXISTS tablee_webhook(tbl text REFERENCES tablee_table ON DELETE CASCADE, seat text,
  id text NOT NULL, data json NOT NULL, taken bigint NOT NULL, process text NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY(tbl, seat));
CREATE TABLE IF NOT EXISTS tablee_format(one bool PRIMARY KEY DEFAULT true CHECK (one), format int NOT NULL);
CREATE TABLE IF NOT EXISTS tablee_presence(process text PRIMARY KEY, seats json NOT NULL, at timestamptz NOT NULL);
CREATE OR REPLACE FUNCTION tablee_channel() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'tablee ' || left(current_schema(), 50)  -- a house may share its database with others, in schemas of their own
$$;
CREATE OR REPLACE FUNCTION tablee_append(t text, k text, expected int, lines text[], asked text) RETURNS int
  LANGUAGE plpgsql AS $$
DECLARE newest int; known int; before text; BEGIN
  SELECT version INTO newest FROM tablee_table WHERE tbl = t FOR UPDATE;
  IF NOT FOUND THEN RETURN -1; END IF;
  SELECT version, body INTO known, before FROM tablee_command WHERE tbl = t AND key = k;
  IF FOUND THEN RETURN CASE WHEN before IN ('', asked) THEN -3 - known ELSE -2 END; END IF;
  IF newest <> expected THEN RETURN NULL; END IF;
  INSERT INTO tablee_event SELECT t, newest + n, line::json FROM unnest(lines) WITH ORDINALITY AS l(line, n);
  newest := newest + cardinality(lines);
  UPDATE tablee_table SET version = newest WHERE tbl = t;
  INSERT INTO tablee_command(tbl, key, version, body) VALUES(t, k, newest, asked);
  PERFORM pg_notify(tablee_channel(), t || ':' || newest);
  RETURN newest;
END $$;
CREATE OR REPLACE FUNCTION tablee_rewrite(t text, k text, expected int, lines text[], asked text, ns int[],
  instead text[]) RETURNS int LANGUAGE plpgsql AS $$
DECLARE newest int; BEGIN
  newest := tablee_append(t, k, expected, lines, asked);
  IF newest > expected THEN
    UPDATE tablee_event e SET data = l.line::json FROM unnest(ns, instead) AS l(n, line)
      WHERE e.tbl = t AND e.version = l.n;
    UPDATE tablee_command SET body = '' WHERE tbl = t AND version = ANY(ns);
    DELETE FROM tablee_snapshot WHERE tbl = t;
    DELETE FROM tablee_review WHERE tbl = t;
  END IF;
  RETURN newest;
END $$;
"""
READ_FORMAT = "SELECT coalesce(max(format), 0) FROM tablee_format"
KEEP_FORMAT = """INSERT INTO tablee_format(format) VALUES(%s) ON CONFLICT (one) DO UPDATE SET format = EXCLUDED.format
  WHERE tablee_format.format < EXCLUDED.format"""


class PostgresStore:
    """A PostgreSQL database. A lost connection is made again, and what was under way is done again.

    Every operation is one statement that may be repeated: an append has a key, and what exists already or is gone
    already counts as done.
    """

    def __init__(self, uri: str) -> None:
        self._watches = Watches()
        self._away = False
        try:
            self._uri = _impatient(uri)
            with psycopg.connect(uri, **CONNECT) as db, db.transaction():
                db.execute(SCHEMA)
                known_format(db.execute(READ_FORMAT).fetchone()[0])  # type: ignore[index]
                db.execute(KEEP_FORMAT, [FORMAT])
        except psycopg.Error as why:
            raise BadInput(NO_SERVER, why=str(why).strip()) from why
        self._pool = ConnectionPool(
            self._uri,
            kwargs=CONNECT,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            timeout=1,
            reconnect_timeout=0.5,  # it would wait ever longer between tries; `_do` asks again, for some seconds
            name="tablee",
            open=True,
        )

    def close(self) -> None:
        self._watches.close()
        self._pool.close()

    def create(self, table: str, code: str, secret: Json, trial: bool = False) -> None:
        query = "INSERT INTO tablee_table(tbl, code, secret) VALUES(%s, %s, %s::json) ON CONFLICT DO NOTHING"
        self._do(query, table, code, json.dumps(secret))
        if self._do("SELECT code, secret FROM tablee_table WHERE tbl = %s", table) != [(code, secret)]:
            raise Conflict
        if trial:
            self._do("INSERT INTO tablee_trial VALUES(%s, %s) ON CONFLICT DO NOTHING", table, time.time())

    def append(
        self,
        table: str,
        key: str,
        expected: int,
        events: Iterable[Event],
        body: str = "",
        instead: Mapping[int, Event] | None = None,
    ) -> int:
        lines, named = written(expected, events), key or uuid.uuid4().hex
        query: LiteralString = "SELECT tablee_append(%s, %s, %s::int, %s::text[], %s)"
        rewritten: list[Any] = []
        if instead:
            query = "SELECT tablee_rewrite(%s, %s, %s::int, %s::text[], %s, %s::int[], %s::text[])"
            rewritten = [list(instead), [line_of(event) for event in instead.values()]]
        ((version,),) = self._do(query, table, named, expected, lines, body, *rewritten)
        if version is None:
            raise Conflict
        if version in (-1, -2):
            raise Unknown(GONE) if version == -1 else OtherBody
        if version < 0 and key:
            raise AlreadyKept
        version = -3 - version if version < 0 else version  # without a key of its own: ours, kept as the line broke
        self._watches.heard(table, int(version))
        return int(version)

    def share_presence(self, process: str, seats: Mapping[str, Collection[str]], fresh: float) -> list[Json]:
        put: LiteralString = (
            "INSERT INTO tablee_presence VALUES(%s, %s::json, now()) "
            "ON CONFLICT(process) DO UPDATE SET seats = excluded.seats, at = excluded.at"
        )
        self._do(put, process, json.dumps({table: list(here) for table, here in seats.items()}))
        self._do("DELETE FROM tablee_presence WHERE at < now() - make_interval(secs => %s)", fresh)
        return [row[0] for row in self._do("SELECT seats FROM tablee_presence WHERE process <> %s", process)]

    def done(self, table: str, key: str) -> Kept | None:
        rows = self._do("SELECT version, body FROM tablee_command WHERE tbl = %s AND key = %s", table, key)
        return Kept(*rows[0]) if rows else None

    def read(self, table: str, after: int = 0, limit: int = PAGE) -> list[Event]:
        query: LiteralString = "SELECT data FROM tablee_event WHERE tbl = %s AND version > %s ORDER BY version LIMIT %s"
        return [from_json(row[0]) for row in self._do(query, table, after, limit)]

    def before(self, table: str, version: int, limit: int = PAGE) -> list[Event]:
        query: LiteralString = (
            "SELECT data FROM tablee_event WHERE tbl = %s AND version <= %s ORDER BY version DESC LIMIT %s"
        )
        return [from_json(row[0]) for row in self._do(query, table, version, limit)]

    def size(self, table: str, after: int, version: int) -> int:
        query: LiteralString = (
            "SELECT coalesce(sum(octet_length(data::text)), 0) FROM tablee_event "
            "WHERE tbl = %s AND version > %s AND version <= %s"
        )
        return int(self._do(query, table, after, version)[0][0])

    def secret(self, table: str) -> Json | None:
        rows = self._do("SELECT secret FROM tablee_table WHERE tbl = %s", table)
        return dict(rows[0][0]) if rows else None

    def keep_snapshot(self, table: str, key: str, about: KeptSnapshot, data: bytes) -> None:
        query: LiteralString = (
            "INSERT INTO tablee_snapshot SELECT tbl, %s, %s, %s::json, %s, %s FROM tablee_table t WHERE tbl = %s AND "
            "NOT EXISTS (SELECT 1 FROM tablee_event e WHERE e.tbl = t.tbl AND e.version > %s AND "
            "e.data->>'name' = 'struck_out/1') FOR SHARE ON CONFLICT (tbl, version) "  # no line is rewritten meanwhile
            "DO UPDATE SET key = EXCLUDED.key, data = EXCLUDED.data"
        )
        version, counts, held = about
        self._do("DELETE FROM tablee_snapshot WHERE tbl = %s AND key <> %s", table, key)
        self._do(query, version, key, json.dumps(dict(counts)), held, data, table, version)

    def snapshot(self, table: str, key: str, version: int) -> bytes | None:
        query: LiteralString = (
            "SELECT data FROM tablee_snapshot WHERE tbl = %s AND version <= %s AND key = %s "
            "ORDER BY version DESC LIMIT 1"
        )
        rows = self._do(query, table, version, key)
        return bytes(rows[0][0]) if rows else None

    def snapshots(self, table: str, key: str) -> list[KeptSnapshot]:
        query: LiteralString = (
            "SELECT version, counts, held FROM tablee_snapshot WHERE tbl = %s AND key = %s ORDER BY version"
        )
        return [KeptSnapshot(*row) for row in self._do(query, table, key)]

    def keep_picture(self, table: str, id: str, by: str, file: bytes) -> None:
        query: LiteralString = (
            "INSERT INTO tablee_picture SELECT tbl, %s, %s, %s, %s FROM tablee_table WHERE tbl = %s "
            "ON CONFLICT DO NOTHING"
        )
        self._do(query, id, by, time.time(), file, table)
        if not self._do("SELECT 1 FROM tablee_picture WHERE tbl = %s AND id = %s", table, id):
            raise Unknown(GONE)

    def picture(self, table: str, id: str) -> bytes | None:
        rows = self._do("SELECT file FROM tablee_picture WHERE tbl = %s AND id = %s", table, id)
        return bytes(rows[0][0]) if rows else None

    def pictures(self, table: str) -> list[KeptPicture]:
        query: LiteralString = (
            'SELECT id, by, at, octet_length(file) FROM tablee_picture WHERE tbl = %s ORDER BY id COLLATE "C"'
        )
        return [KeptPicture(*row) for row in self._do(query, table)]

    def drop_pictures(self, table: str, ids: Collection[str]) -> None:
        if ids:
            self._do("DELETE FROM tablee_picture WHERE tbl = %s AND id = ANY(%s)", table, list(ids))

    def keep_review(self, table: str, fight: int, key: str, data: bytes) -> None:
        query: LiteralString = (
            "INSERT INTO tablee_review SELECT tbl, %s, %s, %s FROM tablee_table WHERE tbl = %s "
            "ON CONFLICT (tbl, fight) DO UPDATE SET key = EXCLUDED.key, data = EXCLUDED.data"
        )
        self._do(query, fight, key, data, table)
        old: LiteralString = "SELECT fight FROM tablee_review WHERE tbl = %s ORDER BY fight DESC OFFSET %s"
        self._do(f"DELETE FROM tablee_review WHERE tbl = %s AND fight IN ({old})", table, table, MAX_REVIEWS)

    def review(self, table: str, fight: int, key: str) -> bytes | None:
        rows = self._do("SELECT data FROM tablee_review WHERE tbl = %s AND fight = %s AND key = %s", table, fight, key)
        return bytes(rows[0][0]) if rows else None

    def drop_review(self, table: str, fight: int) -> None:
        self._do("DELETE FROM tablee_review WHERE tbl = %s AND fight = %s", table, fight)

    def keep_webhook(self, process: str, hook: KeptWebhook, most: int) -> bool:
        table, seat, id, data, taken = hook
        query: LiteralString = (
            "INSERT INTO tablee_webhook SELECT tbl, %s, %s, %s::json, %s, %s, now() FROM tablee_table WHERE tbl = %s "
            "AND (SELECT count(*) FROM tablee_webhook WHERE (tbl, seat) <> (%s, %s)) < %s "
            "ON CONFLICT (tbl, seat) DO UPDATE SET id = EXCLUDED.id, data = EXCLUDED.data, taken = EXCLUDED.taken, "
            "process = EXCLUDED.process, at = EXCLUDED.at RETURNING id"
        )
        kept = self._do(query, seat, id, json.dumps(data), taken, process, table, table, seat, most)
        if not kept and self.secret(table) is None:
            raise Unknown(GONE)
        return bool(kept)

    def claim_webhooks(self, process: str, taken: Mapping[str, int], fresh: float) -> list[KeptWebhook]:
        if taken:
            note: LiteralString = (
                "UPDATE tablee_webhook w SET taken = t.taken FROM unnest(%s::text[], %s::bigint[]) AS t(id, taken) "
                "WHERE w.id = t.id AND w.process = %s"
            )
            self._do(note, list(taken), list(taken.values()), process)
        query: LiteralString = (
            "UPDATE tablee_webhook SET process = %s, at = now() WHERE process = %s "
            "OR at < now() - make_interval(secs => %s) RETURNING tbl, seat, id, data::text, taken"
        )
        return [KeptWebhook.read(*row) for row in self._do(query, process, process, fresh)]

    def drop_webhook(self, table: str, seat: str, id: str = "") -> None:
        query: LiteralString = "DELETE FROM tablee_webhook WHERE tbl = %s AND seat = %s AND %s IN ('', id)"
        self._do(query, table, seat, id)

    def table_of_code(self, code: str) -> str | None:
        rows = self._do("SELECT tbl FROM tablee_table WHERE code = %s", code)
        return str(rows[0][0]) if rows else None

    def tables(self) -> list[tuple[str, str]]:
        return [
            (table, code) for table, code in self._do('SELECT tbl, code FROM tablee_table ORDER BY tbl COLLATE "C"')
        ]

    def delete(self, table: str) -> None:
        query = "WITH gone AS (DELETE FROM tablee_table WHERE tbl = %s RETURNING tbl)"
        self._do(query + " SELECT pg_notify(tablee_channel(), tbl || ':-1') FROM gone", table)
        self._watches.heard(table, None)

    def keep(self, table: str) -> None:
        self._do("DELETE FROM tablee_trial WHERE tbl = %s", table)

    def delete_trials(self, before: float) -> list[str]:
        # a line added meanwhile changes the version that the row must have to be deleted
        query: LiteralString = (
            "WITH old AS (SELECT t.tbl, t.version FROM tablee_trial JOIN tablee_table t USING (tbl) "
            "LEFT JOIN tablee_event e ON e.tbl = t.tbl AND e.version = t.version "
            "WHERE coalesce((e.data->>'at')::double precision, tablee_trial.at) < %s), "
            "gone AS (DELETE FROM tablee_table t USING old WHERE t.tbl = old.tbl AND t.version = old.version "
            "RETURNING t.tbl) SELECT tbl, pg_notify(tablee_channel(), tbl || ':-1') FROM gone"
        )
        gone = [str(row[0]) for row in self._do(query, before)]
        for table in gone:
            self._watches.heard(table, None)
        return gone

    def watch(self, callback: Told) -> Stop:
        first, known = self._listening()

        def look(watch: Watch, stopped: threading.Event) -> None:
            db = first
            while not stopped.is_set():
                try:
                    if db.closed:
                        db, now = self._listening()
                        watch.looked(now)  # what was missed meanwhile
                    for note in db.notifies(timeout=TICK):
                        table, _, version = note.payload.rpartition(":")
                        watch.heard(table, int(version) if version != "-1" else None)
                except psycopg.Error:
                    db.close()
                    stopped.wait(TICK)
            db.close()

        return self._watches.start(callback, known, look)

    def _listening(self) -> tuple[psycopg.Connection[Any], dict[str, int]]:
        """A connection that hears of every append from now on, and the versions until now."""
        db = psycopg.connect(self._uri, **CONNECT)
        try:
            ((channel,),) = db.execute("SELECT tablee_channel()").fetchall()
            db.execute(SQL("LISTEN {}").format(Identifier(channel)))
            return db, dict(db.execute("SELECT tbl, version FROM tablee_table").fetchall())
        except BaseException:
            db.close()
            raise

    def _do(self, query: LiteralString, *values: Any) -> list[Any]:
        """The rows of one statement, which is sent again if the connection is lost under it.

        Unavailable once the server was waited for in vain; from then on nobody waits long, until it is back.
        """
        plain = [
            value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value for value in values
        ]
        until = time.monotonic() + (RETRY if self._away else WAIT)
        while True:
            try:
                with self._pool.connection(RETRY if self._away else None) as db:
                    answer = db.execute(query, plain)
                    rows = answer.fetchall() if answer.description else []
                self._away = False
                return rows
            except (psycopg.errors.DiskFull, psycopg.errors.ReadOnlySqlTransaction) as why:
                raise Unavailable(FULL if isinstance(why, psycopg.errors.DiskFull) else READ_ONLY) from why
            except (psycopg.OperationalError, psycopg.InterfaceError) as why:
                if self._pool.closed:
                    raise
                if time.monotonic() > until:
                    self._away = True
                    raise Unavailable(AWAY) from why
                self._pool.check()  # after a restart of the server the others are lost too
                time.sleep(0.05)


def _impatient(uri: str) -> str:
    """The address of a server, for sessions that do not wait long for a row that another one holds, nor for ever."""
    own = conninfo_to_dict(uri).get("options") or ""
    return make_conninfo(uri, options=f"{own} -clock_timeout=2000 -cstatement_timeout=20000".strip())
