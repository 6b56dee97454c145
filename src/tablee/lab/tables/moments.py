"""Moments: every moment of the fights of one cast that a question has come to, by number: what happens in it, and where
that leads. Kept with the tables of the cast, so that the next question follows none of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.lab.tables.forms import Growing, Numbers
from tablee.lab.tables.states import Expanded, States
from tablee.lab.tables.stepper import Stepper


class Edges(NamedTuple):
    """What leads where: the moments from and to, with which chance, whether a round begins meanwhile."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    chance: NDArray[np.float64]
    turns: NDArray[np.bool_]


class Moments:
    """Moments by number. `followed` tells from which of them play was followed on; of these `deed` is what is done, and
    is negative where the fight is over, or nobody can do anything.
    """

    def __init__(self, stepper: Stepper, deeds: Callable[[States], Numbers] | None = None) -> None:
        """`deeds` says what is done in each moment, where it is not what everybody's policy says."""
        self.stepper, self._deeds = stepper, deeds or stepper.next_deeds
        self._index: dict[bytes, int] = {}
        self._ends: dict[bytes, int] = {}  # by who stands and what everybody has left
        people = len(stepper.people)
        self._now = [Growing(np.int32) for _ in stepper.forms]
        self._began = [Growing(np.int32) for _ in range(people)]
        self._followed, self._deed = Growing(np.bool_), Growing(np.int32)
        self._first, self._count = Growing(np.int64), Growing(np.int64)  # of the edges that leave a moment
        self._target, self._chance, self._turns = Growing(np.int64), Growing(np.float64), Growing(np.bool_)

    def __len__(self) -> int:
        return len(self._deed)

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
        """The number of each of these states; those never seen get one, which ends that look alike share: of an end,
        nobody asks more than who stands and what everybody has left.
        """
        index, keys = self._index, rows_of([*states.now, *states.began])
        fresh = {key: at for at, key in enumerate(keys) if key not in index}
        if fresh:
            places = np.array(list(fresh.values()))
            seen = states.at(places)
            over, new = self.stepper.over(seen), list[int]()
            alike = rows_of([*self.stepper.standing(seen.now), *(left(seen.now) for left in self.stepper.gauges)])
            for at, (key, end, is_over) in enumerate(zip(fresh, alike, over.tolist(), strict=True)):
                number = self._ends.get(end) if is_over else None
                if number is None:
                    number = len(self) + len(new)
                    new.append(at)
                    if is_over:
                        self._ends[end] = number
                index[key] = number
            self._add(seen.at(np.array(new, np.int64)))
        return np.array([index[key] for key in keys], np.int64)

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
        deeds = self._deeds(states)
        going = np.nonzero(deeds >= 0)[0]
        if len(going):
            edges = self._merged(self.stepper.expand(states.at(going), deeds[going]))
            counts = np.bincount(edges.source, minlength=len(going))
            self._count.array[moments[going]] = counts
            self._first.array[moments[going]] = len(self._target) + np.cumsum(counts) - counts
            self._target.add(edges.target)
            self._chance.add(edges.chance)
            self._turns.add(edges.turns)
        self.deed[moments] = deeds
        self.followed[moments] = True

    def _merged(self, found: Expanded) -> Edges:
        """What was found, outcomes that lead to the same moment as one, in the order in which they are first met: it
        does not hang on what was known before.
        """
        target, turns = self.numbers(found.states), found.rounds > 0
        key = (found.source * len(self) + target) * 2 + turns
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
        chance = np.bincount(which, self.stepper.laws.chances[found.outcome]).astype(np.float64, copy=False)
        order = np.argsort(first)
        places = first[order]
        return Edges(found.source[places], target[places], chance[order], turns[places])

    def ways_on(self, moments: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many edges leave each of these moments."""
        return self._count.array[moments]

    def leaving(self, moments: NDArray[np.int64]) -> Edges:
        """What leaves these moments, one after the other; nothing leaves those that were not followed."""
        counts = self.ways_on(moments)
        ahead = np.cumsum(counts) - counts
        places = np.repeat(self._first.array[moments] - ahead, counts) + np.arange(counts.sum())
        columns = (self._target, self._chance, self._turns)
        return Edges(np.repeat(moments, counts), *(column.array.take(places) for column in columns))


def rows_of(columns: Sequence[NDArray[Any]]) -> list[bytes]:
    """Each row of these columns, as a key."""
    rows = np.ascontiguousarray(np.stack(columns, axis=1))
    told, width = rows.tobytes(), rows.itemsize * rows.shape[1]
    return [told[place : place + width] for place in range(0, len(told), width)]
