"""A watch tells of whatever was written, by whomever, and misses nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
import pytest

from tablee.table.log.store import Store
from tablee.table.log.watching import TICK
from tests.table.conftest import at, new_schema
from tests.table.log.test_store import add, texts

SOON = 5.0


@contextmanager
def watched(store: Store) -> Iterator[Callable[[str], None]]:
    """A watch on the store, and a way to wait until it told of a table; what it told before is forgotten."""
    told: list[str] = []
    news = threading.Condition()

    def hear(table: str, *_: Any) -> None:
        with news:
            told.append(table)
            news.notify_all()

    def expect(table: str) -> None:
        with news:
            assert news.wait_for(lambda: table in told, SOON), f"nobody told of {table}"
            told.clear()

    stop = store.watch(hear)
    try:
        yield expect
    finally:
        stop()
        stop()


def test_a_watch_tells_of_every_writer(setting: str, store: Store) -> None:
    store.create("t", "T", {})
    store.create("quiet", "Q", {})
    with at(setting) as other, watched(other) as expect:
        add(store, "t", "from one store")
        expect("t")
        add(other, "t", "from the other")
        expect("t")
        store.create("new", "N", {})
        add(store, "new", "a new table")
        expect("new")
        store.delete("new")
        expect("new")


def test_a_watch_survives_what_it_calls_and_ends_when_stopped(store: Store) -> None:
    store.create("t", "T", {})
    calls = count(1)
    last = 0

    def stumble(table: str, *_: Any) -> None:
        nonlocal last
        last = next(calls)
        raise OSError(table)

    stop = store.watch(stumble)
    for n in (1, 2):
        add(store, "t", "bonjour")
        until = time.monotonic() + SOON
        while last < n and time.monotonic() < until:
            time.sleep(0.01)
        assert last >= n
    stop()
    add(store, "t", "nobody listens")
    time.sleep(0.3)
    assert last == 2


def lose_connections(uri: str) -> None:
    """Cut every connection of the store under test, as a restart of the server would."""
    with psycopg.connect(uri, autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lost'")


@pytest.mark.parametrize("setting", ["postgres"], indirect=True)
def test_lost_connections_are_made_again_and_nothing_is_missed(setting: str, server: str) -> None:
    with at(f"{setting}&application_name=lost") as store, watched(store) as expect, at(setting) as other:
        store.create("t", "T", {})
        for n in range(3):
            with ThreadPoolExecutor(4) as people:
                list(people.map(lambda i: add(store, "t", f"line {i}"), range(4)))
            lose_connections(server)
            other.create(f"u{n}", f"U{n}", {})
            add(other, f"u{n}", "while nobody listened")
            expect(f"u{n}")
            assert len(texts(store, "t")) == 4 * (n + 1)


@pytest.mark.parametrize("setting", ["postgres"], indirect=True)
def test_an_answer_lost_on_its_way_back_acts_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    done, lost = psycopg.Connection[Any].execute, 0

    def cut(db: psycopg.Connection[Any], *what: Any, **how: Any) -> Any:
        nonlocal lost
        answer = done(db, *what, **how)
        lost += 1
        if lost % 2:
            raise psycopg.OperationalError("the connection is lost")
        return answer

    monkeypatch.setattr(psycopg.Connection, "execute", cut)
    store.create("t", "T", {"key": "ab"})
    assert [add(store, "t", "bonjour", key) for key in ("", "k", "k")] == [1, 2, 2]
    assert texts(store, "t") == ["bonjour", "bonjour"]
    store.delete("t")
    assert store.tables() == []
    assert lost > 10


def until(true: Callable[[], bool]) -> None:
    """Wait for what another thread does; ten seconds are for a busy machine."""
    late = time.monotonic() + 10
    while not true() and time.monotonic() < late:
        time.sleep(TICK / 10)


def test_a_change_is_told_once_whoever_made_it(setting: str, store: Store) -> None:
    store.create("t", "T", {})
    told: list[tuple[str, int | None]] = []
    stop = store.watch(lambda table, version, _: told.append((table, version)))
    for n in range(1, 4):
        add(store, "t", "from here")
        assert told == [("t", version + 1) for version in range(n)]  # at once
    with at(setting) as other:
        add(other, "t", "from elsewhere")
        until(lambda: len(told) == 4)
    store.delete("t")
    time.sleep(3 * TICK)  # nothing is told again
    until(lambda: len(told) == 5)
    stop()
    assert told == [("t", 1), ("t", 2), ("t", 3), ("t", 4), ("t", None)]


def test_houses_of_one_database_do_not_hear_each_other(server: str) -> None:
    with new_schema(server) as here, new_schema(server) as there, at(here) as ours, at(there) as theirs:
        told: list[tuple[str, int | None]] = []
        ours.create("t", "T", {})
        theirs.create("t", "T", {})
        stop = ours.watch(lambda table, version, _: told.append((table, version)))
        add(theirs, "t", "elsewhere")
        theirs.delete("t")
        time.sleep(3 * TICK)
        add(ours, "t", "here")
        stop()
    assert told == [("t", 1)]
