"""How much the lab may be asked by one address: one question of each kind at a time, away from the tables, in so many
seconds; others who ask one go before its second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from fastapi import Request

from tablee.web.laboratory import Laboratory, aside
from tablee.web.problems import Failure
from tablee.web.seat_request import MANY_ASK, SUPERSEDED, while_awaited
from tablee.web.serving.guard import TOO_OFTEN, household_of
from tablee.web.serving.turns import Crowded, Questions, Superseded, Turns

T = TypeVar("T")
SECONDS = 8.0  # of work on one question
MAX_LAB = 3  # questions of the lab that wait or are counted: nobody waits for more than two others
ROOM, CHANCES = "labo", "chances"  # where a table's id would stand; questions that do not wait for fights


async def bounded(request: Request, kind: str, work: Callable[..., T], *args: str) -> T:
    """What a function of a module gives, in a process of the lab's own if the house has one; a newer question of this
    kind from the same address goes before it. Nobody is waited for who has left.
    """
    room = CHANCES if kind == CHANCES else ROOM
    questions: Questions = request.app.state.questions[room]
    laboratory: Laboratory | None = request.app.state.laboratories.get(room)

    try:
        counted = partial(aside, laboratory, SECONDS, work, *args)
        asked = questions.ask(ROOM, household_of(request.scope), kind, SECONDS, counted)
        return await while_awaited(request, asked)
    except Superseded:
        raise Failure(409, SUPERSEDED) from None
    except Crowded:
        raise Failure(503, MANY_ASK) from None


async def in_turn(request: Request, work: Callable[[], T]) -> T:
    """What `work` gives that takes a moment, in a thread; a few at once for each address, and for all of them."""
    try:
        turns: Turns = request.app.state.turns
        return await turns.do(ROOM, household_of(request.scope), work)
    except Crowded:
        raise Failure(429, TOO_OFTEN) from None
