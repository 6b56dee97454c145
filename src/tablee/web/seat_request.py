"""SeatRequest: a request about a table, with the seat that asks; what the API and the pages do in common."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Header, Path, Request, Response

from tablee.errors import Unknown
from tablee.table.decide.refusal import Refusal
from tablee.table.service import House
from tablee.text import Text
from tablee.web.laboratory import Laboratory
from tablee.web.live import Hub
from tablee.web.problems import Failure
from tablee.web.serving.guard import COOKIE, TOO_OFTEN, household_of, reader, token_of
from tablee.web.serving.limits import MAX_STREAMS, Callers
from tablee.web.serving.turns import Crowded, Machine, Questions, Superseded, Turns
from tablee.web.urls import cookie_path

T = TypeVar("T")
Seat = Callable[[str, str], str]
"""The seat that a table's id and a token give; Unknown if none."""

NO_TOKEN = Text(
    fr="Cette table ne vous reconnaît pas : ouvrez le lien de votre place.",
    en="This table does not recognise you: open the link of your seat.",
)
SUPERSEDED = Text(
    fr="Vous avez demandé autre chose depuis : c'est à cela qu'on répond.",
    en="You have asked something else since: that is what is answered.",
)
MANY_ASK = Text(
    fr="Beaucoup de monde demande des calculs en ce moment : réessayez dans un instant.",
    en="Many people ask for counts just now: try again in a moment.",
)
TOO_MANY_STREAMS = Text(
    fr="Cette place est déjà ouverte dans trop de fenêtres.", en="This seat is open in too many windows already."
)
TOO_MANY_TABLES = Text(
    fr="{most} table{most:|s} par jour et par adresse, pas plus : attendez, ou voyez avec qui tient la maison.",
    en="{most} table{most:|s} a day for each address, no more: wait, or see whoever runs this house.",
)
COOKIE_SECONDS = 180 * 24 * 3600
MAX_WAIT = 20.0  # seconds that a request waits for a machine; then the client is told to come back


async def off(work: Callable[..., T], *args: Any) -> T:
    """Work that waits for the disk, in a thread away from the streams."""
    return await asyncio.to_thread(work, *args)


async def while_awaited(request: Request, asked: Coroutine[Any, Any, T]) -> T:
    """The result of `asked`, as long as the client waits for it; Superseded once the client has left: the work ends."""
    asking, leaving = asyncio.create_task(asked), asyncio.create_task(_left(request))
    try:
        await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            leaving.result()
            raise Superseded
        return asking.result()
    finally:
        asking.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    """Return once the client that sent a request has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@asynccontextmanager
async def turn_at(machine: Machine, request: Request, busy: Text) -> AsyncIterator[None]:
    """A turn of a request at what serves so many at a time; a Failure that says that it is busy, if it stays so."""
    token = token_of(request.headers, str(request.path_params.get("table", "")))
    turn = machine.turn(household_of(request.scope), token or "")
    try:
        await asyncio.wait_for(turn.__aenter__(), MAX_WAIT)
    except (TimeoutError, Crowded):
        raise Failure(503, busy) from None
    try:
        yield
    finally:
        await turn.__aexit__()


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Where a request stands: the house, the table, and the token of the seat that asks."""

    house: House
    hub: Hub
    callers: Callers
    turns: Turns
    questions: Mapping[str, Questions]  # by kind
    table: str
    token: str
    address: str
    request: Request

    @property
    def lang(self) -> str:
        """The language of the reader, known once the token has opened their seat."""
        return reader(self.request)

    def laboratory(self, room: str) -> Laboratory | None:
        """The process in which the lab counts for this house, if it has one."""
        found: Laboratory | None = self.request.app.state.laboratories.get(room)
        return found

    def in_language(self, work: Callable[..., T]) -> Callable[..., T]:
        """`work` that is also given the language of the reader, as its last argument."""
        return lambda *args: work(*args, self.lang)

    def do(self, work: Callable[..., T], *args: Any) -> Coroutine[Any, Any, T]:
        """`work(table, seat, …)` for the seat that the token opens, all in one thread; Unknown if it opens none."""
        return self._in_turn(self.house.seat, work, *args)

    def submit(self, work: Callable[..., T], *args: Any) -> Coroutine[Any, Any, T]:
        """What `do` gives, of work that submits a command with the token: it is looked at again with the command."""
        return self._in_turn(self.house.seat_at_hand, work, *args)

    async def _in_turn(self, seat: Seat, work: Callable[..., T], *args: Any) -> T:
        try:
            with Seated(self, seat, work, *args) as seated:
                return await self.turns.do(self.table, self.token, seated)
        except Crowded:
            raise Failure(429, TOO_OFTEN) from None

    def room_for_a_stream(self, seat: str) -> None:
        """A Failure if a seat has too many streams open already. To be asked last, with nothing to wait for before the
        stream is open: of many that ask at once each counts those before it.
        """
        if self.hub.open(self.table, seat) >= MAX_STREAMS:
            raise Failure(429, TOO_MANY_STREAMS)

    async def count(self, kind: str, work: Callable[..., T], *args: Any, seconds: float | None = None) -> T:
        """What a page asks while a player fills in a form (`odds`, `compare`, `form`, `advice`), from what `work(table,
        seat, …)` gives in so many seconds of work, those of odds unless told.

        The newest of a kind is answered for each seat; the others are superseded, and what nobody waits for ends.
        """
        try:
            with Seated(self, self.house.seat, work, *args) as seated:
                most = seconds or self.callers.limits.odds_seconds
                asked = self.questions[kind].ask(self.table, self.token, kind, most, seated)
                return await while_awaited(self.request, asked)
        except Superseded:
            raise Failure(409, SUPERSEDED) from None
        except Crowded:
            raise Failure(503, MANY_ASK) from None


