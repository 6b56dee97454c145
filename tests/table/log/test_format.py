"""What is stored has a number: a file, an export or a database of a later one gets a sentence and stays as it is."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import psycopg
import pytest

from tablee.dice.fair.log import KINDS as DICE
from tablee.errors import BadInput, BadRecord
from tablee.table.log.events import FORMAT, KINDS
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.verifying import verified
from tests.table.conftest import Evening, at

FORMATS = Path(__file__).parent / "formats.json"


def test_a_kind_or_a_field_that_joins_has_a_format_of_its_own() -> None:
    """Whoever adds one raises FORMAT and writes what is stored from then on below its number, in `formats.json`."""
    stored = {name: sorted(kind.declared) for name, kind in KINDS.items()}
    stored |= {name: sorted(one.name for one in fields(kind) if one.name != "at") for name, kind in DICE.items()}
    assert json.loads(FORMATS.read_text("utf-8"))[str(FORMAT)] == {name: stored[name] for name in sorted(stored)}


@pytest.mark.both_stores
def test_tables_of_a_later_format_are_not_opened(setting: str) -> None:
    with at(setting):
        pass
    if setting.startswith("postgres"):
        with psycopg.connect(setting, autocommit=True) as db:
            db.execute("UPDATE tablee_format SET format = %s", [FORMAT + 1])
    else:
        with closing(sqlite3.connect(setting)) as file:
            file.execute(f"PRAGMA user_version={FORMAT + 1}")
    with pytest.raises(BadInput, match="newer version"), at(setting):
        pass


def test_neither_is_an_export_or_a_backup_of_one_taken_in(evening: Evening) -> None:
    house, table = evening.house, evening.table
    for lines in ([json.loads(line) for line in house.exported(table, evening.mj)], list(house.backup(table))):
        assert lines[0]["format"] == FORMAT
        lines[0]["format"] += 1
        with pytest.raises(BadInput, match="newer version"):
            house.import_log(lines)
        with pytest.raises(BadInput, match="newer version"):
            verified("\n".join(map(json.dumps, lines)))


def test_a_line_of_an_unknown_kind_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, _ = house.open("undesix")
    line = {"n": 3, "at": 0.0, "by": "mj", "to": "everyone", "name": "sung/1"}
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        file.execute("INSERT INTO event VALUES(?, ?, ?)", (table, 3, json.dumps(line)))
    with pytest.raises(BadRecord, match="“sung/1” that this version does not know"):
        house.state(table)
    store.close()
