"""Whom a table waits for, on top of the MJ's screen: an answer, a roll that was asked for; each can be passed."""

from __future__ import annotations

import json
from typing import NamedTuple

from tablee.table.seen.view import RollAskedFor, View
from tablee.web.pages.table.cards import waits_for


class Awaited(NamedTuple):
    """What is awaited of whom, in words, and the command by which the MJ passes it."""

    whom: str
    what: str
    command: str
    fields: dict[str, str]


def awaited(view: View, lang: str) -> list[Awaited]:
    """Everything that players are waited for: decisions, which passing answers by default; then rolls that the MJ asked
    for, which passing closes.
    """
    decisions = [
        Awaited(
            waits_for([who], view, lang),
            decision.label.say(lang),
            "answer",
            {f"a.{who}": json.dumps(decision.default), "seen": str(view.seen)},
        )
        for one in view.in_progress
        for who, decision in one.asked.items()
        if who in view.cast and view.cast[who].owner
    ]
    rolls = [
        Awaited(waits_for(late, view, lang), request.title, "close", {"request": id})
        for id, request in view.requests.items()
        if not request.closed and (late := _late(request, view))
    ]
    return decisions + rolls


def _late(request: RollAskedFor, view: View) -> list[str]:
    """Those of a request whom a player plays, who have not rolled and are not asked something about their roll."""
    begun = {*request.done, *(one.actor for one in view.rolling)}
    return [who for who in request.who if who not in begun and who in view.cast and view.cast[who].owner]
