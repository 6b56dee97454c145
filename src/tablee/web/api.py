"""The JSON API: commands in, views and lines out, described by OpenAPI from the declarations everything else uses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from tablee.errors import BadInput
from tablee.review.seen import ReviewSeen
from tablee.review.what_if import open_what_if
from tablee.rules.game import game_called, games
from tablee.rules.sheet.sheet_data import SectionSeen, SheetSeen
from tablee.rules.stored.words import WrittenAs
from tablee.rules.stored.written import written
from tablee.table.decide.command import COMMANDS, PLAIN, Command
from tablee.table.decide.refusal import Refusal
from tablee.table.importing import Lines
from tablee.table.lines import Line
from tablee.table.seen.forms import AdviceTold, FormSeen, Offer
from tablee.table.seen.odds import Odds, WayCompared
from tablee.table.seen.refusal import RefusalTold
from tablee.table.seen.view import View
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.text import Text
from tablee.web import pictures, questions, webhooks
from tablee.web.advice import ROOM as ADVICE
from tablee.web.advice import SECONDS, advice
from tablee.web.description import Route, operation_name
from tablee.web.download import Download
from tablee.web.lines import AnyLine
from tablee.web.live import Stream
from tablee.web.problems import NOT_FOUND, Failure
from tablee.web.reviews import Reviews
from tablee.web.seat_request import At, SeatRequest, accepted, count_opening, off, seated, standing
from tablee.web.serving.bulk import Bulk, body_of
from tablee.web.serving.data import data
from tablee.web.serving.guard import address_of, language
from tablee.web.serving.metrics import MEDIA_TYPE
from tablee.web.serving.problem import code_of, problem
from tablee.web.serving.shortcut import Answer, body, only, value
from tablee.web.serving.turns import Taken
from tablee.web.urls import url

T = TypeVar("T")

AWAY = Text(fr="La base de données ne répond pas.", en="The database does not answer.")
MAX_HEALTH_SECONDS = 4.0  # less than those who ask usually wait; a busy machine is no lost database
MAX_KEY, MAX_EVENT_ID = 100, 20  # characters of a command's key, and of the last event a stream has sent


class Problem(BaseModel):
    """Everything that is refused, or fails, has this one shape (RFC 9457)."""

    type: str = Field(description="`urn:tablee:` and the code")
    status: int
    code: str = Field(description="what a client knows it by: it stays when words are mended")
    detail: str = Field(description="a sentence, in the reader's language")
    rule: str = Field("", description="the rule of the book that says so")
    fields: dict[str, str] = Field(default_factory=dict, description="a sentence for each field that is wrong")


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game that this house plays."""

    id: str
    label: str
    tagline: str


@dataclass(frozen=True, slots=True)
class ReadyCharacter:
    """A ready character of a game, and the side they are usually on ("" for none)."""

    id: str
    name: str
    side: str


class Opening(BaseModel):
    game: str = Field(max_length=40)
    title: str = Field("", max_length=120)
    ready: bool = False  # with the first scene of the game laid on it
    trial: bool = False  # for one person: `ready`, the other side acts by itself, and it vanishes after seven days


class Opened(BaseModel):
    table: str
    token: str
    code: str


class Imported(Opened):
    """A table that was taken in: its new links, and what it holds."""

    game: str
    title: str
    lines: int
    characters: list[str]


class Knock(BaseModel):
    code: str = Field(max_length=20)
    called: str = Field(min_length=1, max_length=40)


class Sitting(BaseModel):
    token: str = Field(min_length=1, max_length=100)


class Way(Act):
    """An action, under the house rules of the table or under others."""

    options: dict[str, Any] = Field(default_factory=dict, max_length=60)


class Asking(BaseModel):
    """Whose choices are weighed, and what they prepare, if they do."""

    actor: str = Field(min_length=1, max_length=60)
    action: str = Field("", max_length=60)
    params: Annotated[dict[str, Any], PLAIN] = Field(default_factory=dict)


class Ways(BaseModel):
    ways: list[Way] = Field(min_length=1, max_length=6)


