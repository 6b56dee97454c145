"""Addresses of a journal: itself, its luck, its recap, its dice; what the MJ takes back, redoes or shows there."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from tablee.errors import BadInput
from tablee.table.decide.refusal import Refusal
from tablee.table.topics.action import Act
from tablee.table.topics.dice import Reveal
from tablee.table.topics.undo import Redo, TakeBack
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.answering import go, html, posted
from tablee.web.pages.drawing import draw, draw_part
from tablee.web.pages.forms import understood
from tablee.web.pages.journal.dice import DiceProof
from tablee.web.pages.journal.ending import Closing
from tablee.web.pages.journal.journal import Journal
from tablee.web.pages.journal.recap import Recap
from tablee.web.pages.journal.seeking import Sought
from tablee.web.pages.journal.sessions import Sessions
from tablee.web.pages.table.addresses import SCRIPT, address
from tablee.web.pages.table.live import patch
from tablee.web.seat_request import At, SeatRequest
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

COMMANDS = {"take-back": TakeBack, "redo": Redo}
NO_STEP = Text(fr="Il n'y a rien à faire à cette étape.", en="There is nothing to do at this step.")


@router.get("/t/{table}/journal")
async def journal(at: At) -> Response:
    """The lines of this seat, as many as one reads at once, as its address filters, searches and replays them."""
    return await _drawn(at, Sought.of(at.request.query_params))


async def _drawn(at: SeatRequest, sought: Sought, refusal: str = "", status: int = 200) -> Response:
    def drawing(table: str, seat: str) -> str:
        shown = Journal(at.house, table, seat, at.lang, sought)
        return draw(
            "journal/journal.html", at.lang, page=shown, game=shown.game.id, address=address(at), refusal=refusal
        )

    return html(at.request, await at.do(drawing), status)


@router.post("/t/{table}/journal")
async def mend(at: At) -> Response:
    """Take back down to a line, or redo, for the MJ; a refusal is told on the journal."""
    given = await posted(at.request)
    kind: Any = COMMANDS.get(given.get("do", ""))
    if kind is None:
        return go(url("/t/{}/journal", at.table))

    def done(table: str, seat: str) -> Any:
        try:
            command = understood(kind, {"to": given.get("to") or None})
        except BadInput as wrong:
            return Refusal(Text(wrong.say("fr"), wrong.say("en")))
        return at.house.submit(table, seat, command, given.get("key", "")[:100])

    told = await at.do(done)
    if isinstance(told, Refusal):
        return await _drawn(at, Sought(), told.say(at.lang), 409 if told.rule else 422)
    return go(url("/t/{}/journal", at.table))


def _recap(at: SeatRequest, template: str) -> Any:
    everything = at.request.query_params.get("all") == "1"

    def drawing(table: str, seat: str) -> str:
        shown = Recap(at.house, table, seat, at.lang, everything)
        return draw(template, at.lang, page=shown, game=shown.view.game, address=address(at))

    return drawing


@router.get("/t/{table}/journal/chance")
async def luck(at: At) -> Response:
    """The luck of each and the figures of the evening, as a patch of the journal, which does not wait for them."""
    return html(at.request, patch("luck", await at.do(_recap(at, "journal/luck.html"))))


@router.get("/t/{table}/journal/compte/{n}")
async def mattered(at: At, n: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """What mattered in the action of a line, as a patch of its card; without script, the journal at that line."""
    if at.request.headers.get("accept", "") != SCRIPT:
        return go(Sought(at=n).address(at.table))
    id, found = f"n{n}-mattered", await at.do(at.in_language(at.house.mattered), n)
    return html(at.request, patch(id, draw_part("journal/mattered.html", "told", at.lang, id, found)))


@router.get("/t/{table}/journal/recit")
async def recap(at: At) -> Response:
    """The evening on paper: who was there, what happened, what it comes to."""
    return html(at.request, await at.do(_recap(at, "journal/recap.html")))


@router.get("/t/{table}/journal/des")
async def dice(at: At) -> Response:
    """The dice of this seat's lines, verified now."""
    return await _dice(at)


async def _dice(at: SeatRequest, refusal: str = "", status: int = 200) -> Response:
    def drawing(table: str, seat: str) -> str:
        shown = DiceProof(at.house, table, seat, at.lang)
        return draw(
            "journal/dice.html",
            at.lang,
            page=shown,
            game=shown.view.game,
            address=url(at.request.url.path),
            refusal=refusal,
        )

    return html(at.request, await at.do(drawing), status)


@router.post("/t/{table}/journal/des")
async def show_key(at: At) -> Response:
    """Show the key of the evening's dice, for the MJ; then any reader can compute them again."""
    given = await posted(at.request)
    told = await at.do(at.house.submit, Reveal(secret=bool(given.get("secret"))))
    return (
        await _dice(at, told.say(at.lang), 422) if isinstance(told, Refusal) else go(url("/t/{}/journal/des", at.table))
    )


def _closing(at: SeatRequest, table: str, seat: str, fields: forms.Fields) -> Closing:
    return Closing(at.house, table, seat, at.lang, dict(fields), forms.asked(fields))


@router.get("/t/{table}/journal/seances")
async def sessions(at: At) -> Response:
    """The sessions of the table: when, who was there, what happened; the MJ writes of the last one and reads it out."""

    def drawing(table: str, seat: str) -> str:
        shown = Sessions(at.house, table, seat, at.lang)
        return draw("journal/sessions.html", at.lang, page=shown, game=shown.view.game, address=address(at))

    return html(at.request, await at.do(drawing))


@router.get("/t/{table}/fin")
async def ending(at: At) -> Response:
    """What is left to do at the end of a session or of a scenario, one step at a time."""
    return await _ending(at, forms.form_fields(at.request.url.query))


async def _ending(at: SeatRequest, fields: forms.Fields, refusal: str = "", status: int = 200) -> Response:
    def drawing(table: str, seat: str) -> str:
        shown = _closing(at, table, seat, fields)
        given = {"page": shown.prepared or shown.page, "game": shown.game.id, "refusal": refusal}
        return draw("journal/fin.html", at.lang, closing=shown, address=url("/t/{}/fin", table), **given)

    return html(at.request, await at.do(drawing), status)


@router.post("/t/{table}/fin")
async def end_step(at: At) -> Response:
    """Do a step of the end; what was done already this evening is not done twice."""
    fields = forms.form_fields((await at.request.body()).decode("utf-8", "replace"))

    def done(table: str, seat: str) -> Any:
        shown = _closing(at, table, seat, fields)
        if shown.prepared is None:
            return Refusal(NO_STEP)
        if shown.refusal is not None:
            return shown.refusal
        try:
            act = understood(Act, shown.prepared.asked.act.model_dump())
        except BadInput as wrong:
            return Refusal(Text(wrong.say("fr"), wrong.say("en")))
        told = at.house.submit(table, seat, act, dict(fields).get("key", "")[:100])
        return told if isinstance(told, Refusal) else _closing(at, table, seat, fields).onwards

    told = await at.do(done)
    if isinstance(told, Refusal):
        return await _ending(at, fields, told.say(at.lang), 409 if told.rule else 422)
    return go(told)
