"""PV and PS, which work alike: where they come from, their tiers, their maluses, and what they still let one do."""

from __future__ import annotations

from functools import cache

from tablee.games.deusex.tables import INTANGIBLE, PS_TIERS, PV_TIERS, TANGIBLE, Rung, rung

HUMAN_MAXIMUM = 17
LAST_ABLE = -3  # below it nobody acts
LAST_ALIVE = -5  # below it there is no coming back


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
    """DEX-WOUND-06, DEX-STRESS-07: whether a countdown runs: at −4 and −5 the end is near unless care is given."""
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
