"""Portraits: chosen in the notebook, carried to a table, into a file and back, taken away; wrong files refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.service import House
from tests.table.test_pictures import image
from tests.web.pages.reading import read


def portrayed(browser: TestClient, address: str, who: str, file: bytes) -> Any:
    return browser.post(address, data={"who": who}, files={"picture": ("moi.jpg", file, "image/jpeg")})


def taken(browser: TestClient) -> tuple[str, str]:
    """A ready character in the notebook: the address of their sheet, and their id."""
    kept = browser.post("/personnages/d6/prendre", data={"who": "mael"}).headers["location"]
    return kept, kept.rpartition("/")[2]


def shown(page: str) -> str:
    """The address of the portrait that a page shows."""
    return page.partition('<img class="token face')[2].partition('src="')[2].partition('"')[0]


def test_a_portrait_goes_with_the_character(house: House, browser: TestClient) -> None:
    sheet, who = taken(browser)
    assert shown(browser.get(sheet).text) == ""
    assert portrayed(browser, "/personnages/d6/portrait", who, image("red", (600, 300), "JPEG")).status_code == 303
    at = shown(browser.get(sheet).text)
    looked = browser.get(at)
    assert (looked.status_code, looked.headers["content-type"]) == (200, "image/webp")
    for page in ("/personnages", "/personnages/d6"):
        assert shown(browser.get(page).text) == at
    other = TestClient(browser.app, "http://localhost")
    assert other.get(at).status_code == 404

    file = browser.get(f"{sheet}/fichier").text
    assert list(json.loads(file)["portraits"]) == [who]
    other.follow_redirects = False
    came = other.post("/personnages/importer", files={"file": ("m.json", file.encode(), "application/json")})
    assert came.status_code == 303
    assert other.get(shown(other.get(came.headers["location"]).text)).status_code == 200

    table, token = house.open("d6")
    browser.get(f"/t/{table}/place/{token}")
    assert browser.post(f"/t/{table}/personnages/amener", data={"who": who}).status_code == 303
    there = house.state(table).cast[who].portrait
    assert there
    assert f"/api/tables/{table}/pictures/{there}" in browser.get(f"/t/{table}?who={who}&tab=fiche").text
    assert portrayed(browser, f"/t/{table}/personnages/portrait", who, image("blue", (300, 300))).status_code == 303
    assert house.state(table).cast[who].portrait != there
    assert browser.post(f"/t/{table}/personnages/emporter", data={"who": who}).status_code == 303
    assert shown(browser.get(sheet).text) not in ("", at)

    assert browser.post("/personnages/d6/portrait", data={"who": who, "without": "1"}).status_code == 303
    assert shown(browser.get(sheet).text) == ""
    assert "portraits" not in browser.get(f"{sheet}/fichier").json()


def test_a_file_that_is_no_portrait_gets_a_sentence(house: House, browser: TestClient) -> None:
    sheet, who = taken(browser)
    browser.headers["accept"] = "text/html"
    for file, told in (
        (b"<svg/>", "n’est pas une image"),
        (image()[:70], "abîmée ou coupée"),
        (b"", "Choisissez d’abord"),
    ):
        no = portrayed(browser, "/personnages/d6/portrait", who, file)
        assert (no.status_code, told in no.text) == (422, True)
    assert browser.post("/personnages/d6/portrait", data={"who": who}).status_code == 422
    assert browser.post("/personnages/d6/portrait", data={"who": "personne", "without": "1"}).status_code == 422
    (notebook,) = [table for table, _ in house.store.tables()]
    assert house.store.pictures(notebook) == []
    assert shown(browser.get(sheet).text) == ""


@pytest.mark.parametrize("portraits", [[], {"mael": 3}, {"mael": "é"}, {"mael": "AAAA"}, {"mael": ""}, "x"])
def test_a_file_with_a_wrong_portrait_brings_nobody(browser: TestClient, portraits: Any) -> None:
    sheet, _ = taken(browser)
    file = {**browser.get(f"{sheet}/fichier").json(), "portraits": portraits}
    came = browser.post("/personnages/importer", files={"file": ("m.json", json.dumps(file).encode())})
    assert came.status_code == 422
    assert read(browser, "/personnages/d6").text.count("Maël") == 2, "the one of the notebook and the ready one"
