"""Forms by number: a question is answered once for each form, and forms that answer alike are of one kind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import Field

from tablee.lab.tables.forms import Forms, Growing
from tablee.lab.tables.laws import End, Laws
from tablee.lab.tables.watch import Reads, watched
from tablee.rules.fields import Declared

ANSWERED: list[int] = []  # the strength of everybody who was asked whether they are strong


class Hero(Declared):
    strength: int = 0
    bag: dict[str, int] = Field(default_factory=dict)

    @property
    def strong(self) -> bool:
        ANSWERED.append(self.strength)
        return self.strength > 5


def asked(question: Any) -> tuple[Any, ...]:
    """What is noted when a rule asks this of a hero."""
    reads: Reads = {}
    question(watched(Hero(), 0, reads))
    return tuple(reads)


def test_equal_forms_have_one_number() -> None:
    forms = Forms()
    weak, laden = Hero(strength=1), Hero(strength=1, bag={"rope": 1})
    assert [forms.of(one) for one in (weak, laden, Hero(strength=1), laden.with_changes(bag={}))] == [0, 1, 0, 0]


def test_a_question_is_answered_once_for_each_form_whoever_asks() -> None:
    forms = Forms()
    for strength in (1, 2, 9):
        forms.of(Hero(strength=strength))
    ANSWERED.clear()
    strong, both = asked(lambda hero: hero.strong), asked(lambda hero: (hero.strong, hero.bag.get("rope")))
    ANSWERED.clear()
    assert forms.kinds(strong).upto_date().tolist() == [0, 0, 1]
    assert forms.kinds(both).upto_date().tolist() == [0, 0, 1]
    assert ANSWERED == [1, 2, 9]
    forms.of(Hero(strength=7, bag={"rope": 1}))
    assert forms.kinds(strong).upto_date().tolist() == [0, 0, 1, 1]
    assert forms.kinds(both).upto_date().tolist() == [0, 0, 1, 2]
    assert ANSWERED == [1, 2, 9, 7]


def test_an_array_grows() -> None:
    growing = Growing(np.int32)
    for number in range(100):
        growing.add([number, number])
    assert growing.array.tolist() == [number for number in range(100) for _ in range(2)]


@pytest.mark.parametrize(("chance", "outcome"), [(0, 0), ((1 << 40) // 3 - 1, 0), ((1 << 40) // 3, 1)])
def test_equal_laws_are_one(chance: int, outcome: int) -> None:
    laws, hit, miss = Laws(2), End(((1, 4),), 0, 0), End((), 0, 1)
    assert [laws.add(((hit, 1), (miss, 2)), 3), laws.add(((miss, 1),), 1), laws.add(((hit, 1), (miss, 2)), 3)] == [
        0,
        1,
        0,
    ]
    assert [column.tolist() for column in laws.changes] == [[0, 0, 0], [4, 0, 0]]
    assert laws.drawn(np.array([0], np.int32), np.array([chance])).tolist() == [outcome]


def test_what_falls_on_the_play_is_not_taken_for_a_change_of_somebody() -> None:
    """Changes of people and of the play are numbered apart: 4 of the one is not 4 of the other."""
    laws = Laws(2)
    laws.ways[0, 4] = [(5, 1), (6, 2)]
    laws.add(((End(((0, 4), (1, 4)), 0, 0), 1),), 1)
    assert [column.tolist() for column in laws.changes] == [[5, 6], [4, 4]]
    assert laws.chances.tolist() == [1 / 3, 2 / 3]
