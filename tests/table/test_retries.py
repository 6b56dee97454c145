"""A command sent again with its key: its answer is the same, and nothing happens twice."""

from __future__ import annotations

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Said, Say
from tablee.table.topics.seat import Invite, Relink
from tests.table.conftest import Evening

pytestmark = pytest.mark.both_stores


def test_a_repeated_invitation_tells_its_link_again(evening: Evening) -> None:
    first = evening.do(evening.mj, Invite(), "k")
    assert evening.do(evening.mj, Invite(), "k") == first
    assert evening.house.seat(evening.table, first.token) == first.seat
    assert evening.do(evening.mj, Invite(), "another").token != first.token
    kept = str([line.to_json() for line in evening.house.store.read(evening.table)])
    assert first.token not in kept


def test_a_repeated_relink_tells_its_link_again_as_long_as_it_opens(evening: Evening) -> None:
    renewed = Relink(seat=evening.ana)
    first = evening.do(evening.mj, renewed, "k")
    assert evening.do(evening.mj, renewed, "k") == first
    assert evening.house.seat(evening.table, first.token) == evening.ana
    evening.do(evening.mj, Relink(seat=evening.ana, revoke=True), "away")
    assert evening.do(evening.mj, renewed, "k").token == ""
    assert evening.do(evening.mj, Relink(seat=evening.ana, revoke=True), "away").token == ""


def test_the_same_invitation_at_two_tables_makes_two_links(evening: Evening) -> None:
    other, _ = evening.house.open("sample")
    here, there = (evening.house.submit(table, "mj", Invite(), "k") for table in (evening.table, other))
    assert getattr(here, "token", "") != getattr(there, "token", "")


def test_somebody_let_in_is_let_in_once(evening: Evening) -> None:
    knock = evening.house.knock(evening.table, "Zoé").seat
    first = evening.do(evening.mj, Invite(knock=knock), "k")
    assert evening.do(evening.mj, Invite(knock=knock), "k") == first
    assert (first.seat, first.token) == (knock, "")


def test_a_key_is_not_used_for_something_else(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="bonjour"), "k")
    for other in (Say(text="bonsoir"), Enter(who="loup", ready="wolf")):
        no = evening.house.submit(evening.table, evening.ana, other, "k")
        assert isinstance(no, Refusal)
        assert (no.clash, no.say("en")) == (True, "This key was used for another request already: take a new one.")
    evening.do(evening.leo, Say(text="bonsoir"), "k")  # a key is its seat's own
    said = [line.what.text for line in evening.house.store.read(evening.table) if isinstance(line.what, Said)]
    assert said == ["bonjour", "bonsoir"]
