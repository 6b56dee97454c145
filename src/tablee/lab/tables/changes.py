"""Changes of plays, by number; and what laws keep of an outcome for the order of play to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tablee.errors import BadRule
from tablee.lab.tables.forms import Growing, Numbers
from tablee.rules.fields import Declared


class Turns:
    """What changes in plays, by number: for each field the number of its new value, or -1 where it stays. 0 changes
    nothing.
    """

    def __init__(self, fields: int) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._values = [Growing(np.int32) for _ in range(fields)]
        self._touched: list[int] = []  # the fields that some of them change
        self.number([-1] * fields)

    def number(self, values: Sequence[int]) -> int:
        """The number of this change."""
        row = tuple(values)
        if row not in self._numbers:
            self._numbers[row] = len(self._numbers)
            for column, value in zip(self._values, row, strict=True):
                column.add([value])
            self._touched = sorted({*self._touched, *(at for at, value in enumerate(row) if value >= 0)})
        return self._numbers[row]

    def overwriting(self, turns: Numbers) -> Iterator[tuple[int, Numbers]]:
        """Each field that one of these changes, and what becomes of it in each."""
        for field in self._touched:
            values = self._values[field].array.take(turns)
            if values.max(initial=-1) >= 0:
                yield field, values


class Ended(Declared):
    """What an order of play may read of an outcome: who had a part in it, and how it came out for them."""

    parts: tuple[Any, ...]


class Fallen(Declared):
    """What falls on the play: effects, one after the other."""

    effects: tuple[Any, ...]


class _Unknown:
    """Amounts of a part, which laws of fights do not keep: reading them is a mistake, not a zero."""

    def __iter__(self) -> Any:
        raise BadRule("an order of play reads amounts of an outcome: the lab keeps only who had a part, and the grade")


UNKNOWN_AMOUNTS: Any = _Unknown()
