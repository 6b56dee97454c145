"""Chain: a fight solved to its end: every moment it may reach, and with which chance.

Moments are followed as chance reaches them. What carries less than a billionth of a thousandth is not, and is said:
`left`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.lab.tables.moments import Moments
from tablee.lab.tables.states import States

LEAST = 1e-12  # a moment that carries less chance is not followed
MAX_STATES = 40_000
MAX_ROUNDS = 2_000
MAX_STEPS = 100_000  # actions in a row without a new round
LOOK_EVERY = 25  # rounds, between two looks at whether the fight may still end
SETTLED = 1e-13  # a change of chance that is none


class TooManyStates(Exception):
    """A fight with more moments than the budget allows."""


class Solved(NamedTuple):
    """The chance of each end, that of a fight that ends in round 1, 2…, and that of what was not followed."""

    ends: NDArray[np.float64]
    by_round: list[float]
    left: float


class Chain:
    """The moments that a fight may reach, what leads from one to another, and how the fight ends.

    `here` are their numbers; the other arrays tell places in it: `first` where the fight begins (each place with the
    chance of `first_chances`), `ends` where it is over, and of every step its `source`, its `target` and its
    `chance`, and whether it `turns` a round.
    """

    def __init__(
        self,
        moments: Moments,
        states: States,
        chances: Sequence[Fraction | float],
        most: int = MAX_STATES,
        least: float = LEAST,
    ) -> None:
        """The fights that begin in these states, each with its chance; TooManyStates past the budget."""
        self.moments, self.most, self.least = moments, most, least
        self.first_chances = chances
        self.begins = moments.numbers(states)
        self.here = self._reached()
        places = np.zeros(len(moments), np.int64)
        places[self.here] = np.arange(len(self.here))
        self.first = places[self.begins]
        edges = moments.leaving(self.here)
        self.source, self.target = places[edges.source], places[edges.target]
        self.chance, self.turns = edges.chance, edges.turns
        self.going = np.bincount(self.source, minlength=len(self)) > 0
        self.ends = np.nonzero(moments.followed[self.here] & ~self.going)[0]

    def __len__(self) -> int:
        return len(self.here)

    @property
    def states(self) -> States:
        """Every moment reached."""
        return self.moments.states.at(self.here)

    def _reached(self) -> NDArray[np.int64]:
        """The moments to which the fight may come, followed wherever chance carries them; in the order in which they
        are met, which does not hang on what was known before.

        Chance waits at a moment until it is worth following, however often a little more of it comes there; once every
        moment met was left, no other can be met, though a fight without end goes round for ever.
        """
        moments, here = self.moments, _each_once(self.begins)
        waiting = _poured(self.begins, np.array(self.first_chances, np.float64), len(moments))
        met, left = np.zeros(len(moments), np.bool_), np.zeros(len(moments), np.bool_)
        met[here] = True
        for _ in range(MAX_STEPS):
            look()
            following = here[waiting[here] > self.least]
            if not len(following) or left[here].all():
                break
            moments.follow(following)
            waiting, met, left = (_longer(array, len(moments)) for array in (waiting, met, left))
            left[following] = True
            gone = waiting[following]
            waiting[following] = 0.0
            edges = moments.leaving(following)
            share = np.repeat(gone, moments.ways_on(following)) * edges.chance
            waiting += _poured(edges.target, share, len(waiting))
            new = _each_once(edges.target[~met[edges.target]])
            met[new] = True
            here = np.concatenate([here, new])
            if len(here) > self.most:
                raise TooManyStates
        return here

    def solved(self, rounds: int = MAX_ROUNDS) -> Solved:
        """How the fight ends, round after round."""
        count, steps = len(self), 0
        mass, done, by_round = self.start, np.zeros(count), list[float]()
        onto = self.target + count * self.turns  # those that begin a round are poured apart
        while mass.sum() > self.least and len(by_round) < rounds:
            over, following = 0.0, np.zeros(count)
            while mass.any():
                look()
                done += mass * ~self.going
                over += mass[self.ends].sum()
                poured = _poured(onto, mass[self.source] * self.chance, 2 * count)
                mass = poured[:count]
                following += poured[count:]
                steps += 1
                if steps > MAX_STEPS:
                    following += mass
                    break
            by_round.append(float(over))
            mass = following
            if not len(by_round) % LOOK_EVERY and not (mass * self._may_end()).any():
                break
        ends = done[self.ends]
        return Solved(ends, by_round, float(mass.sum() + done.sum() - ends.sum()))

    @property
    def start(self) -> NDArray[np.float64]:
        """The chance of each moment as the fight begins."""
        return _poured(self.first, np.array(self.first_chances, np.float64), len(self))

    def chance_of(self, ends: NDArray[np.float64]) -> NDArray[np.float64]:
        """From each moment, the chance to come to ends that count so much (1: wanted, 0: not), told end after end."""
        worth = np.zeros(len(self))
        worth[self.ends] = ends
        fixed = np.where(self.going, 0.0, worth)
        for _ in range(MAX_STEPS):
            look()
            better = fixed + _poured(self.source, self.chance * worth[self.target], len(self))
            change = (better - worth).max()
            worth = better
            if change < SETTLED:
                break
        return worth

    def _may_end(self) -> NDArray[np.bool_]:
        """The moments from which an end, or a moment not followed, can be reached."""
        reached = ~self.going
        while True:
            more = reached.copy()
            more[self.source[reached[self.target]]] = True
            if (more == reached).all():
                return reached
            reached = more

    def fractions(self, rounds: int) -> dict[int, Fraction]:
        """The exact chance of each end that is reached within so many rounds, however rare, by number."""
        moments, stepper = self.moments, self.moments.stepper
        mass, ends = dict[int, Fraction](), dict[int, Fraction]()
        for moment, chance in zip(self.begins.tolist(), self.first_chances, strict=True):
            mass[moment] = mass.get(moment, Fraction(0)) + Fraction(chance)
        for _ in range(rounds):
            following = dict[int, Fraction]()
            while mass:
                now, mass, numbers = mass, {}, np.array(list(mass))
                states = moments.states.at(numbers)
                deeds = stepper.next_deeds(states)
                for moment in numbers[deeds < 0].tolist():
                    ends[moment] = ends.get(moment, Fraction(0)) + now[moment]
                going = np.nonzero(deeds >= 0)[0]
                if not len(going):
                    continue
                found = stepper.expand(states.at(going), deeds[going])
                columns = numbers[going][found.source], moments.numbers(found.states), found.outcome, found.rounds > 0
                for source, target, outcome, turns in zip(*(column.tolist() for column in columns), strict=True):
                    onto = following if turns else mass
                    onto[target] = onto.get(target, Fraction(0)) + now[source] * stepper.laws.fraction(outcome)
            mass = following
        return ends


def _each_once(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers in the order in which they come first."""
    return numbers[np.sort(np.unique(numbers, return_index=True)[1])]


def _poured(into: NDArray[np.int64], weights: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The sum of the weights at each place."""
    return np.bincount(into, weights, count).astype(np.float64, copy=False)


def _longer(array: NDArray[Any], length: int) -> NDArray[Any]:
    return np.concatenate([array, np.zeros(length - len(array), array.dtype)]) if len(array) < length else array
