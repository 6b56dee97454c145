"""House rules weighed: what each value of an option does to the standard duels and tests of its game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request, Response

from tablee.errors import BadInput, TooMany
from tablee.rules.action import Option
from tablee.rules.game import Game, game_called, games
from tablee.text import Name, Text
from tablee.web.pages.answering import html, page
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.home import usual_order
from tablee.web.pages.lab.asking import bounded
from tablee.web.pages.lab.fights import FIGHTS, NEEDS_NUMPY, TOO_LONG
from tablee.web.pages.table.live import patch
from tablee.web.serving.guard import reader

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Row:
    """A duel: who meets whom, and the chance of the first under each value."""

    one: Name
    two: Name
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Weighed:
    """The values of an option as they are told, the book's first, and what each does to every duel and every test."""

    values: tuple[str, ...]
    rows: tuple[Row, ...]
    tests: tuple[tuple[str, tuple[Fraction | None, ...]], ...]  # in words, and the chance under each value


def chosen(game: Game, id: str) -> Option | None:
    """The option of this id, else the first of the game; None if it has none."""
    return next((one for one in game.options if one.id == id), next(iter(game.options), None))


def weighed(game: Game, option: Option, lang: str) -> Weighed | Text:
    """What an option does, or why it is not told."""
    try:
        from tablee.lab.house import weigh
    except ImportError:
        return NEEDS_NUMPY
    ready: Any = game.ready()
    try:
        found = weigh(game.id, option.id, fights=FIGHTS)
    except TooMany:
        return TOO_LONG
    except BadInput as no:
        return no.sentence
    rows = tuple(
        Row(
            ready[duel.one].name,
            ready[duel.two].name,
            tuple(result.wins[0].value for result in duel.results),
        )
        for duel in found.duels
    )
    tests = tuple((one.words(game, lang), one.chances) for one in found.tests)
    return Weighed(tuple(option.said(value, lang) for value in found.values), rows, tests)


def weighed_drawn(game: str, option: str, lang: str) -> str:
    """What an option of a game does, drawn."""
    known = game_called(game)
    one = chosen(known, option)
    return draw("lab/weighed.html", lang, weighed=weighed(known, one, lang) if one else NEEDS_NUMPY, game=known.id)


@router.get("/labo/regles")
async def house_rules(request: Request, game: str = "", option: str = "") -> Response:
    """The house rules of a game, one of them weighed; the figures follow."""
    lang = reader(request)
    known = game_called(game) if game else next(iter(games().values()))
    listed = [(one.id, one.label.say(lang)) for one in map(game_called, usual_order())]
    one = chosen(known, option)
    now = one and "now" in request.query_params
    told = await bounded(request, "house", weighed_drawn, known.id, option, lang) if now else None
    options = [(each.id, each.label.say(lang)) for each in known.options]
    rule = known.book[one.rule] if one and one.rule in known.book else None
    values: dict[str, Any] = {"games": listed, "options": options, "chosen": one, "rule": rule, "weighed": told}
    return page(request, "lab/house_rules.html", game=known.id, **values)


@router.get("/labo/regles/poids")
async def weight(request: Request, game: str = "", option: str = "") -> Response:
    """What an option does, as a patch of its page."""
    drawn = await bounded(request, "house", weighed_drawn, game, option, reader(request))
    return html(request, patch("weighed", drawn))
