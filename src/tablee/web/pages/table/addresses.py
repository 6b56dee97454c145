"""Addresses of a table's page: the page itself, the hand alone, the stream of patches, and commands that are posted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Response
from starlette.responses import JSONResponse

from tablee.dice.patience import Patience
from tablee.table.decide.command import COMMANDS
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import AdviceTold
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.web.advice import ROOM as ADVICE
from tablee.web.advice import SECONDS, advice
from tablee.web.opponents import ROOM as BEST
from tablee.web.opponents import Opponents
from tablee.web.pages import forms
from tablee.web.pages.answering import go, html, page, whole_address
from tablee.web.pages.drawing import draw, draw_part
from tablee.web.pages.table.carnet import Carnet
from tablee.web.pages.table.live import PageStream, patch
from tablee.web.pages.table.page import TABS, Page
from tablee.web.problems import NOT_FOUND, Failure
from tablee.web.seat_request import At, SeatRequest, accepted, off
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

LAST = "derniere"  # the scene that was laid by last
SCRIPT = "application/json"  # what the page's script accepts; browsers without it accept HTML


def page_of(at: SeatRequest, asked: forms.PageQuery) -> Callable[[str, str], Page]:
    """What makes the page of the seat that asks, in a thread."""
    return lambda table, seat: Page(at.house, table, seat, at.lang, asked, at.hub.present(table))


def page_drawing(
    at: SeatRequest, asked: forms.PageQuery, template: str, refusal: str = ""
) -> Callable[[str, str], str]:
    """What draws a template with the page of the seat that asks, in a thread."""

    def drawing(table: str, seat: str) -> str:
        shown = page_of(at, asked)(table, seat)
        tab = asked.tab if asked.tab in TABS else "table"
        return draw(template, shown.lang, page=shown, tab=tab, refusal=refusal, game=shown.game.id, address=address(at))

    return drawing


def patiently(at: SeatRequest, drawing: Callable[[str, str], str]) -> Callable[[str, str], str]:
    """A drawing whose odds are given up, with a sentence, after as much work as those that are asked by themselves."""

    def drawn(table: str, seat: str) -> str:
        with Patience(at.callers.limits.odds_seconds).waiting():
            return drawing(table, seat)

    return drawn


def address(at: SeatRequest) -> str:
    return whole_address(at.request)


@router.get("/t/{table}")
async def table_page(at: At) -> Response:
    """The table as this seat sees it, with what its address prepares. Whoever opens it is back at the table."""
    await at.do(at.house.come_back)
    asked = forms.asked(forms.form_fields(at.request.url.query))
    return html(at.request, await at.do(patiently(at, page_drawing(at, asked, "table/table.html"))))


@router.get("/t/{table}/hand")
async def hand(at: At) -> Response:
    """The hand alone, its form as filled in and its odds, as a patch; of those that a seat asks the newest is given.

    In the tab of the sheet, that follows.
    """
    asked = forms.asked(forms.form_fields(at.request.url.query))
    patches = patch("hand", await at.count("form", page_drawing(at, asked, "table/hand.html")))
    if asked.tab == "fiche":
        patches += patch("fiche", await at.do(page_drawing(at, asked, "table/sheet.html")))
    return html(at.request, patches)


@router.get("/t/{table}/carnet")
async def carnet(at: At) -> Response:
    """The carnet as this seat knows it, all of it or what holds the words of its address (`q`)."""
    sought = dict(forms.form_fields(at.request.url.query)).get("q", "")[:80]

    def drawing(table: str, seat: str) -> str:
        shown = Carnet(at.house, table, seat, at.lang, forms.PageQuery(), at.hub.present(table))
        shown.sought = sought.strip()
        return draw("table/carnet.html", shown.lang, page=shown, game=shown.game.id, address=address(at))

    return html(at.request, await at.do(drawing))


@router.get("/t/{table}/odds")
async def odds(at: At) -> Response:
    """The odds of the action as its form is filled in, as a patch that comes before the hand's; nothing where the rules
    refuse it.
    """
    asked = forms.asked(forms.form_fields(at.request.url.query))

    def drawing(table: str, seat: str) -> str:
        shown = page_of(at, asked)(table, seat)
        told = shown.odds_alone
        return draw_part("table/odds.html", "prepared", at.lang, told, shown.names) if told else ""

    drawn = await at.count("odds", drawing)
    return html(at.request, patch("odds", drawn) if drawn else "")


@router.get("/t/{table}/conseil")
async def advise(at: At, card: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    """What the choices of the character in hand are worth, or the answers that the card `card` asks for: a patch for
    the page's script, else a page of its own.
    """
    asked = forms.asked(forms.form_fields(at.request.url.query))
    act = Act.model_construct(actor=asked.who, action=asked.action, params=dict(asked.params))
    lang = await at.do(lambda _table, _seat: at.lang)
    told = await at.count("advice", lambda table, seat: _weighed(at, table, seat, act, lang), seconds=SECONDS)
    found, refusal = (None, told.say(lang)) if isinstance(told, Refusal) else (told, "")
    id = f"n{card}-{asked.who}-advice" if card else "advice"
    if at.request.headers.get("accept", "") == SCRIPT:
        return html(at.request, patch(id, draw_part("table/advice.html", "told", lang, id, found, refusal)))
    return page(at.request, "table/advice_page.html", back=url("/t/{}", at.table), found=found, refusal=refusal)


def _weighed(at: SeatRequest, table: str, seat: str, act: Act, lang: str) -> AdviceTold | Refusal:
    """The advice, each answer with the words that its card has for it."""
    told = advice(at.house, at.laboratory(ADVICE), table, seat, act, lang)
    if isinstance(told, Refusal) or not told.choices or told.choices[0].answer is None:
        return told
    asked = at.house.view(table, seat).asked.get(act.actor)
    words = {json.dumps(one.value): one.label.say(lang) for one in asked.options} if asked else {}
    choices = [replace(one, words=words.get(json.dumps(one.answer), str(one.answer))) for one in told.choices]
    return replace(told, choices=choices)


@router.get("/t/{table}/live")
async def live(
    at: At,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """The patches of this seat's page as its table changes (Server-Sent Events), resumed from Last-Event-ID."""
    start = resumed(after, last_event_id)
    seat = await at.do(lambda _, seat: str(seat))
    await at.do(at.house.come_back)
    at.room_for_a_stream(seat)
    asked = forms.PageQuery()
    return PageStream(at.hub, at.turns, at.table, seat, start, lambda: page_of(at, asked)(at.table, seat), at.token)


