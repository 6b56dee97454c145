"""Trial tables: one person plays the first scene, the other side acts by itself, and it vanishes unless it is kept."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tablee.errors import Unknown
from tablee.rules.game import games
from tablee.table import archive, tables
from tablee.table.archive import TRIAL_SECONDS
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.store import Store
from tablee.table.service import House, Submitted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.dice import Reveal
from tablee.table.topics.pause import Pause
from tablee.table.topics.undo import Redo, TakeBack
from tablee.table.verifying import verified
from tablee.web import trials
from tests.sent import sent
from tests.table.solo import play_until_asked, until_opponents

DAY = 24 * 3600.0


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that lines are written at, to be moved on."""
    at = [1_000_000_000.0]

    class Time:
        @staticmethod
        def time() -> float:
            return at[0]

    for module in (tables, archive):
        monkeypatch.setattr(module, "time", Time)
    return at


@pytest.fixture
def house(tmp_path: Any) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def acted(house: House, table: str) -> list[tuple[str, str]]:
    """Who acted, and by which seat."""
    return [(line["actor"], line["by"]) for line in sent(house.lines(table, "mj")) if line["name"] == "acted/1"]


@pytest.mark.parametrize("game", games())
def test_one_person_plays_the_first_scene_to_its_end(house: House, game: str) -> None:
    table, token = house.open_trial(game, "en")
    view = house.view(table, house.seat(table, token))
    assert (view.trial, view.arranged.opponents, house.reads(table, "mj")) == (True, "by-themselves", "en")
    first = games()[game].first_scene
    assert first is not None
    assert view.title == first.title.en
    players = {who for who, one in view.cast.items() if one.free}
    assert players == set(first.players)
    assert set(view.by_themselves) == set(view.cast) - players
    while not play_until_asked(house, table):
        assert house.act_by_itself(table)
    assert not house.act_by_itself(table)
    moved = {who for who, by in acted(house, table) if who in view.by_themselves and not by}
    assert moved
    assert not {who for who, by in acted(house, table) if who in view.by_themselves and by}
    assert {by for who, by in acted(house, table) if who in players} <= {"mj", ""}
    house.submit(table, "mj", Reveal(secret=True))
    assert verified("\n".join(house.exported(table, "mj"))).replayed > len(moved)


def test_whoever_takes_the_other_side_over_plays_it(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    until_opponents(house, table)
    assert isinstance(house.submit(table, "mj", Arrange(opponents="played")), Submitted)
    version = house.state(table).version
    assert not house.act_by_itself(table)
    view = house.view(table, "mj")
    assert (view.by_themselves, view.arranged.opponents, view.trial) == ([], "played", True)
    assert house.state(table).version == version
    house.submit(table, "mj", Arrange(opponents="by-themselves"))
    house.submit(table, "mj", Pause())
    assert not house.act_by_itself(table)
    house.submit(table, "mj", Pause(on=False))
    assert house.act_by_itself(table)


def test_only_the_side_of_no_player_acts_and_only_in_its_turn(house: House) -> None:
    table, _ = house.open_ready("undesix")
    house.submit(table, "mj", Arrange(opponents="by-themselves"))
    assert house.view(table, "mj").by_themselves == ["loup", "brigand"]
    assert not house.act_by_itself(table)  # Chloé is first
    house.submit(table, "mj", HandOver(who="brigand", free=True))  # somebody wants to play the brigand
    assert house.view(table, "mj").by_themselves == []
    house.submit(table, "mj", HandOver(who="brigand"))
    for who in ("chloe", "nicolas"):
        house.submit(table, "mj", HandOver(who=who))  # without any player there is no other side
    assert house.view(table, "mj").by_themselves == []


def test_a_question_to_an_opponent_takes_its_default(house: House) -> None:
    """At once if the opponents act by themselves; at the next look if it was asked before."""
    table, _ = house.open_ready("cle-en-main")
    while not house.view(table, "mj").asked.keys() & {"dockers", "contremaitre"}:
        assert not play_until_asked(house, table, 1)
    house.submit(table, "mj", Arrange(opponents="by-themselves"))
    before = house.view(table, "mj").asked
    assert house.act_by_itself(table)
    asked = house.view(table, "mj").asked
    assert not set(asked) & set(before) & {"dockers", "contremaitre"}


def test_what_was_taken_back_takes_the_reply_with_it(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    until_opponents(house, table)
    before = house.state(table)
    assert house.act_by_itself(table)
    assert house.state(table).standing > before.standing
    house.submit(table, "mj", TakeBack())
    assert house.state(table).standing < before.standing  # the person's own action and the wolf's after it
    house.submit(table, "mj", Redo())
    assert house.state(table).standing > before.standing


def test_two_houses_do_not_make_the_same_move_twice(store: Store) -> None:
    one, other = House(store), House(store)
    table, _ = one.open_trial("d6", "fr")
    until_opponents(one, table)
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda house: house.act_by_itself(table), [one, other] * 6))
    moves = [who for who, by in acted(one, table) if not by and who in one.view(table, "mj").by_themselves]
    asked = one.view(table, "mj").asked
    assert sum(made) == len(moves) + bool(asked)
    assert len(moves) == len(set(moves)), "each of them once in a round"


