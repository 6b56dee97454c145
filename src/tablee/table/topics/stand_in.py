"""Somebody who is away is stood in for: another seat plays their characters until they are back."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import ID, ONLY_MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NO_SEAT, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.state import State, cast_as
from tablee.text import Text

OWN_SEAT = Text(fr="Ce sont déjà vos personnages.", en="These are your own characters already.")
PLAYS_NOBODY = Text(fr="{seat} ne joue personne.", en="{seat} plays nobody.")
AS_IT_IS = Text(
    fr="{on:C'est déjà le cas|Personne ne joue à la place de {seat}}.",
    en="{on:That is so already|Nobody stands in for {seat}}.",
)
STANDS_IN = Text(
    fr="{instead} joue {who:le} en attendant {seat}.", en="{instead} plays {who:the} until {seat} is back."
)
IS_BACK = Text(fr="{seat} joue de nouveau {who:le}.", en="{seat} plays {who:the} again.")


class StandIn(Command, id="stand-in", meanwhile=True):
    """Play the characters of a player who is away until they are back, or let another player do so (`instead`, for the
    MJ); or give them back (`on` false). Where nobody leads, the other side acting by itself, anybody may.
    """

    seat: Annotated[str, ID, Label(fr="La place de", en="The seat of")]
    instead: Annotated[str, Field(max_length=60), Label(fr="Qui joue à sa place", en="Who stands in")] = ""
    on: Annotated[bool, Label(fr="En attendant", en="For the time being")] = True

    def refused(self, state: State, seat: str, _lost: str) -> Refusal | None:
        if not self.on and (seat == self.seat or seat in _instead_of(state, self.seat)):
            return None
        return None if self.on and state.opponents_alone and self.instead in ("", seat) else Refusal(ONLY_MJ)

    def decide(self, context: Context) -> Decided:
        state, instead = context.state, (self.instead or context.seat) if self.on else ""
        unknown = next((id for id in (self.seat, instead) if id and id not in state.seats), None)
        if unknown is not None:
            return Refusal(NO_SEAT, {"seat": unknown})
        if instead == self.seat:
            return Refusal(OWN_SEAT)
        called = state.seats[self.seat].called or self.seat
        theirs = tuple(who for who, one in state.cast.items() if one.owner == self.seat and not one.retired)
        if not theirs:
            return Refusal(PLAYS_NOBODY, {"seat": called})
        if all(state.cast[who].stand_in == instead for who in theirs):
            return Refusal(AS_IT_IS, {"on": self.on, "seat": called})
        return [NewEvent(StoodIn(self.seat, instead, theirs))]


def _instead_of(state: State, seat: str) -> set[str]:
    """Those who play characters of a seat in its place."""
    return {one.stand_in for one in state.cast.values() if one.owner == seat} - {""}


def is_stood_in_for(state: State, seat: str) -> bool:
    """Whether others play characters of a seat in its place."""
    return bool(_instead_of(state, seat))


@stored("stood_in/1")
class StoodIn(Happening):
    """Another seat plays these characters of a seat for the time being; `instead` is "" once they are given back."""

    of_table = True

    seat: str
    instead: str
    who: tuple[str, ...]

    def fold(self, state: State, _event: Event) -> State:
        for who in self.who:
            if who in state.cast:
                state = cast_as(state, who, replace(state.cast[who], stand_in=self.instead))
        return state

    def sentence(self, telling: Telling) -> str:
        names = {key: telling.people.called.get(id, "") for key, id in (("seat", self.seat), ("instead", self.instead))}
        who = tuple(telling.people.name(one) for one in self.who)
        return (STANDS_IN if self.instead else IS_BACK).say(telling.lang, who=who, **names)
