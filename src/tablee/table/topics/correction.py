"""The MJ's word: on a value of a sheet or of the scene, on the result of a line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import Field

from tablee.rules.action import Change
from tablee.rules.fields import Annotated, Audience, Declared, Label, fields_of, record_of
from tablee.table.decide import naming
from tablee.table.decide.command import ID, LINE, MJ, PLAIN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Happening, To, Unshown, stored
from tablee.table.log.matters import Changes, LineNumber
from tablee.table.log.state import State, changed, recast
from tablee.table.scenes import changes_of_play, scene_of
from tablee.table.topics.action import Acted
from tablee.table.topics.dice import Rolled
from tablee.text import Text

NO_FIELD = Text(fr="Le champ « {field} » n'existe pas.", en="There is no field “{field}”.")
SAME = Text(fr="Rien ne change : la valeur est déjà celle-là.", en="Nothing changes: that is the value already.")
NO_LINE = Text(fr="La ligne {of} n'est pas une action.", en="Line {of} is not an action.")
BY_WORD = Text(fr="Le meneur corrige : {text}", en="The GM corrects: {text}")
MENDED_SHEET = Text(fr="Le meneur corrige la fiche {who:de}.", en="The GM corrects the sheet of {who:the}.")
MENDED_SCENE = Text(fr="Le meneur corrige la scène.", en="The GM corrects the scene.")


class Correct(Command, id="correct", by=MJ, meanwhile=True):
    """The MJ's word on a value."""

    who: Annotated[str, Field(max_length=60), Label(fr="Personnage", en="Character")] = ""
    field: Annotated[str, ID, Label(fr="Champ", en="Field")]
    value: Annotated[Any, PLAIN, Label(fr="Valeur", en="Value")]
    text: Annotated[str, LINE, Label(fr="Pourquoi", en="Why")] = ""

    def decide(self, context: Context) -> Decided:
        character = context.state.everybody.get(self.who)
        if self.who and character is None:
            return Refusal(NOBODY, {"who": self.who})
        kind: type[Declared] = context.game.sheet if character else context.game.play
        before = character.sheet if character else context.state.play
        seen = {field.name: field.seen for field in fields_of(kind, context.state.options)}
        if seen.get(self.field, Audience.NOBODY) is Audience.NOBODY:
            return Refusal(NO_FIELD, {"field": self.field})
        checked = record_of(kind, {**before, self.field: self.value}).model_dump(mode="json")
        if character and self.field == "name":
            for name in naming.names_of(replace(character, sheet=checked)):
                if no := naming.unreadable(name):
                    return no
        was = before.get(self.field)
        counted = was if self.field in before else record_of(kind, before).model_dump(mode="json")[self.field]
        if checked[self.field] == counted:
            return Refusal(SAME)
        # a sheet of an earlier version holds what it counts as; what a scene does not hold is absent again once undone
        change = Change(self.who, self.field, counted if character else was, checked[self.field])
        to: To = EVERYONE
        if seen[self.field] is not Audience.EVERYONE or (character and character.hidden):
            owned = character and character.owner and seen[self.field] is not Audience.MJ
            to = (character.owner,) if character and owned else MJ_ONLY
        if self.who in context.state.unseen:
            to = MJ_ONLY
        told = Corrected((change,), 0, self.text, context.state.standing)
        return [NewEvent(replace(told, changes=(change, *_of_the_order(context, told))), to)]


def _of_the_order(context: Context, told: Corrected) -> list[Change]:
    """What becomes of the order of play where somebody whose turn it is can no longer act."""
    game, state = context.game, context.after([NewEvent(told)]).state
    if not state.play.get("round") or state.pending:
        return []
    scene = scene_of(game, state, now=True)
    return changes_of_play(state, scene.play, game.after_correction(scene, scene_of(game, state)).play)


class Override(Command, id="override", by=MJ, meanwhile=True):
    """The MJ's word on a result."""

    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]
    text: Annotated[str, LINE, Label(fr="Ce qu'il en est", en="What it becomes")]

    def decide(self, context: Context) -> Decided:
        line = context.line(self.of) if self.of <= context.state.version else None
        if line is None or not isinstance(line.what, Acted | Rolled):
            return Refusal(NO_LINE, {"of": self.of})
        return [NewEvent(Corrected((), self.of, self.text, context.state.standing), line.to)]


@stored("corrected/1")
class Corrected(Happening):
    """The MJ's word on a value, or on the result of a line; marked as such."""

    changes: Changes
    of: LineNumber = 0  # the line overridden, if any
    text: str = ""
    previous: Unshown[int] = 0

    def fold(self, state: State, event: Event) -> State:
        after = changed(replace(state, standing=event.n, undone=()), self.changes)
        if after.instant is None or after.instant is not state.instant:
            return after
        return replace(after, instant=recast(after.instant, self.changes, {}))  # the MJ's word counts at once

    def sentence(self, telling: Telling) -> str:
        if self.text:
            return BY_WORD.say(telling.lang, text=self.text)
        if not self.changes:
            return ""
        whose = telling.people.names.get(self.changes[0].who)
        return MENDED_SHEET.say(telling.lang, who=whose) if whose else MENDED_SCENE.say(telling.lang)
