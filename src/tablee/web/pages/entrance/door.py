"""The door of a table: coming in by a code, a link or a QR code, waiting to be let in, inviting others."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

from fastapi import APIRouter, Request, Response

from tablee.errors import BadInput, Unknown
from tablee.rules.fields import record_of
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import CharacterSeen, Doorway, Glance, View
from tablee.table.service import House
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim
from tablee.table.topics.seat import COLOURS, LANGUAGES, Dismiss, Invite, Join
from tablee.text import LANGS, Text
from tablee.web.pages.answering import go, page, posted
from tablee.web.pages.entrance.home import drawn_home, keep_name, remembered_name
from tablee.web.pages.entrance.qr import qr
from tablee.web.pages.tokens import OF_COLOURS, name_in
from tablee.web.problems import Failure
from tablee.web.seat_request import COOKIE_SECONDS, NO_TOKEN, At, SeatRequest, accepted, off, seated
from tablee.web.serving.guard import LANGUAGE, TOO_OFTEN, household_of, reader, token_of
from tablee.web.serving.hosting import Hosting, host_name, is_loopback
from tablee.web.serving.limits import Callers
from tablee.web.serving.screen_codes import Opens, ScreenCodes
from tablee.web.urls import cookie_path, url

router = APIRouter(include_in_schema=False)

SEAT_LINK = re.compile(r"/t/([\w-]{1,40})/place/([\w-]{1,100})")
CODE_LINK = re.compile(r"/r/([^/?#\s]+)")
CODE = re.compile(r"[A-Z0-9]{6}")
NO_CODE = Text(
    fr="Aucune table n'a le code « {code} » : vérifiez-le auprès du meneur.",
    en="No table has the code “{code}”: check it with the GM.",
)
NOT_A_CODE = Text(
    fr="Un code a six lettres ou chiffres ; vous pouvez aussi coller ici le lien du meneur.",
    en="A code has six letters or figures; you may also paste the GM's link here.",
)
SENT_AWAY = Text(fr="Le meneur ne vous a pas fait entrer à cette table.", en="The GM has not let you in at this table.")
TOO_LATE = Text(
    fr="{who:Le} vient d'être {who:pris|prise} par quelqu'un d'autre : choisissez encore.",
    en="Somebody else has just taken {who:the}: choose again.",
)
ONLY_MJ_INVITES = Text(
    fr="C'est le meneur qui invite : demandez-lui le code ou le lien de la table.",
    en="The GM invites people: ask them for the code or the link of the table.",
)


@router.get("/r")
async def enter_code(request: Request, code: str = "") -> Response:
    """Where what was typed as a code leads: a code (spaces and small letters aside) of a table or of a shared screen, a
    table's link, a seat's link.
    """
    typed = code.strip()[:300]
    if link := SEAT_LINK.search(typed):
        return go(link[0])
    found = CODE_LINK.search(typed)
    plain = re.sub(r"[\s.·-]", "", found[1] if found else typed).upper()
    if not CODE.fullmatch(plain):
        return await drawn_home(request, 422, typed=typed, refusal=NOT_A_CODE.say(reader(request)))
    screen = _screen_of(request, plain)
    if screen is not None:
        return go(url("/t/{}/place/{}", screen.table, screen.token))
    table = await _table_of(request, plain)
    return await _no_such(request, typed, plain) if table is None else go(url("/r/{}", plain))


def _screen_of(request: Request, code: str) -> Opens | None:
    """The shared screen that a code opens, if it is one's; a Failure for an address that tries too many codes."""
    callers: Callers = request.app.state.callers
    if not callers.may_guess(household_of(request.scope)):
        raise Failure(429, TOO_OFTEN)
    codes: ScreenCodes = request.app.state.screen_codes
    return codes.typed(code)


async def _table_of(request: Request, code: str) -> str | None:
    """The table with a code; None if there is none. A Failure for an address that tries too many codes."""
    callers: Callers = request.app.state.callers
    address, house = household_of(request.scope), request.app.state.house
    if not callers.may_guess(address):
        raise Failure(429, TOO_OFTEN)
    try:
        return str(await off(house.table_of_code, code))
    except Unknown:
        callers.stranger(address)
        return None


