"""Moments: every moment of the fights of one cast that somebody has looked at, by number: what happens in it, and where
that leads. Kept with the tables of the cast, so that the next question follows none of them again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.lab.forms import Growing
from tablee.lab.stepper import States, Stepper


class Edges(NamedTuple):
    """What leads where: the moments from and to, the outcome of the law that does, whether a round begins meanwhile."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    outcome: NDArray[np.int64]
    turns: NDArray[np.bool_]


class Moments:
    """Moments by number. `followed` tells which of them somebody went on from; of these `deed` is what is done, and is
    negative where the fight is over, or nobody can do anything.
    """

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper
        self._index: dict[bytes, int] = {}
        people = len(stepper.people)
        self._now = [Growing(np.int32) for _ in stepper.forms]
        self._began = [Growing(np.int32) for _ in range(people)]
        self._followed, self._deed = Growing(np.bool_), Growing(np.int32)
        self._first, self._count = Growing(np.int64), Growing(np.int64)  # of the edges that leave a moment
        self._target, self._outcome, self._turns = Growing(np.int64), Growing(np.int64), Growing(np.bool_)

    def __len__(self) -> int:
        return len(self._index)

    @property
    def states(self) -> States:
        """All of them."""
        return States([column.array for column in self._now], [column.array for column in self._began])

    @property
    def followed(self) -> NDArray[np.bool_]:
        return self._followed.array

    @property
    def deed(self) -> NDArray[np.int32]:
        return self._deed.array

    def numbers(self, states: States) -> NDArray[np.int64]:
        """The number of each of these states; those never seen get one."""
        rows = np.ascontiguousarray(np.stack([*states.now, *states.began], axis=1))
        told, width = rows.tobytes(), rows.itemsize * rows.shape[1]
        index, numbers, fresh = self._index, list[int](), list[int]()
        for at, place in enumerate(range(0, len(told), width)):
            key = told[place : place + width]
            number = index.get(key)
            if number is None:
                number = index[key] = len(index)
                fresh.append(at)
            numbers.append(number)
        if fresh:
            self._add(states.at(np.array(fresh)))
        return np.array(numbers, np.int64)

    def _add(self, states: States) -> None:
        for column, more in zip((*self._now, *self._began), (*states.now, *states.began), strict=True):
            column.add(more)
        none = np.zeros(len(states), np.int64)
        for grown in (self._followed, self._deed, self._first, self._count):
            grown.add(none)

    def follow(self, moments: NDArray[np.int64]) -> None:
        """Find what comes next in these moments, where nobody has yet."""
        moments = moments[~self.followed[moments]]
        if not len(moments):
            return
        states = self.states.at(moments)
        deeds = self.stepper.next_deeds(states)
        going = np.nonzero(deeds >= 0)[0]
        if len(going):
            found = self.stepper.expand(states.at(going), deeds[going])
            targets, counts = self.numbers(found.states), np.bincount(found.source, minlength=len(going))
            self._count.array[moments[going]] = counts
            self._first.array[moments[going]] = len(self._target) + np.cumsum(counts) - counts
            self._target.add(targets)
            self._outcome.add(found.outcome)
            self._turns.add(found.rounds > 0)
        self.deed[moments] = deeds
        self.followed[moments] = True

    def leaving(self, moments: NDArray[np.int64]) -> Edges:
        """What leaves these moments, one after the other; nothing leaves those that were not followed."""
        counts = self._count.array[moments]
        ahead = np.cumsum(counts) - counts
        places = np.repeat(self._first.array[moments] - ahead, counts) + np.arange(counts.sum())
        columns = (self._target, self._outcome, self._turns)
        return Edges(np.repeat(moments, counts), *(column.array.take(places) for column in columns))
