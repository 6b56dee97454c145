"""The sessions of a table: when, who was there, what happened; five lines on the present one, made from its log."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from tablee.table.lines import Line
from tablee.table.service import House
from tablee.table.topics.action import Acted
from tablee.table.topics.character import Entered
from tablee.table.topics.chat import Said
from tablee.table.topics.fight import FightEnded
from tablee.table.topics.turning import AdventureTurned
from tablee.text import Text, percent
from tablee.web.pages import tokens
from tablee.web.pages.journal.journal import day
from tablee.web.pages.journal.recap import MAX_LINES
from tablee.web.pages.table.cards import said_of

K = TypeVar("K")

MAX_TOLD = 5
MAX_NAMED = 6  # people, papers or choices in a line
RARE = Fraction(1, 4)
MET = Text(fr="Rencontrés : {who}.", en="Met: {who}.")
READ = Text(fr="On a lu : {what}.", en="What was read: {what}.")
QUOTED = Text(fr="« {title} »", en="“{title}”")
CHOSEN = Text(fr="Vos choix : {what}.", en="Your choices: {what}.")
DOWN = Text(fr="À terre : {who}.", en="Down: {who}.")
HOW_THEY_ARE = Text(fr="{who} ({state})", en="{who} ({state})")
AGAINST_ODDS = Text(fr="{told} : il y avait {chance} de chances.", en="{told}: the chance was {chance}.")
STOPPED = Text(fr="On s'est arrêté là : {told}.", en="That is where it stopped: {told}.")
CAME_TO = Text(fr="Cela finit par : {end}.", en="It came to this: {end}.")


class Over(NamedTuple):
    """A session that is over: the day, who was there, what happened."""

    day: str
    here: str
    told: str
    read: bool


class Sessions:
    """What a seat may know of the sessions of a table."""

    def __init__(self, house: House, table: str, seat: str, lang: str) -> None:
        self.house, self.table, self.seat, self.lang = house, table, seat, lang
        self.view = house.view(table, seat)
        self.mj = self.view.mj

    @property
    def over(self) -> list[Over]:
        """Those that are over, the newest first."""
        return [
            Over(day(one.played, self.lang), ", ".join(self._called(one.here)), one.told, one.read)
            for one in self.view.sessions[::-1]
        ]

    @property
    def heroes(self) -> list[tuple[str, str]]:
        """The players' characters, by id and name, as those who were there."""
        heroes = [who for who, one in self.view.cast.items() if (one.owner or one.free) and not one.retired]
        return list(zip(heroes, self._called(heroes), strict=True))

    @property
    def key(self) -> str:
        """The key of the next command: what is posted twice is done once."""
        return secrets.token_urlsafe(12)

    @cached_property
    def lines(self) -> list[Line]:
        """What anybody may know of the present session, oldest first, but what was taken back."""
        after = self.view.sessions[-1].ended if self.view.sessions else 0.0
        return self.house.with_sentences(self.table, self.house.told_to_all(self.table, after, MAX_LINES), self.lang)

    @property
    def present(self) -> bool:
        """Whether something was played since the last session was ended."""
        return any(isinstance(line.what, Acted | AdventureTurned) or _spoken(line.what) for line in self.lines)

    @property
    def gist(self) -> str:
        """What happened in the present session, in five lines at most."""
        told = [*self._whom_and_what(), *self._fallen(), *self._fights(), *self._against_odds()][: MAX_TOLD - 1]
        return "\n".join(f"- {one}" for one in (*told, *self._end()))

    def _whom_and_what(self) -> Iterator[str]:
        ours = {who for who, one in self.view.cast.items() if one.owner or one.free}
        met = [what.who for what in self._of(Entered) if what.who in self.view.cast and what.who not in ours]
        chosen = [what.chosen[self.lang] for what in self._of(AdventureTurned) if what.chosen]
        titles = (what.title for what in self._of(Said) if what.kind == "handout" and what.title)
        read = [QUOTED.say(self.lang, title=title) for title in titles]
        if met:
            yield MET.say(self.lang, who=_few(self._called(met)))
        if chosen:
            yield CHOSEN.say(self.lang, what=_few(chosen))
        elif read:
            yield READ.say(self.lang, what=_few(read))

    def _fallen(self) -> Iterator[str]:
        """Those of the players' characters who have fallen and are still down, and how they are: dead, dying…"""
        how = {who: self.view.cast[who].condition for who, _ in self.heroes}
        down = {who: one.label.say(self.lang) for who, one in how.items() if one and not one.standing}
        if down:
            names = zip(self._called(down), down.values(), strict=True)
            told = [HOW_THEY_ARE.say(self.lang, who=who, state=state) for who, state in names]
            yield DOWN.say(self.lang, who=_few(told))

    def _fights(self) -> list[str]:
        """How the last two fights came out."""
        return [f"{_bare(line)}." for line in self.lines if isinstance(line.what, FightEnded)][-2:]

    def _against_odds(self) -> list[str]:
        """What came out well though it seldom does."""
        tried = [(Fraction(line.what.success or 1), line) for line in self.lines if isinstance(line.what, Acted)]
        good = [(chance, line) for chance, line in tried if 0 < chance <= RARE and _came_out_well(line.what)]
        if not good:
            return []
        chance, best = min(good, key=lambda one: one[0])
        return [AGAINST_ODDS.say(self.lang, told=_bare(best), chance=percent(chance, self.lang))]

    def _end(self) -> list[str]:
        """Where it stopped: the end of an adventure, or the last thing that was done or said."""
        ends = [what.end[self.lang] for what in self._of(AdventureTurned) if what.end]
        if ends:
            return [CAME_TO.say(self.lang, end=ends[-1])]
        last = [line for line in self.lines if isinstance(line.what, Acted) or _spoken(line.what)]
        return [STOPPED.say(self.lang, told=_bare(last[-1]))] if last else []

    def _of(self, kind: type[K]) -> list[K]:
        return [line.what for line in self.lines if isinstance(line.what, kind)]

    def _called(self, who: Iterable[str]) -> list[str]:
        return [tokens.called(one, self.view, self.lang) for one in dict.fromkeys(who) if one in self.view.cast]


def _spoken(what: object) -> bool:
    """Whether somebody said or did it aloud."""
    return isinstance(what, Said) and what.kind in ("say", "me") and not what.removed and not what.withheld


def _came_out_well(what: object) -> bool:
    return isinstance(what, Acted) and bool(what.parts) and what.parts[0].good


def _bare(line: Line) -> str:
    """What a line tells first, without the full stop at its end."""
    return said_of(line).told.split("\n")[0].rstrip(".")


def _few(names: list[str]) -> str:
    """The last of these names, each once."""
    return ", ".join(list(dict.fromkeys(names))[-MAX_NAMED:])
