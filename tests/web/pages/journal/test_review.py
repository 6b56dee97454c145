"""The page of a fight read again: the way to it, the curve, the moments, what each seat reads of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.table.history import FightLog
from tablee.table.service import Submitted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import HandOver
from tablee.table.topics.review import TellReview
from tablee.table.topics.seat import Relink
from tablee.table.topics.undo import TakeBack
from tablee.web.application import application
from tablee.web.pages.drawing import draw
from tablee.web.pages.screen.screen import Screen
from tests.review.reread import Reread


class Reader:
    """A browser that reads a fight again, from the seat of one person."""

    def __init__(self, table: Reread, seat: str, lang: str = "fr") -> None:
        link = table.house.submit(table.table, "mj", Relink(seat=seat))
        assert isinstance(link, Submitted)
        self.path, self.token = f"/t/{table.table}/combat/1", link.token
        headers = {"authorization": f"Bearer {link.token}", "accept-language": lang}
        self.client = TestClient(application(table.house), "http://localhost", headers=headers)

    def read(self, path: str = "", status: int = 200) -> str:
        answer = self.client.get(path or self.path)
        assert answer.status_code == status, answer.text[:300]
        assert self.token not in answer.text
        return answer.text


@pytest.fixture
def table(tmp_path: Path) -> Reread:
    return Reread(tmp_path)


def test_the_curve_and_its_moments_are_read(table: Reread) -> None:
    table.keep(table.choice("chloe"))
    reader = Reader(table, table.ana)
    page = reader.read()
    points = re.findall(r'aria-label="\s*Avant la ligne (\d+)', page)
    assert len(points) == len(table.seen(table.ana, looks=False).points)
    assert "Dix points de perdus." in page
    assert "vous seul lisez ceci" in page
    assert "c’est le tournant" in page
    assert 'class="band"' in page
    assert "<progress" not in page
    assert f"/t/{table.table}/journal?at={points[0]}" in page
    assert f"/t/{table.table}/combat/1" in reader.read(f"/t/{table.table}/journal")
    assert f"/t/{table.table}/combat/1" in reader.read(f"/t/{table.table}")
    shown = reader.client.post(reader.path, data={"shown": "1"}, follow_redirects=False)
    assert shown.status_code == 303
    english = Reader(table, table.leo, "en").read()
    assert "Ten points lost." in english
    assert "you alone" not in english


def test_what_is_worked_out_has_a_bar_with_words(table: Reread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.web.reviews.Reviews._work", lambda _: None)
    page = Reader(table, table.ana).read()
    assert "<progress" in page
    assert 'data-again="2"' in page
    assert 'http-equiv="refresh"' in page  # without script


def test_players_read_no_figure_until_the_mj_shows_them(tmp_path: Path) -> None:
    table = Reread(tmp_path, hidden=True)
    table.keep(table.choice("chloe"))
    ana, mj = Reader(table, table.ana), Reader(table, "mj")
    page = ana.read()
    assert "tant que le meneur ne montre pas les chances" in page
    assert "Ici ce choix a compté." in page
    assert 'class="band"' not in page
    assert not re.search(r"\d\s?%", re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    assert "leur montrer les chances de ce combat" in mj.read()
    assert mj.client.post(mj.path, data={"told": "figures"}, follow_redirects=False).status_code == 303
    assert 'class="band"' in ana.read()
    assert ana.client.post(ana.path, data={"told": "words"}, follow_redirects=False).status_code == 422
    assert mj.client.post(mj.path, data={"told": "aloud"}, follow_redirects=False).status_code == 422


def test_a_table_may_read_none_again(table: Reread) -> None:
    table.do(Arrange(reviews="off"))
    reader = Reader(table, table.ana)
    assert "ne relit pas ses combats" in reader.read(status=422)
    assert "combat/1" not in reader.read(f"/t/{table.table}/journal")
    assert "combat/2" not in reader.read(f"/t/{table.table}")


def test_the_api_tells_what_the_page_tells(table: Reread) -> None:
    table.keep(table.choice("chloe"))
    reader = Reader(table, table.ana)
    told = reader.client.get(f"/api/tables/{table.table}/reviews/1").json()
    assert (told["stage"], told["figures"], told["moments"][0]["own"]) == ("whole", True, True)
    assert told["spread"]
    assert reader.client.get(f"/api/tables/{table.table}/reviews/2").status_code == 404


def test_the_curve_is_taken_away_as_a_picture(table: Reread) -> None:
    table.keep(table.choice("chloe"))
    reader = Reader(table, table.ana)
    drawing = reader.client.get(f"{reader.path}/courbe.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.text.count("<circle") == len(table.seen(table.ana, looks=False).points) + 1
    assert "<polygon" in drawing.text
    assert reader.client.get(f"{reader.path}/courbe.png").content.startswith(b"\x89PNG")
    assert f"{reader.path}/courbe.svg" in reader.read()
    table.do(TellReview(fight=1, told="words"))
    assert reader.client.get(f"{reader.path}/courbe.svg").status_code == 404


def test_what_mattered_is_asked_for_on_a_card(table: Reread) -> None:
    """By its script in its own place; without script the journal at that line tells it."""
    reader = Reader(table, table.ana)
    page = reader.read(f"/t/{table.table}")
    n = int(re.findall(r"/journal/compte/(\d+)", page)[-1])
    patch = reader.client.get(f"/t/{table.table}/journal/compte/{n}", headers={"accept": "application/json"})
    assert f'data-at="n{n}-mattered"' in patch.text
    told = table.house.mattered(table.table, table.ana, n, "fr")
    assert (told[0] if told else "Rien à en dire") in patch.text.replace("&nbsp;", "\xa0")
    there = reader.client.get(f"/t/{table.table}/journal/compte/{n}", follow_redirects=False)
    assert (there.status_code, f"at={n}" in there.headers["location"]) == (303, True)


def test_the_recap_tells_what_decided_a_fight(table: Reread) -> None:
    reader, path = Reader(table, table.ana), f"/t/{table.table}/journal/recit"
    assert "Les combats relus" not in reader.read(path)
    table.keep(table.choice("chloe"))
    told = reader.read(path)
    assert "Les combats relus" in told
    assert "le tournant, de 50,0" in told.replace("\u202f", " ")
    assert "Dix points" not in told


def test_no_page_reads_more_of_fights_than_people_do(table: Reread, monkeypatch: pytest.MonkeyPatch) -> None:
    table.do(TakeBack())
    table.to_the_end()
    read, fight_log = list[int](), table.house.fight_log

    def reading(at: str, fight: int) -> FightLog:
        read.append(fight)
        return fight_log(at, fight)

    monkeypatch.setattr("tablee.web.pages.journal.recap.MAX_FIGHTS", 1)
    monkeypatch.setattr(table.house, "fight_log", reading)
    Reader(table, table.ana).read(f"/t/{table.table}/journal/recit")
    assert read == [2]
    monkeypatch.setattr("tablee.table.history.MAX_FIGHT", 3)
    assert "trop long pour être relu" in Reader(table, table.ana).read(status=422)


def test_the_shared_screen_ends_a_fight_with_its_curve(table: Reread) -> None:
    """As far as anybody may read it: once the MJ has shown the chances; nothing is asked of who looks."""
    table.keep(table.dice(0.4))

    def shown() -> str:
        screen = Screen(table.house, table.table, "fr", 1, table.reviews)
        return draw("screen/tv.html", "fr", page=screen).replace("\xa0", " ")

    table.do(TellReview(fight=1, told="words"))
    assert "tvreview" not in shown()
    table.do(TellReview(fight=1, told="figures"))
    found = shown()
    assert "tvreview" in found
    assert "le tournant" in found
    assert "<a " not in found
    table.do(Arrange(reviews="off"))
    assert "tvreview" not in shown()


def test_a_newcomer_has_no_choices_of_their_own(table: Reread) -> None:
    """Whom nobody plays is nobody's: not theirs who have no seat."""
    table.do(HandOver(who="chloe", free=True))
    table.do(TellReview(fight=1, told="figures"))
    table.keep(table.choice("chloe"))
    assert table.seen("").moments == []
    assert [one.own for one in table.seen("mj").moments] == [True]


