"""Who is let through: names that the house answers to, forms of its own pages, cookies, forwarded addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

from tablee.errors import BadInput
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.serving import limits
from tablee.web.serving.hosting import Hosting, household
from tablee.web.serving.problem import problem
from tablee.web.serving.server import server_of
from tests.rules.sample import GAME

PUBLIC = "https://jeu.example.org"


@contextmanager
def reached(folder: Path, hosting: Hosting | None = None, url: str = "http://localhost") -> Iterator[TestClient]:
    """A browser at that address of a house."""
    store = SqliteStore(folder / "tables.db")
    with TestClient(
        application(House(store, lambda _: GAME), hosting), url, headers={"accept-language": "en"}
    ) as client:
        yield client
    store.close()


@pytest.fixture(autouse=True)
def sample_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.web.api.game_called", lambda _: GAME)


def opened(client: TestClient) -> tuple[str, dict[str, str]]:
    made = client.post("/api/tables", json={"game": "sample"}).json()
    return f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "LOCALHOST.", "127.0.0.1:8000", "[::1]:8000", "192.168.1.20:8000"]
)
def test_the_house_answers_to_its_addresses(tmp_path: Path, host: str) -> None:
    with reached(tmp_path) as client:
        assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example"]
)
def test_another_name_with_our_address_gets_nothing(tmp_path: Path, host: str) -> None:
    """DNS rebinding: in the browser such a page is of one origin with what it asks."""
    with reached(tmp_path) as client:
        table, auth = opened(client)
        rebound = {**auth, "host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
        assert client.post(f"{table}/say", json={"text": "x"}, headers=rebound).status_code == 421
        told = client.get(table, headers=rebound)
        assert told.status_code == 421
        assert "evil.example" in told.json()["detail"]


def test_names_that_were_told_are_answered_to(tmp_path: Path) -> None:
    with reached(tmp_path, Hosting.of(PUBLIC, ["autre.example"])) as client:
        for host in ("jeu.example.org", "autre.example:8000"):
            assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://localhost"}, 200),
        ({"origin": "http://localhost", "sec-fetch-site": "same-origin"}, 200),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"origin": "null"}, 403),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin"}, 403),
        ({"origin": "https://localhost"}, 403),
        ({"origin": "http://localhost:3000", "sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"origin": PUBLIC}, 403),
    ],
    ids=str,
)
def test_a_form_is_of_our_own_page_or_refused(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    with reached(tmp_path) as client:
        table, auth = opened(client)
        answer = client.post(f"{table}/say", json={"text": "x"}, headers={**auth, **headers})
        assert answer.status_code == status, answer.text


def test_our_pages_let_browsers_say_where_a_form_is_from(tmp_path: Path) -> None:
    """With `no-referrer` a plain form of our own page says `Origin: null`."""
    with reached(tmp_path) as client:
        assert client.get("/api/games").headers["referrer-policy"] == "same-origin"


def test_a_form_of_the_public_address_is_our_own(tmp_path: Path) -> None:
    with reached(tmp_path, Hosting.of(PUBLIC)) as client:
        table, auth = opened(client)
        for host in ("jeu.example.org", "127.0.0.1:8000"):  # as proxies pass it on, or not
            headers = {**auth, "host": host, "origin": PUBLIC}
            assert client.post(f"{table}/say", json={"text": "x"}, headers=headers).status_code == 200


def test_the_cookie_of_a_seat(tmp_path: Path) -> None:
    """For scripts unreadable, for every page, for half a year, and sent when a link from elsewhere is followed."""
    with reached(tmp_path) as client:
        table, auth = opened(client)
        token = auth["authorization"].removeprefix("Bearer ")
        cookie = client.post(f"{table}/sit", json={"token": token}).headers["set-cookie"].lower()
        assert {"httponly", "path=/", "samesite=lax", f"max-age={180 * 24 * 3600}"} <= set(cookie.split("; "))
        assert "secure" not in cookie
        assert client.get(table).status_code == 200
        other, _ = opened(client)
        assert client.get(other).status_code == 401


def test_one_browser_sits_at_several_tables(tmp_path: Path) -> None:
    with reached(tmp_path) as client:
        for _ in range(2):
            table, auth = opened(client)
            client.post(f"{table}/sit", json={"token": auth["authorization"].removeprefix("Bearer ")})
            assert client.get(table).status_code == 200
        assert len(client.cookies) == 2


def test_over_https_the_cookie_never_goes_in_clear(tmp_path: Path) -> None:
    with reached(tmp_path, Hosting.of(PUBLIC)) as client:
        table, auth = opened(client)
        token = auth["authorization"].removeprefix("Bearer ")
        assert "; secure" in client.post(f"{table}/sit", json={"token": token}).headers["set-cookie"].lower()


def test_a_link_from_elsewhere_changes_nothing(tmp_path: Path) -> None:
    """A lax cookie goes with links followed from other sites: nothing that changes a table is asked with GET."""
    with reached(tmp_path) as client:
        changing = {"post", "put", "patch", "delete"}
        for address, ways in client.get("/openapi.json").json()["paths"].items():
            command = address.rpartition("/")[2]
            if "get" in ways:
                assert not changing & set(ways) or address == "/api/tables/{table}", address
            else:
                asked = re.sub(r"\{\w+\}", "1", address)
                assert client.get(asked).status_code in (404, 405, 401), command


def spoken_for(folder: Path, proxies: list[str], client: str) -> list[int]:
    """What 90 people behind one address get, each of whom says to be somebody else."""
    store = SqliteStore(folder / "tables.db")
    server = server_of(House(store, lambda _: GAME), "127.0.0.1", 0, Hosting.of(proxies=proxies))
    browser = TestClient(cast(Any, server.config.loaded_app), "http://localhost", client=(client, 1234))
    body = {"code": "AAAAAA", "called": "x"}
    statuses = [
        browser.post("/api/knock", json=body, headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code
        for n in range(90)
    ]
    store.close()
    return statuses


@pytest.mark.parametrize(
    ("proxies", "client", "believed"),
    [([], "127.0.0.1", False), (["127.0.0.1"], "127.0.0.1", True), (["10.0.0.0/8"], "127.0.0.1", False)],
)
def test_forwarded_addresses_are_believed_from_named_proxies_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: list[str], client: str, believed: bool
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    assert (429 in spoken_for(tmp_path, proxies, client)) is not believed


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1%eth0", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_many_addresses_and_is_counted_once(address: str, counted: str) -> None:
    assert household(address) == counted


def test_another_address_of_one_household_opens_no_more_tables(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    app = application(House(store, lambda _: GAME), limits=limits.Limits(tables_per_address=1))

    def opens(address: str) -> int:
        client = TestClient(app, "http://localhost", client=(address, 1))
        return int(client.post("/api/tables", json={"game": "sample"}).status_code)

    assert [opens(f"2001:db8::{n}") for n in (1, 2)] == [201, 429]
    assert opens("2001:db8:0:1::1") == 201
    store.close()


@pytest.mark.parametrize(
    "words",
    [
        {"url": "jeu.example.org"},
        {"url": "ftp://jeu.example.org"},
        {"url": "https://jeu.example.org/?sous=adresse"},
        {"url": "https://jeu.example.org:x"},
        {"names": ["http://jeu"]},
        {"names": [""]},
        {"proxies": ["mandataire"]},
        {"counts_for": ["10.0.0.0/99"]},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_said(words: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Hosting.of(**words)


def test_health_and_counts(tmp_path: Path) -> None:
    hosting = Hosting.of(counts_for=["127.0.0.1"])
    with reached(tmp_path, hosting) as client:
        assert client.get("/health").status_code == 200
        assert client.get("/metrics").status_code == 404  # from "testclient"
    store = SqliteStore(tmp_path / "tables.db")
    with TestClient(
        application(House(store, lambda _: GAME), hosting), "http://localhost", client=("127.0.0.1", 1)
    ) as near:
        table, auth = opened(near)
        near.post(f"{table}/say", json={"text": "un secret"}, headers=auth)
        near.get(f"{table}/nothing")
        told = near.get("/metrics")
        assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = told.text.splitlines()
        assert 'tablee_requests_total{status="2xx"} 2' in lines
        assert 'tablee_requests_total{status="4xx"} 1' in lines
        assert "tablee_request_seconds_count 3" in lines
        assert table.rpartition("/")[2] not in told.text
        assert near.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
        store.close()
        assert near.get("/health").status_code == 503


def test_half_a_character_that_somebody_sent_is_told_as_one_that_is_not_there() -> None:
    assert json.loads(bytes(problem(422, "odd", "« a\ud800b »").body))["detail"] == "« a?b »"


@pytest.mark.parametrize(
    ("cookie", "asks", "answer"),
    [
        ("tablee-lang=fr", "en", "Il n'y a rien à cette adresse."),
        ("tablee-lang=en", "fr", "There is nothing at this address."),
        ("tablee-lang=xx", "fr", "Il n'y a rien à cette adresse."),
        ("tablee-seat-x=tablee-lang", "en-GB", "There is nothing at this address."),
    ],
)
def test_a_chosen_language_comes_before_the_browser_s(tmp_path: Path, cookie: str, asks: str, answer: str) -> None:
    with reached(tmp_path) as client:
        told = client.get("/api/nothing", headers={"cookie": cookie, "accept-language": asks}).json()
    assert told["detail"] == answer
