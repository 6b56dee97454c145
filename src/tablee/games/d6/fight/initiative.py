"""Initiative: the totals that everybody throws, as the order in which they act. Proposed by Tablée.

The law of an order is counted by hand: run along every total, three fighters would take a million branches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, combinations, groupby
from math import comb, prod
from operator import mul
from typing import NamedTuple, cast

from tablee.dice import Odds, Question, Roll
from tablee.dice.question import Player
from tablee.dice.rule import MAX_LEAVES, too_many
from tablee.games.d6.check.exploding import every_total
from tablee.games.d6.check.rolls import rerolls
from tablee.games.d6.codes import DieCode
from tablee.games.d6.options import Reading

Order = tuple[tuple[str, ...], ...]
"""Those who act together, the first to act first."""
Key = tuple[bool, int, DieCode]
"""The highest acts first; those whose keys are equal act together."""


class Claim(NamedTuple):
    """What places a fighter: the code they throw, the one that counts if totals are equal, whether they are first
    whatever the dice.
    """

    who: str
    code: DieCode
    tie: DieCode
    first: bool = False

    def key(self, total: int) -> Key:
        """D6-COMBAT-01: those who are first, then by their total, then by their code."""
        return self.first, total, self.tie


def placed(thrown: Iterable[tuple[Claim, int]]) -> Order:
    """D6-COMBAT-01: the order in which people act, from their totals."""
    rows = sorted(((claim.key(total), claim.who) for claim, total in thrown), key=lambda row: row[0], reverse=True)
    return tuple(tuple(who for _, who in group) for _, group in groupby(rows, key=lambda row: row[0]))


@dataclass(frozen=True)
class Ranking(Question[Order]):
    """D6-COMBAT-01: who acts before whom, once everybody has thrown.

    Its law has every order if `apart`, otherwise one for all of them: for odds in which nothing hangs on the order.
    """

    claims: tuple[Claim, ...]
    how: Reading
    thrown: Callable[[Roll], Order] = field(repr=False)  # the totals on real dice, and what is noted
    apart: bool = True

    def odds(self) -> Odds[Order]:
        if not self.apart:
            return Odds({tuple((claim.who,) for claim in self.claims): 1})
        if number_of_orders(self.claims) > MAX_LEAVES:
            raise too_many(repr(self), MAX_LEAVES)
        laws = {claim: self._law(claim) for claim in self.claims}
        keys = sorted(set().union(*laws.values()), reverse=True)
        ways = {claim: [law.get(key, 0) for key in keys] for claim, law in laws.items()}
        return Odds(dict(counted(self.claims, ways, (), [1] * len(keys))))

    def play(self, player: Player) -> Order:
        return self.thrown(cast(Roll, player))

    def _law(self, claim: Claim) -> dict[Key, int]:
        """The ways to each key of one person; who has no die left throws none and counts 0."""
        if not claim.code.dice:
            return {claim.key(0): 1}
        law = every_total(claim.code.rolled().dice, rerolls(claim.code.dice, self.how)).odds()
        return {claim.key(dice + claim.code.pips): ways for dice, ways in law.items()}


def counted(
    left: tuple[Claim, ...], ways: Mapping[Claim, Sequence[int]], before: Order, above: Sequence[int]
) -> Iterator[tuple[Order, int]]:
    """Every order that begins with `before` and goes on with those who are left, and in how many ways.

    `ways` are those to each key, from the highest down; `above` those in which all of `before` lie above each key.
    """
    for together in sharing(left):
        here = above
        for claim in together:
            here = list(map(mul, here, ways[claim]))
        order = (*before, tuple(claim.who for claim in together))
        rest = tuple(claim for claim in left if claim not in together)
        if not any(here):
            continue
        if rest:
            yield from counted(rest, ways, order, list(accumulate(here[:-1], initial=0)))
        else:
            yield order, sum(here)


def sharing(left: tuple[Claim, ...]) -> Iterator[tuple[Claim, ...]]:
    """Those of the people left who may be next, alone or together."""
    next_ones = [claim for claim in left if claim.first] or left
    for tie in {claim.tie for claim in next_ones}:
        equals = [claim for claim in next_ones if claim.tie == tie]
        for number in range(1, len(equals) + 1):
            yield from combinations(equals, number)


def number_of_orders(claims: tuple[Claim, ...]) -> int:
    """How many orders there are: those who are first among themselves, then the others."""
    sides = [[claim.tie for claim in claims if claim.first is first] for first in (True, False)]
    return prod(_orders_of(tuple(sorted(map(ties.count, set(ties))))) for ties in sides)


@cache
def _orders_of(equals: tuple[int, ...]) -> int:
    """The orders of so many people, only those of one group acting together."""
    groups = [(place, number) for place, most in enumerate(equals) for number in range(1, most + 1)]
    if not groups:
        return 1
    return sum(
        comb(equals[place], number) * _orders_of((*equals[:place], equals[place] - number, *equals[place + 1 :]))
        for place, number in groups
    )
