"""Making a character step by step, in a notebook or at a table: begin, fill in, throw, answer, finish, give up."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from tablee.errors import BadInput
from tablee.rules.fields import Audience, at_table
from tablee.rules.game import Game, game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import Making, View
from tablee.table.topics.action import Act
from tablee.table.topics.decision import Abandon, Answer, StepBack
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.answering import go, page
from tablee.web.pages.characters.drafts import Draft, forget_draft, keep_draft, read_draft
from tablee.web.pages.characters.making import Wizard, dice_of, wizard
from tablee.web.pages.characters.notebook import Bench, keep, keep_made, notebook, opened, remember, submitted
from tablee.web.pages.characters.papers import laid
from tablee.web.pages.drawing import sheet_template
from tablee.web.pages.table.decisions import questions
from tablee.web.problems import Failure
from tablee.web.seat_request import At
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

MAKE, GROW = "make", "grow"
NO_NOTEBOOK = Text(
    fr="Ce navigateur n'a pas de carnet de personnages pour ce jeu : commencez un personnage.",
    en="This browser has no notebook of characters for this game: begin a character.",
)


def ways(game: Game, lang: str, options: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """The creations of a game that are for players at a table with these options, and what they are called; those by
    chance alone are offered in one tap.
    """
    first = game.creations[:1]
    open_to_all = (one for one in game.creations if at_table(one.by, options or {}) is Audience.EVERYONE)
    return [(one.id, one.label.say(lang)) for one in open_to_all if one in first or one.id not in game.draws]


async def at_home(request: Request, game: Annotated[str, Path(max_length=40)]) -> None:
    """A request about the notebook of this browser; a Failure if it has none for this game."""
    bench = await notebook(request, game)
    if bench is None:
        raise Failure(404, NO_NOTEBOOK)
    request.state.bench = bench


async def at_table_bench(request: Request, at: At) -> None:
    """A request about characters that this seat makes at a table, beside its scene."""
    view = await at.do(at.house.view)
    request.state.bench = Bench(at, game_called(view.game), url("/t/{}/personnages", at.table), own=False)


@router.post("/personnages/{game}/commencer")
async def begin_at_home(request: Request, game: str) -> Response:
    """Begin to make a character in this browser's notebook, which is opened if need be."""
    request.state.bench = bench = await opened(request, game)
    response = await begin(request)
    remember(response, bench)
    return response


async def begin(request: Request) -> Response:
    """A fresh draft of a creation, or of the growth of a character (`who`); one that is begun is taken up again."""
    bench: Bench = request.state.bench
    given = dict(await _posted(bench))
    action, who = given.get("action", "")[:60], given.get("who", "")[:60]
    bench.game.action(action)
    if not who and (await bench.here.do(bench.here.house.view)).making:
        return go(f"{bench.base}/creer")
    kind = GROW if who else MAKE
    before = read_draft(bench.here.request, kind)
    fresh = Draft(action, who)
    if before is not None and not who:
        shared = bench.game.action(action).params.model_fields.keys() & {"name", "feminine"}
        params = {name: value for name, value in before.params.items() if name in shared}
        fresh = before if before.action == action else Draft(action, params=params)
    response = go(f"{bench.base}/{'grandir' if who else 'creer'}")
    keep_draft(response, bench.base, kind, fresh)
    return response


async def making(request: Request) -> Response:
    """What a creation in progress asks; else the draft at its step; else the ways to make a character."""
    bench: Bench = request.state.bench
    view = await bench.here.do(bench.here.house.view)
    if view.making:
        return await _question(bench, view, view.making)
    return await _drawn(bench, MAKE)


async def growing(request: Request) -> Response:
    """The draft of a character's growth."""
    return await _drawn(request.state.bench, GROW)


async def fill_in_creation(request: Request) -> Response:
    """What was filled in of a new character is kept; the next step, or the end."""
    return await fill_in(request.state.bench, MAKE)


