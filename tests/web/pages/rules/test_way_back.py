"""Every rule that a result cites is one tap from its explanation, and the reader comes back to the same line."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import game_called
from tests.conformance.examples import GAMES
from tests.web.evening import Evening

MOVES = 4


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_cited_at_a_ready_table_is_two_taps_away_and_leads_back(browser: TestClient, game: str) -> None:
    evening = Evening(browser, game)
    for _ in range(MOVES):
        evening.move()
        evening.settle()
    table = evening.path.rpartition("/")[2]
    page = browser.get(f"/t/{table}", headers=evening.headers("mj")).text
    links = [unescape(link) for link in re.findall(r'<a class="src" href="([^"]+)"', page) if "why" in link]
    assert links, "nothing explains anything"
    rules = browser.get(f"/regles/{game}?table={table}").text
    for link in links:
        asked = urlsplit(link)
        place = parse_qs(asked.query)["at"][0]
        assert f'id="{place}"' in page  # what one comes back to; inside « Pourquoi ? », which opens for it
        assert asked.fragment in game_called(game).book
        assert f'id="{asked.fragment}"' in rules
    book = browser.get(links[0].partition("#")[0]).text
    assert f'href="/t/{table}#{parse_qs(urlsplit(links[0]).query)["at"][0]}"' in book
    assert f'href="/t/{table}?tab=fiche"' in browser.get(f"/regles/{game}?table={table}&at=fiche").text


def test_a_way_back_leads_nowhere_else(browser: TestClient) -> None:
    for wrong in ("table=//evil.example&at=x", "table=abc&at=%22%3E%3Cscript", "table=a/b"):
        page = browser.get(f"/regles/d6?{wrong}").text
        assert not [link for link in re.findall('href="([^"]*)"', page) if "evil" in link]
        assert "<script>" not in page.partition("<body")[2]