async def _no_such(request: Request, typed: str, code: str) -> Response:
    refusal = NO_CODE.say(reader(request), code=code[:20])
    return await drawn_home(request, 404, typed=typed, refusal=refusal)


@router.get("/r/{code}")
async def ask_in(request: Request, code: str) -> Response:
    """What is asked of a visitor who has a table's code; those who sit there already go straight to it."""
    table = await _table_of(request, code)
    if table is None:
        return await _no_such(request, code[:300], code.upper())
    token = token_of(request.headers, table) or ""
    house: House = request.app.state.house
    try:
        known = await off(house.glance, table, token)
        return go(url("/t/{}/attente", table) if known.waiting else url("/t/{}", table))
    except Unknown:
        return _asking(request, code, await off(house.doorway, table), {})


def doorway_of(request: Request, doorway: Doorway, table: str) -> Response:
    """What a visitor at a table's door sees, for the MJ to look at: nothing can be sent from it."""
    form = sitting(request, doorway.cast, doorway.colours, {})
    return page(
        request, "entrance/join.html", 200, doorway.game,
        doorway=doorway, to="", sitting=form, refusal="", watched=table,
    )  # fmt: skip


def _asking(request: Request, code: str, doorway: Doorway, given: dict[str, str], refusal: str = "") -> Response:
    return page(
        request,
        "entrance/join.html",
        422 if refusal else 200,
        doorway.game,
        doorway=doorway,
        to=url("/r/{}", code),
        sitting=sitting(request, doorway.cast, doorway.colours, given),
        refusal=refusal,
    )


def sitting(
    request: Request, cast: dict[str, CharacterSeen], taken: list[str], given: dict[str, str]
) -> dict[str, Any]:
    """What the form by which a visitor sits down offers, and what is filled in."""
    lang = reader(request)
    colours = {id: label for id, label in COLOURS.items() if id not in taken} or COLOURS
    names, first = (
        {who: name_in(cast, who) for who in cast},
        {"colour": next(iter(colours)), "who": next(iter(cast), "")},
    )
    return {
        "colours": [(id, OF_COLOURS[id], label.say(lang)) for id, label in colours.items()],
        "langs": list(LANGUAGES),
        "free": [(who, name.with_article(lang, "Le")) for who, name in names.items()],
        "given": {"name": remembered_name(request), "lang": lang, "sat": "", **first, **given},
    }


@router.post("/r/{code}")
async def come_in(request: Request, code: str) -> Response:
    """Sit down at a table whose door is open, or knock and wait."""
    given = await posted(request)
    table = await _table_of(request, code)
    if table is None:
        return await _no_such(request, code[:300], code.upper())
    house: House = request.app.state.house

    def entered() -> tuple[str, bool]:
        join = _join(given)
        made = house.knock(table, join.called)
        if house.waiting(table, made.token):
            return made.token, False
        accepted(house.submit(table, made.seat, join))
        taken = not given.get("who") or _claimed(house, table, made.seat, given["who"]) is None
        return made.token, taken

    try:
        token, there = await off(entered)
    except BadInput as wrong:
        return _asking(request, code, await off(house.doorway, table), given, wrong.say(reader(request)))
    response = go(url("/t/{}", table) if there else url("/t/{}/attente?{}", table, _kept(given)))
    seated(response, request, table, token)
    keep_language(response, given)
    keep_name(response, given)
    return response


def _kept(given: dict[str, str]) -> str:
    """What an address keeps of the form by which a visitor sits down: the colour, and whom they wished to play."""
    wished = {"colour": given.get("colour", ""), "late": given.get("who", "")[:60]}
    return urlencode({name: value for name, value in wished.items() if value})


def _join(given: dict[str, str]) -> Join:
    """The command by which a visitor sits down, from a form; BadFields if it cannot be."""
    words = {"called": given.get("name", ""), "colour": given.get("colour", ""), "lang": given.get("lang", "")}
    join: Join = record_of(Join, words)
    return join


def _claimed(house: House, table: str, seat: str, who: str) -> Refusal | None:
    told = house.submit(table, seat, record_of(Claim, {"who": who}))
    return told if isinstance(told, Refusal) else None


def keep_language(response: Response, given: dict[str, str]) -> None:
    """Keep the language that a form chose, for the pages outside the table."""
    if given.get("lang") in LANGS:
        response.set_cookie(LANGUAGE, given["lang"], COOKIE_SECONDS, path=cookie_path(), httponly=True, samesite="lax")