class Seated(Generic[T]):
    """Work for the seat that a token opens, to be called in a thread; afterwards it is known whether it opens one."""

    __slots__ = ("_args", "_at", "_opened", "_seat", "_work")

    def __init__(self, at: SeatRequest, seat: Seat, work: Callable[..., T], *args: Any) -> None:
        self._at, self._seat, self._work, self._args, self._opened = at, seat, work, args, ""

    def __call__(self) -> T:
        at = self._at
        self._opened = self._seat(at.table, at.token)
        at.request.state.lang = at.house.reads(at.table, self._opened)
        return self._work(at.table, self._opened, *self._args)

    def __enter__(self) -> Seated[T]:
        return self

    def __exit__(self, kind: type[BaseException] | None, _wrong: BaseException | None, _where: object) -> None:
        if self._opened:
            self._at.callers.welcome(self._at.token, self._at.address)
        elif kind is not None and issubclass(kind, Unknown):
            self._at.callers.stranger(self._at.address)


async def here(
    request: Request,
    table: Annotated[str, Path(max_length=40)],
    _authorization: Annotated[
        str | None, Header(alias="authorization", max_length=200, include_in_schema=False)
    ] = None,
) -> SeatRequest:
    return standing(request, table)


def standing(request: Request, table: str) -> SeatRequest:
    """Where a request about a table stands; a Failure if it shows no token."""
    token = token_of(request.headers, table)
    if not token:
        raise Failure(401, NO_TOKEN)
    state = request.app.state
    return SeatRequest(
        state.house,
        state.hub,
        state.callers,
        state.turns,
        state.questions,
        table,
        token,
        household_of(request.scope),
        request,
    )


At = Annotated[SeatRequest, Depends(here)]


def accepted(result: T | Refusal) -> T:
    """A result that stands; a Failure in place of a Refusal: by a rule or for a clash (409), or by the table (422)."""
    if isinstance(result, Refusal):
        failure = Failure(409 if result.rule or result.clash else 422, result.text, result.rule, **result.values)
        failure.problems = result.problems
        raise failure
    return result


def count_opening(request: Request) -> None:
    """A Failure if this address has opened too many tables."""
    callers: Callers = request.app.state.callers
    if not callers.opens(household_of(request.scope)):
        raise Failure(429, TOO_MANY_TABLES, most=callers.limits.tables_per_address)


def seated(response: Response, request: Request, table: str, token: str) -> None:
    """Keep the seat's token in a cookie of its table, which scripts cannot read, for half a year."""
    https = request.url.scheme == "https" or request.app.state.hosting.https
    response.set_cookie(
        f"{COOKIE}{table}", token, COOKIE_SECONDS, path=cookie_path(), httponly=True, samesite="lax", secure=https
    )
