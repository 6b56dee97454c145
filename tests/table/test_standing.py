"""Answers left once for all: what they answer, in words, for whom; changed, or taken back."""

from __future__ import annotations

import pytest

from tablee.table.topics.decision import Abandon, Answer, Settle
from tablee.table.topics.request import Close, Remind, Reminded, Request
from tests.sent import sent
from tests.table.conftest import Evening

Left = list[tuple[str, str, object]]


@pytest.fixture
def setting(tmp_path: object) -> str:
    return f"{tmp_path}/tables.db"


def left(evening: Evening, seat: str) -> Left:
    return [(one.who, one.decision, one.answer) for one in evening.house.view(evening.table, seat).not_asked]


def test_an_answer_left_is_told_in_the_words_it_was_asked_with(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.mj, Answer(answers={"wolf": False}, settle=True))
    (told,) = evening.house.view(evening.table, evening.mj).not_asked
    assert (told.who, told.answer) == ("wolf", False)
    assert told.label
    assert told.label.fr
    assert told.label.en
    assert told.rule
    assert [one.value for one in told.options] == [False, True]
    assert all(one.odds is None for one in told.options), "no odds of a time gone by"
    for other in (evening.ana, evening.leo, ""):
        assert left(evening, other) == [], "the wolf is the MJ's"


def test_it_is_changed_or_asked_again_and_nothing_else_is_taken(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.mj, Answer(answers={"wolf": False}, settle=True))
    ((_, decision, _),) = left(evening, evening.mj)
    assert "cannot answer" in evening.refused(evening.mj, Settle(who="wolf", decision=decision, answer="maybe"))
    assert evening.refused(evening.ana, Settle(who="wolf", decision=decision)) == "The wolf is not your character."
    evening.do(evening.mj, Settle(who="wolf", decision=decision, answer=True))
    assert left(evening, evening.mj) == [("wolf", decision, True)]
    evening.do(evening.mj, Settle(who="wolf", decision=decision))
    assert left(evening, evening.mj) == []
    evening.do(evening.mj, Abandon())
    evening.do(evening.ana, evening.strike((1,)))
    assert evening.house.view(evening.table, evening.mj).waiting_for == ["wolf"], "asked again"


def test_one_left_before_anybody_asked_has_no_words_yet(evening: Evening) -> None:
    evening.do(evening.ana, Settle(who="ana", decision="sample.unheard", answer=True))
    (told,) = evening.house.view(evening.table, evening.ana).not_asked
    assert (told.label, told.rule, told.options) == (None, "", [])


def test_a_reminder_is_kept_as_a_fact_and_read_by_each_in_their_language(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "wolf"}, title=""))
    (request,) = house.view(table, evening.mj).requests
    evening.do(evening.ana, evening.strike((6,), request=request))
    while asked := house.view(table, evening.mj).asked:
        evening.do(evening.mj, Answer(answers={who: one.default for who, one in asked.items()}))
    assert evening.refused(evening.ana, Remind(request=request)) == "Only the GM can do that."
    assert evening.refused(evening.mj, Remind(request="none")) == "There is no such roll request."
    evening.do(evening.mj, Remind(request=request))
    (line,) = [one for one in house.lines(table, evening.leo) if isinstance(one.what, Reminded)]
    assert (line.to_json()["request"], line.to_json()["who"]) == (request, ("leo",))
    said = {lang: house.sentences(table, [line], lang)[0] for lang in ("fr", "en")}
    assert said["fr"].startswith("Le meneur attend un jet")
    assert said["en"].startswith("The GM awaits a roll")
    assert not [one for one in sent(house.lines(table, evening.ana)) if one["name"] == "reminded/1"], "Ana has answered"
    assert not [one for one in sent(house.lines(table, "")) if one["name"] == "reminded/1"]
    evening.do(evening.mj, Close(request=request))
    assert evening.refused(evening.mj, Remind(request=request)).startswith("There is nobody to remind")
