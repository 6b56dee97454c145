"""Decisions that the one who acts takes before they are asked: not asked again, and counted in the odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act

ATTACK = "deusex.attack"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(str(tmp_path / "tables.db")))


def attack(house: House, **answers: Any) -> tuple[str, str, Act]:
    """A first scene of DeusEx in which whoever acts first attacks, their reserve decided like that."""
    table, token = house.open_ready("deusex")
    mj = house.seat(table, token)
    first = next(turn.who for turn in house.view(table, mj).turns if turn.when == "now")
    form = house.form(table, mj, Act(actor=first, action=ATTACK), "fr")
    assert not isinstance(form, Refusal)
    return table, mj, Act(actor=first, action=ATTACK, params=form.values, answers=answers)


def test_what_is_decided_beforehand_is_not_asked(house: House) -> None:
    """DEX-RESERVE-03."""
    asked = []
    for answers in ({}, {"deusex.bonus": 1}):
        table, mj, act = attack(house, **answers)
        assert isinstance(house.submit(table, mj, act), Submitted)
        asked.append([decision.id for decision in house.view(table, mj).asked.values()])
    assert "deusex.bonus" in asked[0]
    assert "deusex.bonus" not in asked[1]
    assert house.view(table, mj).cast[act.actor].sheet["reserve"] == 0


def test_the_odds_are_those_of_the_decision(house: House) -> None:
    """DEX-RESERVE-03: one die more, and more chances."""
    table, mj, act = attack(house)
    without, with_one = (
        house.odds(table, mj, act.model_copy(update={"answers": {"deusex.bonus": points}})) for points in (0, 1)
    )
    assert not isinstance(without, Refusal)
    assert not isinstance(with_one, Refusal)
    assert without.success
    assert with_one.success
    assert without.success.float < with_one.success.float
    assert without.asks
    assert without.asks.id == "deusex.bonus"
    assert [option.value for option in without.asks.options] == [0, 1]
    assert "réserve 1" in with_one.sums[0].sentence
    assert "réserve" not in without.sums[0].sentence
    assert with_one.throws
    assert without.throws
    assert with_one.throws.count == without.throws.count + 1


@pytest.mark.parametrize("answers", [{"deusex.bonus": 7}, {"deusex.bonus": True}, {"deusex.other": 1}, {}])
def test_what_is_no_answer_is_asked_as_usual(house: House, answers: dict[str, Any]) -> None:
    """DEX-RESERVE-03: nobody spends more points than they have."""
    table, mj, act = attack(house, **answers)
    assert isinstance(house.submit(table, mj, act), Submitted)
    assert house.view(table, mj).asked[act.actor].id == "deusex.bonus"
