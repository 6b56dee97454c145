"""The ledger of the party: the date in the world, money and things, which anybody who plays writes down."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import SEEN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, stored
from tablee.table.log.state import Ledger, State
from tablee.text import Text

SHORT, LONG = Field(max_length=200), Field(max_length=4000)
CHANGED_SINCE = Text(
    fr="Quelqu'un d'autre vient d'y écrire : relisez d'abord.",
    en="Somebody else has just written there: read it again first.",
)
KEPT = Text(fr="{who} tient le carnet à jour.", en="{who} keeps the notebook up to date.")


class KeepLedger(Command, id="ledger", meanwhile=True):
    """Write down the date in the world, the money and the things of the party; what is not said stays as it is."""

    date: Annotated[str | None, SHORT, Label(fr="La date", en="The date")] = None
    money: Annotated[str | None, SHORT, Label(fr="L'argent", en="The money")] = None
    things: Annotated[str | None, LONG, Label(fr="Les affaires communes", en="What the party carries")] = None
    seen: Annotated[int | None, SEEN, Label(fr="Vu jusqu'à", en="Seen up to")] = None

    def decide(self, context: Context) -> Decided:
        was = context.state.ledger
        if self.seen is not None and any(
            isinstance(one.what, LedgerKept) and one.by != context.seat for one in context.since(self.seen)
        ):
            return Refusal(CHANGED_SINCE)
        told = {"date": self.date, "money": self.money, "things": self.things}
        now = replace(was, **{name: words.strip() for name, words in told.items() if words is not None})
        return [NewEvent(LedgerKept(now.date, now.money, now.things))] if now != was else []


@stored("ledger/1")
class LedgerKept(Happening):
    """What the party has in common reads so from now on."""

    of_table = True

    date: str
    money: str
    things: str

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, ledger=Ledger(self.date, self.money, self.things))

    def sentence(self, telling: Telling) -> str:
        return KEPT.say(telling.lang, who=telling.who)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, date="", money="", things="") if by == seat else self
