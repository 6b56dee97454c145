"""How a table is opened, kept and played: its door, its odds, its house rules; and how it comes to another house."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import Field

from tablee.rules.fields import Annotated, Label, OneOf
from tablee.table.decide import naming
from tablee.table.decide.command import ID, MJ, PLAIN, TITLE, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.lines import Telling
from tablee.table.log.events import Event, ForMJ, Happening, Json, stored
from tablee.table.log.matters import Fair
from tablee.table.log.state import MOMENT, State, mixed
from tablee.table.topics.temper import OPPONENTS
from tablee.text import Text

DOORS = {
    "guarded": Text(fr="gardée : le meneur fait entrer", en="guarded: the GM lets people in"),
    "open": Text(fr="ouverte : le code suffit", en="open: the code is enough"),
}
ADVICE = {
    "off": Text(fr="pas de conseils", en="no advice"),
    "on": Text(fr="qui joue peut demander conseil", en="whoever plays may ask for advice"),
}
REVIEWS = {
    "on": Text(fr="un combat fini peut être relu", en="a fight that is over may be read again"),
    "off": Text(fr="pas de combats relus", en="no fights read again"),
}
MOMENTS = {
    "5": Text(fr="5 secondes", en="5 seconds"),
    "12": Text(fr="12 secondes", en="12 seconds"),
    "30": Text(fr="30 secondes", en="30 seconds"),
    "0": Text(fr="sans limite", en="no limit"),
}
ODDS = {"shown": Text(fr="montrées", en="shown"), "hidden": Text(fr="cachées aux joueurs", en="hidden from players")}
RULE = Text(fr="Règle de la table : {label}, {value}.", en="House rule: {label}, {value}.")
CALLED = Text(fr="La table s'appelle désormais « {title} ».", en="The table is called “{title}” from now on.")
MOVED = Text(fr="La table s'est installée dans cette maison.", en="The table has moved to this house.")


@stored("opened/1")
class Opened(Happening):
    """A table begins: its game, its dice's commitments, its options."""

    of_table = True

    game: str
    title: str
    code: ForMJ[str]  # lets one knock, no more
    fair: Fair
    options: Json
    ready: Annotated[bool, Field(description="with the first scene of its game")] = False

    def fold(self, state: State, _event: Event) -> State:
        state = replace(state, game=self.game, title=self.title, ready=self.ready, code=self.code)
        return mixed(replace(state, options=dict(self.options)), self.fair)


@stored("moved/1")
class Moved(Happening):
    """The table was imported into this house: a new code, and dice with keys of their own from here on."""

    of_table = True

    code: ForMJ[str]
    fair: Fair

    def fold(self, state: State, _event: Event) -> State:
        seats = {id: replace(seat, token="") for id, seat in state.seats.items()}
        state = mixed(replace(state, code=self.code, seats=seats, knocks={}, trial=False), self.fair)
        return replace(state, revealed=(), evening=0, worded={}) if self.fair else state  # a backup keeps its own keys

    def sentence_at_table(self, telling: Telling) -> str:
        return MOVED.say(telling.lang)


class Arrange(Command, id="arrange", by=MJ, meanwhile=True):
    """How the table is kept and called: its door, odds, advice, fights read again, who plays the other side, the moment
    left to speak up, its content notes, its title; keep a trial for good.
    """

    door: Annotated[str, OneOf(DOORS), Label(fr="La porte", en="The door")] = ""
    odds: Annotated[str, OneOf(ODDS), Label(fr="Les chances", en="Odds")] = ""
    opponents: Annotated[str, OneOf(OPPONENTS), Label(fr="L'autre camp", en="The other side")] = ""
    advice: Annotated[str, OneOf(ADVICE), Label(fr="Les conseils", en="Advice")] = ""
    reviews: Annotated[str, OneOf(REVIEWS), Label(fr="Les combats relus", en="Fights read again")] = ""
    moment: Annotated[str, OneOf(MOMENTS), Label(fr="Le temps de parler", en="Time to speak up")] = ""
    notes: Annotated[  # what people read before they sit down; None leaves them as they are
        str | None, Field(max_length=2000), Label(fr="Notes de contenu", en="Content notes")
    ] = None
    keep: Annotated[bool, Label(fr="Garder cette table", en="Keep this table")] = False
    title: Annotated[str, TITLE, Label(fr="Titre", en="Title")] = ""  # another one

    def decide(self, context: Context) -> Decided:
        state = context.state
        if self.title and (no := naming.unreadable(self.title)):
            return no
        title = naming.written(self.title)
        door = self.door or ("open" if state.open_door else "guarded")
        odds = self.odds or ("hidden" if state.odds_hidden else "shown")
        opponents = self.opponents or ("by-themselves" if state.opponents_alone else "played")
        notes = state.notes if self.notes is None else self.notes.strip()
        advice = self.advice or ("on" if state.advice else "off")
        moment = int(self.moment) if self.moment else state.moment
        kept = (door, odds, opponents, state.trial and not self.keep, notes, advice, moment)
        reviews = self.reviews or ("on" if state.reviews else "off")
        return [NewEvent(Arranged(*kept, "" if title == state.title else title, reviews))]


@stored("arranged/1")
class Arranged(Happening):
    """How the table is kept: its door, whether players see odds, who plays the other side, whether it is a trial,
    whether advice may be asked for, how long one may speak up, whether fights are read again.
    """

    of_table = True

    door: str  # open, guarded
    odds: str  # shown, hidden
    opponents: str = "played"  # played, by-themselves
    trial: bool = False  # it vanishes some days after its last line
    notes: Annotated[str, Field(description="on what the table's stories hold, read before one sits down")] = ""
    advice: Annotated[str, Field(description="whether players may ask what their choices are worth: `off`, `on`")] = (
        "off"
    )
    moment: Annotated[
        int, Field(description="seconds left to speak up in the middle of an action; 0: as long as people like")
    ] = MOMENT
    title: Annotated[str, Field(description="what the table is called from now on; empty if as before")] = ""
    reviews: Annotated[str, Field(description="whether fights that are over may be read again: `on`, `off`")] = "on"

    def fold(self, state: State, _event: Event) -> State:
        state = replace(state, open_door=self.door == "open", odds_hidden=self.odds == "hidden", trial=self.trial)
        alone = self.opponents == "by-themselves"
        tempers = state.tempers if alone or not state.opponents_alone else {}  # the MJ takes all of that side over
        state = replace(state, opponents_alone=alone, tempers=tempers, moment=self.moment)
        state = replace(state, notes=self.notes, advice=self.advice == "on", reviews=self.reviews == "on")
        return replace(state, title=self.title or state.title)

    def sentence_at_table(self, telling: Telling) -> str:
        return CALLED.say(telling.lang, title=self.title) if self.title else ""


class SetOption(Command, id="option", by=MJ):
    """Switch a house rule, from now on."""

    option: Annotated[str, ID, Label(fr="Règle", en="Rule")]
    value: Annotated[Any, PLAIN, Label(fr="Valeur", en="Value")]

    def decide(self, context: Context) -> Decided:
        context.game.scene(cast={}, options={self.option: self.value})  # refused there if it does not exist
        return [NewEvent(Optioned(self.option, self.value))]


@stored("optioned/1")
class Optioned(Happening):
    """A house rule is switched, from now on."""

    of_table = True

    option: str
    value: Any

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, options={**state.options, self.option: self.value})

    def sentence_at_table(self, telling: Telling) -> str:
        rule = next((one for one in telling.game.options if one.id == self.option), None)
        return RULE.say(telling.lang, label=rule.label, value=rule.said(self.value, telling.lang)) if rule else ""
