"""Who is saying a spell, and how far they have come: told to everybody who may see their sheet (UDS-MAGIC-22)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.magic.incantations import busy
from tablee.games.undesix.magic.state import Cast, Incanting, Magic
from tablee.rules.stored.written import written
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.seat import Invite
from tests.games.undesix.cast import sheet

LIGHT: dict[str, Any] = {"verbs": ["create"], "essences": ["light"]}


@pytest.mark.parametrize(
    ("incantation", "rounds", "seconds", "fr", "en"),
    [
        ("rounds_3", 0, 0, "incante (1 round sur 3)", "incanting (1 round of 3)"),
        ("rounds_3", 1, 6, "incante (2 rounds sur 3)", "incanting (2 rounds of 3)"),
        ("minute_1", 2, 12, "incante (12 s sur 1 min)", "incanting (12 s of 1 min)"),
        ("hour_1", 0, 1_830, "incante (30 min 30 s sur 1 h)", "incanting (30 min 30 s of 1 h)"),
        ("week_1", 0, 180_000, "incante (2 j 2 h sur 7 j)", "incanting (2 d 2 h of 7 d)"),
    ],
)
def test_rounds_are_counted_with_the_one_under_way(
    incantation: str, rounds: int, seconds: float, fr: str, en: str
) -> None:
    said = Incanting(caster="m", said=Cast(**LIGHT, incantation=incantation), body=3, rounds=rounds, seconds=seconds)
    note = busy(Magic(incanting=(said,)))["m"]
    assert (note.say("fr"), note.say("en"), note.saying.clause.id) == (fr, en, "UDS-MAGIC-22")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store, lambda _: GAME)
    store.close()


def test_the_table_shows_it_and_nothing_else_can_be_done(house: House) -> None:
    """UDS-MAGIC-22; the incantation of somebody whose numbers are hidden is the MJ's to know."""
    table, token = house.open("undesix")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    player = house.seat(table, invited.token)
    for who, owner, hidden in (("m", player, False), ("foe", "", True)):
        mage = sheet(psy=20).model_dump(mode="json")
        house.submit(table, mj, Enter(who=who, sheet=mage, owner=owner, hidden=hidden))
        spell = Act(actor=who, action="undesix.cast", params={**LIGHT, "incantation": "rounds_3"})
        assert isinstance(house.submit(table, mj, spell), Submitted)
    told = {"rule": "UDS-MAGIC-22:rounds", "values": {"n": 1, "total": 3}}
    assert json.loads(written(house.view(table, mj).busy)) == {"m": told, "foe": told}
    assert json.loads(written(house.view(table, player).busy)) == {"m": told}
    refused = house.submit(table, player, Act(actor="m", action="undesix.test", params={"characteristic": "phy"}))
    assert isinstance(refused, Refusal)
