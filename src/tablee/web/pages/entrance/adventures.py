"""The door of an adventure: what it is, what it holds, whom one plays; alone, with others, or with an MJ; its pack."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from tablee.adventures.folder import Bound, adventure_called, adventures_of
from tablee.adventures.pack import packed, unpacked
from tablee.errors import BadInput
from tablee.rules.data.look import look_of
from tablee.rules.fields import record_of
from tablee.rules.game import game_called
from tablee.table.service import House
from tablee.table.topics.seat import Join
from tablee.text import Text
from tablee.web.pages.answering import page, posted
from tablee.web.pages.entrance.home import remembered_name, usual_order
from tablee.web.pages.entrance.opening import first_page, opened, sat_down, status_of
from tablee.web.pictures import form_with_file
from tablee.web.problems import Failure
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

ALONE, TOGETHER, WITH_MJ = "alone", "together", "mj"  # the three ways in
NO_FILE = Text(fr="Choisissez d'abord un fichier (zip).", en="Choose a file first (zip).")


@router.get("/aventure/{game}/{id}")
async def door(request: Request, game: str, id: str) -> Response:
    """What an adventure is, before one chooses to play it."""
    return _door(request, adventure_called(game, id))


def _door(request: Request, book: Bound, refusal: str = "", status: int = 200) -> Response:
    game, lang = game_called(book.adventure.game), reader(request)
    ready = game.ready()
    party = [(who, game.scene(cast=ready)[who].name.say(lang)) for who in book.adventure.party]
    world = look_of(game.id).world
    return page(
        request,
        "entrance/adventure.html",
        status,
        game.id,
        book=book,
        party=party,
        label=game.label.say(lang),
        world=world.say(lang) if world else "",
        name=remembered_name(request),
        refusal=refusal,
    )


@router.get("/aventure/{game}/{id}/fichier.zip")
async def pack(game: str, id: str) -> Response:
    """An adventure as one file to send."""
    data = packed(adventure_called(game, id))
    named = {"content-disposition": f'attachment; filename="{id}.zip"'}
    return Response(data, media_type="application/zip", headers=named)


@router.get("/aventures")
async def listed(request: Request) -> Response:
    """The adventures of this house, and a way to play one that was received."""
    return _listed(request)


def _listed(request: Request, refusal: str = "", status: int = 200) -> Response:
    lang = reader(request)
    found = [(game_called(id), list(adventures_of(id).values())) for id in usual_order()]
    shown = [(game.id, game.label.say(lang), books) for game, books in found if books]
    return page(
        request, "entrance/adventures.html", status, games=shown, name=remembered_name(request), refusal=refusal
    )


@router.post("/aventures")
async def begin_pack(request: Request) -> Response:
    """Open a table that plays an adventure that was received as a file, if nothing is wrong with it."""
    try:
        fields, data = await form_with_file(request, "pack")
        if not data:
            raise BadInput(NO_FILE)
        return await _begun(request, lambda: unpacked(data), dict(fields), data)
    except (Failure, BadInput) as wrong:
        return _listed(request, wrong.say(reader(request)), status_of(wrong))


@router.post("/aventure")
async def begin(request: Request) -> Response:
    """Open a table that plays an adventure of this house."""
    given = await posted(request)
    book = adventure_called(given.get("game", ""), given.get("id", ""))
    try:
        return await _begun(request, lambda: book, given)
    except (Failure, BadInput) as wrong:
        return _door(request, book, wrong.say(reader(request)), status_of(wrong))


async def _begun(request: Request, found: Callable[[], Bound], given: dict[str, str], pack: bytes = b"") -> Response:
    """Open a table that plays an adventure: alone, with others, or with an MJ. Whatever is wrong with the adventure,
    looking for it counts as a table that is opened.
    """
    lang, how, hero = reader(request), given.get("how", ALONE), given.get("hero", "")

    def opens(house: House) -> tuple[str, str]:
        book = found()
        party = book.adventure.party
        held, mine = ("mj", "") if how == WITH_MJ else ("table", hero if hero in party else party[0])
        return house.open_adventure(book, held, lang, mine, trial=how == ALONE, pack=pack)

    name = {"called": given.get("name", ""), "lang": lang}
    first = (record_of(Join, name),) if how != ALONE else ()
    table, token = await opened(request, opens, first)
    address = url("/t/{}", table) if how == ALONE else first_page(table)
    return sat_down(request, table, token, given, address)
