"""The thirteen questions for dyce, as the rules read: one function per rule, and nothing is truncated.

`apply` maps a rule over one or two histograms, `expand` where there are three or where dice are rolled again,
`P.survey` counts, as its documentation says.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import dyce
import dyce.p

from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS, Test

warnings.filterwarnings("ignore", category=Warning, message=".*is experimental.*")

H: Any = dyce.H
P: Any = dyce.P
expand: Any = partial(dyce.expand, min_path_probability=Fraction(0))
explode_n: Any = dyce.explode_n
ascending: Any = dyce.p.survey_outcome_order_ascending
d6, d10 = H(6), H(10)
REROLL = H({})


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
    def damage(my_die: Any, their_die: Any) -> Any:
        mine = u6_margin(my_die.outcome, 5)
        if mine == -1:
            return 0
        theirs = u6_margin(their_die.outcome, 4)
        if mine == theirs:
            return REROLL
        return max(0, mine + 2 - 1) if mine > theirs else 0

    return expand(damage, d6, d6)


def cle_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 5 - 16
        if total == 3:
            return FUMBLE, margin
        if total == 18:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin

    return (3 @ d6).apply(read)


def counted_test(die: Any, n: int, top: int, most: int, bonus: int, difficulty: int) -> Any:
    """Total and count of the top face, swept face by face, read as a test."""

    def accumulate(state: Any, outcome: int, count: int) -> Any:
        total, tops = state or (0, 0)
        return total + outcome * count, count if outcome == top else tops

    def settle(state: Any) -> Test:
        total, tops = state
        margin = total + bonus - difficulty
        if total == n:
            return FUMBLE, margin
        if tops >= most:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin

    return (n @ P(die)).survey(accumulate=accumulate, order=ascending, settle=settle)


def cle_attack() -> Any:
    def blow(red: Any, whites: Any, defence: Any) -> tuple[bool, int]:
        attack = red.outcome + whites.outcome
        if attack == 3:
            hit = False
        elif attack == 18:
            hit = True
        elif defence.outcome == 18:
            hit = False
        else:
            hit = defence.outcome == 3 or attack + 7 >= defence.outcome + 6
        return (True, max(0, whites.outcome - 3)) if hit else (False, 0)

    return expand(blow, d6, 2 @ d6, 3 @ d6)


def dx_open() -> Any:
    return (5 @ explode_n(d10, n=2)).ge(30)  # three 10s already make 30


def dx_attack() -> Any:
    def damage(attack: int, defence: int) -> int:
        mine, theirs = max(0, attack + 2 - 20), max(0, defence + 1 - 20)
        return 2 * max(0, mine - theirs)

    return (5 @ d10).apply(damage, 4 @ d10)


def d6_total(n: int) -> Any:
    dice = n @ d6
    return expand(lambda seen: seen.outcome + dice if seen.outcome == 6 * n else seen.outcome, dice)


def d6_test() -> Any:
    def read(total: int) -> Test:
        margin = total + 1 - 14
        if total == 4:
            return FUMBLE, margin
        return (SUCCESS if margin > 0 else FAILURE), margin

    return d6_total(4).apply(read)


def d6_attack() -> Any:
    def hits(attack: int, dodge: int) -> bool:
        return attack + 1 > dodge + 2

    def wound(damage: int, soak: int) -> int:
        return max(0, damage - (soak + 1))

    wounds = (4 @ d6).apply(wound, 2 @ d6)
    return expand(lambda hit: wounds if hit.outcome else 0, d6_total(4).apply(hits, d6_total(3)))


LAWS: dict[str, Callable[[], Any]] = {
    "u6_test": u6_test,
    "u6_attack": u6_attack,
    "cle_test": cle_test,
    "cle_hero": lambda: counted_test(d6, 4, 6, 3, 5, 20),
    "cle_attack": cle_attack,
    "dx_test": lambda: counted_test(d10, 5, 10, 2, 2, 25),
    "dx_open": dx_open,
    "dx_attack": dx_attack,
    "d6_test": d6_test,
    "d6_attack": d6_attack,
    "sum_50d20": lambda: 50 @ H(20),
    "kept_10d10": lambda: (10 @ P(d10)).at(slice(-3, None)),
    "open_10d6": lambda: (10 @ explode_n(d6, n=12)).apply(lambda total: min(total, 80)),  # so many 6s already make 80
}
