"""The two counts of harm, wounds and fatigue: what they take away and what they lead to. Proposed by Tablée."""

from __future__ import annotations

from typing import Literal

Track = Literal["wound", "fatigue"]
State = Literal["unhurt", "wounded", "out", "dead", "unconscious"]

OUT_AT, DEAD_AT, MAX_MALUS = 4, 6, 3


def malus(wounds: int, fatigue: int = 0) -> int:
    """D6-COMBAT-05, -06: dice lost on every roll, both counts together, three at most."""
    return min(wounds + fatigue, MAX_MALUS)


def state(ranks: int, track: Track = "wound") -> State:
    """D6-COMBAT-05, -06: the state of a character who has so many ranks of wounds, or of fatigue."""
    if ranks < OUT_AT:
        return "wounded" if ranks else "unhurt"
    if track == "fatigue":
        return "unconscious"
    return "dead" if ranks >= DEAD_AT else "out"
