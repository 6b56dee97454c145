"""A house below the root of its site: tried, played and followed there, by two browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.serving import Server

from browser.seats import Sitting

PREFIX = "/tablee"


@pytest.fixture
def below(tmp_path: Path) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.db"), "--public-url", f"http://127.0.0.1{PREFIX}")
    yield server
    server.stop()


def test_a_house_below_its_site_is_played_there(browser: Browser, below: Server) -> None:
    """A form is sent by the script, and what it does comes to another page by its stream; nothing goes elsewhere."""
    house = f"http://127.0.0.1:{below.port}{PREFIX}"
    one, other = Sitting(browser, house), Sitting(browser, house)
    one.try_out("undesix")
    other.context.add_cookies(one.context.cookies())  # type: ignore[arg-type]
    other.go(f"/t/{one.tried}")
    thrown = other.cards().filter(has=other.page.locator(".die"))
    before = thrown.count()
    one.prepare()
    one.roll()
    expect(thrown).not_to_have_count(before)
    for path in ("/menu", "/journal", "/mj", ""):
        one.go(f"/t/{one.tried}{path}")
        assert one.page.url.startswith(f"{house}/t/")
    for person in (one, other):
        assert not person.elsewhere
        person.leave()
