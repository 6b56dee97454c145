"""Houses that earlier versions left, each a database with a table of every game and the exports of their MJs: opened,
read on every page, played on, exported, taken in and verified by this one.

A folder for each of these versions, named by it. `tests/upgrades/__main__.py` makes the one of this version: a release
brings its own.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.dice import Reveal
from tablee.table.topics.undo import Redo, TakeBack
from tablee.table.verifying import verified
from tablee.web.application import application
from tests.web.pages.reading import FRENCH

HERE = Path(__file__).parent
VERSIONS = sorted(folder.name for folder in HERE.iterdir() if (folder / "tables.db.xz").exists())
GAMES = ("undesix", "cle-en-main", "deusex", "d6")
PAGES = ("", "/hand", "/journal", "/journal/chance", "/journal/recit", "/journal/des", "/fin", "/ecran")
MJ_PAGES = ("/mj", *(f"/mj?panel={panel}" for panel in ("scene", "ask", "shelf", "papers", "seats", "rules")))
READ = ("?", "/lines?said=true", "/offers", "/surroundings", "/export", "/export.md", "/at/9")

pytestmark = [pytest.mark.parametrize("version", VERSIONS), pytest.mark.parametrize("game", GAMES)]


def unpacked(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


@pytest.fixture
def links(version: str, game: str) -> Any:
    return json.loads((HERE / version / "links.json").read_text("utf-8"))[game]


@pytest.fixture
def house(version: str, tmp_path: Path) -> Iterator[House]:
    (tmp_path / "tables.db").write_bytes(unpacked(HERE / version / "tables.db.xz"))
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def unread(house: House, links: Any, person: str, pages: Iterable[str]) -> dict[str, int]:
    """The addresses below a table that this person cannot read, each with the status of its answer."""
    table, token = links["table"], links[person]
    sheets = [f"/sheets/{who}" for who in house.state(table).cast]
    with TestClient(application(house), "http://localhost", headers=FRENCH) as browser:
        assert browser.post(f"/api/tables/{table}/sit", json={"token": token}).status_code == 204
        told = {"authorization": f"Bearer {token}"}
        answers = {page: browser.get(f"/t/{table}{page}") for page in pages}
        answers |= {page: browser.get(f"/api/tables/{table}{page}", headers=told) for page in (*READ, *sheets)}
    return {page: answer.status_code for page, answer in answers.items() if answer.status_code != 200}


def test_its_tables_are_read(house: House, links: Any) -> None:
    assert unread(house, links, "ana", ("", "/journal")) == {}


@pytest.mark.evening
@pytest.mark.parametrize("person", ["mj", "ana"])
def test_every_page_of_its_tables_is_read(house: House, links: Any, person: str) -> None:
    assert unread(house, links, person, (*PAGES, *(MJ_PAGES * (person == "mj")))) == {}


def test_its_evenings_go_on_and_their_export_verifies(house: House, links: Any) -> None:
    table = links["table"]
    mj = house.seat(table, links["mj"])
    for command in (TakeBack(), Redo(), TakeBack(), Say(text="/r 3d6"), Reveal()):
        done = house.submit(table, mj, command)
        assert not isinstance(done, Refusal), done.say("en")
    exported = "\n".join(house.exported(table, mj))
    assert verified(exported).dice["public"].unrevealed == 0
    again, token = house.import_log([json.loads(line) for line in exported.splitlines()])
    assert house.state(again).version == house.state(table).version + 2  # it moved, and its MJ has another link
    assert house.view(again, house.seat(again, token)).title == house.view(table, mj).title


def test_its_exports_are_not_accused_and_can_be_taken_in(house: House, version: str, game: str) -> None:
    text = unpacked(HERE / version / f"{game}.jsonl.xz").decode()
    assert verified(text).dice["public"].verified > 0
    table, token = house.import_log([json.loads(line) for line in text.splitlines()])
    assert len(house.sentences(table, house.lines(table, house.seat(table, token)), "fr")) > 30
