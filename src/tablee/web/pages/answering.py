"""Answering a browser: a page in the reader's language, another address to go to, the fields that a form has sent."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from tablee.web.pages.drawing import draw
from tablee.web.pages.forms import form_fields
from tablee.web.pages.reading import as_read
from tablee.web.serving.data import compressed
from tablee.web.serving.guard import reader
from tablee.web.urls import url


def html(request: Request, text: str, status: int = 200) -> Response:
    """HTML as it is sent: drawn as its reader wants to read it, compressed for browsers that say they can."""
    text = as_read(text, request.headers)
    return compressed(request, HTMLResponse(text, status, {"vary": "accept-encoding"}))


def page(request: Request, template: str, status: int = 200, game: str = "", **values: Any) -> Response:
    """A page drawn from a template, in the language of the reader and the colour of a game ("" for none)."""
    address = whole_address(request) if request.method == "GET" else url("/")
    text = draw(template, reader(request), game=game, address=address, **values)
    return html(request, text, status)


def whole_address(request: Request) -> str:
    """The address of the page that a request asks for, with its query."""
    query = request.url.query
    return url(request.url.path) + (f"?{query}" if query else "")


def go(address: str) -> RedirectResponse:
    """Where a browser goes next, by GET."""
    return RedirectResponse(address, 303)


async def posted(request: Request) -> dict[str, str]:
    """The fields of a form that was sent, spaces around them aside; the last of those that bear the same name."""
    body = (await request.body()).decode("utf-8", "replace")
    return {name: value.strip() for name, value in form_fields(body)}
