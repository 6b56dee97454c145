"""PV and PS, which work alike: tiers, maluses, what one may still do, and how long one lasts without care."""

from __future__ import annotations

from functools import cache

from tablee.dice import Roll, d10, rule
from tablee.games.deusex.tables import INTANGIBLE, PS_TIERS, PV_TIERS, TANGIBLE, Rung, rung
from tablee.text import Text

HUMAN_MAXIMUM = 17
LAST_ABLE = -3  # below it nobody acts
LAST_ALIVE = -5  # below it there is no coming back
SECONDS_A_ROUND = 6


def tier_of(points: int, tiers: tuple[Rung, ...]) -> Rung:
    found = rung(tiers, points)
    assert found is not None  # the lowest tier has no floor
    return found


@cache
def pv_tier(points: int) -> Rung:
    """DEX-WOUND-04: the tier of health."""
    return tier_of(points, PV_TIERS)


@cache
def ps_tier(points: int) -> Rung:
    """DEX-STRESS-05: the tier of composure."""
    return tier_of(points, PS_TIERS)


def can_act(points: int) -> bool:
    """DEX-WOUND-06, DEX-STRESS-07: no action at all from −4 down."""
    return points >= LAST_ABLE


def is_over(points: int) -> bool:
    """DEX-WOUND-07, DEX-STRESS-08: −6 and below."""
    return points < LAST_ALIVE


def counts_down(points: int) -> bool:
    """DEX-WOUND-06, DEX-STRESS-07: at −4 and −5 the end is near unless somebody helps."""
    return not can_act(points) and not is_over(points)


def malus(points: int) -> int:
    """DEX-WOUND-05, DEX-STRESS-06: from 0 to −3, as many dice as the score is below 0."""
    return max(0, -points) if can_act(points) else 0


def derived(talents: dict[str, int], kind: tuple[str, ...]) -> int:
    """DEX-CREATE-05, -06, DEX-WOUND-08: twice the sum of three Talents, within the human maximum."""
    return min(HUMAN_MAXIMUM, 2 * sum(talents[id] for id in kind))


def pv_of(talents: dict[str, int]) -> int:
    """DEX-CREATE-05: from FOR, SAN and AGI."""
    return derived(talents, TANGIBLE)


def ps_of(talents: dict[str, int]) -> int:
    """DEX-CREATE-06: from INT, STA and PRE."""
    return derived(talents, INTANGIBLE)


def half(points: int, rounding: str = "down") -> int:
    """DEX-DICE-05: half of a margin, its sign left aside, rounded down unless the table says otherwise."""
    return (abs(points) + (rounding != "down")) // 2


def factor(times: int, halved: bool) -> Text:
    """What is done to a margin, where anything is."""
    if halved:
        return Text(fr=" divisée par 2", en=" halved")
    return Text(f" × {times}", f" × {times}") if times != 1 else Text("", "")


@rule
def rounds_left(roll: Roll) -> int:
    """DEX-WOUND-06, DEX-STRESS-07: 1D10 rounds."""
    return roll(d10)


def time_is_up(rolled: int, elapsed: int, stabilised: bool = False) -> bool:
    """DEX-WOUND-06: the end comes at the end of the last round, unless the count was stopped."""
    return not stabilised and elapsed >= rolled


def seconds(rounds: int) -> int:
    """DEX-COMBAT-02: a round lasts six seconds."""
    return rounds * SECONDS_A_ROUND


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


WITHDRAWN_PHASE = 3  # DEX-TROUBLE-02, -05
