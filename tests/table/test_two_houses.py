"""Two processes on one store: a command is decided on what is, whatever its own process knew."""

from __future__ import annotations

from tablee.table.decide import commands as c
from tablee.table.decide.refusal import Refusal
from tablee.table.service import House, Submitted
from tests.rules.sample import GAME
from tests.table.conftest import Evening, at


def test_what_would_have_been_refused_stands_once_another_process_made_it_possible(
    setting: str, evening: Evening
) -> None:
    with at(setting) as store:
        there = House(store, lambda _: GAME)
        assert isinstance(there.submit(evening.table, evening.mj, c.Enter(who="max", ready="leo")), Submitted)
    evening.do(evening.mj, c.Correct(who="max", field="health", value=2))
    assert evening.sheet("max")["health"] == 2


def test_what_would_have_stood_is_refused_once_another_process_forbade_it(setting: str, evening: Evening) -> None:
    with at(setting) as store:
        there = House(store, lambda _: GAME)
        done = there.submit(evening.table, evening.mj, c.Correct(who="ana", field="health", value=0))
        assert isinstance(done, Submitted)
    no = evening.house.submit(evening.table, evening.ana, evening.strike())
    assert isinstance(no, Refusal)
    assert no.rule == "SAM-HIT-01"
