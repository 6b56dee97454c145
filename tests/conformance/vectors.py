"""Vectors: read from their files, played through the game's adapter, compared with what they expect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from tablee.dice import Fed
from tablee.rules.game import game_called
from tests.conformance.acting import act
from tests.conformance.given import Given

OURS = Path(__file__).parent.parent / "vectors"
CLOSE = 1e-12  # how close a float must come, unless the vector has its own `tolerance`

Vector = Mapping[str, Any]


def vectors_of(game: str, folder: Path) -> list[Vector]:
    """All vectors of a game in a folder: `game.json` and `game.*.json`."""
    files = [file for file in sorted(folder.glob("*.json")) if file.name.split(".")[0] == game]
    return [vector for file in files for vector in json.loads(file.read_text("utf-8"))]


def games_in(folder: Path) -> list[str]:
    """The games that have vectors in a folder."""
    return sorted({file.name.split(".")[0] for file in folder.glob("*.json")})


def disagreement(game: str, vector: Vector) -> str:
    """A sentence that says how the engine and a vector disagree; "" where they agree.

    An operation the adapter does not know, a key it did not read and a die left over are disagreements as well.
    """
    adapter = import_module(f"tests.conformance.{game.replace('-', '_')}")
    op = vector["given"]["op"]
    operation = partial(act, game_called(game)) if op == "act" else adapter.OPERATIONS.get(op)
    if operation is None:
        return f"{game}: no operation is called {op}"
    given = Given(vector["given"])
    dice = Fed(_flat(vector["dice"]))
    try:
        answer = operation(given, dice)
    except Exception as error:
        return f"{op}: {type(error).__name__}: {error}"
    expected = {key: value for key, value in vector["expect"].items() if key != "tolerance"}
    told = _told(expected, answer, vector["expect"].get("tolerance", CLOSE))
    if told != expected:
        return f"{op}: {told} instead of {expected} ({vector['note']})"
    if dice.left:
        return f"{op}: dice not used: {dice.left}"
    unread = [key for key in given.unread() if key not in {"op", *adapter.DESCRIBES}]
    return f"{op}: the adapter does not read {', '.join(unread)}" if unread else ""


def _flat(dice: list[Any]) -> list[int]:
    return [face for item in dice for face in (_flat(item) if isinstance(item, list) else [item])]


def _told(expected: Any, answer: Any, close: float) -> Any:
    """The part of an answer that a vector speaks of, floats that come close taken as equal. {} speaks of all of it."""
    if isinstance(expected, dict) and expected and isinstance(answer, dict):
        return {key: _told(value, answer[key], close) for key, value in expected.items() if key in answer}
    if isinstance(expected, list) and isinstance(answer, list | tuple) and len(expected) == len(answer):
        return [_told(one, other, close) for one, other in zip(expected, answer, strict=True)]
    if isinstance(expected, float) and isinstance(answer, int | float):
        return expected if abs(answer - expected) <= max(close, 1e-9 * abs(expected)) else answer
    if isinstance(expected, bool) != isinstance(answer, bool):
        return f"{type(answer).__name__} {answer!r}"
    return answer