@router.get("/t/{table}/attente")
async def wait(request: Request, table: str, colour: str = "", late: str = "") -> Response:
    """Where a visitor waits until the MJ lets them in: the page comes again by itself."""
    token = token_of(request.headers, table)
    if not token:
        raise Failure(401, NO_TOKEN)
    house: House = request.app.state.house
    try:
        known = await off(house.glance, table, token)
    except Unknown:
        request.app.state.callers.stranger(household_of(request.scope))
        raise Failure(403, SENT_AWAY) from None
    if known.waiting:
        tint = OF_COLOURS.get(colour, "")
        return page(request, "entrance/waiting.html", game=known.game, known=known, tint=tint)
    if late or known.role != "player":
        return go(url("/t/{}/place?{}", table, _kept({"colour": colour, "who": late})))
    choose = await off(_let_in, house, table, token, colour, reader(request))
    return go(url("/t/{}/place" if choose else "/t/{}", table))


def _let_in(house: House, table: str, token: str, colour: str, lang: str) -> bool:
    """Sit somebody down who was let in, under the name and in the colour that they knocked with; whether they may still
    choose whom they play.
    """
    seat = house.seat(table, token)
    view = house.view(table, seat)
    mine = view.seats[seat]
    if not mine.colour:
        house.submit(table, seat, _join({"name": mine.called, "colour": colour, "lang": lang}))
    return any(one.free and not one.retired for one in view.cast.values())


@router.get("/t/{table}/place/{token}")
async def sit_by_link(request: Request, table: str, token: str) -> Response:
    """Sit down by the link of a seat: its token is kept in a cookie, and leaves the address. A visitor who
    sits at this table already is asked first: their own seat would be lost to this browser.
    """
    house: House = request.app.state.house
    known = await _seat_of_link(request, table, token)
    held = token_of(request.headers, table) or token
    if held != token:
        mine = None
        with suppress(Unknown):
            mine = await off(house.glance, table, held)
        if mine and not mine.waiting:
            return page(
                request, "entrance/swap.html", game=known.game, mine=mine, known=known, to=url(request.url.path)
            )
    return _seated_by_link(request, table, token, known)


@router.post("/t/{table}/place/{token}")
async def swap_seats(request: Request, table: str, token: str) -> Response:
    """Take the seat of a link in the place of the one that this browser has at the table."""
    return _seated_by_link(request, table, token, await _seat_of_link(request, table, token))


async def _seat_of_link(request: Request, table: str, token: str) -> Glance:
    """What the link of a seat opens (`House.glance`); Unknown, and counted, if it opens nothing."""
    callers: Callers = request.app.state.callers
    house: House = request.app.state.house
    address = household_of(request.scope)
    if not callers.may_guess(address):
        raise Failure(429, TOO_OFTEN)
    try:
        return await off(house.glance, table, token)
    except Unknown:
        callers.stranger(address)
        raise


def _seated_by_link(request: Request, table: str, token: str, known: Glance) -> Response:
    new = known.role in ("player", "spectator") and not known.called
    first = "/t/{}/place" if new else "/t/{}/ecran" if known.role == "screen" else "/t/{}"
    response = go(url(first, table))
    seated(response, request, table, token)
    return response


@router.get("/t/{table}/place")
async def ask_place(at: At, colour: str = "", late: str = "") -> Response:
    """What is asked of a visitor who has a seat and has not sat down yet: name, colour, language, character; with why
    it is asked again, of one who came too `late` for the character they chose.
    """
    view, seat = await at.do(lambda table, seat: (at.house.view(table, seat), seat))
    mine = view.seats[seat]
    given = {"name": mine.called, "colour": mine.colour or colour, "lang": at.lang, "sat": mine.colour}
    gone = late in view.cast and not view.cast[late].free
    told = TOO_LATE.say(at.lang, who=name_in(view.cast, late)) if gone else ""
    return _placing(at, view, {name: value for name, value in given.items() if value}, told)


