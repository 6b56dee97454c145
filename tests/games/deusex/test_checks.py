"""Tests, oppositions, cooperation, the reserve: refusals, decisions, and exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import Fed, odds, throw
from tablee.dice.audit import audit, brute
from tablee.games.deusex import GAME
from tablee.games.deusex.check.checks import Try, faces, standing
from tablee.games.deusex.check.cooperation import efforts
from tablee.games.deusex.check.open_rolls import RARE, open_cap
from tablee.games.deusex.check.oppositions import opposition
from tablee.games.deusex.play import play_of
from tablee.games.deusex.tables import CRITICAL_GRADES, DIFFICULTIES, MARGINS, PS_TIERS, PV_TIERS, Rung, rung
from tablee.rules.fields import record_of
from tablee.rules.run import Done, Progress, Waiting, best, expected, perform, planned
from tests.games.deusex.stage import Stage


@pytest.mark.parametrize("dice", range(1, 13))
def test_an_open_roll_is_cut_where_nobody_will_see_it(dice: int) -> None:
    """DEX-OPEN-01: what lies at the cap and beyond is rarer than the stated bound."""
    assert odds(faces(dice, True)).chance(lambda found: found[0] >= open_cap(dice)) < Fraction(1, RARE)


def test_open_rolls_reroll_wave_after_wave() -> None:
    """DEX-DICE-04, DEX-OPEN-01, -02."""
    thrown = throw(standing(Try(3, 0, 30, open=True)), Fed([10, 2, 10, 10, 6, 1]))
    assert [roll.faces for roll in thrown.rolls] == [(10, 2, 10), (10, 6), (1,)]
    assert thrown.outcome == (9, 1)  # 39 against 30


@pytest.mark.parametrize("attempt", [Try(1, 3, 8), Try(2), Try(2, -1, 10), Try(3, 0, 25), Try(3, 0, 25, auto=False)])
def test_the_odds_of_a_test_are_those_of_its_faces(attempt: Try) -> None:
    """DEX-TEST-02…04, DEX-CRIT-01, -03, -04."""
    audit(standing(attempt))
    assert brute(standing(attempt)) == odds(standing(attempt))


@pytest.mark.parametrize("priority", [False, True])
def test_the_odds_of_an_opposition_are_those_of_its_faces(priority: bool) -> None:
    """DEX-OPP-01…06."""
    question = opposition(Try(2, 3, 10), Try(2, 1, 15), priority)
    assert brute(question) == odds(question)


def test_the_odds_of_cooperation_are_those_of_its_faces() -> None:
    """DEX-COOP-01."""
    question = efforts((Try(2, 2, 10), Try(2, 0, 15)), (None, None))
    assert brute(question) == odds(question)


def test_an_empty_pool_has_no_critical() -> None:
    """DEX-DICE-03."""
    assert throw(standing(Try(0, 3, 2)), Fed([])).outcome == (-1, 0)


def test_a_test_asks_for_reserve_points_before_the_dice() -> None:
    """DEX-RESERVE-03: the card comes first, and offers no more than there is."""
    stage = Stage(["nadia"])
    action, scene = GAME.action("deusex.test"), stage.scene.acting("nadia")
    waiting = perform(action, scene, record_of(action.params, {"talent": "PRE"}, scene), Fed([]))
    assert isinstance(waiting, Waiting)
    assert not waiting.progress.rolls
    assert waiting.asked["nadia"].options == (0, 1)
    done = stage.does("nadia", "deusex.test", [5, 5, 5], [{"nadia": 1}], talent="PRE")
    assert stage["nadia"].reserve == 0
    assert done.outcome.parts[0].amount("margin") == 2


def test_nobody_without_points_is_asked() -> None:
    stage = Stage(["vigile"])
    assert stage.does("vigile", "deusex.test", [5, 5], talent="FOR").progress.answers == ()


def test_a_point_is_worth_what_it_adds() -> None:
    """DEX-RESERVE-03: « mon point en vaut-il la peine ? »"""
    scene = GAME.scene("nadia")
    action = GAME.action("deusex.test")
    do = record_of(action.params, {"aptitude": "Investigation", "difficulty": 25}, scene)
    found = best(action, scene, do, "nadia", lambda parts: int(parts[0].grade.good))
    assert found.worth == Fraction(33466, 100000)


def test_what_is_rolled_is_among_the_odds_and_replays_alike() -> None:
    scene = GAME.scene("nadia")
    action = GAME.action("deusex.test")
    do = record_of(action.params, {"aptitude": "Investigation", "difficulty": 20}, scene)
    done = perform(action, scene, do, Fed([3, 9, 1, 6]), Progress(answers=({"nadia": 0},)))
    assert isinstance(done, Done)
    assert done.outcome.parts in expected(action, scene, do)
    again = perform(action, scene, do, Fed([]), done.progress)
    assert isinstance(again, Done)
    assert again.outcome == done.outcome


@pytest.mark.parametrize(
    ("who", "values", "code"),
    [
        ("nadia", {"aptitude": "Médecine", "talent": "INT"}, "DEX-TEST-05:no_aptitude"),
        ("nadia", {"aptitude": "Bagarre"}, "DEX-TEST-05:no_aptitude"),
        ("nadia", {"aptitude": "Investigation", "talent": "INT"}, "DEX-TEST-06:option_off"),
    ],
)
def test_a_test_may_be_refused(who: str, values: dict[str, Any], code: str) -> None:
    assert Stage([who]).refused(who, "deusex.test", **values) == code


def test_a_general_aptitude_may_be_improvised_with_a_talent() -> None:
    """DEX-TEST-05, and the option that forbids it."""
    stage = Stage(["nadia"])
    done = stage.does("nadia", "deusex.test", [7, 6], aptitude="Bagarre", talent="AGI")
    assert done.outcome.parts[0].amount("margin") == 0
    strict = Stage(["nadia"], {"untrained": "forbidden"})
    assert strict.refused("nadia", "deusex.test", aptitude="Bagarre", talent="AGI") == "DEX-TEST-05:no_aptitude"


def test_a_crossed_test_adds_the_talent() -> None:
    """DEX-TEST-06: Investigation +2 and INT 3."""
    stage = Stage(["nadia"], {"crossed_tests": True})
    done = stage.does("nadia", "deusex.test", [3, 3, 3, 3], aptitude="Investigation", talent="INT")
    assert done.outcome.parts[0].amount("margin") == 0


@pytest.mark.parametrize("action", ["test", "oppose", "cooperate", "melee", "shoot", "first-aid", "psychology"])
@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ({"pv": -4}, "DEX-WOUND-06:incapacitated"),
        ({"pv": -6}, "DEX-WOUND-07:dead"),
        ({"ps": -4}, "DEX-STRESS-07:incapacitated"),
        ({"ps": -6}, "DEX-STRESS-08:lost"),
        ({"ps": -1, "withdrawn": True}, "DEX-TROUBLE-05:withdrawn"),
    ],
)
def test_those_out_of_action_do_not_act(scores: dict[str, int], code: str, action: str) -> None:
    stage = Stage(["nadia", "marc"])
    stage.change("nadia", **scores)
    assert stage.refused("nadia", f"deusex.{action}") == code


def test_without_the_stress_rules_ps_weigh_on_nothing() -> None:
    """DEX-STRESS-01: the whole chapter is off."""
    stage = Stage(["nadia", "marc"], {"stress_rules": False})
    stage.change("nadia", ps=-4, phase=3)
    assert stage.does("nadia", "deusex.test", [9, 9], difficulty=15).outcome.parts[0].amount("margin") == 3
    assert stage.refused("nadia", "deusex.stress", incident="learn_loss") == "DEX-STRESS-01:option_off"
    assert stage.refused("marc", "deusex.psychology", patient="nadia") == "DEX-STRESS-01:option_off"
    assert stage.refused("", "deusex.commitment", patient="nadia", ps=3) == "DEX-STRESS-01:option_off"
    assert GAME.order.due(stage.scene) == ()


@pytest.mark.parametrize(
    ("dice", "grades"),
    [
        ([9, 9, 9, 5, 5], ("won", "lost")),
        ([6, 6, 6, 10, 8], ("lost", "won")),
        ([6, 6, 5, 9, 7], ("statu_quo", "statu_quo")),
        ([2, 2, 3, 2, 3], ("both_fail", "both_fail")),
    ],
)
def test_an_opposition_has_four_outcomes(dice: list[int], grades: tuple[str, str]) -> None:
    """DEX-OPP-02…05: Négociation +1 against PRE 1."""
    stage = Stage(["nadia", "vigile"])
    done = stage.does("nadia", "deusex.oppose", dice, opponent="vigile", aptitude="Négociation", their_talent="PRE")
    assert tuple(part.grade.id for part in done.outcome.parts) == grades


def test_after_two_failures_the_worse_one_may_be_burdened() -> None:
    """DEX-OPP-05: the explanation designates, the MJ's malus does the rest."""
    stage = Stage(["nadia", "vigile"])
    done = stage.does("nadia", "deusex.oppose", [1, 2, 5, 5], opponent="vigile", talent="FOR", their_talent="FOR")
    assert [why.saying.id for why in done.why][-1] == "DEX-OPP-05:burdened"
    done = stage.does("nadia", "deusex.oppose", [9, 5, 5], opponent="vigile", talent="FOR", their_talent="FOR", malus=1)
    assert done.outcome.parts[1].grade.id == "both_fail"


