"""Tables that are locked, full or read-only, and requests that break: what people are told, and what the log keeps."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.errors import Unavailable
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.text import Text
from tablee.web.application import application
from tablee.web.serving.server_log import OneLine, log_config
from tablee.web.serving.turns import THREADS
from tests.rules.sample import GAME
from tests.web.test_api import Table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.db")
    yield store
    store.close()


@pytest.fixture
def table(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr("tablee.web.api.game_called", lambda _: GAME)
    app = application(House(store, lambda _: GAME))
    with TestClient(
        app, "http://localhost", headers={"accept-language": "en"}, raise_server_exceptions=False
    ) as client:
        yield Table(client)


def told(answer: Any) -> tuple[int, str]:
    assert set(answer.json()) == {"type", "status", "code", "detail", "rule", "fields"}
    return answer.status_code, answer.json()["detail"]


def test_a_lock_held_elsewhere_is_told_and_play_goes_on(tmp_path: Path, table: Table) -> None:
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    no = table.post("ana", "say", text="bonjour")
    assert told(no) == (503, "Another program is using the tables: try again in a moment.")
    assert no.headers["retry-after"] == "1"
    table.client.headers["accept-language"] = "fr"
    assert "un autre programme" in told(table.post("ana", "say", text="bonjour"))[1]
    assert table.get("ana").status_code == 200
    other.execute("ROLLBACK")
    assert table.post("ana", "say", text="bonjour").status_code == 200


def test_threads_that_are_all_at_work_are_no_lost_database(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches a house would start it again: moves of opponents, say, may take every thread for a while."""
    monkeypatch.setattr("tablee.web.api.MAX_HEALTH_SECONDS", 0.5)
    done, portal = Event(), table.client.portal
    assert portal
    working = [portal.start_task_soon(asyncio.to_thread, done.wait) for _ in range(THREADS + 1)]
    try:
        assert table.client.get("/health").status_code == 200
    finally:
        done.set()
    assert all(one.result() for one in working)


@pytest.mark.parametrize(("ill", "well", "sentence"), [
    ("PRAGMA max_page_count=1", "PRAGMA max_page_count=1000000", "There is no room left"),
    ("PRAGMA query_only=ON", "PRAGMA query_only=OFF", "The tables can only be read"),
])  # fmt: skip
def test_a_disk_that_takes_nothing(store: SqliteStore, table: Table, ill: str, well: str, sentence: str) -> None:
    before = table.get("mj").json()
    store._writer.execute(ill)
    status, said = told(table.post("ana", "say", text="x" * 4000, key="k"))
    assert (status, said[: len(sentence)]) == (503, sentence)
    store._writer.execute(well)
    assert table.get("mj").json() == before
    assert table.post("ana", "say", text="x", key="k").status_code == 200


def test_what_breaks_has_the_shape_of_every_error(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    for method in ("view", "submit"):
        monkeypatch.setattr(House, method, broken)
    for answer in (table.get("ana"), table.post("ana", "say", text="bonjour")):
        status, sentence = told(answer)
        assert (status, sentence.split(",")[0]) == (500, "Something broke here")


def test_an_accident_is_one_line_of_the_log_unless_asked_for() -> None:
    def logged(debug: bool) -> list[str]:
        config = log_config(debug)["formatters"]["line"]
        formatter = {"logging.Formatter": logging.Formatter, "tablee.web.serving.server_log.OneLine": OneLine}[
            config["()"]
        ]
        try:
            raise ValueError("two\nlines")
        except ValueError:
            record = logging.LogRecord(
                "uvicorn.error", 40, "", 0, "Exception in ASGI application\n", (), sys.exc_info()
            )
        return formatter(config["fmt"]).format(record).splitlines()

    (line,) = logged(False)
    assert "ValueError: two lines (" in line
    assert "test_unavailable.py:" in line
    assert len(logged(True)) > 4


def test_neither_the_link_of_a_seat_nor_a_code_is_in_a_log(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_: Any) -> None:
        raise Unavailable(Text(fr="Les tables ne répondent pas.", en="The tables do not answer."))

    monkeypatch.setattr(House, "glance", away)
    monkeypatch.setattr(House, "table_of_code", away)
    for method, address in (("GET", f"/t/{table.id}/place/"), ("GET", "/r/"), ("POST", "/r/")):
        assert table.client.request(method, f"{address}a-secret").status_code == 503
        assert f"{method} {address}…: " in caplog.text
    assert "a-secret" not in caplog.text
