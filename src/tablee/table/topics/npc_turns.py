"""The turns of the MJ's people in one go: each does what comes naturally, until a player's word is needed."""

from __future__ import annotations

from tablee.table.decide.command import MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.table.scenes import by_themselves, scene_of
from tablee.table.topics.action import due, moved
from tablee.text import Text

NOBODY_NOW = Text(fr="Ce n'est au tour d'aucun PNJ.", en="It is no NPC's turn.")
MAX_TURNS = 40  # in one go


class LetAct(Command, id="let-act", by=MJ, paused=False):
    """Have the MJ's people whose turn it is do what comes naturally, one after the other, until a player's character is
    awaited or somebody is asked something.
    """

    def decide(self, context: Context) -> Decided:
        happened: list[NewEvent] = []
        acted: set[str] = set()
        for _ in range(MAX_TURNS):
            now = context.after(happened)
            who = None if now.state.pending else next((one for one in npcs_now(now) if one not in acted), None)
            turn = moved(now, who, by=None) if who else []
            if not who or not turn:
                break
            acted.add(who)
            happened += turn
            while owed := due(context.after(happened)):
                happened += owed
                acted = set()  # another round, or another fight
        return happened or Refusal(NOBODY_NOW)


def npcs_now(context: Context) -> list[str]:
    """The MJ's people who may act now, in a fight; but for those who act by themselves."""
    state: State = context.state
    if not state.play.get("round") or state.paused:
        return []
    alone = by_themselves(context.game, state)
    turns = context.game.may_act(scene_of(context.game, state))  # who falls in an instant still acts in it
    return [who for who in turns if not (state.cast[who].player or state.cast[who].free) and who not in alone]
