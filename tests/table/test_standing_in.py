"""Somebody who is away is stood in for by the MJ, or by anybody where nobody leads, until they are back."""

from __future__ import annotations

from tablee.rules.stored.written import written
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.stand_in import StandIn
from tests.table.conftest import Evening

BY_THEMSELVES = Arrange(opponents="by-themselves")


def last_told(evening: Evening, seat: str) -> str:
    house, table = evening.house, evening.table
    (*_, line) = house.with_sentences(table, house.lines(table, seat), "fr")
    assert line.said
    return line.said.told


def test_where_nobody_leads_anybody_plays_for_who_is_away_until_they_are_back(evening: Evening) -> None:
    strike = Act(actor="ana", action="sample.strike", params={"target": "wolf"})
    assert evening.refused(evening.leo, strike) == "Ana is not your character."
    assert evening.refused(evening.leo, StandIn(seat=evening.ana)) == "Only the GM can do that."
    evening.do(evening.mj, BY_THEMSELVES)
    evening.do(evening.leo, StandIn(seat=evening.ana))
    assert last_told(evening, evening.ana) == "Leo joue Ana en attendant Ana."
    view = evening.house.view(evening.table, evening.leo)
    assert (view.cast["ana"].owner, view.cast["ana"].stand_in, view.player("ana")) == (evening.ana, evening.leo, "Leo")
    evening.do(evening.leo, strike.with_changes(faces=(1,)))
    evening.do(evening.leo, Say(text="Je suis Ana.", speaker="ana"))
    evening.house.come_back(evening.table, evening.ana)
    assert last_told(evening, evening.leo) == "Ana joue de nouveau Ana."
    assert evening.refused(evening.leo, strike)
    seen = evening.house.view(evening.table, evening.mj).seen
    evening.house.come_back(evening.table, evening.ana)  # who is there already changes nothing
    assert evening.house.view(evening.table, evening.mj).seen == seen


def test_the_mj_plays_for_somebody_or_lets_another_do_so(evening: Evening) -> None:
    evening.do(evening.mj, StandIn(seat=evening.ana, instead=evening.leo))
    assert evening.house.state(evening.table).plays(evening.leo, "ana")
    assert evening.refused(evening.leo, StandIn(seat=evening.ana, instead=evening.mj)) == "Only the GM can do that."
    evening.do(evening.leo, StandIn(seat=evening.ana, on=False))
    assert not evening.house.state(evening.table).plays(evening.leo, "ana")
    assert "stands in" in evening.refused(evening.mj, StandIn(seat=evening.ana, on=False))
    evening.do(evening.mj, StandIn(seat=evening.ana))
    assert "already" in evening.refused(evening.mj, StandIn(seat=evening.ana))
    assert "plays nobody" in evening.refused(evening.mj, StandIn(seat=evening.mj, instead=evening.leo))
    assert "your own" in evening.refused(evening.mj, StandIn(seat=evening.mj))
    assert "no seat" in evening.refused(evening.mj, StandIn(seat="nobody"))
    evening.do(evening.mj, HandOver(who="ana", owner=evening.leo))
    assert evening.house.state(evening.table).cast["ana"].stand_in == ""


def test_who_stands_in_sees_the_sheet_for_that_time_and_nothing_that_was_for_the_person(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, HandOver(who="ana", owner=evening.ana, hidden=True))
    evening.do(evening.ana, Say(text="Sésame.", kind="note"))
    evening.do(evening.mj, Say(text="Tournesol.", kind="whisper", to=(evening.ana,)))

    def sent(seat: str) -> str:
        told = [line.said.told for line in house.with_sentences(table, house.lines(table, seat), "fr") if line.said]
        return written(house.view(table, seat)).decode() + str(told) + "".join(house.exported(table, seat))

    def knows() -> bool:
        return "health" in house.view(table, evening.leo).cast["ana"].sheet

    assert not knows()
    evening.do(evening.mj, StandIn(seat=evening.ana, instead=evening.leo))
    assert knows()
    assert "Sésame" not in sent(evening.leo)
    assert "Tournesol" not in sent(evening.leo)
    house.come_back(table, evening.ana)
    assert not knows()
