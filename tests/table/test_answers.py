"""What is asked of a table is answered once until something is done there, and never as it was before."""

from __future__ import annotations

import pytest

from tablee.errors import BadInput
from tablee.table import answers
from tablee.table.answers import Answers
from tablee.table.topics.action import Act
from tablee.table.topics.chat import Say
from tablee.table.topics.pin import Pin
from tests.table.conftest import Evening


def asked(evening: Evening, seat: str, **params: object) -> list[object]:
    """Everything that is kept, as a seat asks for it with these parameters of a blow."""
    house, table, strike = evening.house, evening.table, Act(actor="ana", action="sample.strike", params=params)
    return [
        house.offers(table, seat, "ana", "fr"),
        house.sheet(table, seat, "ana", "fr"),
        house.form(table, seat, strike, "fr"),
        house.odds(table, seat, strike, "fr"),
    ]


def test_the_same_question_is_answered_once_until_something_happens(evening: Evening) -> None:
    first, again = (asked(evening, evening.mj, target="leo") for _ in range(2))
    assert all(one is other for one, other in zip(first, again, strict=True))
    evening.do(evening.mj, Say(text="…"))  # talk changes nothing that is asked
    talked = asked(evening, evening.mj, target="leo")
    assert all(one is other for one, other in zip(first, talked, strict=True))
    evening.do(evening.mj, Pin(text="Ce soir"))
    later = asked(evening, evening.mj, target="leo")
    assert later == first
    assert not any(one is other for one, other in zip(first, later, strict=True))


def test_each_seat_language_and_parameter_has_an_answer_of_its_own(evening: Evening) -> None:
    house, table = evening.house, evening.table
    assert house.sheet(table, evening.ana, "wolf", "fr") != house.sheet(table, evening.mj, "wolf", "fr")
    assert house.offers(table, evening.mj, "ana", "fr") != house.offers(table, evening.mj, "ana", "en")
    assert asked(evening, evening.mj, target="leo")[2:] != asked(evening, evening.mj, target="wolf")[2:]


def test_what_raises_is_not_kept(evening: Evening) -> None:
    for _ in range(2):
        with pytest.raises(BadInput):
            asked(evening, evening.mj, target="nobody")


def test_few_answers_are_kept_those_asked_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MAX_KEPT", 2)
    kept, made = Answers(), list[int]()
    for n in (1, 2, 1, 3, 1, 2):
        kept.once((n,), lambda n=n: made.append(n))  # type: ignore[misc]
    assert made == [1, 2, 3, 2]
