"""Explanations kept as ids and values, and read again."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tablee.rules.stored.steps import Step, step_of, why_of
from tablee.rules.stored.values import from_json, to_json
from tablee.rules.stored.written import plain
from tablee.rules.why import Note, Why
from tablee.text import Name, Text
from tests.rules.sample import BONUS, BOOK, GUARD, MIGHT


def read_again(item: Why) -> Why:
    return why_of(BOOK, Step.from_json(json.loads(json.dumps(plain(step_of(item))))))


def test_a_tally_reads_the_same_after_json() -> None:
    tally = BOOK.sum("SAM-HIT-01", MIGHT(4), BONUS(2, of=Text("hache", "axe")), -GUARD(1))
    again = read_again(tally)
    assert again == tally


def test_a_note_reads_the_same_after_json() -> None:
    note = BOOK.note("SAM-HIT-01:told", who=Name("Ana", feminine=True), target=Name("loup", "wolf", article=True))
    again = read_again(note)
    assert again.say("fr") == note.say("fr") == "Ana frappe le loup"


def test_every_kind_of_value_survives() -> None:
    values = {"a": Fraction(1, 3), "b": (1, "x", True), "c": None, "d": Text("oui", "yes")}
    assert from_json(json.loads(json.dumps(to_json(values)))) == values


def test_what_a_note_cannot_hold_is_our_own_mistake() -> None:
    with pytest.raises(TypeError, match="cannot hold"):
        to_json(object())


def test_a_value_may_be_called_name() -> None:
    """Which is also how the name of somebody is kept."""
    note = BOOK.note("SAM-HIT-01:told", who=Name("Ana"), target=Name("loup"), name=Text("dur", "hard"), text=2)
    assert read_again(note) == note
    alone = BOOK.note("SAM-HIT-01:told", name=Text("dur", "hard"))
    again = read_again(alone)
    assert isinstance(again, Note)
    assert again.values == alone.values


def test_whose_number_it_is_is_kept() -> None:
    tally = BOOK.sum("SAM-HIT-01", MIGHT(4)).of("ana")
    assert read_again(tally) == tally.plus()


def test_a_sum_that_names_somebody_reads_the_same_after_json() -> None:
    tally = BOOK.sum("SAM-HIT-01:whose", MIGHT(4)).named(Name("loup", "wolf", article=True))
    again = read_again(tally)
    assert again == tally
    assert (again.say("fr"), again.say("en")) == ("Seuil du loup 4 = might 4", "Target of the wolf 4 = might 4")


def test_a_sentence_that_is_gone_or_asks_for_more_is_told_by_the_title_of_its_rule() -> None:
    for stored in ({"rule": "SAM-HIT-01:told", "values": {}}, {"rule": "SAM-HIT-01:gone", "values": {"n": 2}}):
        step = why_of(BOOK, Step.from_json(stored))
        assert (step.say("fr"), step.saying.clause.id) == (BOOK["SAM-HIT-01"].title.say("fr"), "SAM-HIT-01")
    total = why_of(BOOK, Step.from_json({"rule": "SAM-GONE-01", "terms": [{"key": "no_such_term", "amount": 3}]}))
    assert total.say("en") == "SAM-GONE-01 3 = no_such_term 3"
    assert total.cited("en") == "SAM-GONE-01, an earlier version"
