"""Where people may speak up, a table goes on by itself once its time is over: while all who are awaited are there."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from tablee.table.service import House
from tablee.table.tables import OpenMoment
from tablee.web import moments
from tablee.web.live import Hub, Stream
from tablee.web.moments import Moments


class Waiting:
    """A house of one table with a moment of no time that awaits some seats."""

    def __init__(self, *seats: str) -> None:
        self.moment: OpenMoment | None = OpenMoment(7, 0, frozenset(seats))
        self.passed: list[int] = []

    def open_moment(self, _table: str) -> OpenMoment | None:
        return self.moment

    def let_pass(self, _table: str, n: int) -> None:
        self.passed.append(n)
        self.moment = None


class Page:
    """As much of a stream of a seat as the hub knows."""

    table = "one"

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def wake(self, **_: bool) -> None: ...


def passed(house: Waiting, *coming: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The moments that went by while these seats came, one after the other."""
    monkeypatch.setattr(moments, "LOOKS", 0.0)

    async def evening() -> list[int]:
        hub = Hub()
        watched = Moments(cast(House, house), hub)
        for seat in coming:
            hub.enter(cast(Stream, Page(seat)))
            for _ in range(20):
                await asyncio.sleep(0.001)
        watched.close()
        return house.passed

    return asyncio.run(evening())


def test_a_moment_passes_once_all_who_are_awaited_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert passed(Waiting("ana", "leo"), "ana", "mj", monkeypatch=monkeypatch) == []
    assert passed(Waiting("ana", "leo"), "ana", "mj", "leo", monkeypatch=monkeypatch) == [7]


def test_time_is_counted_from_when_the_last_of_them_came(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Waiting("ana")
    house.moment = OpenMoment(7, 3600, frozenset({"ana"}))
    assert passed(house, "ana", monkeypatch=monkeypatch) == []
