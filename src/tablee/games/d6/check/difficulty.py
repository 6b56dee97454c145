"""The scale of thresholds and its names (Seuils de difficulté)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.text import Text


@dataclass(frozen=True)
class Band:
    """D6-TEST-03: five thresholds under one name; a difficulty given by name alone is the highest of them."""

    top: int
    name: Text
    ours: bool = False  # the document ends in an ellipsis after 20


BANDS = {
    "very_easy": Band(5, Text(fr="très facile", en="very easy")),
    "easy": Band(10, Text(fr="facile", en="easy")),
    "medium": Band(15, Text(fr="moyenne", en="medium")),
    "hard": Band(20, Text(fr="difficile", en="hard")),
    "very_hard": Band(25, Text(fr="très difficile", en="very hard"), ours=True),
    "heroic": Band(30, Text(fr="héroïque", en="heroic"), ours=True),
    "legendary": Band(35, Text(fr="légendaire", en="legendary"), ours=True),
}


def band_of(threshold: int) -> Band | None:
    """D6-TEST-03: very easy up to 5, easy up to 10, and so on; below 1 there is nothing to roll."""
    if threshold < 1:
        return None
    return next((band for band in BANDS.values() if threshold <= band.top), BANDS["legendary"])
