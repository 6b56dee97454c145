"""Dials: free clocks that fill, and countdowns that run out, seen by all or by the MJ alone."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import MJ, TITLE, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Happening, stored
from tablee.table.log.state import State
from tablee.text import Text

MAX_DIALS = 20
LARGEST = 24  # parts of one
USUAL = 6

NO_DIAL = Text(fr="Cette horloge n'est plus là.", en="This clock is gone.")
UNTITLED = Text(fr="Donnez un nom à cette horloge.", en="Give this clock a name.")
TOO_MANY = Text(fr="{most} horloges, pas plus : retirez-en.", en="{most} clocks, no more: put some away.")
FILLS = Text(fr="{title} : {now} sur {size}.", en="{title}: {now} out of {size}.")
FULL = Text(fr="{title} : {now} sur {size}, c'est plein.", en="{title}: {now} out of {size}, it is full.")
LEFT = Text(fr="{title} : il en reste {left} sur {size}.", en="{title}: {left} of {size} left.")
OVER = Text(fr="{title} : le temps est écoulé.", en="{title}: time is up.")
GONE = Text(fr="L'horloge « {title} » est retirée.", en="The clock “{title}” is put away.")


class SetDial(Command, id="dial", by=MJ, meanwhile=True):
    """Set up a clock of one's own, move it, show or hide it, put it away; what is not said stays as it is."""

    dial: Annotated[str, Field(max_length=60), Label(fr="Horloge", en="Clock")] = ""  # none: a new one
    title: Annotated[str | None, TITLE, Label(fr="Nom", en="Name")] = None
    size: Annotated[int | None, Field(ge=1, le=LARGEST), Label(fr="Parts", en="Parts")] = None
    now: Annotated[int | None, Field(ge=0, le=LARGEST), Label(fr="Passées", en="Gone")] = None
    down: Annotated[bool | None, Label(fr="Compte à rebours", en="Countdown")] = None
    shown: Annotated[bool | None, Label(fr="Devant tous", en="Before everybody")] = None
    drop: Annotated[bool, Label(fr="Y renoncer", en="Drop it")] = False

    def decide(self, context: Context) -> Decided:
        dials = context.state.dials
        was = dials.get(self.dial)
        if self.dial and was is None:
            return Refusal(NO_DIAL)
        if not self.dial and len(dials) >= MAX_DIALS:
            return Refusal(TOO_MANY, {"most": MAX_DIALS})
        told = {name: value for name, value in self if name in ("title", "size", "now", "down") and value is not None}
        dial = replace(was or DialSet(context.fresh()[:8], ""), **told)
        dial = replace(dial, title=dial.title.strip(), now=min(dial.now, dial.size))
        seen = was is not None and was.shown
        gone = [NewEvent(replace(was, shown=False, kept=False), EVERYONE if seen else MJ_ONLY)] if was else []
        if self.drop:
            return gone or Refusal(NO_DIAL)
        if not dial.title:
            return Refusal(UNTITLED)
        dial = replace(dial, shown=dial.shown if self.shown is None else self.shown)
        if dial == was:
            return []
        hides = seen and not dial.shown  # what others are told then is how they last saw it
        return [*(gone if hides else ()), NewEvent(dial, EVERYONE if dial.shown else MJ_ONLY)]


@stored("dial_set/1")
class DialSet(Happening):
    """A clock as it stands from now on; put away if it is not `kept`."""

    of_table = True

    dial: str
    title: str
    size: int = USUAL
    now: int = 0
    down: bool = False
    shown: bool = False
    kept: bool = True

    @property
    def over(self) -> bool:
        """Whether it is full, or has run out."""
        return self.now >= self.size

    def fold(self, state: State, _event: Event) -> State:
        others = {id: one for id, one in state.dials.items() if id != self.dial}
        if not self.kept:
            return replace(state, dials=others)
        return replace(state, dials={**state.dials, self.dial: self})  # in its old place

    def sentence(self, telling: Telling) -> str:
        if not self.title:
            return ""
        text = GONE if not self.kept else (OVER if self.over else LEFT) if self.down else FULL if self.over else FILLS
        said = {"title": self.title, "now": self.now, "size": self.size, "left": self.size - self.now}
        return text.say(telling.lang, **said)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, title="") if by == seat else self
