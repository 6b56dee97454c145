"""The edition of the rules: told when a table that others made is played on, so that no reading changes unsaid."""

from __future__ import annotations

from dataclasses import replace

from tablee.rules.edition import edition
from tablee.table.decide.context import Context, NewEvent
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.state import State
from tablee.text import Text

ANOTHER = Text(
    fr="À partir d'ici on joue avec l'édition {edition} des règles ; ce qui précède garde la sienne. "
    "Le journal des changements dit ce qui se lit autrement.",
    en="From here on the rules are those of edition {edition}; what came before keeps its own. "
    "The changelog says what is read otherwise.",
)


@stored("edition/1")
class EditionChanged(Happening):
    """What follows is made by this edition of the rules, what came before by another."""

    of_table = True

    edition: str

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, edition=self.edition)

    def sentence(self, telling: Telling) -> str:
        return ANOTHER.say(telling.lang, edition=self.edition)


def another_edition(context: Context) -> list[NewEvent]:
    """The line that tells of another edition than the one that made the last result of this table; none if it is the
    same, or nothing was played yet.
    """
    now = edition(context.game.id)
    return [NewEvent(EditionChanged(now), by="")] if context.state.edition not in (None, now) else []
