"""The description of the API: addresses as in docs/api.md, links, parameters of actions; lines as they are told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from starlette.routing import Route

from tablee.rules.game import games
from tablee.table.decide.command import COMMANDS
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web import pictures, questions, webhooks
from tablee.web.api import router
from tablee.web.application import application
from tablee.web.lines import AnyLine

PAGE = (Path(__file__).parents[2] / "docs/api.md").read_text("utf-8")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    store = SqliteStore(tmp_path_factory.mktemp("house") / "tables.db")
    with TestClient(application(House(store)), base_url="http://localhost") as client:
        yield client
    store.close()


@pytest.fixture(scope="module")
def described(client: TestClient) -> Any:
    return client.get("/openapi.json").json()


def test_answers_are_described_when_somebody_asks(described: Any) -> None:
    """A house that nobody asks holds no model of each address's problems."""
    declared = [route for route in router.routes if isinstance(route, APIRoute) and route.include_in_schema]
    assert not [route.path for route in declared if route.response_fields]
    assert set(described["paths"]["/api/tables"]["post"]["responses"]) >= {"201", "422", "429", "503"}
    names = described["components"]["schemas"]
    assert not [name for name in names if "__" in name], (
        "two shapes of one name: generated clients cannot tell them apart"
    )


def test_the_page_lists_every_address_and_command(described: Any) -> None:
    asked = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert len(asked) > len(COMMANDS)
    for method, path in asked:
        short = path.replace("/api/tables/{table}", "…") if path != "/api/tables/{table}" else path
        command = short.removeprefix("…/")
        listed = command if command in COMMANDS else f"{method} {short}"
        assert re.search(f"`{re.escape(listed)}[`?]", PAGE), (method, path)


def test_the_page_lists_no_address_that_is_not_there() -> None:
    known = {
        route.path
        for own in (router, pictures.router, questions.router, webhooks.router)
        for route in own.routes
        if isinstance(route, Route)
    }
    for path in re.findall(r"`(?:GET|POST|DELETE) ([^`?]+)", PAGE):
        whole = path.replace("…", "/api/tables/{table}")
        assert whole in known or whole.endswith("{command}"), path


def test_seats_are_shown_by_their_link_or_their_cookie(described: Any) -> None:
    schemes = described["components"]["securitySchemes"]
    assert (schemes["link"]["scheme"], schemes["cookie"]["in"]) == ("bearer", "cookie")
    for path, methods in described["paths"].items():
        seated = path.startswith("/api/tables/{table}") and not path.endswith("/sit")
        assert all(("security" in operation) == seated for operation in methods.values()), path


def test_the_parameters_of_each_action_are_described(described: Any) -> None:
    schemas = described["components"]["schemas"]
    any_of = {one.get("$ref", "").rpartition("/")[2] for one in schemas["Params"]["anyOf"]}
    for game in games().values():
        for action in (*game.actions, *game.creations):
            assert set(schemas[action.id]["properties"]) == set(action.params.model_fields), action.id
            assert action.id in any_of
    assert schemas["Act"]["properties"]["params"] == {"$ref": "#/components/schemas/Params"}


def test_other_forms_than_json_are_named(described: Any) -> None:
    kinds = {
        path.rpartition("/")[2]: set(methods["get"]["responses"]["200"]["content"])
        for path, methods in described["paths"].items()
        if path.startswith("/api/tables/{table}/") and "get" in methods
    }
    assert kinds["events"] == {"text/event-stream"}
    assert kinds["export"] == {"application/jsonl"}
    assert kinds["export.md"] == {"text/markdown"}
    assert set(described["paths"]["/api/tables/import"]["post"]["requestBody"]["content"]) == {"application/jsonl"}


class Seat:
    """A seat at a table of UnDéSix with Chloé, which asks in a language."""

    def __init__(self, client: TestClient, asks_in: str = "fr") -> None:
        self.client = client
        made = client.post("/api/tables", json={"game": "undesix"}).json()
        self.path = f"/api/tables/{made['table']}"
        self.headers = {"authorization": f"Bearer {made['token']}", "accept-language": asks_in}
        self.post("enter", who="chloe", ready="chloe")

    def post(self, command: str, **body: Any) -> Any:
        return self.client.post(f"{self.path}/{command}", json=body, headers=self.headers)

    def get(self, path: str) -> Any:
        return self.client.get(f"{self.path}{path}", headers=self.headers).json()


STEALTH: dict[str, Any] = {"actor": "chloe", "action": "undesix.test", "params": {"skill": "stealth"}}


def test_a_command_can_answer_with_its_lines(client: TestClient) -> None:
    seat = Seat(client, "en")
    assert seat.post("act", **STEALTH, faces=[4]).json()["lines"] == []
    done = seat.post("act?told=true", **STEALTH, faces=[4]).json()
    (line,) = done["lines"]
    assert (line["n"], line["name"]) == (done["version"], "acted/1")
    assert [line] == seat.get(f"/lines?said=true&after={done['version'] - 1}")
    seat.post("say", text="later")
    again = {**seat.headers, "idempotency-key": "once"}
    first, retried = (
        client.post(f"{seat.path}/act?told=true", json={**STEALTH, "faces": [4]}, headers=again).json() for _ in "ab"
    )
    assert first == retried


def test_the_seat_s_language_goes_before_the_browser_s(client: TestClient) -> None:
    seat = Seat(client, "fr")
    wrong = {**STEALTH, "action": "undesix.nothing"}
    assert seat.get("/offers?actor=chloe")[0]["label"] == "Tenter"
    french = seat.post("act", **wrong).json()["detail"]
    seat.post("join", called="Ana", lang="en")
    assert seat.get("/offers?actor=chloe")[0]["label"] == "Try"
    assert seat.post("form", **STEALTH).json()["label"] == "Try"
    english = seat.post("act", **wrong).json()["detail"]
    assert french != english
    assert seat.post("odds", **wrong).json()["detail"] == english
    (line,) = seat.post("act?told=true", **STEALTH, faces=[4]).json()["lines"]
    assert line["said"]["told"] == example()["said"]["told"]


def example() -> Any:
    """The line that docs/api.md shows."""
    (written,) = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    return json.loads(written)


def test_the_line_on_the_page_is_one_that_is_answered(client: TestClient) -> None:
    (line,) = Seat(client, "en").post("act?told=true", **STEALTH, faces=[4]).json()["lines"]
    shown = example()
    TypeAdapter(AnyLine).validate_json(json.dumps({**line, **shown}), strict=True)
    assert {**line, **shown, "n": line["n"], "at": line["at"], "fair": line["fair"]} == line
