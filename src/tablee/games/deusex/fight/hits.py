"""Hits: who is hit, how badly, in one line; what melee and shots both tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from tablee.games.deusex.book import BOOK
from tablee.games.deusex.pv_and_ps import pv_tier
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import PV_TIERS
from tablee.rules.action import Ended, Grade, Part, part
from tablee.rules.why import Note
from tablee.text import Name, Text

T = TypeVar("T")


MISSED = BOOK.grade("missed")
UNHARMED = BOOK.grade("unharmed")
HIT = {
    tier.id: Grade(
        f"hit_{tier.id}",
        Text(
            f"{{who:touché|touchée}}, {'' if rank else 'toujours '}{tier.name.fr}",
            f"hit, {'' if rank else 'still '}{tier.name.en}",
        ),
        True,
        rank=rank,
    )
    for rank, tier in ((max(0, len(PV_TIERS) - 2 - place), tier) for place, tier in enumerate(PV_TIERS))
    # a hit that leaves the target fit, or better, is a plain one
}

Telling = Callable[[T], Ended]
"""What an action makes of how the dice came out."""


def hit(grades: dict[str, Grade], sheet: Sheet, who: str, dealt: int) -> Part:
    """DEX-WOUND-01, -04: the part of a character who is hit, graded by the tier of PV that the hit leads to, if any."""
    return part(who, grades[pv_tier(sheet.pv - dealt).id] if dealt else UNHARMED, damage=dealt)


def hits(winner: Sheet, loser: Sheet, dealt: int, key: str = "") -> Note:
    """DEX-WOUND-01, -03: the line that tells a hit; `key` is ":thrown" for something that lay around."""
    if not dealt:
        return BOOK.note(f"DEX-WOUND-01{key}", who=winner.name, target=loser.name)
    tier = tier_words(pv_tier(loser.pv - dealt).id, loser.name)
    return BOOK.note(f"DEX-WOUND-03{key}", who=winner.name, target=loser.name, damage=dealt, tier=tier)


@lru_cache(maxsize=1024)
def tier_words(tier: str, name: Name) -> Text:
    """The name of a tier of PV, in the gender of the person it is said of."""
    words = next(rung.name for rung in PV_TIERS if rung.id == tier)
    return Text(words.say("fr", who=name), words.say("en", who=name))
