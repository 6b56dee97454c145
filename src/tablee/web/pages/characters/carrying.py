"""Carrying characters: into a file and back, to a table and away again with what happened there."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from tablee.errors import BadInput
from tablee.rules.game import is_player_character
from tablee.rules.playing import cast_json
from tablee.rules.sheet.character_file import read_characters, read_portraits, write_characters
from tablee.table.decide.refusal import Refusal
from tablee.table.pictures import PORTRAIT, Picture
from tablee.table.seen.view import CharacterSeen
from tablee.table.service import House
from tablee.table.topics.character import Retire
from tablee.text import LANGS, Text
from tablee.web.pages.answering import go, page, posted
from tablee.web.pages.characters.drafts import read_draft
from tablee.web.pages.characters.notebook import (
    UNFIT,
    Bench,
    enter,
    keep,
    keep_made,
    lived,
    notebook,
    opened,
    remember,
    remember_story,
    taken,
)
from tablee.web.pages.characters.portraits import give_face
from tablee.web.pages.characters.shelf import by_chance, drawn_shelves, growth_of, kept_in, standing_notebook
from tablee.web.pages.characters.wizard import MAKE, at_table_bench, ways
from tablee.web.pages.paper import sheet_pdf
from tablee.web.pages.tokens import called, name_of, portrait, tint
from tablee.web.pictures import drawn_again, form_with_file
from tablee.web.seat_request import accepted
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

MOST = 20  # characters of one file
NO_FILE = Text(
    fr="Choisissez d'abord un fichier de personnages (.json).", en="Choose a file of characters (.json) first."
)
NOBODY = Text(fr="Ce fichier ne contient personne.", en="There is nobody in this file.")
TOO_MANY = Text(
    fr="Ce fichier contient {count} personnages : {most} au plus à la fois.",
    en="This file holds {count} characters: {most} at most at a time.",
)
NOT_TEXT = Text(
    fr="Ce fichier n'est pas du texte : choisissez un fichier de personnages (.json).",
    en="This file is no text: choose a file of characters (.json).",
)


@router.get("/personnages/{game}/fiche/{who}/fichier")
async def export(request: Request, game: str, who: str) -> Response:
    """A character whom this browser keeps, as a file."""
    bench, _ = await standing_notebook(request, game, who)

    def work(table: str, seat: str) -> str:
        sheets = bench.here.house.character(table, seat, who)
        face = bench.here.house.portrait(table, seat, who)
        return write_characters(bench.game, bench.game.cast_from(sheets), {who: face.file} if face else {})

    name = UNFIT.sub("-", who)
    told = {"content-disposition": f'attachment; filename="{name}.json"'}
    return Response(await bench.here.do(work), media_type="application/json", headers=told)


@router.get("/personnages/{game}/fiche/{who}/papier.pdf")
async def on_paper(request: Request, game: str, who: str) -> Response:
    """A character whom this browser keeps, on one page to print."""
    bench, _ = await standing_notebook(request, game, who)
    told = accepted(await bench.here.do(lambda table, seat: bench.here.house.paper(table, seat, who, bench.lang)))
    face = await bench.here.do(lambda table, seat: bench.here.house.portrait(table, seat, who))
    return await sheet_pdf(request, game, told, bench.lang, face)


@router.post("/personnages/importer")
async def bring_file(request: Request) -> Response:
    """Keep the characters of a file; all of them, or none and why."""
    try:
        _, file = await form_with_file(request, "file")
        text = _text(file or b"")
        game, cast = read_characters(text)
        if not cast or len(cast) > MOST:
            raise BadInput(TOO_MANY if cast else NOBODY, count=len(cast), most=MOST)
        files = {who: file for who, file in read_portraits(text).items() if who in cast}
        faces = {who: await drawn_again(request, file, PORTRAIT) for who, file in files.items()}
        bench = await opened(request, game.id)
        came = await bench.here.do(lambda table, seat: _all_or_none(bench, table, seat, cast_json(cast), faces))
    except BadInput as wrong:
        sentence = wrong.say(reader(request)).encode("utf-8", "replace").decode()  # half a character is no text
        return await drawn_shelves(request, sentence, 422)
    response = go(f"{bench.base}/fiche/{came[0]}" if len(came) == 1 else bench.base)
    remember(response, bench)
    return response


def _all_or_none(bench: Bench, table: str, seat: str, cast: dict[str, Any], faces: dict[str, Picture]) -> list[str]:
    """Have these characters in a notebook, with their portraits; BadInput, and none of them, if one cannot be."""
    house, came = bench.here.house, list[str]()
    for who, sheet in cast.items():
        told = enter(house, table, seat, who, sheet)
        came += [] if isinstance(told, Refusal) else [told]
        no = told if isinstance(told, Refusal) else give_face(house, table, seat, told, faces.get(who))
        if no is not None:
            for one in came:
                house.submit(table, seat, Retire(who=one))
            raise BadInput(no.text, **no.values)
    keep(bench, seat)
    return came


def _text(content: bytes) -> str:
    if not content.strip():
        raise BadInput(NO_FILE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(NOT_TEXT) from None


@router.get("/t/{table}/personnages", dependencies=[Depends(at_table_bench)])
async def at_table(request: Request) -> Response:
    """The characters of this seat at a table: make one, bring one, take one away, let one grow."""
    return await _drawn(request.state.bench)


async def _drawn(bench: Bench, refusal: str = "", status: int = 200) -> Response:
    request, lang = bench.here.request, bench.lang
    view = await bench.here.do(bench.here.house.view)
    owner = "" if view.seats[view.you].role == "mj" else view.you
    mine = [who for who, one in view.cast.items() if one.owner == owner and _carried(one)]

    def grows(table: str, seat: str) -> dict[str, Any]:
        offers = {who: bench.here.house.offers(table, seat, who, lang) for who in mine}
        return {who: growth_of(bench.game, told) for who, told in offers.items()}

    own = await notebook(request, bench.game.id)
    kept = kept_in(own, await own.here.do(own.here.house.view)) if own else []
    return page(
        request,
        "characters/at_table.html",
        status,
        bench.game.id,
        bench=bench,
        title=view.title,
        label=bench.game.label.say(lang),
        mine=[(who, called(who, view, lang), tint(who, view), portrait(who, view, bench.here.table)) for who in mine],
        grows=await bench.here.do(grows),
        kept=kept,
        ways=ways(bench.game, lang, {one.id: one.value for one in view.house_rules}),
        draws=bool(bench.game.draws),
        begun=bool(view.making) or read_draft(request, MAKE) is not None,
        refusal=refusal,
    )


def _carried(seen: CharacterSeen) -> bool:
    """Whether a character of a view is there and a player's: the others stay with their table."""
    return not seen.retired and is_player_character(seen.sheet)


