"""Each wizard driven at random, lawfully and not: no dead end, no sheet that the game refuses, right counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tests.web.pages.characters.walking import WALKS, walk


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    store = SqliteStore(Path(tmp_path_factory.mktemp("wizards")) / "tables.db")
    yield House(store)
    store.close()


@pytest.mark.parametrize("walks", [3, pytest.param(12, marks=pytest.mark.evening)])
@pytest.mark.parametrize("name", WALKS)
def test_any_walk_through_a_wizard(house: House, name: str, walks: int) -> None:
    @settings(max_examples=walks)
    @given(data=st.data())
    def every(data: st.DataObject) -> None:
        walk(house, name, data)

    every()
