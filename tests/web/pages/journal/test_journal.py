"""Journal: windows of lines, filters, search without accents, replay, undo and redo with their preview, recap."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from markupsafe import escape

from tablee.table.log.events import Event
from tablee.table.service import House, Submitted
from tablee.table.topics.chat import Said, Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.request import Request
from tablee.table.topics.undo import TakeBack
from tablee.web.pages.drawing import draw
from tablee.web.pages.journal.journal import ROWS, SPAN, Journal
from tablee.web.pages.journal.recap import Recap, off
from tablee.web.pages.journal.seeking import Sought, plain
from tests.web.pages.elements import read
from tests.web.pages.journal.conftest import Browse
from tests.web.pages.reading import Page
from tests.web.pages.table.test_cards import GAMES, LANGS, Evening

ROW = re.compile(r'<li id="n(\d+)"')


def shown(browser: TestClient, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, answer.text
    read(re.sub(r"^<!doctype html>|<meta [^>]*>|<link [^>]*>", "", answer.text))
    return answer.text


def rows(html: str) -> list[int]:
    return [int(n) for n in ROW.findall(html)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_journal_for_every_seat(tmp_path: Path, game: str, lang: str) -> None:
    evening = Evening(tmp_path, game)
    evening.play(3)
    for seat in evening.seats:
        last = evening.view(seat).seen
        for sought in (Sought(), Sought(at=last // 2), Sought("rolls"), Sought(at=last // 2, asks="rewind")):
            page = Journal(evening.house, evening.table, seat, lang, sought)
            html = draw("journal/journal.html", lang, page=page, game=game, address="/", refusal="")
            assert rows(html)
            assert "Undefined" not in html
        told = Recap(evening.house, evening.table, seat, lang)
        assert draw("journal/recap.html", lang, page=told, game=game, address="/")
    evening.house.store.close()


def test_a_long_journal_is_read_a_window_at_a_time(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Structure, not time: one window of lines for a page, however long the log."""
    version = evening.house.state(evening.table).version
    more = [Event(n, 1e9, "mj", "everyone", Said("say", f"mot {n}")) for n in range(version + 1, version + 3001)]
    evening.house.store.append(evening.table, "", version, more)
    asked: list[int] = []
    whole = evening.house.window

    def counting(table: str, seat: str, before: int = 0, most: int = 200) -> Any:
        found = whole(table, seat, before, most)
        asked.append(len(found.lines))
        return found

    monkeypatch.setattr(evening.house, "window", counting)
    for sought in (Sought(), Sought(at=1500), Sought(before=700), Sought("words")):
        asked.clear()
        page = Journal(evening.house, evening.table, evening.ana, "fr", sought)
        assert len(page.rows.cards) == ROWS
        assert asked == [SPAN]
    asked.clear()
    rare = Journal(evening.house, evening.table, evening.ana, "fr", Sought(words="échelle de corde"))
    assert not rare.rows.cards
    assert not rare.rows.whole
    assert sum(asked) <= 2400
    further = Journal(
        evening.house, evening.table, evening.ana, "fr", Sought(words="l'échelle", before=rare.rows.earlier)
    )
    assert [one.text for one in further.rows.cards] == ["À l'échelle !"]


def test_pages_of_a_journal_leave_no_line_out(evening: Evening) -> None:
    for n in range(130):
        evening.do(evening.mj, Say(text=f"{n}"))
    found: list[int] = []
    before = 0
    while True:
        page = Journal(evening.house, evening.table, evening.jo, "fr", Sought(before=before))
        numbers = [one.n for one in page.rows.cards]
        found = [*numbers, *found]
        if not page.rows.earlier:
            break
        before = page.rows.earlier
    drawn = Journal(evening.house, evening.table, evening.jo, "fr", Sought()).rows.cards
    assert found[-1] == drawn[-1].n
    assert found == sorted(set(found))
    later = Journal(evening.house, evening.table, evening.jo, "fr", Sought(before=found[50]))
    onwards = Journal(evening.house, evening.table, evening.jo, "fr", Sought(before=later.rows.later))
    assert {found[50], found[51]} <= {one.n for one in onwards.rows.cards}


