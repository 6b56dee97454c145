"""Laws: what actions may lead to, as arrays: outcome after outcome, each with its chance."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

BITS = 40  # of chance in a draw


class Laws:
    """Laws by number, their outcomes one after the other: the change of each person, the play after it, the chance."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.weights: list[int] = []
        self.totals: list[int] = []
        self._rows: list[tuple[tuple[tuple[int, int], ...], int]] = []
        self._firsts: list[int] = []
        self._counts: list[int] = []
        self._limits: list[int] = []
        self._ready = 0
        self.changes: NDArray[np.int32] = np.zeros((width, 0), np.int32)
        self.afters: NDArray[np.int32] = np.zeros(0, np.int32)
        self.chances: NDArray[np.float64] = np.zeros(0)
        self.limits: NDArray[np.int64] = np.zeros(0, np.int64)
        self.firsts: NDArray[np.int64] = np.zeros(0, np.int64)
        self.counts: NDArray[np.int64] = np.zeros(0, np.int64)

    def add(self, ends: list[tuple[int, tuple[tuple[int, int], ...], int]], total: int) -> int:
        """A new law: its outcomes with their weights, out of a total."""
        number, run = len(self._firsts), 0
        self._firsts.append(len(self._rows))
        self._counts.append(len(ends))
        for weight, changes, after in ends:
            run += weight
            self._rows.append((changes, after))
            self.weights.append(weight)
            self.totals.append(total)
            self._limits.append((number << BITS) + (run << BITS) // total)
        self._keep()
        return number

    def _keep(self) -> None:
        rows = self._rows[self._ready :]
        more = np.zeros((self.width, len(rows)), np.int32)
        for at, (changes, _) in enumerate(rows):
            for place, change in changes:
                more[place, at] = change
        self.changes = np.concatenate([self.changes, more], axis=1)
        self.afters = np.concatenate([self.afters, np.array([after for _, after in rows], np.int32)])
        shares = [w / t for w, t in zip(self.weights[self._ready :], self.totals[self._ready :], strict=True)]
        self.chances = np.concatenate([self.chances, np.array(shares)])
        self.limits = np.concatenate([self.limits, np.array(self._limits[self._ready :], np.int64)])
        self.firsts, self.counts = np.array(self._firsts), np.array(self._counts)
        self._ready = len(self._rows)

    def fraction(self, outcome: int) -> Fraction:
        """The exact chance of an outcome."""
        return Fraction(self.weights[outcome], self.totals[outcome])

    def drawn(self, laws: NDArray[np.int32], chance: NDArray[np.int64]) -> NDArray[np.int64]:
        """The outcome of each law at this chance, a whole number of so many `BITS`."""
        return np.searchsorted(self.limits, (laws.astype(np.int64) << BITS) + chance, side="right")
