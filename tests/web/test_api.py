"""The API as a client meets it: seats, commands, refusals, streams, limits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.dice.fair import read_log, verify
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.serving import limits
from tests.rules.sample import GAME


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("tablee.web.api.game_called", lambda _: GAME)
    store = SqliteStore(tmp_path / "tables.db")
    app = application(House(store, lambda _: GAME))
    with TestClient(app, base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client
    store.close()


class Table:
    """One table over HTTP, with the tokens of its people."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        opened = client.post("/api/tables", json={"game": "sample"}).json()
        self.id, self.tokens = opened["table"], {"mj": opened["token"]}
        for name in ("ana", "leo"):
            self.tokens[name] = self.post("mj", "invite").json()["token"]
            self.post(name, "join", called=name.title(), words=name)
            self.post(name, "enter", who=name, ready=name)
        self.post("mj", "enter", who="wolf", ready="wolf", hidden=True)

    def auth(self, who: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[who]}"}

    def post(self, seat: str, command: str, /, key: str = "", **body: Any) -> Any:
        headers = {**self.auth(seat), **({"idempotency-key": key} if key else {})}
        return self.client.post(f"/api/tables/{self.id}/{command}", json=body, headers=headers)

    def get(self, who: str, path: str = "") -> Any:
        return self.client.get(f"/api/tables/{self.id}{path}", headers=self.auth(who))


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client)


STRIKE: dict[str, Any] = {"actor": "ana", "action": "sample.strike", "params": {"target": "wolf"}}


def test_an_action_is_done_and_seen_by_all(table: Table) -> None:
    assert table.post("ana", "act", **STRIKE, faces=[6]).status_code == 200
    for who in ("mj", "ana", "leo"):
        assert table.get(who, "/lines").json()[-1]["name"] == "acted/1"


def test_a_refusal_has_one_shape_and_changes_nothing(table: Table) -> None:
    before = table.get("mj").json()["seen"]
    no = table.post("leo", "act", **STRIKE)
    assert (no.status_code, no.json()) == (
        422,
        {
            "type": "urn:tablee:not-yours",
            "status": 422,
            "code": "not-yours",
            "detail": "Ana is not your character.",
            "rule": "",
            "fields": {},
        },
    )
    missing = table.post("ana", "act", actor="ana", action="sample.strike")
    assert "Target: this field is missing." in missing.json()["detail"]
    assert table.get("mj").json()["seen"] == before


def test_a_rule_that_refuses_is_named(table: Table) -> None:
    table.post("mj", "correct", who="ana", field="health", value=0)
    no = table.post("ana", "act", **STRIKE)
    assert (no.status_code, no.json()["rule"]) == (409, "SAM-HIT-01")


@pytest.mark.parametrize(
    ("token", "status"), [(None, 401), ("Bearer nonsense", 403), ("", 401)], ids=["none", "wrong", "empty"]
)
def test_without_a_good_token_there_is_nothing(table: Table, token: str | None, status: int) -> None:
    headers = {} if token is None else {"authorization": token}
    assert table.client.get(f"/api/tables/{table.id}", headers=headers).status_code == status


def test_another_table_s_token_opens_nothing(client: TestClient, table: Table) -> None:
    other = client.post("/api/tables", json={"game": "sample"}).json()
    answer = client.get(f"/api/tables/{other['table']}", headers=table.auth("mj"))
    assert answer.status_code == 403
    assert client.get("/api/tables/nowhere", headers=table.auth("mj")).status_code == 404


def test_a_retry_with_the_same_key_acts_once(table: Table) -> None:
    first = table.post("ana", "say", key="k", text="bonjour").json()
    assert table.post("ana", "say", key="k", text="bonjour").json()["version"] == first["version"]
    assert [line["text"] for line in table.get("leo", "/lines").json() if line["name"] == "said/1"] == ["bonjour"]


def test_oversized_bodies_are_refused(table: Table) -> None:
    url, headers = f"/api/tables/{table.id}/say", table.auth("ana")
    large = table.client.post(url, json={"text": "x" * 300_000}, headers=headers)
    assert large.status_code == 413

    def drip() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 10_000

    assert table.client.post(url, content=drip(), headers=headers).status_code == 413
    unsaid = table.client.build_request("POST", url, content=drip(), headers=headers)
    del unsaid.headers["transfer-encoding"]  # as HTTP/2 may send it: measured all the same
    assert table.client.send(unsaid).status_code == 413


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, all requests come at once."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.mark.usefixtures("stopped_clock")
def test_too_many_requests_at_once_wait(table: Table) -> None:
    statuses = [table.post("leo", "say", text=str(n)).status_code for n in range(90)]
    assert 429 in statuses


def test_every_answer_carries_its_shields(table: Table) -> None:
    headers = table.get("ana").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_offers_and_odds_come_before_the_click(table: Table) -> None:
    offer = table.get("ana", "/offers?actor=ana").json()[0]
    assert (offer["action"], offer["refusal"]) == ("sample.strike", None)
    (target, *_) = table.post("ana", "form", **STRIKE).json()["fields"]
    assert {"id": "wolf", "label": "wolf", "refusal": None} in target["choices"]
    hidden = table.post("ana", "odds", **STRIKE)
    assert hidden.json()["detail"] == "The GM hides this character's numbers: no odds to show."
    odds = table.post("mj", "odds", **STRIKE).json()
    assert sum(outcome["float"] for outcome in odds["outcomes"]) == pytest.approx(1)


