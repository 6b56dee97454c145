"""decide(context, command): the events that follow from a command, or its refusal. Nothing is stored here."""

from __future__ import annotations

from tablee.errors import BadFields, BadInput
from tablee.rules.fields import check_choices
from tablee.table.decide.command import Command, refusal
from tablee.table.decide.context import Context, Decided
from tablee.table.decide.refusal import PAUSED, Refusal
from tablee.table.log.state import State
from tablee.text import Name, Text

BUSY = Text(
    fr="Une action attend une réponse ({who}) : répondez d'abord, ou le meneur l'abandonne.",
    en="An action is waiting for an answer ({who}): answer first, or the GM abandons it.",
)
BUSY_ELSEWHERE = Text(
    fr="Le meneur termine quelque chose : attendez un instant.", en="The GM is finishing something: wait a moment."
)


def decide(context: Context, command: Command) -> Decided:
    """What follows from a command on the present state, or why nothing does."""
    no = refusal(context.state, context.seat, command, context.game.lost)
    if no is not None:
        return no
    if context.state.paused and not command.paused:
        return Refusal(PAUSED)
    if context.state.pending and not command.goes_beside(context.game):
        return busy(context)
    try:
        check_choices(command)
        decided = command.decide(context)
        return decided if isinstance(decided, Refusal) else context.addressed(decided)
    except BadFields as bad:
        return Refusal(bad.sentence, problems=bad.problems)
    except BadInput as bad:
        return Refusal(bad.text, bad.values)


def busy(context: Context) -> Refusal:
    """An action is in progress: who is waited for, if the seat may know."""
    pending = context.state.pending
    assert pending
    if not context.state.follows(context.seat):
        return Refusal(BUSY_ELSEWHERE)
    return Refusal(BUSY, {"who": tuple(_waited_for(context.state, who) for who in pending.awaited)})


def _waited_for(state: State, who: str) -> Name:
    """The name of a character who is asked, or of the seat that makes one who is not there yet."""
    if who in state.cast:
        return state.called(who)
    seat = state.asked_seat(who)
    return Name(state.seats[seat].called or seat)
