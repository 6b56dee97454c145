"""« Et si ? »: a moment of a fight that is over, to be played on from against the machine."""

from __future__ import annotations

from tablee.errors import Unknown
from tablee.review.kept import found_of
from tablee.review.seen import may_play_on, readable_of
from tablee.table.service import House
from tablee.text import Text

NO_WHAT_IF = Text(
    fr="D'ici, vous n'avez personne à jouer : ce combat ne se reprend pas à cette ligne.",
    en="You have nobody to play from here: this fight cannot be played on from this line.",
)


def open_what_if(house: House, table: str, seat: str, fight: int, n: int, lang: str) -> tuple[str, str]:
    """A table of its own on which a fight stands as it stood before a line (the seat's own number); its id, and the
    token of the seat there. Unknown where the seat may not play on from it.
    """
    found = found_of(house, table, fight)
    may = readable_of(house, table, seat, fight, found)
    line = next((at for at, shown in may.lines.items() if shown.n == n), 0)
    if not may_play_on(found, may, line):
        raise Unknown(NO_WHAT_IF)
    return house.open_what_if(table, seat, found.turns[line].before, lang)
