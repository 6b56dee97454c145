"""What lies between two moments of a fight, one after the other: somebody's choice, dice, an answer, the MJ's word.

A choice, or an answer, is a step only where it is not what the natural way of playing does: else nothing was chosen
against it, and the dice of the action begin at the moment before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from tablee.dice.throw import Fed
from tablee.lab.policy import Move, planned
from tablee.lab.setups import setup_of
from tablee.lab.tables.watch import frozen
from tablee.review.chances import POLICY, Deed, Place
from tablee.review.evening import Fought, Turn, same_scene, sides_at
from tablee.rules.game import Game
from tablee.rules.run import Progress, Waiting, perform
from tablee.table.scenes import midway
from tablee.table.topics.action import Attempt, attempted, fell_due
from tablee.text import Name, Text

Kind = Literal["luck", "ours", "theirs", "word"]


@dataclass(frozen=True, eq=False)
class Step:
    """From one place of a fight to the next: by dice, by a choice of our side or of the others, or by the MJ's word.

    `question` is the id of the decision that was answered, "" for an action that was chosen.
    """

    kind: Kind
    turn: Turn
    start: Place
    end: Place
    who: str = ""
    question: str = ""


def steps_of(fought: Fought) -> list[Step]:
    """The steps of a fight in order: each begins where the one before it ends."""
    found = list[Step]()
    places = [_place(fought.game, turn) for turn in fought.turns]
    for turn, place, following in zip(fought.turns, places, [*places[1:], None], strict=True):
        after = Place(midway(fought.game, turn.after), sides_at(fought.game, turn.after))
        if following and same_scene(after.midway, following.midway):
            after = following
        here = place
        for step in _choices(fought.game, turn, place):
            found += [] if step.start is here else [Step("luck", turn, here, step.start, turn.what.actor)]
            found.append(step)
            here = step.end
        found.append(Step("luck", turn, here, after, turn.what.actor))
        if following and after is not following:
            found.append(Step("word", turn, after, following))
    return found


def attempt_of(game: Game, turn: Turn) -> Attempt:
    """The action of a turn as it was declared."""
    return attempted(game, turn.before, turn.line)


def _place(game: Game, turn: Turn) -> Place:
    return Place(replace(midway(game, turn.before), stopped=None), sides_at(game, turn.before))


def _choices(game: Game, turn: Turn, place: Place) -> Iterator[Step]:
    """What was chosen in a turn otherwise than naturally: the action, then answers to what it asks."""
    attempt = attempt_of(game, turn)
    deed, actor = Deed(attempt.action, attempt.do, attempt.scene), turn.what.actor
    if not fell_due(game, turn.before, turn.line) and not _natural(game, attempt):
        yield Step(_whose(actor, place), turn, place, replace(place, deeds=(deed,)), actor)
    plan = planned({})
    for at, card in enumerate(turn.what.answers):
        stopped = _stopped(turn, attempt, at)
        if stopped is None:
            continue
        otherwise = {
            who: answer
            for who, answer in card.items()
            if who in stopped.asked and answer != plan(who, stopped.asked[who])
        }
        given = dict[str, Any]()
        for who in sorted(otherwise):
            start = _known(place, deed, stopped.progress, given)
            given[who] = otherwise[who]
            end = _known(place, deed, stopped.progress, given)
            yield Step(_whose(who, place), turn, start, end, who, stopped.asked[who].id)


def _known(place: Place, deed: Deed, progress: Progress, card: Mapping[str, Any]) -> Place:
    """A place once so much of a deed is known, and these have answered."""
    known = Progress(progress.rolls, (*progress.answers, dict(card)) if card else progress.answers)
    return replace(place, deeds=(replace(deed, known=known),))


def _stopped(turn: Turn, attempt: Attempt, answers: int) -> Waiting | None:
    """The action of a turn at its question number `answers`."""
    known = Progress(turn.what.rolls, turn.what.answers[:answers])
    found = perform(attempt.action, attempt.scene, attempt.do, Fed([]), known)
    return found if isinstance(found, Waiting) else None


def cards_before(turn: Turn, attempt: Attempt, roll: int) -> int:
    """How many questions had been answered in a turn before its roll of this number was thrown."""
    stops = (_stopped(turn, attempt, at) for at in range(len(turn.what.answers)))
    return sum(1 for stop in stops if stop and len(stop.progress.rolls) <= roll)


def natural_move(game: Game, attempt: Attempt) -> Move | None:
    """What the one who acts would have done by the natural way of playing; None if nothing."""
    moves = POLICY.moves(game, attempt.scene, setup_of(game.id).health) if attempt.scene.actor else iter(())
    return next(moves, None)


def answer_at(turn: Turn, attempt: Attempt, who: str, question: str) -> tuple[Text, Text | Name] | None:
    """What somebody was asked in a turn, and what they answered, in words."""
    for at, card in enumerate(turn.what.answers):
        stop = _stopped(turn, attempt, at)
        if stop and who in card and who in stop.asked and stop.asked[who].id == question:
            return stop.asked[who].label, stop.asked[who].named(card[who])
    return None


def _natural(game: Game, attempt: Attempt) -> bool:
    """Whether an action is what the one who acts would do by the natural way of playing."""
    move = natural_move(game, attempt)
    return move is not None and (move.action, frozen(move.do)) == (attempt.action.id, frozen(attempt.do))


def _whose(who: str, place: Place) -> Kind:
    ours, theirs = place.sides
    return "ours" if who in ours else "theirs" if who in theirs else "word"
