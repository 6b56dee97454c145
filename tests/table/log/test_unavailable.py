"""Tables that are locked, full, read-only or away: said soon and in words, and play goes on afterwards."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from psycopg_pool import ConnectionPool, PoolTimeout

from tablee.errors import Unavailable
from tablee.table.log import postgres
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.store import AWAY, FULL, LOCKED, READ_ONLY, AlreadyKept, OtherBody, Store
from tablee.text import Text
from tests.table.conftest import at
from tests.table.log.test_store import said

SOON = 20  # seconds, for eight who ask at once; each of them used to wait ten in turn


@pytest.fixture
def file(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.db")
    store.create("t", "T", {})
    yield store
    store.close()


def eight_appends(store: Store) -> set[Text | None]:
    """What eight people who write at once are told, soon; None for one whose line is kept."""

    def append(n: int) -> Text | None:
        try:
            store.append(f"t{n}", "", 0, [said(1)])
        except Unavailable as why:
            return why.text
        return None

    with ThreadPoolExecutor(8) as people:
        told = [people.submit(append, n) for n in range(8)]
        assert not wait(told, SOON).not_done
    return {one.result() for one in told}


def eight_tables(store: Store) -> None:
    for n in range(8):
        store.create(f"t{n}", f"T{n}", {})


def test_a_lock_held_elsewhere_is_told_to_everybody_soon(tmp_path: Path, file: SqliteStore) -> None:
    eight_tables(file)
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert eight_appends(file) == {LOCKED}
    with pytest.raises(Unavailable):
        file.create("u", "U", {})
    with pytest.raises(Unavailable):
        file.delete("t")
    assert file.read("t") == []
    other.execute("ROLLBACK")
    assert eight_appends(file) == {None}
    assert file.append("t", "", 0, [said(1)]) == 1


@pytest.mark.parametrize(("ill", "well", "why"), [
    ("PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000", FULL),
    ("PRAGMA query_only=ON", "PRAGMA query_only=OFF", READ_ONLY),
])  # fmt: skip
def test_a_disk_that_takes_nothing_keeps_what_it_has(file: SqliteStore, ill: str, well: str, why: Text) -> None:
    file.append("t", "", 0, [said(1)])
    file._writer.execute(ill)
    with pytest.raises(Unavailable) as no:
        file.append("t", "k", 1, [said(n, "x" * 100_000) for n in range(2, 5)])
    assert no.value.text is why
    assert no.value.say("fr") != no.value.say("en")
    assert file.read("t") == [said(1)]
    file._writer.execute(well)
    assert file.append("t", "k", 1, [said(2)]) == 2


def test_a_file_that_is_none_any_more_is_away(tmp_path: Path, file: SqliteStore) -> None:
    file.append("t", "", 0, [said(1)])
    file.close()
    path = tmp_path / "tables.db"
    whole = path.read_bytes()
    with at(str(path)) as store:
        path.write_bytes(b"x" * len(whole))
        with at_fresh_pages(store), pytest.raises(Unavailable) as no:
            store.read("t")
        assert no.value.text is AWAY
        path.write_bytes(whole)


class at_fresh_pages:  # noqa: N801
    """A store that has forgotten the pages it read: the next look goes to the disk."""

    def __init__(self, store: Store) -> None:
        assert isinstance(store, SqliteStore)
        store._reader.execute("PRAGMA shrink_memory")

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


@pytest.mark.parametrize("setting", ["postgres"], indirect=True)
def test_a_server_that_is_away_is_told_soon_and_comes_back(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "WAIT", 0.5)
    with at(setting) as store:
        eight_tables(store)
        with monkeypatch.context() as away:

            def lost(*_: object, **__: object) -> None:
                raise PoolTimeout

            away.setattr(ConnectionPool, "getconn", lost)
            assert eight_appends(store) == {AWAY}
            with pytest.raises(Unavailable):
                store.read("t")
        until = time.monotonic() + SOON
        while time.monotonic() < until:  # whoever asks again is answered
            with suppress(Unavailable):
                assert store.read("t0") == []
                break
        assert eight_appends(store) == {None}


@pytest.mark.parametrize("setting", ["postgres"], indirect=True)
def test_a_row_that_another_session_holds_is_not_waited_for(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "WAIT", 0.5)
    with at(setting) as store, psycopg.connect(setting) as other:
        store.create("t", "T", {})
        other.execute("SELECT 1 FROM tablee_table WHERE tbl = 't' FOR UPDATE")
        with pytest.raises(Unavailable):
            store.append("t", "", 0, [said(1)])
        other.rollback()
        assert store.append("t", "", 0, [said(1)]) == 1


def test_a_key_is_for_one_thing_only(store: Store) -> None:
    store.create("t", "T", {})
    assert store.append("t", "k", 0, [said(1)], "one") == 1
    with pytest.raises(AlreadyKept):
        store.append("t", "k", 1, [said(2)], "one")
    with pytest.raises(OtherBody):
        store.append("t", "k", 1, [said(2)], "another")
    assert store.done("t", "k") == (1, "one")


def test_a_file_of_an_earlier_version_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE command(tbl TEXT, key TEXT, version INTEGER, PRIMARY KEY(tbl, key)) WITHOUT ROWID")
    db.execute("INSERT INTO command VALUES('t', 'k', 7)")
    db.commit()
    db.close()
    for _ in range(2):
        with at(str(path)) as store:
            assert store.done("t", "k") == (7, "")
