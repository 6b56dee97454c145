"""Paper from a browser: a sheet for whoever plays it and for the MJ alone, what games have ready, no other."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.service import House, Submitted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim
from tablee.table.topics.seat import Invite
from tests.printing.reading import pages_of, squeezed
from tests.web.evening import Evening

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_printed_for_its_player_and_the_mj_and_nobody_else(browser: TestClient, game: str) -> None:
    evening = Evening(browser, game)
    first = game_called(game).first_scene
    assert first is not None
    mine = first.players[0]
    foe = next(who for who in first.cast() if who not in first.players)
    evening.post("ana", "claim", who=mine)
    table = evening.path.rpartition("/")[2]

    def asked(seat: str, who: str) -> tuple[int, bytes]:
        answer = browser.get(f"/t/{table}/papier/{who}.pdf", headers=evening.headers(seat))
        return answer.status_code, answer.content

    for seat, who in (("ana", mine), ("mj", mine), ("mj", foe)):
        status, made = asked(seat, who)
        assert status == 200
        (page,) = pages_of(made)
        name = evening.cast[who]["sheet"]["name"]
        assert squeezed(name["fr"]) in squeezed(page.words) or squeezed(name["en"]) in squeezed(page.words)
    for seat, who, expected in (("ana", foe, 422), ("leo", mine, 422), ("mj", "nobody", 404)):
        status, made = asked(seat, who)
        assert status == expected
        assert not made.startswith(b"%PDF")
    assert browser.get(f"/t/{table}/papier/{mine}.pdf").status_code == 401


def test_odds_that_the_mj_hides_are_not_printed(house: House) -> None:
    table, token = house.open_ready("undesix")
    seat = house.seat(table, token)
    invited = house.submit(table, seat, Invite())
    assert isinstance(invited, Submitted)
    player = house.seat(table, invited.token)
    house.submit(table, player, Claim(who="chloe"))
    shown = house.paper(table, player, "chloe", "fr")
    assert not isinstance(shown, Refusal)
    assert shown.chances["dex"]
    house.submit(table, seat, Arrange(odds="hidden"))
    hidden = house.paper(table, player, "chloe", "fr")
    assert not isinstance(hidden, Refusal)
    assert not hidden.chances


def test_what_a_game_has_ready_is_printed_and_an_unknown_paper_is_not(browser: TestClient) -> None:
    for what, count in (("meneur", 2), ("cartes", 2), ("mael", 1)):
        answer = browser.get(f"/papier/d6/{what}.pdf")
        assert answer.headers["content-type"] == "application/pdf"
        assert len(pages_of(answer.content)) == count
    for wrong in ("/papier/d6/personne.pdf", "/papier/nul/meneur.pdf"):
        assert browser.get(wrong).status_code == 404
    linked = browser.get("/regles/d6").text
    assert all(f'href="/papier/d6/{what}.pdf"' in linked for what in ("livret", "meneur", "cartes"))


def test_somebody_of_the_notebook_and_a_ready_character_are_printed(browser: TestClient) -> None:
    kept = browser.post("/personnages/d6/prendre", data={"who": "mael"}).headers["location"]
    page = browser.get(kept).text
    assert f'href="{kept}/papier.pdf"' in page
    answer = browser.get(f"{kept}/papier.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert len(pages_of(answer.content)) == 1
    assert 'href="/papier/d6/mael.pdf"' in browser.get("/personnages/d6/prets/mael").text
    browser.cookies.clear()
    assert not browser.get(f"{kept}/papier.pdf").content.startswith(b"%PDF")


def test_an_adventure_is_printed_for_its_mj_and_for_no_player(browser: TestClient, house: House) -> None:
    made = browser.get("/aventure/undesix/la-cloche-buissonniere/meneur.pdf")
    assert made.content.startswith(b"%PDF")
    assert browser.get("/aventure/undesix/rien/meneur.pdf").status_code == 404
    evening = Evening(browser, "undesix")
    table = evening.path.rpartition("/")[2]
    asked = {seat: browser.get(f"/t/{table}/aventure.pdf", headers=evening.headers(seat)) for seat in ("mj", "ana")}
    assert {seat: one.status_code for seat, one in asked.items()} == {"mj": 422, "ana": 422}
    evening.post("mj", "begin-adventure", adventure="la-cloche-buissonniere", held="mj")
    asked = {seat: browser.get(f"/t/{table}/aventure.pdf", headers=evening.headers(seat)) for seat in ("mj", "ana")}
    assert asked["mj"].content.startswith(b"%PDF")
    assert asked["ana"].status_code == 422
