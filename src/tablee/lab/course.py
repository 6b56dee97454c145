"""Course: a solved fight thrown along its moments, a million times in about the time that its bare dice would take.

Steps are put together two by two, then four by four, while there is room: one draw goes several moments further, by a
table of aliases (Walker): a moment's outcomes share equal cells, each cell with one other outcome at most.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.lab.chain import Chain

AT_ONCE = 1 << 15  # fights thrown together: what they read stays in the processor's own memory
MOST_STEPS = 200_000  # from a moment to another, put together
MOST_PUT = 64  # steps put together, at most
LOOK_EVERY = 16  # draws, between two looks at who has fought too long
BITS = 32  # of chance in a draw, as many for the cell


class Steps(NamedTuple):
    """What leads where, in the order of the sources: with which chance, how many rounds begin on the way."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    chance: NDArray[np.float64]
    turns: NDArray[np.int64]


class Ends(NamedTuple):
    """Of many fights: how many came to each end of the chain, how many ended in round 0, 1, 2…"""

    counts: NDArray[np.int64]
    rounds: NDArray[np.int64]


class Course:
    """A chain made ready to be thrown along."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        steps = _put_together(chain)
        counts = np.bincount(steps.source, minlength=len(chain))
        self.firsts, self.counts = (np.cumsum(counts) - counts).astype(np.int32), counts.astype(np.uint64)
        self.target, self.turns = steps.target.astype(np.int32), steps.turns.astype(np.int16)
        self.limit, self.other = self._aliases(steps.chance)
        self.over = counts == 0

    def _aliases(self, chance: NDArray[np.float64]) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
        """Of each cell: up to which draw it is its own outcome, and which one it is beyond."""
        limit, other = np.ones(len(chance)), np.arange(len(chance), dtype=np.int32)
        for first, count in zip(self.firsts.tolist(), self.counts.tolist(), strict=True):
            shares = (chance[first : first + count] * count).tolist()
            few = [at for at, share in enumerate(shares) if share < 1]
            many = [at for at, share in enumerate(shares) if share >= 1]
            while few and many:
                small, large = few.pop(), many.pop()
                limit[first + small], other[first + small] = shares[small], first + large
                shares[large] -= 1 - shares[small]
                (few if shares[large] < 1 else many).append(large)
        return (limit * (1 << BITS)).clip(0, (1 << BITS) - 1).astype(np.uint32), other

    def thrown(self, fights: int, rng: np.random.Generator, most: int) -> Ends:
        """So many fights, each until it is over or has lasted more than `most` rounds."""
        start = np.cumsum(self.chain.start)
        places, rounds = np.zeros(0, np.int32), np.zeros(0, np.int16)
        came, lasted, draws = list[NDArray[np.int32]](), list[NDArray[np.int16]](), 0
        while fights or len(places):
            look()
            if fights:
                more = min(AT_ONCE - len(places), fights)
                begun = np.searchsorted(start, rng.random(more) * start[-1], side="right")
                places = np.concatenate([places, begun.astype(np.int32)])
                rounds = np.concatenate([rounds, np.ones(more, np.int16)])
                fights -= more
            out = self.over[places]
            if draws % LOOK_EVERY == 0:
                out = out | (rounds > most)
            came.append(places[out])
            lasted.append(rounds[out])
            places, rounds = places[~out], rounds[~out]
            drawn = rng.bit_generator.random_raw(len(places))
            edge = self.firsts[places] + (((drawn >> BITS) * self.counts[places]) >> BITS).astype(np.int32)
            edge = np.where(drawn.astype(np.uint32) <= self.limit[edge], edge, self.other[edge])
            places, rounds, draws = self.target[edge], rounds + self.turns[edge], draws + 1
        ends, last = np.concatenate(came), np.concatenate(lasted)
        in_time = (last <= most) & np.isin(ends, self.chain.ends)
        counts = np.bincount(ends[in_time], minlength=len(self.chain))
        return Ends(counts[self.chain.ends], np.bincount(last[in_time], minlength=1))


def _put_together(chain: Chain) -> Steps:
    """The steps of a chain, as many in one as there is room for."""
    steps, put = _merged(len(chain), Steps(chain.source, chain.target, chain.chance, chain.turns.astype(np.int64))), 1
    while put < MOST_PUT:
        look()
        counts = np.bincount(steps.source, minlength=len(chain))
        times = np.maximum(counts[steps.target], 1)  # whoever is at an end stays there
        if times.sum() > MOST_STEPS:
            break
        before = np.repeat(np.arange(len(times)), times)
        after = np.arange(len(before)) + np.repeat(
            (np.cumsum(counts) - counts)[steps.target] - np.cumsum(times) + times, times
        )
        going = (counts[steps.target] > 0)[before]
        after = np.where(going, after, 0)
        steps = _merged(
            len(chain),
            Steps(
                steps.source[before],
                np.where(going, steps.target[after], steps.target[before]),
                steps.chance[before] * np.where(going, steps.chance[after], 1.0),
                steps.turns[before] + np.where(going, steps.turns[after], 0),
            ),
        )
        put *= 2
    return steps


def _merged(count: int, steps: Steps) -> Steps:
    """The steps in the order of their sources; those between the same moments, with as many rounds, as one."""
    most = int(steps.turns.max(initial=0)) + 1
    key, which = np.unique((steps.source * count + steps.target) * most + steps.turns, return_inverse=True)
    (source, target), turns = np.divmod(key // most, count), key % most
    return Steps(source, target, np.bincount(which, steps.chance).astype(np.float64, copy=False), turns)
