"""Chain: a fight solved to its end: every moment it may reach, and with which chance.

Moments are found as chance reaches them. What never carries more than a billionth of a thousandth is not followed, and
said: `left`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.lab.stepper import States, Stepper

LEAST = 1e-12  # a moment that carries less chance is not followed
MOST_STATES = 20_000
MOST_ROUNDS = 2_000
MOST_STEPS = 100_000  # actions in a row without a new round
LOOK_EVERY = 25  # rounds, between two looks at whether the fight may still end


class TooManyStates(Exception):
    """A fight with more moments than the budget allows."""


class Chain:
    """The moments of a fight by number, what leads from one to another, and how the fight ends."""

    def __init__(
        self,
        stepper: Stepper,
        states: States,
        chances: Sequence[Fraction | float],
        most: int = MOST_STATES,
        least: float = LEAST,
        rounds: int = MOST_ROUNDS,
    ) -> None:
        """The fights that begin in these states, each with its chance."""
        self.stepper, self.most, self.least = stepper, most, least
        self._index: dict[bytes, int] = {}
        self._found: list[States] = []
        self._source: NDArray[np.int64] = np.zeros(0, np.int64)
        self._target, self._outcome = self._source, self._source
        self._turns: NDArray[np.bool_] = np.zeros(0, np.bool_)  # whether a round begins on the way
        self.first, self.first_chances = self._numbers(states), chances  # where the fight begins
        self.followed: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self.deed: NDArray[np.int32] = np.zeros(0, np.int32)
        self.done: NDArray[np.float64] = np.zeros(0)
        self.by_round: list[float] = []
        self.left = 0.0
        self._solve(rounds)

    def __len__(self) -> int:
        return len(self._index)

    @property
    def states(self) -> States:
        """Every moment found."""
        if len(self._found) > 1:
            now = [np.concatenate(columns) for columns in zip(*(found.now for found in self._found), strict=True)]
            began = [np.concatenate(columns) for columns in zip(*(found.began for found in self._found), strict=True)]
            self._found = [States(now, began)]
        return self._found[0]

    @property
    def edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
        """What leads where: the moments from and to, the chance, whether a round begins on the way."""
        return self._source, self._target, self.stepper.laws.chances[self._outcome], self._turns

    @property
    def start(self) -> NDArray[np.float64]:
        """The chance of each moment as the fight begins."""
        return _poured(self.first, np.array(self.first_chances, np.float64), len(self))

    @property
    def ends(self) -> NDArray[np.int64]:
        """The moments at which the fight is over, or nobody can do anything."""
        return np.nonzero(self.followed & (self.deed < 0))[0]

    def _numbers(self, states: States) -> NDArray[np.int64]:
        rows = np.ascontiguousarray(np.stack([*states.now, *states.began], axis=1))
        bytes_, width = rows.tobytes(), rows.itemsize * rows.shape[1]
        index, numbers, fresh = self._index, [], []
        for at, place in enumerate(range(0, len(bytes_), width)):
            key = bytes_[place : place + width]
            number = index.get(key)
            if number is None:
                number = index[key] = len(index)
                fresh.append(at)
            numbers.append(number)
        if fresh:
            self._found.append(states.at(np.array(fresh)))
        if len(index) > self.most:
            raise TooManyStates
        return np.array(numbers, np.int64)

    def follow(self, moments: NDArray[np.int64]) -> None:
        """Find what comes next in these moments."""
        self._grow()
        self.followed[moments] = True
        states = self.states.at(moments)
        deeds = self.stepper.next_deeds(states)
        self.deed[moments] = deeds
        going = np.nonzero(deeds >= 0)[0]
        if len(going):
            found = self.stepper.expand(states.at(going), deeds[going])
            self._source = np.concatenate([self._source, moments[going][found.source]])
            self._target = np.concatenate([self._target, self._numbers(found.states)])
            self._outcome = np.concatenate([self._outcome, found.outcome])
            self._turns = np.concatenate([self._turns, found.rounds > 0])
        self._grow()

    def _grow(self) -> None:
        more = len(self) - len(self.followed)
        if more:
            self.followed = np.concatenate([self.followed, np.zeros(more, np.bool_)])
            self.deed = np.concatenate([self.deed, np.zeros(more, np.int32)])
            self.done = np.concatenate([self.done, np.zeros(more)])

    def _solve(self, rounds: int) -> None:
        mass, steps = self.start, 0
        while mass.sum() > self.least and len(self.by_round) < rounds:
            over, following, now = 0.0, np.zeros(len(self)), mass
            while now.any():
                look()
                fresh = np.nonzero((now > self.least) & ~_longer(self.followed, len(now)))[0]
                if len(fresh):
                    self.follow(fresh)
                self._grow()
                now, following = _longer(now, len(self)), _longer(following, len(self))
                ended = now * (self.followed & (self.deed < 0))
                self.done += ended
                over += ended.sum()
                self.left += float(now[~self.followed].sum())
                now = now * (self.followed & (self.deed >= 0))
                source, target, chance, turns = self.edges
                moved = now[source] * chance
                following += _poured(target[turns], moved[turns], len(self))
                now = _poured(target[~turns], moved[~turns], len(self))
                steps += 1
                if steps > MOST_STEPS:
                    following += now
                    break
            self.by_round.append(over)
            mass = following
            if not len(self.by_round) % LOOK_EVERY and not (mass * self._may_end()).any():
                break
        self.left += float(mass.sum())

    def _may_end(self) -> NDArray[np.bool_]:
        """The moments from which an end, or a moment not followed yet, can be reached."""
        reached = ~self.followed | (self.deed < 0)
        while True:
            more = reached.copy()
            more[self._source[reached[self._target]]] = True
            if (more == reached).all():
                return reached
            reached = more

    def fractions(self, rounds: int) -> dict[int, Fraction]:
        """The exact chance of each end that is reached within so many rounds, however rare."""
        edges: dict[int, list[tuple[int, Fraction, bool]]] = {}
        mass, ends = dict[int, Fraction](), dict[int, Fraction]()
        for moment, chance in zip(self.first.tolist(), self.first_chances, strict=True):
            mass[moment] = mass.get(moment, Fraction(0)) + Fraction(chance)
        for _ in range(rounds):
            following = dict[int, Fraction]()
            while mass:
                self._follow_exactly(mass, edges)
                now, mass = mass, {}
                for moment, chance in now.items():
                    if self.deed[moment] < 0:
                        ends[moment] = ends.get(moment, Fraction(0)) + chance
                    for target, share, turns in edges.get(moment, ()):
                        onto = following if turns else mass
                        onto[target] = onto.get(target, Fraction(0)) + chance * share
            mass = following
        return ends

    def _follow_exactly(self, moments: Iterable[int], edges: dict[int, list[tuple[int, Fraction, bool]]]) -> None:
        """Follow these moments if nobody has yet, and write down the edges found meanwhile as fractions."""
        self._grow()
        fresh = [moment for moment in moments if not self.followed[moment]]
        if fresh:
            self.follow(np.array(fresh))
        known = sum(map(len, edges.values()))
        columns = (self._source, self._target, self._outcome, self._turns)
        for source, target, outcome, turns in zip(*(column[known:].tolist() for column in columns), strict=True):
            edges.setdefault(source, []).append((target, self.stepper.laws.fraction(outcome), turns))


def _poured(into: NDArray[np.int64], weights: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The sum of the weights at each place."""
    return np.bincount(into, weights, count).astype(np.float64, copy=False)


def _longer(array: NDArray[Any], length: int) -> NDArray[Any]:
    return np.concatenate([array, np.zeros(length - len(array), array.dtype)]) if len(array) < length else array
