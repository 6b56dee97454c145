"""Tally: how fights ended, added up: who won, in which round, who fell, what everybody had left. Plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import Stepper
from tablee.rules.game import Game


@dataclass
class Tally:
    """Sums over fights, each counted by its weight: a chance where they are exact, 1 where they were thrown.

    Tallies of chunks are added in any order; `to_json` and `from_json` let them be kept and sent.
    """

    total: float = 0.0  # of all weights, unfinished fights included
    won: list[float] = field(default_factory=lambda: [0.0, 0.0])  # by side
    nobody: float = 0.0  # both sides fell
    rounds: list[float] = field(default_factory=list)  # how many fights ended in round 1, 2…
    fell: dict[str, float] = field(default_factory=dict)  # by person
    sums: dict[str, dict[str, float]] = field(default_factory=dict)  # by person and gauge, what is left
    squares: dict[str, dict[str, float]] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        longest = max(len(self.rounds), len(other.rounds))
        padded = [[*one.rounds, *[0.0] * (longest - len(one.rounds))] for one in (self, other)]
        return Tally(
            self.total + other.total,
            _added(self.won, other.won),
            self.nobody + other.nobody,
            _added(*padded),
            _merged(self.fell, other.fell),
            _by_person(self.sums, other.sums),
            _by_person(self.squares, other.squares),
        )

    @property
    def unfinished(self) -> float:
        """The weight of fights that neither side won and in which a combatant still stood."""
        return max(0.0, self.total - sum(self.won) - self.nobody)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        return cls(**data)


def _added(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [mine + theirs for mine, theirs in zip(one, other, strict=True)]


def _merged(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    return {key: one.get(key, 0.0) + other.get(key, 0.0) for key in {**one, **other}}


def _by_person(one: dict[str, dict[str, float]], other: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    return {who: _merged(one.get(who, {}), other.get(who, {})) for who in {**one, **other}}


def counted(
    stepper: Stepper,
    sides: Sequence[Sequence[str]],
    ends: States,
    weights: NDArray[np.float64],
    rounds: Sequence[float],
    total: float,
) -> Tally:
    """The tally of fights that ended in these states, with these weights; `total` counts the unfinished ones too."""
    stands = stepper.standing(ends.now) > 0
    up = [stands[[stepper.place[who] for who in side]].any(0) for side in sides]
    tally = Tally(float(total), rounds=[float(weight) for weight in rounds])
    tally.won = [float(weights[up[0] & ~up[1]].sum()), float(weights[up[1] & ~up[0]].sum())]
    tally.nobody = float(weights[~up[0] & ~up[1]].sum())
    for place, who in enumerate(stepper.people):
        tally.fell[who] = float(weights[~stands[place]].sum())
        left = stepper.gauges[place](ends.now)
        terms = dict[str, list[tuple[float, int]]]()
        for number, weight in enumerate(np.bincount(left, weights, len(stepper.counts)).tolist()):
            for id, value in stepper.counts[number] if weight else ():
                terms.setdefault(id, []).append((weight, value))
        # rounded once: the same whatever the tables knew, in whose order the terms come
        tally.sums[who] = {id: fsum(weight * value for weight, value in found) for id, found in terms.items()}
        tally.squares[who] = {
            id: fsum(weight * value * value for weight, value in found) for id, found in terms.items()
        }
    return tally


def counted_by_hand(game: Game, sides: Sequence[Sequence[str]], fights: Iterable[Any]) -> Tally:
    """The tally of fights thrown by hand, one after the other."""
    tally = Tally()
    for fight in fights:
        standing = {who for side in game.sides(fight.scene, standing=True).values() for who in side}
        up = [any(who in standing for who in side) for side in sides]
        one = Tally(1.0)
        if fight.over:
            one.rounds = [0.0] * (fight.round - 1) + [1.0]
            one.won = [float(up[0] and not up[1]), float(up[1] and not up[0])]
            one.nobody = float(not any(up))
        for who in fight.scene.cast:
            one.fell[who] = float(who not in standing)
            left = {entry.id: entry.value for entry in game.watched(fight.scene, who) if isinstance(entry.value, int)}
            one.sums[who] = {id: float(value) for id, value in left.items()}
            one.squares[who] = {id: float(value * value) for id, value in left.items()}
        tally += one
    return tally
