"""Blind rolls: what they gave is not said until the MJ does."""

from __future__ import annotations

from dataclasses import field, fields, replace

from pydantic import Field

from tablee.dice import Fed
from tablee.rules.fields import Annotated, Label, record_of
from tablee.rules.run import Done, Progress, perform
from tablee.table.decide.command import MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.odds import Foreseen
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log import matters as m
from tablee.table.log.events import EVERYONE, Event, Happening, Unshown, stored
from tablee.table.log.state import State, changed, owner_of
from tablee.table.scenes import scene_of
from tablee.table.show.transcript import whole_action
from tablee.table.topics.action import Attempt, acted, already_here
from tablee.table.topics.character import TAKEN
from tablee.text import Text

NOT_UNSAID = Text(
    fr="La ligne {of} n'est pas un jet à l'aveugle qui attend d'être dit.",
    en="Line {of} is not a blind roll that waits to be told.",
)


class Disclose(Command, id="disclose", by=MJ):
    """Say what a blind roll gave: its line is told to everybody, and what it changes happens."""

    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]

    def decide(self, context: Context) -> Decided:
        """A blind roll told to everybody: its faces are those that fell, its changes are made on the table of now."""
        unsaid = context.state.unsaid.get(self.of)
        if unsaid is None or unsaid.struck:
            return Refusal(NOT_UNSAID, {"of": self.of})
        what = unsaid.what
        game = context.game
        scene, now = scene_of(game, unsaid, what.actor), scene_of(game, context.state, what.actor, now=True)
        action = game.action(what.action)
        foreseen = Foreseen(what.odds, what.success)
        attempt = Attempt(action, record_of(action.params, what.params, scene), scene, foreseen, request=what.request)
        known = Progress(what.rolls, what.answers)
        result = perform(action, scene, attempt.do, Fed([]), known, onto=now)
        assert isinstance(result, Done), "a roll that came to its end does so again"
        newcomer = already_here(context.state, result)
        if newcomer:
            return Refusal(TAKEN, {"who": newcomer})
        told = vars(acted(game, context.state, attempt, now, result, ()))
        kept = {field.name: told[field.name] for field in fields(Disclosed) if field.init and field.name != "of"}
        return [NewEvent(Disclosed(of=self.of, **{**kept, "about": what.about}))]


@stored("disclosed/1")
class Disclosed(Happening):
    """The MJ says what a blind roll gave; what it changes happens now."""

    is_done = True

    of: m.LineNumber  # the line of the roll
    action: str
    actor: str
    params: m.Params
    rolls: m.Rolls
    answers: m.Cards
    parts: m.Parts
    headline: m.Headline
    why: m.Steps
    changes: m.Changes
    odds: m.Odds
    previous: Unshown[int]
    request: str = ""
    about: Unshown[tuple[str, ...]] = ()
    success: m.Success = ""
    compared: m.Compared = field(init=False)

    def fold(self, state: State, event: Event) -> State:
        requests, by = state.requests, state.unsaid[self.of].by if self.of in state.unsaid else event.by
        if self.request in requests and self.actor in requests[self.request].done:
            request = requests[self.request]
            done = replace(request.done[self.actor], to=EVERYONE, audience="open")
            requests = {**requests, self.request: replace(request, done={**request.done, self.actor: done})}
        unsaid = {n: roll for n, roll in state.unsaid.items() if n != self.of}
        state = replace(state, unsaid=unsaid, requests=requests, standing=event.n, undone=())
        return changed(state, self.changes, owner_of(state, by))

    def sentence(self, telling: Telling) -> str:
        return whole_action(telling, self)
