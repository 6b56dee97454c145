"""The lab's own process: what is asked of it weighs on nobody else, and ends when nobody waits for it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.dice.patience import Patience, look
from tablee.errors import BadInput, TooLong
from tablee.rules.playing import Midway
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.store import Store
from tablee.table.seen.forms import AdviceTold
from tablee.table.service import House
from tablee.table.tables import Awaited
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.text import Text
from tablee.web import laboratory
from tablee.web.advice import advice, weighed
from tablee.web.application import application
from tablee.web.laboratory import Laboratory
from tablee.web.opponents import chosen_for
from tablee.web.urls import url


@pytest.fixture(scope="module")
def lab() -> Iterator[Laboratory]:
    room = Laboratory()
    yield room
    room.close()


def process(_word: str) -> int:
    print("this is no answer")
    return os.getpid()


def refusing(what: str) -> str:
    raise BadInput(Text(fr="Pas {what}.", en="Not {what}."), what=what)


def dying() -> None:
    os._exit(3)


def counting_on() -> None:
    while True:
        look()


def telling_that_it_took_too_long() -> str:
    with suppress(TooLong):
        counting_on()
    return "too long"


HELD: list[bytearray] = []


def holding() -> int:
    HELD.append(bytearray(laboratory.GROWN))
    HELD[0][::4096] = b"x" * len(HELD[0][::4096])
    return os.getpid()


def test_questions_are_answered_elsewhere(lab: Laboratory) -> None:
    mine = lab.ask(5, process, "x")
    assert mine not in (os.getpid(), 0)
    assert lab.ask(5, process, "y") == mine


def test_a_large_house_starts_small_processes(lab: Laboratory) -> None:
    """What the house holds itself is not counted as theirs."""
    lab.close()
    large = bytearray(2 * laboratory.GROWN)
    large[::4096] = b"x" * len(large[::4096])
    assert lab.ask(5, process, "x") == lab.ask(5, process, "y")


def test_it_says_that_something_was_not_counted_to_its_end(lab: Laboratory) -> None:
    """A page may tell so in a sentence: it is then asked again with more patience."""
    waiting = Patience(0.2)
    with waiting.waiting():
        assert lab.ask(waiting.seconds, telling_that_it_took_too_long) == "too long"
    assert waiting.over


def test_refusals_come_back(lab: Laboratory) -> None:
    assert lab.ask(5, url, "/labo") == url("/labo")
    with pytest.raises(BadInput, match="Not today") as no:
        lab.ask(5, refusing, "today")
    assert no.value.say("fr") == "Pas today."


def test_what_breaks_it_or_makes_it_grow_ends_it_alone(lab: Laboratory) -> None:
    first = lab.ask(5, process, "x")
    with pytest.raises(BadInput, match="ask for less"):
        lab.ask(5, dying)
    second = lab.ask(5, holding)
    third = lab.ask(5, process, "x")
    assert len({first, second, third}) == 3
    assert not Path(f"/proc/{second}").exists()


def test_nobody_is_counted_for_who_has_left(lab: Laboratory) -> None:
    """Its own time ends a question, and so does the one who asked; the process is there for the next."""
    mine = lab.ask(5, process, "x")
    with pytest.raises(BadInput):
        lab.ask(0.01, counting_on)
    patience = Patience(60)
    threading.Timer(0.1, patience.end).start()
    began = time.monotonic()
    with patience.waiting(), pytest.raises(TooLong):
        lab.ask(60, counting_on)
    assert time.monotonic() - began < 20
    assert lab.ask(5, process, "x") == mine


def test_the_pages_of_a_house_ask_it_and_it_goes_with_the_house(store: Store) -> None:
    app = application(House(store), apart=True)
    with TestClient(app, base_url="http://localhost") as browser:
        answer = browser.get("/labo/combat/issue?game=undesix&one=chloe&two=brigand")
        assert (answer.status_code, 'class="outcome"' in answer.text) == (200, True)
        child = app.state.laboratories["labo-court"]._process
        assert child.poll() is None
    assert child.poll() is not None


@pytest.mark.parametrize(
    "game", ["undesix", *(pytest.param(long, marks=pytest.mark.evening) for long in ("cle-en-main", "deusex", "d6"))]
)
def test_advice_and_best_moves_are_looked_for_there(
    lab: Laboratory, tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a fight leaves in the memory of the lab is left in that process, and nothing of it in the house."""
    monkeypatch.setattr("tablee.web.opponents.SECONDS", 60.0)  # however busy this machine is
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, _ = house.open_ready(game)
    house.submit(table, "mj", Arrange(advice="on"))
    who = house.view(table, "mj").turns[0].who
    fight, asked = house.advisable(table, "mj", who), Act.model_construct(actor=who, action="", params={})
    assert isinstance(fight, Midway)
    here = weighed(fight, asked, "fr")
    monkeypatch.setattr("tablee.lab.midway.Amid", None)  # the house can count no fight any more, that process can
    there = advice(house, lab, table, "mj", asked, "fr")
    assert isinstance(here, AdviceTold)
    assert isinstance(there, AdviceTold)
    assert [one.words for one in there.choices] == [one.words for one in here.choices]
    assert isinstance(chosen_for(Awaited(house.state(table).version, who, "best", fight), lab), Act)
    store.close()
