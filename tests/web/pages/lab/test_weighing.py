"""An adventure weighed on a page: before it begins, and from where a table stands, for its MJ."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from tablee.adventures.folder import adventures_of
from tablee.table.service import House, Submitted
from tablee.table.topics.seat import Invite
from tablee.web.pages.lab import weighing
from tests.web.pages.mj.test_screen import plain

PLAYED = re.compile(r"[1-4] soirées? jouées?")  # fewer on a machine that is slow just now


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "EVENINGS", 4)


def test_before_it_begins(browser: TestClient) -> None:
    address = "/aventure/d6/cent-marmites"
    assert f"{address}/peser" in browser.get(address).text
    asked = browser.get(f"{address}/peser?players=3&harder=-1").text
    assert 'type="range"' in asked
    assert "de moins" in plain(asked)
    assert f'data-later="{address}/peser/issue?players=3&amp;harder=-1"' in asked
    found = plain(browser.get(f"{address}/peser/issue?players=3&harder=-1").text)
    for end in ("pinson", "sous"):
        assert adventures_of("d6")["cent-marmites"].label(f"end.{end}").say("fr") in found
    assert PLAYED.search(found)
    assert "Comment on joue" in found
    assert "Comment on joue" in plain(browser.get(f"{address}/peser?now=1").text), "without a script"
    assert browser.get(f"{address}/peser?harder=9").status_code == 422


def test_from_where_a_table_stands(browser: TestClient, house: House) -> None:
    book = adventures_of("undesix")["le-lac-d-hier"]
    table, token = house.open_adventure(book, "mj", "fr", "")
    browser.get(f"/t/{table}/place/{token}")
    shown = browser.get(f"/t/{table}/mj?panel=scene").text
    assert f"/t/{table}/peser" in shown
    assert "Revenir" in browser.get(f"/t/{table}/peser").text
    assert PLAYED.search(plain(browser.get(f"/t/{table}/peser/issue?harder=1").text))
    invited = house.submit(table, house.seat(table, token), Invite())
    assert isinstance(invited, Submitted)
    player = TestClient(browser.app, "http://localhost")
    player.get(f"/t/{table}/place/{invited.token}")
    for path in ("peser", "peser/issue"):
        assert player.get(f"/t/{table}/{path}").status_code == 403
