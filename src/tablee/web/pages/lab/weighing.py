"""An adventure weighed before one plays it, and between two of its scenes: chances of each end, roll and fight.

The page stands at once; what comes of so many evenings follows, counted where long questions are.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from tablee.adventures.folder import Bound, Files, adventure_called, bound
from tablee.adventures.story import Progress
from tablee.errors import BadInput
from tablee.rules.fields import record_of
from tablee.rules.game import game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.led import AdventureStands
from tablee.web.pages.answering import html, page
from tablee.web.pages.drawing import draw
from tablee.web.pages.lab.asking import bounded
from tablee.web.pages.lab.fights import NEEDS_NUMPY
from tablee.web.pages.table.live import patch
from tablee.web.problems import Failure
from tablee.web.seat_request import At, SeatRequest
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

EVENINGS, LONGEST = 400, 4.0  # played for a page, and the seconds after which it shows what it has
MOST = 2  # players more or fewer, on the slider
Harder = Annotated[int, Query(ge=-MOST, le=MOST)]
Players = Annotated[int, Query(ge=1, le=8)]


def weighed_drawn(asked: str, lang: str) -> str:
    """What comes of an adventure, drawn; `asked` as `_question` writes it."""
    try:
        from tablee.lab.adventures import Weighing, weigh
        from tablee.lab.weighed import report
    except ImportError:
        raise BadInput(NEEDS_NUMPY) from None
    given = json.loads(asked)
    book = bound(Files(*given["files"])) if "files" in given else adventure_called(given["game"], given["id"])
    game, until = game_called(book.adventure.game), monotonic() + LONGEST
    party = {who: record_of(game.sheet, sheet) for who, sheet in given.get("party", {}).items()}
    at = Progress.from_json(given["at"]) if given.get("at") else None
    question = Weighing(
        book, party, given.get("players", 0), at, given.get("options", {}), given["harder"], evenings=EVENINGS
    )
    found = weigh(question, enough=lambda _: monotonic() > until)
    names = {who: sheet.name.say(lang) for who, sheet in party.items()}
    return draw("lab/weighed_outcome.html", lang, it=report(book, found, lang, names), game=game.id)


async def _weighed(request: Request, question: dict[str, Any], lang: str) -> str:
    return await bounded(request, "weigh", weighed_drawn, json.dumps(question), lang)


def _page(request: Request, book: Bound, outcome: str | None, harder: int, **values: Any) -> Response:
    """The page, with what comes of it if that is known already."""
    told = {"book": book, "harder": harder, "most": MOST, "outcome": outcome, "query": request.url.query, **values}
    return page(request, "lab/weighing.html", game=book.adventure.game, **told)


@router.get("/aventure/{game}/{id}/peser")
async def before(
    request: Request, game: str, id: str, players: Players = 2, harder: Harder = 0, now: bool = False
) -> Response:
    """An adventure weighed before it begins, for so many of its own party."""
    book, address = adventure_called(game, id), url("/aventure/{}/{}/peser", game, id)
    question = {"game": game, "id": id, "players": players, "harder": harder}
    outcome = await _weighed(request, question, reader(request)) if now else None
    many = min(len(book.adventure.party), book.adventure.players[1])
    return _page(request, book, outcome, harder, players=min(players, many), many=many, here=address, table="")


@router.get("/aventure/{game}/{id}/peser/issue")
async def before_found(request: Request, game: str, id: str, players: Players = 2, harder: Harder = 0) -> Response:
    """What comes of it, as a patch of its page."""
    adventure_called(game, id)
    question = {"game": game, "id": id, "players": players, "harder": harder}
    return html(request, patch("outcome", await _weighed(request, question, reader(request))))


async def _stands(at: SeatRequest) -> AdventureStands:
    """The adventure of a table as it stands, for its MJ."""
    found = await at.do(at.house.adventure_stands)
    if isinstance(found, Refusal):
        raise Failure(403, found.text, **dict(found.values))
    return found


def _question(stands: AdventureStands, harder: int) -> dict[str, Any]:
    files = [stands.book.files.structure, stands.book.files.fr, stands.book.files.en]
    return {"files": files, "party": stands.party, "at": stands.at, "options": stands.options, "harder": harder}


@router.get("/t/{table}/peser")
async def between(at: At, harder: Harder = 0, now: bool = False) -> Response:
    """The rest of a table's adventure, weighed from where it stands, for its MJ."""
    stands, address = await _stands(at), url("/t/{}/peser", at.table)
    outcome = await _weighed(at.request, _question(stands, harder), at.lang) if now else None
    return _page(at.request, stands.book, outcome, harder, players=0, many=0, here=address, table=at.table)


@router.get("/t/{table}/peser/issue")
async def between_found(at: At, harder: Harder = 0) -> Response:
    """What comes of it, as a patch of its page."""
    return html(at.request, patch("outcome", await _weighed(at.request, _question(await _stands(at), harder), at.lang)))
