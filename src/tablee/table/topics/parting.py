"""Who of the party is in the scene: some may be elsewhere for a time, until they meet again.

Those elsewhere are neither asked nor aimed at, and what happens in the open scene is not theirs to read. The MJ goes to
them by opening the scene that they are in: those who were here stay behind in theirs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated as Described

from pydantic import Field

from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import MJ, WHO, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, ForMJ, Happening, stored
from tablee.table.log.state import BEFORE, State, cast_as
from tablee.table.topics.character import GONE_ALREADY, HERE_ALREADY, coming_in, going_out
from tablee.table.topics.scene import NO_SCENE, OPEN_ALREADY
from tablee.text import Text

NOT_OF_THE_PARTY = Text(
    fr="{who:Le} n'est à aucun joueur : faites-{who:le|la} sortir de la scène, ou revenir.",
    en="{who:The} belongs to no player: take them out of the scene, or bring them back.",
)
NOBODY_STAYS = Text(
    fr="Il ne resterait personne ici : ouvrez plutôt l'autre scène, tous y vont.",
    en="Nobody would stay here: open the other scene instead, all go there.",
)
TOGETHER = Text(fr="Tout le monde est ici.", en="Everybody is here.")
PARTS = Text(fr="{who:Le} part de son côté.", en="{who:The} goes their own way.")
JOINS = Text(fr="{who:Le} est de la scène.", en="{who:The} is in the scene now.")


class PartWays(Command, id="part-ways", by=MJ):
    """These characters of players are elsewhere from now on: in a scene that was prepared or opened, or in one of their
    own.
    """

    who: Annotated[tuple[Who, ...], WHO, Label(fr="Qui part", en="Who goes")]
    scene: Annotated[str, Field(max_length=60), Label(fr="Scène", en="Scene")] = ""  # none: one of their own

    def decide(self, context: Context) -> Decided:
        state, who = context.state, tuple(dict.fromkeys(self.who))
        known = {*state.scenes, *state.aside, *(one.elsewhere for one in state.cast.values())}
        if self.scene and self.scene not in known:
            return Refusal(NO_SCENE)
        if self.scene and self.scene == (state.scene or BEFORE):
            return Refusal(OPEN_ALREADY)
        for one in who:
            character = state.cast.get(one)
            if character is None:
                return Refusal(NOBODY, {"who": one})
            if character.retired:
                return Refusal(GONE_ALREADY, {"who": character.name})
            if not (character.owner or character.free):
                return Refusal(NOT_OF_THE_PARTY, {"who": character.name})
        if not who:
            return Refusal(NOBODY, {"who": ""})
        if not set(state.heroes) - set(who):
            return Refusal(NOBODY_STAYS)
        place, happened = self.scene or context.fresh()[:8], list[NewEvent]()
        for one in who:
            gone = Parted(one, place)
            went = [NewEvent(gone)] if state.cast[one].elsewhere else going_out(context.after(happened), gone)
            if isinstance(went, Refusal):
                return went
            happened += went
        return happened


class Rejoin(Command, id="rejoin", by=MJ):
    """Characters of players who were elsewhere are in the open scene: all of them, if none is named."""

    who: Annotated[tuple[Who, ...], WHO, Label(fr="Qui revient", en="Who is back")] = ()

    def decide(self, context: Context) -> Decided:
        cast, happened = context.state.cast, list[NewEvent]()
        missing = next((who for who in self.who if who not in cast), None)
        if missing is not None:
            return Refusal(NOBODY, {"who": missing})
        away = [who for who in self.who or cast if cast[who].elsewhere and not cast[who].retired]
        if not away:
            return Refusal(HERE_ALREADY, {"who": cast[self.who[0]].name}) if self.who else Refusal(TOGETHER)
        for who in away:
            back, now = Parted(who, back=True), context.after(happened)
            after = now.after([NewEvent(back)]).state
            happened += coming_in(now, back, after.present() or MJ_ONLY if after.apart else EVERYONE)
        return happened


@stored("parted/1")
class Parted(Happening):
    """A character of the party is in another scene from now on, or in the one that is open (`back`)."""

    divides = True

    who: str
    scene: ForMJ[str] = ""
    back: Described[bool, Field(description="whether they are in the open scene now")] = False

    def fold(self, state: State, _event: Event) -> State:
        return replace(cast_as(state, self.who, replace(state.cast[self.who], elsewhere=self.scene)), undone=())

    def sentence_at_table(self, telling: Telling) -> str:
        return (JOINS if self.back else PARTS).say(telling.lang, who=telling.people.name(self.who))
