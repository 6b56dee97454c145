"""The MJ's message that stays before everybody's eyes."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.state import State
from tablee.text import Text

NOTHING_PINNED = Text(fr="Il n'y a pas de message épinglé à retirer.", en="There is no pinned message to take away.")
PINNED = Text(fr="Épinglé par le meneur : {text}", en="Pinned by the GM: {text}")
UNPINNED = Text(fr="Le message épinglé est retiré.", en="The pinned message is taken away.")


class Pin(Command, id="pin", by=MJ, meanwhile=True):
    """Pin a message that everybody has before their eyes, in the place of the last one; none takes it away."""

    text: Annotated[str, Field(max_length=500), Label(fr="Message épinglé", en="Pinned message")] = ""

    def decide(self, context: Context) -> Decided:
        if not self.text.strip() and not context.state.pinned:
            return Refusal(NOTHING_PINNED)
        return [NewEvent(Pinned(self.text.strip()))]


@stored("pinned/1")
class Pinned(Happening):
    """The MJ's message that stays before everybody's eyes; "" once it is taken away."""

    of_table = True

    text: str

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, pinned=self.text)

    def sentence(self, telling: Telling) -> str:
        return PINNED.say(telling.lang, text=self.text) if self.text else UNPINNED.say(telling.lang)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, text="") if by == seat else self
