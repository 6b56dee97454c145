"""A phone that loses its network and finds it again: what its page says of it, and how soon."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from browser.tables import Sit

CUT = 9_000  # milliseconds without network: the page has come to try but every few seconds
AT_ONCE = 1_500


def test_the_page_knows_at_once_that_the_network_is_back(sit: Sit) -> None:
    """The notice goes, and what was said meanwhile is sent."""
    someone = sit()
    someone.try_out("undesix")
    status = someone.page.locator("#status")
    someone.house_fell = True  # a browser complains of a network that is gone
    someone.context.set_offline(True)
    someone.page.locator("#say").fill("Allo")
    someone.tap(someone.page.locator(".say .send"))
    expect(status).not_to_be_empty()
    someone.page.wait_for_timeout(CUT)
    someone.context.set_offline(False)
    back = time.monotonic()
    expect(someone.page.locator("#cards")).to_contain_text("Allo")
    expect(status).to_be_empty()
    assert (time.monotonic() - back) * 1000 < AT_ONCE


def test_what_is_said_of_a_lost_network_lies_above_an_open_hand(sit: Sit) -> None:
    """On a phone the veil of a hand darkened it, where one waits for what one has just launched."""
    someone = sit()
    someone.try_out("cle-en-main")
    someone.prepare()
    someone.see("#prepare button.go")
    someone.house_fell = True
    someone.context.set_offline(True)
    someone.page.evaluate("dispatchEvent(new Event('offline'))")
    someone.tap(someone.page.locator("#prepare button.go"))
    status = someone.page.locator("#status")
    expect(status).not_to_be_empty()
    assert status.evaluate(
        """told => {
        const { x, y, width, height } = told.getBoundingClientRect();
        return told.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    )
