"""What the MJ asks for in a fight: where the game has it so one reacts, and has not acted; who helps or opposes has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.request import Request
from tests.table.test_group import Asked

Json = dict[str, Any]


class Fight(Asked):
    """The first scene of a game, in which the MJ asks one character for something and answers by default."""

    def asks(self, who: str, action: str, params: Mapping[str, Any]) -> None:
        self.do("mj", Request(action=action, params=dict(params), who=(who,)))
        request = list(self.view().requests)[-1]
        self.do("mj", Act(actor=who, action=action, params=dict(params), request=request))
        self.answers()

    def acts(self, who: str, action: str, params: Mapping[str, Any]) -> None:
        self.do("mj", Act(actor=who, action=action, params=dict(params)))
        self.answers()

    def answers(self) -> None:
        while waits := self.view().asked:
            self.do("mj", Answer(answers={one: asked.default for one, asked in waits.items()}))

    @property
    def turns(self) -> dict[str, str]:
        return {one.who: one.when for one in self.view().turns}

    @property
    def play(self) -> Json:
        return dict(self.house.state(self.table).play)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


@pytest.mark.parametrize(
    ("game", "who", "action", "params"),
    [
        ("undesix", "chloe", "undesix.test", {"characteristic": "psy"}),
        ("undesix", "nicolas", "undesix.test", {"characteristic": "phy"}),
        ("cle-en-main", "octavie", "cle-en-main.test", {"skill": "reflexes", "difficulty": 15}),
        ("cle-en-main", "dockers", "cle-en-main.open-test", {"skill": "perception"}),
        ("deusex", "youssef", "deusex.test", {"talent": "SAN"}),
        ("deusex", "vigile", "deusex.test", {"talent": "SAN"}),
        ("d6", "ysolde", "d6.test", {"what": "A", "difficulty": "easy"}),
        ("d6", "bandit", "d6.roll", {"what": "A"}),
    ],
)
def test_a_test_that_the_mj_asks_for_takes_nobody_s_turn(
    house: House, game: str, who: str, action: str, params: Json
) -> None:
    """UDS-TIME-02, CEM-TURN-05, DEX-COMBAT-06, D6-COMBAT-01: one resists or notices, and may still act this round."""
    fight = Fight(house, game)
    turns, sheet = fight.turns, house.state(fight.table).cast[who].sheet
    fight.asks(who, action, params)
    assert fight.turns == turns
    if game == "undesix":
        assert house.state(fight.table).cast[who].sheet == sheet, "no attitude is in force yet (UDS-ATTITUDE-05)"


@pytest.mark.parametrize(
    ("game", "who", "action", "params", "acted"),
    [
        # F8: most actions that use skills last six seconds
        ("undesix", "chloe", "undesix.test", {"skill": "stealth"}, ("chloe",)),
        (
            "undesix",
            "chloe",
            "undesix.together",
            {"characteristic": "phy", "helpers": ["nicolas"]},
            ("chloe", "nicolas"),
        ),
        ("undesix", "chloe", "undesix.oppose", {"target": "loup", "mine": "phy", "theirs": "phy"}, ("chloe",)),
        (
            "cle-en-main",
            "octavie",
            "cle-en-main.cooperate",
            {"skill": "strength", "difficulty": 15, "helpers": ["bruno"]},
            ("octavie", "bruno"),
        ),
        ("cle-en-main", "octavie", "cle-en-main.oppose", {"target": "dockers", "skill": "strength"}, ("octavie",)),
        ("deusex", "youssef", "deusex.cooperate", {"talent": "FOR", "helpers": ["nadia"]}, ("youssef", "nadia")),
        (
            "deusex",
            "youssef",
            "deusex.oppose",
            {"opponent": "vigile", "talent": "FOR", "their_talent": "FOR"},
            ("youssef",),
        ),
        ("d6", "ysolde", "d6.oppose", {"what": "F", "target": "bandit"}, ("ysolde",)),
    ],
)
def test_who_helps_opposes_or_works_has_acted_though_the_mj_asked(
    house: House, game: str, who: str, action: str, params: Json, acted: tuple[str, ...]
) -> None:
    """UDS-ACTION-14, UDS-OPP-04, CEM-COOP-03, CEM-OPP-03, DEX-COOP-01, DEX-COMBAT-06, D6-COMBAT-01."""
    fight = Fight(house, game)
    fight.asks(who, action, params)
    done = [one for one, when in fight.turns.items() if when == "done"]
    assert sorted(done) == sorted(acted)


def test_what_an_asked_roll_does_to_the_scene_is_kept(house: House) -> None:
    """DEX-RESERVE-05, DEX-COOP-02: a Test DeusEx at the Narrateur's asking is the one of the scenario; the work that
    was asked for is done.
    """
    fight = Fight(house, "deusex")
    fight.asks("youssef", "deusex.cooperate", {"talent": "FOR", "helpers": ["nadia"], "difficulty": 0, "task": 500})
    assert fight.play["task"] > 0
    fight.asks("nadia", "deusex.invoke", {})
    no = house.submit(fight.table, "mj", Act(actor="youssef", action="deusex.invoke"))
    assert isinstance(no, Refusal)
    assert no.rule == "DEX-RESERVE-05"


def test_a_failed_test_that_was_asked_for_is_remembered(house: House) -> None:
    """CEM-TEST-03: out of action scenes, the same attempt with the same chances fails by itself."""
    fight = Fight(house, "cle-en-main")
    fight.do("mj", EndFight(how="won"))
    lock = {"skill": "technique (mécanique)", "difficulty": 40, "task": "la serrure"}
    fight.asks("octavie", "cle-en-main.test", lock | {"skill": "perception"})
    no = house.submit(
        fight.table, "mj", Act(actor="octavie", action="cle-en-main.test", params=lock | {"skill": "perception"})
    )
    assert isinstance(no, Refusal)
    assert no.rule == "CEM-TEST-03"


def test_what_is_asked_for_in_the_turn_of_others_leaves_it_to_them(house: House) -> None:
    """CEM-TURN-03: the MJ still replies for whom Octavie attacked once Bruno has opposed somebody at their asking."""
    fight = Fight(house, "cle-en-main")
    fight.acts("octavie", "cle-en-main.attack", {"target": "contremaitre"})
    assert (fight.play["hand"], fight.play["reason"]) == ("mj", "response")
    fight.asks("bruno", "cle-en-main.oppose", {"target": "dockers", "skill": "strength"})
    assert (fight.play["hand"], fight.play["reason"], fight.turns["bruno"]) == ("mj", "response", "done")
    fight.acts("contremaitre", "cle-en-main.attack", {"target": "octavie"})
    assert fight.turns == fight.turns | {"anselme": "now", "bruno": "done", "octavie": "done"}


def test_the_mj_s_word_on_the_round_reads_who_fell_in_its_instant(house: House) -> None:
    """DEX-WOUND-06: the die of a countdown is thrown once, though the instant in which it began is not over."""
    fight = Fight(house, "deusex")
    fight.acts("youssef", "deusex.wait", {})
    fight.do("mj", Correct(who="nadia", field="pv", value=-3))
    fight.do("mj", Act(actor="vigile", action="deusex.melee", params={"target": "nadia"}))
    asked = {who: card.default for who, card in fight.view().asked.items()}
    fight.do("mj", Answer(answers=asked, faces=(6, 6, 4)))
    assert house.state(fight.table).cast["nadia"].sheet["pv"] == -4
    (clock,) = fight.play["clocks"]
    fight.do("mj", Act(action="deusex.next-round", sure=True))
    assert fight.play["clocks"] == [{**clock, "left": clock["left"] - 1}]
