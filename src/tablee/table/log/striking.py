"""Striking a person out of a log: its lines without their name and their words, under the same numbers.

What they did stays: their rolls, their characters with all that is written on them, the results. What others said of
them stays too. Each kind of event says what is left of it (`Happening.without`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablee.dice import fair
from tablee.table.log.events import Event
from tablee.table.log.seals import Seals


def without(lines: Iterable[Event], seat: str, seals: Seals | None) -> dict[int, Event]:
    """The lines that hold a name or words of the person of this seat, as they read without them, by their numbers.

    `lines` are all those of a log. Words for the dice that this person typed give way to the hash that they led to.
    Where a table has `seals`, a line keeps those that it had.
    """
    found: dict[int, Event] = {}
    dice = fair.State()
    for event in lines:
        rest = event.what.without(event.by, seat, dice)
        for line in getattr(event.what, "fair", ()):
            dice = dice.after(fair.from_dict(line))
        if rest != event.what:
            struck = replace(event, what=rest)
            found[event.n] = replace(struck, sealed=seals.struck(event, struck)) if seals else struck
    return found
