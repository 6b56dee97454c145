"""What is said of fights read again: whether players read the chances of one, whose choices everybody reads."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.rules.fields import Annotated, Label, OneOf
from tablee.table.decide.command import MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.state import DELETED, FIGURES, WORDS, State
from tablee.text import Text

TOLD = {
    FIGURES: Text(fr="avec ses chances", en="with its chances"),
    WORDS: Text(fr="sans chiffres", en="without figures"),
    DELETED: Text(fr="effacé", en="deleted"),
}
NO_SUCH_FIGHT = Text(fr="Ce combat n'est pas dans le journal.", en="This fight is not in the journal.")
LONG_FIGHT = Text(fr="Ce combat est trop long pour être relu.", en="This fight is too long to be read again.")
NOT_REVIEWED = Text(
    fr="Cette table ne relit pas ses combats : le meneur peut le permettre, dans le menu.",
    en="This table does not read its fights again: the GM may allow it, in the menu.",
)
SAYS = {
    FIGURES: Text(
        fr="Le meneur montre les chances du combat à tous ceux qui le relisent.",
        en="The GM shows the chances of the fight to whoever reads it again.",
    ),
    WORDS: Text(fr="Le combat se relit sans chiffres.", en="The fight is read again without figures."),
    DELETED: Text(fr="La relecture du combat est effacée.", en="The review of the fight is deleted."),
}

Fight = Annotated[int, Field(ge=1, le=2**53), Label(fr="Combat", en="Fight")]


class TellReview(Command, id="review", by=MJ, meanwhile=True):
    """Say how players read a fight again that is over: with its chances, without figures; or delete what was worked
    out of it.
    """

    fight: Fight  # the first one of the table, the second…
    told: Annotated[str, OneOf(TOLD), Label(fr="Comment", en="How")]

    def decide(self, context: Context) -> Decided:
        if self.fight > len(context.state.fights):
            return Refusal(NO_SUCH_FIGHT)
        return [NewEvent(ReviewTold(self.fight, self.told))]


class ShowChoices(Command, id="show-choices", meanwhile=True):
    """Show everybody what one's own choices in a fight that is over were worth; or show it no longer."""

    fight: Fight
    shown: Annotated[bool, Label(fr="À tous", en="To all")] = True

    def decide(self, context: Context) -> Decided:
        if self.fight > len(context.state.fights):
            return Refusal(NO_SUCH_FIGHT)
        return [NewEvent(ChoicesShown(self.fight, self.shown))]


@stored("review_told/1")
class ReviewTold(Happening):
    """How a fight is read again by players: `figures`, `words`, or `deleted`."""

    of_table = True

    fight: int
    told: str

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, reviews_told={**state.reviews_told, self.fight: self.told})

    def sentence_at_table(self, telling: Telling) -> str:
        return SAYS[self.told].say(telling.lang)


@stored("choices_shown/1")
class ChoicesShown(Happening):
    """A seat shows everybody what its choices in a fight were worth, or no longer does."""

    of_table = True

    fight: int
    shown: bool

    def fold(self, state: State, event: Event) -> State:
        known = state.choices_shown.get(self.fight, frozenset())
        now = known | {event.by} if self.shown else known - {event.by}
        return replace(state, choices_shown={**state.choices_shown, self.fight: now})
