"""The API for people: every address of its description on one page, drawn by the house itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response

from tablee.web.pages.answering import page
from tablee.web.seat_request import off

router = APIRouter(include_in_schema=False)

PLACE = "#/components/schemas/"
TABLE = "/api/tables/{table}"


@dataclass(frozen=True)
class Address:
    """One way to ask an address: what it does, the values of its query, the fields of what is sent."""

    method: str
    path: str
    about: str
    values: list[str]
    fields: list[tuple[str, bool]]  # with whether each is needed
    answers: str  # the shape that is answered, "" for none


def addresses(described: dict[str, Any]) -> Iterator[Address]:
    """Every address, in the order in which they are declared."""
    shapes = described["components"]["schemas"]
    for path, operations in described["paths"].items():
        for method, asked in operations.items():
            values = [one["name"] for one in asked.get("parameters", ()) if one["in"] == "query"]
            sent = _named(asked.get("requestBody", {}))
            shape = shapes.get(sent, {})
            needed = shape.get("required", ())
            fields = [(name, name in needed) for name in shape.get("properties", {})]
            good: dict[str, Any] = next(
                (said for status, said in asked["responses"].items() if status.startswith("2")), {}
            )
            about = asked.get("description", "").replace("\n", " ")
            yield Address(method.upper(), path, about, values, fields, _named(good))


def _named(said: dict[str, Any]) -> str:
    """The name of the shape that a body has, "" if it has none."""
    for kind in said.get("content", {}).values():
        schema = kind.get("schema", {})
        reference = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
        return str(reference.removeprefix(PLACE))
    return ""


@router.get("/docs")
async def api_page(request: Request) -> Response:
    """The addresses of the API: those of a table, its commands, those without a table."""
    described = await off(request.app.openapi)
    every = list(addresses(described))
    at_a_table = [one for one in every if one.path.startswith(TABLE)]
    commands = [one for one in at_a_table if one.method == "POST" and one.answers == "CommandDone"]
    groups = {
        "house": [one for one in every if one not in at_a_table],
        "table": [one for one in at_a_table if one not in commands],
        "commands": commands,
    }
    return page(request, "entrance/api.html", groups=groups)
