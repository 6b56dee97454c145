"""Logs that an earlier version wrote, one evening for each game: read, folded, shown, resumed and verified today.

Each ends with a question that waits for an answer; `NEXT` is what that version made of it, by the same dice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablee.dice import fair
from tablee.rules.game import game_called, games
from tablee.table.log.events import Event, from_json
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.upcasting import upcast
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.dice import Reveal
from tablee.table.topics.undo import Redo, TakeBack
from tests.sent import sent

LOGS = Path(__file__).parent / "old_logs"
NEXT: dict[str, tuple[list[list[int]], list[tuple[str, str]]]] = {
    "undesix": ([[6], [4], [2], [6], [5]], [("zoe", "created")]),
    "cle-en-main": ([[1], [1, 2], [6, 6, 6]], [("lazare", "missed")]),
    "deusex": ([[5, 1, 5]], [("petite_frappe", "missed")]),
    "d6": ([[2, 5, 1], [5, 5, 5, 6, 1]], [("mael", "missed")]),
}


def written(game: str) -> list[Any]:
    return [json.loads(line) for line in (LOGS / f"{game}.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(params=NEXT)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def stored_as_it_was(file: Path, game: str) -> str:
    """The old lines as rows of a file, as they stand in one that an earlier version wrote; the table's id."""
    keys, *lines = written(game)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("INSERT INTO tables VALUES('old', 'OLDONE', ?)", (json.dumps(keys),))
        rows = [("old", line["n"], json.dumps(line)) for line in lines]
        db.executemany("INSERT INTO event VALUES(?, ?, ?)", rows)
    return "old"


def test_an_old_evening_goes_on_from_its_open_question(house: House, game: str, tmp_path: Path) -> None:
    table = stored_as_it_was(tmp_path / "tables.db", game)
    mj = house.seat(table, house.relink_mj(table))
    while asked := house.view(table, mj).asked:
        answers = {who: card.default for who, card in asked.items()}
        assert all(card.id.startswith(f"{game}.") for card in asked.values())
        assert not hasattr(house.submit(table, mj, Answer(answers=answers)), "say")
    acted = [line for line in sent(house.lines(table, mj)) if line["name"] == "acted/1" and line["by"]][-1]
    faces, parts = [list(roll["faces"]) for roll in acted["rolls"]], [(p["who"], p["grade"]) for p in acted["parts"]]
    assert (faces, parts) == NEXT[game]
    for command in (TakeBack(), Redo(), Say(text="/r 3d6"), Reveal()):
        assert not hasattr(house.submit(table, mj, command), "say")
    counted = fair.verify(fair.read_log("\n".join(house.exported(table, mj))))["public"]
    assert (counted.unrevealed, counted.verified > 0) == (0, True)


def test_an_old_table_commits_its_later_evenings_together_from_the_next_on(
    house: House, game: str, tmp_path: Path
) -> None:
    """Its keys were committed one evening after the other; the log says that the first ones together came late."""
    table = stored_as_it_was(tmp_path / "tables.db", game)
    mj = house.seat(table, house.relink_mj(table))
    house.submit(table, mj, Abandon())
    for _ in range(3):
        for command in (Say(text="/r 3d6"), Reveal()):
            assert not hasattr(house.submit(table, mj, command), "say")
    lines = fair.read_log("\n".join(house.exported(table, mj)))
    kinds = [line.kind for line in lines]
    assert kinds.count("commit/2") == 2
    assert kinds.count("evening/1") >= 2
    assert fair.verify(lines)["public"].unrevealed == 0
    backup = list(house.backup(table))
    again, _ = house.import_log(backup, with_keys=True)
    there, here = house.state(again).fair, house.state(table).fair
    assert (there.evening, there.public, there.mixed) == (here.evening + 1, 0, 1)  # a key that nobody has seen


def test_an_old_backup_goes_on_with_its_keys(house: House, game: str) -> None:
    table, _ = house.import_log(written(game), with_keys=True)
    moved = next(event.what for event in house.store.read(table, 0, 10_000) if event.what.name == "moved/1")
    assert getattr(moved, "fair", None) == ()


def test_every_line_of_an_old_evening_is_told_with_the_actions_of_today(house: House, game: str) -> None:
    table, token = house.import_log(written(game))
    mj = house.seat(table, token)
    known, lines = game_called(game), house.lines(table, mj)
    assert len(house.sentences(table, lines, "fr")) == len(lines)
    for line in sent(lines):
        if "action" in line:
            assert known.action(line["action"]).id == line["action"]
    for request in house.view(table, mj).requests.values():
        known.action(request.action)


def test_the_table_names_actions_that_exist_in_place_of_those_that_do_not() -> None:
    for id, game in games().items():
        actions = [action.id for action in (*game.actions, *game.creations)]
        assert {*game.former_ids.actions.values()} <= {*actions}
        assert not {*game.former_ids.actions} & {*actions}
        assert all(new.startswith(f"{id}.") and "_" not in new for new in game.former_ids.decisions.values())
    assert len(games()["cle-en-main"].former_ids.actions) == 7


def test_clocks_that_owe_an_action_and_what_was_said_of_one() -> None:
    clock = {"id": "fever", "who": "ana", "left": 2, "action": "cle-en-main.first_aid", "params": {}, "every": True}
    change = {"who": "", "field": "clocks", "before": [], "after": [clock]}
    ours = upcast({"changes": [change], "text": "cle-en-main.first_aid"})
    assert ours["changes"][0]["after"][0]["action"] == "cle-en-main.first-aid"
    assert ours["text"] == "cle-en-main.first_aid"


def test_what_is_written_today_is_read_as_it_is(game: str) -> None:
    for line in written(game)[1:]:
        event: Event = from_json(line)
        assert from_json(json.loads(json.dumps(event.to_json()))) == event
