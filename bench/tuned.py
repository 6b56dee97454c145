"""The peers once more, with every trick we found: questions recast by hand to suit a library, not as the rules read.

A count packed into the hundreds of a total, a defence turned into the whites it asks for, sums that stop at the
difficulty, oppositions as one subtraction. What is not here was no faster than in `peers_icepool` and `peers_dyce`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from bench import peers_dyce, peers_icepool
from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS, Test
from bench.peers_dyce import H, explode_n
from bench.peers_icepool import ice

Dice = Any  # a law of either library
AGAIN = -2


def packed(sides: int) -> list[int]:
    """The faces of a die whose top face also counts itself, in the hundreds."""
    return [*range(1, sides), 100 + sides]


def read_packed(n: int, most: int, bonus: int) -> Callable[[int], Test]:
    def read(seen: int) -> Test:
        tops, total = divmod(seen, 100)
        margin = total + bonus
        if total == n:
            return FUMBLE, margin
        if tops >= most:
            return CRITICAL, margin
        return (SUCCESS if margin >= 0 else FAILURE), margin

    return read


def needed(defence: int) -> int:
    """The total that hits this defence."""
    if defence == 3:
        return 4
    return 18 if defence == 18 else min(max(defence + 6 - 7, 4), 18)


def blow(whites: int, whites_needed: int) -> tuple[bool, int]:
    if whites < whites_needed:
        return False, 0
    return True, whites - 3 if whites > 3 else 0


def ice_counted(n: int, sides: int, most: int, bonus: int) -> Dice:
    return (n @ ice.Die(packed(sides))).map(read_packed(n, most, bonus))


def ice_cle_attack() -> Dice:
    d6 = ice.d6
    return ice.map(blow, 2 @ d6, (3 @ d6).map(needed) - d6)


def ice_dx_open() -> Dice:
    one = ice.d10.explode(depth=2)
    return reduce(lambda total, die: (total + die).clip(max_outcome=30), [one] * 5) >= 30


def ice_dx_attack() -> Dice:
    mine = (5 @ ice.d10).map(lambda total: max(0, total + 2 - 20))
    theirs = (4 @ ice.d10).map(lambda total: max(0, total + 1 - 20))
    return (mine - theirs).map(lambda lead: 2 * lead if lead > 0 else 0)


def ice_d6_attack() -> Dice:
    d6 = ice.d6
    hit = peers_icepool.d6_total(4) + 1 > peers_icepool.d6_total(3) + 2
    return hit.if_else((4 @ d6 - (2 @ d6 + 1)).clip(min_outcome=0), 0)


def dyce_u6_attack() -> Dice:
    def damage(my_die: int, their_die: int) -> int:
        mine, theirs = peers_dyce.u6_margin(my_die, 5), peers_dyce.u6_margin(their_die, 4)
        if mine == -1 or mine < theirs:
            return 0
        return AGAIN if mine == theirs else mine + 1

    law = peers_dyce.d6.apply(damage, peers_dyce.d6)
    return H({outcome: count for outcome, count in law.items() if outcome != AGAIN})


def dyce_counted(n: int, sides: int, most: int, bonus: int) -> Dice:
    return (n @ H(dict.fromkeys(packed(sides), 1))).apply(read_packed(n, most, bonus))


def dyce_cle_attack() -> Dice:
    d6 = peers_dyce.d6
    return (2 @ d6).apply(blow, (3 @ d6).apply(needed) - d6)


def dyce_dx_open() -> Dice:
    one = explode_n(peers_dyce.d10, n=2)
    return reduce(lambda total, die: (total + die).apply(lambda so_far: min(so_far, 30)), [one] * 5).ge(30)


def dyce_dx_attack() -> Dice:
    def damage(mine: int, theirs: int) -> int:
        return 2 * (mine - theirs) if mine > theirs else 0

    mine = (5 @ peers_dyce.d10).apply(lambda total: max(0, total + 2 - 20))
    theirs = (4 @ peers_dyce.d10).apply(lambda total: max(0, total + 1 - 20))
    return mine.apply(damage, theirs)


ICEPOOL: dict[str, Callable[[], Dice]] = {
    **peers_icepool.LAWS,
    "cle_hero": lambda: ice_counted(4, 6, 3, 5 - 20),
    "cle_attack": ice_cle_attack,
    "dx_test": lambda: ice_counted(5, 10, 2, 2 - 25),
    "dx_open": ice_dx_open,
    "dx_attack": ice_dx_attack,
    "d6_attack": ice_d6_attack,
}
DYCE: dict[str, Callable[[], Dice]] = {
    **peers_dyce.LAWS,
    "u6_attack": dyce_u6_attack,
    "cle_hero": lambda: dyce_counted(4, 6, 3, 5 - 20),
    "cle_attack": dyce_cle_attack,
    "dx_test": lambda: dyce_counted(5, 10, 2, 2 - 25),
    "dx_open": dyce_dx_open,
    "dx_attack": dyce_dx_attack,
}