@dataclass(frozen=True, slots=True)
class CommandDone:
    """A command that stands: how many lines its seat has been shown, the link it made, and its lines if `told=true`."""

    version: int
    table: str
    token: Annotated[str, Field(description="of the link that `invite` or `relink` made")]
    seat: str
    lines: Annotated[
        list[Line],
        WrittenAs(list[AnyLine]),
        Field(description="what the command wrote, as its seat sees it, with sentences"),
    ]


After = Annotated[int, Query(ge=0, le=2**53)]
Most = Annotated[int, Query(ge=0, le=10_000, description="how many lines at once; 0 for all of them")]
AFTER: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(ge=0, le=2**53)])
FLAG: TypeAdapter[bool] = TypeAdapter(bool)
STATUSES = (400, 401, 403, 404, 408, 409, 413, 421, 422, 429, 503)
router = APIRouter(
    responses={status: {"model": Problem} for status in STATUSES},
    generate_unique_id_function=operation_name,
    route_class=Route,
)
router.include_router(pictures.router)
router.include_router(questions.router)
router.include_router(webhooks.router)


def answers(shape: Any, status: int = 200, media_type: str = "") -> dict[str, Any]:
    """What an address answers, for the description alone: the answer itself is written as it is."""
    how: dict[str, Any] = {"content": {media_type: {"schema": {"type": "string"}}}} if media_type else {"model": shape}
    kind = Response if media_type else JSONResponse
    return {"response_model": None, "response_class": kind, "status_code": status, "responses": {status: how}}


def as_json(request: Request, seen: Any, status: int = 200) -> Response:
    """What a seat is shown, as an answer."""
    return data(request, written(seen), status)


@router.get("/api/games", **answers(list[GameTold]))
async def list_games(request: Request) -> Response:
    """The games of this house."""
    lang = language(request.headers)
    return as_json(
        request, [GameTold(game.id, game.label.say(lang), game.tagline.say(lang)) for game in games().values()]
    )


@router.get("/api/games/{game}/ready", **answers(list[ReadyCharacter]))
async def list_ready(game: Annotated[str, Path(max_length=40)], request: Request) -> Response:
    """The ready characters of a game: id, name, and the side they are usually on."""
    played, lang = game_called(game), language(request.headers)
    scene = played.scene()
    ready = scene.cast.items()
    return as_json(
        request, [ReadyCharacter(who, sheet.name.say(lang), played.side(scene, who)) for who, sheet in ready]
    )


@router.post("/api/tables", status_code=201)
async def open_table(opening: Opening, request: Request) -> Opened:
    """Open a table, with the first scene of its game if it is to be `ready`, for one person if it is a `trial`; the
    token is its MJ's, shown only now.
    """
    game_called(opening.game)
    count_opening(request)
    if opening.trial:
        return await off(_opened, request.app.state.house, House.open_trial, opening.game, language(request.headers))
    how = House.open_ready if opening.ready else House.open
    return await off(_opened, request.app.state.house, how, opening.game, opening.title)


def _opened(house: House, how: Callable[..., tuple[str, str]], *args: Any) -> Opened:
    table, token = how(house, *args)
    return Opened(table=table, token=token, code=house.state(table).code)


@router.post(
    "/api/tables/import",
    status_code=201,
    openapi_extra={"requestBody": {"required": True, "content": {"application/jsonl": {"schema": {"type": "string"}}}}},
)
async def import_table(request: Request) -> Imported:
    """Take in a whole export (JSON lines), and say what it held; its old links are void, its dice begin anew."""
    count_opening(request)
    bulk: Bulk = request.app.state.bulk
    return await bulk.read(_imported, request.app.state.house, Lines(await body_of(request)))


def _imported(house: House, lines: Lines) -> Imported:
    return Imported(**house.bring_in(lines)._asdict())


@router.post("/api/knock", **answers(CommandDone, 202))
async def knock(asking: Knock, request: Request) -> Response:
    """Ask to come in with a table's code; the token opens a seat once the MJ agrees."""
    house: House = request.app.state.house

    def knocked() -> CommandDone:
        table = house.table_of_code(asking.code)
        made = house.knock(table, asking.called)
        return CommandDone(0, table, made.token, made.seat, [])

    return as_json(request, await off(knocked), 202)


