"""Advice at a table: who may ask for it, and that it is reckoned on nothing that they may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tablee.rules.playing import Midway
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange, SetOption
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Abandon, Answer, Settle
from tablee.table.topics.seat import Invite


class Evening:
    """A first scene with advice, whose first character a player has taken."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.table, _ = house.open_ready(game)
        made = house.submit(self.table, "mj", Invite())
        assert isinstance(made, Submitted)
        self.ana = made.seat
        self.who, self.friend = [who for who, one in house.state(self.table).cast.items() if one.free][:2]
        self.foe = next(who for who, one in house.state(self.table).cast.items() if not one.free)
        self.do(Arrange(advice="on"))
        assert isinstance(house.submit(self.table, self.ana, Claim(who=self.who)), Submitted)

    def do(self, command: Command) -> None:
        told = self.house.submit(self.table, "mj", command)
        assert isinstance(told, Submitted), told

    def refused(self, who: str, seat: str = "") -> str:
        told = self.house.advisable(self.table, seat or self.ana, who)
        assert isinstance(told, Refusal)
        return told.say("en")

    def known(self, seat: str = "") -> Midway:
        told = self.house.advisable(self.table, seat or self.ana, self.who)
        assert isinstance(told, Midway), told
        return told


@pytest.fixture
def house(tmp_path: Any) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def test_advice_is_off_until_the_mj_allows_it_and_for_one_s_own(house: House) -> None:
    evening = Evening(house, "undesix")
    assert evening.known().scene.cast.keys() == house.scene(evening.table).cast.keys()
    assert "is not your character" in evening.refused(evening.foe)
    evening.do(Arrange(advice="off"))
    assert "plays without advice" in evening.refused(evening.who)
    assert "plays without advice" in evening.refused(evening.who, "mj")
    assert house.view(evening.table, evening.ana).arranged.advice == "off"


def test_no_advice_where_somebody_s_numbers_or_the_odds_are_hidden(house: House) -> None:
    evening = Evening(house, "undesix")
    evening.do(HandOver(who=evening.foe, hidden=True))
    assert "numbers that the GM hides" in evening.refused(evening.who)
    evening.known("mj")
    evening.do(HandOver(who=evening.foe, hidden=False))
    evening.known()
    evening.do(Arrange(odds="hidden"))
    assert "numbers that the GM hides" in evening.refused(evening.who)


def test_what_is_its_owner_s_alone_has_no_part_in_it(house: House) -> None:
    """DEX-STRESS-01: the PS of another player's character are theirs; advice is the same whatever they are."""
    evening = Evening(house, "deusex")
    evening.do(SetOption(option="stress_rules", value=True))
    before = evening.known()
    evening.do(Correct(who=evening.friend, field="ps", value=-3))
    after = evening.known()
    assert after.scene.cast == before.scene.cast
    assert after.began == before.began
    assert evening.known("mj").scene.cast[evening.friend].ps == -3


def test_what_others_have_answered_is_not_told_by_what_one_s_own_answers_are_worth(house: House) -> None:
    """DEX-RESERVE-03: both sides of an opposition are asked before the dice; advice takes the default of the other."""
    evening = Evening(house, "deusex")
    evening.do(Correct(who=evening.foe, field="reserve", value=2))
    oppose = Act(actor=evening.who, action="deusex.oppose", params={"target": evening.foe})
    form = house.form(evening.table, "mj", oppose, "en")
    assert not isinstance(form, Refusal)
    evening.do(oppose.with_changes(params=form.values))
    asked = house.view(evening.table, "mj").asked
    assert {evening.who, evening.foe} <= set(asked)
    before = evening.known().stopped
    assert before is not None
    evening.do(Answer(answers={evening.foe: asked[evening.foe].options[-1].value}))
    after = evening.known().stopped
    assert after is not None
    assert after.answered({evening.who: 0}) == before.answered({evening.who: 0})


def test_what_others_answer_once_for_all_is_told_by_no_odds_nor_advice(house: House) -> None:
    """DEX-RESERVE-03: as above, where the other side has settled its answer and is not asked any more."""
    evening = Evening(house, "deusex")
    evening.do(Correct(who=evening.foe, field="reserve", value=2))
    oppose = Act(actor=evening.who, action="deusex.oppose", params={"target": evening.foe})
    form = house.form(evening.table, "mj", oppose, "en")
    assert not isinstance(form, Refusal)
    told = []
    for answer in (0, 2):
        evening.do(Settle(who=evening.foe, decision="deusex.bonus", answer=answer))
        evening.do(oppose.with_changes(params=form.values))
        view, known = house.view(evening.table, evening.ana), evening.known().stopped
        assert known is not None
        assert view.waiting_for == [evening.who]
        told.append((view.asked, known.answered({evening.who: 1})))
        evening.do(Abandon())
    assert told[0] == told[1]


def test_out_of_a_fight_there_is_nothing_to_advise(house: House) -> None:
    evening = Evening(house, "undesix")
    evening.do(Act(action="undesix.end-fight"))
    assert "middle of a fight" in evening.refused(evening.who)
