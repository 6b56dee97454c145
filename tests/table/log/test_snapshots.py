"""Snapshots: a long log is opened as fast as a short one, and nothing but the log is ever believed."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.stored.decisions import DecisionAsked, OptionOfDecision
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import NoteStep, SumStep, TermStep
from tablee.table.log import cache, snapshots
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import Moment, RequestAnswer, RollRequest, State, Underway, fold
from tablee.table.log.store import Store
from tablee.table.service import House
from tablee.table.topics.adventure import AdventureChosen
from tablee.table.topics.chat import Say
from tablee.table.topics.paper import Revise
from tablee.table.topics.seat import StrikeOut
from tablee.table.topics.undo import TakeBack
from tablee.text import Name, Text
from tests.rules.sample import GAME
from tests.table.conftest import Evening, at, opened
from tests.table.everywhere import GAMES
from tests.table.test_verifying import played, uncounted

__all__ = ["uncounted"]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots every ten lines, so that a test has some."""
    monkeypatch.setattr(cache, "MILESTONE", 10)


def played_on(evening: Evening) -> None:
    """Lines that a state is made of: rolls, papers, one taken back."""
    evening.do(evening.mj, Say(text="une lettre", kind="handout", title="Lettre"))
    of = evening.house.view(evening.table, evening.mj).seen
    for n in range(15):
        evening.do(evening.ana, evening.strike((6,)))
        evening.do(evening.mj, Revise(of=of, text=f"lettre {n}"))
    evening.do(evening.mj, TakeBack())
    evening.house.keeper.settle()


