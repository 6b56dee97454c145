"""Wounds and fatigue, ours: how severe a blow is, what it costs, and what it leads to. Pure arithmetic."""

from __future__ import annotations

from typing import Literal

from tablee.dice import Roll, rule
from tablee.games.d6.book import BOOK
from tablee.games.d6.checks import Result, fumbled, versus
from tablee.games.d6.codes import DieCode
from tablee.games.d6.formulas import step_of
from tablee.games.d6.options import BY_THE_BOOK, Reading
from tablee.rules.why import Note

Track = Literal["wound", "fatigue"]
State = Literal["unhurt", "wounded", "out", "dead", "unconscious"]

HURT = BOOK.saying(
    "D6-COMBAT-04",
    fr="Dégâts {damage} contre résistance {resistance}, marge {margin:+} : gravité {rank}",
    en="Damage {damage} against resistance {resistance}, margin {margin:+}: severity {rank}",
)
HARMLESS = BOOK.saying(
    "D6-COMBAT-04",
    key="ones",
    fr="Dégâts {damage} contre résistance {resistance} : tous les dés de dégâts sur 1, aucune blessure",
    en="Damage {damage} against resistance {resistance}: every damage die shows 1, no wound",
)

OUT_AT, DEAD_AT, MOST_MALUS = 4, 6, 3


def rank_of(margin: int) -> int:
    """D6-COMBAT-04: the margin read in the table of bases; nothing at zero or less."""
    return step_of(margin) if margin > 0 else 0


def malus(wounds: int, fatigue: int = 0) -> int:
    """D6-COMBAT-05, -06: dice lost on every roll, both counts together, three at most."""
    return min(wounds + fatigue, MOST_MALUS)


def state(ranks: int, track: Track = "wound") -> State:
    """D6-COMBAT-05, -06: what a count of ranks makes of somebody."""
    if ranks < OUT_AT:
        return "wounded" if ranks else "unhurt"
    if track == "fatigue":
        return "unconscious"
    return "dead" if ranks >= DEAD_AT else "out"


def severity(margin: int, harmless: bool, _resistance_ones: bool) -> int:
    """D6-COMBAT-04: a damage roll of all ones never wounds; ones in resistance are ordinary."""
    return 0 if harmless else rank_of(margin)


def _told(damage: Result, resistance: Result) -> Note:
    margin = damage.total - resistance.total
    if fumbled(damage):
        return HARMLESS.note(damage=damage.total, resistance=resistance.total, margin=min(margin, 0))
    return HURT.note(damage=damage.total, resistance=resistance.total, margin=margin, rank=rank_of(margin))


@rule
def wound(roll: Roll, damage: DieCode, resistance: DieCode, how: Reading = BY_THE_BOOK) -> int:
    """D6-COMBAT-04, -06: damage rolled against resistance, whatever the count it falls on; how severe it is."""
    return roll(versus(damage, resistance, (1, 6, 11, 16), severity, _told, how))
