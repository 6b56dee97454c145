"""Bench: where a visitor makes characters, their own notebook or a table; the notebook of a browser.

A notebook is a table of one game at which nobody else sits, found by a cookie: dice thrown there are kept, as at any
table, and what is made there can be brought to others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response
from starlette.requests import cookie_parser

from tablee.errors import Unknown
from tablee.rules.fields import record_of
from tablee.rules.game import Game, game_called, is_player_character
from tablee.table.decide.command import MAX_PAPER, Command
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import Paper, View
from tablee.table.service import House
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.paper import Revise
from tablee.text import Text
from tablee.web.pages.forms import understood
from tablee.web.pages.journal.journal import day
from tablee.web.problems import Failure
from tablee.web.seat_request import COOKIE_SECONDS, SeatRequest, count_opening, off
from tablee.web.serving.guard import household_of, reader
from tablee.web.urls import cookie_path, url

SESSION = Text(fr="{day}, « {title} »", en="{day}, “{title}”")
MAX_SESSIONS_TOLD = 60  # of one character
NOTEBOOK = "tablee-notebook-"  # the cookie of a notebook, and its game
UNFIT = re.compile(r"[^\w.:-]")  # in an id
HELD = re.compile(r"([\w-]{1,40})\.([\w-]{1,100})", re.ASCII)


@dataclass(frozen=True)
class Bench:
    """Where characters are made: the table, and the address under which its pages are."""

    here: SeatRequest
    game: Game
    base: str
    own: bool  # a notebook: nobody else is there

    @property
    def lang(self) -> str:
        return reader(self.here.request)


def held(request: Request, game: str) -> tuple[str, str] | None:
    """The table and the token that this browser holds as its notebook of a game."""
    cookie = cookie_parser(request.headers.get("cookie", "")).get(NOTEBOOK + game, "")
    found = HELD.fullmatch(cookie)
    return (found[1], found[2]) if found else None


async def notebook(request: Request, game: str) -> Bench | None:
    """The notebook of this browser for a game; None if it has none, or one that is gone."""
    known, key = game_called(game), held(request, game)
    if key is None:
        return None
    bench = Bench(_here(request, *key), known, url("/personnages/{}", game), own=True)
    try:
        await bench.here.do(lambda _table, seat: seat)
    except Unknown:
        return None
    return bench


async def opened(request: Request, game: str) -> Bench:
    """The notebook of this browser for a game, opened now if it has none; a Failure if its address opens too many."""
    found = await notebook(request, game)
    if found is not None:
        return found
    count_opening(request)
    house: House = request.app.state.house
    key = await off(house.open_notebook, game, reader(request))
    return Bench(_here(request, *key), game_called(game), url("/personnages/{}", game), own=True)


def remember(response: Response, bench: Bench) -> None:
    """Have this browser hold its notebook for half a year more; scripts cannot read it."""
    request = bench.here.request
    https = request.url.scheme == "https" or request.app.state.hosting.https
    key = f"{bench.here.table}.{bench.here.token}"
    response.set_cookie(
        NOTEBOOK + bench.game.id, key, COOKIE_SECONDS, path=cookie_path(), httponly=True, samesite="lax", secure=https
    )


def _here(request: Request, table: str, token: str) -> SeatRequest:
    state = request.app.state
    around = (state.house, state.hub, state.callers, state.turns, state.questions)
    return SeatRequest(*around, table, token, household_of(request.scope), request)


def enter(house: House, table: str, seat: str, who: str, sheet: dict[str, Any]) -> str | Refusal:
    """Have a character come in under this id, or the first with a number that nobody has; their id. BadInput for a
    sheet that cannot be one.
    """
    there, plain = house.view(table, seat).cast, UNFIT.sub("-", who)[:50] or "personnage"
    free = next(id for n in range(1, len(there) + 2) if (id := plain if n == 1 else f"{plain}-{n}") not in there)
    told = house.submit(table, seat, understood(Enter, {"who": free, "sheet": sheet}))
    return told if isinstance(told, Refusal) else free


def keep(bench: Bench, seat: str) -> None:
    """Keep a notebook for good, now that a character is in it."""
    if bench.own and bench.here.house.view(bench.here.table, seat).trial:
        bench.here.house.submit(bench.here.table, seat, Arrange(keep=True))


def taken(house: House, table: str, seat: str, who: str, sheet: dict[str, Any]) -> str | Refusal:
    """Have a sheet in a notebook: in the place of the one of the same id and name, else beside the others; its id.
    BadInput for a sheet that cannot be one.
    """
    view = house.view(table, seat)
    there, kind = view.cast.get(who), game_called(view.game).sheet
    if there is None or there.retired or there.sheet["name"] != sheet["name"]:
        return enter(house, table, seat, who, sheet)
    before, after = (record_of(kind, one).model_dump(mode="json") for one in (there.sheet, sheet))
    for field, value in after.items():
        if before[field] != value:
            told = house.submit(table, seat, Correct(who=who, field=field, value=value))
            if isinstance(told, Refusal):
                return told
    return who


def lived(view: View, who: str, lang: str) -> dict[str, str]:
    """What happened to a character at a table, as far as a seat may know it: a line for each session that they were
    in (the day, the table's title), with what was read to all of it.
    """
    return {
        SESSION.say(lang, day=day(one.played, lang), title=view.title or view.game): re.sub(r"\n+", "\n", one.told)
        for one in view.sessions
        if who in one.here
    }


def story_of(view: View, who: str) -> dict[str, str]:
    """What a notebook holds of what happened to a character, oldest first: each session with what was told of it."""
    note = _note_on(view, who)
    entries = (part.partition("\n") for part in note.text.split("\n\n")) if note else ()
    return {head: words for head, _, words in entries if head}


def _note_on(view: View, who: str) -> Paper | None:
    """The note of a notebook on what happened to a character."""
    return next((one for one in view.papers if one.title == who and one.sort == "person"), None)


def remember_story(house: House, table: str, seat: str, who: str, lived: Mapping[str, str]) -> None:
    """Have a notebook hold what happened to a character, beside what it holds already; the newest, where it is long."""
    view = house.view(table, seat)
    before = story_of(view, who)
    entries = {**before, **{head: words or before.get(head, "") for head, words in lived.items()}}
    if not lived or entries == before:
        return
    parts = [f"{head}\n{words}".strip() for head, words in entries.items()][-MAX_SESSIONS_TOLD:]
    text, note = "\n\n".join(parts)[-MAX_PAPER:], _note_on(view, who)
    if note is None:
        house.submit(table, seat, Say(kind="note", text=text, title=who, sort="person"))
    else:
        house.submit(table, seat, Revise(of=note.line, text=text, title=who))


async def keep_made(bench: Bench, who: str, response: Response) -> None:
    """Have this browser's notebook keep a player's character that was made at a table, as they are now, without asking;
    not where its address has opened too many notebooks.
    """
    if bench.own or not who:
        return
    sheet = await bench.here.do(lambda table, seat: bench.here.house.character(table, seat, who)[who])
    if not is_player_character(sheet):
        return
    with suppress(Failure):
        own = await opened(bench.here.request, bench.game.id)
        await own.here.do(lambda table, seat: taken(own.here.house, table, seat, who, sheet))
        await own.here.do(lambda _table, seat: keep(own, seat))
        remember(response, own)


def submitted(bench: Bench, command: Command, key: str = "") -> Any:
    """Work for `Here.do`: submit a command; what the house answers."""
    return lambda table, seat: bench.here.house.submit(table, seat, command, key)
