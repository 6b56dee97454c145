"""The shared screen: a table as a newcomer sees it, whoever opens it. It holds no secret, and nothing to touch."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tablee.rules.game import Game, game_called
from tablee.table.service import House
from tablee.text import Text
from tablee.web.pages.table import cards, people

Json = dict[str, Any]

NEWCOMER = ""  # a viewer without a seat
LINES = 80  # the last ones, among which results and words are found
RESULTS = ("roll", "slim", "free", "gather", "waiting")
WORDS = ("say", "me", "paper")
EARLIER = 3  # results before the last one


class Screen:
    """What the shared screen of a table shows."""

    def __init__(self, house: House, table: str, lang: str, present: int) -> None:
        self.house, self.table, self.lang, self.present = house, table, lang, present
        self.view: Json = house.view(table, NEWCOMER)
        self.game: Game = game_called(self.view["game"])

    @property
    def round(self) -> int:
        return int(self.view["play"].get("round") or 0)

    @cached_property
    def _cards(self) -> list[cards.Card]:
        window = self.house.window(self.table, NEWCOMER, most=LINES)
        lines = self.house.said(self.table, window.lines, self.lang)
        return cards.cards(lines, self.view, self.lang)

    @cached_property
    def results(self) -> list[cards.Card]:
        """The last results, the newest first; not those that were taken back."""
        found = [one for one in reversed(self._cards) if one.kind in RESULTS and not one.struck]
        return found[: EARLIER + 1]

    @property
    def voice(self) -> str:
        """What is read aloud: the last words, if they came after the result before the last; at first, what opens the
        scene.
        """
        said = next((one for one in reversed(self._cards) if one.kind in WORDS and not one.struck), None)
        if said and (len(self.results) < 2 or said.n > self.results[1].n):
            return f"{said.title} {said.text}" if said.kind == "me" else said.text
        opening = self.view["opening"]
        return Text(**opening["text"]).say(self.lang) if opening and len(self.results) < 2 else ""

    @cached_property
    def party(self) -> list[people.Person]:
        """Everybody here, the party first."""
        here = people.party(self.view, self.house.gauges(self.table, NEWCOMER, self.lang), self.lang)
        return [*here.ours, *here.others]

    @cached_property
    def order(self) -> list[people.Person]:
        """The people of the order of play, as it goes."""
        return people.order(self.view, self.lang)

    @property
    def now(self) -> list[people.Person]:
        """Those who may act now; nobody while an action waits for an answer."""
        return [] if self.view["pending"] else [one for one in self.order if one.when == "now"]
