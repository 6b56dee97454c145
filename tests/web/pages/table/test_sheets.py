"""Sheets: every ready character and NPC of each game on its paper, in both languages; what is hidden."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import games
from tablee.rules.sheet.sheet_data import EntrySeen, SheetSeen, SumTold, TermTold
from tablee.table.log.store import store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.character import Enter, HandOver
from tablee.table.topics.seat import Invite
from tablee.text import LANGS
from tablee.web.pages.drawing import draw, draw_part, printed, sheet_template
from tablee.web.pages.forms import PageQuery, prepare
from tablee.web.pages.table.page import Page
from tablee.web.pages.table.sheets import code_of
from tests.web.pages.elements import Element, read

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
UNSAID = ("name", "pc", "pj", "sex")  # of an entry that the name, the token or the rest of the paper tells
CHAPTERS = ("stress_rules", "trouble_rules")


@cache
def evening(game: str) -> tuple[House, str, str, str]:
    """A table with everybody whom the game has ready: the house, the table, the MJ's seat, a player's seat."""
    house = House(store_at(str(Path(mkdtemp()) / "t.db")))
    table, token = house.open_ready(game)
    mj = house.seat(table, token)
    for option in games()[game].options:
        if option.id in CHAPTERS:
            house.submit(table, mj, SetOption(option=option.id, value=True))
    for who in games()[game].ready():
        if who not in house.view(table, mj).cast:
            assert isinstance(house.submit(table, mj, Enter(ready=who)), Submitted)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    return house, table, mj, invited.seat


def drawn(game: str, who: str, seat: str, lang: str, part: str = "sheet") -> tuple[str, SheetSeen]:
    """A sheet as a seat's page draws it, and the JSON it is drawn from."""
    house, table, _, _ = evening(game)
    told = house.sheet(table, seat, who, lang)
    at = SimpleNamespace(view=house.view(table, seat), table=table)
    return draw_part(sheet_template(game), part, lang, told, at), told


