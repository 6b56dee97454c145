"""Addresses of the MJ's screen: the page, its parts that a form asks for anew, its stream, and what only it posts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response
from starlette.responses import JSONResponse

from tablee.rules.fields import record_of
from tablee.rules.stored.written import plain
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import PreparedScene
from tablee.table.topics.blind import Disclose
from tablee.table.topics.seat import Invite, Relink
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.answering import go, html, page, posted
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.door import doorway_of, origin_of
from tablee.web.pages.entrance.qr import qr
from tablee.web.pages.mj.live import ScreenStream
from tablee.web.pages.mj.preparing import ROWS, people_in, tries_after
from tablee.web.pages.mj.screen import Screen
from tablee.web.pages.table.addresses import SCRIPT, obeyed, patiently, resumed
from tablee.web.pages.table.live import patch
from tablee.web.pages.table.page import Page
from tablee.web.pictures import drawn_again, form_with_file, kept_picture
from tablee.web.problems import NOT_FOUND, Failure
from tablee.web.seat_request import At, SeatRequest, accepted
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

THE_MJS_SCREEN = Text(
    fr="Cet écran est celui du meneur : revenez à la table.", en="This screen is the GM's: go back to the table."
)
NOBODY_THERE = Text(fr="Personne n'a cette place à la table.", en="Nobody has that seat at the table.")
NO_SCENE = Text(
    fr="Cette scène n'est plus préparée : elle a été retirée.", en="This scene is no longer prepared: it was put away."
)
ANOTHER = Text(fr="{title} (bis)", en="{title} (again)")
ASKED = ("ask", "shelf", "rules")  # parts of the screen that forms ask for anew


def screen_of(at: SeatRequest, fields: forms.Fields, kind: type[Screen] = Screen) -> Callable[[str, str], Screen]:
    """What makes the screen of the MJ who asks, in a thread; a Failure for any other seat."""

    def made(table: str, seat: str) -> Screen:
        if not at.house.state(table).is_mj(seat):
            raise Failure(403, THE_MJS_SCREEN)
        return kind(at.house, table, seat, at.lang, fields, at.hub.present(table), origin_of(at.request))

    return made


def mj_drawing(
    at: SeatRequest, fields: forms.Fields, template: str, kind: type[Screen] = Screen, **values: Any
) -> Callable[[str, str], str]:
    def drawing(table: str, seat: str) -> str:
        shown = screen_of(at, fields, kind)(table, seat)
        return draw(template, shown.lang, page=shown, game=shown.game.id, address=url("/t/{}/mj", table), **values)

    return patiently(at, drawing)


@router.get("/t/{table}/mj")
async def screen(at: At) -> Response:
    """The MJ's screen, with what its address asks of it."""
    return html(at.request, await at.do(mj_drawing(at, forms.form_fields(at.request.url.query), "mj/screen.html")))


