"""The shared screen: a table as a newcomer sees it, from whichever seat. It holds no secret, and nothing to touch."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any

from tablee.errors import BadInput, Unavailable
from tablee.review.seen import ReviewSeen
from tablee.rules.game import Game, game_called
from tablee.table.lines import Line
from tablee.table.service import House
from tablee.table.topics.scene import SceneOpened
from tablee.web.pages import tokens
from tablee.web.pages.review.curve import Drawn, drawn
from tablee.web.pages.table import cards, people
from tablee.web.pages.table.sheets import Leaf
from tablee.web.reviews import Reviews

Json = dict[str, Any]

NEWCOMER = ""  # a viewer without a seat
LINES = 80  # the last ones, among which results and words are found
RESULTS = ("roll", "slim", "free", "gather", "waiting")
WORDS = ("say", "me", "paper", "tale")
DRAWN = ("track", "clock", "moments")  # of what lies around, what is seen from afar
EARLIER = 3  # results before the last one
MANY, CROWD = 8, 16  # people beyond whom all are drawn smaller
IN_ORDER = {"": 8, "many": 5, "crowd": 3}  # people of the order of play, by how tightly everybody is drawn
AT_ONCE = 4  # beside the first, of those who may act now
SOON = ("now", "next", "later", "done", "out")


class Screen:
    """What the shared screen of a table shows."""

    def __init__(self, house: House, table: str, lang: str, present: int, reviews: Reviews | None = None) -> None:
        self.house, self.table, self.lang, self.present, self._reviews = house, table, lang, present, reviews
        self.view = house.view(table, NEWCOMER)
        self.game: Game = game_called(self.view.game)

    @property
    def round(self) -> int:
        return int(self.view.play.get("round") or 0)

    @cached_property
    def _lines(self) -> list[Line]:
        return [*self.house.window(self.table, NEWCOMER, most=LINES).lines]

    @cached_property
    def _cards(self) -> list[cards.Card]:
        return cards.cards(self.house.with_sentences(self.table, self._lines, self.lang), self.view, self.lang)

    @cached_property
    def _scene_began(self) -> int:
        """The number of the line that opened this scene, as far as lines are read."""
        return max((line.n for line in self._lines if isinstance(line.what, SceneOpened)), default=0)

    @cached_property
    def results(self) -> list[cards.Card]:
        """A roll asked of people as long as it is not closed, then the last results of this scene, the newest first;
        not those that were taken back.
        """
        here = [one for one in self._cards if one.n > self._scene_began]
        found = [one for one in reversed(here) if one.kind in RESULTS and not one.struck]
        found.sort(key=lambda one: one.gathering is None or one.gathering.closed or not one.gathering.answered)
        return found[: EARLIER + 1]

    @cached_property
    def _last_words(self) -> cards.Card | None:
        """The last words, if they came after the result before the last; notes of the group are not read aloud. Of
        papers that were given together it is the first.
        """
        words = [one for one in self._cards if one.kind in WORDS and not one.struck and one.mark != "group"]
        said = words[-1] if words else None
        for one in reversed(words):  # of papers given together, the first: the text that opens a scene
            if not said or one.kind != "paper" or one.n < said.n - 1:
                break
            said = one
        return said if said and (len(self.results) < 2 or said.n > self.results[1].n) else None

    @cached_property
    def review(self) -> ReviewSeen | None:
        """The fight that has just ended, read again as far as anybody may, until something else comes out; while a
        screen shows it, more of it is worked out.
        """
        ended = self.view.ended
        if ended is None or self._reviews is None or self.view.arranged.reviews != "on":
            return None
        if self.results and self.results[0].n > ended.n:
            return None
        with suppress(BadInput, Unavailable):  # too long, no NumPy; or many others are read again
            found = self._reviews.seen(self.table, NEWCOMER, len(self.view.fights), self.lang)
            return found if found.figures else None
        return None

    @property
    def curve(self) -> Drawn | None:
        """The curve of that fight, as applause."""
        return drawn(self.review) if self.review else None

    @property
    def shown(self) -> cards.Card | None:
        """The paper whose picture everybody looks at, as long as nothing came out since: one of the two is whole."""
        said = self._last_words
        return said if said and said.picture and not (self.results and self.results[0].n > said.n) else None

    @property
    def tells(self) -> bool:
        """Whether the last words are an adventure's: all of them are to be read."""
        return bool(self._last_words and self._last_words.kind == "tale")

    @property
    def speaker(self) -> tokens.Token | None:
        """Who says the last words, if somebody does."""
        said = self._last_words
        return said.who if said and said.kind == "say" else None

    @property
    def voice(self) -> str:
        """What is read aloud: the last words; at first, what opens the scene."""
        said = self._last_words
        if said:
            return f"{said.title} {said.text}" if said.kind == "me" else said.text
        opening = self.view.opening
        return opening.say(self.lang) if opening and len(self.results) < 2 else ""

    @cached_property
    def _here(self) -> people.Party:
        """Everybody here: numbers are those of players' characters, a word tells how the MJ's people are."""
        gauges = self.house.gauges(self.table, NEWCOMER, self.lang)
        return people.party(self.view, {who: told for who, told in gauges.items() if not self.foe(who)}, self.lang)

    @property
    def crowd(self) -> str:
        """How tightly everybody is drawn, by their number: all of them are on the screen."""
        n = len(self.party)
        return "crowd" if n > CROWD else "many" if n > MANY else ""

    @property
    def party(self) -> list[people.Person]:
        """Everybody here, the party first."""
        return [*self._here.ours, *self._here.others]

    @cached_property
    def order(self) -> list[people.Person]:
        """The people of the order of play, as it goes; of a long one those who act now and next, and some others."""
        soonest = sorted(self._turns, key=lambda one: SOON.index(one.when or "later"))
        shown = {one.who for one in soonest[: IN_ORDER[self.crowd]]}
        return [one for one in self._turns if one.who in shown]

    @cached_property
    def _turns(self) -> list[people.Person]:
        return people.order(self.view, self.lang)

    @property
    def left_out(self) -> int:
        """How many people of the order of play are not listed."""
        return len(self.view.turns) - len(self.order)

    @property
    def freely(self) -> bool:
        """Whether every character may act at any time."""
        return people.freely(self.view)

    @property
    def at_once(self) -> bool:
        """Whether those who may act now do so in the same instant."""
        return bool(self.view.play.get("instant"))

    @property
    def sides_of_order(self) -> tuple[list[people.Person], list[people.Person]]:
        """The order of play as two sides: those of the party, and the others."""
        ours = {one.who for one in self._here.ours}
        return [one for one in self.order if one.who in ours], [one for one in self.order if one.who not in ours]

    @cached_property
    def around(self) -> Leaf:
        """What the scene shows beside its order and its clocks: what is drawn, not what is only listed."""
        found = self.house.surroundings(self.table, NEWCOMER, self.lang)
        drawn = [one for one in found if one.entries[0].drawn in DRAWN]
        return Leaf(self.table, self.game.id, "", "", "", "", False, False, drawn)

    def called(self, who: str) -> str:
        return tokens.called(who, self.view, self.lang)

    def tint(self, who: str) -> str:
        return tokens.tint(who, self.view)

    def foe(self, who: str) -> bool:
        return tokens.is_foe(who, self.view)

    @property
    def now(self) -> list[people.Person]:
        """Those who may act now; nobody while an action waits for an answer."""
        return [] if self.view.pending else [one for one in self._turns if one.when == "now"]

    @property
    def at_once_more(self) -> int:
        """How many of those who may act now are not named."""
        return max(len(self.now) - 1 - AT_ONCE, 0)