async def fill_in_growth(request: Request) -> Response:
    """What was filled in of a character's growth is kept, or done."""
    return await fill_in(request.state.bench, GROW)


async def _drawn(bench: Bench, kind: str, refusal: str = "", status: int = 200, draft: Draft | None = None) -> Response:
    held = draft or read_draft(bench.here.request, kind)
    shown = None
    with suppress(BadInput):
        shown = await _wizard(bench, held) if held else None
    if shown is None:
        response = go(bench.base)
        forget_draft(response, bench.base, kind)
        return response
    sheet = shown.preview.sheet if shown.preview else None
    return page(
        bench.here.request,
        "characters/make.html",
        status,
        bench.game.id,
        bench=bench,
        label=bench.game.label.say(bench.lang),
        wizard=shown,
        to=f"{bench.base}/{'creer' if kind == MAKE else 'grandir'}",
        refusal=refusal,
        key=secrets.token_urlsafe(16),
        sheet=sheet,
        paper=laid(bench.game, sheet) if sheet else None,
        sheet_template=sheet_template(bench.game.id),
    )


async def _wizard(bench: Bench, draft: Draft) -> Wizard | None:
    def work(table: str, seat: str) -> Wizard | None:
        return wizard(bench.here.house, table, seat, bench.game, draft, bench.lang, bench.own)

    return await bench.here.do(work)


async def _posted(bench: Bench) -> forms.Fields:
    return forms.form_fields((await bench.here.request.body()).decode("utf-8", "replace"))


async def fill_in(bench: Bench, kind: str) -> Response:
    """Keep what was filled in at a step; go to another step, or finish (`go=done`)."""
    fields, held = await _posted(bench), read_draft(bench.here.request, kind)
    if held is None:
        return go(bench.base)
    given = dict(fields)
    absent: dict[str, Any] = {value: {} for name, value in fields if name == "table"}  # tables with no value left
    draft = replace(held, params={**held.params, **absent, **forms.params(fields)})
    wanted = given.get("go", "")
    step = wanted.removeprefix("step:")
    if step.isascii() and step.isdigit() and len(step) < 3:
        draft = replace(draft, step=int(step), furthest=max(held.furthest, int(step)))
    address = f"{bench.base}/{'creer' if kind == MAKE else 'grandir'}"
    response: Response = go(address)
    try:
        keep_draft(response, bench.base, kind, draft)
        await _wizard(bench, draft)  # what cannot be read at all is refused, and not kept
        if wanted == "done":
            response = await _done(bench, kind, draft, given.get("key", "")[:100])
    except BadInput as wrong:
        return await _drawn(bench, kind, wrong.say(bench.lang), 422, held)
    return response


async def _done(bench: Bench, kind: str, draft: Draft, key: str) -> Response:
    """Do what was filled in; on to what a creation asks, to what completes a sheet, or to the sheet."""
    shown = await _wizard(bench, draft)
    if shown is None:
        return go(bench.base)
    act = Act(actor=draft.actor, action=draft.action, params=shown.values)
    before = await bench.here.do(bench.here.house.view)
    told = await bench.here.do(submitted(bench, act, key))
    if isinstance(told, Refusal):
        return await _drawn(bench, kind, told.say(bench.lang), 409 if told.rule else 422, draft)
    response = await _then(bench, set(before.cast), draft.actor)
    forget_draft(response, bench.base, kind)
    return response


async def _then(bench: Bench, before: set[str], actor: str) -> Response:
    """Where to go once something was done: the next question, what completes the sheet of a newcomer, their sheet."""
    view = await _past_lone_answers(bench)
    if view.making:
        return go(f"{bench.base}/creer")
    who = actor or next((one for one in view.cast if one not in before), "")
    await bench.here.do(lambda _table, seat: keep(bench, seat))
    sheet = f"{bench.base}/fiche/{who}" if bench.own else url("/t/{}?who={}&tab=fiche", bench.here.table, who)
    response: Response = go(sheet)
    for action in bench.game.completes if who and not actor else ():
        if await _open_to(bench, who, action):
            response = go(f"{bench.base}/grandir")
            keep_draft(response, bench.base, GROW, Draft(action, who))
            break
    await keep_made(bench, who, response)
    return response


