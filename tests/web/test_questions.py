"""Dice, odds and fights asked of the API without a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tests.web.serving import Server


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    store = SqliteStore(tmp_path / "tables.db")
    with TestClient(application(House(store)), "http://localhost", headers={"accept-language": "en"}) as client:
        yield client
    store.close()


def told(client: TestClient, path: str, **asked: Any) -> Any:
    answer = client.post(f"/api/{path}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_dice_are_thrown_and_counted_as_they_are_typed(client: TestClient) -> None:
    law = {one["value"]: Fraction(one["probability"]) for one in told(client, "dice/odds", dice="3d6")}
    assert (law[10], sum(law.values())) == (Fraction(27, 216), 1)
    assert told(client, "dice/odds", dice="3d6>=11")[1] == {"value": True, "probability": "1/2", "float": 0.5}
    throws = told(client, "dice/throw", dice="4x2d6+1")
    assert len(throws) == 4
    assert all(one["total"] == sum(one["rolls"][0]["faces"]) + 1 for one in throws)
    no = client.post("/api/dice/odds", json={"dice": "3d"})
    assert no.status_code == 422
    assert no.json()["detail"].startswith("Column 3")
    large = told(client, "dice/odds", dice="1000d6>=3500")[1]
    assert 0.5 < large["float"] < 0.51
    for path, dice, refused in (
        ("odds", "100d1000", "99,901 values are too many"),
        ("odds", "500d1000", "fewer dice"),
        ("throw", "101d6", "1 to 100 dice"),
    ):
        no = client.post(f"/api/dice/{path}", json={"dice": dice})
        assert no.status_code == 422
        assert refused in no.json()["detail"]


def test_an_action_among_ready_characters_is_counted(client: TestClient) -> None:
    asked = {"action": "undesix.test", "actor": "chloe", "params": {"characteristic": "dex"}}
    found = told(client, "games/undesix/odds", **asked)
    assert sum(Fraction(one["probability"]) for one in found) == 1
    assert {part["grade"] for one in found for part in one["outcome"]} >= {"success", "failure"}
    no = client.post("/api/games/undesix/odds", json={**asked, "params": {"characteristic": "luck"}})
    assert (no.status_code, no.json()["code"]) == (422, "bad-fields")
    assert client.post("/api/games/chess/odds", json=asked).status_code == 404


def test_a_refusal_is_the_same_from_a_process_of_the_lab(tmp_path: Path) -> None:
    """A house counts apart: codes, statuses and fields come from there as they are."""
    store = SqliteStore(tmp_path / "tables.db")
    asked = {"action": "undesix.test", "actor": "chloe", "params": {"lucky": 1}}
    with TestClient(
        application(House(store), apart=True), "http://localhost", headers={"accept-language": "en"}
    ) as client:
        no = client.post("/api/dice/odds", json={"dice": "3d"})
        assert (no.status_code, no.json()["code"]) == (422, "no-faces")
        no = client.post("/api/games/chess/odds", json=asked)
        assert (no.status_code, no.json()["code"]) == (404, "no-game")
        no = client.post("/api/games/undesix/odds", json=asked)
        assert (no.status_code, no.json()["code"], set(no.json()["fields"])) == (
            422,
            "bad-fields",
            {"lucky"},
        )
    store.close()


def test_a_fight_is_fought_to_its_end(client: TestClient) -> None:
    found = told(client, "games/undesix/fights", one=["chloe"], two=["loup", "loup"])
    assert found["method"] == "exact"
    assert found["wins"][0]["value"] == pytest.approx(0.035, abs=0.001)
    no = client.post("/api/games/undesix/fights", json={"one": ["chloe"], "two": ["loup"] * 13})
    assert (no.status_code, list(no.json()["fields"])) == (422, ["body.two"])


def test_the_client_of_the_documentation_plays(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/api.md").read_text("utf-8")
    client = tmp_path / "client.py"
    client.write_text(page.split("```python\n", 1)[1].split("```", 1)[0], "utf-8")
    server = Server(str(tmp_path / "tables.db"))
    house = f"http://127.0.0.1:{server.port}"
    played = run([sys.executable, str(client), house], capture_output=True, text=True, timeout=60)
    server.stop()
    assert played.returncode == 0, played.stderr
    assert "Chloé" in played.stdout
