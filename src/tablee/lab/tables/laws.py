"""Laws: what actions may lead to, as arrays: outcome after outcome, each with its chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, product
from math import lcm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.lab.tables.forms import Growing

BITS = 40  # of chance in a draw


Changes = tuple[tuple[int, int], ...]
"""The change of each person concerned, by place."""


class End(NamedTuple):
    """One outcome of a law: the changes of people; the fact of the play after; the ending."""

    changes: Changes
    after: int
    ending: int


Outcomes = tuple[tuple[End, int], ...]
"""The outcomes of a law, each with its weight."""


class Spread(NamedTuple):
    """The ways in which the changes of an outcome may come: for each place a row of changes, 0 where there is none; the
    weights of the ways, and their sum.
    """

    changes: NDArray[np.int32]
    shares: list[int]
    whole: int


class Laws:
    """Laws by number, their outcomes one after the other. Equal laws are one."""

    def __init__(self, width: int) -> None:
        # of changes whose extent is thrown apart, by place and number: those it may be (the play numbers its own)
        self.ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._spread: dict[Changes, Spread] = {}
        self.weights: list[int] = []
        self.totals: list[int] = []
        self._numbers: dict[tuple[Outcomes, int], int] = {}
        self._changes = [Growing(np.int32) for _ in range(width)]
        self._afters, self._endings = Growing(np.int32), Growing(np.int32)
        self._chances, self._limits = Growing(np.float64), Growing(np.int64)
        self._firsts, self._counts = Growing(np.int64), Growing(np.int64)

    def add(self, ends: Outcomes, total: int) -> int:
        """The number of a law: its outcomes with their weights, out of a total."""
        key = ends, total
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self._keep(number, ends, total)
        return number

    def _keep(self, number: int, ends: Outcomes, total: int) -> None:
        """Write down a law, outcomes with effects whose extent is thrown apart in every way they may come."""
        spread = [self._ways(end.changes) for end, _ in ends]
        common = lcm(*(ways.whole for ways in spread))
        total *= common
        weights: list[int] = []
        for (_, weight), ways in zip(ends, spread, strict=True):
            each = weight * (common // ways.whole)
            weights += [each * share for share in ways.shares]
        self._firsts.add([len(self.weights)])
        self._counts.add([len(weights)])
        self.weights += weights
        self.totals += [total] * len(weights)
        self._limits.add([(number << BITS) + (run << BITS) // total for run in accumulate(weights)])
        self._chances.add([weight / total for weight in weights])
        times = [len(ways.shares) for ways in spread]
        self._afters.add(np.repeat([end.after for end, _ in ends], times))
        self._endings.add(np.repeat([end.ending for end, _ in ends], times))
        changes = np.concatenate([ways.changes for ways in spread], axis=1)
        for column, more in zip(self._changes, changes, strict=True):
            column.add(more)

    def _ways(self, changes: Changes) -> Spread:
        """Every way in which these changes may come."""
        if changes not in self._spread:
            each = [self.ways.get((place, change), [(change, 1)]) for place, change in changes]
            found = list(product(*each))
            columns = np.zeros((len(self._changes), len(found)), np.int32)
            for number, (place, _) in enumerate(changes):
                columns[place] = [way[number][0] for way in found]
            shares = [prod(share for _, share in way) for way in found]
            self._spread[changes] = Spread(columns, shares, sum(shares))
        return self._spread[changes]

    @property
    def changes(self) -> list[NDArray[np.int32]]:
        """For each place, the change of every outcome; 0 where nothing changes there."""
        return [column.array for column in self._changes]

    @property
    def afters(self) -> NDArray[np.int32]:
        """The fact of the play after every outcome."""
        return self._afters.array

    @property
    def endings(self) -> NDArray[np.int32]:
        """The ending of every outcome: who had a part in it, and how."""
        return self._endings.array

    @property
    def chances(self) -> NDArray[np.float64]:
        """The chance of every outcome."""
        return self._chances.array

    @property
    def firsts(self) -> NDArray[np.int64]:
        """The first outcome of every law."""
        return self._firsts.array

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many outcomes every law has."""
        return self._counts.array

    def fraction(self, outcome: int) -> Fraction:
        """The exact chance of an outcome."""
        return Fraction(self.weights[outcome], self.totals[outcome])

    def drawn(self, laws: NDArray[np.int32], chance: NDArray[np.int64]) -> NDArray[np.int64]:
        """The outcome of each law at this chance, a whole number of so many `BITS`."""
        return np.searchsorted(self._limits.array, (laws.astype(np.int64) << BITS) + chance, side="right")
