"""What a table waits for from one seat: a roll that the MJ asked for, decisions, a word that need not be said."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tablee.errors import BadInput
from tablee.rules.stored.decisions import DecisionAsked
from tablee.rules.why import COLON
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import RollAskedFor
from tablee.text import Text, few
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table.decisions import Moment, answers_for, moment_of, questions

if TYPE_CHECKING:
    from tablee.web.pages.table.page import Page

A_ROLL = Text(fr="et un jet demandé", en="and a roll that is asked for")


class Owed:
    """What the seat of a page is waited for."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def roll(self) -> tuple[str, str, RollAskedFor] | None:
        """The oldest roll that the MJ still asks of a character whom this seat plays, and that can be made now: whose,
        its id, the request.
        """
        found = (
            (who, id, request)
            for id, request in self.page.view.requests.items()
            for who in request.who
            if not (self.page.mj or request.closed or self.page.view.paused)
            and who in self.page.mine
            and who not in request.done
        )
        return next((one for one in found if self._possible(*one)), None)

    def _possible(self, who: str, id: str, request: RollAskedFor) -> bool:
        """Whether a character can make a roll that the MJ asks for now: who has fallen waits until the MJ goes on; so
        does whoever has no dice for it, if nothing is left to choose.
        """
        query = PageQuery(who=who, action=request.action, params=request.params, request=id)
        try:
            form = self.page.house.form(self.page.table, self.page.seat, query.act, self.page.lang)
        except BadInput:  # nobody could roll what the MJ asks for: its form says why
            return True
        if isinstance(form, Refusal):
            return False
        chosen = (one for one in form.fields if one.applies and one.rank == "usual" and one.name not in request.params)
        return any(chosen) or not (form.refusal or self.page.odds_of(query)[2])

    @cached_property
    def decisions(self) -> dict[str, DecisionAsked]:
        """The decisions that this seat is waited for, by character; none while the game is paused."""
        return (
            {}
            if self.page.view.paused
            else {who: decision for who, decision in self.page.view.asked.items() if answers_for(who, self.page.view)}
        )

    @property
    def may_speak(self) -> bool:
        """Whether this seat may say something in the action of the scene, and need not: one word lets it pass."""
        return bool(self.decisions) and all(decision.aloud for decision in self.decisions.values())

    @property
    def names(self) -> str:
        """Those whom this seat answers for, by name; of many the first."""
        return few([self.page.called(who) for who in self.decisions], self.page.lang)

    @property
    def label(self) -> str:
        """What this seat is asked, where all its characters are asked the same."""
        labels = {decision.label.say(self.page.lang) for decision in self.decisions.values()}
        return next(iter(labels)) if len(labels) == 1 else ""

    @property
    def in_short(self) -> str:
        """What this seat is asked, with the names of all whom it answers for where there are several; and whether it
        owes a roll beside.
        """
        names = self.names if len(self.decisions) > 1 else ""
        told = [COLON.say(self.page.lang).join(filter(None, (names, self.label)))]
        return "\u00a0· ".join([*told, *([A_ROLL.say(self.page.lang)] if self.roll else [])])

    @cached_property
    def to_say(self) -> Moment | None:
        """What this seat may say now for its characters, where it need not answer; None if it may say nothing."""
        asked = next((one for one in self.page.view.in_progress if one.n == self.card), None)
        return moment_of(asked, questions(asked, self.page.view, self.page.lang)) if asked and self.may_speak else None

    @property
    def card(self) -> int:
        """The line of the card that asks this seat something first; 0 if none does."""
        asked = [one.n for one in self.page.view.in_progress if any(who in one.asked for who in self.decisions)]
        return min(asked, default=0)
