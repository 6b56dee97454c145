"""Real ten-sided dice are typed as they show: a 0 counts ten (DEX-DICE-01)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli.main import run
from tablee.games.deusex import GAME
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tests.sent import sent

ANY_TEST = ("deusex.test", "--actor", "nadia", "--talent", "FOR", "--difficulty", "15")


def test_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """DEX-CRIT-01: two of them are two zeros."""
    assert run(["--lang", "en", "roll", *ANY_TEST, "--answer", "deusex.bonus=0", "--dice", "0 5"]) == 0
    assert "Dice 15, Talent +1: total 16 against 15" in capsys.readouterr().out
    assert run(["--lang", "en", "roll", *ANY_TEST, "--answer", "deusex.bonus=0", "--dice", "0 0"]) == 0
    assert "2 zeros: critical success" in capsys.readouterr().out
    assert run(["--lang", "en", "roll", *ANY_TEST, "--answer", "deusex.bonus=0", "--dice", "11 5"]) != 0
    assert "A d10 cannot show 11" in capsys.readouterr().err
    assert (
        run(["--lang", "en", "roll", "undesix.test", "--actor", "chloe", "--characteristic", "phy", "--dice", "0"]) != 0
    )
    assert "A d6 cannot show 0" in capsys.readouterr().err


def test_at_a_table(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, lambda _: GAME)
    table, token = house.open("deusex")
    mj = house.seat(table, token)
    sheet = GAME.ready()["nadia"].model_copy(update={"reserve": 0}).model_dump(mode="json")
    assert isinstance(house.submit(table, mj, Enter(who="nadia", sheet=sheet)), Submitted)
    params = {"talent": "FOR", "difficulty": 15}
    typed = Act(actor="nadia", action="deusex.test", params=params, faces=(0, 5))
    assert isinstance(house.submit(table, mj, typed), Submitted)
    line = sent(house.lines(table, mj))[-1]
    assert [roll["faces"] for roll in line["rolls"]] == [[10, 5]]
    assert isinstance(house.submit(table, mj, typed.model_copy(update={"faces": (-1, 5)})), Refusal)
    store.close()
