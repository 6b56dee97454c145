"""What clients may count on: addresses, values of their queries, fields of answers and codes of problems stay.

`tests/golden/promised.txt` lists them, one a line: a release adds its own (`--rewrite-golden`). One that goes is a
promise broken, and is told in the changelog first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application

ROOT = Path(__file__).parents[2]
PROMISED = ROOT / "tests/golden/promised.txt"
REFUSING = {"Refusal", "Failure", "BadInput", "Unknown", "Unavailable", "TooLong", "TooMany"}


def described(made: dict[str, Any]) -> Iterator[str]:
    """Addresses, values of their queries, and fields of what is sent and answered."""
    for path, operations in made["paths"].items():
        for method, operation in operations.items():
            yield f"{method.upper()} {path}"
            for value in operation.get("parameters", ()):
                yield f"{method.upper()} {path} {value['in']} {value['name']}"
    for name, schema in made["components"]["schemas"].items():
        if "." not in name:  # parameters of actions are their game's
            yield from (f"{name} {field}" for field in schema.get("properties", {}))


def codes() -> Iterator[str]:
    """The names of the sentences with which rooms around the games refuse something."""
    for room in ("table", "web", "rules", "lab", "dice", "adventures"):
        for file in sorted((ROOT / "src/tablee" / room).rglob("*.py")):
            for call in ast.walk(ast.parse(file.read_text("utf-8"))):
                if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in REFUSING:
                    continue
                for given in call.args[:2]:
                    name = getattr(given, "id", getattr(given, "attr", ""))
                    if name.isupper():
                        yield f"code {name.strip('_').lower().replace('_', '-')}"


def test_what_was_promised_is_there(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    with TestClient(application(House(store)), "http://localhost") as client:
        now = {*described(client.get("/openapi.json").json()), *codes()}
    store.close()
    if request.config.getoption("--rewrite-golden"):
        PROMISED.write_text("\n".join(sorted(now)) + "\n", "utf-8")
    promised = set(PROMISED.read_text("utf-8").splitlines())
    assert len(promised) > 500
    assert promised - now == set(), "promised, and gone"
