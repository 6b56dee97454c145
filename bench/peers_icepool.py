"""The thirteen questions for icepool, as the rules read: one function per rule, mapped over its dice.

Sums are `n @ die`, counts a `MultisetEvaluator`, dice rolled again `explode` or `Reroll`, as its documentation says.
icepool keeps its own sums of dice from one run to the next.
"""

from __future__ import annotations

from collections.abc import Callable
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
        return max(0, mine + 2 - 1) if mine > theirs else 0

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

    def __init__(self, n: int, top: int, most: int, bonus: int, difficulty: int) -> None:
        self.n, self.top, self.most, self.bonus, self.difficulty = n, top, most, bonus, difficulty

    def next_state(self, state: Any, _order: Any, outcome: int, count: int) -> Any:
        total, tops = state or (0, 0)
        return total + outcome * count, count if outcome == self.top else tops

    def final_outcome(self, state: Any, *_: Any) -> Test:
        total, tops = state
        margin = total + self.bonus - self.difficulty
        if total == self.n:
            return FUMBLE, margin
        if tops >= self.most:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin


CountedTest: Any = type("CountedTest", (Counting, ice.MultisetEvaluator), {})


def cle_hero() -> Any:
    return CountedTest(4, 6, 3, 5, 20).evaluate(d6.pool(4))


def cle_attack() -> Any:
    def blow(red: int, whites: int, defence: int) -> tuple[bool, int]:
        attack = red + whites
        if attack == 3:
            hit = False
        elif attack == 18:
            hit = True
        elif defence == 18:
            hit = False
        else:
            hit = defence == 3 or attack + 7 >= defence + 6
        return (True, max(0, whites - 3)) if hit else (False, 0)

    return ice.map(blow, d6, 2 @ d6, 3 @ d6)


def dx_test() -> Any:
    return CountedTest(5, 10, 2, 2, 25).evaluate(d10.pool(5))


def dx_open() -> Any:
    return 5 @ d10.explode(depth=2) >= 30  # three 10s already make 30


def dx_attack() -> Any:
    def damage(attack: int, defence: int) -> int:
        mine, theirs = max(0, attack + 2 - 20), max(0, defence + 1 - 20)
        return 2 * max(0, mine - theirs)

    return ice.map(damage, 5 @ d10, 4 @ d10)


def d6_total(n: int) -> Any:
    return (n @ d6).explode(depth=1)


def d6_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 1 - 14
        if total == 4:
            return FUMBLE, margin
        return (SUCCESS if margin > 0 else FAILURE), margin

    return d6_total(4).map(read)


def d6_attack() -> Any:
    def hits(attack: int, dodge: int) -> bool:
        return attack + 1 > dodge + 2

    def wound(damage: int, soak: int) -> int:
        return max(0, damage - (soak + 1))

    return ice.map(hits, d6_total(4), d6_total(3)).if_else(ice.map(wound, 4 @ d6, 2 @ d6), 0)


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
    "sum_50d20": lambda: 50 @ ice.d(20),
    "kept_10d10": lambda: d10.pool(10).highest(3).sum(),
    "open_10d6": lambda: (10 @ d6.explode(depth=12)).clip(max_outcome=80),  # so many 6s already make 80
}