def test_lines_are_filtered_by_kind_and_by_person(evening: Evening, browse: Browse) -> None:
    ana, address = browse(evening.ana), f"/t/{evening.table}/journal"
    everything, words = shown(ana, address), shown(ana, f"{address}?kind=words")
    assert "À l’échelle !" in words
    assert "Un mot" in words
    assert 'class="dice' not in words
    assert 'class="dice' in shown(ana, f"{address}?kind=rolls")
    assert set(rows(words)) < set(rows(everything))
    hers = rows(shown(ana, f"{address}?who={evening.hero}"))
    theirs = rows(shown(ana, f"{address}?who=mj"))
    assert hers
    assert theirs
    assert "Aucune ligne" in shown(ana, f"{address}?who=nobody")


def test_a_roll_asked_of_somebody_is_a_line_of_theirs(evening: Evening, browse: Browse) -> None:
    asked = Request(who=(evening.hero,), action="undesix.test", title="Entendre la minuterie")
    evening.do(evening.mj, asked)
    ana, address = browse(evening.ana), f"/t/{evening.table}/journal"
    found = {who: asked.title in shown(ana, f"{address}?who={who}") for who in (evening.hero, evening.friend)}
    assert found == {evening.hero: True, evening.friend: False}


def test_words_are_found_without_accents(evening: Evening, browse: Browse) -> None:
    assert plain("L’Épée") == "l'epee"
    ana = browse(evening.ana)
    for words in ("echelle", "ÉCHELLE", "l'echelle a", "l’échelle"):
        html = ana.get(f"/t/{evening.table}/journal", params={"q": words}).text
        assert len(rows(html)) == 1, words
    assert "Aucune ligne ne répond" in ana.get(f"/t/{evening.table}/journal?q=dragon").text


def test_nobody_reads_in_their_journal_what_is_not_for_them(evening: Evening, browse: Browse) -> None:
    for address in ("journal", "journal/recit", "journal?q=coffre", "journal?q=perdus", "journal/chance"):
        for seat, secrets in (
            (evening.jo, ("Le coffre est vide", "Ils sont perdus")),
            (evening.ana, ("Ils sont perdus",)),
        ):
            html = (
                shown(browse(seat), f"/t/{evening.table}/{address}")
                if address != "journal/chance"
                else browse(seat).get(f"/t/{evening.table}/{address}").text
            )
            assert not [one for one in secrets if one in html], (address, seat)


def test_a_secret_roll_moves_nobody_elses_luck(evening: Evening, browse: Browse) -> None:
    jo, address = browse(evening.jo), f"/t/{evening.table}/journal/chance"
    before = jo.get(address).text
    evening.move("secret")
    evening.answer()
    assert jo.get(address).text == before


def test_the_table_is_replayed_line_by_line(evening: Evening, browse: Browse) -> None:
    ana, address = browse(evening.ana), f"/t/{evening.table}/journal"
    first = rows(shown(ana, address))[0]
    seen, at = [first], first
    for _ in range(60):
        html = shown(ana, f"{address}?at={at}")
        assert f'id="n{at}"' in html
        onwards = re.search(r'href="[^"]*at=(\d+)[^"]*" aria-label="Ligne suivante"', html)
        if not onwards:
            break
        at = int(onwards[1])
        seen.append(at)
    assert seen == rows(shown(ana, address))
    hurt = next(
        n for n in seen if "<s>" in shown(ana, f"{address}?at={n}").split('class="changes"')[1].split("</ul>")[0]
    )
    assert hurt > first


def test_a_replayed_action_tells_what_mattered(evening: Evening, browse: Browse) -> None:
    mj, address = browse(evening.mj), f"/t/{evening.table}/journal"
    numbers = rows(shown(mj, f"{address}?kind=rolls"))
    told = {n: evening.house.mattered(evening.table, evening.mj, n, "fr") for n in numbers}
    assert any(told.values())
    for n, lines in told.items():
        html = shown(mj, f"{address}?at={n}")
        assert ("Ce qui a compté" in html) == bool(lines)
        assert all(str(escape(line)) in html for line in lines)
    assert "Ce qui a compté" not in shown(mj, address)


