"""A table of the sample game, with a MJ, two players and their characters; on a file and on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from bench.tied import tied
from psycopg.sql import SQL, Identifier

from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.store import Store, store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.seat import Invite, Join
from tests.postgres import joined
from tests.rules.sample import GAME

ROOT = Path(__file__).parents[2]


@dataclass
class Evening:
    """A house with one table, and the seats of its people."""

    house: House
    table: str
    mj: str
    ana: str
    leo: str

    def do(self, seat: str, command: Command, key: str = "") -> Submitted:
        done = self.house.submit(self.table, seat, command, key)
        assert isinstance(done, Submitted), done
        return done

    def refused(self, seat: str, command: Command) -> str:
        before = self.house.state(self.table)
        no = self.house.submit(self.table, seat, command)
        assert isinstance(no, Refusal), no
        assert self.house.state(self.table) == before
        assert no.say("fr")
        return no.say("en")

    def sheet(self, who: str) -> Any:
        return self.house.state(self.table).cast[who].sheet

    def strike(self, faces: tuple[int, ...] | None = None, **more: Any) -> Act:
        return Act(actor="ana", action="sample.strike", params={"target": "wolf"}, faces=faces, **more)


def opened(house: House) -> Evening:
    table, token = house.open("sample", "Essai")
    evening = Evening(house, table, house.seat(table, token), "", "")
    evening.do(evening.mj, Join(called="Mo", words="lune"))
    for name in ("ana", "leo"):
        link = evening.do(evening.mj, Invite())
        setattr(evening, name, house.seat(table, link.token))
        evening.do(getattr(evening, name), Join(called=name.title(), words=name))
        evening.do(getattr(evening, name), Enter(who=name, ready=name))
    evening.do(evening.mj, Enter(who="wolf", ready="wolf", hidden=True))
    return evening


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URI of a real PostgreSQL: TABLEE_TEST_DATABASE, or one started here for all workers."""
    if "TABLEE_TEST_DATABASE" in os.environ:
        yield os.environ["TABLEE_TEST_DATABASE"]
        return
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)
    with joined(Path(tempfile.gettempdir()) / f"tablee-{run}") as address:
        yield address


@pytest.fixture
def setting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store is for one test: a new file, or a new schema."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    with new_schema(request.getfixturevalue("server")) as place:
        yield place


@contextmanager
def new_schema(uri: str) -> Iterator[str]:
    """Where a store is in a PostgreSQL: a new schema, which is dropped afterwards."""
    schema = f"tablee_{uuid.uuid4().hex}"
    with psycopg.connect(uri, autocommit=True) as db:
        db.execute(SQL("CREATE SCHEMA {}").format(Identifier(schema)))
        yield f"{uri}{'&' if '?' in uri else '?'}options=-csearch_path%3D{schema}"
        db.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(schema)))


@pytest.fixture
def store(setting: str) -> Iterator[Store]:
    with at(setting) as store:
        yield store


@pytest.fixture
def evening(store: Store) -> Evening:
    return opened(House(store, lambda _: GAME))


@contextmanager
def at(setting: str) -> Iterator[Store]:
    """One more store at the same place, as another process would open it."""
    store = store_at(setting)
    try:
        yield store
    finally:
        store.close()


def child(function: Callable[..., None], *words: str) -> subprocess.Popen[str]:
    """A process that runs a function of the tests; what it prints can be read."""
    code = f"import sys; from {function.__module__} import {function.__name__} as run; run(*sys.argv[1:])"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # the next one starts in a quarter of the time
    return tied(code, *words, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
