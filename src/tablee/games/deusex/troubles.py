"""Troubles: the phase that goes with a score of PS, and how it rises."""

from __future__ import annotations

from tablee.games.deusex.pv_and_ps import can_act

WITHDRAWN_PHASE = 3  # DEX-TROUBLE-02, -05


def phase_of(ps: int) -> int:
    """DEX-TROUBLE-03, -05: the phase that goes with a score of PS."""
    if ps >= 6:
        return 0
    if ps >= 1:
        return 1
    return 2 if can_act(ps) else 3


def phase_after(phase: int, ps: int) -> int:
    """DEX-TROUBLE-03: the phase rises with the fall of PS and never comes down by itself."""
    return max(phase, phase_of(ps))


def withdrawal_due(phase: int) -> bool:
    """DEX-TROUBLE-05: whether the book calls for the character's withdrawal, which is the MJ's word."""
    return phase >= WITHDRAWN_PHASE


def reversible(phase: int) -> bool:
    """DEX-TROUBLE-04: whether long care may take a phase back: any but phase 0."""
    return phase > 0
