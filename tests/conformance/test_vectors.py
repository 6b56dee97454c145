"""The engine agrees with every vector; `pytest tests/conformance --vectors DIR` runs the files of another folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.vectors import OURS, Vector, disagreement, games_in, vectors_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = Path(metafunc.config.getoption("--vectors") or OURS)
    cases = [
        pytest.param(game, vector, id=f"{game}:{vector['id']}")
        for game in games_in(folder)
        for vector in vectors_of(game, folder)
    ]
    if not cases:
        raise pytest.UsageError(f"there is no vector in {folder}")
    metafunc.parametrize(("game", "vector"), cases)


def test_the_engine_agrees_with_the_vector(game: str, vector: Vector, record_property: Any) -> None:
    record_property("conformance", game)
    assert not disagreement(game, vector)
