"""The menu of a table: who one is there, one's characters, one's link, how the table is kept, its end."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from tablee.errors import BadInput
from tablee.rules.fields import record_of
from tablee.rules.game import game_called
from tablee.table.decide.command import ROLES, Command
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import View
from tablee.table.topics.arrangement import MOMENTS, Arrange
from tablee.table.topics.character import Claim, Release
from tablee.table.topics.seat import Join, StrikeOut
from tablee.table.topics.temper import Entrust
from tablee.text import Name, Text
from tablee.web.pages.answering import go, page, posted
from tablee.web.pages.entrance.door import keep_language, origin_of, sitting
from tablee.web.pages.entrance.qr import qr
from tablee.web.pages.table.standing import standing
from tablee.web.pages.tokens import OF_COLOURS, called, tint
from tablee.web.problems import Failure
from tablee.web.seat_request import At, SeatRequest, accepted
from tablee.web.serving.guard import COOKIE
from tablee.web.serving.limits import MAX_IMPORT_BYTES
from tablee.web.urls import cookie_path, url

router = APIRouter(include_in_schema=False)

ONLY_ONESELF = Text(
    fr="Vous pouvez effacer votre nom et vos messages, pas ceux des autres : voyez avec le meneur.",
    en="You may erase your own name and messages, not those of others: see the GM.",
)
ONLY_MJ_DELETES = Text(fr="Seul le meneur peut supprimer la table.", en="Only the GM can delete the table.")


@router.get("/t/{table}/menu")
async def menu(at: At, kept: bool = False) -> Response:
    """What the person at a seat may change about themselves (and just did: `kept`) and, if the MJ, about the table."""
    return _drawn(at, await at.do(at.house.view), kept=kept)


def _drawn(
    at: SeatRequest, view: View, refusal: str = "", given: dict[str, str] | None = None, kept: bool = False
) -> Response:
    me = view.seats[view.you]
    taken = [seat.colour for id, seat in view.seats.items() if id != view.you]
    mine = {"name": me.called, "colour": me.colour, "lang": at.lang}
    there = [who for who, seen in view.cast.items() if seen.here]

    def people(wanted: list[str]) -> list[tuple[str, str, str]]:
        return [(who, called(who, view, at.lang), tint(who, view)) for who in wanted]

    return page(
        at.request,
        "entrance/menu.html",
        422 if refusal else 200,
        view.game,
        table=at.table,
        view=view,
        me=me,
        mj=me.role == "mj",
        others=[
            (id, seat.called, OF_COLOURS.get(seat.colour, ""), ROLES[seat.role].say(at.lang))
            for id, seat in view.seats.items()
            if id != view.you and seat.called
        ],
        sitting=sitting(at.request, {}, taken, {**mine, **(given or {})}),
        mine=people([who for who in there if view.cast[who].owner == view.you]),
        free=people([who for who in there if view.cast[who].free] if me.role == "player" else []),
        standing=standing(view, at.lang),
        moments=MOMENTS if game_called(view.game).speaks_up else {},
        refusal=refusal,
        kept=kept,
    )


@router.post("/t/{table}/menu")
async def change(at: At) -> Response:
    """Change what the menu offers; a refusal is told on the menu, with what was filled in."""
    given = await posted(at.request)
    asked: dict[str, tuple[type[Command], dict[str, Any]]] = {
        "join": (Join, {"called": given.get("name", "")} | {key: given.get(key, "") for key in ("colour", "lang")}),
        "claim": (Claim, {"who": given.get("who", "")}),
        "release": (Release, {"who": given.get("who", "")}),
        "arrange": (
            Arrange,
            {key: given[key] for key in ("odds", "advice", "reviews", "moment", "keep") if given.get(key)},
        ),
        "entrust": (Entrust, {"temper": given.get("temper", "")}),
    }
    if given.get("do") not in asked:
        return go(url("/t/{}/menu", at.table))

    def changed(table: str, seat: str) -> tuple[Any, View]:
        try:
            told: Any = at.house.submit(table, seat, record_of(*asked[given["do"]]))
        except BadInput as wrong:
            told = Refusal(Text(wrong.say("fr"), wrong.say("en")))
        return told, at.house.view(table, seat)

    told, view = await at.do(changed)
    if isinstance(told, Refusal):
        return _drawn(
            at, view, told.say(at.lang), {key: given[key] for key in ("name", "colour", "lang") if key in given}
        )
    if given["do"] != "join":
        return go(url("/t/{}/menu", at.table))
    response = go(url("/t/{}/menu?kept=1", at.table))
    keep_language(response, given)
    return response


@router.get("/t/{table}/lien")
async def own_link(at: At) -> Response:
    """The link of one's own seat, to open it on another device or to keep it."""
    view = await at.do(at.house.view)
    link = origin_of(at.request) + url("/t/{}/place/{}", at.table, at.token)
    return page(at.request, "entrance/link.html", game=view.game, table=at.table, view=view, link=link, square=qr(link))


@router.get("/t/{table}/effacer")
async def ask_striking_out(at: At, seat: str = "") -> Response:
    """What goes and what stays if a seat's name and messages are struck out: its own, or any seat's for the MJ."""
    view = await at.do(at.house.view)
    whose = seat or view.you
    if whose != view.you and (view.seats[view.you].role != "mj" or whose not in view.seats):
        raise Failure(403, ONLY_ONESELF)
    who, mine = Name(view.seats[whose].called), whose == view.you
    return page(at.request, "entrance/strike.html", game=view.game, table=at.table, seat=whose, who=who, mine=mine)


@router.post("/t/{table}/effacer")
async def strike_out(at: At) -> Response:
    """Strike out a seat's name and messages for good."""
    command = record_of(StrikeOut, {"seat": (await posted(at.request)).get("seat", "")})
    accepted(await at.do(at.house.submit, command))
    return go(url("/t/{}/menu", at.table))


@router.get("/t/{table}/supprimer")
async def ask_deleting(at: At) -> Response:
    """What is lost if the table is deleted, before the MJ says yes."""
    view = await at.do(at.house.view)
    if view.seats[view.you].role != "mj":
        raise Failure(403, ONLY_MJ_DELETES)
    people = [Name(seat.called) for id, seat in view.seats.items() if id != view.you and seat.called]
    large = await at.do(at.house.export_bytes) > MAX_IMPORT_BYTES
    return page(
        at.request,
        "entrance/delete.html",
        game=view.game,
        table=at.table,
        view=view,
        people=people,
        pictures=await at.do(at.house.picture_count),
        most=MAX_IMPORT_BYTES // 1024**2 if large else 0,
    )


@router.post("/t/{table}/supprimer")
async def delete(at: At) -> Response:
    """Delete the table and all its lines, for its MJ."""
    accepted(await at.do(at.house.delete_by))
    response = go(url("/"))
    response.delete_cookie(f"{COOKIE}{at.table}", path=cookie_path())
    return response
