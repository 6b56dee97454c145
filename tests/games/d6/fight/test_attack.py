"""Our fights: defence, damage, wounds, fatigue, fear, care and growth."""

from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.d6 import GAME
from tablee.games.d6.codes import DieCode
from tablee.games.d6.fight.attack import Attack, defences
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.play import D6Play
from tablee.rules.action import Scene
from tablee.rules.run import Waiting, expected, perform, planned
from tests.games.d6.stage import Stage, grade, rank, steps, sums


def asked(stage: Stage, who: str, target: str, **more: Any) -> Waiting:
    scene = stage.scene.acting(who)
    waiting = perform(GAME.action("d6.attack"), scene, Attack(target=target, **more), Fed([]))
    assert isinstance(waiting, Waiting)
    return waiting


def test_the_target_chooses_its_defence_the_best_by_default() -> None:
    """D6-COMBAT-02: dodge, shield or parry."""
    waiting = asked(Stage("rouquin", "bertille"), "rouquin", "bertille")
    decision = waiting.asked["bertille"]
    assert decision.options == ("parry", "shield", "dodge", "speciality", "none")
    assert [option.say("fr") for option in decision.labels][:2] == ["parer (7D)", "lever le bouclier (4D)"]
    assert decision.default == "parry"


def test_what_nobody_is_left_for_is_not_proposed() -> None:
    """D6-COMBAT-05: refused before anybody is chosen, once each of the others is dead."""
    stage = Stage("mael", "bandit", "rouquin")
    for dead, refused in (("bandit", False), ("rouquin", True)):
        scene = stage.change(dead, wounds=9).scene.acting("mael")
        for action in ("d6.attack", "d6.oppose"):
            assert bool(GAME.action(action).refuse(scene, None)) is refused


def test_each_further_defence_of_a_round_costs_a_die() -> None:
    """D6-COMBAT-02: two attacks on Maël in one round; the next round starts afresh."""
    stage = Stage("mael", "bandit", "rouquin")
    stage.does("", "fight", 1, 2, 1, 6, 5, 4, 4, 3)
    assert stage.order() == [("bandit",), ("rouquin",), ("mael",)]
    stage.does("bandit", "attack", 1, 2, 1, 5, 5, 5, 5, 5, target="mael")
    assert stage.play.defences == {"mael": 1}
    done = stage.does("rouquin", "attack", 1, 2, 1, 1, 5, 5, 5, 5, target="mael")
    assert [term.value for sum in sums(done) for term in sum.terms if term.key == "defences"] == [-3]
    stage.does("mael", "pass")
    stage.does("", "round")
    assert stage.play.defences == {}


@pytest.mark.parametrize(
    ("distance", "hit"), [("point_blank", True), ("short", True), ("medium", False), ("long", False)]
)
def test_a_missile_has_the_threshold_of_its_range(distance: str, hit: bool) -> None:
    """D6-COMBAT-02, -03: Ysolde's bow, 6D, its own code of damage."""
    stage = Stage("ysolde", "ours")
    dice = [2, 3, 2, 3, 2, 3, *([2, 2, 2] + [3] * 6 if hit else [])]
    done = stage.does("ysolde", "attack", *dice, target="ours", distance=distance)
    assert grade(done) == ("unharmed" if hit else "missed")
    assert ("D6-COMBAT-03:shot" in steps(done)) == hit


def test_cover_gives_a_defence_against_missiles_but_no_parry() -> None:
    stage = Stage("ysolde", "bertille")
    decision = asked(stage, "ysolde", "bertille", covered=True).asked["bertille"]
    assert decision.options == ("shield", "dodge", "speciality", "none")


def test_the_unaware_and_the_helpless_have_a_threshold_of_five() -> None:
    """D6-COMBAT-02."""
    stage = Stage("bandit", "mael")
    assert grade(stage.does("bandit", "attack", 2, 1, 2, target="mael", unaware=True)) == "missed"
    helpless = stage.change("mael", fatigue=4)
    assert "D6-COMBAT-02:fixed" in steps(helpless.does("bandit", "attack", 1, 1, 2, target="mael"))


def test_equal_totals_miss_whatever_the_option() -> None:
    """D6-COMBAT-02: `threshold_comparison` bears on fixed thresholds only."""
    stage = Stage("bandit", "mael", threshold_comparison="inclusive")
    tie = stage.does("bandit", "attack", 6, 5, 3, 3, 2, 3, 2, 3, target="mael")
    assert grade(tie) == "missed"
    assert grade(stage.does("bandit", "attack", 2, 2, 1, target="mael", unaware=True)) == "missed"


def test_ranks_add_up_to_death_s_door() -> None:
    """D6-COMBAT-04, -05: a third wound puts Maël out, and dying."""
    stage = Stage("bandit", "mael").change("mael", wounds=3)
    done = stage.does("bandit", "attack", 2, 2, 2, 6, 5, 5, 5, 2, 2, 3, 1, 2, target="mael", unaware=True)
    assert rank(done) == 3
    assert stage["mael"].wounds == 6
    assert stage["mael"].state == "dead"
    assert stage.refused("bandit", "attack", target="mael") == "D6-COMBAT-05:target_dead"


