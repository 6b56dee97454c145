"""Portraits of characters: chosen on one's device, looked at in one's notebook, carried along with their sheet."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from tablee.errors import BadInput
from tablee.table.decide.refusal import Refusal
from tablee.table.pictures import NO_FILE, PORTRAIT, Picture
from tablee.table.service import House
from tablee.table.topics.character import Portray
from tablee.web.pages.answering import go
from tablee.web.pages.characters.notebook import Bench, notebook, submitted
from tablee.web.pages.characters.wizard import at_table_bench
from tablee.web.pages.forms import understood
from tablee.web.pictures import drawn_again, form_with_file, kept_picture, sent
from tablee.web.problems import NOT_FOUND, Failure
from tablee.web.seat_request import accepted
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)


@router.get("/personnages/{game}/portrait/{picture}")
async def look(request: Request, game: str, picture: Annotated[str, Path(max_length=40)]) -> Response:
    """A portrait of this browser's notebook."""
    bench = await _own(request, game)
    return sent(await bench.here.do(bench.here.house.picture, picture), picture)


@router.post("/personnages/{game}/portrait")
async def change(request: Request, game: str) -> Response:
    """Give a character of this browser's notebook a portrait, or take it away."""
    who = await _changed(await _own(request, game))
    return go(url("/personnages/{}/fiche/{}", game, who))


@router.post("/t/{table}/personnages/portrait", dependencies=[Depends(at_table_bench)])
async def change_at_table(request: Request) -> Response:
    """Give a character of this seat at a table a portrait, or take it away."""
    bench: Bench = request.state.bench
    who = await _changed(bench)
    return go(f"{bench.base}#face-{who}")


async def _own(request: Request, game: str) -> Bench:
    bench = await notebook(request, game)
    if bench is None:
        raise Failure(404, NOT_FOUND)
    return bench


async def _changed(bench: Bench) -> str:
    """Do what the form of a portrait asks; whose it is."""
    here = bench.here
    accepted(await here.do(here.house.may_bring))
    fields, file = await form_with_file(here.request, "picture")
    given = dict(fields)
    picture = ""
    if file is not None:
        picture = await kept_picture(here, await drawn_again(here.request, file, PORTRAIT))
    elif not given.get("without"):
        raise BadInput(NO_FILE)
    command = understood(Portray, {"who": given.get("who", ""), "picture": picture})
    accepted(await here.do(submitted(bench, command)))
    return command.who


def address_of(game: str, picture: str) -> str:
    """Where a browser finds a portrait of its notebook; "" for none."""
    return url("/personnages/{}/portrait/{}", game, picture) if picture else ""


def give_face(house: House, table: str, seat: str, who: str, face: Picture | None) -> Refusal | None:
    """Give a character the portrait that they have elsewhere, if they have one."""
    if face is None:
        return None
    id = house.keep_picture(table, seat, face)
    told: Any = id if isinstance(id, Refusal) else house.submit(table, seat, Portray(who=who, picture=id))
    return told if isinstance(told, Refusal) else None
