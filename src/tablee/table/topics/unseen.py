"""People in the scene whom the MJ alone knows of: how they come in, and are shown.

They are not in the cast until they are shown, so that no order of play, target, count or name can tell them: the rules
read them where one of them acts, which is the MJ's secret. Whoever is shown comes in as anybody does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablee.rules.fields import Annotated, Label, record_of
from tablee.table.decide.command import ID, MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, Happening, stored
from tablee.table.log.matters import SheetData
from tablee.table.log.state import Character, State
from tablee.table.topics.character import Enter, Entered, coming_in, copies_of, numbered
from tablee.text import Name, Text

CAME = Text(fr="{who:Le} est là, et nul ne {who:le|la} voit.", en="{who:The} is there, unseen.")


class Lurk(Enter, id="lurk", by=MJ, meanwhile=True):
    """A character comes into the scene, and the MJ alone knows."""

    def decide(self, context: Context) -> Decided:
        came = super().decide(replace(context, state=replace(context.state, cast=context.state.everybody)))
        if isinstance(came, Refusal):
            return came
        one = came[0]
        assert isinstance(one.what, Entered)
        made_like = "" if self.called else self.ready
        id = f"{(made_like or one.what.who)[:48]}:{context.fresh()[:8]}"  # nobody guesses it, nor takes it by chance
        return [NewEvent(Lurked(id, one.what.sheet, self.hidden, made_like), MJ_ONLY)]


@stored("lurked/1")
class Lurked(Happening):
    """Somebody is in the scene whom the MJ alone knows of."""

    who: str
    sheet: SheetData
    hidden: bool = False  # their numbers, once they are shown
    made_like: str = ""  # a ready character

    def fold(self, state: State, _event: Event) -> State:
        lurker = Character(self.sheet, hidden=self.hidden, made_like=self.made_like)
        return replace(state, unseen={**state.unseen, self.who: lurker})

    def sentence_at_table(self, telling: Telling) -> str:
        return CAME.say(telling.lang, who=Name(**self.sheet["name"]))


class Appear(Command, id="appear", by=MJ, meanwhile=True):
    """Somebody whom the MJ alone knew of is seen by all."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]

    def decide(self, context: Context) -> Decided:
        one, ready = context.state.unseen.get(self.who), context.game.ready()
        if one is None:
            return Refusal(NOBODY, {"who": self.who})
        sheet = one.sheet
        if one.made_like in ready:  # numbered among those whom people see: how many are unseen is not told
            kind: Any = ready[one.made_like]
            as_named: Any = record_of(context.game.sheet, sheet).with_changes(name=kind.name)
            sheet = numbered(as_named, copies_of(context, one.made_like)).model_dump(mode="json")
        return coming_in(context, Entered(self.who, sheet, "", one.hidden))
