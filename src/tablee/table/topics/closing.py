"""Ways out of a fight that are no blow, the MJ's word that it is over, and the first scene played once more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import Field

from tablee.rules.action import Change
from tablee.rules.data.ends import HEADLINES, WAY
from tablee.rules.fields import Annotated, Label, OneOf
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.table.decide.command import FACES, ID, MJ, NOT_YOURS, PLAIN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.odds import chances
from tablee.table.decide.offering import not_their_turn, refused
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, Unshown, stored
from tablee.table.log.matters import Changes
from tablee.table.log.state import State, changed
from tablee.table.scenes import changes_of_play, scene_of, ways_out
from tablee.table.topics.action import Act, Attempt, ending, harm_of_ending, thrown
from tablee.text import Text

NO_FIGHT = Text(fr="Aucun combat n'est en cours.", en="No fight is under way.")
NO_WAY = Text(fr="Cette scène ne l'offre pas.", en="This scene does not offer that.")
NO_SCENE = Text(
    fr="Cette table n'a pas été ouverte avec la première scène de son jeu.",
    en="This table was not opened with the first scene of its game.",
)
STILL_FIGHTING = Text(fr="Un combat est en cours : finissez-le d'abord.", en="A fight is under way: end it first.")
LAID_AGAIN = Text(fr="La scène recommence.", en="The scene begins again.")


class TakeWay(Command, id="take-way", paused=False):
    """Try a way out of the fight that the scene offers: to flee, to talk."""

    who: Annotated[str, Field(max_length=60), Label(fr="Qui essaie", en="Who tries")]
    out: Annotated[str, ID, Label(fr="Comment", en="How")]
    faces: Annotated[tuple[int, ...] | None, FACES, PLAIN, Label(fr="Dés réels", en="Real dice")] = None

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        return None if state.plays(seat, self.who, lost) else Refusal(NOT_YOURS, {"who": state.called(self.who)})

    def decide(self, context: Context) -> Decided:
        state, way = context.state, ways_out(context.game, context.state).get(self.out)
        if not state.play.get("round"):
            return Refusal(NO_FIGHT)
        if way is None:
            return Refusal(NO_WAY)
        scene = scene_of(context.game, state, self.who)
        scene[self.who]  # an unknown character is refused here
        action = context.game.action(way.action)
        no = not_their_turn(context, action, self.who)
        if no is not None:
            return no
        do = prepared(action, scene, way.params)
        if isinstance(do, Note):
            return refused(context, action, scene, do, dict(way.params))
        attempt = Attempt(action, do, scene, chances(action, scene, do), request=WAY + self.out)
        return thrown(context, attempt, self.faces)


class EndFight(Command, id="end-fight", by=MJ):
    """The fight is over, by the MJ's word: as it came out so far, or as the MJ says."""

    how: Annotated[str, OneOf(HEADLINES), Label(fr="Comment", en="How")] = ""
    sure: Annotated[bool, Label(fr="Quand même", en="All the same")] = False  # whatever the rules warn of

    def decide(self, context: Context) -> Decided:
        if not context.state.play.get("round"):
            return Refusal(NO_FIGHT)
        if not self.sure and (harm := harm_of_ending(context)):
            return harm
        return ending(context, self.how, by=None) or Refusal(NO_FIGHT)


class Replay(Command, id="replay", by=MJ):
    """Lay the first scene of the game on the table once more: its people as they were, and what opens it."""

    def decide(self, context: Context) -> Decided:
        game, state, first = context.game, context.state, context.game.first_scene
        if first is None or not state.ready:
            return Refusal(NO_SCENE)
        if state.play.get("round"):
            return Refusal(STILL_FIGHTING)
        now, cast = scene_of(game, state, now=True), first.cast()
        changes = [*changes_of_play(state, now.play, game.play()), *_sheets(state, cast)]
        happened = [NewEvent(LaidAgain(tuple(changes), state.standing))]
        for action, actor, params in first.begin:
            begun = Act(actor=actor, action=action, params=dict(params)).decide(context.after(happened))
            if isinstance(begun, Refusal):
                return begun
            happened += begun
        return happened


def _sheets(state: State, cast: Any) -> list[Change]:
    """The sheets of these people, in the place of those they have now."""
    return [
        Change(who, "", state.cast[who].sheet if who in state.cast else None, sheet.model_dump(mode="json"))
        for who, sheet in cast.items()
    ]


@stored("laid_again/1")
class LaidAgain(Happening):
    """The first scene of the game lies on the table once more: the sheets of its people, and the play, as they were."""

    changes: Changes
    previous: Unshown[int] = 0

    def fold(self, state: State, event: Event) -> State:
        after = changed(replace(state, standing=event.n, undone=()), self.changes)
        back = {one.who for one in self.changes if one.who}
        there = {who: replace(after.cast[who], retired=False, elsewhere="") for who in after.cast if who in back}
        return replace(after, cast={**after.cast, **there})

    def sentence(self, telling: Telling) -> str:
        return LAID_AGAIN.say(telling.lang)
