"""The MJ corrects a sheet in the middle of a fight: it goes on, whoever can no longer act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.correction import Correct
from tablee.table.topics.undo import TakeBack
from tests.table.test_asked_in_a_fight import Fight


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


@pytest.mark.parametrize(
    ("game", "field", "down"),
    [("undesix", "phy", 0), ("cle-en-main", "dead", True), ("deusex", "pv", -30), ("d6", "wounds", 6)],
)
def test_nobody_waits_for_one_whom_the_mj_has_struck_down(house: House, game: str, field: str, down: object) -> None:
    fight = Fight(house, game)
    who = next(one for one, when in fight.turns.items() if when == "now")
    before = fight.turns
    fight.do("mj", Correct(who=who, field=field, value=down))
    assert fight.turns[who] == "out"
    waited = [one for one, when in fight.turns.items() if when == "now"]
    assert waited
    for one in waited:
        offers = house.offers(fight.table, "mj", one, "fr")
        assert isinstance(offers, list)
        assert [offer for offer in offers if not offer.refusal], one
    fight.do("mj", TakeBack())
    assert fight.turns == before


def test_who_is_struck_in_an_instant_still_acts_in_it_and_the_mjs_word_counts_at_once(house: House) -> None:
    """UDS-INIT-03: Nicolas and the brigand share an instant, of which the brigand has had his part."""
    fight = Fight(house, "undesix")
    for who in ("chloe", "loup"):
        fight.do("mj", Act(actor=who, action="undesix.hold"))
    fight.do("mj", Correct(who="nicolas", field="phy", value=1))
    fight.do("mj", Act(actor="brigand", action="undesix.attack", params={"target": "nicolas"}, faces=(1,)))
    fight.answers()
    assert fight.view().cast["nicolas"].sheet["phy"] <= 0
    assert fight.turns["nicolas"] == "now"
    fight.do("mj", Correct(who="nicolas", field="phy", value=-4))
    assert fight.turns["nicolas"] == "out"
    assert fight.play["round"] == 2
    assert "now" in fight.turns.values()
