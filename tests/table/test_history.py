"""The past of a table: windows of its lines, the table at one of them, and what undoing would change."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table import history
from tablee.table.decide.refusal import Refusal
from tablee.table.log import cache
from tablee.table.log.store import Store
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter, HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Invite
from tablee.table.topics.undo import Redo, TakeBack
from tests.sent import sent
from tests.table.conftest import Evening

pytestmark = pytest.mark.both_stores


def hit(evening: Evening, face: int = 2) -> None:
    """Leo strikes Ana; nobody is asked anything."""
    if evening.sheet("wolf")["luck"]:
        evening.do(evening.mj, Correct(who="wolf", field="luck", value=0))
    evening.do(evening.leo, Act(actor="leo", action="sample.strike", params={"target": "ana"}, faces=(face,)))


@pytest.fixture
def long(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A table whose past is kept at hand every ten lines; some lines are for the MJ or for Ana alone."""
    monkeypatch.setattr(cache, "MILESTONE", 10)
    monkeypatch.setattr(cache, "RECENT", 8)
    for n in range(30):
        evening.do(evening.mj, Say(kind=("say", "note", "whisper")[n % 3], text=f"{n}", to=("ana",) * (n % 3 == 2)))
    hit(evening)
    evening.do(evening.mj, TakeBack())
    for n in range(30):
        evening.do(evening.mj, Say(text=f"then {n}"))
    return evening


def test_windows_are_the_lines_of_a_seat_piece_by_piece(long: Evening) -> None:
    for house in (long.house, House(long.house.store, long.house._game)):
        for seat in (long.mj, long.ana, long.leo):
            whole = sent(house.lines(long.table, seat))
            found: list[Any] = []
            before = 0
            while not found or found[0]["n"] > 1:
                found = [*sent(house.window(long.table, seat, before, 7).lines), *found]
                before = found[0]["n"]
            assert [line["n"] for line in found] == [line["n"] for line in whole]
            assert [line["at"] for line in found] == [line["at"] for line in whole]


def test_what_later_lines_say_of_a_window_comes_with_it(long: Evening) -> None:
    lines = sent(long.house.lines(long.table, long.leo))
    struck = next(line["n"] for line in lines if line["name"] == "acted/1")
    window = long.house.window(long.table, long.leo, struck + 1, 5)
    assert window.lines[-1].n == struck
    assert [line["struck"] for line in sent(window.later)] == [(struck,)]
    assert not sent(long.house.window(long.table, long.leo, struck, 5).later)


