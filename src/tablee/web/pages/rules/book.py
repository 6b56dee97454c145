"""Rules of a game in our own words, found by words or by id.

Others cite one as `/regles/{game}?table={table}&at={place}#{id}`: `at` is where to come back to, a tab of the table or
an element of its page.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response

from tablee.errors import Unknown
from tablee.rules.action import Option
from tablee.rules.data.rulings import Ruling
from tablee.rules.game import Game, game_called
from tablee.rules.why import Clause
from tablee.web.pages.answering import page
from tablee.web.pages.entrance.home import usual_order
from tablee.web.pages.paper import papers
from tablee.web.pages.rules.examples import examples_of, tried_by
from tablee.web.pages.table.page import TABS
from tablee.web.seat_request import off
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

MAX_WORDS = 100  # signs of a search
TABLE = re.compile(r"[\w-]{1,40}", re.ASCII)
PLACE = re.compile(r"[\w:-]{1,80}")
KINDS = ("", "core", "optional", "ours")


class Switch(NamedTuple):
    """A house rule that changes a rule: what it decides, what the book says, what may be played instead."""

    label: str
    usual: str
    others: list[str]


class Ruled(NamedTuple):
    """A doubt about a rule, where it comes from, what we play, and the house rule that plays it otherwise."""

    doubt: str
    where: str
    played: str
    option: str


class Told(NamedTuple):
    """A rule as the page shows it."""

    id: str
    title: str
    says: str
    source: str
    marks: list[str]  # optional, advanced, our reading
    reading: str  # what in it is our reading
    switches: list[Switch]
    rulings: list[Ruled]


class Kind(NamedTuple):
    """Some of the rules of a book, by a word on a chip."""

    id: str
    chosen: bool
    left: int


def of_kind(clause: Clause, kind: str) -> bool:
    """Whether a rule is of a kind: `core`, `optional` (advanced ones too), `ours` (all or part of it); "" is any."""
    match kind:
        case "optional":
            return clause.status in ("optional", "advanced")
        case "ours":
            return clause.status in ("gap", "ours") or clause.ours is not None
        case "core":
            return clause.status == "core"
    return True


def rule_in_words(game: Game, clause: Clause, lang: str) -> Told:
    """A rule in the reader's language."""
    return Told(
        clause.id,
        clause.title.say(lang),
        clause.says.say(lang),
        clause.where(lang),
        clause.mark(lang),
        clause.ours.say(lang) if clause.ours else "",
        [_switch(option, lang) for option in game.options if option.rule == clause.id],
        [_ruled(game, ruling, lang) for ruling in game.rulings().by_rule.get(clause.id, ())],
    )


def _switch(option: Option, lang: str) -> Switch:
    usual, *others = (option.said(value, lang) for value in option.values)
    return Switch(option.label.say(lang), usual, others)


def _ruled(game: Game, ruling: Ruling, lang: str) -> Ruled:
    otherwise = next((one.label.say(lang) for one in game.options if one.id == ruling.option), "")
    return Ruled(ruling.doubt.say(lang), ruling.where, ruling.played.say(lang), otherwise)


def found(game: Game, words: str, kind: str, lang: str) -> tuple[list[Told], list[Kind], str]:
    """The rules of a game that words and a kind leave, the kinds with how many they would leave, and what to say if
    there is none.
    """
    remark = ""
    try:
        clauses = game.book.search(words, lang, game.rulings().words(lang)) if words else list(game.book.values())
    except Unknown as nothing:
        clauses, remark = [], nothing.say(lang)
    kinds = [Kind(one, one == kind, sum(of_kind(clause, one) for clause in clauses)) for one in KINDS]
    return [rule_in_words(game, clause, lang) for clause in clauses if of_kind(clause, kind)], kinds, remark


@router.get("/regles")
async def books(request: Request) -> Response:
    """The games whose rules can be read."""
    lang = reader(request)
    listed: list[dict[str, Any]] = [
        {
            "id": one.id,
            "label": one.label.say(lang),
            "line": one.tagline.say(lang),
            "count": len(one.book),
            "first": bool(one.reference.first),
        }
        for one in map(game_called, usual_order())
    ]
    return page(request, "rules/books.html", games=listed)


@router.get("/regles/{game}")
async def book(request: Request, game: str, q: str = "", only: str = "", table: str = "", at: str = "") -> Response:
    """The rules of a game; those with the words of `q`, of one kind; `table` and `at` are where to go back to."""
    known, lang = game_called(game), reader(request)
    words = " ".join(q.split())[:MAX_WORDS]
    kind = only if only in KINDS else ""
    rules, kinds, remark = found(known, words, kind, lang)
    values: dict[str, Any] = {
        "rules": rules,
        "kinds": kinds,
        "remark": remark,
        "words": words,
        "kind": kind,
        "whole": len(known.book),
        "papers": papers(known),
        "examples": await off(examples_of, known.id, lang),  # played once, away from the streams
        "tried": tried_by(known.id),
        "first": [(id, known.book[id].title.say(lang)) for id in known.reference.first],
    }
    seat = table if TABLE.fullmatch(table) else ""
    return page(
        request,
        "rules/rules.html",
        game=known.id,
        label=known.label.say(lang),
        table=seat,
        at=at if PLACE.fullmatch(at) else "",
        back=way_back(seat, at),
        **values,
    )


def way_back(table: str, at: str) -> str:
    """The address where a reader was: a tab of their table, an element of its page, or the table."""
    if at in TABS:
        return url("/t/{}?tab={}", table, at)
    return url("/t/{}#{}", table, at) if PLACE.fullmatch(at) else url("/t/{}", table)
