"""Gauges: what a page watches of everybody at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.rules.game import games
from tablee.table.log.store import store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.character import HandOver
from tablee.table.topics.seat import Invite

WATCHED = {
    "undesix": {"phy", "psy"},
    "cle-en-main": {"vitality", "heroism"},
    "deusex": {"pv", "reserve"},
    "d6": {"wounds", "fatigue"},
}


@pytest.mark.parametrize("game", WATCHED)
def test_gauges_are_those_of_the_sheets_and_hidden_with_them(game: str, tmp_path: Path) -> None:
    house = House(store_at(str(tmp_path / "t.db")))
    table, token = house.open_ready(game)
    mj = house.seat(table, token)
    first = games()[game].first_scene
    assert first
    player, foe = first.players[0], next(who for who in first.cast() if who not in first.players)
    assert isinstance(house.submit(table, mj, HandOver(who=foe, hidden=True)), Submitted)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    seen, all_seen = house.gauges(table, invited.seat, "fr"), house.gauges(table, mj, "fr")
    assert {one.id for one in seen[player]} == WATCHED[game]
    assert seen[player] == [
        entry
        for section in house.sheet(table, mj, player, "fr").sections
        for entry in section.entries
        if entry.drawn in ("gauge", "boxes")
    ]
    assert seen[foe] == []
    assert all_seen[foe] != []
