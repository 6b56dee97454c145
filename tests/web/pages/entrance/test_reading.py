"""Lecture: size of text, letters, light or dark, kept for one browser and written on its pages."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tablee.web.pages.assets import assets
from tests.web.pages.reading import read

CHOSEN = {"size": "large", "letters": "plain", "theme": "dark"}


def test_what_is_chosen_is_on_every_page_of_this_browser(browser: TestClient) -> None:
    form = read(browser, "/lecture?back=/credits").form("/lecture")
    assert form == {"back": "/credits", "size": "", "letters": "", "theme": ""}
    assert '<html lang="fr">' in browser.get("/credits").text  # the system's, as long as nothing is chosen
    answer = browser.post("/lecture", data={**form, **CHOSEN})
    assert answer.headers["location"] == "/lecture?kept=1&back=%2Fcredits"
    shown = read(browser, answer.headers["location"])
    assert shown.form("/lecture") == {"back": "/credits", **CHOSEN}
    assert "C’est enregistré." in shown.text
    table = browser.post("/essayer", data={"game": "d6"}).headers["location"]
    for address in ("/", table, f"{table}/menu", f"{table}/mj", f"{table}/journal"):
        assert '<html data-size="large" data-letters="plain" data-theme="dark" lang="fr">' in browser.get(address).text
    lost = browser.get("/r/nowhere", headers={"accept": "text/html"})
    assert 'data-theme="dark"' in lost.text
    browser.post("/lecture", data={"theme": "light"})
    assert '<html data-theme="light" lang="fr">' in browser.get("/").text


@pytest.mark.parametrize("back", ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example"])
def test_reading_leads_to_no_other_site(browser: TestClient, back: str) -> None:
    assert "elsewhere" not in browser.post("/lecture", data={"back": back}).headers["location"]
    assert "elsewhere" not in " ".join(read(browser, f"/lecture?back={back}").links)


@pytest.mark.parametrize("cookie", ["huge.huge", '"><script>', "dark.bogus", "."])
def test_a_cookie_written_by_hand_says_nothing_else(browser: TestClient, cookie: str) -> None:
    html = browser.get("/", headers={"cookie": f"tablee-reading={cookie}"}).text
    assert html.split("<html", 1)[1].split(">")[0] in (
        ' lang="fr"',
        ' data-size="huge" lang="fr"',
        ' data-theme="dark" lang="fr"',
    )


def test_the_dark_may_be_chosen_and_refused() -> None:
    style = assets()["tablee.css"].plain.decode()
    assert ':root[data-theme="dark"] {' in style
    assert ':root:not([data-theme="light"]) {' in style
    assert ':where(:root[data-theme="dark"]) [data-game="d6"]' in style
