"""Mad for good: the character passes to the MJ, and the table acts on it (UDS-STATE-04)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.table.decide.command import NOT_YOURS
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.character import Enter
from tablee.table.topics.seat import Invite
from tablee.table.topics.undo import TakeBack
from tests.games.undesix.cast import sheet


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store, lambda _: GAME)
    store.close()


def ready(house: House, **options: Any) -> tuple[str, str, str]:
    """A table, the MJ's seat and the seat of a player whose mage has 1 PSY left."""
    table, token = house.open("undesix")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    player = house.seat(table, invited.token)
    for option, value in options.items():
        house.submit(table, mj, SetOption(option=option, value=value))
    mage = sheet(psy=1, psy_max=9).model_dump(mode="json")
    assert isinstance(house.submit(table, mj, Enter(who="m", sheet=mage, owner=player)), Submitted)
    return table, mj, player


COSTLY = {"verbs": ["create"], "essences": ["light"], "duration": "week_1", "size": "large", "extra_psy": 5}


def test_the_mad_for_good_are_the_mj_s(house: House) -> None:
    table, mj, player = ready(house)
    spell = Act(actor="m", action="undesix.cast", params=COSTLY, faces=(6,))
    test = Act(actor="m", action="undesix.test", params={"characteristic": "phy"}, faces=(6,))
    assert isinstance(house.submit(table, player, test), Submitted)
    assert isinstance(house.submit(table, mj, spell), Submitted)
    assert house.state(table).cast["m"].sheet["mad_for_good"]
    no = house.submit(table, player, test)
    assert isinstance(no, Refusal)
    assert no.text is NOT_YOURS
    assert isinstance(house.offers(table, player, "m", "fr"), Refusal)
    assert isinstance(house.submit(table, mj, test), Submitted)
    house.submit(table, mj, TakeBack())
    house.submit(table, mj, TakeBack())
    assert isinstance(house.submit(table, player, test), Submitted), "what is taken back gives the character back"


def test_where_madness_is_not_counted_nobody_is_lost(house: House) -> None:
    """UDS-OPT-11."""
    table, mj, player = ready(house, madness_rule=False)
    house.submit(table, mj, Act(actor="m", action="undesix.cast", params=COSTLY, faces=(6,)))
    test = Act(actor="m", action="undesix.test", params={"characteristic": "phy"}, faces=(6,))
    assert house.state(table).cast["m"].sheet["psy"] < -10
    assert isinstance(house.submit(table, player, test), Submitted)