@router.post("/api/tables/{table}/sit", status_code=204)
async def sit(table: Annotated[str, Path(max_length=40)], sitting: Sitting, request: Request) -> Response:
    """Keep the seat's token in a cookie of its table, which scripts cannot read, for half a year."""
    await off(request.app.state.house.seat, table, sitting.token)
    response = Response(status_code=204)
    seated(response, request, table, sitting.token)
    return response


@router.get("/api/tables/{table}", **answers(View))
async def view(at: At) -> Response:
    """The table as this seat sees it."""
    return as_json(at.request, replace(await at.do(at.house.view), present=sorted(at.hub.present(at.table))))


@router.get("/api/tables/{table}/at/{n}", **answers(View))
async def view_at(at: At, n: Annotated[int, Path(ge=0, le=2**53)]) -> Response:
    """The table as this seat saw it once it had been shown its line `n`."""
    return as_json(at.request, await at.do(at.house.view_at, n))


@router.get("/api/tables/{table}/as/{seat}", **answers(View))
async def seen_as(at: At, seat: Annotated[str, Path(max_length=60)]) -> Response:
    """The table as another seat sees it, or `newcomer`; for the MJ."""
    seen = accepted(await at.do(at.house.seen_as, "" if seat == "newcomer" else seat))
    return as_json(at.request, replace(seen, present=sorted(at.hub.present(at.table))))


@router.delete("/api/tables/{table}", status_code=204)
async def delete(at: At) -> Response:
    """Delete the table and all its lines; the MJ only."""
    accepted(await at.do(at.house.delete_by))
    return Response(status_code=204)


@router.get("/api/tables/{table}/lines", **answers(list[AnyLine]))
async def lines(at: At, after: After = 0, most: Most = 0, said: bool = False) -> Response:
    """The lines this seat may see, after its own number; as sentences too (`said`), in the reader's language. With
    `most`, so many at once: a header `Link` says where the next ones are, while there are some.
    """

    def read(table: str, seat: str) -> tuple[str, int]:
        found = at.house.lines(table, seat, after)
        shown = found[:most] if most else found
        told = at.house.with_sentences(table, shown, at.lang) if said else shown
        one_by_one = ",".join(json.dumps(line.to_json(), ensure_ascii=False) for line in told)  # others go on between
        return f"[{one_by_one}]", shown[-1].n if len(shown) < len(found) else 0

    body, last = await at.do(read)
    following = f"{url('/api/tables/{}/lines', at.table)}?after={last}&most={most}" + "&said=true" * said
    return data(at.request, body.encode(), headers={"link": f'<{following}>; rel="next"'} if last else {})


SHORT: dict[tuple[str, str], Answer] = {}
"""Of the addresses declared here, those that are asked most, by method and last word: answered by the shortcut."""


@router.get("/api/tables/{table}/events", **answers(str, media_type="text/event-stream"))
async def follow(
    at: At,
    after: After = 0,
    said: bool = False,
    last_event_id: Annotated[str | None, Header(max_length=MAX_EVENT_ID)] = None,
) -> Response:
    """The lines this seat may see, as they come (Server-Sent Events), resumed from Last-Event-ID; as `lines` are."""
    start = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else after
    followed = _Followed(at, said, *await at.do(at.house.looked_at))
    await at.do(at.house.come_back)
    at.room_for_a_stream(followed.seat)
    return Stream(at.hub, at.table, followed.seat, start, followed.unseen, followed.replay)


class _Followed:
    """The lines of a seat as its stream asks for them: all that an open stream keeps of its request."""

    __slots__ = ("house", "lang", "looked_at", "seat", "table", "token", "turns")

    def __init__(self, at: SeatRequest, said: bool, seat: str, looked_at: int) -> None:
        self.house, self.turns, self.table, self.token, self.seat = at.house, at.turns, at.table, at.token, seat
        self.lang, self.looked_at = at.lang if said else "", looked_at

    async def unseen(self, known: int, version: int | None) -> list[Line]:
        house, table, seat = self.house, self.table, self.seat
        shown = house.lines_at_hand(table, seat, known, self.token, self.looked_at if version is None else version)
        if shown is None:
            shown = await self.turns.do(table, self.token, house.lines, table, seat, known, self.token, most=None)
        return await off(house.with_sentences, table, shown, self.lang) if self.lang and shown else shown

    def replay(self) -> Taken:
        return self.turns.replay(self.table, self.token)


