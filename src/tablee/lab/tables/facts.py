"""Fact, PairTable: functions of a scene, asked of many scenes at once and computed once per thing they read.

All the forms that a person's sheet has taken are numbered, and those of each field of the play; a scene is one number
per person, and one per field. A `Fact` is a function of a scene whose answer is a small number; a `PairTable` leads
from one form to another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.lab.tables.forms import Forms, Numbers
from tablee.lab.tables.joints import UNKNOWN, Joints, Tree
from tablee.lab.tables.watch import ColumnQuestion, Joint, Reads

Columns = Sequence[Numbers]
"""Many scenes: for each person in the order of the cast, then for each field of the play, the number of its form."""

MAX_SETS = 16  # of questions, each with a table of its own; more are put together
MAX_CELLS = 1 << 16  # of a table that is kept whole; a larger one is kept by its known cells


class Table:
    """Whole numbers by a few small coordinates, asked many at once; −1 where nothing is known yet."""

    def __init__(self, width: int) -> None:
        self.sizes = [1] * width
        self.rows: dict[tuple[int, ...], int] = {}
        self.cells: Numbers | None = np.full(1, -1, np.int32)
        self.strides = [0] * width
        self.sparse: dict[int, int] = {}

    def fit(self, sizes: Sequence[int]) -> None:
        """Make room for coordinates below these."""
        if all(size <= room for size, room in zip(sizes, self.sizes, strict=True)):
            return
        self.sizes = [max(room, 1 << (size - 1).bit_length()) for size, room in zip(sizes, self.sizes, strict=True)]
        stride = 1
        for place, room in enumerate(self.sizes):
            self.strides[place] = stride if room > 1 else 0
            stride *= room
        self.cells = np.full(stride, -1, np.int32) if stride <= MAX_CELLS else None
        self.sparse = {}
        for row, value in self.rows.items():
            self._put(row, value)

    def put(self, row: tuple[int, ...], value: int) -> None:
        self.rows[row] = value
        self._put(row, value)

    def _put(self, row: tuple[int, ...], value: int) -> None:
        code = sum(at * stride for at, stride in zip(row, self.strides, strict=True))
        if self.cells is None:
            self.sparse[code] = value
        else:
            self.cells[code] = value

    def codes(self, coordinates: Sequence[NDArray[Any]], count: int) -> NDArray[Any]:
        """One number per cell asked for."""
        wide = self.cells is None
        code: NDArray[Any] | None = None
        for at, stride in zip(coordinates, self.strides, strict=True):
            if stride:
                term = (at.astype(np.int64) if wide else at) * stride
                code = term if code is None else code + term
        return np.zeros(count, np.int32) if code is None else code

    def look(self, codes: NDArray[Any]) -> Numbers:
        """What is known at these codes."""
        if self.cells is not None:
            return self.cells.take(codes)
        few, where = np.unique(codes, return_inverse=True)
        known = self.sparse
        return np.array([known.get(code, -1) for code in few.tolist()], np.int32)[where]


class _Known:
    """The answers of a fact that asked just these questions: a table over the kinds of forms."""

    def __init__(self, forms: Sequence[Forms], reads: frozenset[ColumnQuestion]) -> None:
        asked = sorted(reads, key=_place)
        self.columns = sorted({one.column for one in asked})
        self.kinds = [forms[c].kinds(tuple(one for one in asked if one.column == c)) for c in self.columns]
        self.table = Table(len(self.columns))
        self.lengths: list[int] = [-1]  # of the columns, when `terms` were made
        self.terms: list[tuple[int, NDArray[Any]]] = []  # of each column, what each form adds to a code

    def codes(self, columns: Columns) -> NDArray[Any]:
        lengths = [len(kinds.forms.things) for kinds in self.kinds]
        if lengths != self.lengths:
            self._upto_date()
            self.lengths = lengths
        code: NDArray[Any] | None = None
        for column, terms in self.terms:
            term = terms.take(columns[column])
            code = term if code is None else code + term
        return np.zeros(len(columns[-1]), np.int32) if code is None else code

    def _upto_date(self) -> None:
        """Sort the forms that came in meanwhile, and make room for their kinds."""
        arrays = [kinds.upto_date() for kinds in self.kinds]
        self._fit()
        placed = zip(self.columns, arrays, self.table.strides, strict=True)
        wide = np.dtype(np.int32 if self.table.cells is not None else np.int64)
        self.terms = [(column, array.astype(wide) * stride) for column, array, stride in placed if stride]

    def _fit(self) -> None:
        self.table.fit([len(kinds) for kinds in self.kinds])

    def look(self, columns: Columns) -> Numbers:
        return self.table.look(self.codes(columns))

    def get(self, scene: Sequence[int]) -> int:
        """What is known of one scene."""
        return self.table.rows.get(self._row(scene), UNKNOWN)

    def put(self, scene: Sequence[int], value: int) -> None:
        row = self._row(scene)
        self._fit()
        self.lengths = [-1]  # the table may have grown
        self.table.put(row, value)

    def _row(self, scene: Sequence[int]) -> tuple[int, ...]:
        return tuple([int(kinds.upto_date()[scene[c]]) for c, kinds in zip(self.columns, self.kinds, strict=True)])


Watch = Callable[[Sequence[int], Reads], Any]
"""The scene with these forms (and what else a fact may read), writing down what is asked of it."""


class Fact:
    """A function of a scene that answers a number from 0 up, remembered by what it was seen to read: in tables, until
    it asks something of several columns together; from there on in a tree.
    """

    def __init__(self, forms: Sequence[Forms], joints: Joints, watch: Watch, run: Callable[[Any], int]) -> None:
        self.forms, self.watch, self.run = forms, watch, run
        self.known: dict[frozenset[ColumnQuestion], _Known] = {}
        self.tree = Tree(joints)
        self.computed: list[tuple[Sequence[int], int]] = []  # scenes, and what the tables hold for them

    def __call__(self, columns: Columns) -> Numbers:
        """The answer for each of these scenes."""
        found = self._tabled(columns)
        todo = np.nonzero(found < UNKNOWN)[0]
        while len(todo):
            part = Taken(columns, todo)
            codes = self.tree.codes(found[todo], part)
            led = self.tree.led(codes)
            missing = np.nonzero(led == UNKNOWN)[0]
            if len(missing):
                for at in missing[np.unique(codes[missing], return_index=True)[1]].tolist():
                    self._compute(part, at)
                led = self.tree.led(codes)
            found[todo] = led
            todo = todo[led < UNKNOWN]
        return found

    def _tabled(self, columns: Columns) -> Numbers:
        """What the tables hold for each of these scenes: an answer, or a node of the tree."""
        found: Numbers | None = None
        todo: NDArray[Any] = np.arange(len(columns[-1]))
        part: Columns = columns
        for known in self.known.values():
            seen = known.look(part)
            if found is None:
                found = seen
            else:
                found[todo] = seen
            todo = np.nonzero(found == UNKNOWN)[0]
            if not len(todo):
                return found
            part = Taken(columns, todo)
        if found is None:
            found = np.full(len(todo), UNKNOWN, np.int32)
        while len(todo):
            last = next(reversed(self.known.values()), None)
            first = [0] if last is None else np.unique(last.codes(part), return_index=True)[1].tolist()
            for known in {id(one): one for one in (self._compute(part, at) for at in first)}.values():
                seen = known.look(part)
                found[todo[seen != UNKNOWN]] = seen[seen != UNKNOWN]
            todo = todo[found[todo] == UNKNOWN]
            part = Taken(columns, todo)
        return found

    def _compute(self, columns: Columns, at: int) -> _Known:
        look()
        scene = [int(column[at]) for column in columns]
        reads: Reads = {}
        value = self.run(self.watch(scene, reads))
        asked = list(reads)
        first = next((place for place, one in enumerate(asked) if isinstance(one, Joint)), len(asked))
        known = self._keyed(frozenset(one for one in asked[:first] if isinstance(one, ColumnQuestion)))
        if first < len(asked):
            value = self.tree.grown(known.get(scene), asked[first:], scene, value)
        if known.get(scene) == UNKNOWN:
            self.computed.append((scene, value))
            known.put(scene, value)
        return known

    def __len__(self) -> int:
        """How much is remembered."""
        return len(self.computed) + len(self.tree)

    def _keyed(self, reads: frozenset[ColumnQuestion]) -> _Known:
        """The table for an answer that read just this; of many sets, the one of all that was ever read.

        A key may hold more than was read: it only tells more scenes apart.
        """
        if len(self.known) > MAX_SETS and reads not in self.known:
            everything = reads.union(*self.known)
            self.known = {everything: _Known(self.forms, everything)}
            for scene, value in self.computed:
                self.known[everything].put(scene, value)
        if len(self.known) == 1:
            ((only, known),) = self.known.items()
            if reads <= only:
                return known
        if reads not in self.known:
            self.known[reads] = _Known(self.forms, reads)
        return self.known[reads]


def _place(asked: ColumnQuestion) -> tuple[int, str, str]:
    return asked.column, asked.name, repr(asked.args)


class Taken(Sequence[Numbers]):
    """Some of many scenes; each column is taken when it is first read."""

    def __init__(self, columns: Columns, at: NDArray[Any]) -> None:
        self.columns, self.at = columns, at
        self.ready: dict[int, Numbers] = {}

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, column: Any) -> Any:
        if column not in self.ready:
            self.ready[column] = self.columns[column].take(self.at)
        return self.ready[column]


class PairTable:
    """From two numbers (a change and a form, say) to the number of the form that follows; made once per pair."""

    def __init__(self, make: Callable[[int, int], int]) -> None:
        self.make = make
        self.table = Table(2)

    def __call__(self, ones: Numbers, others: Numbers) -> Numbers:
        if not len(ones):
            return ones
        self.table.fit([int(ones.max()) + 1, int(others.max()) + 1])
        codes = self.table.codes([ones, others], len(ones))
        found = self.table.look(codes)
        missing = np.nonzero(found < 0)[0]
        if len(missing):
            for at in missing[np.unique(codes[missing], return_index=True)[1]].tolist():
                pair = int(ones[at]), int(others[at])
                self.table.put(pair, self.make(*pair))
            found = self.table.look(codes)
        return found
