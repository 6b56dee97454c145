"""Problem: how everything that is refused, or fails, is answered: problem+json (RFC 9457) with a code that stays.

A code is the name of the sentence in the code of the house, `ONLY_MJ` for `only-mj`: it stays where words are mended.
`tests/golden/problem_codes.txt` lists those that clients may know.
"""

from __future__ import annotations

import sys
from math import ceil
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response

from tablee.text import Text
from tablee.web.pages.drawing import draw
from tablee.web.pages.reading import as_read
from tablee.web.urls import url

MEDIA_TYPE = "application/problem+json"
BY_RULE = "rule"  # the code of whatever a rule of a game refuses: `rule` says which
BY_STATUS = {403: "not-allowed", 404: "not-found", 409: "conflict", 422: "bad-input", 503: "unavailable"}
"""The codes of sentences that are not the house's own: a game's, or an author's."""
_codes: dict[int, str] = {}  # by the sentence's identity: sentences of the house are never gone
_by_words: dict[Text, str] = {}  # of one that comes from another process


def code_of(text: Text, status: int, rule: str = "") -> str:
    """What a client knows a refusal by."""
    if rule:
        return BY_RULE
    if id(text) not in _codes and text not in _by_words:
        for module in list(sys.modules.values()):
            if getattr(module, "__name__", "").startswith("tablee."):
                for name, value in list(vars(module).items()):
                    if isinstance(value, Text) and name.isupper():
                        _codes[id(value)] = code = name.strip("_").lower().replace("_", "-")
                        _by_words.setdefault(value, code)
    return _codes.get(id(text)) or _by_words.get(text) or BY_STATUS.get(status, "refused")


def problem(
    status: int, code: str, sentence: str, rule: str = "", fields: dict[str, str] | None = None, again: float = 0.0
) -> Response:
    """A problem as data: what it is, in a code and in a sentence, the rule that says so and the fields that it is
    about; how many seconds later it may be tried again, if that helps.
    """
    told: dict[str, Any] = {"type": f"urn:tablee:{code}", "status": status, "code": code}
    told |= {"detail": writable(sentence), "rule": rule, "fields": fields or {}}
    return JSONResponse(told, status, waiting(again), MEDIA_TYPE)


def problem_page(headers: Headers, path: str, lang: str, status: int, sentence: str) -> Response | None:
    """A problem as a page, for a visitor in a browser; None for any other client, which reads data."""
    if path.startswith("/api/") or "text/html" not in headers.get("accept", ""):
        return None
    text = draw("problem.html", lang, sentence=writable(sentence), game="", address=url("/"))
    return HTMLResponse(as_read(text, headers), status)


def waiting(seconds: float) -> dict[str, str]:
    """The header that says in how many seconds to ask again; none where it does not help."""
    return {"retry-after": str(ceil(seconds))} if seconds else {}


def writable(sentence: str) -> str:
    """A sentence that can be encoded: it may quote a request, and half a character (a lone surrogate) is no text."""
    return sentence.encode("utf-8", "replace").decode()
