"""Rolls that the MJ asks for: whom, who is reminded, and when nobody is waited for any more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import Field

from tablee.rules.fields import Annotated, Label, OneOf
from tablee.rules.stored.values import to_json
from tablee.table.decide.command import ID, MJ, PLAIN, TITLE, WHO, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.offering import NOT_PLAYED, elsewhere
from tablee.table.decide.refusal import NO_REQUEST, NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.matters import Params
from tablee.table.log.state import RollRequest, State, newest
from tablee.table.scenes import scene_of
from tablee.table.topics.decision import passed
from tablee.table.topics.dice import AUDIENCES
from tablee.text import Text

NOBODY_ASKED = Text(fr="Personne à qui demander ce jet.", en="There is nobody to ask for this roll.")
NOBODY_AWAITED = Text(
    fr="Il n'y a personne à qui le rappeler : tous ont répondu, ou nul ne joue ceux qu'on attend.",
    en="There is nobody to remind: all have answered, or nobody plays those who are awaited.",
)
REMINDED = Text(fr="Le meneur attend un jet : {what}.", en="The GM awaits a roll: {what}.")


class Request(Command, id="request", by=MJ, meanwhile=True, paused=False):
    """Ask characters for a roll; all of those with a player who stand, if none is named."""

    action: Annotated[str, ID, Label(fr="Action", en="Action")]
    params: Annotated[dict[str, Any], PLAIN, Label(fr="Paramètres", en="Parameters")] = Field(default_factory=dict)
    who: Annotated[tuple[Who, ...], WHO, Label(fr="À qui", en="To whom")] = ()
    audience: Annotated[str, OneOf(AUDIENCES), Label(fr="Pour qui", en="For whom")] = "open"
    title: Annotated[str, TITLE, Label(fr="Titre", en="Title")] = ""

    def decide(self, context: Context) -> Decided:
        cast = context.state.cast
        if not context.game.action(self.action).offered(context.state.options, mj=True):
            return Refusal(NOT_PLAYED)
        who = self.who or _able(context)
        missing = [name for name in who if name not in cast]
        away = next((no for name in self.who if (no := elsewhere(context, name))), None)
        if away is not None:
            return away
        if missing or not who:
            return Refusal(NOBODY, {"who": missing[0]}) if missing else Refusal(NOBODY_ASKED)
        id = context.fresh()[:8]
        return [NewEvent(Requested(id, self.action, to_json(self.params), who, self.audience, self.title))]


def _able(context: Context) -> tuple[str, ...]:
    """The characters with a player who are in the scene, but for the fallen; with them if all have fallen."""
    scene, cast = scene_of(context.game, context.state, now=True), context.state.cast
    played = tuple(who for who in scene.cast if cast[who].owner)
    return tuple(who for who in played if context.game.standing(scene, who)) or played


@stored("requested/1")
class Requested(Happening):
    """The MJ asks some characters for a roll; answers gather under its id."""

    request: str
    action: str
    params: Params
    who: tuple[str, ...]
    audience: str = "open"
    title: str = ""

    def fold(self, state: State, _event: Event) -> State:
        request = RollRequest(self.action, self.params, self.who, self.audience, self.title)
        return replace(state, requests={**newest(state.requests), self.request: request})


class Close(Command, id="close", by=MJ, meanwhile=True):
    """End a request for a roll: nobody is waited for any more. Rolls of it that stopped at a question go on with the
    answers by default.
    """

    request: Annotated[str, ID, Label(fr="Demande", en="Request")]

    def decide(self, context: Context) -> Decided:
        if self.request not in context.state.requests:
            return Refusal(NO_REQUEST)
        return closed(context, self.request)


def closed(context: Context, request: str) -> list[NewEvent]:
    """The lines by which a request for a roll is over."""
    happened = [NewEvent(Closed(request))]
    for one in context.state.rolling:
        if one.asked.request == request:
            happened += passed(context.after(happened), one.asked.beside)
    return happened


@stored("closed/1")
class Closed(Happening):
    """A request for a roll is over: nobody is waited for any more."""

    request: str

    def fold(self, state: State, _event: Event) -> State:
        if self.request not in state.requests:
            return state
        closed = replace(state.requests[self.request], closed=True)
        return replace(state, requests={**state.requests, self.request: closed})


class Remind(Command, id="remind", by=MJ, meanwhile=True):
    """Remind those who have not answered a request for a roll."""

    request: Annotated[str, ID, Label(fr="Demande", en="Request")]

    def decide(self, context: Context) -> Decided:
        request, cast = context.state.requests.get(self.request), context.state.cast
        if request is None:
            return Refusal(NO_REQUEST)
        late = () if request.closed else tuple(who for who in request.who if who not in request.done)
        players = tuple(dict.fromkeys(cast[who].player for who in late if who in cast and cast[who].player))
        if not players:
            return Refusal(NOBODY_AWAITED)
        return [NewEvent(Reminded(self.request, request.action, request.title, late), players)]


@stored("reminded/1")
class Reminded(Happening):
    """The MJ reminds those who have not answered a request; their players read it, each in their own language."""

    request: str
    action: str
    title: str
    who: tuple[str, ...]

    def sentence(self, telling: Telling) -> str:
        what = self.title or telling.game.action(self.action).label.say(telling.lang)
        return REMINDED.say(telling.lang, what=what)
