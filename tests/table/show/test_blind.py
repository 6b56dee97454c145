"""Blind means blind: whatever came out, its thrower and the others receive the same bytes until the MJ says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.blind import Disclose
from tablee.table.topics.correction import Correct
from tablee.table.topics.undo import Redo, TakeBack
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, opened
from tests.table.everywhere import (
    GAMES,
    OTHER,
    PLAYER,
    Table,
    attempts,
    fighting,
    keychain,
    received,
    table_of,
    uncounted,
)

__all__ = ["uncounted"]


@dataclass
class Twins:
    """One table played on with several keys, so that its hidden dice differ and nothing else does."""

    start: Table
    keys: int
    acts: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    outcomes: int = 0  # acts that came out differently

    def act(self, seat: str, act: Act) -> bool:
        """Whether the act could be done; on fresh tables where what was done before stands in its way."""
        played = self._done(seat, act)
        if played is None:
            self.compare()
            played = self._done(seat, act)
        if played is not None:
            self.tables, self.acts = played, [*self.acts, act.action]
            self.outcomes += len({str(one.events[-1].what) for one in played}) > 1
        return played is not None

    def _done(self, seat: str, act: Act) -> list[Table] | None:
        tables = self.tables or [self.start] * self.keys
        done = [one.do(seat, act, keychain(secret=n)) for n, one in enumerate(tables)]
        played = [one for one in done if isinstance(one, Table)]
        return played if len(played) == self.keys else None

    def compare(self) -> None:
        """The tables are the same to everybody who may not see the dice; then they are cleared."""
        assert len({len(one.events) for one in self.tables}) <= 1, self.acts
        for seat in (PLAYER, OTHER, "screen"):
            assert len({received(one, seat) for one in self.tables}) <= 1, (self.acts, seat)
        self.tables, self.acts = [], []


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("keys", [3, pytest.param(6, marks=pytest.mark.evening)])
@pytest.mark.parametrize("audience", ["blind", "secret"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_came_out_others_receive_the_same_bytes(game: str, audience: str, keys: int) -> None:
    table = table_of(game)
    twins = Twins(table, keys)
    for act in attempts(table):
        assert twins.act(PLAYER, act.model_copy(update={"audience": audience})), act.action
    twins.compare()
    assert twins.outcomes > 1


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_in_a_fight_too(game: str) -> None:
    """Whoever acts there by the MJ's hand: no round, no turn and no clock moves before the MJ says it."""
    table = fighting(table_of(game))
    twins = Twins(table, 3)
    for who in table.state.cast:
        for act in attempts(table, "mj", who):
            twins.act("mj", act.model_copy(update={"audience": "blind"}))
    twins.compare()
    assert twins.outcomes


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    store = SqliteStore(tmp_path / "tables.db")
    yield opened(House(store, lambda _: GAME))
    store.close()


def test_a_blind_roll_happens_when_the_mj_says_it(evening: Evening) -> None:
    blind = Act(actor="wolf", action="sample.strike", params={"target": "ana"}, faces=(1,), audience="blind")
    evening.do(evening.mj, blind)
    line = evening.house.state(evening.table).version
    assert evening.sheet("ana")["health"] == 5
    evening.do(evening.mj, Correct(who="ana", field="health", value=4))
    evening.do(evening.mj, Disclose(of=line))
    assert evening.sheet("ana")["health"] == 2  # two less than now, and not than when the die fell
    told = sent(evening.house.lines(evening.table, evening.leo))[-1]
    assert (told["name"], told["parts"][0]["grade"], told["of"]) == ("disclosed/1", "hit", 0)
    assert "The wolf strikes Ana" in evening.house.markdown(evening.table, evening.leo, "en")
    assert "waits to be told" in evening.refused(evening.mj, Disclose(of=line))
    evening.do(evening.mj, TakeBack())
    assert evening.sheet("ana")["health"] == 4
    evening.do(evening.mj, Redo())
    assert evening.sheet("ana")["health"] == 2


def test_a_blind_roll_taken_back_is_not_said(evening: Evening) -> None:
    strike = Act(actor="ana", action="sample.strike", params={"target": "leo"}, audience="blind")
    evening.do(evening.ana, strike)
    line = evening.house.state(evening.table).version
    evening.do(evening.ana, TakeBack())
    assert "waits to be told" in evening.refused(evening.mj, Disclose(of=line))
    evening.do(evening.ana, Redo())
    evening.do(evening.mj, Disclose(of=line))
    assert sent(evening.house.lines(evening.table, evening.ana))[-1]["of"] == next(
        shown["n"] for shown in sent(evening.house.lines(evening.table, evening.ana)) if shown.get("unseen")
    )
