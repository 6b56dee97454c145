"""Sessions: one ends with what happened, the next begins clean with it, and others read of it what was read to all."""

from __future__ import annotations

from tablee.rules.stored.written import written
from tablee.table.topics.pin import Pin
from tablee.table.topics.request import Request
from tablee.table.topics.session import EndSession, TellSession
from tests.table.conftest import Evening


def test_a_session_ends_clean_and_the_next_begins_with_it(evening: Evening) -> None:
    evening.do(evening.mj, Pin(text="à minuit"))
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "leo"}, who=("ana",)))
    sheets = {who: one.sheet for who, one in evening.house.state(evening.table).cast.items()}
    evening.do(evening.mj, EndSession(here=("ana", "leo"), told="Le duc a menti."))
    state = evening.house.state(evening.table)
    assert (state.pinned, [one.closed for one in state.requests.values()]) == ("", [True])
    assert {who: one.sheet for who, one in state.cast.items()} == sheets
    assert "Nothing has happened since" in evening.refused(evening.mj, EndSession())
    evening.do(evening.mj, TellSession(told="Le duc a menti, lundi.", read=True))
    view = evening.house.view(evening.table, evening.ana)
    assert [(one.here, one.told, one.read) for one in view.sessions] == [
        (["ana", "leo"], "Le duc a menti, lundi.", True)
    ]
    assert view.projected
    assert (view.projected.title, view.projected.text) == ("La dernière fois…", "Le duc a menti, lundi.")


def test_what_the_mj_wrote_of_a_session_is_theirs_until_read(evening: Evening) -> None:
    evening.do(evening.mj, EndSession(here=("ana",), told="Le duc a menti."))
    before = written(evening.house.view(evening.table, evening.ana))
    evening.do(evening.mj, TellSession(told="Le page aussi."))
    assert written(evening.house.view(evening.table, evening.ana)) == before
    assert b"duc" not in before
    assert evening.house.view(evening.table, evening.mj).sessions[0].told == "Le page aussi."
