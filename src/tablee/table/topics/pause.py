"""The game stops, and goes on: every seat but a screen may stop it without saying why."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import EVERYBODY, ONLY_MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.state import State
from tablee.text import Text

AS_IT_WAS = Text(
    fr="La partie {on:est déjà en pause|n'est pas en pause}.", en="The game is {on:paused already|not paused}."
)
PAUSED = Text(fr="La partie est en pause.", en="The game is paused.")
FRUITLESS = Text(
    fr="La partie est en pause : {moves} coups de suite n'ont fait de mal à personne. Le meneur dit si elle continue.",
    en="The game is paused: {moves} moves in a row have harmed nobody. The GM says whether it goes on.",
)
GOES_ON = Text(fr="La partie reprend.", en="The game goes on.")


class Pause(Command, id="pause", by=EVERYBODY - {"screen"}, meanwhile=True):
    """Stop the game without saying why; nobody is told who did. The MJ lets it go on (`on` false)."""

    on: Annotated[bool, Label(fr="En pause", en="Paused")] = True

    def refused(self, _state: State, _seat: str, _lost: str) -> Refusal | None:
        return None if self.on else Refusal(ONLY_MJ)

    def decide(self, context: Context) -> Decided:
        if self.on == context.state.paused:
            return Refusal(AS_IT_WAS, {"on": self.on})
        return [NewEvent(Paused(self.on), by="")]


@stored("paused/1")
class Paused(Happening):
    """The game stops, or goes on. Whoever stops it is not written anywhere."""

    of_table = True

    on: bool
    fruitless: Annotated[
        int, Field(description="so many moves in a row had harmed nobody, and the table paused by itself; or 0")
    ] = 0

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, paused=self.on)

    def sentence(self, telling: Telling) -> str:
        if self.fruitless:
            return FRUITLESS.say(telling.lang, moves=self.fruitless)
        return (PAUSED if self.on else GOES_ON).say(telling.lang)