async def _follow(request: Request, table: str) -> Response:
    only(request, "after", "said")
    after, said = value(request, "after", AFTER, "0"), value(request, "said", FLAG, "false")
    last = request.headers.get("last-event-id", "")
    return await follow(standing(request, table), after, said, last if len(last) <= MAX_EVENT_ID else "")


SHORT["GET", "events"] = _follow


@router.get("/api/tables/{table}/offers", **answers(list[Offer]))
async def offers(at: At, actor: Annotated[str, Query(max_length=60)] = "") -> Response:
    """What a character may do now: each action with its kind, whether it is proposed first, or why not."""
    return as_json(at.request, accepted(await at.do(at.in_language(at.house.offers), actor)))


@router.post("/api/tables/{table}/form", **answers(FormSeen))
async def form(at: At, act: Act) -> Response:
    """The form of an action with the parameters so far; 409 `superseded` if this seat asks for another meanwhile."""
    return as_json(at.request, accepted(await at.count("form", at.in_language(at.house.form), act)))


@router.get("/api/tables/{table}/sheets/{who}", **answers(SheetSeen))
async def sheet(at: At, who: Annotated[str, Path(max_length=60)]) -> Response:
    """The sheet of a character as its game lays it out, every derived number with its terms."""
    return as_json(at.request, await at.do(at.in_language(at.house.sheet), who))


@router.get("/api/tables/{table}/surroundings", **answers(list[SectionSeen]))
async def surroundings(at: At) -> Response:
    """What the scene shows beside its order and its clocks."""
    return as_json(at.request, await at.do(at.in_language(at.house.surroundings)))


@router.post("/api/tables/{table}/odds", **answers(Odds))
async def odds(at: At, act: Act) -> Response:
    """The exact odds of an action, before it is done; 409 `superseded` if this seat asks another question meanwhile."""
    return as_json(at.request, accepted(await at.count("odds", at.in_language(at.house.odds), act)))


@router.post("/api/tables/{table}/advice", **answers(AdviceTold))
async def advise(at: At, asking: Asking) -> Response:
    """What each choice of a character is worth to the end of the fight, or each answer while it is asked something, as
    far as this seat may know; if the table plays with advice (`arrange`). 409 `superseded` as for odds.
    """
    asked = Act.model_construct(actor=asking.actor, action=asking.action, params=asking.params)
    work = at.in_language(partial(advice, at.house, at.laboratory(ADVICE)))
    told = await at.count("advice", work, asked, seconds=SECONDS)
    return as_json(at.request, accepted(told))