@router.post("/t/{table}/personnages/amener", dependencies=[Depends(at_table_bench)])
async def bring(request: Request) -> Response:
    """Have a character of this browser's notebook come to the table."""
    bench: Bench = request.state.bench
    who = (await posted(request)).get("who", "")
    own, _ = await standing_notebook(request, bench.game.id, who)
    sheet, face = await own.here.do(lambda table, seat: _as_they_are(own, table, seat, who))
    return await _come_in(bench, who, sheet, face)


@router.post("/t/{table}/personnages/hasard", dependencies=[Depends(at_table_bench)])
async def bring_by_chance(request: Request) -> Response:
    """Have a character drawn by chance come to the table, in one tap."""
    bench: Bench = request.state.bench
    view = await bench.here.do(bench.here.house.view)
    names = [name_of(who, view).say(lang) for who in view.cast for lang in LANGS]
    people = [seat.called for seat in view.seats.values()]
    return await _come_in(bench, *await by_chance(bench.game, [*view.cast, *names, *people]), made=True)


async def _come_in(
    bench: Bench, who: str, sheet: dict[str, Any], face: Picture | None = None, made: bool = False
) -> Response:
    """Have a character come to a table, with their portrait, and go to their sheet; else why not. One `made` there is
    kept in the notebook too.
    """
    try:
        told = await bench.here.do(lambda table, seat: _come(bench.here.house, table, seat, who, sheet, face))
    except BadInput as wrong:
        return await _drawn(bench, wrong.say(bench.lang), 422)
    if isinstance(told, Refusal):
        return await _drawn(bench, told.say(bench.lang), 422)
    response = go(url("/t/{}?who={}&tab=fiche", bench.here.table, told))
    if made:
        await keep_made(bench, told, response)
    return response


@router.post("/t/{table}/personnages/emporter", dependencies=[Depends(at_table_bench)])
async def take_away(request: Request) -> Response:
    """Keep a character of this seat in the browser's notebook, as they are now: what they have there becomes that, and
    the sessions that they were in join those that it tells of.
    """
    bench: Bench = request.state.bench
    who = (await posted(request)).get("who", "")
    sheet, face = await bench.here.do(lambda table, seat: _as_they_are(bench, table, seat, who))
    own = await opened(request, bench.game.id)
    kept = accepted(await own.here.do(lambda table, seat: taken(own.here.house, table, seat, who, sheet)))
    accepted(await own.here.do(lambda table, seat: give_face(own.here.house, table, seat, kept, face)))
    happened = lived(await bench.here.do(bench.here.house.view), who, bench.lang)
    await own.here.do(lambda table, seat: remember_story(own.here.house, table, seat, kept, happened))
    await own.here.do(lambda _table, seat: keep(own, seat))
    response = go(f"{own.base}/fiche/{kept}")
    remember(response, own)
    return response


def _as_they_are(bench: Bench, table: str, seat: str, who: str) -> tuple[dict[str, Any], Picture | None]:
    """The sheet and the portrait of a character."""
    house = bench.here.house
    return house.character(table, seat, who)[who], house.portrait(table, seat, who)


def _come(house: House, table: str, seat: str, who: str, sheet: dict[str, Any], face: Picture | None) -> str | Refusal:
    """Have a character come to a table with their portrait; their id there."""
    told = enter(house, table, seat, who, sheet)
    no = None if isinstance(told, Refusal) else give_face(house, table, seat, told, face)
    return no or told
