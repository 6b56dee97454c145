"""Laws: what actions may lead to, as arrays: outcome after outcome, each with its chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
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


class Laws:
    """Laws by number, their outcomes one after the other. Equal laws are one."""

    def __init__(self, width: int) -> None:
        # of changes whose extent is thrown apart, by place and number: those it may be (the play numbers its own)
        self.ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._spread: dict[Changes, tuple[list[tuple[Changes, int]], int]] = {}
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
            self._keep(number, *self._every_way(ends, total))
        return number

    def _every_way(self, ends: Outcomes, total: int) -> tuple[Outcomes, int]:
        """These outcomes, those with effects whose extent is thrown apart in every way they may come."""
        if not any(change in self.ways for end, _ in ends for change in end.changes):
            return ends, total
        spread = [(end, weight, *self._ways(end.changes)) for end, weight in ends]
        common = lcm(*(whole for *_, whole in spread))
        found = []
        for end, weight, ways, whole in spread:
            weight *= common // whole
            found += [(End(changes, end.after, end.ending), weight * share) for changes, share in ways]
        return tuple(found), total * common

    def _ways(self, changes: Changes) -> tuple[list[tuple[Changes, int]], int]:
        """Every way in which these changes may come, with its weight; and the sum of these."""
        if changes not in self._spread:
            each = [
                [((at, way), share) for way, share in self.ways.get((at, change), [(change, 1)])]
                for at, change in changes
            ]
            ways = [(tuple([change for change, _ in one]), prod(share for _, share in one)) for one in product(*each)]
            self._spread[changes] = ways, sum(share for _, share in ways)
        return self._spread[changes]

    def _keep(self, number: int, ends: Outcomes, total: int) -> None:
        weights = [weight for _, weight in ends]
        self._firsts.add([len(self.weights)])
        self._counts.add([len(ends)])
        self.weights += weights
        self.totals += [total] * len(ends)
        run, limits = 0, []
        for weight in weights:
            run += weight
            limits.append((number << BITS) + (run << BITS) // total)
        self._limits.add(limits)
        self._chances.add([weight / total for weight in weights])
        self._afters.add([end.after for end, _ in ends])
        self._endings.add([end.ending for end, _ in ends])
        changes = np.zeros((len(self._changes), len(ends)), np.int32)
        for at, (end, _) in enumerate(ends):
            for place, change in end.changes:
                changes[place, at] = change
        for column, more in zip(self._changes, changes, strict=True):
            column.add(more)

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
