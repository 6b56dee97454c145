"""The reference of the API, from what `/openapi.json` describes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docsite.markdown import cell, plain
from tablee.table.log.store import store_at
from tablee.table.service import House
from tablee.web.application import application

Json = dict[str, Any]


def api_reference() -> str:
    """Every address with what it takes and answers, then the shapes that they name."""
    with tempfile.TemporaryDirectory() as folder:
        store = store_at(str(Path(folder) / "tables.db"))
        described = application(House(store)).openapi()
        store.close()
    lines = [
        "# Addresses of the API",
        "",
        "Made from `/openapi.json` by `make docs`; [the API](api.md) says how it is used.",
        "",
    ]
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            lines += _operation(path, method, one)
    lines += ["## Shapes", ""]
    shapes = described["components"]["schemas"]
    for name in sorted(name for name in shapes if name[:1].isupper()):
        lines += _shape(name, shapes[name])
    return "\n".join(lines)


def _operation(path: str, method: str, one: Json) -> Iterator[str]:
    yield f"## `{method.upper()} {path}`\n"
    yield f"{plain(one.get('description') or one.get('summary', ''))}\n"
    taken = one.get("parameters", [])
    if taken:
        yield "| Parameter | In | Kind | |\n|---|---|---|---|"
        for parameter in taken:
            needed = "required" if parameter.get("required") else ""
            yield f"| `{parameter['name']}` | {parameter['in']} | {_kind(parameter['schema'])} | {needed} |"
        yield ""
    for media, body in one.get("requestBody", {}).get("content", {}).items():
        yield f"Takes {_kind(body['schema'])} (`{media}`).\n"
    for status, answer in one["responses"].items():
        for media, body in answer.get("content", {}).items():
            if status.startswith("2"):
                yield f"Answers {status}: {_kind(body.get('schema', {}))} (`{media}`).\n"


def _shape(name: str, shape: Json) -> Iterator[str]:
    yield f"### `{name}`\n"
    if shape.get("description"):
        yield f"{plain(shape['description'])}\n"
    fields = shape.get("properties", {})
    if fields:
        yield "| Field | Kind | |\n|---|---|---|"
        for field, told in fields.items():
            needed = "required" if field in shape.get("required", ()) else ""
            yield f"| `{field}` | {_kind(told)} | {cell(told.get('description', '') or needed)} |"
        yield ""


def _kind(schema: Json) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"][:12])
    several = schema.get("anyOf") or schema.get("oneOf")
    if several:
        return " or ".join(dict.fromkeys(_kind(one) for one in several[:8]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))