def test_a_moment_is_played_on_at_a_table_of_its_own(table: Reread) -> None:
    """« Et si ? »: whoever taps it is seated at a new table; who was not in the fight is not offered it."""
    table.keep(table.choice("chloe"))
    ana = Reader(table, table.ana)
    (address,) = re.findall(r'action="([^"]*/et-si/\d+)"', ana.read())
    answer = ana.client.post(address, follow_redirects=False)
    assert answer.status_code == 303
    made = answer.headers["location"].rsplit("/", 1)[1]
    assert made != table.table
    ana.client.headers.pop("authorization")
    page = ana.client.get(answer.headers["location"])
    assert "Et si ? Le pont de bois" in page.text
    assert "Le combat reprend d’ici" in page.text or "Le combat reprend d'ici" in page.text
    told = Reader(table, table.ana).client.post(
        f"/api/tables/{table.table}/reviews/1/what-if/{address.rsplit('/')[-1]}"
    )
    assert (told.status_code, set(told.json())) == (201, {"table", "token", "code"})
    assert Reader(table, table.leo).client.post(f"{ana.path}/et-si/1").status_code == 404
    ana.client.headers["authorization"] = f"Bearer {table.house.relink_mj(table.table)}"
    assert "est une table à part, avec les fiches de ce combat" in ana.read(f"/t/{table.table}/supprimer")


@pytest.mark.evening
def test_a_moment_is_a_puzzle_for_whoever_made_its_choice(table: Reread) -> None:
    """What could be done, without a figure; then what each choice was worth, and which one was played."""
    table.keep(table.choice("chloe"))
    ana, leo = Reader(table, table.ana), Reader(table, table.leo)
    (address,) = re.findall(r'href="([^"]*/a-vous/\d+)"', ana.read())
    asked = ana.read(address)
    assert "Que feriez-vous" in asked
    assert "\u202f%" not in asked
    choices = re.findall(r'name="choice" value="(\d+)"', asked)
    assert len(choices) > 1
    told = ana.read(f"{address}?choice={choices[0]}")
    assert told.count("\u202f%") == len(choices)
    assert told.count("(votre choix)") == told.count("(ce qui s’est joué)") == 1
    assert "a-vous" not in leo.read()
    leo.read(address, 404)