def test_a_task_goes_on_until_it_is_done() -> None:
    """DEX-COOP-01…03."""
    stage = Stage(["tomas", "youssef"])
    task: dict[str, Any] = {"helpers": ("youssef",), "talent": "FOR", "difficulty": 10, "task": 40}
    first = stage.does("tomas", "deusex.cooperate", [6, 6, 3, 3], **task)
    assert first.outcome.parts[0].amount("progress") == 14
    second = stage.does("tomas", "deusex.cooperate", [8, 6, 5, 5], **task)
    assert second.outcome.parts[0].grade.id == "complete"
    assert play_of(stage.scene).task == 0
    stage.does("tomas", "deusex.cooperate", [8, 6, 5, 5], **task)
    other = stage.does("tomas", "deusex.cooperate", [6, 6, 3, 3], **task, anew=True)
    assert other.outcome.parts[0].amount("progress") == 14  # the first task was given up


def test_the_group_has_one_test_deusex_per_scenario() -> None:
    """DEX-RESERVE-02, -04, -05, -06."""
    stage = Stage(["nadia", "marc"])
    stage.change("nadia", pv=-5)  # out of action, but luck is no action
    stage.does("nadia", "deusex.invoke", [1, 1])
    assert stage["nadia"].reserve == 0
    assert stage.refused("marc", "deusex.invoke") == "DEX-RESERVE-05:already_used_this_scenario"
    stage.does("", "deusex.new-seance")
    assert stage["nadia"].reserve == 0
    stage.does("", "deusex.new-scenario")
    assert stage["nadia"].reserve == 1
    stage.does("", "deusex.award-reserve", to="marc", points=2)
    assert (stage["marc"].reserve, stage["marc"].reserve_level) == (3, 3)
    stage.change("nadia", reserve=0)
    assert stage.refused("nadia", "deusex.invoke") == "DEX-RESERVE-02:insufficient"


