"""Anything the OpenAPI description allows, and much that it does not, gets an answer that is not our fault."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.api import application
from tablee.web.hosting import Hosting
from tests.rules.sample import GAME

schemathesis.serializer.alias("application/jsonl", "text/plain")
FOLDER = TemporaryDirectory()
APP = application(House(SqliteStore(f"{FOLDER.name}/tables.db"), lambda _: GAME), Hosting.of(names=["testserver"]))
TABLE, TOKEN = APP.state.house.open("sample")
CONFIG = schemathesis.Config.from_dict(
    {
        "phases": {"coverage": {"enabled": False}},  # 17,000 cases, which each process of a run would make for itself
        "request-timeout": 600,  # a busy machine is no fault: past it the house would be told to close
    }
)
schema = schemathesis.openapi.from_asgi("/openapi.json", APP, config=CONFIG).exclude(path_regex="events$")


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(case: Any) -> None:
    case.path_parameters = {**(case.path_parameters or {})}
    if "table" in case.path_parameters and len(case.path_parameters["table"]) % 2:
        case.path_parameters["table"] = TABLE
    case.headers = {**(case.headers or {}), "authorization": f"Bearer {TOKEN}"}
    case.call_and_validate(checks=[not_a_server_error])
