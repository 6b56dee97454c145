"""ExplodingSum, ComparedSums: sums of dice that are all thrown again, and added, whenever all of them show six.

Such a sum has no highest value. So its exact law is asked with marks (the thresholds that matter): it counts sums that
lie between the same two marks as one, under the lower mark.

The laws are written by hand, because rules over the dice would count worse: comparing two sums by meeting every pair
takes 3 ms (3D) to 9 ms (30D) where `ComparedSums` takes 0.4 to 1.1 (cold; an attack asks two such questions), and cuts
both sums off after some sixes where `ComparedSums` cuts off only one, and none if either has an end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import cast

from tablee.dice import Odds, Question, Roll, d6, laws
from tablee.dice.question import Player

FOLLOWED = 16  # sixes in a row that a law follows: sums beyond are counted as the last total
BOUND = Fraction(1, 6**FOLLOWED)  # the most that this can change a probability by: 3.5e-13


def ways_to_reach(dice: int, rerolls: int, furthest: int) -> Callable[[int], int]:
    """The function that tells in how many ways an exploding sum is at least a mark, for marks up to `furthest`.

    A mark is reached by as many throws of all sixes as it has room for, then one throw that makes up the rest. All the
    numbers of ways are out of the same total.
    """
    top, ways = 6 * dice, (dice * d6).odds()
    below = laws.ways_below(ways)
    deepest = min(max(furthest - 1, 0) // top, rerolls)
    shares: list[int] = [6 ** (dice * (deepest - sixes)) for sixes in range(deepest + 1)]

    def at_least(mark: int) -> int:
        sixes = min(max(mark - 1, 0) // top, rerolls)
        return (ways.total - below(mark - top * sixes)) * shares[sixes]

    return at_least


@dataclass(frozen=True, slots=True)
class ExplodingSum(Question[int]):
    """D6-CRIT-02, -03: the sum of the dice, all thrown again on all sixes up to `rerolls` times.

    Thrown, it answers the whole sum; its law has only the marks, each for the sums from it up to the next mark.
    """

    dice: int
    rerolls: int
    marks: tuple[int, ...]  # rising; the first is the lowest sum

    def odds(self) -> Odds[int]:
        reached = [*map(ways_to_reach(self.dice, self.rerolls, self.marks[-1]), self.marks), 0]
        return Odds({mark: w for mark, (a, b) in zip(self.marks, pairwise(reached), strict=True) if (w := a - b)})

    def play(self, player: Player) -> int:
        total, top = 0, 6 * self.dice
        for _ in range(self.rerolls + 1):
            wave = sum(player.faces(self.dice, 6, ""))
            total += wave
            if wave < top:
                break
        return total


def last_total(dice: int, rerolls: int) -> int:
    """The highest sum in the law of `every_total`; sums beyond it are counted as this one."""
    throws = rerolls + 1 if rerolls < FOLLOWED else -(-FOLLOWED // dice)
    return 6 * dice * throws


@lru_cache(maxsize=1024)
def every_total(dice: int, rerolls: int) -> ExplodingSum:
    """An exploding sum whose law has every total up to `last_total`: all there are, if the rerolls have an end."""
    return ExplodingSum(dice, rerolls, tuple(range(dice, last_total(dice, rerolls) + 1)))


@dataclass(frozen=True)
class ComparedSums(Question[int]):
    """Two exploding sums compared: `judge(lead, first_ones, second_ones)`.

    `lead` is the first sum less the second, the others say whether a side shows all ones. The judgement may change only
    where the lead reaches one of the cuts, so the law counts how often each cut is reached.
    """

    first: ExplodingSum  # with every total
    second: ExplodingSum
    cuts: tuple[int, ...]  # rising
    judge: Callable[[int, bool, bool], int] = field(repr=False)
    body: Callable[[Roll], int] = field(repr=False)  # the comparison on real dice: who throws, and what is noted

    def odds(self) -> Odds[int]:
        law, lowest = self.first.odds(), self.second.dice
        at_least = ways_to_reach(lowest, self.second.rerolls, max(law) - self.cuts[0] + 1)
        plain = at_least(lowest + 1)  # the second side does not show all ones
        ones = at_least(lowest) - plain
        judged: dict[int, int] = {}

        def count(outcome: int, weight: int) -> None:
            judged[outcome] = judged.get(outcome, 0) + weight

        reached = {fumbles: [0] * (len(self.cuts) + 2) for fumbles in (False, True)}
        for mine, weight in law.items():
            fumbles = mine == self.first.dice
            count(self.judge(mine - lowest, fumbles, True), weight * ones)
            tally = reached[fumbles]
            tally[0] += weight * plain
            for place, cut in enumerate(self.cuts, 1):
                tally[place] += weight * (plain - at_least(max(mine - cut, lowest) + 1))
        for fumbles, tally in reached.items():
            for lead, (here, beyond) in zip((self.cuts[0] - 1, *self.cuts), pairwise(tally), strict=True):
                count(self.judge(lead, fumbles, False), here - beyond)
        return Odds({outcome: weight for outcome, weight in judged.items() if weight})

    def play(self, player: Player) -> int:
        return self.body(cast(Roll, player))  # the player that throws the dice of a question is a Roll too
