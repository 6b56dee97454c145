"""Shortcut: answers what is asked most of a table (commands, and streams of lines) before FastAPI's general machinery.

These addresses are declared in `api` like all others, and OpenAPI describes them from there; what they do is the same
function. Only the request is read, and the answer written, with less ceremony.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tablee.web.problems import PROBLEMS

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

MAX_ID = 40  # characters of a table's id
Answer = Callable[[Request, str], Awaitable[Response]]
"""What answers a request about the table of this id."""


class Shortcut:
    """Gives requests about `/api/tables/{table}/{word}` to the answer of their method and word, others to the app."""

    def __init__(self, app: ASGIApp, answers: Mapping[tuple[str, str], Answer]) -> None:
        self.app, self.answers = app, answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer, table = self._found(scope)
        if answer is None:
            await self.app(scope, receive, send)
        else:
            response, mistake = await _answered(answer, Request(scope, receive), table)
            await response(scope, receive, send)
            if mistake is not None:
                raise mistake

    def _found(self, scope: Scope) -> tuple[Answer | None, str]:
        if scope["type"] == "http":
            parts = scope["path"].split("/")
            if len(parts) == 5 and parts[1] == "api" and parts[2] == "tables" and 0 < len(parts[3]) <= MAX_ID:
                return self.answers.get((scope["method"], parts[4])), parts[3]
        return None, ""


async def _answered(answer: Answer, request: Request, table: str) -> tuple[Response, Exception | None]:
    """The answer, or the problem in its place with the exception if that is our own mistake."""
    try:
        return await answer(request, table), None
    except Exception as wrong:
        kind = next(kind for kind in type(wrong).__mro__ if kind in PROBLEMS)
        return await PROBLEMS[kind](request, wrong), wrong if kind is Exception else None


async def body(request: Request, kind: type[M]) -> M:
    """The declared object that a request's JSON body holds; RequestValidationError if it does not."""
    given = await request.body()
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise RequestValidationError([{"loc": ("body",)}])
    return _read("body", kind.model_validate_json, given)


def value(request: Request, name: str, kind: TypeAdapter[T], default: str) -> T:
    """A value among those of a request's address; RequestValidationError if it is not of its kind."""
    given = request.query_params.get(name, default) if request.scope.get("query_string") else default
    return _read(f"query.{name}", kind.validate_python, given)


def only(request: Request, *names: str) -> None:
    """RequestValidationError if the address of a request names a value that is none of these: a misspelt one would
    otherwise count for nothing, unseen.
    """
    others = [name for name in request.query_params if name not in names] if request.scope.get("query_string") else []
    if others:
        raise RequestValidationError([{"loc": ("query", name[:40]), "type": "extra_forbidden"} for name in others])


def _read(where: str, reader: Callable[..., T], given: Any) -> T:
    try:
        return reader(given)
    except ValidationError as wrong:
        faults = [{"loc": (where, *error["loc"]), "type": error["type"]} for error in wrong.errors()]
        raise RequestValidationError(faults) from None
