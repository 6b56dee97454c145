"""Paper from a browser: a character of a table, and what each game has ready to print, as PDF.

Setting a page takes a moment of a processor: one is set at a time, in a process of its own, each address and each seat
in its turn; what a game has ready is set once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path, Request, Response

from tablee.adventures.folder import Files, adventure_called, bound
from tablee.errors import Unknown
from tablee.rules.game import Game, game_called
from tablee.rules.sheet.sheet_data import SheetToPrint
from tablee.table.pictures import Picture
from tablee.text import Text
from tablee.web.facilities import PAPER, needs
from tablee.web.seat_request import At, accepted, off, turn_at
from tablee.web.serving.guard import reader

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(PAPER))])

MAX_KEPT = 64  # papers of games, kept once set
BUSY = Text(
    fr="Beaucoup de monde imprime en ce moment : réessayez dans un instant.",
    en="Many people are printing just now: try again in a moment.",
)
NO_PAPER = Text(fr="{game} n'a rien de tel à imprimer.", en="{game} has nothing of the kind to print.")
PAPERS = ("livret", "meneur", "cartes")  # booklet, the MJ's reference, cards

Called = Annotated[str, Path(max_length=60)]


@router.get("/t/{table}/papier/{who}.pdf")
async def of_table(at: At, who: Called) -> Response:
    """The sheet of a character of a table, for the seat that plays them and for the MJ."""
    told = accepted(await at.do(lambda table, seat: at.house.paper(table, seat, who, at.lang)))
    view = await at.do(at.house.view)
    face = await at.do(lambda table, seat: at.house.portrait(table, seat, who))
    return await sheet_pdf(at.request, view.game, told, at.lang, face)


@router.get("/papier/{game}/{what}.pdf")
async def of_game(request: Request, game: Called, what: Called) -> Response:
    """What a game has ready to print: `livret`, `meneur` or `cartes`, or a ready character by id."""
    return await _printed(request, f"{game}-{what}", ready_paper, game, what, reader(request))


@router.get("/aventure/{game}/{id}/meneur.pdf")
async def of_adventure(request: Request, game: Called, id: Called) -> Response:
    """An adventure of this house on paper, for its MJ."""
    return await _printed(request, id, _adventure, adventure_called(game, id).files, reader(request))


@router.get("/t/{table}/aventure.pdf")
async def of_table_s_adventure(at: At) -> Response:
    """The adventure that a table plays on paper, for its MJ alone."""
    book = accepted(await at.do(at.house.adventure_book))
    return await _printed(at.request, book.id, _adventure, book.files, at.lang)


async def sheet_pdf(
    request: Request, game: str, told: SheetToPrint, lang: str, face: Picture | None = None
) -> Response:
    """The page of a character, from what `House.paper` tells, with the portrait that they have."""
    return await _printed(request, told.sheet.name, _sheet, game, told, lang, face.file if face else b"")


async def _printed(request: Request, name: str, work: Callable[..., bytes], *args: Any) -> Response:
    """The PDF that `work` sets, when the printer is free."""
    async with turn_at(request.app.state.printer, request, BUSY):
        made = await off(work, *args)
    named = f"inline; filename=\"tablee.pdf\"; filename*=UTF-8''{quote(name)}.pdf"
    return Response(made, media_type="application/pdf", headers={"content-disposition": named})


@lru_cache(maxsize=MAX_KEPT)
def _adventure(files: Files, lang: str) -> bytes:
    from tablee.printing.adventure import print_adventure

    book = replace(bound(files._replace(pictures=())), files=files)
    return print_adventure(book, game_called(book.adventure.game), lang)


def _sheet(game: str, told: SheetToPrint, lang: str, face: bytes) -> bytes:
    from tablee.printing.sheets import page_of, print_sheets

    known = game_called(game)
    page = page_of(known, told.sheet.name, told.sheet.sections, told.chances, lang, face)
    return print_sheets(known, [page], lang)


@lru_cache(maxsize=MAX_KEPT)
def ready_paper(game: str, what: str, lang: str) -> bytes:
    """What a game has ready to print, in one language; Unknown if it has no such paper."""
    from tablee.printing.cards import non_players, print_cards
    from tablee.printing.reference import print_reference
    from tablee.printing.sheets import print_sheets, sheet_of

    known = game_called(game)
    scene = known.scene()
    if what == "meneur":
        return print_reference(known, lang)
    people = {"livret": list(scene.cast), "cartes": non_players(scene.cast)}.get(what)
    if people is None:
        scene[what]  # an unknown character is refused here
        people = [what]
    if not people:
        raise Unknown(NO_PAPER, game=known.label)
    if what == "cartes":
        return print_cards(known, scene, people, lang)
    return print_sheets(known, [sheet_of(known, scene, who, lang) for who in people], lang, cover=what == "livret")


def papers(game: Game) -> list[str]:
    """Which papers a game has ready."""
    from tablee.printing.cards import non_players

    cast = game.ready()
    return [what for what in PAPERS if what == "meneur" or (cast if what == "livret" else non_players(cast))]
