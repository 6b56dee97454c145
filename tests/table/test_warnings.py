"""A word before harm: what would surely kill somebody is done once somebody has said that it shall be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.web.pages import forms


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def test_time_that_would_kill_the_dying_asks_first(house: House) -> None:
    """D6-COMBAT-05."""
    table, token = house.open_ready("d6")
    mj = house.seat(table, token)
    house.submit(table, mj, EndFight())
    hour = Act(action="d6.time", params={"n": 1, "unit": "hour"})
    form = house.form(table, mj, hour, "fr")
    assert not isinstance(form, Refusal)
    assert form.warning is None
    house.submit(table, mj, Correct(who="mael", field="wounds", value=5))
    form = house.form(table, mj, hour, "fr")
    assert not isinstance(form, Refusal)
    assert form.warning
    assert (form.warning.sentence, form.warning.rule) == (
        "Sans soins, ce temps serait mortel pour Maël",
        "D6-COMBAT-05",
    )
    before = house.state(table)
    no = house.submit(table, mj, hour)
    assert isinstance(no, Refusal)
    assert no.say("en") == "Without care this time would be the death of Maël"
    assert house.state(table) == before
    sure = forms.understood(
        Act, forms.command("act", [("do", "d6.time"), ("i.n", "1"), ("p.unit", "hour"), ("sure", "true")])
    )
    assert isinstance(house.submit(table, mj, sure), Submitted)