def test_a_trial_vanishes_seven_days_after_its_last_line(store: Store, now: list[float]) -> None:
    house = House(store)
    old, played = house.open_trial("undesix", "fr")[0], house.open_trial("undesix", "fr")[0]
    ordinary, kept = house.open_ready("undesix")[0], house.open_trial("undesix", "fr")[0]
    house.submit(kept, "mj", Arrange(keep=True))
    assert not house.view(kept, "mj").trial
    now[0] += 6 * DAY
    house.submit(played, "mj", Say(text="encore là"))
    assert house.delete_old_trials() == 0
    now[0] += DAY + 1
    told: list[tuple[str, int | None]] = []
    stop = house.watch(lambda table, version: told.append((table, version)))
    assert house.delete_old_trials() == 1
    stop()
    assert told == [(old, None)]
    assert sorted(table for table, _ in store.tables()) == sorted([played, ordinary, kept])
    with pytest.raises(Unknown):
        house.view(old, "mj")
    now[0] += 100 * DAY
    assert house.delete_old_trials() == 1
    assert sorted(table for table, _ in store.tables()) == sorted([ordinary, kept])


def test_a_clock_that_is_days_ahead_deletes_nothing(house: House, now: list[float], monkeypatch: Any) -> None:
    """A machine that was just switched on may think that it is next week, until it hears the time."""
    table, _ = house.open_trial("undesix", "fr")
    monkeypatch.setattr("tablee.web.trials.time.time", lambda: now[0])
    clock = iter([now[0], now[0], now[0] + 8 * DAY, now[0], now[0] + 8 * DAY, now[0] + 8 * DAY])
    there: list[bool] = []

    async def asleep(_seconds: float) -> None:
        there.append(table in dict(house.store.tables()))
        now[0] = next(clock, 0.0)
        if not now[0]:
            raise asyncio.CancelledError

    monkeypatch.setattr("tablee.web.trials.asyncio.sleep", asleep)
    now[0] += 8 * DAY
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(trials.sweep(house))
    assert there == [True] * 6 + [False]


def test_a_trial_that_moved_elsewhere_stays_and_a_backup_of_one_is_one(house: House, tmp_path: Any) -> None:
    table, _ = house.open_trial("undesix", "fr")
    lines = [json.loads(line) for line in house.exported(table, "mj")]
    moved, token = house.import_log(lines)
    assert not house.view(moved, house.seat(moved, token)).trial
    backup = list(house.backup(table, links=True))
    house.delete(table)
    assert house.restore(backup)
    assert house.view(table, "mj").trial
    assert house.store.delete_trials(time.time() + TRIAL_SECONDS) == [table]
