"""Four short walks: people who tap what they see, on a phone and on a laptop; `make wander` has long ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.serving import Server

from browser.seats import DESKTOP, PHONE
from browser.wandering.run import walked
from browser.wandering.sight import Thing, things
from browser.wandering.walk import Plan
from browser.wandering.walker import Stuck

SHORT = 5  # steps
PLANS = (
    Plan("short", "undesix", ("defaults",), (PHONE,), ("fr-FR",)),
    Plan("short", "cle-en-main", ("yes", "defaults"), (DESKTOP, PHONE), ("fr-FR", "en-GB")),
    Plan("short", "deusex", ("random",), (PHONE,), ("fr-FR",)),
    Plan("short", "d6", ("undoes",), (DESKTOP,), ("en-GB",)),
)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_nobody_is_stuck_in_a_short_walk(browser: Browser, house: Server, tmp_path: Path, plan: Plan) -> None:
    walk = walked(browser, house, plan, tmp_path, SHORT)
    assert walk.steps


def test_a_tap_that_changes_nothing_stops_a_walk_with_its_pictures(
    browser: Browser, house: Server, tmp_path: Path
) -> None:
    deaf = """location.pathname.startsWith('/t/') &&
      addEventListener('click', event => { event.preventDefault(); event.stopImmediatePropagation() }, true)"""
    with pytest.raises(Stuck, match="nothing changes after"):
        walked(browser, house, PLANS[0], tmp_path, SHORT, script=deaf)
    (page,) = tmp_path.glob("*.html")
    assert "<img" in page.read_text()


def test_a_page_is_read_by_roles_and_names() -> None:
    told = """\
- region "Qui joue" [ref=e1]:
  - text: À vous
  - link "Agir" [ref=e2] [cursor=pointer]:
    - /url: /t/abc
  - 'radio "gardée : le meneur" [checked] [ref=e3]'
  - button "Lancer" [disabled] [ref=e4]
"""
    region, words, link, radio, button = things(told)
    assert link == Thing("link", "Agir", "e2", frozenset({"pointer"}), ("region Qui joue",), "", "/t/abc")
    assert (words.words, radio.name, set(radio.states)) == ("À vous", "gardée : le meneur", {"checked"})
    assert [one.tappable for one in (region, link, radio, button)] == [False, True, True, False]
