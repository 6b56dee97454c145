"""Blind means blind: whatever came out, its thrower and the others receive the same bytes until the MJ says it."""

from __future__ import annotations

from collections.abc import Iterator
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


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("keys", [3, pytest.param(6, marks=pytest.mark.evening)])
@pytest.mark.parametrize("audience", ["blind", "secret"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_came_out_others_receive_the_same_bytes(game: str, audience: str, keys: int) -> None:
    table = table_of(game)
    outcomes = 0
    for act in attempts(table):
        blind, played = act.model_copy(update={"audience": audience}), list[Table]()
        for n in range(keys):
            done = table.do(PLAYER, blind, keychain(secret=n))
            assert isinstance(done, Table), done
            played.append(done)
        outcomes += len({str(one.events[-1].what) for one in played}) > 1
        assert len({len(one.events) for one in played}) == 1, act.action
        few = {str(one.events[-1].what): one for one in played}
        for seat in (PLAYER, OTHER, "screen"):
            assert len({received(one, seat) for one in list(few.values())[:3]}) == 1, (act.action, seat)
    assert outcomes > 1


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_in_a_fight_too(game: str) -> None:
    """Whoever acts there by the MJ's hand: no round, no turn and no clock moves before the MJ says it."""
    table = fighting(table_of(game))
    tried = 0
    for who in table.state.cast:
        for act in attempts(table, "mj", who):
            blind = act.model_copy(update={"audience": "blind"})
            played = [table.do("mj", blind, keychain(secret=n)) for n in range(3)]
            few = {str(one.events[-1].what): one for one in played if isinstance(one, Table)}
            tried += len(few) > 1
            for seat in (PLAYER, OTHER) if len(few) > 1 else ():
                assert len({received(one, seat) for one in few.values()}) == 1, (act.action, who, seat)
            if tried > 5:
                return
    assert tried


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
