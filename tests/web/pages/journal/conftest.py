"""An evening that was played, and a browser for each of its seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Join, Relink
from tablee.table.topics.undo import TakeBack
from tablee.web.application import application
from tests.web.pages.reading import FRENCH
from tests.web.pages.table.test_cards import Evening

Browse = Callable[..., TestClient]


WOUNDS = (1,)  # the die of a blow that wounds, whoever strikes: a test does not wait for luck


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Two players and the MJ: six moves, words, a paper for Ana alone, a correction, an undone action."""
    played = Evening(tmp_path, "undesix")
    played.do(played.mj, Join(called="Zoé"))
    played.do(played.ana, Say(text="À l'échelle !"))
    played.play(3, WOUNDS)
    played.do(played.mj, Say(text="Le coffre est vide.", kind="handout", title="Un mot", to=(played.ana,)))
    played.do(played.mj, Say(text="Ils sont perdus.", kind="note"))
    played.do(played.mj, Correct(who=played.hero, field="psy", value=1))
    played.play(2, WOUNDS)
    played.do(played.mj, TakeBack())
    played.do(played.jo, Say(text="/r 3d6+2"))
    yield played
    played.house.store.close()


@pytest.fixture
def browse(evening: Evening) -> Iterator[Browse]:
    """A browser that sits in a seat."""
    with ExitStack() as open_browsers:
        app = application(evening.house)
        first = open_browsers.enter_context(TestClient(app, "http://localhost", headers=FRENCH))
        assert first.get("/health").status_code in (200, 404)

        def browse(seat: str, lang: str = "fr") -> TestClient:
            if seat == evening.mj:
                token = evening.house.relink_mj(evening.table)
            else:
                token = evening.do(evening.mj, Relink(seat=seat)).token
            headers = {**FRENCH, "accept-language": lang, "cookie": f"tablee-seat-{evening.table}={token}"}
            browser = TestClient(app, "http://localhost", headers=headers)
            browser.follow_redirects = False
            return browser

        yield browse
