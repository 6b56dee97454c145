"""Accueil: the house's first page. Join a table, try a game, open a table, come back to one, choose a language."""

from __future__ import annotations

import re
import time
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote, unquote, urlencode

from fastapi import APIRouter, Request, Response
from starlette.requests import cookie_parser

from tablee.adventures.folder import adventures_of
from tablee.errors import Unknown
from tablee.rules.data.look import in_place, look_of
from tablee.rules.game import game_called, games
from tablee.table.seen.view import Glance
from tablee.table.service import House
from tablee.text import LANGS, Text
from tablee.web.pages.answering import go, page, posted
from tablee.web.pages.drawing import credits_template
from tablee.web.pages.entrance.libraries import libraries
from tablee.web.pages.forms import prepare
from tablee.web.pages.reading import COOKIE as READING
from tablee.web.pages.reading import SETTINGS, chosen, reading
from tablee.web.problems import Failure
from tablee.web.seat_request import COOKIE_SECONDS, count_opening, off, seated
from tablee.web.serving.guard import COOKIE, LANGUAGE, reader
from tablee.web.urls import cookie_path, url

router = APIRouter(include_in_schema=False)

NAME_COOKIE = "tablee_called"  # the name that a visitor gave last

MAX_TABLES = 24  # that a browser is reminded of
AGO = (
    (86_400, Text(fr="il y a {n} jour{n:|s}", en="{n} day{n:|s} ago")),
    (3_600, Text(fr="il y a {n} heure{n:|s}", en="{n} hour{n:|s} ago")),
    (60, Text(fr="il y a {n} minute{n:|s}", en="{n} minute{n:|s} ago")),
)
SEAT = re.compile(re.escape(COOKIE) + r"([\w-]{1,40})", re.ASCII)  # a cookie of ours, and its table
JUST_NOW = Text(fr="à l’instant", en="just now")


@router.get("/")
async def home(request: Request) -> Response:
    """The first page, with the tables that this browser has sat at."""
    return await drawn_home(request)


async def drawn_home(
    request: Request, status: int = 200, typed: str = "", refusal: str = "", full: str = ""
) -> Response:
    """The first page; with what was typed as a code and why it opens nothing, or why no table can be opened."""
    lang = reader(request)
    house: House = request.app.state.house
    mine, gone = await off(tables_of, house, seats_of(request), lang)
    response = page(
        request,
        "entrance/home.html",
        status,
        games=game_cards(lang),
        tables=mine,
        typed=typed,
        refusal=refusal,
        full=full,
    )
    for table in gone:
        response.delete_cookie(f"{COOKIE}{table}", path=cookie_path())
    return response


def seats_of(request: Request) -> dict[str, str]:
    """The tokens of the seats that this browser has, by table; cookies that could not be ours are left alone."""
    cookies = cookie_parser(request.headers.get("cookie", ""))
    return {found[1]: token for name, token in cookies.items() if (found := SEAT.fullmatch(name))}


@dataclass(frozen=True, slots=True)
class Remembered(Glance):
    """A table that this browser has sat at, with its game and when it was last played in words."""

    game_label: str
    when: str


def tables_of(house: House, seats: dict[str, str], lang: str) -> tuple[list[Remembered], list[str]]:
    """The tables of these seats, the last played first; and those that are there no more."""
    found, gone = [], []
    for table, token in list(seats.items())[-MAX_TABLES:]:
        try:
            found.append(house.glance(table, token))
        except Unknown:
            gone.append(table)
    found.sort(key=lambda one: -one.at)
    told = [Remembered(**asdict(one), game_label=_label(one.game, lang), when=_ago(one.at, lang)) for one in found]
    return told, gone


def _label(game: str, lang: str) -> str:
    known = games().get(game)
    return known.label.say(lang) if known else game


