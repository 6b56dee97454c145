"""A log taken to another house: who sat at its table keeps their name and their characters, its evening its pages."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tests.web.evening import Evening
from tests.web.pages.reading import FRENCH

MAIN = re.compile(r"<main.*?</main>", re.DOTALL)
MOVED = re.compile(r'<p class="soft">La table s’est installée dans cette maison.</p>')
SEEN = re.compile(r'name="key" value="\d+')
WEEK = 7 * 24 * 3600.0


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[TestClient]:
    store = SqliteStore(tmp_path / "elsewhere.db")
    with TestClient(application(House(store)), "http://localhost", headers=FRENCH) as client:
        yield client
    store.close()


def brought(evening: Evening, to: TestClient) -> tuple[str, dict[str, str]]:
    """The evening in another house: its new table there, and what its MJ sends with each request."""
    log = evening.client.get(f"{evening.path}/export", headers=evening.headers("mj")).content
    made = to.post("/api/tables/import", content=log).json()
    return made["table"], {"authorization": f"Bearer {made['token']}"}


@pytest.mark.parametrize("later", [0.0, WEEK])
def test_the_pages_of_an_evening_are_those_of_its_house(
    browser: TestClient, elsewhere: TestClient, monkeypatch: pytest.MonkeyPatch, later: float
) -> None:
    evening = Evening(browser, "undesix")
    evening.post("ana", "claim", who="chloe")
    for _ in range(3):
        evening.move()
        evening.settle()
    evening.post("ana", "say", text="Bonsoir")
    here = evening.path.removeprefix("/api/tables/")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + later)
    there, auth = brought(evening, elsewhere)
    cookies = [
        {"cookie": f"tablee-seat-{table}={token.removeprefix('Bearer ')}", "accept": "text/html"}
        for table, token in ((here, evening.headers("mj")["authorization"]), (there, auth["authorization"]))
    ]
    for page in ("/ecran", "/journal/recit"):
        told = [
            SEEN.sub("", MOVED.sub("", MAIN.findall(house.get(f"/t/{table}{page}", headers=cookie).text)[0]))
            for house, table, cookie in zip((browser, elsewhere), (here, there), cookies, strict=True)
        ]
        assert told[0].replace(here, "…").split() == told[1].replace(there, "…").split(), page
    story = elsewhere.get(f"/t/{there}", headers=cookies[1]).text
    assert "Ana joue Chloé." in story
    assert "Quelqu’un" not in story


def test_a_seat_without_a_link_gets_a_new_one(browser: TestClient, elsewhere: TestClient) -> None:
    """Nobody sits in the new house until the MJ has given them their seat again; then they play whom they played."""
    evening = Evening(browser, "undesix")
    evening.post("ana", "claim", who="chloe")
    table, mj = brought(evening, elsewhere)
    path = f"/api/tables/{table}"
    seats = elsewhere.get(path, headers=mj).json()["seats"]
    (ana,) = [id for id, seat in seats.items() if seat["called"] == "Ana"]
    assert {id: seat["link"] for id, seat in seats.items()} == {"mj": True, ana: False}
    panel = elsewhere.get(f"/t/{table}/mj?panel=seats", headers={**mj, "accept": "text/html"}).text
    assert "sans lien" in panel
    assert "Révoquer" not in panel
    token = elsewhere.post(f"{path}/relink", json={"seat": ana}, headers=mj).json()["token"]
    view = elsewhere.get(path, headers={"authorization": f"Bearer {token}"}).json()
    assert (view["you"], view["cast"]["chloe"]["owner"], view["seats"][ana]["link"]) == (ana, ana, True)


def test_who_was_struck_out_is_no_seat_any_more(browser: TestClient) -> None:
    evening = Evening(browser, "undesix")
    seats = evening.view("mj")["seats"]
    (ana,) = [id for id, seat in seats.items() if seat["called"] == "Ana"]
    evening.post("mj", "relink", seat=ana, revoke=True)
    assert evening.view("mj")["seats"][ana] == {**seats[ana], "link": False}
    evening.post("mj", "strike-out", seat=ana)
    assert ana not in evening.view("mj")["seats"]
