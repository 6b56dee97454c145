"""Whose fight is read again next, and who makes room where many wait."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.errors import Unavailable
from tablee.web.reviews import MAX_WAITING, Reviews

STRANGER, ANA, BEN = "203.0.113.9", "198.51.100.1", "198.51.100.2"


class House:
    """Reviews of a house whose fights take until they are told to end; which were read again, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on, self.read = Event(), list[str]()
        fakes = {
            "found_of": lambda _house, table, fight: SimpleNamespace(key="", known={}, done=False, log=table),
            "readable_of": lambda *_: SimpleNamespace(deleted=False),
            "review_seen": lambda *args: args[5],
            "worked_out": self.worked_out,
            "keep": lambda *_: None,
            "best_is_known": lambda: True,
        }
        for name, fake in fakes.items():
            monkeypatch.setattr(f"tablee.web.reviews.{name}", fake)
        self.reviews = Reviews(None)  # type: ignore[arg-type]

    def worked_out(self, table: str, _known: Any, _heard: Any) -> dict[str, Any]:
        self.read.append(table)
        assert self.go_on.wait(10)
        return {}

    def look(self, table: str, address: str) -> None:
        self.reviews.seen(table, "mj", 1, "fr", address=address)

    def all_read(self) -> list[str]:
        """Which tables' fights were read again, in order, once nobody waits."""
        working = self.reviews._thread
        self.go_on.set()
        if working:
            working.join(10)
        return self.read


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    made = House(monkeypatch)
    yield made
    made.reviews.close()
    made.all_read()


def test_addresses_have_their_fights_read_in_turn(house: House) -> None:
    for table in ("a", "b", "c"):
        house.look(table, STRANGER)
    for table in ("d", "e"):
        house.look(table, ANA)
    house.look("f", BEN)
    read = house.all_read()
    assert (read[0], set(read[1:3]), set(read[3:5]), read[5]) == ("a", {"d", "f"}, {"b", "e"}, "c")


def test_the_many_fights_of_one_stranger_keep_nobody_out(house: House) -> None:
    for n in range(MAX_WAITING):
        house.look(f"their-{n}", STRANGER)
    with pytest.raises(Unavailable):
        house.look("one-more", STRANGER)
    house.look("ana", ANA)
    house.look("ben", BEN)
    read = house.all_read()
    assert read[:3] == ["their-0", "ana", "ben"]
    assert len(read) == MAX_WAITING


def test_where_everybody_waits_for_one_there_is_no_room(house: House) -> None:
    for n in range(MAX_WAITING):
        house.look(f"table-{n}", f"192.0.2.{n}")
    with pytest.raises(Unavailable):
        house.look("ana", ANA)
    house.look("table-3", "192.0.2.3")  # a look at what waits already is none more
