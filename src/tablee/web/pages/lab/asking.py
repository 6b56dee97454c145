"""How much the lab may be asked by one address: one question of each kind at a time, away from the tables, in so many
seconds; others who ask one go before its second. Each question is tried for a moment where no long one is counted:
however many people ask for long fights, a short question is soon answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from fastapi import Request

from tablee.dice.patience import patience
from tablee.web.laboratory import Laboratory, aside
from tablee.web.problems import Failure
from tablee.web.seat_request import MANY_ASK, SUPERSEDED, while_awaited
from tablee.web.serving.guard import TOO_OFTEN, household_of
from tablee.web.serving.turns import Crowded, Questions, Superseded, Turns

T = TypeVar("T")
SECONDS = 8.0  # of work on one question
MOMENT = 1.0  # of work, in which a short question is answered
MAX_LAB, MAX_LONG = 12, 3  # questions that wait or are counted; those among them that took longer than a moment
ROOM, SHORT_LAB = "labo", "labo-court"  # where a table's id would stand; the process in which each is tried first
CHANCES = "chances"  # a kind of question


async def bounded(request: Request, kind: str, work: Callable[..., T], *args: str) -> T:
    """What a function of a module gives, in a process of the lab's own if the house has one; a newer question of this
    kind from the same address goes before it. Nobody is waited for who has left.
    """
    questions: Questions = request.app.state.questions[ROOM]
    try:
        counted = partial(_counted, request.app.state.laboratories, work, *args)
        asked = questions.ask(ROOM, household_of(request.scope), kind, SECONDS, counted)
        return await while_awaited(request, asked)
    except Superseded:
        raise Failure(409, SUPERSEDED) from None
    except Crowded:
        raise Failure(503, MANY_ASK) from None


def _counted(laboratories: Mapping[str, Laboratory], work: Callable[..., T], *args: str) -> T:
    """What a function gives with the patience of this thread, in the process that is for so much of it."""
    waiting = patience()
    seconds = waiting.seconds if waiting else SECONDS
    return aside(laboratories.get(SHORT_LAB if seconds <= MOMENT else ROOM), seconds, work, *args)


async def in_turn(request: Request, work: Callable[[], T]) -> T:
    """What `work` gives that takes a moment, in a thread; a few at once for each address, and for all of them."""
    try:
        turns: Turns = request.app.state.turns
        return await turns.do(ROOM, household_of(request.scope), work)
    except Crowded:
        raise Failure(429, TOO_OFTEN) from None
