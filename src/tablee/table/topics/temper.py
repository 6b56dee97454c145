"""Who plays a character without player: the MJ, or nobody; the character then acts by itself, with a temper."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.rules.fields import Annotated, Label, OneOf
from tablee.table.decide.command import MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NOBODY, Refusal
from tablee.table.log.events import MJ_ONLY, Event, Happening, stored
from tablee.table.log.state import NATURAL, PLAYED, State
from tablee.text import Text

OPPONENTS = {
    "played": Text(fr="joué par le meneur", en="played by the GM"),
    "by-themselves": Text(fr="joue tout seul", en="plays by itself"),
}
TEMPERS = {
    "natural": Text(fr="naturel", en="natural"),
    "careful": Text(fr="prudent", en="careful"),
    "brutal": Text(fr="brutal", en="brutal"),
    "coward": Text(fr="lâche", en="coward"),
    "best": Text(fr="les meilleurs coups", en="the best moves"),
}
PLAYERS = {"played": OPPONENTS["played"], **TEMPERS}  # who plays a character without player
HAS_PLAYER = Text(
    fr="{who:Le} est à un joueur : reprenez d'abord ce personnage.",
    en="{who:The} is a player's: take this character back first.",
)


class Entrust(Command, id="entrust", by=MJ, meanwhile=True):
    """Who plays a character without player, or all of the other side (no `who`): the MJ, or nobody but with a temper;
    with no temper, as that side is played.
    """

    who: Annotated[str, Field(max_length=60), Label(fr="Personnage", en="Character")] = ""
    temper: Annotated[str, OneOf(PLAYERS), Label(fr="Qui joue", en="Who plays")] = ""

    def decide(self, context: Context) -> Decided:
        state = context.state
        if self.who and self.who not in state.cast:
            return Refusal(NOBODY, {"who": self.who})
        if self.who and (state.cast[self.who].owner or state.cast[self.who].free):
            return Refusal(HAS_PLAYER, {"who": state.called(self.who)})
        return [NewEvent(Entrusted(self.who, self.temper or ("" if self.who else NATURAL)), MJ_ONLY)]


@stored("entrusted/1")
class Entrusted(Happening):
    """Who plays a character without player, or all of the other side (`who` empty): the MJ ("played"), nobody but with
    this temper, or as the other side is played ("").
    """

    who: str
    temper: str

    def fold(self, state: State, _event: Event) -> State:
        if not self.who:
            alone = self.temper != PLAYED
            return replace(state, opponents_alone=alone, tempers={"": self.temper} if alone else {})
        others = {who: temper for who, temper in state.tempers.items() if who != self.who}
        return replace(state, tempers={**others, self.who: self.temper} if self.temper else others)
