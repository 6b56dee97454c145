"""The runner of the vectors: reads each one's `op`, calls the real engine through the game's adapter, and compares.

`pytest tests/conformance --vectors DIR` runs the files of another folder in the same format.
An adapter translates names and computes nothing: an operation is a function of (given, dice) that returns what
the engine answered, under the names of the catalogue.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.dice import Fed
from tests.conformance import ADAPTERS

OURS = Path(__file__).parent.parent / "vectors"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = Path(metafunc.config.getoption("--vectors") or OURS)
    cases = [
        pytest.param(game, vector, id=f"{game}:{vector['id']}")
        for file in sorted(folder.glob("*.json"))
        for game in [file.name.split(".")[0]]
        for vector in json.loads(file.read_text("utf-8"))
    ]
    if not cases:
        raise pytest.UsageError(f"there is no vector in {folder}")
    metafunc.parametrize(("game", "vector"), cases)


def test_the_engine_agrees_with_the_vector(
    game: str, vector: dict[str, Any], record_property: Any, request: pytest.FixtureRequest
) -> None:
    record_property("conformance", game)
    operation = ADAPTERS.get(game, {}).get(vector["given"]["op"])
    if operation is None:
        missing = f"{game}: the operation {vector['given']['op']} is not implemented yet"
        if request.config.getoption("--vectors"):
            pytest.fail(missing)
        pytest.skip(missing)
    dice = Fed(_flat(vector["dice"]))
    answer = operation(vector["given"], dice)
    expected = {key: value for key, value in vector["expect"].items() if key != "tolerance"}
    close = vector["expect"].get("tolerance", 1e-12)  # how close floats must come, not something to answer
    assert _subset(expected, answer, close) == expected, vector["note"]
    assert not dice.left, f"dice not used: {dice.left}"


def _flat(dice: list[Any]) -> list[int]:
    return [face for item in dice for face in (_flat(item) if isinstance(item, list) else [item])]


def _subset(expected: Any, answer: Any, close: float) -> Any:
    """The part of the answer the vector speaks of; close floats are taken as equal."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return {key: _subset(value, answer[key], close) for key, value in expected.items() if key in answer}
    if isinstance(expected, list) and isinstance(answer, list | tuple) and len(expected) == len(answer):
        return [_subset(one, other, close) for one, other in zip(expected, answer, strict=True)]
    if isinstance(expected, float) and isinstance(answer, int | float):
        return expected if answer == pytest.approx(expected, rel=1e-9, abs=close) else answer
    if isinstance(expected, bool) != isinstance(answer, bool):
        return f"{type(answer).__name__} {answer!r}"
    return answer
