"""Anything the OpenAPI description allows, and much that it does not, gets an answer that is not our fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import BaseSchema

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.serving.hosting import Hosting
from tests.rules.sample import GAME

schemathesis.serializer.alias("application/jsonl", "text/plain")
CONFIG = schemathesis.Config.from_dict(
    {
        "phases": {"coverage": {"enabled": False}},  # 17,000 cases
        "request-timeout": 600,  # a busy machine is no fault: past it the house would be told to close
    }
)


@dataclass(frozen=True)
class Described:
    """A house with one table, whose description tells what may be asked."""

    schema: BaseSchema
    table: str
    token: str


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    """Described where it is asked for, and not by each process that collects tests."""
    store = SqliteStore(tmp_path_factory.mktemp("schema") / "tables.db")
    app = application(House(store, lambda _: GAME), Hosting.of(names=["testserver"]))
    table, token = app.state.house.open("sample")
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=CONFIG).exclude(path_regex="events$")
    yield Described(schema, table, token)
    store.close()


@pytest.mark.parametrize("examples", [1, pytest.param(20, marks=pytest.mark.evening)])
def test_no_request_breaks_the_server(described: Described, examples: int) -> None:
    for found in described.schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def tried(case: Any) -> None:
            case.path_parameters = {**(case.path_parameters or {})}
            if "table" in case.path_parameters and len(case.path_parameters["table"]) % 2:
                case.path_parameters["table"] = described.table
            case.headers = {**(case.headers or {}), "authorization": f"Bearer {described.token}"}
            case.call_and_validate(checks=[not_a_server_error])

        tried()
