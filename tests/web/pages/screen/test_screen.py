"""The shared screen: the same for everybody, no secret, nothing to touch, live, opened by a link of its own."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tablee.adventures.folder import adventure_called
from tablee.errors import Unknown
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import BEFORE
from tablee.table.service import House
from tablee.table.topics.character import Enter, HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.leading import ReadAdventure
from tablee.table.topics.paper import Project
from tablee.table.topics.pin import Pin
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.table.topics.seat import Invite, Relink
from tablee.web.live import Hub
from tablee.web.pages.drawing import draw
from tablee.web.pages.screen.addresses import ScreenStream
from tablee.web.pages.screen.screen import Screen
from tablee.web.serving.turns import Turns
from tests.web.pages.elements import read
from tests.web.pages.journal.conftest import Browse
from tests.web.pages.reading import Page
from tests.web.pages.table.test_cards import GAMES, LANGS, Evening


def main(html: str) -> str:
    found = re.search(r"<main.*</main>", html, re.DOTALL)
    assert found, html
    return found[0]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_screen_without_anything_to_touch(tmp_path: Path, game: str, lang: str) -> None:
    evening = Evening(tmp_path, game)
    for _ in range(3):
        shown = Screen(evening.house, evening.table, lang, 3)
        elements = read(draw("screen/tv.html", lang, page=shown))
        assert not [one for one in elements if one.tag in ("a", "button", "form", "input", "select", "summary")]
        evening.play(1)
    evening.house.store.close()


def test_everybody_gets_the_same_bytes(evening: Evening, browse: Browse) -> None:
    watching, screen = (evening.do(evening.mj, Invite(role=role)).seat for role in ("spectator", "screen"))
    evening.move("secret")
    evening.answer()
    evening.do(evening.mj, Pin(text="On reprend à neuf heures."))
    seats = (evening.mj, evening.ana, evening.jo, watching, screen)
    pages = {main(browse(seat).get(f"/t/{evening.table}/ecran").text) for seat in seats}
    assert len(pages) == 1
    assert "On reprend à neuf heures." in pages.pop()


def test_no_secret_is_on_it(evening: Evening, browse: Browse) -> None:
    """A note of the MJ, a paper and a whisper for Ana, a secret roll, and numbers that are hidden change no byte."""
    mj = browse(evening.mj)
    before = main(mj.get(f"/t/{evening.table}/ecran").text)
    evening.do(evening.mj, Say(text="Le duc ment.", kind="note"))
    evening.do(evening.mj, Say(text="Une clé.", kind="handout", to=(evening.ana,)))
    evening.do(evening.ana, Say(text="/mj je doute"))
    evening.move("secret")
    evening.answer()
    after = main(mj.get(f"/t/{evening.table}/ecran").text)
    stories = [re.search(r'<section class="tvstory".*?</section>', html, re.DOTALL) for html in (before, after)]
    assert stories[0]
    assert stories[1]
    assert stories[0][0] == stories[1][0]
    evening.do(evening.mj, HandOver(who=evening.foe, hidden=False))
    shown = main(mj.get(f"/t/{evening.table}/ecran").text)
    evening.do(evening.mj, HandOver(who=evening.foe, hidden=True))
    hidden = main(mj.get(f"/t/{evening.table}/ecran").text)
    assert hidden.count('class="boxes"') == shown.count('class="boxes"'), "nobody sees them on a screen, hidden or not"
    assert evening.house.state(evening.table).code not in shown


def test_numbers_of_the_mj_s_people_are_not_on_it(evening: Evening) -> None:
    screen = Screen(evening.house, evening.table, "fr", 1)
    assert not [one.name for one in screen.party if one.foe and one.gauges]
    assert [one.name for one in screen.party if not one.foe and one.gauges]


def test_a_crowd_is_all_on_it_and_its_order_is_cut_short(evening: Evening) -> None:
    for _ in range(40):
        evening.do(evening.mj, Enter(ready=evening.foe))
    screen = Screen(evening.house, evening.table, "fr", 1)
    drawn = draw("screen/tv.html", "fr", page=screen)
    assert drawn.count("<li", drawn.index("tvparty crowd")) == len(screen.party) > 40
    assert len(screen.order) == 3
    assert {one.who for one in screen.now} <= {one.who for one in screen.order}
    assert screen.left_out == len(screen.view.turns) - 3


def test_what_the_mj_shows_takes_the_place_of_the_story(evening: Evening) -> None:
    evening.do(evening.mj, Say(text="# Plan\n\nUne croix **rouge**.", kind="note", title="La carte"))
    note = evening.house.view(evening.table, evening.mj).papers[-1].line
    evening.do(evening.mj, Project(of=note))
    drawn = draw("screen/tv.html", "fr", page=Screen(evening.house, evening.table, "fr", 1))
    assert "La carte" in drawn
    assert "Une croix" in drawn
    assert 'class="voice' not in drawn


def test_who_says_the_last_words_is_told_beside_them(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="Personne ne passe."))
    said = Screen(evening.house, evening.table, "fr", 1)
    assert said.speaker
    assert said.speaker.name in draw("screen/tv.html", "fr", page=said).partition('class="tvsaid"')[2][:900]
    evening.do(evening.mj, Say(text="La porte cède.", kind="handout"))
    assert Screen(evening.house, evening.table, "fr", 1).speaker is None


def test_of_papers_given_together_the_first_is_read_aloud(evening: Evening) -> None:
    """The text of a scene, with which papers are handed out."""
    for text in ("La porte cède.", "« Viens seule. »", "Une carte."):
        evening.do(evening.mj, Say(text=text, kind="handout"))
    assert Screen(evening.house, evening.table, "fr", 1).voice == "La porte cède."
    evening.do(evening.ana, Say(text="On y va."))
    evening.do(evening.mj, Say(text="Un cri.", kind="handout"))
    assert Screen(evening.house, evening.table, "fr", 1).voice == "Un cri."


def test_another_scene_leaves_the_results_of_the_former(evening: Evening) -> None:
    evening.play(1)
    assert Screen(evening.house, evening.table, "fr", 1).results
    evening.do(evening.mj, Prepare(title="La grange", text="Du foin."))
    evening.do(evening.mj, OpenScene(scene=next(iter(evening.house.state(evening.table).scenes))))
    shown = Screen(evening.house, evening.table, "fr", 1)
    assert (shown.results, shown.voice) == ([], "Du foin.")
    evening.do(evening.mj, OpenScene(scene=BEFORE))
    evening.play(1)
    assert Screen(evening.house, evening.table, "fr", 1).results


def test_it_follows_its_table_until_its_link_is_revoked(evening: Evening) -> None:
    made = evening.do(evening.mj, Invite(role="screen"))

    def screen() -> Screen:
        return Screen(evening.house, evening.table, "fr", 1)

    async def followed() -> None:
        stream = ScreenStream(Hub(), Turns(), evening.table, made.seat, screen, made.token)
        (first,) = await stream.new()
        assert '<main class="tv"' in first.decode()
        assert await stream.new() == []
        evening.play(1)
        (second,) = await stream.new()
        sent = re.sub(r"^data: ", "", second.decode(), flags=re.MULTILINE)
        assert main(sent) == main(draw("screen/tv.html", "fr", page=screen()))
        evening.do(evening.mj, Relink(seat=made.seat, revoke=True))
        with pytest.raises(Unknown):
            await stream.new()

    asyncio.run(followed())


def test_the_mj_makes_a_link_that_opens_it_elsewhere(evening: Evening, browse: Browse) -> None:
    mj, ana = browse(evening.mj), browse(evening.ana)
    menu = Page(mj.get(f"/t/{evening.table}/menu").text)
    assert f"/t/{evening.table}/ecran" in menu.links
    answer = mj.post(f"/t/{evening.table}/ecran", data=menu.form(f"/t/{evening.table}/ecran"))
    (link,) = [one for one in Page(answer.text).links if "/place/" in one]
    television = browse(evening.jo)
    del television.headers["cookie"]
    code = re.search(r'bigcode"><span>(\w{3})</span><span>(\w{3})<', answer.text)
    assert code
    typed = television.get("/r", params={"code": f"{code[1]} {code[2]}".lower()})
    assert (typed.status_code, typed.headers["location"]) == (303, link.removeprefix("http://localhost"))
    assert television.get("/r", params={"code": code[1] + code[2]}).status_code == 404, "it works once"
    sat = television.get(link)
    assert (sat.status_code, sat.headers["location"]) == (303, f"/t/{evening.table}/ecran")
    assert television.get(f"/t/{evening.table}/ecran").status_code == 200
    refused = television.post(
        f"/t/{evening.table}/say", data={"text": "bonsoir"}, headers={"accept": "application/json"}
    )
    assert refused.status_code == 422
    assert ana.post(f"/t/{evening.table}/ecran").status_code == 422


def test_a_text_of_an_adventure_is_shown_once_it_is_read_and_so_is_a_paper(tmp_path: Path) -> None:
    house = House(SqliteStore(tmp_path / "told.db"))
    table, token = house.open_adventure(adventure_called("undesix", "la-cloche-buissonniere"), "mj", "fr", "")
    mj = house.seat(table, token)
    assert "fiente" not in draw("screen/tv.html", "fr", page=Screen(house, table, "fr", 1))
    for place, words in (("clocher", "fiente"), ("papers/arrete", "Article premier")):
        house.submit(table, mj, ReadAdventure(place=place))
        shown = draw("screen/tv.html", "fr", page=Screen(house, table, "fr", 1))
        assert words in shown
    assert "a un trou" not in shown, "what is the MJ's alone"
    house.store.close()
