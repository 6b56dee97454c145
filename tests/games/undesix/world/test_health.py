"""Dangers, privations, drugs, scores at zero; rest, Médecine, days."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.sheet import Learnt
from tablee.games.undesix.world.hazards import HAZARDS, deprive, drug, endanger, hazard_points
from tablee.games.undesix.world.healing import Heal, Treatment, rest, treat
from tablee.games.undesix.world.health import Wound, affect, conditions, psy_state
from tablee.games.undesix.world.time import days, wait
from tablee.rules.run import Done, Waiting, expected, perform, prepared
from tablee.rules.tell import card
from tests.games.undesix.cast import after, alone, doing, noted, refused, sheet


def test_a_hazard_costs_complete_units_whatever_the_armour() -> None:
    """UDS-HEALTH-07."""
    done, scene = doing(endanger, alone(sheet(phy=5, armour="plate")), [], target="ana", hazard="fall", amount=7)
    assert scene["ana"].phy == 2
    assert done.outcome.headline.say("en") == "Ana loses 3 points: fall, 7 metres"


@pytest.mark.parametrize("kind", list(HAZARDS))
def test_every_hazard_costs_something_for_one_unit(kind: str) -> None:
    """UDS-HEALTH-07, -09, UDS-HEAL-09."""
    hazard = HAZARDS[kind]
    assert hazard_points(kind, hazard.unit) == (3 if kind == "poison" else 1)
    assert hazard_points(kind, hazard.unit - 1) == 0


def test_poison_allows_no_roll_and_vitality_goes_first() -> None:
    """UDS-HEALTH-02, -09, UDS-TEST-09."""
    done, scene = doing(endanger, alone(sheet(phy=3, vitality=1)), [], target="ana", hazard="poison")
    assert (scene["ana"].vitality, scene["ana"].phy) == (0, 1)
    assert noted(done) == ["UDS-HEALTH-09"]
    _, strong = doing(endanger, alone(sheet(phy=9)), [], target="ana", hazard="poison", points=5)
    assert strong["ana"].phy == 4, "three in general; the MJ may say otherwise"


def test_a_deadly_danger_is_said_to_be_so() -> None:
    """UDS-HEALTH-03, -04."""
    done, _ = doing(endanger, alone(sheet(phy=2)), [], target="ana", hazard="fire", amount=12)
    assert noted(done) == ["UDS-HEALTH-07", "UDS-HEALTH-03"]
    done, _ = doing(endanger, alone(sheet(phy=2)), [], target="ana", hazard="fire", amount=18)
    assert noted(done) == ["UDS-HEALTH-07", "UDS-HEALTH-04"]


def test_a_desperate_dodge_needs_a_way_out() -> None:
    """UDS-OPT-05, -06: locked in a burning room nobody is asked; falling from a ledge one may be."""
    scene = alone(sheet(phy=3, psy=3), desperate_actions=True)
    done, burnt = doing(endanger, scene, [], target="ana", hazard="fire", amount=6)
    assert burnt["ana"].phy == 2
    done, saved = doing(endanger, scene, [], {"ana": True}, target="ana", hazard="fall", amount=4, way_out=True)
    assert (saved["ana"].phy, saved["ana"].psy, saved["ana"].exhausted) == (3, 0, 10)
    assert noted(done)[-2:] == ["UDS-OPT-05", "UDS-OPT-06"]
    done, hurt = doing(endanger, scene, [], {"ana": False}, target="ana", hazard="fall", amount=4, way_out=True)
    assert hurt["ana"].phy == 1


def test_hunger_thirst_and_sleeplessness_add_up() -> None:
    """UDS-HEALTH-08: two lacks for four days."""
    _, scene = doing(deprive, alone(sheet(phy=5, psy=3)), [], target="ana", lacks=("food", "drink"), hours=96)
    assert (scene["ana"].phy, scene["ana"].psy, scene["ana"].mad_days) == (1, -1, 1)


def test_what_is_lacking_reads_as_a_sentence() -> None:
    """UDS-HEALTH-08."""
    done, _ = doing(deprive, alone(sheet()), [], target="ana", lacks=["food", "sleep", "food"], hours=48)
    assert done.outcome.headline.say("fr").startswith("48 heures sans manger ni dormir")
    assert done.outcome.headline.say("en") == "48 hours without food or sleep: Ana loses 2 PHY and 2 PSY"


def test_a_drug_is_resisted_under_phy() -> None:
    """UDS-HEALTH-10, UDS-TEST-09."""
    scene = alone(sheet(phy=4))
    assert doing(drug, scene, [3], target="ana", modifier=-1)[0].outcome.parts[0].grade.good
    assert not doing(drug, scene, [4], target="ana", modifier=-1)[0].outcome.parts[0].grade.good
    odds = expected(drug, scene, drug.params(target="ana"))
    assert odds.read(lambda parts: parts[0].grade.good).p(True) == Fraction(4, 6)


@pytest.mark.parametrize(
    ("scores", "rules"),
    [
        ({"dex": 0}, ["UDS-STATE-01"]),
        ({"sav": 0}, ["UDS-STATE-01"]),
        ({"sens": 0}, ["UDS-STATE-01"]),
        ({"psy": 0}, ["UDS-STATE-03"]),
        ({"dex": -1}, ["UDS-HEALTH-04", "UDS-STATE-02"]),
        ({"sav": -1}, ["UDS-STATE-02"]),
        ({"sens": -2}, ["UDS-STATE-02"]),
        ({"psy": -3}, ["UDS-STATE-04"]),
        ({"psy": -6}, ["UDS-STATE-04", "UDS-STATE-04"]),
        ({"psy": -11}, ["UDS-STATE-04"]),
        ({}, []),
    ],
)
def test_zero_and_negative_scores(scores: dict[str, int], rules: list[str]) -> None:
    """UDS-STATE-01…04."""
    assert [note.saying.clause.id for note in conditions(sheet(scores))] == rules


def test_madness_is_the_mj_s_word_where_days_are_not_counted() -> None:
    """UDS-OPT-11."""
    assert psy_state(-3, counted=False) == ("mad", 0, False)
    assert [note.saying.clause.id for note in conditions(sheet(psy=-3), counted=False)] == ["UDS-OPT-11"]


def test_a_characteristic_brought_to_zero_says_what_it_means() -> None:
    """UDS-CHAR-03, UDS-STATE-01, -02."""
    done, scene = doing(affect, alone(sheet(sav=1)), [], target="ana", characteristic="sav", points=-1)
    assert (scene["ana"].sav, noted(done)) == (0, ["UDS-STATE-01"])
    done, scene = doing(affect, scene, [], target="ana", characteristic="sav", points=-1)
    assert noted(done) == ["UDS-STATE-02"]


# Recovering


def tended(**patient: Any) -> Any:
    cast = {"ana": sheet(patient), "doc": sheet(sav=5, skills={"medicine": Learnt(xp=1)})}
    return GAME.scene("doc", cast)


def test_medicine_gives_its_margin_back_and_teaches() -> None:
    """UDS-HEAL-04, UDS-XP-01: SAV 5 and +1 against 3 gives three points back."""
    done, scene = doing(treat, tended(phy=1, phy_max=5), [3], target="ana")
    assert (scene["ana"].phy, scene["doc"].line("medicine").xp) == (4, 2)
    assert done.outcome.parts[0].amount("healed") == 3


def test_once_a_day_unless_wounded_again() -> None:
    """UDS-HEAL-05: a failure does not count; a later success gives back what was lost since, no more."""
    _, scene = doing(treat, tended(phy=1, phy_max=6), [5], target="ana", modifier=-3)
    assert not scene["ana"].treated
    _, scene = doing(treat, scene, [6], target="ana")
    assert (scene["ana"].phy, scene["ana"].treated) == (1, True), "a margin of 0 is a success"
    assert refused(treat, scene, target="ana") == "UDS-HEAL-05"
    scene = after(scene, Wound("ana", 1))
    done, scene = doing(treat, scene, [1], target="ana")
    assert scene["ana"].phy == 1
    assert "UDS-HEAL-05" in noted(done)
    _, scene = doing(days, scene, [])
    _, scene = doing(treat, scene, [1], target="ana")
    assert scene["ana"].phy == 6


def test_oneself_while_standing() -> None:
    """UDS-HEAL-06, -07."""
    scene = alone(sheet(phy=4, phy_max=5, sav=6))
    done, healed = doing(treat, scene, [1], target="ana")
    assert healed["ana"].phy == 5
    assert "UDS-HEAL-07" in noted(done)
    assert refused(treat, alone(sheet(phy=0, sav=6)), target="ana") == "UDS-HEALTH-03"


def test_the_dead_are_past_help() -> None:
    """UDS-HEALTH-04, -05: unless the table lets players lie at −10."""
    assert refused(treat, tended(phy=-1), target="ana") == "UDS-HEALTH-04"
    lying = GAME.scene("doc", tended(phy=-3, phy_max=4).cast, {"pc_survives_to_minus_ten": True})
    _, saved = doing(treat, lying, [5], target="ana")
    assert (saved["ana"].phy, saved["ana"].stable) == (-2, True)
    _, rested = doing(rest, saved, [], target="ana", minutes=960)
    assert (rested["ana"].phy, rested["ana"].dead) == (0, False)
    done, lost = doing(rest, lying, [], target="ana", minutes=60)
    assert lost["ana"].dead
    assert "UDS-HEALTH-05" in noted(done)


def test_healing_magic_gives_a_point_without_limit_of_day() -> None:
    """UDS-HEAL-07, -08."""
    treated = sheet(phy=2, phy_max=3, treated=True)
    assert Heal("ana", 1).on(treated).phy == 3
    assert Heal("ana", 1).on(Heal("ana", 1).on(treated)).phy == 3


def test_rest_gives_back_psy_then_phy_then_vitality() -> None:
    """UDS-HEAL-01, -02, -03: sixteen hours are two points, PHY first."""
    tired = sheet(phy=2, phy_max=3, psy=-1, psy_max=4, vitality=0, vitality_max=2, exhausted=10, mad_days=1)
    done, scene = doing(rest, alone(tired), [], target="ana", minutes=960)
    rested = scene["ana"]
    assert (rested.phy, rested.vitality, rested.psy, rested.exhausted, rested.mad_days) == (3, 1, 4, 0, 1)
    assert noted(done) == ["UDS-HEAL-01"]
    _, scene = doing(days, scene, [], days=1)
    assert scene["ana"].mad_days == 0
    _, scene = doing(days, alone(sheet(exhausted=5)), [])
    assert scene["ana"].exhausted == 0


def test_time_that_is_no_rest_counts_too() -> None:
    """UDS-HEALTH-05, UDS-OPT-06: the untended die within the hour, the exhausted come round in ten minutes."""
    table = {"pc_survives_to_minus_ten": True}
    lying = alone(sheet(phy=-3, phy_max=4), **table)
    _, later = doing(wait, lying, [], minutes=59)
    assert later["ana"].state_if(True) == "unconscious"
    done, later = doing(wait, later, [], minutes=1)
    assert (later["ana"].state_if(True), noted(done)) == ("dead", ["UDS-HEALTH-05"])
    _, saved = doing(wait, after(lying, Heal("ana", 1)), [], minutes=600)
    assert saved["ana"].state_if(True) == "unconscious"
    _, spent = doing(wait, alone(sheet(psy=0, psy_max=3, exhausted=10)), [], minutes=10)
    assert (spent["ana"].exhausted, spent["ana"].psy) == (0, 0)


def test_the_odds_of_medicine() -> None:
    """UDS-HEAL-04, -07: with 4 points missing and a target of 6, the faces 1 and 2 heal all."""
    odds = expected(treat, tended(phy=1, phy_max=5), treat.params(target="ana"))
    assert odds.read(lambda parts: parts[0].amount("healed")).p(4) == Fraction(2, 6)
    rolled, _ = doing(treat, tended(phy=1, phy_max=5), [2], target="ana")
    assert odds.p(rolled.outcome.parts) > 0


def test_a_destiny_die_may_save_a_treatment() -> None:
    """UDS-OPT-07: asked after the failure, and only then."""
    cast = {"ana": sheet(phy=1, phy_max=5), "doc": sheet(sav=3, destiny=1)}
    scene = GAME.scene("doc", cast, {"destiny_dice": True})
    do = prepared(treat, scene, {"target": "ana"})
    assert isinstance(do, Treatment)
    stopped = perform(treat, scene, do, Fed([5]))
    assert isinstance(stopped, Waiting)
    assert list(stopped.asked) == ["doc"]
    _, healed = doing(treat, scene, [5, 1], {"doc": True}, target="ana")
    assert (healed["ana"].phy, healed["doc"].destiny, healed["doc"].destiny_mj) == (3, 0, 1)


def test_what_was_thrown_can_be_replayed() -> None:
    done, _ = doing(treat, tended(phy=1, phy_max=5), [2], target="ana")
    again = perform(treat, tended(phy=1, phy_max=5), treat.params(target="ana"), Fed([]), done.progress)
    assert isinstance(again, Done)
    assert (again.outcome, again.changes, again.why) == (done.outcome, done.changes, done.why)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_treatment_as_a_player_reads_it(lang: str, golden: Callable[[str, str], None]) -> None:
    scene = GAME.scene("barnabe", {**GAME.ready(), "chloe": GAME.ready()["chloe"].with_changes(phy=0)})
    first, scene = doing(treat, scene, [3], target="chloe")
    after_fall, scene = doing(endanger, scene, [], target="chloe", hazard="fall", amount=5)
    again, scene = doing(treat, scene, [5], target="chloe", circumstances=("darkness",))
    night, scene = doing(rest, scene, [], target="chloe", minutes=480)
    told = [card(GAME, scene, done, lang) for done in (first, after_fall, again, night)]
    golden(f"undesix/treatment.{lang}.txt", "\n\n".join(told) + "\n")