def reads(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines each reading of the log asks for, from now on."""
    asked: list[int] = []
    for name in ("read", "before"):
        known = getattr(house.store, name)

        def reading(*args: Any, known: Any = known) -> Any:
            found = known(*args)
            asked.append(len(found))
            return found

        monkeypatch.setattr(house.store, name, reading)
    return asked


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_the_same_once_written_and_read(game: str, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    table, *_ = played(House(store), game)
    state = State()
    for event in store.read(table):
        state = fold(state, event)
        shot = snapshots.Snapshot(state, (snapshots.Mend(3, (1, 2)),))
        assert snapshots.unpacked(snapshots.packed(shot)) == shot, event
    store.close()


def test_whatever_a_state_is_declared_to_hold_is_written() -> None:
    """Rolls asked for, adventures, decisions: what a class of the state holds is found by itself."""
    part = PartStored("ana", "hit", Text("touché", "hit"), True, {"drops": 2})
    why = (NoteStep("SAM-HIT-01:told", {"n": 2}), SumStep("SAM-HIT-01", (TermStep("might", 4),), "ana"))
    answer = RequestAnswer(7, "everyone", "open", (part,), {"n": 1}, why, ("ana",))
    request = RollRequest("sample.try", {}, ("ana",), "open", "Un jet", done={"ana": answer}, moment=Moment({}, {}, {}))
    options = (OptionOfDecision(False, Text("non", "no"), {"hit": "1/2"}), OptionOfDecision(True, Name("Ana")))
    asked = DecisionAsked(id="duck", rule="", label=Text("?", "?"), options=options, default=False, price={"luck": 1})
    state = State(
        requests={"r1": request},
        adventure=Underway(("toml", "fr", "en"), "table", votes={"mj": AdventureChosen("a", "ana", {}, {})}),
        asked_of={("ana", "duck"): asked},
    )
    shot = snapshots.Snapshot(state, ())
    assert snapshots.unpacked(snapshots.packed(shot)) == shot


@pytest.mark.both_stores
def test_a_table_is_opened_from_its_last_snapshot(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is seen as before, the past included, and few lines are read for it."""
    played_on(evening)
    house, table = evening.house, evening.table
    again = House(house.store, lambda _: GAME)
    asked = reads(again, monkeypatch)
    assert again.state(table) == house.state(table)
    assert sum(asked) < 35, asked
    for seat in (evening.mj, evening.ana):
        assert again.view(table, seat) == house.view(table, seat)
        assert again.window(table, seat, 20) == house.window(table, seat, 20)
        assert [again.view_at(table, seat, n) for n in (3, 14, 30)] == [
            house.view_at(table, seat, n) for n in (3, 14, 30)
        ]
        assert again.lines(table, seat) == house.lines(table, seat)


@pytest.mark.both_stores
def test_snapshots_of_another_program_or_that_cannot_be_read_are_made_anew(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(evening)
    house, table = evening.house, evening.table
    state, key = house.state(table), snapshots.key_of("sample")
    kept = house.store.snapshots(table, key)
    assert [one.version for one in kept] == list(range(10, state.version + 1, 10))
    house.store.keep_snapshot(table, key, kept[-1], b"nonsense")
    again = House(house.store, lambda _: GAME)
    assert again.state(table) == state
    again.keeper.settle()  # or it keeps what it folded after the others are gone
    monkeypatch.setattr(cache, "key_of", lambda _: "another edition")
    other = House(house.store, lambda _: GAME)
    assert other.state(table) == state
    other.keeper.settle()
    assert not house.store.snapshots(table, key)
    assert house.store.snapshots(table, "another edition")


def test_of_too_many_snapshots_the_newest_are_kept(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long log read for the first time makes many at once; a table is opened from the last."""
    played_on(evening)
    house, table = evening.house, evening.table
    monkeypatch.setattr(snapshots, "MAX_WAITING", 1)
    monkeypatch.setattr(cache, "key_of", lambda _: "another edition")
    go_on, kept = threading.Event(), snapshots._tried
    monkeypatch.setattr(snapshots, "_tried", lambda one: go_on.wait() and kept(one))
    again = House(house.store, lambda _: GAME)
    last = again.state(table).version // 10 * 10
    go_on.set()
    again.keeper.settle()
    assert house.store.snapshots(table, "another edition")[-1].version == last > 20


@pytest.mark.both_stores
def test_who_is_struck_out_leaves_nothing_in_a_snapshot(evening: Evening) -> None:
    """Not in those that were kept, nor in one that is kept late."""
    played_on(evening)
    house, table, key = evening.house, evening.table, snapshots.key_of("sample")
    kept = house.store.snapshots(table, key)[-1]
    data = house.store.snapshot(table, key, kept.version)
    assert data
    evening.do(evening.ana, StrikeOut(seat=evening.ana))

    def tell_of_ana() -> list[int]:
        """The versions of the snapshots with her in them; new ones are kept as soon as the log is folded again."""
        versions = [one.version for one in house.store.snapshots(table, key)]
        return [n for n in versions if "Ana" in str(_state(house.store, table, key, n))]

    assert not tell_of_ana()
    house.store.keep_snapshot(table, key, kept, data)  # by another process, which does not know yet
    assert not tell_of_ana()
    house.keeper.settle()
    assert not tell_of_ana()


def _state(store: Store, table: str, key: str, version: int) -> Any:
    data = store.snapshot(table, key, version)
    assert data
    return snapshots.unpacked(data)


@pytest.mark.both_stores
def test_a_deleted_table_has_no_snapshot(evening: Evening) -> None:
    played_on(evening)
    house, table, key = evening.house, evening.table, snapshots.key_of("sample")
    kept = house.store.snapshots(table, key)[-1]
    house.delete(table)
    house.store.keep_snapshot(table, key, kept, b"late")
    assert not house.store.snapshots(table, key)


def test_a_house_that_closes_meanwhile_says_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with at(str(tmp_path / "tables.db")) as store:
        evening = opened(House(store, lambda _: GAME))
        played_on(evening)
        state = evening.house.state(evening.table)
    evening.house.keeper.keep(snapshots.Keeping(store, evening.table, "key", state, ()))
    evening.house.keeper.settle()
    assert not caplog.records


def test_a_file_of_before_has_room_for_them(tmp_path: Path) -> None:
    with at(str(tmp_path / "tables.db")) as store:
        evening = opened(House(store, lambda _: GAME))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        file.execute("DROP TABLE snapshot")
    with at(str(tmp_path / "tables.db")) as store:
        evening.house = House(store, lambda _: GAME)
        played_on(evening)
        assert store.snapshots(evening.table, snapshots.key_of("sample"))
