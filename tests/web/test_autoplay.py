"""The opponents of a table that somebody follows act by themselves, one move after the other."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from tablee.errors import Unavailable
from tablee.rules.game import game_called
from tablee.rules.playing import Midway
from tablee.table.log.store import AWAY
from tablee.table.service import House
from tablee.table.tables import Awaited
from tablee.web import autoplay
from tablee.web.autoplay import Autoplay
from tablee.web.live import Hub, Stream
from tests.web.serving import Server

MIDWAY = Midway(game_called("undesix"), game_called("undesix").scene(), {})


class Opponents:
    """A house of one table whose opponents have so many moves left."""

    def __init__(self, moves: int) -> None:
        self.left, self.asked, self.wrong = moves, 0, list[Exception]()
        self._lock = threading.Lock()

    def plays_opponents(self, _table: str) -> bool:
        return True

    def awaited(self, _table: str) -> Awaited:
        return Awaited(self.asked, "loup", "natural", MIDWAY)

    def act_by_itself(self, _table: str, _chosen: object, _version: int) -> bool:
        self.asked += 1
        assert self._lock.acquire(blocking=False), "two at once"
        try:
            time.sleep(0.001)
            if self.wrong:
                raise self.wrong.pop()
            self.left -= self.left > 0
            return self.left > 0
        finally:
            self._lock.release()


class Follower:
    """Somebody's page: as much of a stream as the hub knows."""

    table, seat = "one", "mj"

    def wake(self, **_: bool) -> None: ...


def followed(house: Opponents, during: Callable[[Hub, Follower], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a page follow the table while something happens, without pauses."""
    monkeypatch.setattr(autoplay, "PAUSE", 0.0)
    monkeypatch.setattr(autoplay, "AGAIN", 0.0)

    async def evening() -> None:
        hub, page = Hub(), Follower()
        playing = Autoplay(cast(House, house), hub)
        hub.enter(cast(Stream, page))
        await during(hub, page)
        playing.close()

    asyncio.run(evening())


async def quiet(house: Opponents) -> None:
    """Wait until nothing more is asked of a house."""
    asked = -1
    while asked != house.asked:
        asked = house.asked
        await asyncio.sleep(0.05)


def test_moves_follow_each_other_until_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Opponents(4)

    async def during(hub: Hub, _page: Follower) -> None:
        for _ in range(20):
            hub.stirred[0]("one")  # lines come meanwhile
        await quiet(house)
        assert house.left == 0
        before = house.asked
        await quiet(house)
        assert house.asked == before
        hub.stirred[0]("one")
        await quiet(house)
        assert house.asked == before + 1

    followed(house, during, monkeypatch)


def test_nothing_happens_while_nobody_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Opponents(1000)

    async def during(hub: Hub, page: Follower) -> None:
        while house.asked < 3:
            await asyncio.sleep(0.001)
        hub.leave(cast(Stream, page))
        await quiet(house)
        assert house.left > 0
        stopped = house.asked
        hub.stirred[0]("one")
        await quiet(house)
        assert house.asked == stopped
        hub.enter(cast(Stream, page))
        while house.asked < stopped + 3:
            await asyncio.sleep(0.001)

    followed(house, during, monkeypatch)


def test_an_accident_stops_it_until_the_next_change_and_a_pause_of_the_store_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = Opponents(3)
    house.wrong = [ZeroDivisionError()]

    async def during(hub: Hub, _page: Follower) -> None:
        await quiet(house)
        assert house.asked == 1
        house.wrong = [Unavailable(AWAY)]
        hub.stirred[0]("one")
        await quiet(house)
        assert house.left == 0

    followed(house, during, monkeypatch)


def test_a_trial_is_played_on_by_a_real_house(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"))
    try:
        made = server.client.post("/api/tables", json={"game": "undesix", "trial": True}).json()
        table, auth = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}
        view = server.client.get(table, headers=auth).json()
        assert (view["trial"], view["title"], view["by_themselves"]) == (True, "The wooden bridge", ["loup", "brigand"])
        pages = server.stream(table, auth, str(view["seen"]))
        act = {"actor": "chloe", "action": "undesix.attack", "params": {"target": "brigand"}}
        done = server.client.post(f"{table}/act", json=act, headers=auth)
        assert done.status_code == 200, done.text
        while pending := server.client.get(table, headers=auth).json()["pending"]:
            answers = {who: card["default"] for who, card in pending["asked"].items()}
            server.client.post(f"{table}/answer", json={"answers": answers}, headers=auth)
        wolf = next(line for line in pages if line["name"] in ("acted/1", "asked/1") and line["actor"] == "loup")
        assert wolf["by"] == ""
    finally:
        server.stop()
