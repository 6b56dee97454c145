"""Two processes on one store: a command is decided on what is, whatever its own process knew."""

from __future__ import annotations

import pytest

from tablee.errors import Unknown
from tablee.table.decide.refusal import Refusal
from tablee.table.service import House, Submitted
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Relink
from tests.rules.sample import GAME
from tests.table.conftest import Evening, at


def test_what_would_have_been_refused_stands_once_another_process_made_it_possible(
    setting: str, evening: Evening
) -> None:
    with at(setting) as store:
        there = House(store, lambda _: GAME)
        assert isinstance(there.submit(evening.table, evening.mj, Enter(who="max", ready="leo")), Submitted)
    evening.do(evening.mj, Correct(who="max", field="health", value=2))
    assert evening.sheet("max")["health"] == 2


def test_what_would_have_stood_is_refused_once_another_process_forbade_it(setting: str, evening: Evening) -> None:
    with at(setting) as store:
        there = House(store, lambda _: GAME)
        done = there.submit(evening.table, evening.mj, Correct(who="ana", field="health", value=0))
        assert isinstance(done, Submitted)
    no = evening.house.submit(evening.table, evening.ana, evening.strike())
    assert isinstance(no, Refusal)
    assert no.rule == "SAM-HIT-01"


def test_a_link_renewed_in_another_process_gives_no_more_commands(setting: str, evening: Evening) -> None:
    house, table = evening.house, evening.table
    old = evening.do(evening.mj, Relink(seat=evening.ana)).token
    assert isinstance(house.submit(table, evening.ana, Say(text="bonjour"), "before", old), Submitted)
    with at(setting) as store:
        there = House(store, lambda _: GAME)
        renewed = there.submit(table, evening.mj, Relink(seat=evening.ana))
        assert isinstance(renewed, Submitted)
    assert house.seat_at_hand(table, old) == evening.ana  # it has not been told yet
    for key in ("", "new", "before"):
        with pytest.raises(Unknown, match="opens no seat"):
            house.submit(table, evening.ana, Say(text="bonjour"), key, old)
    assert house.seat_at_hand(table, renewed.token) == evening.ana
    assert isinstance(house.submit(table, evening.ana, Say(text="bonsoir"), "", renewed.token), Submitted)
    with pytest.raises(Unknown, match="opens no seat"):
        house.seat_at_hand(table, old)