def test_fists_tire_and_never_kill() -> None:
    """D6-COMBAT-06: a count of its own, and armour does not help."""
    stage = Stage("mael", "loup").change("loup", fatigue=3, armour="Plates")
    done = stage.does("mael", "attack", 5, 5, 5, 5, 6, 6, 6, 5, 1, 1, target="loup", weapon="Mains nues")
    assert stage["loup"].fatigue == 3 + rank(done) == 7
    assert stage["loup"].state == "unconscious"
    assert "inconscient" in done.outcome.headline.say("fr")


def test_both_counts_weigh_on_rolls_three_dice_at_most() -> None:
    """D6-COMBAT-05, -06."""
    stage = Stage("mael").change("mael", wounds=2, fatigue=2)
    assert stage["mael"].malus == 3
    stage.does("mael", "roll", 4, 4, what="Forge")
    stage.does("mael", "courage", 4, 4, 4, fear="unpleasant")


def test_exertion_is_rolled_against_taking_fatigue() -> None:
    """D6-COMBAT-06: a night without sleep, 3D."""
    stage = Stage("anselme")
    done = stage.does("anselme", "exert", 6, 5, 4, 1, 2, 3, effort="night")
    assert (rank(done), stage["anselme"].fatigue) == (2, 2)
    assert rank(stage.does("anselme", "exert", 1, 1, 6, 5, 4, effort="march")) == 0


@pytest.mark.parametrize(
    ("dice", "came_out", "fear"), [([5, 4, 6], "firm", 0), ([5, 4, 5], "afraid", 1), ([1, 1, 1], "flight", 2)]
)
def test_facing_fear(dice: list[int], came_out: str, fear: int) -> None:
    """D6-COMBAT-07: Courage 3D+1 against 15; one die less, or flight, until the scene ends."""
    stage = Stage("mael", "loup")
    assert grade(stage.does("mael", "courage", *dice, fear="terrible")) == came_out
    assert stage["mael"].fear == fear
    if fear == 2:
        assert stage.refused("mael", "attack", target="loup") == "D6-COMBAT-07:flees"
    stage.does("mael", "roll", *[3] * (4 - bool(fear)), what="F")
    stage.does("", "end")
    assert stage["mael"].fear == 0


def test_care_stops_the_dying_and_time_does_the_rest() -> None:
    """D6-COMBAT-05, -08."""
    stage = Stage("anselme", "mael").change("mael", wounds=5, fresh=True)
    stage.does("anselme", "care", 2, 2, 2, target="mael")
    assert stage.refused("anselme", "care", target="mael") == "D6-COMBAT-08:late"
    stage.does("anselme", "care", 6, 5, 6, 5, 6, target="mael", means="medicine")
    assert (stage["mael"].wounds, stage["mael"].dying) == (4, False)
    assert stage.refused("anselme", "care", target="mael", means="medicine") == "D6-COMBAT-08:soon"
    stage.does("", "time", n=1, unit="day")
    assert stage["mael"].wounds == 4
    stage.does("", "time", n=6, unit="day")
    assert stage["mael"].wounds == 3
    assert stage.refused("mael", "care", target="anselme") == "D6-COMBAT-08:unhurt"


def test_the_dying_die_hour_by_hour() -> None:
    """D6-COMBAT-05."""
    stage = Stage("mael", "anselme").change("mael", wounds=4, fatigue=2)
    stage.does("", "time", n=1)
    assert (stage["mael"].wounds, stage["mael"].fresh) == (5, True)
    stage.does("", "time", n=1)
    assert stage["mael"].state == "dead"
    stage.does("", "time", n=10, unit="week")
    assert stage["mael"].state == "dead"
    assert stage.refused("anselme", "care", target="mael") == "D6-COMBAT-08:dead"


def test_growth_costs_the_difference_of_the_prices() -> None:
    """D6-ADV-01."""
    stage = Stage("mael", "loup")
    stage.does("", "award", points=14)
    assert (stage["mael"].experience, stage["loup"].experience) == (14, 0)
    stage.does("mael", "grow", what="Forge")
    assert (str(stage["mael"].levels["Forge"]), stage["mael"].experience) == ("2D+1", 11)
    assert stage.refused("mael", "grow", what="F", to="5D") == "D6-ADV-01:dear"
    assert stage.refused("mael", "grow", what="F", to="5D+1") == "D6-ADV-01:table"
    assert stage.refused("mael", "grow", what="F", to="4D") == "D6-ADV-01:increase"
    assert stage.refused("mael", "learn", what="tenace") == "D6-SPEC-05:describes_characteristic"
    assert stage.refused("mael", "learn", what="acier") == "D6-ADV-01:known"
    stage.does("mael", "learn", what="Herboristerie")
    assert stage["mael"].owned["Herboristerie"] == "points"
    assert stage.refused("mael", "learn", what="loups") == "D6-ADV-01:dear"


