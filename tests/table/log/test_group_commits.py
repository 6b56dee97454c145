"""Appends that wait together are kept by one commit: acknowledged means on the disk, and each stands or falls alone."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from tablee.errors import Unknown
from tablee.table.log.events import Event
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.store import AlreadyKept, Conflict
from tablee.table.topics.chat import Said
from tests.table.conftest import at, child

TABLES = [f"t{n}" for n in range(8)]


def said(n: int) -> Event:
    return Event(n, 1.0, "ana", "everyone", Said("say", f"ligne {n}"))


class Commits:
    """The connection that writes, counting its commits; at one of them something happens before, or after."""

    def __init__(self, db: sqlite3.Connection, at: int = 0, before: Any = None, after: Any = None) -> None:
        self._db, self._at, self._before, self._after, self.count = db, at, before, after, 0

    def execute(self, query: str, *values: Any) -> Any:
        if query != "COMMIT":
            return self._db.execute(query, *values)
        self.count += 1
        if self.count == self._at and self._before:
            self._before()
        done = self._db.execute(query, *values)
        if self.count == self._at and self._after:
            self._after()
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


def counting(store: SqliteStore, **how: Any) -> Commits:
    commits = Commits(store._writer, **how)
    store._writer = cast(sqlite3.Connection, commits)
    return commits


def all_waiting(store: SqliteStore, *asked: tuple[str, int, list[Event]]) -> list[Any]:
    """What became of appends that all came while the disk was busy: the first is alone, the others are one group."""

    def append(one: tuple[str, int, list[Event]]) -> Any:
        try:
            return store.append(one[0], "", one[1], one[2])
        except Exception as why:
            return why

    with ThreadPoolExecutor(len(asked)) as people:
        with store._write_lock:
            first = people.submit(append, asked[0])
            while not store._appends._busy:
                time.sleep(0.001)
            time.sleep(0.05)
            others = [people.submit(append, one) for one in asked[1:]]
            while len(store._appends._waiting) < len(others):
                time.sleep(0.001)
        return [first.result(), *(other.result() for other in others)]


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = str(tmp_path / "tables.db")
    with at(path) as store:
        for table in TABLES:
            store.create(table, table, {})
    return path


def test_those_who_wait_share_one_commit(path: str) -> None:
    with at(path) as store:
        assert isinstance(store, SqliteStore)
        commits = counting(store)
        assert all_waiting(store, *((table, 0, [said(1)]) for table in TABLES)) == [1] * 8
        assert commits.count == 2
        assert [len(store.read(table)) for table in TABLES] == [1] * 8


def test_each_of_a_group_stands_or_falls_alone(path: str) -> None:
    """A conflict, a table that is gone and a line that cannot be written take nobody else with them."""
    odd = said(1)
    with at(path) as store:
        assert isinstance(store, SqliteStore)
        bad = "\ud800"  # half a character in a table's id: SQLite cannot be asked for it
        became = all_waiting(
            store, ("t0", 0, [odd]), ("t1", 0, [said(1)]), ("t2", 4, [said(5)]), ("?", 0, [said(1)]),
            (bad, 0, [said(1)]), ("t3", 0, [said(1), said(2)]),
        )  # fmt: skip
        assert became[:2] == [1, 1]
        assert [type(one) for one in became[2:5]] == [Conflict, Unknown, UnicodeEncodeError]
        assert became[5] == 2
        assert [len(store.read(table)) for table in ("t0", "t1", "t2", "t3")] == [1, 1, 0, 2]


def die_at_a_commit(path: str, when: str) -> None:
    """Another process: eight threads append to eight tables, until everything stops at the fifth commit."""
    with at(path) as store:
        assert isinstance(store, SqliteStore)
        work, group = store._appends._work, list[str]()

        def working(asked: Sequence[Any]) -> Any:
            group[:] = [one.table for one in asked]
            return work(asked)

        def stop() -> None:
            os.write(1, f"last {' '.join(group)}\n".encode())
            os._exit(9)

        store._appends._work = working
        counting(store, at=5, **{when: stop})

        def write(table: str) -> None:
            for n in range(1000):
                store.append(table, f"k{n}", n, [said(n + 1)])
                os.write(1, f"{table} {n + 1}\n".encode())

        with ThreadPoolExecutor(len(TABLES)) as people:
            list(people.map(write, TABLES))


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_between_commit_and_answer_loses_nothing_acknowledged(path: str, when: str) -> None:
    with child(die_at_a_commit, path, when) as writing:
        told = [line.split() for line in writing.communicate(timeout=60)[0].splitlines()]
    assert writing.returncode == 9
    (last,) = (words[1:] for words in told if words[0] == "last")
    acknowledged = dict.fromkeys(TABLES, 0) | {words[0]: int(words[1]) for words in told if words[0] != "last"}
    with at(path) as store:
        for table in TABLES:
            assert len(store.read(table)) >= acknowledged[table]
        for table in last:
            n = acknowledged[table]
            assert len(store.read(table)) == (n if when == "before" else n + 1)
            with suppress(AlreadyKept):  # nobody heard, so it is asked again
                store.append(table, f"k{n}", n, [said(n + 1)])
            assert len(store.read(table)) == n + 1
