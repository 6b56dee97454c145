"""Manners of the API: problems that programs can read, tags, pages, what may still be spent, other sites' pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.serving.guard import COOKIE
from tablee.web.serving.hosting import Hosting
from tablee.web.serving.limits import Limits
from tests.rules.sample import GAME

OTHER = "https://tools.example.org"


class Seat:
    """The MJ's seat at a table, asked over HTTP."""

    def __init__(self, client: TestClient) -> None:
        opened = client.post("/api/tables", json={"game": "undesix"}).json()
        self.client, self.table = client, f"/api/tables/{opened['table']}"
        self.auth = {"authorization": f"Bearer {opened['token']}", "accept-language": "en"}

    def get(self, rest: str = "", **headers: str) -> Any:
        return self.client.get(self.table + rest, headers={**self.auth, **headers})

    def post(self, command: str, data: Any, **headers: str) -> Any:
        return self.client.post(f"{self.table}/{command}", json=data, headers={**self.auth, **headers})


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, lambda _: GAME)
    with TestClient(application(house, Hosting.of(guests=[OTHER])), "http://localhost") as client:
        yield Seat(client)
    store.close()


def test_a_problem_has_a_code_that_stays_and_a_reason_for_each_field(seat: Seat) -> None:
    no = seat.post("say", {"txt": "hello"})
    assert (no.status_code, no.headers["content-type"]) == (422, "application/problem+json")
    told = no.json()
    assert (told["code"], told["type"], told["status"]) == ("badly-formed", "urn:tablee:badly-formed", 422)
    assert told["fields"] == {"body.text": "This value is missing.", "body.txt": "Nothing bears this name here."}
    fight: dict[str, object] = {"one": "chloe", "two": [], "options": []}
    shapes = seat.client.post("/api/games/undesix/fights", json=fight, headers={"accept-language": "en"}).json()[
        "fields"
    ]
    assert shapes == {
        "body.one": "A list is needed: [ … ].",
        "body.two": "There are too few: 1 at least.",
        "body.options": "An object is needed: { … }.",
    }
    for said in ({"content-type": "application/x-www-form-urlencoded"}, {"content-type": "text/plain"}, {}):
        untold = seat.client.post(
            "/api/dice/odds", content=b'{"dice": "3d6"}', headers={"accept-language": "en", **said}
        )
        assert untold.status_code == 422
        assert untold.json()["fields"] == {"body": "Say that it is JSON: Content-Type: application/json."}, said
    assert seat.post("take-back", {}).json()["code"] == "nothing-back"
    assert seat.post("enter", {"ready": "ana"}).status_code == 200
    no = seat.post("act", {"actor": "ana", "action": "sample.strike", "params": {"targt": "ana"}}).json()
    assert (no["code"], "targt" in no["fields"]) == ("bad-fields", True)
    assert seat.client.get(f"{seat.table}/lines").json()["code"] == "no-token"
    assert seat.get("/sheets/nobody").json()["code"] == "nobody"


@pytest.mark.parametrize("path", ["?extra=1", "/lines?atfer=3", "/offers?who=ana", "/events?form=1"])
def test_a_misspelt_value_of_an_address_is_refused(seat: Seat, path: str) -> None:
    no = seat.get(path)
    assert (no.status_code, no.json()["code"]) == (422, "badly-formed")
    assert list(no.json()["fields"].values()) == ["Nothing bears this name here."]
    assert seat.post("say?tell=true", {"text": "x"}).status_code == 422


def test_an_address_asked_otherwise_says_how_it_is_asked(seat: Seat) -> None:
    no = seat.client.get("/api/dice/odds")
    assert (no.status_code, no.headers["allow"]) == (405, "POST")


def test_what_a_client_has_is_not_sent_again(seat: Seat) -> None:
    first = seat.get()
    tag = first.headers["etag"]
    again = seat.get(**{"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    seat.post("say", {"text": "hello"})
    assert seat.get(**{"if-none-match": tag}).status_code == 200
    seat.post("say", {"text": "a long word " * 100})
    squeezed, plain = (seat.get("/lines", **{"accept-encoding": kind}) for kind in ("gzip", "identity"))
    assert (squeezed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    assert squeezed.json() == plain.json()


def test_lines_come_in_pages_until_there_are_no_more(seat: Seat) -> None:
    for n in range(5):
        seat.post("say", {"text": f"word {n}"})
    whole, read = seat.get("/lines?said=true").json(), []
    page = seat.get("/lines?most=2&said=true")
    while True:
        assert len(page.json()) <= 2
        read += page.json()
        if "next" not in page.links:
            break
        page = seat.client.get(page.links["next"]["url"], headers=seat.auth)
    assert read == whole
    assert len(whole) > 5


def test_what_may_still_be_spent_is_told_and_when_to_ask_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    limits = Limits(commands_per_second=2)
    with TestClient(application(House(store, lambda _: GAME), limits=limits), "http://localhost") as client:
        seat = Seat(client)
        left = [int(seat.post("say", {"text": "x"}).headers["ratelimit-remaining"]) for _ in range(3)]
        assert left == sorted(left, reverse=True)
        while (no := seat.post("say", {"text": "x"})).status_code == 200:
            pass
        assert (no.status_code, no.json()["code"], no.headers["retry-after"]) == (429, "too-often", "1")
        assert (no.headers["ratelimit-limit"], no.headers["ratelimit-remaining"]) == ("6", "0")
    store.close()


def test_pages_of_another_site_are_let_in_if_the_house_says_so(seat: Seat) -> None:
    asked = seat.client.options(f"{seat.table}/say", headers={"origin": OTHER, "access-control-request-method": "POST"})
    assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (204, OTHER)
    assert "authorization" in asked.headers["access-control-allow-headers"]
    done = seat.post("say", {"text": "from there"}, origin=OTHER, **{"sec-fetch-site": "cross-site"})
    assert (done.status_code, done.headers["access-control-allow-origin"]) == (200, OTHER)
    assert "access-control-allow-credentials" not in done.headers
    shown = done.headers["access-control-expose-headers"].split(", ")
    assert {name for name in done.headers if name.startswith("ratelimit-")} < {*shown}
    id, token = seat.table.rsplit("/", 1)[1], seat.auth["authorization"].removeprefix("Bearer ")
    borrowed = {"cookie": f"{COOKIE}{id}={token}", "origin": OTHER, "sec-fetch-site": "cross-site"}
    acted = seat.client.post(f"{seat.table}/say", json={"text": "x"}, headers=borrowed)
    assert (acted.status_code, acted.json()["code"]) == (403, "foreign"), "the cookie of whoever reads that page"
    for stranger in ("https://evil.example", f"{OTHER}.evil.example"):
        no = seat.post("say", {"text": "x"}, origin=stranger, **{"sec-fetch-site": "cross-site"})
        assert (no.status_code, no.json()["code"]) == (403, "foreign")
        assert "access-control-allow-origin" not in no.headers
    page = seat.client.post("/mener", headers={"origin": OTHER, "sec-fetch-site": "cross-site"})
    assert page.status_code == 403  # pages are not for others, whoever they are
