"""Adventures to an end, by people who know nothing of them but what they see; `python -m browser tales` has more."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.serving import Server

from browser.seats import PHONE
from browser.wandering.tale import ALONE, SEATS, TOGETHER, told
from browser.wandering.walk import GAMES, Plan

PLAYED = [*((game, ALONE) for game in GAMES), *((game, TOGETHER) for game in GAMES)]


@pytest.mark.evening
@pytest.mark.parametrize(("game", "how"), PLAYED)
def test_they_come_to_an_end(browser: Browser, house: Server, tmp_path: Path, game: str, how: str) -> None:
    people = SEATS[how]
    plan = Plan("tale", game, ("defaults",) * people, (PHONE,) * people, ("fr-FR",) * people)
    assert told(browser, house, plan, how, tmp_path).end
