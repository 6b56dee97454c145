"""Damage: what a weapon and the table's options make of the margin of a hit."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.deusex.check.checks import factor, half


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
        roll.note(
            "DEX-WOUND-02", margin=margin, factor=factor(margin, harm.times, harm.halved, harm.rounding), damage=points
        )
        if points < harm.least:
            roll.note("DEX-COMBAT-03:at_least", least=harm.least)
    return max(harm.least, points)