def _ago(at: float, lang: str) -> str:
    since = time.time() - at
    return next((text.say(lang, n=int(since // unit)) for unit, text in AGO if since >= unit), JUST_NOW.say(lang))


def usual_order() -> list[str]:
    """The games of this house by id, in the order in which it lists them."""
    return in_place(games())


def game_cards(lang: str) -> list[dict[str, Any]]:
    """The games of this house as cards, in their usual order."""
    known = games()
    cards = []
    for id in usual_order():
        game = known[id]
        line = game.tagline.say(lang).partition(". ")[0].removesuffix(".") + "."  # one sentence: credits say the rest
        cards.append(
            {"id": id, "label": game.label.say(lang), "line": line, "ready": game.first_scene is not None}
            | {"dice": look_of(id).dice, "world": world.say(lang) if (world := look_of(id).world) else ""}
            | {"first": next((one.id for one in adventures_of(id).values() if one.adventure.first), "")}
        )
    return cards


@router.post("/essayer")
async def try_game(request: Request) -> Response:
    """Open a trial of a game, whose other side acts by itself, and sit down at it, with an action (`do`) in hand."""
    given = await posted(request)
    game, do = given.get("game", ""), given.get("do", "")
    known = game_called(game)
    if do:
        known.action(do)  # one that there is not is refused here
    try:
        count_opening(request)
    except Failure as failure:
        return await drawn_home(request, failure.status, full=failure.say(reader(request)))
    table, token = await off(request.app.state.house.open_trial, game, reader(request))
    first = known.first_scene
    response = go(prepare(table, first.players[0], do) + "#preparer" if do and first else url("/t/{}", table))
    seated(response, request, table, token)
    return response


def keep_name(response: Response, given: dict[str, str]) -> None:
    """Keep the name that a visitor gave, to propose it at the next door."""
    if given.get("name"):
        name = quote(given["name"][:40])
        response.set_cookie(NAME_COOKIE, name, COOKIE_SECONDS, path=cookie_path(), httponly=True, samesite="lax")


def remembered_name(request: Request) -> str:
    """The name that this visitor gave last; "" if none."""
    return unquote(request.cookies.get(NAME_COOKIE, ""))[:40]


@router.get("/oublier")
async def ask_forgetting(request: Request, table: str = "") -> Response:
    """Whether this browser is to forget its seat at a table, and what that means."""
    token = seats_of(request).get(table, "")
    known = await off(request.app.state.house.glance, table, token)
    return page(request, "entrance/forget.html", game=known.game, known=known)


@router.post("/oublier")
async def forget(request: Request) -> Response:
    """Forget this browser's seat at a table; the seat itself stays."""
    table = (await posted(request)).get("table", "")
    response = go(url("/"))
    if table in seats_of(request):
        response.delete_cookie(f"{COOKIE}{table}", path=cookie_path())
    return response


@router.post("/langue")
async def choose_language(request: Request) -> Response:
    """Keep the language that the visitor chose, and go back to the page where they were."""
    given = await posted(request)
    lang, back = given.get("lang", ""), given.get("back", "")
    response = go(back if within(back) else url("/"))
    if lang in LANGS:
        response.set_cookie(LANGUAGE, lang, COOKIE_SECONDS, path=cookie_path(), httponly=True, samesite="lax")
    return response


@router.get("/lecture")
async def ask_reading(request: Request, back: str = "", kept: bool = False) -> Response:
    """How this browser shows pages: size of text, letters, light or dark."""
    return page(
        request,
        "entrance/reading.html",
        settings=SETTINGS,
        chosen=reading(request.headers),
        kept=kept,
        back=back if within(back) else url("/"),
    )


@router.post("/lecture")
async def choose_reading(request: Request) -> Response:
    """Keep how pages are read in this browser, and come back to the choice, which shows it."""
    given = await posted(request)
    back = given.get("back", "")
    query = {"kept": 1} | ({"back": back} if within(back) else {})
    response = go(f"{url('/lecture')}?{urlencode(query)}")
    response.set_cookie(READING, chosen(given), COOKIE_SECONDS, path=cookie_path(), httponly=True, samesite="lax")
    return response


def within(address: str) -> bool:
    """Whether an address is one of this site, and no other's."""
    return address.startswith("/") and not address.startswith(("//", "/\\"))


@router.get("/credits")
async def credits(request: Request) -> Response:
    """Who made the games, the typefaces and the house, and under which licences."""
    listed = [(game_called(id), credits_template(id)) for id in usual_order()]
    return page(request, "entrance/credits.html", games=listed, libraries=libraries())


@router.get("/garde")
async def what_is_kept(request: Request) -> Response:
    """What is kept of whom, where, for how long, and how to have it struck out."""
    return page(request, "entrance/kept.html")
