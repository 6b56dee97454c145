"""Scenes brought to the preparation page: from another table of one's own, from an adventure, from a file; and taken
away as an adventure.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tablee.adventures.folder import adventure_called, adventures_of
from tablee.adventures.pack import packed, unpacked
from tablee.errors import BadInput
from tablee.rules.game import game_called
from tablee.table.bringing import bring_scenes, prepared_book, written_scenes
from tablee.table.decide.refusal import Refusal
from tablee.table.scene_books import WrittenScene, scenes_in
from tablee.table.service import House
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.answering import go, html
from tablee.web.pages.entrance.home import seats_of, tables_of
from tablee.web.pages.mj.addresses import mj_drawing
from tablee.web.pages.mj.preparing import Preparing
from tablee.web.pages.table.addresses import LAST
from tablee.web.pictures import form_with_file
from tablee.web.seat_request import At, SeatRequest, accepted, off
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

NO_SOURCE = Text(fr="Choisissez d'où viennent les scènes.", en="Choose where the scenes come from.")
NOT_YOUR_TABLE = Text(
    fr="Vous ne menez pas cette table : ses scènes restent à son meneur.",
    en="You do not lead that table: its scenes are its GM's.",
)
NONE_THERE = Text(fr="Aucune scène n'y est préparée.", en="No scene is prepared there.")
OF_TABLE, OF_ADVENTURE = "table:", "adventure:"
FROM_TABLE = Text(fr="votre table « {title} »", en="your table “{title}”")
FROM_ADVENTURE = Text(fr="l'aventure « {title} »", en="the adventure “{title}”")


def sources(at: SeatRequest, game: str) -> list[tuple[str, str]]:
    """Where scenes may come from: the tables of this game that this browser leads, then its adventures."""
    told, _ = tables_of(at.house, seats_of(at.request), at.lang)
    led = [one for one in told if one.game == game and one.role == "mj" and one.table != at.table]
    tables = [(f"{OF_TABLE}{one.table}", FROM_TABLE.say(at.lang, title=one.title or one.table)) for one in led]
    books = adventures_of(game).values()
    return [
        *tables,
        *((f"{OF_ADVENTURE}{one.id}", FROM_ADVENTURE.say(at.lang, title=one.title.say(at.lang))) for one in books),
    ]


@router.get("/t/{table}/mj/preparer")
async def preparing(at: At) -> Response:
    """The preparation page: the scenes in order, how they lead to one another, one of them to write."""
    fields = forms.form_fields(at.request.url.query)
    return await _page(at, fields)


async def _page(at: SeatRequest, fields: forms.Fields, refusal: str = "", status: int = 200) -> Response:
    game = await off(lambda: at.house.state(at.table).game)
    listed = await off(sources, at, game)
    drawing = mj_drawing(at, fields, "mj/preparing.html", Preparing, sources=listed, no_bringing=refusal)
    return html(at.request, await at.do(drawing), status)


@router.post("/t/{table}/mj/apporter")
async def bring(at: At) -> Response:
    """Scenes of another table, of an adventure or of a file, prepared here as drafts."""
    fields, pack = await form_with_file(at.request, "pack")
    given = dict(fields)
    token = seats_of(at.request).get(given.get("from", "").removeprefix(OF_TABLE), "")

    def brought(table: str, seat: str) -> Refusal | None:
        try:
            scenes = _scenes(at.house, table, given.get("from", ""), token, pack, at.lang)
        except BadInput as no:
            return Refusal(no.sentence, no.values)
        return bring_scenes(at.house, table, seat, scenes)

    no = await at.do(brought)
    if no is not None:
        return await _page(at, [], no.say(at.lang), 422)
    return go(url("/t/{}/mj/preparer?scene={}", at.table, LAST))


def _scenes(house: House, table: str, source: str, token: str, pack: bytes | None, lang: str) -> list[WrittenScene]:
    game, players = game_called(house.state(table).game), max(1, len(house.state(table).heroes))
    if pack:
        return scenes_in(unpacked(pack, game), game, players, lang)
    if source.startswith(OF_ADVENTURE):
        return scenes_in(adventure_called(game.id, source.removeprefix(OF_ADVENTURE)), game, players, lang)
    if not source.startswith(OF_TABLE) or not token:
        raise BadInput(NOT_YOUR_TABLE if source.startswith(OF_TABLE) else NO_SOURCE)
    other = source.removeprefix(OF_TABLE)
    found = written_scenes(house, other, house.seat(other, token))
    if isinstance(found, Refusal) or house.state(other).game != game.id:
        raise BadInput(NOT_YOUR_TABLE)
    if not found:
        raise BadInput(NONE_THERE)
    return found


@router.get("/t/{table}/mj/aventure.zip")
async def taken(at: At) -> Response:
    """The prepared scenes as an adventure: a pack to send, to begin, to keep."""
    return pack_of(at.request, accepted(await at.do(lambda t, s: _packed(at.house, t, s, at.lang))))


def _packed(house: House, table: str, seat: str, lang: str) -> tuple[str, bytes] | Refusal:
    book = prepared_book(house, table, seat, lang)
    return book if isinstance(book, Refusal) else (book.id, packed(book))


def pack_of(_request: Request, named: tuple[str, bytes]) -> Response:
    """A pack to be kept under its name."""
    name, data = named
    headers = {"content-disposition": f'attachment; filename="{name}.zip"'}
    return Response(data, media_type="application/zip", headers=headers)
