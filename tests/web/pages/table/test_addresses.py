"""Addresses of a table's page: whatever an address or a posted form holds gets a page or a sentence."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tablee.dice.patience import Patience
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Line
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.web.live import Hub, Stream
from tests.web.pages.reading import read

HOSTILE = {
    "a word, then entries": "p.x=a&o.x.y=1",
    "a number, then one of several": "i.x=1&l.x=b",
    "a truth, then numbers": "b.x=1&k.x=1",
    "two signs": "i.modifier=--5",
    "endless nesting": f"d.x={'[' * 50_000}",
    "no number at all": "d.x=NaN",
    "an action of no name": "do=%ff",
    "another way, badly written": "way=p.x%3Da%26o.x.y%3D1",
}


@pytest.fixture
def trial(browser: TestClient) -> str:
    """The address of a trial's page, at which the browser sits."""
    return str(browser.post("/essayer", data={"game": "undesix"}).headers["location"])


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE)
def test_an_address_written_by_hand_is_no_accident(browser: TestClient, trial: str, query: str) -> None:
    for page in ("", "/hand", "/odds"):
        answer = browser.get(f"{trial}{page}?who=chloe&do=undesix.test&{query}")
        assert answer.status_code in (200, 422), (page, answer.text)
    for command in ("act", "answer"):
        body = f"who=chloe&do=undesix.test&{query}&{query.replace('d.', 'a.')}"
        answer = browser.post(f"{trial}/{command}", content=body, headers={"accept": "application/json"})
        assert answer.status_code in (200, 409, 422), (command, answer.text)


def test_an_answer_of_an_earlier_card_or_one_that_is_refused_changes_nothing(browser: TestClient, house: House) -> None:
    trial = browser.post("/essayer", data={"game": "deusex"}).headers["location"]
    table = trial.removeprefix("/t/")
    first = next(turn.who for turn in house.view(table, "mj").turns if turn.when == "now")
    form = house.form(table, "mj", Act(actor=first, action="deusex.attack"), "fr")
    assert not isinstance(form, Refusal)
    house.submit(table, "mj", Act(actor=first, action="deusex.attack", params=form.values))
    view = house.view(table, "mj")
    for wrong in ({f"a.{first}": "77", "seen": str(view.seen)}, {f"a.{first}": "0", "seen": "1"}):
        assert browser.post(f"{trial}/answer", data={**wrong, "settle": "1"}).status_code == 422
        assert house.view(table, "mj") == view
    right = {f"a.{first}": "0", "seen": str(view.seen), "settle": "1"}
    assert browser.post(f"{trial}/answer", data=right).status_code == 303
    (left,) = house.view(table, "mj").not_asked
    assert (left.who, left.decision, left.answer) == (first, "deusex.bonus", 0)


def test_what_somebody_types_ends_no_field_of_a_stream() -> None:
    """Server-Sent Events end a field at a carriage return too: « \\rid: 99 » would make other pages skip lines."""

    async def no_lines(_after: int, _version: int | None) -> list[Line]:
        return []

    stream = Stream(Hub(), "table", "seat", 0, no_lines)
    sent = stream.written("patch", "<p>one\rid: 99\revent: bye\r\r\r\ntwo</p>", 4)
    assert b"\r" not in sent
    assert [line.partition(b": ")[0] for line in sent.rstrip().split(b"\n")] == [b"id", b"event"] + [b"data"] * 6


@pytest.mark.parametrize("game", ["undesix", "cle-en-main", "deusex", "d6"])
def test_a_table_where_nothing_was_played_yet_has_its_page(browser: TestClient, game: str) -> None:
    opened = browser.post("/ouvrir", data={"game": game, "name": "Mona", "door": "open", "ready": ""})
    table = opened.headers["location"].removesuffix("/invite")
    for page in ("", "?tab=scene", "?tab=fiche", "/hand", "/odds", "/menu"):
        assert browser.get(f"{table}{page}").status_code == 200, page


def test_odds_of_a_whole_page_are_given_up_too(
    browser: TestClient, trial: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"{trial}?who=chloe&do=undesix.attack&p.target=brigand"
    with monkeypatch.context() as hurried:
        hurried.setattr("tablee.dice.patience.NOW_AND_THEN", 1)
        hurried.setattr("tablee.web.pages.table.addresses.Patience", lambda _: Patience(0.0))
        assert "trop longues à compter" in read(browser, page).text
    assert "trop longues à compter" not in read(browser, page).text
