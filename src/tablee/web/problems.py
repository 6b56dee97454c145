"""Problems: what is answered in place of each kind of exception, in one shape and in the reader's language."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from tablee.errors import BadFields, BadInput, Unavailable, Unknown
from tablee.table.service import NOT_ADMITTED
from tablee.text import Text
from tablee.web.serving.guard import TOO_SLOW, problem, problem_page, reader, table_in, token_of, too_large
from tablee.web.urls import url

BADLY_FORMED = Text(fr="Demande mal formée : {where}.", en="Badly formed request: {where}.")
NOT_SO = Text(fr="Cette adresse ne se demande pas ainsi.", en="This address is not asked that way.")
UNREADABLE = Text(fr="Cette demande ne se lit pas.", en="This request cannot be read.")
BROKEN = Text(
    fr="Quelque chose s'est cassé ici, et c'est noté : recommencez, ou prévenez qui tient la maison.",
    en="Something broke here, and it is noted: try again, or tell whoever runs this house.",
)
OPENS = re.compile("(?<=/place/).+|(?<=^/r/).+")  # a token or a table's code, which no log keeps
NOT_FOUND = Text(fr="Il n'y a rien à cette adresse.", en="There is nothing at this address.")


class Failure(Exception):
    """An answer that is a problem."""

    def __init__(self, status: int, text: Text, rule: str = "", **values: Any) -> None:
        self.status, self.text, self.rule, self.values = status, text, rule, values

    def say(self, lang: str) -> str:
        return self.text.say(lang, **self.values)


def _told(
    request: Request, status: int, sentence: str, rule: str = "", fields: dict[str, str] | None = None
) -> Response:
    page = problem_page(request.headers, request.url.path, reader(request), status, sentence)
    return page or problem(status, sentence, rule, fields)


async def _failed(request: Request, failure: Failure) -> Response:
    return _told(request, failure.status, failure.say(reader(request)), failure.rule)


async def _waits(request: Request, table: str) -> bool:
    """Whether the visitor who asks for a table's page still waits at its door."""
    token = token_of(request.headers, table) or ""
    return bool(await asyncio.to_thread(request.app.state.house.waiting, table, token))


async def _bad(request: Request, wrong: BadInput) -> Response:
    lang = reader(request)
    fields = {item.field: item.say(lang) for item in wrong.problems} if isinstance(wrong, BadFields) else {}
    status = 403 if wrong.text is NOT_ADMITTED else 404 if isinstance(wrong, Unknown) else 422
    table = table_in(request.url.path)
    if status == 403 and request.url.path == f"/t/{table}" and await _waits(request, table):
        return RedirectResponse(url("/t/{}/attente", table), 303)
    return _told(request, status, wrong.say(lang), "", fields)


async def _away(request: Request, why: Unavailable) -> Response:
    path = OPENS.sub("…", request.url.path)
    logging.getLogger("tablee").error("%s %s: %s", request.method, path, why.__cause__ or why)
    answer = _told(request, 503, why.say(reader(request)))
    answer.headers["retry-after"] = "1"
    return answer


async def _broken(request: Request, _why: Exception) -> Response:
    return _told(request, 500, BROKEN.say(reader(request)))


async def _malformed(request: Request, wrong: RequestValidationError) -> Response:
    where = ", ".join(".".join(str(step) for step in error["loc"]) for error in wrong.errors())
    return _told(request, 422, BADLY_FORMED.say(reader(request), where=where))


async def _refused(request: Request, wrong: HTTPException) -> Response:
    lang = reader(request)
    if wrong.status_code == 413:
        return _told(request, 413, too_large(request.url.path, lang))
    text = {404: NOT_FOUND, 405: NOT_SO, 408: TOO_SLOW}.get(wrong.status_code, UNREADABLE)
    return _told(request, wrong.status_code, text.say(lang))


async def _gone(_request: Request, _why: ClientDisconnect) -> Response:
    return Response(status_code=400)  # nobody reads it: a page asked anew before it had asked whole


PROBLEMS: dict[type[Exception], Any] = {
    ClientDisconnect: _gone,
    Failure: _failed,
    BadInput: _bad,
    Unavailable: _away,
    RequestValidationError: _malformed,
    HTTPException: _refused,
    Exception: _broken,  # noted first, wherever it is answered
}
"""Exception → what makes the answer from the request and it."""
