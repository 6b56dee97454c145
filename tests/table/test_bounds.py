"""What people write is not kept beyond its use, however much of it is refused."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter

TRIES, LENGTH, KEPT_AT_MOST = 60, 100_000, 2_000_000


def refused(house: House, table: str, n: int) -> None:
    """A command with a long text of its own that is refused in words that hold the text."""
    words = {f"{n}x{'é' * LENGTH}": 1}
    no = house.submit(table, "mj", Act.model_construct(actor="chloe", action="undesix.test", params=words))
    assert isinstance(no, Refusal)
    assert len(no.say("fr")) > LENGTH


def test_words_that_were_refused_are_not_kept(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, _ = house.open("undesix")
    house.submit(table, "mj", Enter(who="chloe", ready="chloe"))
    refused(house, table, 0)
    tracemalloc.start()
    for n in range(TRIES):
        refused(house, table, n + 1)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    store.close()
    assert kept < KEPT_AT_MOST
