"""Damage: what a weapon and the table's options make of the margin of a hit."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.tests import factor, half

DEALT = BOOK.saying(
    "DEX-WOUND-02",
    fr="MR {margin}{factor} : {damage} point{damage:|s} de dégâts",
    en="MR {margin}{factor}: {damage} point{damage:|s} of damage",
)
AT_LEAST = BOOK.saying(
    "DEX-COMBAT-03",
    key="at_least",
    fr="À cette table, un coup qui porte fait au moins {least} point{least:|s} de dégâts",
    en="At this table a blow that lands does at least {least} point{least:|s} of damage",
)


class Harm(NamedTuple):
    """What a weapon and the table make of a margin."""

    times: int = 1
    halved: bool = False
    rounding: str = "down"
    least: int = 0


def damage(margin: int, harm: Harm, roll: Roll | None = None) -> int:
    """DEX-WOUND-01, -02, DEX-DICE-05, DEX-COMBAT-03: a hit's margin, multiplied or halved; noted with a `roll`."""
    points = half(margin, harm.rounding) if harm.halved else margin * harm.times
    if roll is not None:
        roll.note(DEALT, margin=margin, factor=factor(margin, harm.times, harm.halved, harm.rounding), damage=points)
        if points < harm.least:
            roll.note(AT_LEAST, least=harm.least)
    return max(harm.least, points)