def test_a_session_refills_reserves_where_the_table_reads_it_so() -> None:
    """DEX-RESERVE-02."""
    stage = Stage(["nadia"], {"reserve_refill": "seance"})
    stage.change("nadia", reserve=0)
    stage.does("", "deusex.new-seance")
    assert stage["nadia"].reserve == 1


def test_a_plan_adds_its_dice_to_the_odds() -> None:
    scene, action = GAME.scene("nadia"), GAME.action("deusex.test")
    do = record_of(action.params, {"talent": "INT", "difficulty": 20}, scene)
    plain = expected(action, scene, do).chance(lambda parts: parts[0].grade.good)
    helped = expected(action, scene, do, planned({"deusex.bonus": 1})).chance(lambda parts: parts[0].grade.good)
    assert helped > plain


@pytest.mark.parametrize("scale", [DIFFICULTIES, MARGINS, PV_TIERS, PS_TIERS, CRITICAL_GRADES])
def test_scales_are_written_from_low_to_high(scale: tuple[Rung, ...]) -> None:
    """DEX-TEST-07, -09, DEX-WOUND-04, DEX-STRESS-05, DEX-CRIT-02."""
    steps = [step.at for step in scale]
    assert steps == sorted(set(steps))
    assert [rung(scale, at) for at in steps] == list(scale)
    assert rung(scale, steps[0] - 1) is None
