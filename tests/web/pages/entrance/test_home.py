"""Accueil and the pages around it, as a browser meets them: three taps, codes, tables of this browser, languages."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.service import House
from tablee.table.topics.seat import Join
from tablee.web.application import application
from tablee.web.serving import limits
from tablee.web.serving.hosting import Hosting
from tests.web.pages.reading import Page, read

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
HOSTILE = '<script>alert("x")</script>'


@pytest.mark.parametrize("game", GAMES)
def test_one_tap_opens_a_table_ready_to_play(browser: TestClient, house: House, game: str) -> None:
    form = read(browser, "/").form("/essayer", game=game)
    answer = browser.post("/essayer", data=form)
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/t/")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"tablee-seat-{table}=")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert 'id="hand"' in browser.get(answer.headers["location"]).text
    view = house.view(table, "mj")
    assert (view.trial, view.arranged.opponents) == (True, "by-themselves")
    assert view.seats["mj"].lang == "fr"
    assert view.by_themselves
    assert house.seat(table, browser.cookies[f"tablee-seat-{table}"])


def test_cookies_of_an_encrypted_house_stay_encrypted(house: House) -> None:
    url = "https://jeu.example.org"
    with TestClient(application(house, Hosting.of(url)), url) as client:
        answer = client.post("/essayer", data={"game": "undesix"}, follow_redirects=False)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_table_is_opened_by_its_mj(browser: TestClient, house: House) -> None:
    form = read(browser, "/ouvrir/d6").form("/ouvrir")
    answer = browser.post("/ouvrir", data={**form, "name": "Zoé", "title": "Le phare", "door": "guarded", "ready": ""})
    table = answer.headers["location"].split("/")[2]
    state = house.state(table)
    assert (state.title, state.seats["mj"].called, state.open_door, dict(state.cast)) == ("Le phare", "Zoé", False, {})
    for tab in ("table", "fiche", "scene"):
        assert "Personne en scène" in read(browser, f"/t/{table}?tab={tab}").text
    answer = browser.post("/ouvrir", data={**form, "name": "Zoé"})
    state = house.state(answer.headers["location"].split("/")[2])
    assert state.open_door
    assert state.cast
    assert state.title == "La forge fume encore"
    answer = browser.post("/ouvrir", data={**form, "name": "Zoé"}, headers={"accept-language": "en"})
    assert house.state(answer.headers["location"].split("/")[2]).title == "The forge still smokes"


@pytest.mark.parametrize("name", ["", "a\u200bb", "x" * 41])
def test_a_table_that_cannot_be_opened_loses_nothing_typed(browser: TestClient, house: House, name: str) -> None:
    before = list(house.store.tables())
    answer = browser.post("/ouvrir", data={"game": "d6", "name": name, "title": "Le phare", "door": "guarded"})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert page.form("/ouvrir")["title"] == "Le phare"
    assert page.form("/ouvrir")["door"] == "guarded"
    assert 'class="refusal" role="alert"' in answer.text
    assert list(house.store.tables()) == before


def test_this_browser_s_tables_are_listed_and_forgotten(browser: TestClient, house: House) -> None:
    first = browser.post("/ouvrir", data={"game": "d6", "name": "Zoé", "title": HOSTILE}).headers["location"]
    table = first.split("/")[2]
    page = read(browser, "/")
    assert HOSTILE in page.text
    assert browser.get("/regles").status_code == 200
    assert "/regles" in page.links
    assert "<script>alert" not in browser.get("/").text
    assert f"/t/{table}" in page.links
    assert "vous menez · à l’instant" in page.text
    asked = read(browser, f"/oublier?table={table}")
    assert f"/t/{table}/lien" in asked.links
    assert f"/t/{table}" in read(browser, "/").links
    assert browser.post("/oublier", data=asked.form("/oublier")).status_code == 303
    assert f"/t/{table}" not in read(browser, "/").links
    assert house.state(table).title == HOSTILE


def test_tables_that_are_gone_are_no_longer_listed(browser: TestClient, house: House) -> None:
    table = browser.post("/essayer", data={"game": "d6"}).headers["location"].removeprefix("/t/")
    house.delete(table)
    assert f"/t/{table}" not in read(browser, "/").links
    assert f"tablee-seat-{table}" not in browser.cookies


@pytest.mark.parametrize("name", ["a@b", "a b", "é", "(x)", "a/b", '"', "x" * 5000, ""])
def test_cookies_that_are_not_ours_are_left_alone(browser: TestClient, name: str) -> None:
    cookies = {b"cookie": f"tablee-seat-{name}=x".encode()}
    home = browser.get("/", headers=cookies)
    assert (home.status_code, "set-cookie" in home.headers) == (200, False)
    forgotten = browser.post("/oublier", data={"table": name}, headers=cookies)
    assert (forgotten.status_code, "set-cookie" in forgotten.headers) == (303, False)


def test_a_seat_of_somebody_else_is_not_told(browser: TestClient, house: House) -> None:
    table, _ = house.open("d6", "Le phare")
    browser.cookies.set(f"tablee-seat-{table}", "nonsense")
    assert "Le phare" not in browser.get("/").text


@pytest.mark.parametrize("address", ["/", "/credits", "/garde", "/ouvrir/undesix"])
def test_every_page_is_in_both_languages_and_leads_to_credits(browser: TestClient, address: str) -> None:
    french = read(browser, address)
    back = french.form("/langue")
    assert back == {"lang": "en", "back": address}
    answer = browser.post("/langue", data=back)
    assert (answer.status_code, answer.headers["location"]) == (303, address)
    html = browser.get(address).text
    english = Page(html)
    assert '<html lang="en">' in html
    assert not [same for same in set(french.words) & set(english.words) if len(same.split()) > 4]
    for page in (french, english):
        assert {"/credits", "/garde"} <= set(page.links)


@pytest.mark.parametrize("back", ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", ""])
def test_a_language_leads_to_no_other_site(browser: TestClient, back: str) -> None:
    assert browser.post("/langue", data={"lang": "en", "back": back}).headers["location"] == "/"


def test_pages_call_no_other_site(browser: TestClient) -> None:
    for address in ("/", "/credits", "/garde", "/ouvrir/d6"):
        html = browser.get(address).text
        assert not re.findall(r'(?:src|action|data)="(?:https?:)?//', html)
        assert not re.search(r"<link[^>]*href=\"https?:|style=|<script(?! type=\"module\" src=)", html)


def test_another_site_opens_no_table(browser: TestClient, house: House) -> None:
    before = list(house.store.tables())
    answer = browser.post("/essayer", data={"game": "d6"}, headers={"origin": "https://elsewhere.example"})
    assert answer.status_code == 403
    assert list(house.store.tables()) == before


def test_an_address_that_has_opened_enough_is_told_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    few = limits.Limits(tables_per_address=1)
    with TestClient(application(house, limits=few), "http://localhost", headers={"accept-language": "fr"}) as client:
        client.post("/essayer", data={"game": "d6"}, follow_redirects=False)
        again = client.post("/essayer", data={"game": "d6"}, follow_redirects=False)
        opening = client.post("/ouvrir", data={"game": "d6", "name": "Zoé"}, follow_redirects=False)
    assert (again.status_code, opening.status_code) == (429, 429)
    for answer in (again, opening):
        assert "1 table par jour et par adresse" in Page(answer.text).text
    assert Page(opening.text).form("/ouvrir")["name"] == "Zoé"


def test_a_glance_says_what_the_seat_may_know(house: House) -> None:
    table, token = house.open("d6", "Le phare")
    house.submit(table, "mj", Join(called="Zoé"))
    told = house.glance(table, token)
    assert (told.title, told.role, told.called, told.waiting) == ("Le phare", "mj", "Zoé", False)


def test_somebody_who_leaves_in_the_middle_of_a_form_breaks_nothing(browser: TestClient) -> None:
    """A page aborts what it asked when something else is typed: that is no error of the house, and no log keeps it."""
    sent: list[Any] = []
    headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {"type": "http", "method": "POST", "path": "/essayer", "raw_path": b"/essayer", "query_string": b""}

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        await browser.app(scope | {"headers": headers, "client": ("127.0.0.1", 1), "scheme": "http"}, receive, send)

    asyncio.run(ask())
    assert sent[0]["status"] == 400


def test_credits_list_each_library_with_its_licence(browser: TestClient) -> None:
    told = read(browser, "/credits").text
    for name in ("fastapi MIT", "Jinja2 BSD", "pydantic MIT", "uvicorn BSD-3-Clause"):
        assert name in told
    assert "pytest" not in told  # what only tests need is not shipped
    assert not re.search(r"fastapi \d", told)  # no version for who looks for a hole
