"""Every rule that a result cites is one tap from its explanation, and the reader comes back to the same line."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import Game, game_called
from tests.conformance.examples import GAMES
from tests.web.evening import Evening

MOVES = 10  # of a first scene: some end before
LINK = re.compile(r'<a class="src" href="([^"]+)"')


def cited(lines: Any, game: Game) -> set[str]:
    """The rules that the results of a table cite, those of single terms of a sum included."""
    found = set[str]()
    for line in lines:
        for item in line.get("why") or ():
            terms = [game.book.terms[term["key"]].clause for term in item.get("terms", ()) if term.get("amount")]
            found |= {item["rule"].partition(":")[0]} | {clause.id for clause in terms if clause}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_cited_at_a_ready_table_is_two_taps_away_and_leads_back(browser: TestClient, game: str) -> None:
    """One tap opens « Pourquoi ? », the second the rule; its page leads back to the line one came from."""
    evening = Evening(browser, game)
    for _ in range(MOVES):
        evening.settle()
        if evening.move() is None:
            break
    evening.settle()
    table = evening.path.rpartition("/")[2]
    page = browser.get(f"/t/{table}", headers=evening.headers("mj")).text
    links = [urlsplit(unescape(link)) for link in LINK.findall(page) if "why" in link]
    named = cited(evening.get("mj", "lines", "/lines"), game_called(game))
    assert len(named) > 4, "nothing explains anything"
    assert named - {link.fragment for link in links} == set()
    rules = browser.get(f"/regles/{game}?table={table}").text
    for tab in ("fiche", "scene", "notes"):  # the pages of the table, from both
        assert f'href="/t/{table}?tab={tab}"' in page
        assert f'href="/t/{table}?tab={tab}"' in rules
    for link in links:
        place = parse_qs(link.query)["at"][0]
        assert f'id="{place}"' in page  # what one comes back to; inside « Pourquoi ? », which opens for it
        assert f'id="{link.fragment}"' in rules
    for link in links[:3]:  # where a rule leads back to
        book = browser.get(f"{link.path}?{link.query}").text
        assert f'href="/t/{table}#{parse_qs(link.query)["at"][0]}"' in book
    assert f'href="/t/{table}?tab=fiche"' in browser.get(f"/regles/{game}?table={table}&at=fiche").text


def test_a_way_back_leads_nowhere_else(browser: TestClient) -> None:
    for wrong in ("table=//evil.example&at=x", "table=abc&at=%22%3E%3Cscript", "table=a/b"):
        page = browser.get(f"/regles/d6?{wrong}").text
        links = [urlsplit(unescape(link)) for link in re.findall('href="([^"]*)"', page)]
        assert not [link for link in links if "evil" in link.netloc + link.path]
        assert "<script>" not in page.partition("<body")[2]