def resumed(after: int, last_event_id: str | None) -> int:
    """The line after which a stream goes on: where the browser says it stopped, else where its address says."""
    known = last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit()
    return int(last_event_id) if last_event_id and known else after


@router.post("/t/{table}/{command}")
async def command(
    at: At,
    command: Annotated[str, Path(max_length=40)],
    idempotency_key: Annotated[str | None, Header(max_length=100)] = None,
) -> Response:
    """A command that a form of the page posts: done once for each key; a refusal is told beside the form."""
    if command not in COMMANDS:
        raise Failure(404, NOT_FOUND)
    fields = forms.form_fields((await at.request.body()).decode("utf-8", "replace"))
    return await obeyed(at, command, fields, idempotency_key)


async def obeyed(at: SeatRequest, command: str, fields: forms.Fields, idempotency_key: str | None) -> Response:
    """The answer to a form that gives a command, once it is done or refused."""
    key = (idempotency_key or dict(fields).get("key", ""))[:100]
    by_script = at.request.headers.get("accept", "") == SCRIPT
    told = await at.do(lambda table, seat: submitted(at.house, table, seat, command, fields, key))
    if by_script:
        accepted(told)
        return JSONResponse({})
    if isinstance(told, Refusal):
        asked = forms.asked(fields)
        shown = await at.do(patiently(at, page_drawing(at, asked, "table/table.html", told.say(at.lang))))
        return html(at.request, shown, 409 if told.rule else 422)
    if not at.hub.followed(at.table):  # nobody would see them move one by one
        await off(Opponents(at.house, at.laboratory(BEST)).play_until_asked, at.table)
    return go(back(at.table, dict(fields)))


def submitted(house: House, table: str, seat: str, name: str, fields: forms.Fields, key: str) -> Refusal | None:
    """Submit the command that a form gives; its refusal, None if it stands."""
    command = forms.understood(COMMANDS[name], forms.command(name, fields))
    told = house.submit(table, seat, command, key)
    return told if isinstance(told, Refusal) else None


def back(table: str, fields: dict[str, str]) -> str:
    """Where a browser without script goes after a command: to the page it came from, at this table."""
    tab = fields.get("back", "")
    if tab == "menu":
        return url("/t/{}/menu#reponses", table)
    if tab == "carnet":
        return url("/t/{}/carnet", table)
    if tab == "sessions":
        return url("/t/{}/journal/seances", table)
    if tab == "mj.prepare":
        return url("/t/{}/mj/preparer?scene={}", table, fields.get("scene") or LAST)
    if tab.startswith("mj."):
        return url("/t/{}/mj?panel={}", table, tab[3:]) if tab[3:].isalpha() else url("/t/{}/mj", table)
    return url("/t/{}?tab={}", table, tab) if tab in TABS else url("/t/{}", table)
