"""What is asked of SQLite in play is found by an index, however many tables there are: no statement reads them all."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from tablee.table.log import sqlite
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.watching import TICK
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tests.rules.sample import GAME
from tests.table.conftest import at, opened


def test_nothing_asked_in_play_reads_all_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, connected = set[str](), sqlite._connected

    def listening(path: Any) -> sqlite3.Connection:
        db = connected(path)
        db.set_trace_callback(asked.add)
        return db

    monkeypatch.setattr(sqlite, "_connected", listening)
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, lambda _: GAME)
    stop = house.watch(lambda *_: None)
    evening = opened(house)
    asked.clear()
    assert house.table_of_code(house.state(evening.table).code) == evening.table
    evening.do(evening.ana, Say(text="/r 3d6"), "key")
    evening.do(evening.ana, Say(text="/r 3d6"), "key")
    house.lines(evening.table, evening.leo)
    with at(str(tmp_path / "tables.db")) as other:
        other.append(evening.table, "", house.state(evening.table).version, [])
        time.sleep(3 * TICK)  # looked at
    house.knock(evening.table, "Zoé")
    house.delete(evening.table)
    stop()
    store.close()
    reading = [query for query in asked if query.split()[0] in ("SELECT", "INSERT", "DELETE")]
    assert len(reading) > 10
    with sqlite3.connect(tmp_path / "tables.db") as db:
        plans = {query: [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}")] for query in reading}
    assert any("code" in query for query in plans)
    assert any("FROM change" in query for query in plans)
    assert not {query: plan for query, plan in plans.items() if any(step.startswith("SCAN") for step in plan)}
