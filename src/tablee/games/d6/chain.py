"""Chain and Versus: totals of dice that are all thrown again and added whenever all of them show six.

Such a total has no highest value, so its exact law is asked with marks: it tells totals apart only by the stretch
between two marks they fall in, which is all that a rule comparing the total with those marks can see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import cast

from tablee.dice import Odds, Question, Roll, d6, laws
from tablee.dice.question import Player

FOLLOWED = 16  # dice showing six in a row: what lies beyond is counted with the last total
BOUND = Fraction(1, 6**FOLLOWED)  # the most that this misplaces: 3.5e-13


def reaching(dice: int, rerolls: int, furthest: int) -> Callable[[int], int]:
    """How often the sum of a chain is at least a mark, for marks up to the furthest.

    Whole throws of sixes first, then one throw that makes up the rest.
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
class Chain(Question[int]):
    """D6-CRIT-02, -03: the sum of the dice. At the table it is the whole sum; in the law, the mark below it."""

    dice: int
    rerolls: int
    marks: tuple[int, ...]  # rising; the first is the lowest sum

    def odds(self) -> Odds[int]:
        reached = [*map(reaching(self.dice, self.rerolls, self.marks[-1]), self.marks), 0]
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
    """The highest sum that a law of every total tells; any beyond is counted with it."""
    throws = rerolls + 1 if rerolls < FOLLOWED else -(-FOLLOWED // dice)
    return 6 * dice * throws


def every_total(dice: int, rerolls: int) -> Chain:
    """A chain whose law tells all totals apart, as far as it is followed: to its end if the rerolls are counted."""
    return Chain(dice, rerolls, tuple(range(dice, last_total(dice, rerolls) + 1)))


@dataclass(frozen=True)
class Versus(Question[int]):
    """Two chains against each other: what `judge` makes of the lead of the first, and of who shows all ones.

    The judgement changes with the lead at the cuts only, so its law counts how often each cut is reached.
    """

    first: Chain  # with every total
    second: Chain
    cuts: tuple[int, ...]  # rising
    judge: Callable[[int, bool, bool], int] = field(repr=False)
    body: Callable[[Roll], int] = field(repr=False)  # the same at the table: who throws what, and what is noted

    def odds(self) -> Odds[int]:
        law, lowest = self.first.odds(), self.second.dice
        at_least = reaching(lowest, self.second.rerolls, max(law) - self.cuts[0] + 1)
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
        return self.body(cast(Roll, player))  # whoever throws a question is an oracle too


Draw = Callable[[int], int]
"""A number from 0 up to, not including, this one."""


@dataclass(frozen=True)
class Unread(Question[tuple[int, ...]]):
    """Dice that no part of an outcome depends on, as those that draw a character at random: thrown, not computed.

    `use` draws as many numbers as it needs; they are all one answer, however many.
    """

    use: Callable[[Draw], object] = field(repr=False)

    def odds(self) -> Odds[tuple[int, ...]]:
        return Odds({self._drawn(lambda _sides: 0): 1})

    def play(self, player: Player) -> tuple[int, ...]:
        return self._drawn(lambda sides: player.faces(1, sides, "")[0] - 1)

    def _drawn(self, source: Draw) -> tuple[int, ...]:
        drawn: list[int] = []

        def draw(sides: int) -> int:
            drawn.append(source(sides) if sides > 1 else 0)
            return drawn[-1]

        self.use(draw)
        return tuple(drawn)