def test_the_mj_sees_what_comes_back_before_saying_yes(evening: Evening, browse: Browse) -> None:
    mj, address = browse(evening.mj), f"/t/{evening.table}/journal"
    numbers = rows(shown(mj, f"{address}?kind=rolls"))
    to = numbers[0] - 1
    before = evening.house.view_at(evening.table, evening.mj, to).cast
    now = evening.view(evening.mj).cast
    assert before != now
    asked = shown(mj, f"{address}?at={to}&ask=rewind")
    assert f"Revenir après la ligne {to}" in Page(asked).text
    assert evening.view(evening.mj).cast == now
    form = Page(asked).form(address, do="take-back")
    assert mj.post(address, data=form).status_code == 303
    assert evening.view(evening.mj).cast == before
    assert mj.post(address, data=form).status_code == 303  # the same key: done once
    again = shown(mj, f"{address}?ask=redo")
    assert "Rétablir ce qui a été annulé" in Page(again).text
    assert mj.post(address, data=Page(again).form(address, do="redo")).status_code == 303
    after = evening.view(evening.mj).cast
    assert after != before


def test_players_neither_rewind_nor_look_at_it(evening: Evening, browse: Browse) -> None:
    ana, address = browse(evening.ana), f"/t/{evening.table}/journal"
    assert 'class="rewind"' not in shown(ana, f"{address}?at=9&ask=rewind")
    state = evening.house.state(evening.table)
    refused = ana.post(address, data={"do": "take-back", "to": "9"})
    assert refused.status_code == 422
    assert "Seul le meneur peut faire cela." in refused.text
    assert ana.post(address, data={"do": "anything"}).status_code == 303
    assert evening.house.state(evening.table) == state


@pytest.mark.parametrize("to", ["9" * 5000, "x", "-1", "\u0663\u0663" * 3000])
def test_a_line_that_cannot_be_takes_nothing_back(evening: Evening, browse: Browse, to: str) -> None:
    mj, address = browse(evening.mj), f"/t/{evening.table}/journal"
    state = evening.house.state(evening.table)
    assert mj.post(address, data={"do": "take-back", "to": to}).status_code == 422
    assert evening.house.state(evening.table) == state


@pytest.mark.parametrize(
    "query", ["at=99999", "before=1", "before=x", "at=-3", "kind=what", "who=" + "x" * 500, "q=%00"]
)
def test_an_address_written_by_hand_opens_the_journal(evening: Evening, browse: Browse, query: str) -> None:
    shown(browse(evening.ana), f"/t/{evening.table}/journal?{query}")


def test_the_recap_tells_the_evening_and_whose_luck_it_was(evening: Evening, browse: Browse) -> None:
    french = Page(shown(browse(evening.ana), f"/t/{evening.table}/journal/recit")).text
    english = Page(shown(browse(evening.ana, "en"), f"/t/{evening.table}/journal/recit?all=1")).text
    assert "À l’échelle !" in french
    assert "La soirée en nombres" in french
    assert "The evening in figures" in english
    assert "Annulé" not in french
    assert "durée" not in french  # less than a minute: a figure that is not there has no name either


def test_luck_that_is_as_expected_has_no_sign() -> None:
    assert [off(more, "fr") for more in (0.04, -0.04, 0, 1.26, -0.4)] == ["0,0", "0,0", "0,0", "+1,3", "−0,4"]


def test_the_menu_leads_to_the_journal(evening: Evening, browse: Browse) -> None:
    assert f"/t/{evening.table}/journal" in Page(browse(evening.jo).get(f"/t/{evening.table}/menu").text).links


def test_a_stranger_has_no_journal(evening: Evening, browse: Browse) -> None:
    stranger = browse(evening.jo)
    stranger.headers["cookie"] = "nothing=1"
    for page in ("journal", "journal/recit", "journal/chance"):
        assert stranger.get(f"/t/{evening.table}/{page}").status_code == 401


def test_what_was_absent_from_a_scene_and_is_again_breaks_no_page(browser: TestClient, house: House) -> None:
    """A round that the MJ gives a table where nothing was played, then takes back."""
    table, token = house.open("undesix")
    for command in (Say(text="…"), Correct(field="round", value=7), TakeBack()):
        assert isinstance(house.submit(table, "mj", command), Submitted)
    asked = {"authorization": f"Bearer {token}"}
    pages = ("", "/mj", "/journal", "/journal?at=5&ask=rewind", "/journal?at=4")
    addresses = [f"/t/{table}{page}" for page in pages] + [f"/api/tables/{table}/lines?said=true"]
    assert {address: browser.get(address, headers=asked).status_code for address in addresses} == dict.fromkeys(
        addresses, 200
    )
