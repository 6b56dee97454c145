"""Requests drawn at random to every address: none breaks the server. `python -m bench fuzz` draws many more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.fuzz import fuzzed


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.evening)])
def test_no_request_breaks_the_server(tmp_path: Path, seed: int) -> None:
    found = asyncio.run(fuzzed(400, seed, str(tmp_path / "tables.db")))
    assert not found.failures
    assert sum(found.statuses.values()) == 400
    assert found.statuses[200] > 40
