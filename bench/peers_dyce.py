"""The ten questions for dyce, each in the fastest of the idioms we tried; nothing is truncated.

Tried and slower: `expand` where `apply` of one or two histograms will do (8 to 12 times), `expand` of a pool for
counts (3 to 15 times), `explode_n` for one throw again, exploded sums that do not saturate.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import dyce
import dyce.p

from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS, Test

warnings.filterwarnings("ignore", category=Warning, message=".*is experimental.*")

H: Any = dyce.H
P: Any = dyce.P
expand: Any = dyce.expand
explode_n: Any = dyce.explode_n
ascending: Any = dyce.p.survey_outcome_order_ascending
d6, d10 = H(6), H(10)
NO_TRUNCATION = Fraction(0)
AGAIN = -2


def u6_test() -> Any:
    def read(die: int) -> Test:
        if die == 1:
            return SUCCESS, 3
        return (SUCCESS if die <= 4 and die != 6 else FAILURE), 4 - die

    return d6.apply(read)


def u6_margin(die: int, score: int) -> int:
    if die == 1:
        return max(score - 1, 0)
    return score - die if die <= score and die != 6 else -1


def u6_attack() -> Any:
    def damage(my_die: int, their_die: int) -> int:
        mine = u6_margin(my_die, 5)
        if mine == -1:
            return 0
        theirs = u6_margin(their_die, 4)
        if mine == theirs:
            return AGAIN
        return max(0, mine + 1) if mine > theirs else 0

    return H({outcome: count for outcome, count in d6.apply(damage, d6).items() if outcome != AGAIN})


def cle_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 5 - 16
        if total == 3:
            return FUMBLE, margin
        if total == 18:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin

    return (3 @ d6).apply(read)


def counted_test(die: Any, n: int, top: int, most: int, bonus: int) -> Any:
    """Total and count of the top face, swept face by face, read as a test."""

    def accumulate(state: Any, outcome: int, count: int) -> Any:
        total, tops = state or (0, 0)
        return total + outcome * count, min(count, most) if outcome == top else tops

    def settle(state: Any) -> Test:
        total, tops = state
        margin = total + bonus
        if total == n:
            return FUMBLE, margin
        if tops == most:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin

    return (n @ P(die)).survey(accumulate=accumulate, order=ascending, settle=settle)


def cle_attack() -> Any:
    def needed(defence: int) -> int:
        if defence == 3:
            return 4
        return 18 if defence == 18 else min(max(defence + 6 - 7, 4), 18)

    def blow(whites: int, whites_needed: int) -> tuple[bool, int]:
        if whites < whites_needed:
            return False, 0
        return True, whites - 3 if whites > 3 else 0

    return (2 @ d6).apply(blow, (3 @ d6).apply(needed) - d6)


def dx_open() -> Any:
    one = explode_n(d10, n=2)
    return reduce(lambda total, die: (total + die).apply(lambda so_far: min(so_far, 30)), [one] * 5).ge(30)


def dx_attack() -> Any:
    def damage(mine: int, theirs: int) -> int:
        return 2 * (mine - theirs) if mine > theirs else 0

    mine = (5 @ d10).apply(lambda total: max(0, total + 2 - 20))
    theirs = (4 @ d10).apply(lambda total: max(0, total + 1 - 20))
    return mine.apply(damage, theirs)


def d6_total(n: int) -> Any:
    dice = n @ d6
    return expand(
        lambda seen: seen.outcome if seen.outcome < 6 * n else dice + 6 * n, dice, min_path_probability=NO_TRUNCATION
    )


def d6_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 1 - 14
        if total == 4:
            return FUMBLE, margin
        return (SUCCESS if margin > 0 else FAILURE), margin

    return d6_total(4).apply(read)


def d6_attack() -> Any:
    hit = d6_total(4).apply(lambda attack, dodge: attack + 1 > dodge + 2, d6_total(3))
    wound = (4 @ d6 - (2 @ d6 + 1)).apply(lambda more: max(0, more))
    return expand(lambda seen: wound if seen.outcome else 0, hit, min_path_probability=NO_TRUNCATION)


LAWS: dict[str, Callable[[], Any]] = {
    "u6_test": u6_test,
    "u6_attack": u6_attack,
    "cle_test": cle_test,
    "cle_hero": lambda: counted_test(d6, 4, 6, 3, 5 - 20),
    "cle_attack": cle_attack,
    "dx_test": lambda: counted_test(d10, 5, 10, 2, 2 - 25),
    "dx_open": dx_open,
    "dx_attack": dx_attack,
    "d6_test": d6_test,
    "d6_attack": d6_attack,
}