@router.get("/t/{table}/mj/live")
async def live(
    at: At,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """The patches of the MJ's screen as the table changes (Server-Sent Events), resumed from Last-Event-ID."""
    make = screen_of(at, [])
    seat = await at.do(lambda table, seat: make(table, seat).seat)
    at.room_for_a_stream(seat)
    start = resumed(after, last_event_id)
    return ScreenStream(at.hub, at.turns, at.table, seat, start, lambda: make(at.table, seat), at.token)


@router.get("/t/{table}/mj/{part}")
async def part(at: At, part: str) -> Response:
    """A part of the screen as its form is filled in, as a patch."""
    if part not in ASKED:
        raise Failure(404, NOT_FOUND)
    fields = forms.form_fields(at.request.url.query)
    return html(at.request, patch(part, await at.count("form", mj_drawing(at, fields, f"mj/{part}.html"))))


@router.post("/t/{table}/mj/publier")
async def publish(at: At) -> Response:
    """Tell everybody the answers to a request that the MJ alone has seen."""
    request = (await posted(at.request)).get("request", "")

    def disclosed(table: str, seat: str) -> Refusal | None:
        shown = screen_of(at, [])(table, seat)
        lines = [line for one in shown.gathered if one.card.request == request for line in one.unsaid]
        for line in lines:
            no = at.house.submit(table, seat, Disclose(of=line))
            if isinstance(no, Refusal):
                return no
        return None

    accepted(await at.do(disclosed))
    if at.request.headers.get("accept", "") == SCRIPT:
        return JSONResponse({})
    return go(url("/t/{}/mj?panel=ask", at.table))


@router.post("/t/{table}/mj/papier")
async def paper(at: At, idempotency_key: Annotated[str | None, Header(max_length=100)] = None) -> Response:
    """A paper that the MJ writes or, given the line `of` one, rewrites: with the picture that comes with the form, the
    one that it has, or `without`.
    """
    await at.do(screen_of(at, []))
    fields, file = await form_with_file(at.request, "picture")
    given = dict(fields)
    fields = [one for one in fields if one[0] not in ("picture", "without")]
    if file is not None:
        fields.append(("picture", await kept_picture(at, await drawn_again(at.request, file))))
    elif given.get("without"):
        fields.append(("picture", ""))
    return await obeyed(at, "revise" if given.get("of") else "say", fields, idempotency_key)


@router.post("/t/{table}/mj/scene")
async def scene(at: At, idempotency_key: Annotated[str | None, Header(max_length=100)] = None) -> Response:
    """A scene that the MJ prepares or changes: its people by rows, whom, how many, seen or not, under which name."""
    given = forms.form_fields((await at.request.body()).decode(errors="replace"))
    was = await _prepared(at, dict(given).get("scene", ""))
    people = people_in(given, was)
    fields = [one for one in given if one[0] not in ROWS]
    for name in ("who", "unseen"):
        fields += [(name, ""), *((name, who) for who in people[name])]
    fields.append(("named", json.dumps(people["named"])))
    return await obeyed(at, "prepare", fields, idempotency_key)


@router.post("/t/{table}/mj/essai")
async def attempt(at: At, idempotency_key: Annotated[str | None, Header(max_length=100)] = None) -> Response:
    """What may be tried in a prepared scene: written, changed or taken away."""
    given = forms.form_fields((await at.request.body()).decode(errors="replace"))
    id = dict(given).get("scene", "")
    was = await _prepared(at, id)
    if was is None:
        raise Failure(404, NO_SCENE)
    tries = json.dumps(plain(tries_after(given, was)))
    return await obeyed(at, "prepare", [("back", "mj.prepare"), ("scene", id), ("tries", tries)], idempotency_key)


@router.post("/t/{table}/mj/double")
async def again(at: At, idempotency_key: Annotated[str | None, Header(max_length=100)] = None) -> Response:
    """A prepared scene once more, as a draft to be changed."""
    was = await _prepared(at, (await posted(at.request)).get("scene", ""))
    if was is None:
        raise Failure(404, NO_SCENE)
    told = plain(was)
    fields = [("back", "mj.prepare"), ("draft", "true"), ("title", ANOTHER.say(at.lang, title=was.title)[:120])]
    fields += [(name, str(told[name])) for name in ("text", "notes") if name in told]
    fields += [(name, str(one)) for name in ("who", "unseen", "papers", "at_hand") for one in told.get(name, ())]
    fields += [(name, json.dumps(told[name])) for name in ("named", "tries") if name in told]
    return await obeyed(at, "prepare", fields, idempotency_key)


async def _prepared(at: SeatRequest, id: str) -> PreparedScene | None:
    """A prepared scene of the MJ who asks; a Failure for any other seat."""
    make = screen_of(at, [])
    return await at.do(lambda table, seat: make(table, seat).view.scenes.get(id))


@router.post("/t/{table}/mj/lien")
async def new_link(at: At) -> Response:
    """A link for one more seat, or in the place of a seat's old one: shown once, with its QR code."""
    given = await posted(at.request)
    seat = given.get("seat", "")
    command = record_of(Relink, {"seat": seat}) if seat else record_of(Invite, {"role": given.get("role", "player")})
    make = screen_of(at, [])

    def linked(table: str, mj: str) -> tuple[Any, Screen]:
        make(table, mj)
        return at.house.submit(table, mj, command, given.get("key", "")[:100]), make(table, mj)

    told, shown = await at.do(linked)
    token = accepted(told).token
    link = shown.origin + url("/t/{}/place/{}", at.table, token)
    return page(
        at.request, "mj/link.html", game=shown.game.id, table=at.table, view=shown.view, link=link, square=qr(link)
    )


@router.get("/t/{table}/mj/comme/{seat}")
async def seen_as(at: At, seat: str) -> Response:
    """The table as another seat sees it, nothing to be done there; « nouveau » is a visitor at the door."""
    make = screen_of(at, [])
    if seat == "nouveau":
        doorway = await at.do(lambda table, mj: (make(table, mj), at.house.doorway(table))[1])
        return doorway_of(at.request, doorway, at.table)
    seats = await at.do(lambda table, mj: make(table, mj).view.seats)
    if seat in seats and seats[seat].role == "screen":
        return go(url("/t/{}/ecran", at.table))  # the same for every seat that opens it
    return html(at.request, await at.do(patiently(at, lambda table, mj: _as(at, make(table, mj), seat))))


def _as(at: SeatRequest, screen: Screen, seat: str) -> str:
    if seat not in screen.view.seats:
        raise Failure(404, NOBODY_THERE)
    lang = at.house.reads(screen.table, seat) or at.lang
    theirs = Page(at.house, screen.table, seat, lang, forms.PageQuery(), screen.present)
    who = screen.view.seats[seat].called
    return draw(
        "mj/seen_as.html", lang, page=theirs, tab="table", refusal="", game=theirs.game.id, who=who, address=url("/")
    )
