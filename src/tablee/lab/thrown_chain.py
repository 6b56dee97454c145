"""ThrownChain: a solved fight thrown along its moments, a million times in about the time that bare dice would take.

Sure steps are made with the one before. Others are put together two by two, then four by four, while there is room: one
draw goes several moments further, by a table of aliases (Walker): a moment's outcomes share equal cells, each cell with
one other outcome at most. Shares are whole numbers, and a moment has a power of two of cells: of the 64 bits of a draw,
the upper half tells the cell and the lower half the outcome.

A fight under way is one whole number: the place of its moment in the lower bits, its round above. So is an outcome,
where it leads and how many rounds begin on the way: the rounds of a fight and its outcome are added.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.lab.chain import Chain

AT_ONCE = 1 << 14  # fights thrown together: what they read stays in the processor's own memory
MAX_STEPS = 200_000  # from a moment to another, put together
MAX_PUT = 32  # steps put together, at most
PLACE_BITS = 22  # of a fight under way
PLACE = np.int32((1 << PLACE_BITS) - 1)
SHIFT_BITS = 5
SHIFT = np.int32((1 << SHIFT_BITS) - 1)
CHANCE_BITS = 32
FULL = 1 << CHANCE_BITS  # the share of one cell


class Steps(NamedTuple):
    """What leads where, in the order of the sources: with which chance, how many rounds begin on the way."""

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    chance: NDArray[np.float64]
    turns: NDArray[np.int64]

    def leaving(self, places: NDArray[np.bool_]) -> Steps:
        """Those that begin at one of these places."""
        some = places[self.source]
        return Steps(self.source[some], self.target[some], self.chance[some], self.turns[some])


class Ends(NamedTuple):
    """Of many fights: how many came to each end of the chain, how many ended in round 0, 1, 2…"""

    counts: NDArray[np.int64]
    rounds: NDArray[np.int64]


class ThrownChain:
    """A chain made ready to be thrown along. Places are numbered anew: those that lead on first, then the ends."""

    def __init__(self, chain: Chain) -> None:
        steps = _put_together(*_with_beginning(chain))
        counts = np.bincount(steps.source, minlength=len(chain) + 1)
        moving = np.nonzero(counts)[0]
        known = np.concatenate([moving, chain.ends])
        order = np.concatenate([known, np.setdiff1d(np.arange(len(counts)), known)])
        place = np.argsort(order)
        self.moving, self.known, self.begin = len(moving), len(known), int(place[len(chain)])
        self._fill(counts[moving], steps.chance, place[steps.target] | steps.turns << PLACE_BITS)

    def _fill(self, counts: NDArray[np.int64], chance: NDArray[np.float64], outcome: NDArray[np.int64]) -> None:
        """The cells of each place that leads on: `rows` tells the first, and by how much a draw is shifted to find one
        of them; `limits` up to which draw a cell is its own outcome; `outcomes` this one, then the other.
        """
        bits = np.maximum(np.frexp(counts - 1)[1], 1).astype(np.int64)
        cells = 1 << bits
        firsts = np.cumsum(cells) - cells
        own = np.arange(len(chance)) + np.repeat(firsts - np.cumsum(counts) + counts, counts)
        shares, outcomes = np.zeros(cells.sum(), np.int64), np.zeros(cells.sum(), np.int64)
        shares[own], outcomes[own] = _shares(counts, chance, cells), outcome
        limits, others = _aliases(shares)
        self.rows = (firsts << SHIFT_BITS | (CHANCE_BITS - bits)).astype(np.int32)
        self.limits = np.minimum(limits, FULL - 1).astype(np.uint32)  # a full cell is its own other
        self.outcomes = np.stack([outcomes, outcomes[others]], axis=1).astype(np.int32).ravel()

    def thrown(self, fights: int, rng: np.random.Generator, most: int) -> Ends:
        """So many fights, each until it is over or has lasted more than `most` rounds."""
        begun, too_long = np.int32(self.begin | 1 << PLACE_BITS), np.int32((most + 1) << PLACE_BITS)
        now, came = np.full(min(AT_ONCE, fights), begun, np.int32), list[NDArray[np.int32]]()
        waiting = fights - len(now)
        while len(now):
            look()
            now = self._further(now, rng.bit_generator.random_raw(len(now)))
            over = np.nonzero(((now & PLACE) >= self.moving) | (now >= too_long))[0]
            came.append(now[over])
            others = min(waiting, len(over))  # begin in the place of those that are over
            waiting -= others
            now[over[:others]] = begun
            if others < len(over):
                now = np.delete(now, over[others:])
        ended = np.concatenate(came)
        in_time = ended[((ended & PLACE) < self.known) & (ended < too_long)]
        counts = np.bincount(in_time & PLACE, minlength=self.known)
        return Ends(counts[self.moving :], np.bincount(in_time >> PLACE_BITS, minlength=1))

    def _further(self, now: NDArray[np.int32], drawn: NDArray[np.uint64]) -> NDArray[np.int32]:
        """These fights one draw further. Every number asked for is there: `clip` spares a look at each."""
        row = self.rows.take(now & PLACE, mode="clip")
        upper, lower = (drawn >> CHANCE_BITS).astype(np.uint32), drawn.astype(np.uint32)
        cell = (row >> SHIFT_BITS) + (upper >> (row & SHIFT).view(np.uint32)).view(np.int32)
        which = 2 * cell + (lower >= self.limits.take(cell, mode="clip"))
        further: NDArray[np.int32] = self.outcomes.take(which, mode="clip") + (now & ~PLACE)
        return further


def _shares(counts: NDArray[np.int64], chance: NDArray[np.float64], cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """The chances as whole numbers, those of a place together exactly its cells."""
    last = np.cumsum(counts) - 1
    upto = np.cumsum(chance)
    upto -= np.repeat(np.append(0.0, upto[last[:-1]]), counts)
    whole = np.repeat(cells * FULL, counts)
    sums = np.minimum(np.rint(upto * whole), whole).astype(np.int64)
    sums[last] = cells * FULL
    shares = np.diff(sums, prepend=0)
    shares[last - counts + 1] = sums[last - counts + 1]
    return shares


def _aliases(shares: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each cell: how much of it is its own outcome, and whose the rest is.

    Cells that are not full are filled up by those that run over, each from the first that has something left; what one
    has given too much of its own is made good by the next. Since the cells of a place are exactly full together, the
    sums of what lacks and of what is over are equal at the end of each place, and all of them are swept at once.
    """
    low, high = np.nonzero(shares < FULL)[0], np.nonzero(shares >= FULL)[0]
    lacking = np.append(0, np.cumsum(FULL - shares[low]))
    spare = np.cumsum(shares[high] - FULL)
    limits, others = shares.copy(), np.arange(len(shares))
    others[low] = high[np.searchsorted(spare, lacking[:-1], side="right")]
    limits[high] = FULL + spare - lacking[np.searchsorted(lacking, spare)]
    short = np.nonzero(limits[high] < FULL)[0]
    others[high[short]] = high[short + 1]
    return limits, others


