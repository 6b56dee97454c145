"""The OpenAPI description of the application: links and cookies, and the parameters of each action, included."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from tablee.rules.game import games
from tablee.web.serving.guard import COOKIE
from tablee.web.serving.shortcut import only
from tablee.web.urls import url

Json = dict[str, Any]

SUMMARY = "Tables of light role-playing games: every number explained. docs/api.md tells it in words."
AT_A_TABLE = "/api/tables/{table}"
OPEN_TO_ALL = ("sit",)  # what shows its token in its body
SCHEMES: Json = {
    "link": {"type": "http", "scheme": "bearer", "description": "the token of a seat, from its link"},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": f"{COOKIE}{{table}}",
        "description": "the cookie that `sit` sets, one for each table",
    },
}
PARAMS = "Params"
PLACE = "#/components/schemas/"


class Route(APIRoute):
    """An address whose answers are described once a client asks for the description: until then models of them would
    only take room, those of every problem again for each address.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], *, responses: Any = None, **how: Any) -> None:
        super().__init__(path, endpoint, **how)
        self.whole = partial(APIRoute, path, endpoint, responses=responses, **how)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Answers requests whose address names no value that is not declared."""
        answer, names = super().get_route_handler(), [param.alias for param in self.dependant.query_params]

        async def checked(request: Request) -> Response:
            only(request, *names)
            return await answer(request)

        return checked


def operation_name(route: APIRoute) -> str:
    """What clients call an address: the name of its function, or of its command."""
    return route.name.replace("-", "_")


def describe(app: FastAPI) -> Json:
    """The description of an application, made once."""
    if not app.openapi_schema:
        routes = [route.whole() if isinstance(route, Route) else route for route in app.routes]
        made = get_openapi(title=app.title, version=app.version, summary=SUMMARY, routes=routes)
        if prefix := url(""):
            made["servers"] = [{"url": prefix}]
        schemas = made["components"]["schemas"]
        made["components"]["securitySchemes"] = SCHEMES
        schemas.update(params_of_actions())
        for id in ("Act", "Request", "Way"):
            schemas[id]["properties"]["params"] = {"$ref": f"{PLACE}{PARAMS}"}
        for schema in schemas.values():
            for field in schema.get("properties", {}).values():
                _as_clients_read(field)
        for path, operations in made["paths"].items():
            for operation in operations.values():
                if path.startswith(AT_A_TABLE) and operation["operationId"] not in OPEN_TO_ALL:
                    operation["security"] = [{scheme: []} for scheme in SCHEMES]
        app.openapi_schema = made
    return app.openapi_schema


def params_of_actions() -> Json:
    """A schema of the parameters of each action of each game, under its id; and `Params`, any of them."""
    schemas: Json = {}
    for id, label, schema in _declared():
        inner = schema.pop("$defs", {})
        schemas.update(inner)
        schemas[id] = {**schema, "title": id, "description": label}
    known = [{"$ref": f"{PLACE}{id}"} for id, _, _ in _declared()]
    other = {"type": "object", "additionalProperties": True}
    about = "The parameters of an action: those that the schema with its id declares; `form` tells which it takes here."
    return {**schemas, PARAMS: {"description": about, "anyOf": [*known, other]}}


def _declared() -> Iterator[tuple[str, str, Json]]:
    """The id, the label and the schema of the parameters of every action."""
    for game in games().values():
        for action in (*game.actions, *game.creations):
            schema = action.params.model_json_schema(ref_template=f"{PLACE}{action.id}.{{model}}")
            schema["$defs"] = {f"{action.id}.{name}": one for name, one in schema.get("$defs", {}).items()}
            yield action.id, f"{action.label.fr} ({action.label.en})", schema


def _as_clients_read(field: Json) -> None:
    """Make what a field is when it is left out one of its values; its labels describe it, since titles name types."""
    if "enum" in field and "default" in field and field["default"] not in field["enum"]:
        field["enum"] = [*field["enum"], field["default"]]
    if "x-title-en" in field:
        field["description"] = f"{field.pop('title')} ({field.pop('x-title-en')})"
