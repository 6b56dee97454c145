"""Forms: every form that a sheet, or a field of the play, has taken, by number; what each answers to rules' questions.

A question is answered once for each form, however many facts ask it. Forms that answer alike to some questions are of
one kind: what a fact reads of a scene is one kind per person, and one per field of the play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tablee.lab.tables.watch import ColumnQuestion, Elsewhere, Joint, answer, frozen, held_by

Numbers = NDArray[np.int32]
T = TypeVar("T")


class Numbered(Generic[T]):
    """Things by number, each once; told apart by a key."""

    def __init__(self) -> None:
        self.things: list[T] = []
        self.numbers: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self.things)

    def __getitem__(self, number: int) -> T:
        return self.things[number]

    def number(self, key: Hashable, thing: T) -> int:
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.things)
            self.things.append(thing)
        return found


class Growing:
    """An array to whose end more is added, again and again."""

    def __init__(self, dtype: Any) -> None:
        self._room: NDArray[Any] = np.zeros(16, dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def array(self) -> NDArray[Any]:
        return self._room[: self._length]

    def add(self, more: Iterable[Any] | NDArray[Any]) -> None:
        more = np.asarray(more, self._room.dtype)
        length = self._length + len(more)
        if length > len(self._room):
            room = np.zeros(max(length, 2 * len(self._room)), self._room.dtype)
            room[: self._length] = self.array
            self._room = room
        self._room[self._length : length] = more
        self._length = length


class Forms(Numbered[Any]):
    """All the forms that one sheet has taken, or one field of the play (a play of which no more is known)."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[int, ...]] = []  # of each form, the number of the value of each field
        self.fields: dict[str, int] = {}  # the place of each field in a row
        self._places: dict[int, int] = {}  # the number of each form kept, by its id
        self._values: dict[Hashable, int] = {}
        self._same: dict[int, tuple[Any, int]] = {}  # values kept by a form, by their id: most pass unchanged
        self._answers: dict[ColumnQuestion, Answers] = {}
        self._kinds: dict[tuple[ColumnQuestion, ...], Kinds] = {}

    def of(self, form: Any) -> int:
        """The number of this form."""
        same = self._places.get(id(form))
        if same is not None:  # the very object: it is kept, so that no other has its id
            return same
        held = held_by(form)
        row = tuple([self._value(value) for value in held.values()])
        number = self.numbers.get(row)
        if number is None:
            number = self.number(row, form)
            self.rows.append(row)
            self._places[id(form)] = number
            self.fields = self.fields or {name: place for place, name in enumerate(held)}
            self._same.update({id(value): (value, at) for value, at in zip(held.values(), row, strict=True)})
        return number

    def _value(self, value: Any) -> int:
        same = self._same.get(id(value))
        return same[1] if same is not None and same[0] is value else self.value(frozen(value))

    def value(self, key: Hashable) -> int:
        """The number of a value, or of an answer, told apart by this key."""
        return self._values.setdefault(key, len(self._values))

    def answers(self, asked: ColumnQuestion) -> Answers:
        """What each form answers to a question."""
        if asked not in self._answers:
            self._answers[asked] = Answers(self, asked)
        return self._answers[asked]

    def kinds(self, asked: tuple[ColumnQuestion, ...]) -> Kinds:
        """The forms sorted by what they answer to these questions."""
        if asked not in self._kinds:
            self._kinds[asked] = Kinds(self, asked)
        return self._kinds[asked]


class Answers:
    """What forms answer to one question, as numbers."""

    def __init__(self, forms: Forms, asked: ColumnQuestion) -> None:
        self.forms, self.asked = forms, asked
        self.numbers: list[int] = []
        self._entries: dict[int, int] = {}  # of a table, by the number of the table

    def upto_date(self) -> list[int]:
        """The answer of every form, by its number."""
        forms, asked, known = self.forms, self.asked, len(self.numbers)
        if known < len(forms):
            place = forms.fields.get(asked.name)
            if place is None:
                self.numbers += [forms.value(frozen_answer(form, asked)) for form in forms.things[known:]]
            elif asked.args is None:
                self.numbers += [row[place] for row in forms.rows[known:]]
            else:
                self.numbers += [
                    self._entry(row[place], form)
                    for row, form in zip(forms.rows[known:], forms.things[known:], strict=True)
                ]
        return self.numbers

    def _entry(self, table: int, form: Any) -> int:
        if table not in self._entries:
            self._entries[table] = self.forms.value(frozen_answer(form, self.asked))
        return self._entries[table]


def frozen_answer(form: Any, asked: ColumnQuestion | Joint) -> Hashable:
    """What a form answers; a form that cannot answer (it is no weapon's holder, has no such skill) is a kind too."""
    try:
        return frozen(answer(form, asked))
    except (LookupError, TypeError, ValueError, AttributeError, Elsewhere) as problem:
        return (type(problem), str(problem))


class Kinds:
    """Forms that answer alike to some questions are of one kind."""

    def __init__(self, forms: Forms, asked: tuple[ColumnQuestion, ...]) -> None:
        self.forms, self.answers = forms, [forms.answers(one) for one in asked]
        self.known: dict[tuple[int, ...], int] = {}
        self._of_form = Growing(np.int32)

    def __len__(self) -> int:
        return len(self.known)

    def upto_date(self) -> Numbers:
        """The kind of every form, by its number."""
        done = len(self._of_form)
        if done < len(self.forms):
            known = self.known
            keys = zip(*[one.upto_date()[done:] for one in self.answers], strict=True)
            self._of_form.add([known.setdefault(key, len(known)) for key in keys])
        return self._of_form.array
