"""The house on a phone: what tells a browser how to install it, and the worker that reads pages to it without network.

Both live at one address below the house's own, so that they hold for it and for nothing beside it on its site. A house
inside a page is installed by its shell (`inpage/`), and has neither.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from fastapi import APIRouter, Depends, Request, Response

from tablee.text import Text
from tablee.web.facilities import INSTALL, needs
from tablee.web.pages.answering import page
from tablee.web.pages.assets import CLOTH, ICON, asset, build, needed_files, worker_script
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(INSTALL))])

MANIFEST, WORKER, OFFLINE = "/manifest.webmanifest", "/service-worker.js", "/hors-ligne"
ABOUT = Text(fr="Des jeux de rôle légers, ce soir, avec qui est là.", en="Light role-playing games, tonight, together.")
ASK_AGAIN = {"cache-control": "no-cache"}  # these addresses stay while what they answer changes


class Icon(NamedTuple):
    """An icon in dots: its file in `static/`, its side, whether a system may cut it to a shape of its own."""

    file: str
    side: int
    cut: bool


ICONS = (Icon("icon-192.png", 192, False), Icon("icon-512.png", 512, False), Icon("icon-cut-512.png", 512, True))


@router.get(MANIFEST)
async def manifest(request: Request) -> Response:
    """How the house looks once it is installed: its name, colours, icons, and the page it opens on."""
    lang = reader(request)
    drawn = {"src": asset(ICON), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    in_dots = [
        {"src": asset(icon.file), "sizes": f"{icon.side}x{icon.side}", "type": "image/png"}
        | {"purpose": "maskable" if icon.cut else "any"}
        for icon in ICONS
    ]
    told = {
        "id": url("/"),
        "name": "Tablée",
        "short_name": "Tablée",
        "description": ABOUT.say(lang),
        "lang": lang,
        "start_url": url("/"),
        "scope": url("/"),
        "display": "standalone",
        "background_color": CLOTH[0],
        "theme_color": CLOTH[0],
        "icons": [drawn, *in_dots],
    }
    written = json.dumps(told, ensure_ascii=False)
    return Response(written, media_type="application/manifest+json", headers=ASK_AGAIN | {"vary": "cookie"})


@router.get(WORKER)
async def worker() -> Response:
    """The service worker, told of the files that every page needs and of the page to show where nothing was kept."""
    told = {"BUILD": build(), "FILES": needed_files(), "OFFLINE": url(OFFLINE)}
    first = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in told.items())
    return Response(first + worker_script(), media_type="text/javascript; charset=utf-8", headers=ASK_AGAIN)


@router.get(OFFLINE)
async def offline(request: Request) -> Response:
    """What is shown without network in place of a page that was not kept."""
    return page(request, "entrance/offline.html")
