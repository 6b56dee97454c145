"""The application: the API and the pages over one house of tables, with what runs beside them while it is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from importlib import metadata

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from tablee.rules.game import games
from tablee.table.service import House
from tablee.web.advice import MAX_ADVICE
from tablee.web.advice import ROOM as ADVICE
from tablee.web.api import SHORT, router
from tablee.web.autoplay import Autoplay
from tablee.web.description import describe, operation_name
from tablee.web.facilities import ALL, GUESTS, offer, offered
from tablee.web.laboratory import Laboratory
from tablee.web.live import Hub
from tablee.web.moments import Moments
from tablee.web.opponents import ROOM as BEST
from tablee.web.pages import assets, paper, phone
from tablee.web.pages.characters import carrying, portraits, shelf, wizard
from tablee.web.pages.entrance import adventures, api_page, door, evenings, home, menu, opening
from tablee.web.pages.journal import addresses as journal
from tablee.web.pages.lab import chances, fights, house_rules, weighing
from tablee.web.pages.lab.asking import MAX_LAB, MAX_LONG, MOMENT, SHORT_LAB
from tablee.web.pages.lab.asking import ROOM as LAB
from tablee.web.pages.mj import addresses as mj
from tablee.web.pages.mj import bringing
from tablee.web.pages.review import addresses as review
from tablee.web.pages.rules import book, first_evening
from tablee.web.pages.screen import addresses as screen
from tablee.web.pages.table import addresses
from tablee.web.problems import PROBLEMS
from tablee.web.reviews import MAX_PART, NICE, Reviews
from tablee.web.reviews import ROOM as REVIEWS
from tablee.web.seat_request import off
from tablee.web.serving.bulk import Bulk
from tablee.web.serving.guard import Guard
from tablee.web.serving.hosting import Hosting
from tablee.web.serving.limits import Callers, Limits
from tablee.web.serving.metrics import Counts
from tablee.web.serving.screen_codes import ScreenCodes
from tablee.web.serving.shortcut import Shortcut
from tablee.web.serving.threads import InPlace, Threads
from tablee.web.serving.turns import THREADS, Machine, Questions, Turns
from tablee.web.trials import sweep
from tablee.web.urls import inner, live_under
from tablee.web.webhooks import Webhooks


def fresh_pulse() -> ThreadPoolExecutor:
    """A thread that asks whether the tables answer, and waits for nobody's work."""
    return ThreadPoolExecutor(1, "tablee-pulse")


def fresh_questions() -> dict[str, Questions]:
    """Who answers what is asked while a form is filled in, by kind: forms do not wait for counts."""
    odds = Questions()
    lab, advised = Questions(1, MAX_LAB, MOMENT, MAX_LONG), Questions(1, MAX_ADVICE, quick=0)  # in other processes
    return {"odds": odds, "compare": odds, "form": Questions(), "advice": advised, LAB: lab}


class Application(FastAPI):
    """The API of a house: a request passes its guard and its shortcut before FastAPI's general machinery."""

    guard: Guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["app"], scope["path"] = self, inner(scope["path"])
            await self.guard(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def guarded(self, callers: Callers, hosting: Hosting, counts: Counts) -> None:
        """Have every request checked and counted from now on."""
        self.guard = Guard(Shortcut(super().__call__, SHORT), callers, hosting, counts)


def application(
    house: House, hosting: Hosting | None = None, limits: Limits | None = None, apart: bool = False, alone: bool = False
) -> Application:
    """The API over one house of tables; reached on its own machine alone unless its hosting says more.

    The lab counts in processes of its own if `apart`, else in threads; if `alone`, in a page, everything is done by the
    one thread there is.
    """
    hosting = hosting or Hosting()
    live_under(hosting.prefix)
    offer(frozenset() if hosting.in_page else ALL)
    hub = Hub()
    laboratories = {room: Laboratory() for room in (LAB, SHORT_LAB, ADVICE, BEST)} if apart else {}
    if apart:
        laboratories[REVIEWS] = Laboratory(NICE, MAX_PART)
    webhooks = Webhooks(house, hub.ear, hosting)
    autoplay, moments = Autoplay(house, hub, laboratories.get(BEST)), Moments(house, hub)

    def changed(table: str, version: int | None) -> None:
        hub.publish(table, version)
        webhooks.publish(table, version)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        app.state.questions = fresh_questions()  # those of an earlier life are closed
        app.state.pulse = fresh_pulse()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "tablee"))
        beating = asyncio.create_task(hub.run())
        await asyncio.sleep(0)
        stop = house.watch(changed)
        sharing = asyncio.create_task(hub.share_presence(house.share_presence))
        sweeping = asyncio.create_task(sweep(house) if offered(GUESTS) else asyncio.sleep(0))  # one's own trials stay
        sending = asyncio.create_task(webhooks.go_on())
        loading = asyncio.create_task(off(games))  # so that the first page does not wait for all of them
        yield
        stop()
        sending.cancel()
        webhooks.close()
        sharing.cancel()
        sweeping.cancel()
        loading.cancel()
        autoplay.close()
        app.state.reviews.close()
        app.state.pulse.shutdown(wait=False, cancel_futures=True)
        moments.close()
        for asked in app.state.questions.values():
            asked.close()
        for laboratory in app.state.laboratories.values():
            laboratory.close()
        hub.close()
        app.state.turns.close()
        beating.cancel()

    app = Application(
        title="Tablée",
        version=metadata.version("tablee"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation_name,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # addresses and headers are people's own
    )
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.state.house, app.state.hub, app.state.callers = house, hub, Callers(limits or Limits())
    app.state.reviews = Reviews(house, laboratories.get(REVIEWS))
    app.state.webhooks, app.state.screen_codes = webhooks, ScreenCodes()
    app.state.hosting, app.state.counts = hosting, Counts()
    app.state.laboratories = laboratories
    app.state.bulk, app.state.printer, app.state.easel = Bulk(), Machine(), Machine()
    app.state.turns = Turns(InPlace() if alone else Threads(hub.ear))
    app.state.questions, app.state.pulse = fresh_questions(), fresh_pulse()
    # Routes as they were declared, shared by the houses of a process: `include_router` would build each of them again.
    app.router.routes += router.routes
    for pages in (
        assets,
        phone,
        adventures,
        api_page,
        evenings,
        home,
        opening,
        carrying,
        portraits,
        shelf,
        wizard,
        door,
        menu,
        book,
        first_evening,
        chances,
        fights,
        house_rules,
        weighing,
        paper,
        journal,
        review,
        screen,
        bringing,
        mj,
        addresses,
    ):  # commands of a table last: they take any word
        app.router.routes += pages.router.routes
    app.guarded(app.state.callers, app.state.hosting, app.state.counts)
    for kind, answer in PROBLEMS.items():
        app.add_exception_handler(kind, answer)
    return app
