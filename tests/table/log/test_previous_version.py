"""A database that the previous version wrote is opened by this one: links, keys of commands, dice, the evening."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tablee.dice import fair
from tablee.table.service import House, Submitted
from tablee.table.topics.chat import Say
from tablee.table.topics.dice import Reveal
from tablee.table.topics.undo import TakeBack
from tests.sent import sent
from tests.table.conftest import at

pytestmark = pytest.mark.both_stores

PREVIOUS = Path(__file__).parent / "previous"
TABLE = "mK4cF91DFgfz"
MJ, ANA = "lx7FdBgOPsUIBp-rdqMCVQ8xyqoUpT-U", "AuKB21PzAwaY3fd8Z3eLcyke5GsN1oJG"


def written_before(setting: str) -> None:
    """The tables, rows and functions that the previous version left in a database."""
    if setting.startswith("postgres"):
        with psycopg.connect(setting, autocommit=True) as db:
            db.execute((PREVIOUS / "postgres.sql").read_bytes())
        return
    with closing(sqlite3.connect(setting)) as file:
        file.execute("PRAGMA journal_mode=WAL")
        file.executescript((PREVIOUS / "sqlite.sql").read_text("utf-8"))


@pytest.fixture
def house(setting: str) -> Iterator[House]:
    written_before(setting)
    with at(setting) as store:
        yield House(store)


def test_its_links_open_the_seats_and_the_evening_goes_on(house: House) -> None:
    mj, ana = house.seat(TABLE, MJ), house.seat(TABLE, ANA)
    assert [line["name"] for line in sent(house.lines(TABLE, ana))][-1] == "acted/1"
    assert house.submit(TABLE, ana, Say(text="/r 3d6+2"), "first-roll") == Submitted(8)
    done = house.submit(TABLE, ana, Say(text="encore"), "a-new-key")
    assert done == Submitted(11)
    assert house.submit(TABLE, ana, Say(text="encore"), "a-new-key") == done
    for command in (Say(text="/r 3d6"), TakeBack(), Reveal()):
        assert isinstance(house.submit(TABLE, mj, command), Submitted)
    counted = fair.verify(fair.read_log("\n".join(house.exported(TABLE, mj))))["public"]
    assert (counted.unrevealed, counted.verified > 6) == (0, True)


def test_opened_once_it_is_opened_again(setting: str, house: House) -> None:
    before = house.state(TABLE)
    with at(setting) as store:
        assert House(store).state(TABLE) == before


def test_what_is_new_since_is_there(house: House) -> None:
    house.store.keep_picture(TABLE, "new", "mj", b"file")
    assert house.store.picture(TABLE, "new") == b"file"
    trial, _ = house.open_trial("undesix", "fr")
    assert house.store.delete_trials(float("inf")) == [trial]
    assert house.view(TABLE, house.seat(TABLE, MJ)).arranged.opponents == "played"
