"""Answering a browser: a page in the reader's language, another address to go to, the fields that a form has sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse

from tablee.web.guard import reader
from tablee.web.pages.drawing import draw

MOST_FIELDS = 300


def page(request: Request, template: str, status: int = 200, game: str = "", **values: Any) -> HTMLResponse:
    """A page drawn from a template, in the language of whoever asks and the colour of a game ("" for none)."""
    query = request.url.query
    address = request.url.path + (f"?{query}" if query else "")
    html = draw(template, reader(request), game=game, address=address if request.method == "GET" else "/", **values)
    return HTMLResponse(html, status)


def go(address: str) -> RedirectResponse:
    """Where a browser goes next, by GET."""
    return RedirectResponse(address, 303)


async def posted(request: Request) -> dict[str, str]:
    """The fields of a form that was sent, spaces around them aside; the last of those that bear the same name."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return {name: value.strip() for name, value in parse_qsl(body, True, max_num_fields=MOST_FIELDS)}
    except ValueError:
        return {}