def test_lines_come_as_sentences_beside_their_data(table: Table) -> None:
    table.post("mj", "hand-over", who="wolf", hidden=False)
    table.post("mj", "act", **STRIKE, faces=[6])
    plain, told = (table.get("ana", f"/lines{query}").json()[-1] for query in ("", "?said=true"))
    said = told.pop("said")
    assert told == plain
    assert said["told"] == "Ana strikes the wolf"
    assert said["why"][0]["sentence"] == "Target 3 = might 4 + bonus 0 − guard 1"
    assert said["why"][0]["rule"] == "SAM-HIT-01"
    assert said["parts"] == ["missed"]


def test_ways_to_declare_an_action_stand_side_by_side(table: Table) -> None:
    ways = [{"target": "wolf"}, {"target": "wolf", "bonus": 1}, {"target": "nobody"}]
    acts = [{**STRIKE, "params": params} for params in ways]
    plain, better, wrong = table.post("mj", "compare", ways=acts).json()
    worse, chance = (
        sum(one["float"] for one in way["odds"]["outcomes"] if one["outcome"][0]["grade"] == "hit")
        for way in (plain, better)
    )
    assert worse < chance
    assert (wrong["odds"], wrong["refusal"]["rule"]) == (None, "")
    assert "nobody" in wrong["refusal"]["sentence"]


def test_an_export_verifies_and_comes_back_as_another_table(client: TestClient, table: Table) -> None:
    table.post("ana", "say", text="/r 3d6")
    table.post("mj", "reveal")
    whole, mine = table.get("mj", "/export").text, table.get("leo", "/export").text
    assert verify(read_log(whole))["public"].verified == verify(read_log(mine))["public"].verified == 3
    assert all(token not in whole for token in table.tokens.values())
    back = client.post("/api/tables/import", content=whole.encode())
    assert back.status_code == 201
    again = client.get(
        f"/api/tables/{back.json()['table']}", headers={"authorization": f"Bearer {back.json()['token']}"}
    ).json()
    assert set(again["cast"]) == {"ana", "leo", "wolf"}
    old = client.get(f"/api/tables/{back.json()['table']}", headers=table.auth("ana"))
    assert old.status_code == 403
    assert client.post("/api/tables/import", content=mine.encode()).status_code == 422
    assert client.post("/api/tables/import", content=b"{nonsense").json()["detail"] == "Line 1 is not JSON."


def test_an_evening_and_a_character_are_taken_away(table: Table) -> None:
    table.post("ana", "act", **STRIKE, faces=[6])
    assert "**Ana strikes the wolf**" in table.get("leo", "/export.md").text
    assert table.get("ana", "/characters/ana").json()["ana"]["might"] == 4
    assert table.get("leo", "/characters/ana").status_code == 404


def test_only_the_mj_deletes(table: Table) -> None:
    assert table.client.delete(f"/api/tables/{table.id}", headers=table.auth("ana")).status_code == 422
    assert table.client.delete(f"/api/tables/{table.id}", headers=table.auth("mj")).status_code == 204
    assert table.get("mj").status_code == 404


def test_a_knock_waits_for_the_mj(table: Table) -> None:
    code = table.get("mj").json()["code"]
    knocked = table.client.post("/api/knock", json={"code": code, "called": "Zoé"}).json()
    table.tokens["zoe"] = knocked["token"]
    assert table.get("zoe").status_code == 403
    table.post("mj", "invite", knock=knocked["seat"])
    assert table.get("zoe").status_code == 200


def test_the_api_describes_itself_with_every_command(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/api/tables/{table}/act", "/api/tables/{table}/take-back", "/api/tables/{table}/events"} <= set(paths)
    assert "$ref" in json.dumps(paths["/api/tables/{table}/act"])


@pytest.mark.parametrize("last", [b"\xb2", b"-1", b"1e3", b"nonsense", b"9" * 20])
def test_an_odd_place_to_resume_from_breaks_nothing(table: Table, last: bytes) -> None:
    app: Any = table.client.app
    app.state.hub.close()  # streams say goodbye at once
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        statuses.append(message.get("status", 0))

    headers = [(b"authorization", table.auth("ana")["authorization"].encode()), (b"last-event-id", last)]
    scope = {"type": "http", "method": "GET", "path": f"/api/tables/{table.id}/events", "query_string": b""}
    asyncio.run(app({**scope, "headers": [*headers, (b"host", b"localhost")]}, receive, send))
    assert statuses[0] == 200


@pytest.mark.usefixtures("stopped_clock")
def test_random_tokens_do_not_get_round_the_limit(client: TestClient) -> None:
    body = {"code": "AAAAAA", "called": "x"}
    statuses = [
        client.post("/api/knock", json=body, headers={"authorization": f"Bearer {n}"}).status_code for n in range(90)
    ]
    assert 429 in statuses


def test_a_version_is_one_s_own_number_and_says_nothing_of_others(table: Table) -> None:
    before = table.post("leo", "say", text="un").json()["version"]
    for _ in range(3):
        table.post("mj", "say", text="secret", kind="note")
    assert table.post("leo", "say", text="deux").json()["version"] == before + 1
    assert table.get("leo").json()["seen"] == before + 1


def test_the_code_of_the_table_is_the_mj_s(table: Table) -> None:
    code = table.get("mj").json()["code"]
    for path in ("", "/lines", "/export", "/export.md"):
        assert code not in table.get("leo", path).text


@pytest.mark.parametrize(
    "body",
    [
        b"3",
        b"null",
        b"[" * 5000,
        b'{"who":"ana","field":"health","value":NaN}',
        b'{"who":"ana","field":"health","value":1' + b"0" * 400 + b"}",
        b'{"who":"ana","field":"x","value":"\\ud800"}',
    ],
)
def test_nonsense_gets_a_sentence(client: TestClient, table: Table, body: bytes) -> None:
    for path in ("/api/tables/import", f"/api/tables/{table.id}/correct"):
        headers = {**table.auth("mj"), "content-type": "application/json"}
        answer = client.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500
        assert answer.json()["detail"]
