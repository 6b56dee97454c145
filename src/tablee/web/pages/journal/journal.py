"""A journal as one seat reads it: a window of its lines as rows, the table at one of them, what may be taken back."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from tablee.rules.game import Game, game_called
from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import View
from tablee.table.service import House
from tablee.text import Text
from tablee.web.pages import tokens
from tablee.web.pages.journal.seeking import MJ, Sought
from tablee.web.pages.table import cards, people

Json = dict[str, Any]

ROWS = 40  # lines drawn at once
SPAN = 120  # lines read at once
MAX_LOOKED = 2400  # lines looked at for one page, where few are what is sought
AFTER = 12  # lines shown after the one that is replayed
THE_MJ = Text(fr="le meneur", en="the GM")
DAYS = Text(
    fr="lundi mardi mercredi jeudi vendredi samedi dimanche",
    en="Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
)
MONTHS = Text(
    fr="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    en="January February March April May June July August September October November December",
)


class Rows(NamedTuple):
    """What a page of the journal shows, oldest first; where earlier and later pages begin (0: there is none)."""

    cards: list[cards.Card]
    earlier: int
    later: int
    whole: bool  # every line before was looked at


class Gauge(NamedTuple):
    """A count at a line, and before it if it was otherwise."""

    label: str
    value: str
    most: int | None
    before: str


class Reading(NamedTuple):
    """What is watched of a character, as it stands at a line."""

    name: str
    tint: str
    foe: bool
    gauges: list[Gauge]


class Foreseen(NamedTuple):
    """What undoing or redoing would do, before the reader confirms it: how many lines, what changes; or why not."""

    what: str  # take-back, redo
    to: int
    lines: int
    changes: tuple[cards.Chip, ...]
    refusal: str = ""


class Journal:
    """The journal of one seat."""

    def __init__(self, house: House, table: str, seat: str, lang: str, sought: Sought) -> None:
        self.house, self.table, self.seat, self.lang, self.sought = house, table, seat, lang, sought
        self.view = house.view(table, seat)
        self.game: Game = game_called(self.view.game)

    @property
    def mj(self) -> bool:
        return bool(self.view.seats[self.seat].role == "mj")

    @property
    def last(self) -> int:
        """The number of the last line."""
        return int(self.view.seen)

    @property
    def at(self) -> int:
        """The line that is replayed; the last one if the address asks for none."""
        return min(self.sought.at or self.last, self.last)

    @property
    def replaying(self) -> bool:
        return bool(self.sought.at)

    @cached_property
    def rows(self) -> Rows:
        """The rows of this page: read window by window, from the end or from where the address says."""
        start = self.sought.before or (self.at + AFTER + 1 if self.replaying else self.last + 1)
        start = before = min(start, self.last + 1)
        found: list[cards.Card] = []
        looked, pending = 0, self.view.pending.n if self.view.pending else 0
        while len(found) < ROWS and looked < MAX_LOOKED and before > 1:
            window = self.house.window(self.table, self.seat, before, SPAN)
            said = self.house.with_sentences(self.table, [*window.lines, *window.later], self.lang)
            drawn = cards.cards(said, self.view, self.lang, before)
            by_number = {line.n: line for line in window.lines}
            kept = [one for one in drawn if one.kind != "waiting" or one.struck or one.n == pending]
            found[:0] = [one for one in kept if self.sought.finds(one, by_number[one.n], self.view)]
            looked += len(window.lines)
            before = window.lines[0].n if window.lines else 1
        shown = found[-ROWS:]
        earlier = shown[0].n if len(found) > ROWS else before if before > 1 else 0
        later = min(start + ROWS, self.last + 1) if start <= self.last else 0
        return Rows(shown, earlier, later, before <= 1)

    @property
    def numbers(self) -> list[int]:
        return [one.n for one in self.rows.cards]

    @property
    def previous(self) -> int:
        """The row before the one that is replayed; 0 if it is the first."""
        return max((n for n in self.numbers if n < self.at), default=0 if self.rows.whole else self.rows.earlier - 1)

    @property
    def next(self) -> int:
        """The row after the one that is replayed; 0 if it is the last."""
        return min((n for n in self.numbers if n > self.at), default=0)

    @cached_property
    def readings(self) -> list[Reading]:
        """What is watched of everybody at the line that is replayed."""
        then, now = self.house.gauges_at(self.table, self.seat, self.at, self.lang)
        told = []
        for who in sorted(now, key=lambda who: tokens.is_foe(who, self.view)):
            before = {one.id: str(one.said) for one in then.get(who, ()) if self.replaying}
            gauges = [_gauge(one, before.get(one.id, str(one.said))) for one in now[who]]
            name, tint = tokens.called(who, self.view, self.lang), tokens.tint(who, self.view)
            if gauges:
                told.append(Reading(name, tint, tokens.is_foe(who, self.view), gauges))
        return told

    @cached_property
    def mattered(self) -> list[str]:
        """What mattered in the action of the line that is replayed, as far as this seat may know it."""
        return self.house.mattered(self.table, self.seat, self.at, self.lang) if self.replaying else []

    @cached_property
    def foreseen(self) -> Foreseen | None:
        """What the MJ is about to undo or redo, if the address asks."""
        if not self.mj or not self.sought.asks:
            return None
        what = "take-back" if self.sought.asks == "rewind" else "redo"
        return foreseen(self.house, self.table, self.seat, self.view, what, self.at, self.lang)

    @cached_property
    def may_redo(self) -> bool:
        """Whether the MJ may let stand again what was taken back."""
        return self.mj and not isinstance(self.house.redoing(self.table, self.seat), Refusal)

    @property
    def people(self) -> list[tuple[str, str, str, bool]]:
        """Whose lines may be sought: those of the party, and the MJ's; id, name, tint, square or not."""
        here = people.party(self.view, {}, self.lang).ours
        known = [(one.who, one.name, one.tint, one.foe) for one in here if not one.foe]
        return [*known, (MJ, THE_MJ.say(self.lang), "t3", True)]

    @property
    def day(self) -> str:
        """The day of the last line."""
        lines = self.house.window(self.table, self.seat, most=1).lines
        return day(lines[-1].at, self.lang) if lines else ""

    @cached_property
    def key(self) -> str:
        """The key of the next command: what is posted twice is done once."""
        return secrets.token_urlsafe(12)


def _gauge(one: EntrySeen, was: str) -> Gauge:
    return Gauge(one.label, one.said, one.most, was if was != one.said else "")


def foreseen(house: House, table: str, seat: str, view: View, what: str, to: int, lang: str) -> Foreseen:
    """What taking back down to a line, or redoing everything, would do: drawn by `journal/rewind.html`."""
    told = house.rewinding(table, seat, to) if what == "take-back" else house.redoing(table, seat, 2**53)
    if isinstance(told, Refusal):
        return Foreseen(what, to, 0, (), told.say(lang))
    (said,) = house.with_sentences(table, [told], lang)
    changes = cards.chips(said, view, lang)
    return Foreseen(what, to, len(cards.about(told)), changes)


def day(at: float, lang: str) -> str:
    """A day as people write it: « samedi 14 novembre »."""
    when = datetime.fromtimestamp(at)
    weekday, month = DAYS.say(lang).split()[when.weekday()], MONTHS.say(lang).split()[when.month - 1]
    return f"{weekday} {when.day} {month}"
