"""A newcomer, who has no seat, sees no more than a spectator: what belongs to no seat is not theirs."""

from __future__ import annotations

from dataclasses import replace

from tablee.table.seen.view import View
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Invite
from tests.table.conftest import Evening


def without_seat(view: View) -> View:
    return replace(view, you="")


def test_a_newcomer_sees_what_a_spectator_sees(evening: Evening) -> None:
    watching = evening.do(evening.mj, Invite(role="spectator")).seat
    assert evening.house.state(evening.table).cast["wolf"].hidden
    evening.do(evening.ana, evening.strike((1,)))  # the wolf, whom the MJ plays, is asked whether to parry
    for _ in range(2):
        newcomer, spectator = (evening.house.view(evening.table, seat) for seat in ("", watching))
        assert newcomer == without_seat(spectator) == evening.house.seen_as(evening.table, evening.mj, "")
        assert evening.house.lines(evening.table, "") == evening.house.lines(evening.table, watching)
        assert evening.house.gauges(evening.table, "", "fr") == evening.house.gauges(evening.table, watching, "fr")
        for n in (3, 8, newcomer.seen):
            assert evening.house.view_at(evening.table, "", n) == without_seat(
                evening.house.view_at(evening.table, watching, n)
            )
        if newcomer.pending:
            assert (newcomer.making, newcomer.asked) == (None, {})
            evening.do(evening.mj, Answer(answers={"wolf": False}))
            evening.do(evening.mj, Answer(answers={"leo": False}))
