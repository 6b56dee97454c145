"""The side that no player is on, acting by itself: whose turn it is, what they do, what they answer."""

from __future__ import annotations

from tablee.table.decide import acting
from tablee.table.decide import commands as c
from tablee.table.decide.context import Context, NewEvent
from tablee.table.scenes import opponents, read_by_actions


def next_move(context: Context) -> list[NewEvent]:
    """The next thing that opponents do by themselves: an answer they owe, or the move of the one whose turn it is.

    Nothing while the game is paused or somebody else is waited for, outside action scenes, and once only one side
    stands.
    """
    if context.state.paused:
        return []
    state, game = context.state, context.game
    alone = opponents(game, state) if state.opponents_alone else ()
    if state.pending:
        asked = {who: card for who, card in state.pending.asked.asked.items() if who not in state.pending.answers}
        answers = {who: card["default"] for who, card in asked.items() if who in alone}
        answered = acting.answer(context, c.Answer(answers=answers)) if answers else []
        return answered if isinstance(answered, list) else []
    scene = read_by_actions(game, state)
    if not alone or not scene.play.round or len(game.sides(scene, standing=True)) < 2:
        return []
    for who in game.may_act(scene):
        if who not in alone:
            return []
        moved = acting.moved(context, who)
        if moved:
            return moved
    return []
