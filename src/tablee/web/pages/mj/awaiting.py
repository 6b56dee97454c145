"""Whom a table waits for, on top of the MJ's screen: an answer, a roll asked for, a turn; each can be passed."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tablee.rules.stored.decisions import DecisionAsked
from tablee.table.seen.view import Pending, RollAskedFor, View
from tablee.text import Text, joined
from tablee.web.pages.table.cards import waits_for

TO_ACT = Text(fr="pour agir", en="to act")
FALLING = Text(fr="pour agir au même instant, avant de tomber", en="to act in the same instant, before falling")
TO_ROLL = Text(fr="pour le jet demandé", en="for the roll asked for")


AWAY = Text(fr="hors ligne : {who}", en="offline: {who}")


class Awaited(NamedTuple):
    """What is awaited of whom, in words, and the command by which the MJ passes it; of a turn, the character whom the
    MJ may play in their player's place.
    """

    whom: str
    what: str
    command: str = ""
    fields: Mapping[str, str] = MappingProxyType({})
    who: str = ""


def awaited(view: View, lang: str, present: Collection[str] = ()) -> list[Awaited]:
    """Everything that players are waited for: decisions, which passing answers by default; rolls that the MJ asked for,
    which passing closes; then turns, which the MJ may play; with who of them is not among the seats `present`, as far
    as the house sees the MJ's own.
    """
    said = [(_unanswered(asked, view, lang), [*asked]) for one in view.in_progress for asked in _together(one, view)]
    said += [
        (Awaited(waits_for(late, view, lang), request.title or TO_ROLL.say(lang), "close", {"request": id}), late)
        for id, request in view.requests.items()
        if not request.closed and (late := _late(request, view))
    ]
    said += [] if view.pending else _turns(view, lang)
    return [_told_away(one, who, view, lang, present) for one, who in said]


def _told_away(one: Awaited, who: list[str], view: View, lang: str, present: Collection[str]) -> Awaited:
    """What is awaited, with the players of these characters who have no page open."""
    seats = dict.fromkeys(view.cast[each].player for each in who) if view.you in present else {}
    away = [view.seats[seat].called for seat in seats if seat in view.seats and seat not in present]
    return one._replace(what=f"{one.what} · {AWAY.say(lang, who=joined(away, lang))}") if away else one


def _together(action: Pending, view: View) -> list[dict[str, DecisionAsked]]:
    """What players are asked in one action: each by themselves; those who may speak up and need not, all at once."""
    mine = ("", view.you)
    theirs = {
        who: one
        for who, one in action.asked.items()
        if who in view.cast and who not in action.unaware and view.cast[who].player not in mine
    }
    aloud = {who: one for who, one in theirs.items() if one.aloud}
    return [*([aloud] if aloud else []), *({who: one} for who, one in theirs.items() if not one.aloud)]


def _unanswered(asked: Mapping[str, DecisionAsked], view: View, lang: str) -> Awaited:
    """Characters whose answer is awaited; passing gives what they answer by default."""
    labels = dict.fromkeys(one.label.say(lang) for one in asked.values())
    passing = {f"a.{who}": json.dumps(one.default) for who, one in asked.items()}
    return Awaited(waits_for(list(asked), view, lang), " ".join(labels), "answer", {**passing, "seen": str(view.seen)})


def _turns(view: View, lang: str) -> list[tuple[Awaited, list[str]]]:
    """The turn that players are waited for, if any: nobody is outside rounds, nor in a pause."""
    playing = view.play.get("round") and not view.paused
    now = [one.who for one in view.turns if one.when == "now" and view.cast[one.who].player not in ("", view.you)]
    if not now or not playing:
        return []
    falling = all((how := view.cast[who].condition) is not None and not how.standing for who in now)
    to_act = (FALLING if falling else TO_ACT).say(lang)
    return [(Awaited(waits_for(now, view, lang, any_of=True), to_act, who=now[0]), now)]


def _late(request: RollAskedFor, view: View) -> list[str]:
    """Those of a request whom a player plays, who have not rolled and are not asked something about their roll."""
    mine = ("", view.you)
    begun = {*request.done, *(one.actor for one in view.rolling)}
    return [who for who in request.who if who not in begun and who in view.cast and view.cast[who].player not in mine]
