"""How much the lab may be asked by one address: one question at a time, away from the tables, in so many seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fastapi import Request

from tablee.web.guard import household_of
from tablee.web.here import SUPERSEDED
from tablee.web.problems import Failure
from tablee.web.turns import Questions, Superseded

T = TypeVar("T")
SECONDS = 8.0  # of work on one question
ROOM = "labo"  # where a table's id would stand


async def bounded(request: Request, kind: str, work: Callable[[], T]) -> T:
    """What `work` gives, in a thread of the lab's own; a newer question of this kind from the same address goes before
    it.
    """
    questions: Questions = request.app.state.questions[ROOM]
    try:
        return await questions.ask(ROOM, household_of(request.scope), kind, SECONDS, work)
    except Superseded:
        raise Failure(409, SUPERSEDED, "superseded") from None
