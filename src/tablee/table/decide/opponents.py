"""Those who act by themselves: whose turn it is, what they do, what they answer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tablee.errors import BadInput
from tablee.rules.game import Game
from tablee.table.decide.context import Context, NewEvent
from tablee.table.log.events import Event
from tablee.table.log.state import State
from tablee.table.scenes import by_themselves, scene_of
from tablee.table.topics.action import Act, Acted, moved
from tablee.table.topics.decision import Answer
from tablee.table.topics.pause import Paused

MAX_FRUITLESS = 40  # moves one after the other that harm nobody: then the MJ decides whether it goes on
Chosen = Act | Answer
"""What was chosen for a character who acts by themselves: a move, or an answer."""


def awaited(game: Game, state: State) -> dict[str, str]:
    """Those who act by themselves and are waited for, each with their temper: all who owe an answer, or those whose
    turn it is, the first first.

    None while the game is paused. Where no answer is owed, none either outside action scenes, once only one side
    stands, and while a character that a player or the MJ plays is the first who may act.
    """
    alone = by_themselves(game, state) if state.opponents_alone or state.tempers else {}
    if state.paused or not alone:
        return {}
    if state.pending:
        return {who: alone[who] for who in state.pending.silent if who in alone}
    scene = scene_of(game, state)
    if not scene.play.round or len(game.sides(scene, standing=True)) < 2:
        return {}
    found = {}
    for who in game.may_act(scene):
        if who not in alone:
            break
        found[who] = alone[who]
    return found


def fruitless(game: Game, newest: Sequence[Event]) -> int:
    """How many moves those who act by themselves have just made, among these lines, without any command of a seat
    and without a change of what is watched in a fight; 0 if they may go on.
    """
    moves = 0
    for event in reversed(newest):
        what = event.what
        if event.by or isinstance(what, Paused):
            return 0
        if isinstance(what, Acted):
            if any(change.field.partition(".")[0] in ("", *game.gauges) for change in what.changes if change.who):
                return 0
            moves += bool(what.actor)
            if moves >= MAX_FRUITLESS:
                return moves
    return 0


def next_move(context: Context, chosen: Chosen | None = None) -> list[NewEvent]:
    """The next move or answer of a character who acts by themselves: what was chosen for them, where the rules accept
    it, else the answer by default or the natural move.
    """
    waited = awaited(context.game, context.state)
    if context.state.pending:
        return _answered(context, waited, chosen if isinstance(chosen, Answer) else None)
    for who in waited:
        if isinstance(chosen, Act) and chosen.actor == who:
            with suppress(BadInput):
                if happened := moved(context, who, chosen):
                    return happened
        if happened := moved(context, who):
            return happened
    return []


def _answered(context: Context, waited: dict[str, str], chosen: Answer | None) -> list[NewEvent]:
    pending = context.state.pending
    if not pending or not waited:
        return []
    if chosen is not None and chosen.answers and set(chosen.answers) <= set(waited):
        answered = Answer(answers=chosen.answers).decide(context)
        if isinstance(answered, list):
            return answered
    defaults = {who: pending.asked.asked[who].default for who in waited}
    answered = Answer(answers=defaults).decide(context)
    return answered if isinstance(answered, list) else []
