"""States: many moments of fights as arrays, and what one action makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.lab.tables.forms import Numbers


@dataclass
class States:
    """Many moments of fights: the number of each form, people's and those of the fields of the play; and people as the
    instant began.
    """

    now: list[Numbers]
    began: list[Numbers]

    def __len__(self) -> int:
        return len(self.now[-1])

    def at(self, places: NDArray[Any]) -> States:
        """Some of them, in this order."""
        now = [column.take(places) for column in self.now]
        pairs = zip(self.began, self.now, now, strict=False)
        return States(now, [new if old is was else old.take(places) for old, was, new in pairs])

    def and_then(self, *more: States) -> States:
        """These, then more of them."""
        parts = (self, *more)
        now = [np.concatenate(columns) for columns in zip(*(part.now for part in parts), strict=True)]
        return States(now, [np.concatenate(columns) for columns in zip(*(part.began for part in parts), strict=True)])

    @property
    def rested(self) -> NDArray[np.bool_]:
        """Where nothing has changed since the present instant began."""
        same = np.ones(len(self), np.bool_)
        for now, began in zip(self.now, self.began, strict=False):
            if now is not began:
                same &= now == began
        return same


class Landed(NamedTuple):
    """Where outcomes lead: the states, and how many rounds began meanwhile."""

    states: States
    rounds: Numbers


class Expanded(NamedTuple):
    """Every outcome of some states: where it leads, from which of them, with which chance."""

    states: States
    rounds: Numbers
    source: NDArray[np.int64]
    outcome: NDArray[np.int64]


def grouped(keys: NDArray[Any]) -> list[NDArray[np.int64]]:
    """The places of equal keys, group by group."""
    order = np.argsort(keys, kind="stable")
    return np.split(order, np.nonzero(np.diff(keys[order]))[0] + 1) if len(keys) else []
