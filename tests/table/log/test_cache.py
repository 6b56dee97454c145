"""A table in memory: what this process writes is known at once, and is what the store holds."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table import tables
from tablee.table.log import cache
from tablee.table.log.state import folded
from tablee.table.log.store import Store
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.request import Request
from tests.rules.sample import GAME
from tests.table.conftest import Evening, at


def at_hand(evening: Evening) -> list[str]:
    """The names of the lines after the first that are in memory."""
    lines = evening.house.lines_at_hand(evening.table, evening.mj, 1, "", 1)
    return [line.name for line in lines or ()]


@pytest.mark.parametrize("setting", ["sqlite"], indirect=True)
def test_what_a_process_writes_to_a_file_is_not_read_back(
    store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops, read = [evening.house.watch(lambda *_: None) for _ in range(2)], store.read
    asked = []

    def noted(*what: Any) -> Any:
        asked.append(what)
        return read(*what)

    monkeypatch.setattr(store, "read", noted)
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "ana"}, who=("leo",)))
    evening.do(evening.ana, Say(text="œuvre"))
    assert asked == []
    assert at_hand(evening)[-2:] == ["requested/1", "said/1"]
    monkeypatch.undo()
    assert evening.house.state(evening.table) == folded(store.read(evening.table))
    for stop in stops:
        stop()


def test_of_two_processes_with_one_key_both_know_what_was_kept(
    setting: str, store: Store, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody told this process of it before it asked: what it had decided is nowhere."""
    asking = Request(action="sample.strike", params={"target": "ana"}, who=("leo",))
    evening.house.state(evening.table)
    with at(setting) as other:
        House(other, lambda _: GAME).submit(evening.table, evening.mj, asking, "k")
    looked, done = iter([None]), store.done  # as if both had looked before either wrote
    monkeypatch.setattr(store, "done", lambda *what: next(looked, done(*what)))
    evening.do(evening.mj, asking, "k")
    assert evening.house.state(evening.table) == folded(store.read(evening.table))
    assert at_hand(evening).count("requested/1") == 1


@pytest.mark.parametrize("setting", ["sqlite"], indirect=True)
def test_a_command_leaves_a_long_past_as_it_is(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of 10⁵ lines has a thousand milestones: none is made again, and few have their state in memory."""
    monkeypatch.setattr(cache, "MILESTONE", 2)
    monkeypatch.setattr(cache, "AT_HAND", 3)
    known = evening.house._table(evening.table)
    before = known.present.milestones
    for _ in range(12):
        evening.do(evening.mj, Say(text="…"))
        now = known.present.milestones
        assert now is before or len(now) == len(before) + 1
        before = now
    assert [one.state is not None for one in before] == [False] * (len(before) - 3) + [True] * 3


def test_large_tables_do_not_stay_in_memory_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever brings in tables full of papers would else have the house hold all of them."""
    monkeypatch.setattr(tables, "MAX_WEIGHT", 60_000)
    house = House(store, lambda _: GAME)
    made = [house.open("sample")[0] for _ in range(4)]
    for table in made:
        for n in range(6):
            house.submit(table, "mj", Say(text=f"{n} " * 2000, kind="handout", title="Carte"))
    again = House(store, lambda _: GAME)
    states = [again.state(table) for table in made]
    assert len(again._known) <= 3  # the one just opened is weighed once the next one comes
    assert [again.state(table) for table in made] == states == [house.state(table) for table in made]
