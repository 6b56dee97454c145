"""A house of the real games, and a browser that reads its pages in French."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tests.web.pages.reading import FRENCH


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


@pytest.fixture
def browser(house: House) -> Iterator[TestClient]:
    with TestClient(application(house), "http://localhost", headers=FRENCH) as client:
        client.follow_redirects = False
        yield client
