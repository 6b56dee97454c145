"""Draft: what a visitor has filled in so far of a creation, kept in a cookie of its pages until it is finished.

A cookie, because there is no account: it outlives the page and the browser's window, works without a script, and the
house keeps nothing of what was not made.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import asdict, dataclass, field
from typing import Any

from fastapi import Request, Response
from starlette.requests import cookie_parser

from tablee.errors import BadInput
from tablee.text import Text
from tablee.web.seat_request import COOKIE_SECONDS

COOKIE = "tablee-draft-"  # and what the draft is of: "make" a character, or "grow" one
MAX_COOKIE = 3800  # signs: browsers keep 4096 bytes of each cookie, its name and its path included
MAX_BYTES = 64 * 1024  # of a draft unpacked
TOO_LONG = Text(
    fr="C'est trop long pour être gardé : raccourcissez les textes. La dernière étape est restée comme avant.",
    en="This is too long to be kept: shorten the texts. The last step has stayed as it was.",
)


@dataclass(frozen=True)
class Draft:
    """An action that is being filled in: for whom, with which values so far, at which step, how far one has gone."""

    action: str
    actor: str = ""  # "" for a creation
    params: dict[str, Any] = field(default_factory=dict)
    step: int = 0
    furthest: int = 0


def read_draft(request: Request, kind: str) -> Draft | None:
    """The draft of a kind that this browser holds here; None if there is none that can be read."""
    cookie = cookie_parser(request.headers.get("cookie", "")).get(COOKIE + kind, "")
    try:
        packed = base64.urlsafe_b64decode(cookie + "=" * (-len(cookie) % 4))
        given = json.loads(zlib.decompressobj().decompress(packed, MAX_BYTES))
        action, actor, params, *steps = (given[key] for key in ("action", "actor", "params", "step", "furthest"))
    except (binascii.Error, zlib.error, ValueError, TypeError, KeyError, RecursionError):
        return None
    whole = all(type(step) is int and step >= 0 for step in steps)
    fits = isinstance(action, str) and isinstance(actor, str) and isinstance(params, dict) and whole
    return Draft(action, actor, params, *steps) if fits else None


def keep_draft(response: Response, base: str, kind: str, draft: Draft) -> None:
    """Have the browser hold a draft for the pages under an address; BadInput if it is too long."""
    packed = base64.urlsafe_b64encode(zlib.compress(json.dumps(asdict(draft)).encode(), 9)).decode().rstrip("=")
    if len(packed) > MAX_COOKIE:
        raise BadInput(TOO_LONG)
    response.set_cookie(COOKIE + kind, packed, COOKIE_SECONDS, path=base, httponly=True, samesite="lax")


def forget_draft(response: Response, base: str, kind: str) -> None:
    """Have the browser forget a draft."""
    response.delete_cookie(COOKIE + kind, path=base)
