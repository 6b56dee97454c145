"""Four short walks: people who tap what they see, on a phone and on a laptop; `make wander` has long ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.serving import Server

from browser.seats import DESKTOP, PHONE, Sitting
from browser.wandering import walker
from browser.wandering.questions import fallen_unsaid, wait_unsaid
from browser.wandering.run import walked
from browser.wandering.sight import Thing, things
from browser.wandering.trail import Trail
from browser.wandering.walk import Plan
from browser.wandering.walker import Stuck, Walker

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
    browser: Browser, house: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for patience in ("ANSWERED", "BUSY"):
        monkeypatch.setattr(walker, patience, 0.3)
    deaf = """location.pathname.startsWith('/t/') &&
      addEventListener('click', event => { event.preventDefault(); event.stopImmediatePropagation() }, true)"""
    with pytest.raises(Stuck, match="nothing changes after"):
        walked(browser, house, PLANS[0], tmp_path, SHORT, script=deaf)
    (page,) = tmp_path.glob("*.html")
    assert "<img" in page.read_text()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Walker]:
    """Somebody with a page of their own, not at a table yet."""
    sitting = Sitting(browser, "about:blank")
    yield Walker("Ana", sitting, "defaults", random.Random(1), Trail())
    sitting.leave()


def test_what_lies_off_the_page_is_not_tapped_and_where_one_is_need_not_change(reader: Walker) -> None:
    reader.sitting.page.set_content(
        """<a href="#hand" style="position: absolute; top: -90px">Aller à la main</a>
        <a href="#here" aria-current="page" onclick="return false">Gens</a>
        <a href="#dead" onclick="return false">Rien</a>"""
    )
    off, here, dead = reader.look().taps()
    assert reader.do(off, reader.look()).endswith("not on the screen")
    assert "Gens" in reader.do(here, reader.look())
    with pytest.MonkeyPatch.context() as patched:
        for patience in ("ANSWERED", "BUSY"):
            patched.setattr(walker, patience, 0.2)
        with pytest.raises(Stuck, match="nothing changes after link « Rien »"):
            reader.do(dead, reader.look())


def test_a_wait_is_told_by_name_and_the_fallen_by_their_state(reader: Walker) -> None:
    page = reader.sitting.page
    state = {"standing": False, "label": {"text": {"fr": "mourant", "en": "dying"}}}
    wolf = {"sheet": {"name": {"fr": "loup", "en": "wolf"}}, "condition": state}
    view = {
        "paused": False,
        "pending": None,
        "turns": [{"who": "loup", "when": "now"}],
        "play": {"round": 1},
        "cast": {"loup": wolf},
    }
    page.set_content('<p id="turn"></p><ul><li data-who="loup">le loup</li></ul>')
    assert "loup" in wait_unsaid(page, view)
    assert "loup" in fallen_unsaid(page, view)[0]
    page.set_content('<p id="turn">To act: the wolf</p><ul><li data-who="loup">le loup, mourant</li></ul>')
    assert not wait_unsaid(page, view)
    assert not fallen_unsaid(page, view)


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