async def _past_lone_answers(bench: Bench) -> View:
    """The view of a bench once questions of a creation that have one answer only were answered: nobody taps these."""
    while True:
        view = await bench.here.do(bench.here.house.view)
        asked = view.making.asked if view.making else {}
        if not asked or any(len(one.options) > 1 for one in asked.values()):
            return view
        lone = Answer(answers={who: one.default for who, one in asked.items()})
        if isinstance(await bench.here.do(submitted(bench, lone)), Refusal):
            return view


async def _open_to(bench: Bench, who: str, action: str) -> bool:
    """Whether a character may do an action now."""

    def work(table: str, seat: str) -> bool:
        told = bench.here.house.offers(table, seat, who, bench.lang)
        return not isinstance(told, Refusal) and any(one.action == action and not one.refusal for one in told)

    return await bench.here.do(work)


async def _question(bench: Bench, view: View, making: Making, refusal: str = "", status: int = 200) -> Response:
    """The page of what a creation in progress asks, with what was answered so far."""
    house = bench.here.house
    answered = await bench.here.do(lambda table, seat: house.answered_so_far(table, seat, bench.lang))
    asked = questions(making, view, bench.lang)
    clauses = dict.fromkeys(one.rule for one in asked)
    return page(
        bench.here.request,
        "characters/question.html",
        status,
        bench.game.id,
        bench=bench,
        label=bench.game.label.say(bench.lang),
        name=str(making.params.get("name", "")),
        questions=asked,
        rules=[bench.game.book[rule] for rule in clauses],
        dice=dice_of(bench.game, making),
        answered=answered,
        seen=view.seen,
        refusal=refusal,
    )


async def answer(request: Request) -> Response:
    """Answer what a creation asks; on to the next question, or to the sheet."""
    bench: Bench = request.state.bench
    given = forms.command("answer", await _posted(bench))
    before = await bench.here.do(bench.here.house.view)
    told = await bench.here.do(submitted(bench, forms.understood(Answer, given)))
    if isinstance(told, Refusal):
        view = await bench.here.do(bench.here.house.view)
        again = view.making and await _question(bench, view, view.making, told.say(bench.lang), 422)
        return again or go(bench.base)
    return await _then(bench, set(before.cast), "")


async def step_back(request: Request) -> Response:
    """Back to the question before; where there is none, the creation is still at its first."""
    bench: Bench = request.state.bench
    await bench.here.do(submitted(bench, StepBack()))
    return go(f"{bench.base}/creer")


async def give_up(request: Request) -> Response:
    """Drop the draft, and the creation in progress: dice that were thrown stay in the log of their table."""
    bench: Bench = request.state.bench
    view = await bench.here.do(bench.here.house.view)
    if view.making:
        await bench.here.do(submitted(bench, Abandon(creation=view.you)))
    response = go(bench.base)
    forget_draft(response, bench.base, MAKE)
    return response


for place, found in (("/personnages/{game}", at_home), ("/t/{table}/personnages", at_table_bench)):
    pages = APIRouter(prefix=place, dependencies=[Depends(found)], include_in_schema=False)
    pages.get("/creer")(making)
    pages.post("/creer")(fill_in_creation)
    pages.post("/repondre")(answer)
    pages.post("/revenir")(step_back)
    pages.post("/abandonner")(give_up)
    pages.get("/grandir")(growing)
    pages.post("/grandir")(fill_in_growth)
    router.include_router(pages)
router.post("/t/{table}/personnages/commencer", dependencies=[Depends(at_table_bench)])(begin)
