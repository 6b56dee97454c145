"""Addresses of the shared screen: the screen, the stream that keeps it up to date, the link that opens it elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from urllib.parse import urlsplit

from fastapi import APIRouter, Response

from tablee.errors import Unknown
from tablee.table.service import Submitted
from tablee.table.topics.seat import Invite
from tablee.web.live import Hub, Stream
from tablee.web.pages.answering import html, page
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.door import origin_of
from tablee.web.pages.entrance.qr import qr
from tablee.web.pages.screen.screen import Screen
from tablee.web.pages.table.live import no_lines, patch
from tablee.web.reviews import Reviews
from tablee.web.seat_request import At, SeatRequest, accepted, off
from tablee.web.serving.hosting import host_name, is_loopback
from tablee.web.serving.screen_codes import ScreenCodes
from tablee.web.serving.turns import Turns
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)
LOOK = 4.0  # seconds between two looks at a fight that is read again


def _screen(at: SeatRequest) -> Callable[[], Screen]:
    reviews: Reviews | None = at.request.app.state.reviews
    return lambda: Screen(at.house, at.table, at.lang, len(at.hub.present(at.table)), reviews)


@router.get("/t/{table}/ecran")
async def shared_screen(at: At) -> Response:
    """The table in large, as a newcomer sees it, for every seat."""

    def drawing(_table: str, _seat: str) -> str:
        shown = _screen(at)()
        return draw("screen/screen.html", at.lang, page=shown, game=shown.game.id, address=url(at.request.url.path))

    return html(at.request, await at.do(drawing))


@router.get("/t/{table}/ecran/live")
async def live(at: At) -> Response:
    """The screen again whenever something on it changes (Server-Sent Events)."""
    seat = await at.do(lambda _, seat: str(seat))
    at.room_for_a_stream(seat)
    return ScreenStream(at.hub, at.turns, at.table, seat, _screen(at), at.token)


@router.post("/t/{table}/ecran")
async def link(at: At) -> Response:
    """A link that opens the screen on another device, for the MJ: a seat that only watches."""

    def invited(table: str, seat: str) -> Submitted:
        made: Submitted = accepted(at.house.submit(table, seat, Invite(role="screen")))
        return made

    def taken(code: str) -> bool:
        try:
            return bool(at.house.table_of_code(code))
        except Unknown:
            return False

    made, view = await at.do(invited), await at.do(at.house.view)
    codes: ScreenCodes = at.request.app.state.screen_codes
    code = await off(codes.fresh, at.table, made.token, taken)
    home = origin_of(at.request) + url("/")
    to = origin_of(at.request) + url("/t/{}/place/{}", at.table, made.token)
    return page(
        at.request,
        "screen/link.html",
        game=view.game,
        table=at.table,
        link=to,
        square=qr(to),
        code=code,
        home=home,
        here_only=is_loopback(host_name(urlsplit(to).netloc)),
    )


class ScreenStream(Stream):
    """The patches of one open screen: all of it, when it shows something else than what was last sent. While it waits
    for the curve of a fight it looks again by itself.
    """

    def __init__(self, hub: Hub, turns: Turns, table: str, seat: str, screen: Callable[[], Screen], token: str) -> None:
        super().__init__(hub, table, seat, 0, no_lines)
        self.turns, self.screen, self.token = turns, screen, token
        self.shown = b""  # in short
        self.waits = False  # for a fight that is read again
        self.looks: asyncio.TimerHandle | None = None

    async def new(self) -> list[bytes]:
        return await self.presence()

    async def presence(self) -> list[bytes]:
        patches = await self.turns.do(self.table, self.token, self._changed, most=None)
        if self.looks:
            self.looks.cancel()
        self.looks = asyncio.get_running_loop().call_later(LOOK, self.wake, True) if self.waits else None
        return patches

    def _changed(self) -> list[bytes]:
        shown = self.screen()
        shown.house.seat(self.table, self.token)  # Unknown if the link was revoked
        self.waits = bool(shown.review and shown.review.under_way)
        patches = [patch(part, draw(f"screen/{part}.html", shown.lang, page=shown)) for part in ("bar", "tv")]
        digest = blake2b("".join(patches).encode(), digest_size=16).digest()
        if digest == self.shown:
            return []
        self.shown = digest
        return [self.written("patch", "\n".join(patches))]
