"""A fight, a stress scene and a creation, as people read them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.games.deusex import GAME
from tablee.games.deusex.play import END, MELEE, OTHER, SHOOT, play_of
from tests.games.deusex.stage import Stage

Golden = Callable[[str, str], None]
LANGS = ("fr", "en")


def the_fight() -> Stage:
    """DEX-COMBAT-01…06, DEX-WOUND-01…07, DEX-HEAL-01: three rounds in a car park."""
    stage = Stage(["youssef", "nadia", "tueur", "petite_frappe"])
    may_act = GAME.order.may_act
    stage.does("", "deusex.start-fight", fighters=("youssef", "nadia", "tueur", "petite_frappe"))
    assert may_act(stage.scene) == ("tueur",)  # AGI 3 before AGI 2
    stage.does("tueur", "deusex.attack", [6, 3, 5, 4], target="youssef")
    assert may_act(stage.scene) == ("youssef",)
    stage.does("youssef", "deusex.shoot", [9, 4, 4, 3], [{"youssef": 1}], target="tueur", weapon="pistol")
    assert play_of(stage.scene).step == MELEE
    assert may_act(stage.scene) == ("nadia", "petite_frappe")
    stage.does("petite_frappe", "deusex.attack", [7, 6, 9, 4, 5], target="nadia")
    assert may_act(stage.scene) == ("nadia",)  # being struck took nothing from her
    stage.does("nadia", "deusex.wait")
    assert play_of(stage.scene).step == END
    stage.does("", "deusex.next-round")

    stage.does("tueur", "deusex.declare", what=MELEE)
    assert play_of(stage.scene).step == SHOOT
    stage.does("youssef", "deusex.shoot", [8, 9, 4], target="petite_frappe", weapon="pistol")
    stage.does("tueur", "deusex.melee", [10, 5, 5, 5, 8], target="nadia", weapon="knife")
    assert [due.action for due in GAME.order.due(stage.scene)] == ["deusex.countdown"]
    stage.does("nadia", "deusex.countdown", [3])
    stage.does("petite_frappe", "deusex.wait")
    stage.does("", "deusex.next-round")

    stage.does("tueur", "deusex.shoot", [2, 1, 4, 3], target="youssef", weapon="pistol")
    stage.does("youssef", "deusex.declare", what=OTHER)
    stage.does("petite_frappe", "deusex.melee", [9, 5, 6, 4, 7], target="youssef", weapon="knife")
    assert may_act(stage.scene) == ("youssef",)  # a defender still does what they declared
    stage.does("youssef", "deusex.first-aid", [7, 6, 4], patient="nadia")
    stage.does("", "deusex.next-round")

    stage.does("tueur", "deusex.shoot", [4, 4, 3, 2], target="youssef", weapon="pistol")
    stage.does("youssef", "deusex.shoot", [8, 7, 7], target="tueur", weapon="pistol")
    assert [due.action for due in GAME.order.due(stage.scene)] == ["deusex.end-fight"]
    stage.does("", "deusex.end-fight")
    return stage


def the_shock() -> Stage:
    """DEX-STRESS-02…09, DEX-TROUBLE-03, -05: what Marc saw, and who came."""
    stage = Stage(["marc", "nadia"])
    stage.does("marc", "deusex.stress", [7, 7], incident="murder_or_accident")
    stage.does("marc", "deusex.stress", [5, 9], incident="glimpse_creature")
    stage.does("nadia", "deusex.psychology", [8, 9, 4], patient="marc")
    stage.does("marc", "deusex.stress", [7, 9], incident="learn_loss")
    stage.does("marc", "deusex.test", [9, 8, 6], aptitude="Médecine", difficulty=15)
    stage.does("nadia", "deusex.stress", [6, 7, 8], [{"nadia": 1}], incident="witness_death")
    stage.does("nadia", "deusex.countdown", [4])
    stage.does("", "deusex.next-round")
    stage.does("marc", "deusex.invoke", [9, 8], difficulty=15)
    stage.does("marc", "deusex.psychology", [10, 9], patient="nadia")
    return stage


@pytest.mark.parametrize("lang", LANGS)
def test_a_fight_reads_well(lang: str, golden: Golden) -> None:
    golden(f"deusex/fight.{lang}.txt", the_fight().told(lang))


@pytest.mark.parametrize("lang", LANGS)
def test_a_stress_scene_reads_soberly(lang: str, golden: Golden) -> None:
    golden(f"deusex/stress.{lang}.txt", the_shock().told(lang))
