"""Those who have left play, what may be done out of turn, and chapters switched off halfway."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablee.games.deusex import GAME
from tablee.games.deusex.play import MELEE
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.store import store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.seat import Invite, Join
from tests.games.deusex.stage import Stage


@pytest.mark.parametrize(("scores", "code"), [({"pv": -6}, "DEX-WOUND-07:dead"), ({"ps": -6}, "DEX-STRESS-08:lost")])
def test_nothing_brings_back_those_who_have_left(scores: dict[str, int], code: str) -> None:
    """DEX-WOUND-07, DEX-STRESS-08, DEX-EVOL-05: neither progress nor a change of Talent, nor kind words."""
    stage = Stage(["nadia", "marc"])
    stage.change("nadia", xp=500, **scores)
    assert stage.refused("nadia", "deusex.raise-talent", talent="SAN") == code
    assert stage.refused("nadia", "deusex.raise-aptitude", aptitude="Chimie") == code
    assert stage.refused("", "deusex.adjust-talent", whose="nadia", talent="FOR", score=4) == code
    assert stage.refused("nadia", "deusex.invoke") == code
    assert stage.refused("nadia", "deusex.stress", incident="learn_loss") == code
    assert stage.refused("marc", "deusex.psychology", patient="nadia") == code
    assert stage.refused("", "deusex.commitment", patient="nadia", ps=5) == code


def test_a_countdown_of_a_chapter_switched_off_strikes_nobody() -> None:
    """DEX-STRESS-01, -07: the clock was running when the table changed its mind."""
    stage = Stage(["marc"])
    stage.change("marc", ps=-4)
    stage.does("marc", "deusex.countdown", [1])
    stage.scene = replace(stage.scene, options={"stress_rules": False})
    stage.does("", "deusex.next-round")
    assert stage["marc"].ps == -4
    assert stage.scene.play.clocks == ()


def test_without_troubles_no_phase_is_taken_back() -> None:
    """DEX-TROUBLE-01, -04."""
    stage = Stage(["marc"], {"trouble_rules": False})
    stage.change("marc", ps=-2, phase=2)
    asked = stage.refused("", "deusex.commitment", patient="marc", ps=5, eases=True)
    assert asked == "DEX-TROUBLE-01:option_off"
    stage.does("", "deusex.commitment", patient="marc", ps=5)
    assert stage["marc"].ps == 5


def test_the_mj_sets_the_difficulty_of_a_shock_with_the_tables_help() -> None:
    """DEX-STRESS-02: the printed one unless another is given; what it costs stays the incident's."""
    stage = Stage(["marc"])
    done = stage.does("marc", "deusex.stress", [5, 4], incident="face_creature", difficulty=10)
    assert (done.outcome.parts[0].amount("loss"), stage["marc"].ps) == (5, 5)
    done = stage.does("marc", "deusex.stress", [5, 9], incident="glimpse_creature")
    assert done.outcome.parts[0].amount("loss") == 5


def test_the_aptitude_left_open_may_be_one_nobody_listed() -> None:
    """DEX-CREATE-09, -10: the list is open."""
    stage = Stage(["ines"])
    assert stage.refused("ines", "deusex.define", aptitude=" ") == "DEX-CREATE-09:aptitude_missing"
    stage.does("ines", "deusex.define", aptitude="Apnée")
    assert stage["ines"].aptitudes["Apnée"] == 1
    assert stage["ines"].field[-1] == "Apnée"


def test_luck_and_words_need_no_turn(tmp_path: Path) -> None:
    """DEX-RESERVE-04, DEX-WOUND-06, DEX-COMBAT-06: at any time, even out of action; other actions wait their turn."""
    house = House(store_at(str(tmp_path / "tables.db")), lambda _: GAME)
    table, token = house.open("deusex")
    mj = house.seat(table, token)

    def done(seat: str, command: Command) -> Submitted:
        found = house.submit(table, seat, command)
        assert isinstance(found, Submitted), found
        return found

    done(mj, Join(called="Mo", words="lune"))
    ana = house.seat(table, done(mj, Invite()).token)
    done(ana, Join(called="Ana", words="soleil"))
    done(ana, Enter(who="youssef", ready="youssef"))
    done(mj, Enter(who="tueur", ready="tueur"))
    done(mj, Act(actor="", action="deusex.start-fight", params={"fighters": ["youssef", "tueur"]}))
    shoot = {"target": "tueur", "weapon": "pistol"}
    early = house.submit(table, ana, Act(actor="youssef", action="deusex.shoot", params=shoot))
    assert isinstance(early, Refusal)  # AGI 3 shoots before AGI 2
    done(ana, Act(actor="youssef", action="deusex.declare", params={"what": MELEE}))
    done(ana, Act(actor="youssef", action="deusex.invoke", params={}))
    assert house.state(table).cast["youssef"].sheet["reserve"] == 0
    again = house.submit(table, mj, Act(actor="youssef", action="deusex.invoke", params={}))
    assert isinstance(again, Refusal)
    assert "DEX-RESERVE-05" in str(again)
