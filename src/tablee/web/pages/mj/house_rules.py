"""House rules on the MJ's screen: each switch with its values, and what one of them would change in a chosen roll."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import Offer
from tablee.table.seen.refusal import RefusalTold
from tablee.table.seen.view import HouseRule
from tablee.text import Text
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table.page import Page, WayShown

Json = dict[str, Any]
NOW, THEN = Text(fr="Aujourd'hui : {value}", en="Now: {value}"), Text(fr="Avec : {value}", en="With: {value}")


class Value(NamedTuple):
    """A value that a switch may take: as a form sends it, in words, and whether it is the present one."""

    sent: str
    label: str
    present: bool


class HouseRules:
    """The switches of a game, the one that is looked at, and the roll that shows its effect."""

    def __init__(self, page: Page, option: str = "", value: str = "", who: str = "", action: str = "") -> None:
        self.page, self.lang = page, page.lang
        self.rules = page.view.house_rules
        self.rule = next((one for one in self.rules if one.id == option), None)
        here = [one.who for one in page.party.ours + page.party.others]
        self.people = here
        self.who = who if who in here else next(iter(here), "")
        wanted = [one.action for one in self.rolls]
        self.action = action if action in wanted else next(iter(wanted), "")
        self.value = next((one for one in self.values if one.sent == value), None) or self._other

    @property
    def values(self) -> list[Value]:
        """The values of the switch that is looked at."""
        return self.values_of(self.rule) if self.rule else []

    def values_of(self, rule: HouseRule) -> list[Value]:
        return [Value(json.dumps(one), self.said(rule, one), one == rule.value) for one in rule.values]

    def said(self, rule: HouseRule, value: Any) -> str:
        """A value of a switch in words."""
        return next(one for one in self.page.game.options if one.id == rule.id).said(value, self.lang)

    @property
    def _other(self) -> Value | None:
        return next((one for one in self.values if not one.present), None)

    @cached_property
    def rolls(self) -> list[Offer]:
        """What the chosen character may try, the usual first: the rolls to look at."""
        if not self.who:
            return []
        told = self.page.house.offers(self.page.table, self.page.seat, self.who, self.lang)
        usual = [] if isinstance(told, Refusal) else [one for one in told if one.kind != "scene" and one.asks]
        return sorted(usual, key=lambda one: (one.usual is None, one.usual or 0))

    @property
    def effect(self) -> tuple[WayShown, ...]:
        """The odds of the chosen roll as the table plays now, and as it would with the value looked at."""
        present = next((one for one in self.values if one.present), None)
        if not (self.rule and self.value and present and self.action):
            return ()
        ways = (
            (NOW.say(self.lang, value=present.label), None),
            (THEN.say(self.lang, value=self.value.label), self.value),
        )
        return tuple(self._way(label, value and {self.rule.id: json.loads(value.sent)}) for label, value in ways)

    def _way(self, label: str, options: Json | None) -> WayShown:
        page, asked = self.page, PageQuery(who=self.who, action=self.action)
        try:
            form = page.house.form(page.table, page.seat, asked.act, self.lang)
            params = {} if isinstance(form, Refusal) else form.values
            act = PageQuery(who=self.who, action=self.action, params=params).act
            told = page.house.odds(page.table, page.seat, act, self.lang, options)
        except BadInput as bad:
            told = Refusal(Text(bad.say("fr"), bad.say("en")))
        if isinstance(told, Refusal):
            return WayShown(label, None, RefusalTold(told.say(self.lang), told.rule))
        return WayShown(label, told)
