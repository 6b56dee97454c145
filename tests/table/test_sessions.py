"""Sessions: one ends with what happened, the next begins clean with it, and others read of it what was read to all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.game import games
from tablee.rules.stored.written import plain, written
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.decision import Abandon
from tablee.table.topics.dial import SetDial
from tablee.table.topics.dice import Reveal
from tablee.table.topics.ledger import KeepLedger
from tablee.table.topics.npc_turns import LetAct
from tablee.table.topics.pin import Pin
from tablee.table.topics.random_table import Draw, WriteTables
from tablee.table.topics.request import Request
from tablee.table.topics.session import EndSession, TellSession
from tablee.table.verifying import verified
from tests.table.conftest import Evening


def test_a_session_ends_clean_and_the_next_begins_with_it(evening: Evening) -> None:
    evening.do(evening.mj, Pin(text="à minuit"))
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "leo"}, who=("ana",)))
    sheets = {who: one.sheet for who, one in evening.house.state(evening.table).cast.items()}
    evening.do(evening.mj, EndSession(here=("ana", "leo"), told="Le duc a menti."))
    state = evening.house.state(evening.table)
    assert (state.pinned, [one.closed for one in state.requests.values()]) == ("", [True])
    assert {who: one.sheet for who, one in state.cast.items()} == sheets
    assert "Nothing has happened since" in evening.refused(evening.mj, EndSession())
    evening.do(evening.mj, TellSession(told="Le duc a menti, lundi.", read=True))
    view = evening.house.view(evening.table, evening.ana)
    assert [(one.here, one.told, one.read) for one in view.sessions] == [
        (["ana", "leo"], "Le duc a menti, lundi.", True)
    ]
    assert view.projected
    assert (view.projected.title, view.projected.text) == ("La dernière fois…", "Le duc a menti, lundi.")


def test_what_the_mj_wrote_of_a_session_is_theirs_until_read(evening: Evening) -> None:
    evening.do(evening.mj, EndSession(here=("ana",), told="Le duc a menti."))
    before = written(evening.house.view(evening.table, evening.ana))
    evening.do(evening.mj, TellSession(told="Le page aussi."))
    assert written(evening.house.view(evening.table, evening.ana)) == before
    assert b"duc" not in before
    assert evening.house.view(evening.table, evening.mj).sessions[0].told == "Le page aussi."


KEPT = ("cast", "papers", "ledger", "dials", "tables", "draws", "sessions", "scenes", "play", "options")


@pytest.mark.parametrize(
    "game", [pytest.param(id, marks=[] if id == "undesix" else pytest.mark.evening) for id in games()]
)
def test_three_sessions_each_taken_to_another_house(game: str, tmp_path: Path) -> None:
    """A week lies between them, and another machine: everything is as it was left, and each log verifies whole."""
    house = House(SqliteStore(tmp_path / "0.db"))
    table, token = house.open_ready(game, "Campagne")
    for n in range(1, 4):
        mj = house.seat(table, token)

        def do(command: Any, table: str = table, mj: str = mj, house: House = house) -> None:
            house.submit(table, mj, command)

        do(WriteTables(text="# Butin\n2 × un sou\n[person]"))
        for command in (Draw(table="rumour"), Draw(table="Butin", audience="open"), SetDial(title=f"Crue {n}", now=n)):
            do(command)
        do(Say(text="Elle cherche [[La clé]].", kind="group", title="Odile", sort="person"))
        do(KeepLedger(date=f"jour {n}", money=f"{n} sous"))
        for _ in range(2):  # what comes naturally to the others, up to what somebody is asked
            do(LetAct())
            do(Abandon())
        do(Say(text="/r 2d6"))
        do(EndSession(here=house.state(table).heroes, told=f"Séance {n}", sure=True))
        do(Reveal(secret=True))
        view = plain(house.view(table, mj))
        log = house.exported(table, mj)
        told = verified("\n".join(log))
        assert len(view["sessions"]) == n
        assert told.dice["secret"].verified > 0
        other = House(SqliteStore(tmp_path / f"{n}.db"))
        table, token = other.import_log([json.loads(line) for line in log])
        again = plain(other.view(table, other.seat(table, token)))
        assert {name: again[name] for name in KEPT} == {name: view[name] for name in KEPT}
        house.store.close()
        house = other
    house.store.close()
