"""A moment of a fight as a puzzle, as one seat is shown it: choose, then see what each choice was worth."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.errors import Unknown
from tablee.review.figures import chance
from tablee.review.kept import found_of
from tablee.review.puzzle import NO_PUZZLE, Way, ways_at
from tablee.review.seen import may_play_on, readable_of
from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.table.seen.view import View
from tablee.table.service import House
from tablee.web.laboratory import Laboratory, aside
from tablee.web.pages import tokens

SECONDS = 4.0  # of work on it


@dataclass(frozen=True)
class Puzzle:
    """What could be done at a line of a fight; what is chosen counts from 1 in the order in which they are shown."""

    table: str
    fight: int
    n: int
    view: View
    who: tuple[str, str, bool]  # name, tint, whether of the other side
    people: list[tuple[str, str, bool, list[EntrySeen]]]  # as they were
    ways: list[Way]  # by their words, until one is chosen; then the best first
    chosen: Way | None
    what_if: bool  # whether the seat may play on from there
    lang: str

    def said(self, way: Way) -> str:
        """The chance after a choice, as people write it."""
        return chance((way.chance, way.error), self.lang)


def puzzle_of(
    house: House,
    laboratory: Laboratory | None,
    table: str,
    seat: str,
    fight: int,
    n: int,
    choice: int,
    lang: str,
) -> Puzzle:
    """A line of a fight (the seat's own number) as a puzzle; Unknown where the seat may not know what the choices of
    the one who acted were worth.
    """
    found = found_of(house, table, fight)
    may = readable_of(house, table, seat, fight, found)
    line = next((at for at, shown in may.lines.items() if shown.n == n), 0)
    turn = found.turns.get(line)
    if turn is None or not may.figures or turn.what.actor not in found.ours & may.choices:
        raise Unknown(NO_PUZZLE)
    ways = aside(laboratory, SECONDS, ways_at, found.log, line)
    by_words = sorted(ways, key=lambda way: way.words.say(lang))
    chosen = by_words[choice - 1] if 1 <= choice <= len(by_words) else None
    view, (then, _) = house.view(table, seat), house.gauges_at(table, seat, n, lang)

    def called(who: str) -> tuple[str, str, bool]:
        return tokens.called(who, view, lang), tokens.tint(who, view), tokens.is_foe(who, view)

    people = [(*called(who), gauges) for who, gauges in then.items() if gauges and who in view.cast]
    shown, what_if = ways if chosen else by_words, may_play_on(found, may, line)
    return Puzzle(table, fight, n, view, called(turn.what.actor), people, shown, chosen, what_if, lang)