def _placing(at: SeatRequest, view: View, given: dict[str, str], refusal: str = "") -> Response:
    free = {who: seen for who, seen in view.cast.items() if seen.free and not seen.retired}
    others = [seat.colour for id, seat in view.seats.items() if id != view.you]
    doorway = Doorway(view.title, view.game, "open", view.arranged.notes, free, others)
    form = sitting(at.request, free if view.seats[view.you].role == "player" else {}, others, given)
    status, to = 422 if refusal and at.request.method == "POST" else 200, url("/t/{}/place", at.table)
    return page(
        at.request, "entrance/join.html", status, view.game, doorway=doorway, to=to, sitting=form, refusal=refusal
    )


@router.post("/t/{table}/place")
async def take_place(at: At) -> Response:
    """Sit down: a name, a colour, a language, and a character if one is free."""
    given = await posted(at.request)

    def placed(table: str, seat: str) -> tuple[str, View]:
        try:
            told: Any = at.house.submit(table, seat, _join(given))
            if not isinstance(told, Refusal) and given.get("who"):
                told = _claimed(at.house, table, seat, given["who"])
        except BadInput as wrong:
            told = Refusal(Text(wrong.say("fr"), wrong.say("en")))
        return told.say(at.lang) if isinstance(told, Refusal) else "", at.house.view(table, seat)

    refusal, view = await at.do(placed)
    if refusal:
        mine, wished = view.seats[view.you], given.get("who", "")
        if mine.colour:  # they sit: what is asked again is whom they play alone
            given = {"name": mine.called, "colour": mine.colour, "lang": at.lang, "sat": mine.colour}
        if wished in view.cast and not view.cast[wished].free:
            refusal = TOO_LATE.say(at.lang, who=name_in(view.cast, wished))
        return _placing(at, view, given, refusal)
    response = go(url("/t/{}", at.table))
    keep_language(response, given)
    return response


@router.get("/t/{table}/invite")
async def invite(at: At) -> Response:
    """How others come in: code, link and QR code; who waits at the door. For the MJ."""
    return _inviting(at, await at.do(at.house.view))


def _inviting(at: SeatRequest, view: View, refusal: str = "", token: str = "") -> Response:
    """The page from which the MJ invites; with a new seat's link, shown only now, if a token is given."""
    if not view.code:
        raise Failure(403, ONLY_MJ_INVITES)
    link = origin_of(at.request) + url("/r/{}", view.code)
    seat_link = origin_of(at.request) + url("/t/{}/place/{}", at.table, token) if token else ""
    return page(
        at.request,
        "entrance/invite.html",
        422 if refusal else 200,
        view.game,
        table=at.table,
        view=view,
        link=link,
        square=qr(seat_link or link),
        seat_link=seat_link,
        here_only=is_loopback(host_name(urlsplit(link).netloc)),
        key=secrets.token_urlsafe(9),
        refusal=refusal,
    )


def origin_of(request: Request) -> str:
    """The address under which others reach this house: its public one, else the one it was asked by.

    A visitor on the machine that runs the house reads it at an address that means nothing elsewhere: then the answer is
    the one that the house has on the local network, if it may be reached there.
    """
    hosting: Hosting = request.app.state.hosting
    host = request.headers.get("host", request.url.netloc)
    return hosting.origin or (hosting.lan if is_loopback(host_name(host)) else "") or f"{request.url.scheme}://{host}"


@router.post("/t/{table}/porte")
async def mind_door(at: At) -> Response:
    """What the MJ does at the door: open or guard it, let a visitor in, send a visitor away, make a seat's link."""
    given = await posted(at.request)
    knock = given.get("knock") or "-"  # nobody's
    asked: dict[str, tuple[type[Command], dict[str, str]]] = {
        "door": (Arrange, {"door": given.get("door", "")}),
        "admit": (Invite, {"knock": knock}),
        "dismiss": (Dismiss, {"knock": knock}),
        "link": (Invite, {"role": given.get("role", "")}),
    }
    if given.get("do") not in asked:
        return go(url("/t/{}/invite", at.table))
    command = record_of(*asked[given["do"]])

    def minded(table: str, seat: str) -> tuple[Any, View]:
        return at.house.submit(table, seat, command, given.get("key", "")[:100]), at.house.view(table, seat)

    told, view = await at.do(minded)
    if isinstance(told, Refusal):
        return _inviting(at, view, told.say(at.lang))
    if given.get("do") == "link":
        return _inviting(at, view, token=told.token)
    return go(url("/t/{}/invite", at.table))
