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

from tablee.errors import BadFields, BadInput, FieldProblem, Unavailable, Unknown
from tablee.table.service import NOT_ADMITTED
from tablee.text import Text
from tablee.web.serving.guard import TOO_SLOW, reader, table_in, token_of, too_large
from tablee.web.serving.problem import code_of, problem, problem_page, waiting
from tablee.web.urls import url

BADLY_FORMED = Text(fr="Demande mal formée : {where}.", en="Badly formed request: {where}.")
NOT_SO = Text(fr="Cette adresse ne se demande pas ainsi.", en="This address is not asked that way.")
UNREADABLE = Text(fr="Cette demande ne se lit pas.", en="This request cannot be read.")
BROKEN = Text(
    fr="Quelque chose s'est cassé ici, et c'est noté : recommencez, ou prévenez qui tient la maison.",
    en="Something broke here, and it is noted: try again, or tell whoever runs this house.",
)
UNFIT = Text(fr="Cette valeur ne convient pas.", en="This value does not fit.")
WHOLE = Text(fr="Il faut un nombre entier.", en="A whole number is needed.")
TRUTH = Text(fr="Il faut « true » ou « false ».", en="“true” or “false” is needed.")
LIST = Text(fr="Il faut une liste : [ … ].", en="A list is needed: [ … ].")
OBJECT = Text(fr="Il faut un objet : { … }.", en="An object is needed: { … }.")
NOT_TYPED = Text(
    fr="Dites que c'est du JSON : Content-Type: application/json.",
    en="Say that it is JSON: Content-Type: application/json.",
)
FAULTS = {
    "missing": Text(fr="Il manque cette valeur.", en="This value is missing."),
    "extra_forbidden": Text(fr="Rien ne porte ce nom ici.", en="Nothing bears this name here."),
    "string_too_long": Text(
        fr="Ce texte est trop long : {max_length} signes au plus.",
        en="This text is too long: {max_length} signs at most.",
    ),
    "string_too_short": Text(fr="Ce texte est trop court.", en="This text is too short."),
    "too_long": Text(fr="Il y en a trop : {max_length} au plus.", en="There are too many: {max_length} at most."),
    "too_short": Text(fr="Il en manque : {min_length} au moins.", en="There are too few: {min_length} at least."),
    "greater_than_equal": Text(fr="Il faut au moins {ge}.", en="At least {ge} is needed."),
    "less_than_equal": Text(fr="Il faut au plus {le}.", en="At most {le} is possible."),
    "json_invalid": Text(fr="Ce n'est pas du JSON.", en="This is not JSON."),
    "string_type": Text(fr="Il faut un texte, entre guillemets.", en="A text is needed, in quotation marks."),
    **dict.fromkeys(("int_parsing", "int_type", "int_from_float"), WHOLE),
    **dict.fromkeys(("bool_parsing", "bool_type"), TRUTH),
    **dict.fromkeys(("list_type", "tuple_type"), LIST),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type", "mapping_type"), OBJECT),
}
"""What is wrong with a value of a request, by the kinds of Pydantic; others do not fit."""
BAD_FIELDS = "bad-fields"  # the code of parameters that do not fit, field by field
OPENS = re.compile("(?<=/place/).+|(?<=^/r/).+")  # a token or a table's code, which no log keeps
NOT_FOUND = Text(fr="Il n'y a rien à cette adresse.", en="There is nothing at this address.")


class Failure(Exception):
    """An answer that is a problem."""

    def __init__(self, status: int, text: Text, rule: str = "", **values: Any) -> None:
        self.status, self.text, self.rule, self.values = status, text, rule, values
        self.problems: tuple[FieldProblem, ...] = ()

    def say(self, lang: str) -> str:
        return self.text.say(lang, **self.values)


def _told(
    request: Request, status: int, code: str, sentence: str, rule: str = "", fields: dict[str, str] | None = None
) -> Response:
    again = 1.0 if status in (429, 503) else 0.0
    page = problem_page(request.headers, request.url.path, reader(request), status, sentence)
    if page:
        page.headers.update(waiting(again))
    return page or problem(status, code, sentence, rule, fields, again)


def _said(request: Request, status: int, text: Text, rule: str = "", **values: Any) -> Response:
    return _told(request, status, code_of(text, status, rule), text.say(reader(request), **values), rule)


async def _failed(request: Request, failure: Failure) -> Response:
    lang = reader(request)
    fields = {one.field: one.say(lang) for one in failure.problems}
    code = BAD_FIELDS if fields else code_of(failure.text, failure.status, failure.rule)
    return _told(request, failure.status, code, failure.say(lang), failure.rule, fields)


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
    code = BAD_FIELDS if fields else code_of(wrong.text, status)
    return _told(request, status, code, wrong.say(lang), "", fields)


async def _away(request: Request, why: Unavailable) -> Response:
    path = OPENS.sub("…", request.url.path)
    logging.getLogger("tablee").error("%s %s: %s", request.method, path, why.__cause__ or why)
    return _said(request, 503, why.text)


async def _broken(request: Request, _why: Exception) -> Response:
    return _said(request, 500, BROKEN)


async def _malformed(request: Request, wrong: RequestValidationError) -> Response:
    found = {".".join(map(str, error["loc"])): error for error in wrong.errors()}
    lang = reader(request)
    fields = {
        where: NOT_TYPED.say(lang)
        if where == "body" and isinstance(error.get("input"), bytes)  # left as it came: nothing said how to read it
        else FAULTS.get(error.get("type", ""), UNFIT).say(lang, **error.get("ctx", {}))
        for where, error in found.items()
    }
    sentence = BADLY_FORMED.say(lang, where=", ".join(found))
    return _told(request, 422, code_of(BADLY_FORMED, 422), sentence, "", fields)


async def _refused(request: Request, wrong: HTTPException) -> Response:
    if wrong.status_code == 413:
        text, values = too_large(request.url.path)
        return _said(request, 413, text, **values)
    text = {404: NOT_FOUND, 405: NOT_SO, 408: TOO_SLOW}.get(wrong.status_code, UNREADABLE)
    answer = _said(request, wrong.status_code, text)
    answer.headers.update(wrong.headers or {})  # which methods an address allows
    return answer


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