def test_the_mj_alone_grants_the_extraordinary() -> None:
    """D6-SKILL-03: once granted it has a base like any skill."""
    stage = Stage("mael")
    stage.change("mael", experience=20)
    assert stage.refused("mael", "learn", what="Seconde vue") == "D6-SKILL-03:not_for_sale"
    assert stage.refused("mael", "learn", what=" ") == "D6-SPEC-01:speciality_name"
    stage.does("", "grant", target="mael", skill="Seconde vue")
    stage.does("mael", "roll", 3, 4, what="Seconde vue")
    assert not GAME.action("d6.grant").offered({}, mj=False)


def test_a_plan_may_decline_to_defend() -> None:
    """The odds follow the defence a plan declares."""
    action, scene = GAME.action("d6.attack"), GAME.scene("mael")

    def hit(scene: Scene[Any], **plan: str) -> float:
        law = expected(action, scene, Attack(target="rouquin"), planned(plan))
        return float(law.chance(lambda parts: parts[0].grade.id != "missed"))

    assert hit(scene) < 0.75 < hit(scene, **{"d6.defend": "none"})


def test_gear_is_changed_from_the_lists() -> None:
    """D6-COMBAT-03: the first weapon is in hand."""
    stage = Stage("mael", "loup")
    done = stage.does("mael", "equip", arms=["Lance", "Dague"], armour="Plates", shield=True)
    assert done.outcome.headline.say("fr").endswith("Lance, Dague, Plates, un bouclier")
    assert (stage["mael"].weapons, stage["mael"].armour, stage["mael"].shield) == (("Lance", "Dague"), "Plates", True)
    assert "Lances et hampes" in stage.does("mael", "attack", 1, 1, 1, 1, 2, target="loup").why[0].say("fr")


def test_somebody_without_a_die_left_is_told_before_choosing() -> None:
    """D6-CODE-04, D6-COMBAT-05: no weapon and no care can be rolled; passing remains."""
    fight = D6Play(round=1, order=(("bandit",), ("mael",)))
    stage = Stage("bandit", "mael", play=fight).change("bandit", wounds=3, specialities={})
    scene = stage.scene.acting("bandit")
    for action in ("d6.attack", "d6.care"):
        refusal = GAME.action(action).refuse(scene, None)
        assert refusal is not None
        assert "au bandit" in refusal.say("fr")
    assert GAME.action("d6.pass").refuse(scene, None) is None
    stage.change("bandit", wounds=3, specialities={"grands chemins": 1})
    assert GAME.action("d6.attack").refuse(stage.scene.acting("bandit"), None) is None


def test_a_speciality_comes_before_wounds_in_defence_too() -> None:
    """D6-COMBAT-02, -05, D6-SPEC-04: one die of dodge, one of the speciality, less one for the wound."""
    stage = Stage("rouquin", "mael")
    weak = dict.fromkeys(PROPOSED.characteristics, "1D")
    stage.change("mael", characteristics=weak, levels={}, weapons=(), wounds=1, specialities={"loups": 1})
    bare = stage.does("rouquin", "attack", *[1] * 4, target="mael")
    assert "D6-COMBAT-02:fixed" in steps(bare)
    decision = asked(stage, "rouquin", "mael", their_specialities=("loups",)).asked["mael"]
    assert decision.options == ("dodge", "parry", "none")
    assert decision.labels[0].say("fr") == "esquiver (1D)"


def test_fear_leaves_the_encaissements_alone() -> None:
    """D6-COMBAT-07: ours; Courage is weakened like everything else."""
    stage = Stage("mael").change("mael", fear=1, characteristics=dict.fromkeys(PROPOSED.characteristics, "2D"))
    assert stage.does("mael", "roll", 3, 3, what="wounds").outcome.parts[0].amount("total") == 6
    assert stage.does("mael", "roll", 3, 3, what="fatigue").outcome.parts[0].amount("total") == 6
    assert stage.does("mael", "roll", 3, what="courage").why[0].say("en") == "Courage 1D = Courage 2D − fear 1D"


def test_the_weapon_that_parries_best_parries() -> None:
    """D6-COMBAT-02: an axe without a die left, and a dagger or bare hands that have some."""
    cast = dict(GAME.scene().cast)
    foe = cast["bandit"]
    armed = foe.with_changes(weapons=("Hache de bataille", "Dague"), shield=False)
    poor = armed.with_changes(levels={**foe.levels, "Épées": DieCode(12)})
    scene = GAME.scene("mael", {**cast, "bandit": poor})
    best = defences(scene, Attack(target="bandit"))["parry"]
    alone = GAME.scene("mael", {**cast, "bandit": poor.with_changes(weapons=("Hache de bataille",))})
    assert best.code.rank > defences(alone, Attack(target="bandit"))["parry"].code.rank
