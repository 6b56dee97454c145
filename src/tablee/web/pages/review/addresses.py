"""Addresses of fights read again: the page, what its reader says of it, the curve as a picture."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from tablee.errors import BadInput
from tablee.review.picture import review_svg
from tablee.review.what_if import open_what_if
from tablee.table.decide.refusal import Refusal
from tablee.table.topics.review import ShowChoices, TellReview
from tablee.text import Text
from tablee.web.advice import ROOM as ADVICE
from tablee.web.advice import SECONDS
from tablee.web.facilities import PAPER, needs
from tablee.web.pages.answering import go, html, page, posted
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.opening import sat_down
from tablee.web.pages.paper import BUSY
from tablee.web.pages.review.page import ReviewPage
from tablee.web.pages.review.puzzle import Puzzle, puzzle_of
from tablee.web.pictures import CHECKED
from tablee.web.reviews import Reviews
from tablee.web.seat_request import At, SeatRequest, count_opening, off, turn_at
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)
Fight = Annotated[int, Path(ge=1, le=2**53)]


def _reviews(at: SeatRequest) -> Reviews:
    found: Reviews = at.request.app.state.reviews
    return found


@router.get("/t/{table}/combat/{fight}")
async def review(at: At, fight: Fight) -> Response:
    """A fight that is over, read again as far as this seat may."""
    return await _drawn(at, fight)


async def _drawn(at: SeatRequest, fight: int, refusal: str = "", status: int = 200) -> Response:
    def drawing(table: str, seat: str) -> str:
        view = at.house.view(table, seat)
        shown = ReviewPage(table, view, _reviews(at).seen(table, seat, fight, at.lang, address=at.address), at.lang)
        here = url("/t/{}/combat/{}", table, fight)
        return draw("review/review.html", at.lang, page=shown, game=view.game, address=here, here=here, refusal=refusal)

    return html(at.request, await at.do(drawing), status)


@router.get("/t/{table}/combat/{fight}/courbe.svg")
async def picture(at: At, fight: Fight) -> Response:
    """The curve as a drawing, as far as it is known to this seat."""
    return Response(await _svg(at, fight), media_type="image/svg+xml", headers=CHECKED)


@router.get("/t/{table}/combat/{fight}/courbe.png", dependencies=[Depends(needs(PAPER))])
async def dots(at: At, fight: Fight) -> Response:
    """The curve as a picture in dots, when the printer is free."""
    drawing = await _svg(at, fight)
    async with turn_at(at.request.app.state.printer, at.request, BUSY):
        made = await off(_png, drawing)
    return Response(made, media_type="image/png", headers=CHECKED)


async def _svg(at: SeatRequest, fight: int) -> str:
    def drawing(table: str, seat: str) -> str:
        review = _reviews(at).seen(table, seat, fight, at.lang, looks=False)
        return review_svg(review, at.house.view(table, seat).title, at.lang)

    return await at.do(drawing)


def _png(drawing: str) -> bytes:
    from tablee.lab.pictures import png

    return png(drawing)


@router.get("/t/{table}/combat/{fight}/a-vous/{n}")
async def puzzle(at: At, fight: Fight, n: Fight, choice: Annotated[int, Query(ge=0, le=100)] = 0) -> Response:
    """A moment as a puzzle: what could be done; once one is chosen, what each choice was worth."""

    def found(table: str, seat: str) -> Puzzle:
        return puzzle_of(at.house, at.laboratory(ADVICE), table, seat, fight, n, choice, at.lang)

    shown = await at.count("advice", found, seconds=SECONDS)
    return page(at.request, "review/puzzle.html", game=shown.view.game, page=shown, here=url(at.request.url.path))


@router.post("/t/{table}/combat/{fight}/et-si/{n}")
async def what_if(at: At, fight: Fight, n: Fight) -> Response:
    """A table of its own on which the fight stands as it stood before a line, and the person seated there."""
    count_opening(at.request)
    table, token = await at.do(lambda table, seat: open_what_if(at.house, table, seat, fight, n, at.lang))
    return sat_down(at.request, table, token, {}, url("/t/{}", table))


@router.post("/t/{table}/combat/{fight}")
async def say(at: At, fight: Fight) -> Response:
    """What the MJ says of the review, or a player of their own choices; a refusal is told on the page."""
    given = await posted(at.request)

    def said(table: str, seat: str) -> Any:
        try:
            if "told" in given:
                command: Any = TellReview(fight=fight, told=given["told"])
            else:
                command = ShowChoices(fight=fight, shown=given.get("shown") == "1")
        except ValueError:
            return Refusal(NOT_SAID)
        except BadInput as wrong:
            return Refusal(Text(wrong.say("fr"), wrong.say("en")))
        return at.house.submit(table, seat, command, given.get("key", "")[:100])

    told = await at.do(said)
    if isinstance(told, Refusal):
        return await _drawn(at, fight, told.say(at.lang), 422)
    return go(url("/t/{}/combat/{}", at.table, fight))


NOT_SAID = Text(fr="Dites comment ce combat se relit.", en="Say how this fight is read again.")
