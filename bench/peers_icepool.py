"""The ten questions for icepool, each in the fastest of the idioms we tried.

Tried and slower: a vector-valued die or `expand` for counts (2 to 9 times), `map` of both pools where an operator
exists (2 to 3 times), `map` of three dice or a die returned from `map` for the Clé attack (6 times),
`explode` of five dice without saturating the sum. icepool keeps its own sums of dice from one run to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from importlib import import_module
from typing import Any

from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS, Test

ice: Any = import_module("icepool")  # it has no types
d6, d10 = ice.d6, ice.d10


def u6_test() -> Any:
    def read(die: int) -> Test:
        if die == 1:
            return SUCCESS, 3
        return (SUCCESS if die <= 4 and die != 6 else FAILURE), 4 - die

    return d6.map(read)


def u6_margin(die: int, score: int) -> int:
    if die == 1:
        return max(score - 1, 0)
    return score - die if die <= score and die != 6 else -1


def u6_attack() -> Any:
    def damage(my_die: int, their_die: int) -> Any:
        mine = u6_margin(my_die, 5)
        if mine == -1:
            return 0
        theirs = u6_margin(their_die, 4)
        if mine == theirs:
            return ice.Reroll
        return max(0, mine + 1) if mine > theirs else 0

    return ice.map(damage, d6, d6)


def cle_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 5 - 16
        if total == 3:
            return FUMBLE, margin
        if total == 18:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin

    return (3 @ d6).map(read)


class Counting:
    """Total and count of the top face, swept face by face, read as a test."""

    def __init__(self, n: int, top: int, most: int, bonus: int) -> None:
        self.n, self.top, self.most, self.bonus = n, top, most, bonus

    def next_state(self, state: Any, _order: Any, outcome: int, count: int) -> Any:
        total, tops = state or (0, 0)
        return total + outcome * count, min(count, self.most) if outcome == self.top else tops

    def final_outcome(self, state: Any, *_: Any) -> Test:
        total, tops = state
        margin = total + self.bonus
        if total == self.n:
            return FUMBLE, margin
        if tops == self.most:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin


CountedTest: Any = type("CountedTest", (Counting, ice.MultisetEvaluator), {})


def cle_hero() -> Any:
    return CountedTest(4, 6, 3, 5 - 20).evaluate(d6.pool(4))


def cle_attack() -> Any:
    def needed(defence: int) -> int:
        if defence == 3:
            return 4
        return 18 if defence == 18 else min(max(defence + 6 - 7, 4), 18)

    def blow(whites: int, whites_needed: int) -> tuple[bool, int]:
        if whites < whites_needed:
            return False, 0
        return True, whites - 3 if whites > 3 else 0

    return ice.map(blow, 2 @ d6, (3 @ d6).map(needed) - d6)


def dx_test() -> Any:
    return CountedTest(5, 10, 2, 2 - 25).evaluate(d10.pool(5))


def dx_open() -> Any:
    one = d10.explode(depth=2)
    return reduce(lambda total, die: (total + die).clip(max_outcome=30), [one] * 5) >= 30


def dx_attack() -> Any:
    mine = (5 @ d10).map(lambda total: max(0, total + 2 - 20))
    theirs = (4 @ d10).map(lambda total: max(0, total + 1 - 20))
    return (mine - theirs).map(lambda more: 2 * more if more > 0 else 0)


def d6_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 1 - 14
        if total == 4:
            return FUMBLE, margin
        return (SUCCESS if margin > 0 else FAILURE), margin

    return (4 @ d6).explode(depth=1).map(read)


def d6_attack() -> Any:
    hit = (4 @ d6).explode(depth=1) + 1 > (3 @ d6).explode(depth=1) + 2
    wound = (4 @ d6 - (2 @ d6 + 1)).clip(min_outcome=0)
    return hit.if_else(wound, 0)


LAWS: dict[str, Callable[[], Any]] = {
    "u6_test": u6_test,
    "u6_attack": u6_attack,
    "cle_test": cle_test,
    "cle_hero": cle_hero,
    "cle_attack": cle_attack,
    "dx_test": dx_test,
    "dx_open": dx_open,
    "dx_attack": dx_attack,
    "d6_test": d6_test,
    "d6_attack": d6_attack,
}