def _with_beginning(chain: Chain) -> tuple[int, Steps]:
    """The steps of a chain and, as one place more (its number is told), the beginning that leads to its first ones."""
    begin, start = len(chain), chain.start
    first = np.nonzero(start)[0]
    return begin, Steps(
        np.append(chain.source, np.full(len(first), begin)),
        np.append(chain.target, first),
        np.append(chain.chance, start[first]),
        np.append(chain.turns, np.zeros(len(first))).astype(np.int64),
    )


def _put_together(begin: int, steps: Steps) -> Steps:
    """The steps that a fight may make from its beginning, as many in one as there is room for."""
    steps = _merged(begin + 1, _past_sure_steps(begin, _merged(begin + 1, steps)))
    put = 1
    while True:
        look()
        counts = np.bincount(steps.source, minlength=begin + 1)
        one = steps.leaving(_met(begin, steps, 2))
        times = np.maximum(counts[one.target], 1)  # a fight that is at an end stays there
        if put == MAX_PUT or times.sum() > MAX_STEPS:
            return steps.leaving(_met(begin, steps, 1))
        before = np.repeat(np.arange(len(times)), times)
        going = (counts[one.target] > 0)[before]
        after = np.arange(len(before)) + np.repeat(
            (np.cumsum(counts) - counts)[one.target] - np.cumsum(times) + times, times
        )
        after = np.where(going, after, 0)
        steps = _merged(
            begin + 1,
            Steps(
                one.source[before],
                np.where(going, steps.target[after], one.target[before]),
                one.chance[before] * np.where(going, steps.chance[after], 1.0),
                one.turns[before] + np.where(going, steps.turns[after], 0),
            ),
        )
        put *= 2


def _past_sure_steps(begin: int, steps: Steps) -> Steps:
    """These steps, in the order of their sources; each that leads to a moment with one sure step takes it too."""
    counts = np.bincount(steps.source, minlength=begin + 1)
    sure = counts[steps.target] == 1
    after = np.where(sure, (np.cumsum(counts) - counts)[steps.target], 0)
    return Steps(
        steps.source,
        np.where(sure, steps.target[after], steps.target),
        steps.chance,
        steps.turns + np.where(sure, steps.turns[after], 0),
    )


def _met(begin: int, steps: Steps, at_once: int) -> NDArray[np.bool_]:
    """The places to which a fight comes from its beginning by so many steps, twice as many, three times…"""
    met = [np.zeros(begin + 1, np.bool_) for _ in range(at_once)]  # after how many steps, counted anew each time
    met[0][begin] = True
    known, count = 0, 1
    while known < count:
        for step in range(at_once):
            met[(step + 1) % at_once][steps.target[met[step][steps.source]]] = True
        known, count = count, sum(int(some.sum()) for some in met)
    return met[0]


def _merged(count: int, steps: Steps) -> Steps:
    """The steps in the order of their sources; those between the same moments, with as many rounds, as one."""
    most = int(steps.turns.max(initial=0)) + 1
    key, which = np.unique((steps.source * count + steps.target) * most + steps.turns, return_inverse=True)
    (source, target), turns = np.divmod(key // most, count), key % most
    return Steps(source, target, np.bincount(which, steps.chance).astype(np.float64, copy=False), turns)