def links(elements: list[Element]) -> set[str]:
    return {one["href"] for one in elements if one.tag == "a"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_on_the_paper_of_their_game(game: str, lang: str) -> None:
    """Each label, value, link and sum of the sheet is there, whoever it is."""
    house, table, mj, _ = evening(game)
    for who in house.view(table, mj).cast:
        html, told = drawn(game, who, mj, lang)
        elements = read(html)
        text = elements[0].said
        there = links(elements)
        assert plain(told.condition.label) in text
        for section in told.sections:
            for entry in section.entries:
                if entry.id not in UNSAID:
                    assert_entry(entry, text, there, table, who)


def assert_entry(entry: EntrySeen, text: str, there: set[str], table: str, who: str) -> None:
    """An entry is told, prepared, changed and explained; damage stands beside its weapon, maxima beside gauges."""
    label, told = plain(entry.label).partition(" (")[0], plain(entry.said)
    if entry.drawn == "text":
        assert printed(told) in text, entry.id
    elif not entry.id.startswith("damage:") and not entry.id.endswith("_max"):
        assert printed(label) in text, entry.id
    if entry.opens and not (entry.id == "reserve" and not entry.value):
        opened = prepare(table, who, entry.opens.action, entry.opens.params)
        assert f"{opened}#preparer" in there, entry.id
    if entry.edited_by and entry.id != "history":
        assert f"{prepare(table, who, entry.edited_by)}#preparer" in there, entry.id
    if entry.sum and not entry.id.startswith("damage:"):
        assert printed(plain(entry.sum.sentence)) in text, entry.id
        assert any(to.endswith(f"#{entry.sum.rule}") for to in there), entry.id


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_npc_shows_a_name_and_a_word(game: str, lang: str) -> None:
    house, table, mj, player = evening(game)
    first = games()[game].first_scene
    assert first
    foe = next(who for who in first.cast() if who not in first.players)
    assert isinstance(house.submit(table, mj, HandOver(who=foe, hidden=True)), Submitted)
    for part in ("sheet", "mini"):
        html, told = drawn(game, foe, player, lang, part)
        elements = read(html)
        assert told.sections == []
        text = elements[0].said
        assert plain(told.condition.label) in text
        assert not any(sign.isdigit() for sign in text.replace("3 debout", "").replace("3 standing", ""))
        assert not links(elements)
    assert links(read(drawn(game, foe, mj, lang)[0]))


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_of_another_opens_nothing_but_rules(game: str) -> None:
    """Numbers still tell what they are made of; nothing is prepared or changed."""
    first = games()[game].first_scene
    assert first
    html, _ = drawn(game, first.players[0], evening(game)[3], "fr")
    assert all(to.startswith(f"/regles/{game}?table=") for to in links(read(html)))


@pytest.mark.parametrize("game", GAMES)
def test_the_mini_has_the_gauges(game: str) -> None:
    house, table, mj, _ = evening(game)
    for who, gauges in house.gauges(table, mj, "fr").items():
        elements = read(drawn(game, who, mj, "fr", "mini")[0])
        told = elements[0].said + plain(" ".join(one["aria-label"] for one in elements))
        assert all(plain(gauge.label) in told or gauge.id == "heroism" for gauge in gauges)


def test_a_game_without_a_paper_is_drawn_plainly() -> None:
    assert sheet_template("pebbles") == "sheets/plain.html"
    house, table, mj, _ = evening("d6")
    told = house.sheet(table, mj, "ysolde", "fr")
    at = SimpleNamespace(view=house.view(table, mj), table=table)
    text = read(draw_part("sheets/plain.html", "sheet", "fr", told, at))[0].said
    for section in told.sections:  # what is counted stands apart, without the heading of its section
        others = [entry for entry in section.entries if entry.drawn not in ("gauge", "boxes")]
        assert section.label in text if others else all(entry.label in text for entry in section.entries)


def test_dice_lost_to_a_wound_are_dashed() -> None:
    """A code keeps its dice in sight: those thrown, then those that a negative term took."""
    terms = [TermTold("x", amount, "x", amount < 0, "") for amount in (10, -3)]
    assert code_of("2D+1", SumTold("", "", 7, "", "", terms)) == (2, 1, 1)
    assert code_of("4D") == (4, 0, 0)


def test_in_the_tab_of_the_sheet_it_follows_the_hand(browser: TestClient) -> None:
    """What the script asks for when something has changed: the hand, and the sheet where that is looked at."""
    table = browser.post("/essayer", data={"game": "undesix"}, follow_redirects=False).headers["location"].split("/")[2]
    both = browser.get(f"/t/{table}/hand?who=nicolas&tab=fiche").text
    assert [one.split('"')[0] for one in both.split('data-at="')[1:]] == ["hand", "fiche"]
    assert "Nicolas" in both.partition('data-at="fiche"')[2]
    assert 'data-at="fiche"' not in browser.get(f"/t/{table}/hand?who=nicolas").text


def test_a_roll_made_from_the_sheet_shows_its_result_there(tmp_path: Path) -> None:
    """On the sheet of the one who rolled, as the hand brings it, and on nobody else's."""
    house = House(store_at(str(tmp_path / "t.db")))
    table, token = house.open_ready("undesix")
    mj = house.seat(table, token)

    def sheet(who: str) -> str:
        page = Page(house, table, mj, "fr", PageQuery(who=who), frozenset())
        return draw("table/sheet.html", "fr", page=page)

    assert "Votre dernier jet" not in sheet("chloe")
    rolled = Act(actor="chloe", action="undesix.attack", params={"target": "loup"}, faces=(6,))
    assert isinstance(house.submit(table, mj, rolled), Submitted)
    shown = sheet("chloe")
    assert "Votre dernier jet" in shown
    assert "Chloé manque le loup" in shown
    assert "stamp" in shown.partition("</aside>")[0]
    assert "Votre dernier jet" not in sheet("nicolas")
