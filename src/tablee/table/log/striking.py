"""Striking a person out of a log: its lines without their name and their words, under the same numbers.

What they did stays: their rolls, their characters with all that is written on them, the results. What others said of
them stays too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from tablee.dice import fair
from tablee.table.log import events as e

MADE_HERE = re.compile(r"[A-Za-z0-9_-]{32}")  # words for the dice that a table made for somebody who gave none


def without(lines: Iterable[e.Event], seat: str) -> dict[int, e.Event]:
    """The lines that hold a name or words of the person of this seat, as they read without them, by their numbers.

    `lines` are all those of a log. Words for the dice that somebody typed give way to the hash that they led to.
    """
    found: dict[int, e.Event] = {}
    dice = fair.State()
    for event in lines:
        rest = _rest(event, seat, dice)
        for line in getattr(event.what, "fair", ()):
            dice = dice.after(fair.from_dict(line))
        if rest != event.what:
            found[event.n] = replace(event, what=rest)
    return found


def _rest(event: e.Event, seat: str, dice: fair.State) -> e.Happening:
    """What is left of a happening without the name and the words of the person of a seat."""
    what = event.what
    match what:
        case e.Said() if event.by == seat:
            return replace(what, text="", title="", picture="", alt="", removed=True)
        case e.Pinned() if event.by == seat:
            return replace(what, text="")
        case e.Prepared() if event.by == seat:
            return replace(what, text="", title="")
        case e.Revised() if event.by == seat:
            return replace(what, text="", title="", picture="", alt="")
        case e.Portrayed() if event.by == seat:
            return replace(what, picture="")
        case e.Seated(seat=known) | e.Knocked(knock=known) if known == seat:
            return replace(what, called="")
        case e.Joined(seat=known) if known == seat:
            return replace(what, called="", fair=tuple(_without_words(line, seat, dice) for line in what.fair))
    return what


def _without_words(line: e.Json, seat: str, dice: fair.State) -> e.Json:
    """A line about dice; the mix that somebody's own words led to in the place of these words."""
    words = fair.from_dict(line)
    if not isinstance(words, fair.Entropy) or words.by != seat or MADE_HERE.fullmatch(words.words):
        return line
    return fair.Struck(seat, dice.after(words).mix).to_dict()
