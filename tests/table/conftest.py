"""A table of the sample game, with a MJ, two players and their characters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tablee.table import commands as c
from tablee.table.permissions import Refusal
from tablee.table.service import House, Submitted
from tablee.table.store import SqliteStore
from tests.rules.sample import GAME


@dataclass
class Evening:
    """A house with one table, and the seats of its people."""

    house: House
    table: str
    mj: str
    ana: str
    leo: str

    def do(self, seat: str, command: c.Command, key: str = "") -> Submitted:
        done = self.house.submit(self.table, seat, command, key)
        assert isinstance(done, Submitted), done
        return done

    def refused(self, seat: str, command: c.Command) -> str:
        before = self.house.state(self.table)
        no = self.house.submit(self.table, seat, command)
        assert isinstance(no, Refusal), no
        assert self.house.state(self.table) == before
        assert no.say("fr")
        return no.say("en")

    def sheet(self, who: str) -> Any:
        return self.house.state(self.table).cast[who].sheet

    def strike(self, faces: tuple[int, ...] | None = None, **more: Any) -> c.Act:
        return c.Act(actor="ana", action="sample.strike", params={"target": "wolf"}, faces=faces, **more)


def opened(house: House) -> Evening:
    table, token = house.open("sample", "Essai")
    evening = Evening(house, table, house.seat(table, token), "", "")
    evening.do(evening.mj, c.Join(called="Mo", words="lune"))
    for name in ("ana", "leo"):
        link = evening.do(evening.mj, c.Invite())
        setattr(evening, name, house.seat(table, link.token))
        evening.do(getattr(evening, name), c.Join(called=name.title(), words=name))
        evening.do(getattr(evening, name), c.Enter(who=name, ready=name))
    evening.do(evening.mj, c.Enter(who="wolf", ready="wolf", hidden=True))
    return evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    store = SqliteStore(tmp_path / "tables.db")
    yield opened(House(store, lambda _: GAME))
    store.close()
