"""The engine agrees with every vector; `pytest tests/conformance --vectors DIR` runs the files of another folder.

A test is a chapter: thousands of single tests would take each worker longer to collect than to run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.vectors import OURS, Vector, disagreement, games_in, vectors_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = Path(metafunc.config.getoption("--vectors") or OURS)
    chapters: dict[tuple[str, str], list[Vector]] = {}
    for game in games_in(folder):
        for vector in vectors_of(game, folder):
            chapters.setdefault((game, chapter_of(vector)), []).append(vector)
    if not chapters:
        raise pytest.UsageError(f"there is no vector in {folder}")
    cases = [pytest.param(game, vectors, id=f"{game}:{chapter}") for (game, chapter), vectors in chapters.items()]
    metafunc.parametrize(("game", "vectors"), cases)


def test_the_engine_agrees_with_the_vectors(game: str, vectors: list[Vector], record_property: Any) -> None:
    wrong = [f"{game}:{vector['id']} {why}" for vector in vectors if (why := disagreement(game, vector))]
    record_property("conformance", (game, len(vectors) - len(wrong), len(wrong)))
    if wrong:
        pytest.fail("\n".join((f"{len(wrong)} of {len(vectors)} vectors differ:", *wrong)), pytrace=False)


def chapter_of(vector: Vector) -> str:
    """The middle of a rule's id: COMBAT for UDS-COMBAT-03."""
    return "-".join(vector.get("rule", "").split("-")[1:2])