def test_the_table_at_a_line_is_the_same_from_any_state_at_hand(long: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for seat in (long.mj, long.leo):
        last = long.house.view(long.table, seat).seen
        near = [long.house.view_at(long.table, seat, n) for n in range(0, last + 1, 5)]
        monkeypatch.setattr(cache, "MILESTONE", 10_000)
        far = House(long.house.store, long.house._game)
        assert [far.view_at(long.table, seat, n) for n in range(0, last + 1, 5)] == near
        monkeypatch.setattr(cache, "MILESTONE", 10)


def test_a_window_reads_no_more_of_a_long_log_than_of_a_short_one(long: Evening) -> None:
    """Structure, not time: how many lines the store is asked for."""

    class Counting:
        def __init__(self, store: Store) -> None:
            self.store, self.asked = store, 0

        def __getattr__(self, name: str) -> Any:
            return getattr(self.store, name)

        def before(self, table: str, version: int, limit: int = 0) -> Any:
            found = self.store.before(table, version, limit)
            self.asked += len(found)
            return found

    counting = Counting(long.house.store)
    house = House(counting, long.house._game)
    house.state(long.table)
    for before in (0, 45, 20):
        counting.asked = 0
        house.window(long.table, long.mj, before, 5)
        assert counting.asked <= cache.BACK


def test_what_a_rewind_would_change_is_told_before_it_is_done(evening: Evening) -> None:
    hit(evening)
    hit(evening, 1)
    to = evening.house.state(evening.table).version - 2
    state = evening.house.state(evening.table)
    foreseen: Any = evening.house.rewinding(evening.table, evening.mj, to)
    told = foreseen.to_json()
    assert evening.house.state(evening.table) == state
    assert len(told["struck"]) == 2
    fields = [(change["who"], change["field"]) for change in told["changes"]]
    assert fields
    assert len(fields) == len(set(fields))
    before = evening.house.view_at(evening.table, evening.mj, to).cast
    for change in told["changes"]:
        if change["who"]:
            assert before[change["who"]].sheet[change["field"]] == change["after"]
    evening.do(evening.mj, TakeBack(to=to))
    assert evening.house.view(evening.table, evening.mj).cast == before
    again: Any = evening.house.redoing(evening.table, evening.mj, 2**53)
    assert sorted(again.what.again) == sorted(told["struck"])
    evening.do(evening.mj, Redo(to=2**53))
    assert evening.house.state(evening.table).cast == state.cast
    assert isinstance(evening.house.redoing(evening.table, evening.mj), Refusal)


def test_only_the_mj_looks_at_what_a_rewind_would_change(evening: Evening) -> None:
    hit(evening)
    assert isinstance(evening.house.rewinding(evening.table, evening.leo, 0), Refusal)
    assert isinstance(evening.house.redoing(evening.table, evening.leo, 5), Refusal)


def test_an_evening_begins_after_a_long_pause(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    assert evening.house.evening(evening.table, evening.leo) == 0
    seen = evening.house.view(evening.table, evening.leo).seen
    now = __import__("time").time()
    monkeypatch.setattr("tablee.table.tables.time.time", lambda: now + 24 * 3600)
    evening.do(evening.mj, Say(text="Nous revoilà."))
    evening.do(evening.ana, Say(text="Bonsoir !"))
    assert evening.house.evening(evening.table, evening.leo) == seen
    assert evening.house.statistics(evening.table, evening.leo, seen).words == 2
    monkeypatch.setattr(history, "LONGEST", 1)
    assert evening.house.evening(evening.table, evening.leo) == seen
    monkeypatch.setattr(history, "LONGEST", 0)
    assert evening.house.evening(evening.table, evening.leo) == seen + 1


def test_somebody_who_was_hidden_since_is_hidden_in_the_past_too(evening: Evening) -> None:
    """Whoever joins later would else read at an old line the numbers that the MJ hides now."""
    house, table = evening.house, evening.table
    evening.do(evening.mj, Enter(who="ogre", ready="wolf"))
    shown = house.view(table, evening.leo).seen
    assert house.view_at(table, evening.leo, shown).cast["ogre"].sheet.keys() > {"name"}
    evening.do(evening.mj, HandOver(who="ogre", hidden=True))
    later = house.seat(table, evening.do(evening.mj, Invite()).token)
    for seat in (later, evening.leo):
        assert house.view_at(table, seat, shown).cast["ogre"].sheet.keys() == {"name"}
        assert not house.gauges_at(table, seat, shown, "en")[1].get("ogre")
    assert house.view_at(table, evening.mj, shown).cast["ogre"].sheet.keys() > {"name"}


def test_a_field_of_the_scene_that_was_absent_is_absent_again(evening: Evening) -> None:
    """Before, every page of the table was refused once the MJ's word on it was taken back."""
    house, table = evening.house, evening.table
    assert "round" not in house.state(table).play
    evening.do(evening.mj, Correct(field="round", value=2))
    evening.do(evening.mj, TakeBack())
    assert "round" not in house.state(table).play
    lines = house.lines(table, evening.leo)
    assert len(house.with_sentences(table, lines, "fr")) == len(lines)
    evening.do(evening.mj, Redo())
    assert house.state(table).play["round"] == 2
    assert not isinstance(house.rewinding(table, evening.mj, 5), Refusal)
    evening.do(evening.mj, TakeBack())
    assert house.scene(table).play.round == 0
