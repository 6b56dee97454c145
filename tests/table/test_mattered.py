"""What mattered in a line, for each seat: all of it, or nothing where somebody's numbers are hidden from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Invite, Join

STRIKE = Act(actor="chloe", action="undesix.attack", params={"target": "loup"}, faces=(3,))


def struck(folder: Path, hidden: bool, phy: int | None = None) -> tuple[House, str, str, int]:
    """A house where Chloé of a player has struck the wolf; the player's seat, and their own number of that line."""
    house = House(SqliteStore(folder / "tables.db"))
    table, token = house.open("undesix", "Essai")
    mj = house.seat(table, token)
    done = house.submit(table, mj, Invite())
    assert not isinstance(done, Refusal)
    ana = house.seat(table, done.token)
    steps = [
        (ana, Join(called="Ana", words="pomme")),
        (ana, Enter(who="chloe", ready="chloe")),
        (mj, Enter(who="loup", ready="loup", hidden=hidden)),
    ]
    if phy is not None:
        steps.append((mj, Correct(who="loup", field="phy", value=phy)))
    for seat, command in [*steps, (ana, STRIKE)]:
        told = house.submit(table, seat, command)
        assert not isinstance(told, Refusal), told.say("en")
    return house, table, ana, house.state(table).seen_by(ana, mj=False)


def test_a_seat_reads_what_mattered(tmp_path: Path) -> None:
    """UDS-COMBAT-01: the target is PHY 2 + espadon 2 − CA 1, and the die shows 3."""
    house, table, ana, n = struck(tmp_path, hidden=False)
    said = house.mattered(table, ana, n, "fr")
    assert "sans PHY (2)\xa0: manqué" in said
    assert "Chloé, un point de plus (4)\xa0: manqué" in said
    assert house.mattered(table, "mj", house.state(table).version, "fr") == said
    assert any("one point more (4)" in one for one in house.mattered(table, ana, n, "en"))


@pytest.mark.parametrize("phy", [None, 7, 9])
def test_who_may_not_see_a_number_reads_nothing_that_hangs_on_it(tmp_path: Path, phy: int | None) -> None:
    house, table, ana, n = struck(tmp_path, hidden=True, phy=phy)
    assert house.mattered(table, ana, n, "fr") == []
    assert house.mattered(table, "mj", house.state(table).version, "fr")


def test_a_line_that_is_no_action_has_nothing(tmp_path: Path) -> None:
    house, table, ana, n = struck(tmp_path, hidden=False)
    assert not isinstance(house.submit(table, ana, Say(text="Aïe")), Refusal)
    assert house.mattered(table, ana, n + 1, "fr") == []
    assert house.mattered(table, ana, n + 5, "fr") == []
