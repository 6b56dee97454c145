"""The thirteen questions by plain loops over the faces: slow, and hard to get wrong.

A pool is read face by face; two pools that only meet by their totals meet as counted totals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS

Counts = Counter[Any]


def faces(n: int, sides: int) -> product[tuple[int, ...]]:
    return product(range(1, sides + 1), repeat=n)


def u6_margin(die: int, score: int) -> int:
    if die == 6:
        return -1
    if die == 1:
        return max(score - 1, 0)
    return score - die if die <= score else -1


def u6_test() -> Counts:
    return Counter(((SUCCESS if u6_margin(die, 4) >= 0 else FAILURE), 4 - die) for die in range(1, 7))


def u6_attack() -> Counts:
    law: Counts = Counter()
    for my_die, their_die in faces(2, 6):
        mine, theirs = u6_margin(my_die, 5), u6_margin(their_die, 4)
        if mine < 0 or mine < theirs:
            law[0] += 1
        elif mine > theirs:
            law[max(0, mine + 2 - 1)] += 1
    return law


def counted_test(n: int, sides: int, bonus: int, difficulty: int, most: int) -> Counts:
    """All 1s fumble, `most` top faces or more are critical."""
    law: Counts = Counter()
    for dice in faces(n, sides):
        margin = sum(dice) + bonus - difficulty
        if dice.count(1) == n:
            kind = FUMBLE
        elif dice.count(sides) >= most:
            kind = CRITICAL
        else:
            kind = SUCCESS if margin >= 0 else FAILURE
        law[kind, margin] += 1
    return law


def cle_attack() -> Counts:
    law: Counts = Counter()
    for red, white, other_white, *defence in faces(6, 6):
        attack = red + white + other_white
        if attack == 3:
            hit = False
        elif attack == 18:
            hit = True
        elif sum(defence) == 18:
            hit = False
        else:
            hit = sum(defence) == 3 or attack + 7 >= sum(defence) + 6
        law[hit, max(0, white + other_white - 3) if hit else 0] += 1
    return law


def dx_open() -> Counts:
    one: Counts = Counter()
    for first, second, third in faces(3, 10):  # three 10s already make 30
        one[first if first < 10 else 10 + second if second < 10 else 20 + third] += 1
    total: Counts = Counter({0: 1})
    for _ in range(5):
        added: Counts = Counter()
        for (so_far, weight), (die, more) in product(total.items(), one.items()):
            added[so_far + die] += weight * more
        total = added
    law: Counts = Counter()
    for value, weight in total.items():
        law[value >= 30] += weight
    return law


def dx_attack() -> Counts:
    law: Counts = Counter()
    attacks, defences = Counter(map(sum, faces(5, 10))), Counter(map(sum, faces(4, 10)))
    for (attack, weight), (defence, more) in product(attacks.items(), defences.items()):
        mine, theirs = max(0, attack + 2 - 20), max(0, defence + 1 - 20)
        law[2 * max(0, mine - theirs)] += weight * more
    return law


def d6_total(n: int) -> Counts:
    law: Counts = Counter()
    for first in faces(n, 6):
        if first.count(6) < n:
            law[sum(first)] += 6**n
        else:
            for second in faces(n, 6):
                law[sum(first) + sum(second)] += 1
    return law


def d6_test() -> Counts:
    law: Counts = Counter()
    for total, weight in d6_total(4).items():
        margin = min(total, 48) + 1 - 14
        law[FUMBLE if total == 4 else SUCCESS if margin > 0 else FAILURE, margin] += weight
    return law


def d6_attack() -> Counts:
    hit: Counts = Counter()
    for (attack, weight), (dodge, more) in product(d6_total(4).items(), d6_total(3).items()):
        hit[attack != 4 and attack + 1 > dodge + 2] += weight * more
    law: Counts = Counter()
    for dice in faces(6, 6):
        law[max(0, sum(dice[:4]) - (sum(dice[4:]) + 1))] += hit[True]
    law[0] += hit[False] * 6**6
    return law


def added(n: int, one: Counts, cap: int = 10**9) -> Counts:
    """The sum of `n` dice, one after the other; everything from the cap on counts as the cap."""
    total: Counts = Counter({0: 1})
    for _ in range(n):
        further: Counts = Counter()
        for (so_far, weight), (die, more) in product(total.items(), one.items()):
            further[min(so_far + die, cap)] += weight * more
        total = further
    return total


def kept_10d10() -> Counts:
    """By the three highest so far."""
    best: Counts = Counter({(): 1})
    for _ in range(10):
        further: Counts = Counter()
        for kept, weight in best.items():
            for die in range(1, 11):
                further[tuple(sorted((*kept, die))[-3:])] += weight
        best = further
    total: Counts = Counter()
    for kept, weight in best.items():
        total[sum(kept)] += weight
    return total


def open_10d6() -> Counts:
    """Each die by how many 6s come first: fourteen already make 80."""
    one: Counts = Counter({84: 6**0})
    for sixes in range(14):
        for face in range(1, 6):
            one[6 * sixes + face] += 6 ** (13 - sixes)
    return added(10, one, 80)


LAWS: dict[str, Callable[[], Counts]] = {
    "u6_test": u6_test,
    "u6_attack": u6_attack,
    "cle_test": lambda: counted_test(3, 6, 5, 16, 3),
    "cle_hero": lambda: counted_test(4, 6, 5, 20, 3),
    "cle_attack": cle_attack,
    "dx_test": lambda: counted_test(5, 10, 2, 25, 2),
    "dx_open": dx_open,
    "dx_attack": dx_attack,
    "d6_test": d6_test,
    "d6_attack": d6_attack,
    "sum_50d20": lambda: added(50, Counter(range(1, 21))),
    "kept_10d10": kept_10d10,
    "open_10d6": open_10d6,
}


def fractions(law: Any) -> dict[Any, Fraction]:
    """Any law of whole weights as fractions, impossible outcomes left out."""
    whole = sum(law.values())
    return {outcome: Fraction(weight, whole) for outcome, weight in law.items() if weight}