@router.get("/api/tables/{table}/reviews/{fight}", **answers(ReviewSeen))
async def read_again(at: At, fight: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """A fight of the table that is over (the first one, the second…), read again as far as this seat may: the chance of
    its side before each line, what moved it, dice and choices. It is worked out while somebody asks: ask again until
    its `stage` is `whole`, `short` or `cut`.
    """
    reviews: Reviews = at.request.app.state.reviews
    return as_json(at.request, await at.do(at.in_language(partial(reviews.seen, address=at.address)), fight))


@router.post("/api/tables/{table}/reviews/{fight}/what-if/{n}", status_code=201)
async def play_on(
    at: At, fight: Annotated[int, Path(ge=1, le=2**53)], n: Annotated[int, Path(ge=1, le=2**53)]
) -> Opened:
    """Open a table of its own on which a fight that is over stands as it stood before a line (the seat's own number),
    against the machine; the token is that of the seat there, shown only now. 404 where the seat may not.
    """
    count_opening(at.request)

    def what_if(table: str, seat: str) -> Opened:
        return _opened(at.house, open_what_if, table, seat, fight, n, at.lang)

    return await at.do(what_if)


@router.post("/api/tables/{table}/compare", **answers(list[WayCompared]))
async def compare(at: At, ways: Ways) -> Response:
    """The exact odds of an action declared in several ways, side by side; the refusal of one that does not stand."""

    def way(table: str, seat: str, way: Way) -> WayCompared:
        lang = at.lang
        act = Act(**{name: getattr(way, name) for name in Act.model_fields})
        try:
            result = at.house.odds(table, seat, act, lang, way.options)
        except BadInput as bad:
            return WayCompared(act.params, None, RefusalTold(bad.say(lang), ""))
        if isinstance(result, Refusal):
            return WayCompared(act.params, None, RefusalTold(result.say(lang), result.rule))
        return WayCompared(act.params, result, None)

    return as_json(
        at.request, await at.count("compare", lambda table, seat: [way(table, seat, act) for act in ways.ways])
    )


@router.get("/api/tables/{table}/export", **answers(str, media_type="application/jsonl"))
async def export(at: At) -> Response:
    """The whole log as JSON lines, as far as this seat may know it now; the first line says what they hold."""
    lines = await at.do(at.house.exported, at.token)
    return Download(lines, lambda: off(at.house.seat, at.table, at.token))


@router.get("/api/tables/{table}/export.md", **answers(str, media_type="text/markdown"))
async def export_evening(at: At) -> Response:
    """The log as a transcript to read, in Markdown, in the reader's language, as far as this seat may know."""
    text = await at.do(lambda table, seat: at.house.markdown(table, seat, at.lang, at.token))
    return PlainTextResponse(text, media_type="text/markdown")


@router.get("/api/tables/{table}/characters/{who}", **answers(dict[str, dict[str, JsonValue]]))
async def export_character(at: At, who: Annotated[str, Path(max_length=60)]) -> Response:
    """A sheet to take away."""
    return JSONResponse(await at.do(at.house.character, who))


def _command(kind: type[Command]) -> None:
    async def submit(
        at: At,
        command: Any,
        told: bool = False,
        idempotency_key: Annotated[str | None, Header(max_length=MAX_KEY)] = None,
    ) -> Response:
        def submitted(table: str, seat: str) -> CommandDone:
            result: Submitted = accepted(at.house.submit(table, seat, command, idempotency_key or "", at.token))
            version = at.house.own_number(table, seat, result.version)
            lines = at.house.lines_of(table, seat, result.version, at.lang) if told else []
            return CommandDone(version, "", result.token, result.seat, lines)

        return as_json(at.request, await at.submit(submitted))

    submit.__annotations__["command"] = kind
    submit.__doc__ = kind.__doc__
    router.post(f"/api/tables/{{table}}/{kind.id}", name=kind.id, tags=["commands"], **answers(CommandDone))(submit)

    async def short(request: Request, table: str) -> Response:
        at, key = standing(request, table), request.headers.get("idempotency-key", "")
        if len(key) > MAX_KEY:
            raise RequestValidationError([{"loc": ("header", "idempotency-key")}])
        only(request, "told")
        told = value(request, "told", FLAG, "false")
        return await submit(at, await body(request, kind), told, key)

    SHORT["POST", kind.id] = short


for _kind in COMMANDS.values():
    _command(_kind)


@router.get("/health", include_in_schema=False)
async def health(request: Request) -> Response:
    """Whether this process and its database answer: 200, or 503 with a sentence."""
    try:
        async with asyncio.timeout(MAX_HEALTH_SECONDS):
            loop, app = asyncio.get_running_loop(), request.app
            await loop.run_in_executor(app.state.pulse, app.state.house.store.secret, "")
    except Exception:  # whatever is wrong with it
        return problem(503, code_of(AWAY, 503), AWAY.say(language(request.headers)), again=1.0)
    return PlainTextResponse("ok\n")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counts and durations of this process, for the addresses that may have them; nothing is there for others."""
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if forwarded or not request.app.state.hosting.may_read_counts(address_of(request.scope)):
        raise Failure(404, NOT_FOUND)
    return Response(request.app.state.counts.text(), media_type=MEDIA_TYPE)
