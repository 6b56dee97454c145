"""Each première fois walked through a real table: by people who choose at random, and by people who steer for an end of
it; alone, with three seats, and with an MJ who asks for the rolls and tells what follows. Each soirée, with an MJ.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.adventures.folder import Bound
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.adventure import Choose
from tablee.table.topics.decision import Answer
from tests.table.walking import ALONE, EVENINGS, FIRST, LED, THREE, Walk

ENDS, ENDS_OF_EVENINGS = (
    [pytest.param(book, end, id=f"{book.id} {end}") for book in books for end in book.adventure.ends]
    for books in (FIRST, EVENINGS)
)
MAX_TAPS, MAX_TRIES = 4, 60


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(tmp_path / "tables.db"))


def walks(house: House, book: Bound, how: str, seeds: range) -> Iterator[Walk]:
    for seed in seeds:
        walk = Walk(house, book, how, seed)
        end = walk.walked()
        assert end in book.adventure.ends, (book.id, how, seed, walk.progress)
        assert book.label(f"end.{end}").say("fr") in told(walk) or how == LED
        yield walk


def told(walk: Walk) -> str:
    seat = walk.seats[-1]
    lines = walk.house.with_sentences(walk.table, walk.house.lines(walk.table, seat), "fr")
    return "\n".join(line.said.told for line in lines if line.said)


@pytest.mark.parametrize("how", [pytest.param(ALONE, marks=pytest.mark.evening), THREE, LED])
@pytest.mark.parametrize("book", FIRST, ids=lambda book: book.id)
def test_people_who_know_nothing_come_to_an_end(house: House, book: Bound, how: str) -> None:
    for walk in walks(house, book, how, range(2)):
        assert how != ALONE or walk.most_taps <= MAX_TAPS


def steered(house: House, book: Bound, how: str, end: str) -> Walk:
    """A walk to this end: where the dice lead away from it for good, another evening is begun."""
    for seed in range(MAX_TRIES):
        walk = Walk(house, book, how, seed, end)
        if walk.walked() == end:
            return walk
        assert walk.lost, (seed, walk.progress)
    raise AssertionError(f"{book.id}, {how}: {end} is never reached")


@pytest.mark.evening
@pytest.mark.parametrize("how", [ALONE, THREE, LED])
@pytest.mark.parametrize(("book", "end"), ENDS)
def test_people_who_want_it_come_to_each_end(house: House, book: Bound, how: str, end: str) -> None:
    walk = steered(house, book, how, end)
    assert how == LED or walk.most_taps <= MAX_TAPS * len(walk.seats)
    assert how == LED or book.label(f"end.{end}").say("fr") in told(walk)


@pytest.mark.evening
@pytest.mark.parametrize(("book", "end"), ENDS_OF_EVENINGS)
def test_an_mj_who_wants_it_leads_a_soiree_to_each_end(house: House, book: Bound, end: str) -> None:
    steered(house, book, LED, end)


@pytest.mark.parametrize("book", FIRST, ids=lambda book: book.id)
def test_people_who_want_it_come_to_the_first_end(house: House, book: Bound) -> None:
    walk = steered(house, book, THREE, next(iter(book.adventure.ends)))
    assert walk.most_taps <= MAX_TAPS * len(walk.seats)


def test_what_befalls_somebody_is_answered_before_anything_else(house: House) -> None:
    """A shock of DeusEx asks about the reserve: until that is answered nothing is chosen that could spend it too."""
    book = next(one for one in FIRST if one.adventure.game == "deusex")
    for seed in range(20):
        walk = Walk(house, book, ALONE, f"shock {seed}")
        for choice in ("ecrire", "gobelet", "passer"):
            walk.do(Choose(choice=choice), walk.mj)
        walk.do(Choose(choice="tenir"), walk.mj)
        while walk.state.pending and walk.state.pending.asked.action == "deusex.test":
            walk.do(Answer(answers={book.adventure.party[0]: 0}), walk.mj)
        if "reflets" in walk.progress["words"]:  # type: ignore[operator]
            assert walk.state.pending
            assert walk.state.pending.asked.action == "deusex.stress"
            assert isinstance(house.submit(walk.table, walk.mj, Choose(choice="attaquer")), Refusal)
            return
    raise AssertionError("nobody was shaken")
