"""The shortcut answers as FastAPI does from the same declarations, which OpenAPI still describes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.decide.command import COMMANDS
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web import api
from tablee.web.application import application
from tests.rules.sample import GAME

SAY, JSON = '{"text": "bonjour"}', {"content-type": "application/json"}
ASKED: dict[str, tuple[str, str, dict[str, str]]] = {
    "stands": ("say", SAY, JSON),
    "rolls": ("say", '{"text": "/r 3d6"}', JSON),
    "has a key": ("say", SAY, {**JSON, "idempotency-key": "k"}),
    "has the same key": ("say", SAY, {**JSON, "idempotency-key": "k"}),
    "has the same key for something else": ("say", '{"text": "autre"}', {**JSON, "idempotency-key": "k"}),
    "is refused": ("act", '{"actor": "nobody", "action": "sample.strike"}', JSON),
    "lacks a field": ("say", "{}", JSON),
    "has a field that is not": ("say", '{"text": "x", "colour": 1}', JSON),
    "has a field of another kind": ("say", '{"text": 3}', JSON),
    "is no object": ("say", "[]", JSON),
    "is empty": ("say", "", JSON),
    "is no JSON": ("say", "{", JSON),
    "is not said to be JSON": ("say", SAY, {"content-type": "text/plain"}),
    "has half a character": ("say", '{"text": "\\\\ud83d"}', JSON),
    "is too deep": ("enter", '{"who": "x", "sheet": {"a": ' + "[" * 400 + "]" * 400 + "}}", JSON),
    "has a key too long": ("say", SAY, {**JSON, "idempotency-key": "k" * 101}),
    "has no token": ("say", SAY, {**JSON, "authorization": ""}),
    "has another token": ("say", SAY, {**JSON, "authorization": "Bearer no"}),
}


@contextmanager
def served(path: Path) -> Iterator[tuple[TestClient, str, str]]:
    store = SqliteStore(path)
    house = House(store, lambda _: GAME)
    table, token = house.open("sample")
    with TestClient(application(house), base_url="http://localhost") as client:
        yield client, table, token
    store.close()


def answers(path: Path) -> dict[str, tuple[int, list[str], Any]]:
    """Each request's status, the keys of its answer, and the answer itself where it is no sentence."""
    found = {}
    with served(path) as (client, table, token):
        for name, (word, body, headers) in ASKED.items():
            given = {"authorization": f"Bearer {token}", **headers}
            answer = client.post(f"/api/tables/{table}/{word}", content=body.encode(), headers=given)
            told = answer.json()
            found[name] = (answer.status_code, sorted(told), told.get("version"))
        gone = client.post("/api/tables/none/say", content=SAY, headers={"authorization": f"Bearer {token}", **JSON})
        found["is for no table"] = (gone.status_code, sorted(gone.json()), None)
    return found


def test_a_command_is_answered_as_fastapi_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = answers(tmp_path / "short.db")
    monkeypatch.setattr(api, "SHORT", {})
    assert short == answers(tmp_path / "long.db")
    assert {status for status, _, _ in short.values()} >= {200, 401, 403, 404, 409, 422}


def test_every_command_and_the_stream_take_the_shortcut_and_are_described(tmp_path: Path) -> None:
    assert set(api.SHORT) == {("POST", id) for id in COMMANDS} | {("GET", "events")}
    with served(tmp_path / "tables.db") as (client, _, _):
        paths = client.get("/openapi.json").json()["paths"]
    for method, word in api.SHORT:
        assert method.lower() in paths[f"/api/tables/{{table}}/{word}"]
