"""Personnages: the characters of this browser, those that are ready, and the ways to have one more."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response

from tablee.dice import Fresh
from tablee.errors import Unknown
from tablee.rules.fields import Audience, at_table
from tablee.rules.game import Game, game_called
from tablee.rules.playing import cast_json
from tablee.rules.sheet.random_character import random_character
from tablee.rules.sheet.sheet_data import SheetSeen
from tablee.table.decide.naming import skeleton
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import Offer
from tablee.table.seen.view import View
from tablee.table.service import House
from tablee.table.topics.character import Retire
from tablee.text import Name, Text
from tablee.web.pages.answering import go, page, posted
from tablee.web.pages.characters.drafts import read_draft
from tablee.web.pages.characters.notebook import (
    Bench,
    enter,
    held,
    keep,
    notebook,
    opened,
    remember,
    story_of,
    submitted,
)
from tablee.web.pages.characters.papers import laid
from tablee.web.pages.characters.portraits import address_of
from tablee.web.pages.characters.wizard import MAKE, ways
from tablee.web.pages.drawing import sheet_template
from tablee.web.pages.entrance.home import MAX_TABLES, game_cards, seats_of
from tablee.web.pages.glance import in_numbers, in_words
from tablee.web.pages.tokens import called
from tablee.web.seat_request import accepted, off
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

NAMES = ("Alix", "Andréa", "Camille", "Charlie", "Claude", "Dominique", "Eden", "Lou", "Maxime", "Noa", "Sacha", "Yaël")
NOBODY_READY = Text(
    fr="{game} n'a pas de personnage prêt « {who} ».", en="{game} has no ready character called “{who}”."
)
NOBODY_KEPT = Text(
    fr="Ce navigateur ne garde personne de ce nom : voyez la liste de vos personnages.",
    en="This browser keeps nobody of that name: see the list of your characters.",
)


@router.get("/personnages")
async def shelves(request: Request) -> Response:
    """The games, and those whom this browser keeps of each."""
    return await drawn_shelves(request)


async def drawn_shelves(request: Request, refusal: str = "", status: int = 200) -> Response:
    """The games, with why a file cannot be kept."""
    cards = game_cards(reader(request))
    kept = {one["id"]: await _kept(request, one["id"]) for one in cards if held(request, one["id"])}
    return page(request, "characters/games.html", status, games=cards, kept=kept, refusal=refusal)


async def _kept(request: Request, game: str) -> list[tuple[str, str, str]]:
    """Those whom this browser keeps of a game, the newest first."""
    bench = await notebook(request, game)
    return kept_in(bench, await bench.here.do(bench.here.house.view)) if bench else []


def kept_in(bench: Bench, view: View) -> list[tuple[str, str, str]]:
    """Those of a notebook, by id, name and the address of their portrait, the newest first."""
    there = [(who, one.portrait) for who, one in view.cast.items() if one.here]
    return [(who, called(who, view, bench.lang), address_of(bench.game.id, face)) for who, face in reversed(there)]


@router.get("/personnages/{game}")
async def shelf(request: Request, game: str) -> Response:
    """Those whom this browser keeps, the ways to make one more, and those that are ready."""
    return await drawn_shelf(request, game)


async def drawn_shelf(request: Request, game: str, refusal: str = "", status: int = 200) -> Response:
    """The characters of one game; with why what was asked cannot be."""
    known, lang = game_called(game), reader(request)
    bench = await notebook(request, game)
    view = await bench.here.do(bench.here.house.view) if bench else None
    draft = read_draft(request, MAKE)
    begun = str(draft.params.get("name", "")) if draft else None
    if view and view.making:
        begun = str(view.making.params.get("name", ""))
    return page(
        request,
        "characters/shelf.html",
        status,
        game,
        label=known.label.say(lang),
        kept=kept_in(bench, view) if bench and view else [],
        ways=ways(known, lang, known.notebook),
        begun=begun,
        ready=[
            (who, _called(known.ready_for_players[who], lang), _says(known, who, lang))
            for who in known.ready_for_players
        ],
        draws=bool(known.draws),
        refusal=refusal,
    )


def _says(game: Game, who: str, lang: str) -> str:
    """Who a ready character is, in a line."""
    scene = game.scene().acting(who)
    return in_words(game, scene, who, lang) or in_numbers(game, scene, who, lang)


def _called(sheet: Any, lang: str) -> str:
    name: Name = sheet.name
    return name.with_article(lang, "le")


@router.get("/personnages/{game}/prets/{who}")
async def ready(request: Request, game: str, who: str) -> Response:
    """A ready character, to look at before it is taken."""
    known, lang = game_called(game), reader(request)
    if who not in known.ready_for_players:
        raise Unknown(NOBODY_READY, game=known.label, who=who[:40])
    sheet = await off(request.app.state.house.ready_sheet, game, who, lang)
    others = list(known.ready_for_players)
    at = others.index(who)
    return page(
        request,
        "characters/ready.html",
        game=game,
        label=known.label.say(lang),
        who=who,
        sheet=sheet,
        paper=laid(known, sheet),
        sheet_template=sheet_template(game),
        before=others[at - 1],
        after=others[(at + 1) % len(others)],
    )


@router.post("/personnages/{game}/prendre")
async def take(request: Request, game: str) -> Response:
    """Keep a copy of a ready character."""
    who = (await posted(request)).get("who", "")
    known = game_called(game)
    if who not in known.ready_for_players:
        raise Unknown(NOBODY_READY, game=known.label, who=who[:40])
    return await _brought(request, game, who, known.ready_for_players[who].model_dump(mode="json"))


@router.post("/personnages/{game}/hasard")
async def draw_at_random(request: Request, game: str) -> Response:
    """A character by chance, in one tap."""
    who, sheet = await by_chance(game_called(game), {name for _, name, _ in await _kept(request, game)})
    return await _brought(request, game, who, sheet)


async def by_chance(game: Game, there: Iterable[str]) -> tuple[str, dict[str, Any]]:
    """A character drawn by dice, nobody of those who are there already, under a name that is not taken for one of
    theirs: an id, and the sheet.
    """
    looks = {skeleton(name) for name in there}

    def taken(name: str) -> bool:
        return skeleton(name) in looks

    free = [name for name in NAMES if not taken(name)] or [f"{secrets.choice(NAMES)} {len(looks) + 1}"]
    drawn = await off(random_character, game, Fresh(), secrets.choice(free), taken)
    (who, sheet), *_ = cast_json(drawn).items()
    return who, sheet


async def _brought(request: Request, game: str, who: str, sheet: dict[str, Any]) -> Response:
    """Put a character in the notebook, which is opened if need be, and go to their sheet."""
    bench = await opened(request, game)

    def work(table: str, seat: str) -> str | Refusal:
        told = enter(bench.here.house, table, seat, who, sheet)
        keep(bench, seat)
        return told

    response = go(f"{bench.base}/fiche/{accepted(await bench.here.do(work))}")
    remember(response, bench)
    return response


@router.get("/personnages/{game}/fiche/{who}")
async def kept_character(request: Request, game: str, who: str) -> Response:
    """A character whom this browser keeps: their sheet, how they may grow, where they may go."""
    bench, view = await standing_notebook(request, game, who)
    lang, portrait = bench.lang, address_of(game, view.cast[who].portrait)

    def work(table: str, seat: str) -> tuple[SheetSeen, list[Offer] | Refusal]:
        house = bench.here.house
        return house.sheet(table, seat, who, lang), house.offers(table, seat, who, lang)

    sheet, offers = await bench.here.do(work)
    return page(
        request,
        "characters/kept.html",
        story=story_of(view, who),
        game=game,
        label=bench.game.label.say(lang),
        bench=bench,
        who=who,
        sheet=sheet,
        paper=laid(bench.game, sheet, portrait),
        portrait=portrait,
        sheet_template=sheet_template(game),
        growth=growth_of(bench.game, offers),
        tables=await off(_tables, bench.here.house, seats_of(request), game),
    )


def _tables(house: House, seats: dict[str, str], game: str) -> list[tuple[str, str]]:
    """The tables of a game at which this browser plays, by id and title."""
    found = []
    for table, token in list(seats.items())[-MAX_TABLES:]:
        with suppress(Unknown):
            known = house.glance(table, token)
            if known.game == game and known.role in ("mj", "player"):
                found.append((table, known.title))
    return found


def growth_of(game: Game, offers: list[Offer] | Refusal) -> list[Offer]:
    """Of what a character may do, what makes them grow or completes their sheet, and is not the MJ's to do."""
    listed = [] if isinstance(offers, Refusal) else offers

    def theirs(id: str) -> bool:
        return at_table(game.action(id).by, {}) is not Audience.MJ

    grows = [one for one in listed if one.kind == "growth" or one.action in game.completes]
    return [one for one in grows if theirs(one.action)]


async def standing_notebook(request: Request, game: str, who: str) -> tuple[Bench, View]:
    """The notebook of this browser, and what is in it; Unknown if it does not keep that character."""
    bench = await notebook(request, game)
    view = await bench.here.do(bench.here.house.view) if bench else None
    if bench is None or view is None or who not in view.cast or view.cast[who].retired:
        raise Unknown(NOBODY_KEPT)
    return bench, view


@router.post("/personnages/{game}/retirer")
async def retire(request: Request, game: str) -> Response:
    """Take a character out of those whom this browser keeps."""
    who = (await posted(request)).get("who", "")
    bench, _ = await standing_notebook(request, game, who)
    accepted(await bench.here.do(submitted(bench, Retire(who=who))))
    return go(url("/personnages/{}", game))
