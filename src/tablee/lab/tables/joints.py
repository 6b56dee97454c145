"""Joints, Tree: what several columns of a scene answer together, asked for the forms that are met and no others.

Who acts next hangs on the order of a fight, which nearly every fight has for itself, on who has acted and on who still
stands: a table over all of that would be larger than all fights. So a rule that asks it is remembered as a tree: which
question comes next follows from what was read before, and what comes of it from the answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from tablee.errors import BadRule
from tablee.lab.tables.forms import Forms, Growing, Numbered, Numbers, frozen_answer
from tablee.lab.tables.watch import ColumnQuestion, Joint, held_by, part
from tablee.rules.fields import Declared

MAX_ANSWERS = 200_000  # kept: some fifty megabytes; past it all are forgotten, and given again where they are asked
UNKNOWN = -1  # instead of an answer of a fact; below it, the node of a tree


class Joints:
    """Questions by number, and what forms answer to them."""

    def __init__(self, forms: Sequence[Forms], play: type[Declared]) -> None:
        self.forms, self.play = forms, play
        self.questions: Numbered[ColumnQuestion | Joint] = Numbered()
        self._columns: Numbered[tuple[int, ...]] = Numbered()
        self._read = Growing(np.int32)  # of each question, the number of its columns
        self._values: dict[Hashable, int] = {}
        self._known: dict[tuple[int, ...], int] = {}  # by a question, then a form of each of its columns

    def number(self, question: ColumnQuestion | Joint) -> int:
        """The number of a question."""
        number = self.questions.number(question, question)
        if number == len(self._read):
            columns = question.columns if isinstance(question, Joint) else (question.column,)
            self._read.add([self._columns.number(columns, columns)])
        return number

    def answers(self, asked: Numbers, columns: Sequence[Numbers]) -> Numbers:
        """What each of these scenes answers to the question of this number."""
        if len(self._known) > MAX_ANSWERS:
            self._known = {}
        read, found, known = self._read.array.take(asked), np.zeros(len(asked), np.int32), self._known
        for number in set(read.tolist()):
            here = np.nonzero(read == number)[0]
            rows = [asked.take(here), *(columns[column].take(here) for column in self._columns[number])]
            first, which = _alike(rows)
            keys = list(zip(*(row.take(first).tolist() for row in rows), strict=True))
            old = zip(keys, map(known.get, keys), strict=True)
            told = [self._answer(key) if told is None else told for key, told in old]
            found[here] = np.array(told, np.int32).take(which)
        return found

    def answer(self, number: int, scene: Sequence[int]) -> int:
        """What one scene answers to the question of this number."""
        key = (number, *[scene[column] for column in self._columns[int(self._read.array[number])]])
        return self._known[key] if key in self._known else self._answer(key)

    def _answer(self, key: tuple[int, ...]) -> int:
        question = self.questions.things[key[0]]
        if isinstance(question, Joint):
            fields = dict(question.given)
            for column, form in zip(question.columns, key[1:], strict=True):
                fields.update(held_by(self.forms[column].things[form]))
            told = frozen_answer(part(self.play, fields), question)
        else:
            told = frozen_answer(self.forms[question.column][key[1]], question)
        number = self._known[key] = self._values.setdefault(told, len(self._values))
        return number


class Tree:
    """The questions of a fact that follow from the answers before them. Nodes are numbered from UNKNOWN - 1 down, so
    that they stand beside the answers of the fact.
    """

    def __init__(self, joints: Joints) -> None:
        self.joints = joints
        self._asks = Growing(np.int32)  # of each node, the number of its question
        self._leads: dict[int, int] = {}  # by node and answer

    def __len__(self) -> int:
        return len(self._leads)

    def codes(self, nodes: Numbers, columns: Sequence[Numbers]) -> NDArray[np.int64]:
        """Of scenes that have come to these nodes: one number per node and answer."""
        places = (UNKNOWN - 1) - nodes
        return (places.astype(np.int64) << 32) + self.joints.answers(self._asks.array.take(places), columns)

    def led(self, codes: NDArray[np.int64]) -> Numbers:
        """Where these codes lead: to an answer of the fact, to another node, or UNKNOWN."""
        leads = self._leads
        each, which = np.unique(codes, return_inverse=True)
        return np.array([leads.get(code, UNKNOWN) for code in each.tolist()], np.int32).take(which)

    def grown(self, node: int, questions: Sequence[ColumnQuestion | Joint], scene: Sequence[int], answer: int) -> int:
        """The node (a new one, if it is UNKNOWN) from which a scene comes to this answer by these questions."""
        first = node = self._asking(node, questions[0])
        for question, following in zip(questions, (*questions[1:], None), strict=True):
            code = ((UNKNOWN - 1 - node) << 32) + self.joints.answer(self.joints.number(question), scene)
            node = self._asking(self._leads.get(code, UNKNOWN), following) if following else answer
            self._leads[code] = node
        return first

    def _asking(self, node: int, question: ColumnQuestion | Joint) -> int:
        """The node at which a question is asked: this one, or a new one if it is UNKNOWN."""
        number = self.joints.number(question)
        if node == UNKNOWN:
            self._asks.add([number])
            return UNKNOWN - len(self._asks)
        if node > UNKNOWN or self._asks.array[UNKNOWN - 1 - node] != number:
            raise BadRule(f"a rule asked for {question.name} where, told the same before, it did not: it read unseen")
        return node


def _alike(rows: Sequence[Numbers]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Of scenes, a column for each thing read: the place of one of each kind, and of which kind each scene is.

    Thousands of scenes have few kinds: rules are asked about these alone.
    """
    codes, room = np.zeros(len(rows[0]), np.int64), 1
    for row in rows:
        most = int(row.max(initial=0)) + 1
        room *= most
        if room >= 1 << 62:  # too many to be told apart by one number
            places = np.arange(len(codes))
            return places, places
        codes = codes * most + row
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    return first, which
