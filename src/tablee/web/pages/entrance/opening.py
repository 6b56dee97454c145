"""Opening a table from a page: what is said before its first page, the visitor seated, or why not."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from tablee.errors import BadInput
from tablee.rules.fields import record_of
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.service import House
from tablee.table.topics.arrangement import DOORS, Arrange
from tablee.table.topics.seat import Join
from tablee.web.facilities import GUESTS, offered
from tablee.web.pages.answering import go, page, posted
from tablee.web.pages.entrance.home import keep_name, remembered_name
from tablee.web.problems import Failure
from tablee.web.seat_request import accepted, count_opening, off, seated
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

Opens = Callable[[House], tuple[str, str]]
"""Opens a table of a house: the table, and the token of its first seat."""


@router.get("/ouvrir/{game}")
async def ask_opening(request: Request, game: str) -> Response:
    """What is asked before a table is opened: its title, who runs it, whether its door is open."""
    return _asked(request, game, {})


def _asked(request: Request, game: str, given: dict[str, str], refusal: str = "", status: int = 200) -> Response:
    lang, known = reader(request), game_called(game)
    values = {
        "title": "",
        "name": remembered_name(request),
        "door": "open",
        "ready": "1" if known.first_scene else "",
        **given,
    }
    doors = [(id, label.say(lang)) for id, label in DOORS.items()]
    label, ready = known.label.say(lang), known.first_scene is not None
    return page(
        request,
        "entrance/open.html",
        status,
        game,
        label=label,
        doors=doors,
        ready=ready,
        given=values,
        refusal=refusal,
    )


@router.post("/ouvrir")
async def open_table(request: Request) -> Response:
    """Open a table as its MJ, and show how others come in."""
    given = await posted(request)
    game, lang = given.pop("game", ""), reader(request)
    game_called(game)

    def opens(house: House) -> tuple[str, str]:
        title = given.get("title", "")[:120]
        return house.open_ready(game, title, lang) if given.get("ready") else house.open(game, title)

    try:
        name, door = {"called": given.get("name", ""), "lang": lang}, {"door": given.get("door", "")}
        table, token = await opened(request, opens, (record_of(Join, name), record_of(Arrange, door)))
    except (Failure, BadInput) as wrong:
        return _asked(request, game, {"ready": "", **given}, wrong.say(lang), status_of(wrong))
    return sat_down(request, table, token, given, first_page(table))


def first_page(table: str) -> str:
    """Where whoever opened a table goes first: to those whom they invite, where anybody can come."""
    return url("/t/{}/invite" if offered(GUESTS) else "/t/{}", table)


async def opened(request: Request, opens: Opens, first: tuple[Command, ...]) -> tuple[str, str]:
    """A table, and the token of its first seat, which gives these commands at once; none is left if one is refused."""
    house: House = request.app.state.house
    count_opening(request)

    def table_with_first_commands() -> tuple[str, str]:
        table, token = opens(house)
        try:
            for command in first:
                accepted(house.submit(table, house.seat(table, token), command))
        except BaseException:
            house.delete(table)
            raise
        return table, token

    return await off(table_with_first_commands)


def sat_down(request: Request, table: str, token: str, given: dict[str, str], address: str) -> Response:
    """The visitor at the first seat of a table, on their way to an address of it, under the name that they gave."""
    response = go(address)
    seated(response, request, table, token)
    keep_name(response, given)
    return response


def status_of(wrong: Failure | BadInput) -> int:
    """The status of a page that says again what was asked, with why it was refused."""
    return wrong.status if isinstance(wrong, Failure) else 422
