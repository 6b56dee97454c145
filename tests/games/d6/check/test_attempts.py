"""Trying, opposing, rolling: what is thrown, what is refused, and what is said of it."""

from dataclasses import replace
from typing import Any

import pytest

from tablee.errors import BadFields
from tablee.games.d6 import GAME
from tablee.games.d6.check.attempts import able_opponent
from tablee.games.d6.check.skills import code_for
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.play import D6Play
from tablee.rules.cast import others
from tablee.rules.fields import record_of
from tablee.rules.run import expected
from tests.games.d6.stage import Stage, grade, steps


@pytest.mark.parametrize(
    ("dice", "threshold", "came_out"),
    [
        ([3, 4, 5, 2, 1], 14, "success"),
        ([3, 4, 5, 2, 1], 15, "failure"),
        ([1, 1, 1, 1, 1], 1, "fumble"),
        ([6, 6, 6, 6, 6, 1, 1, 1, 1, 1], 20, "critical"),
        ([6, 6, 6, 6, 6, 1, 1, 1, 1, 1], 40, "short"),
    ],
)
def test_a_test_beats_its_threshold(dice: list[int], threshold: int, came_out: str) -> None:
    """D6-TEST-02, -05, D6-CRIT-01, -02, -04: a critical success is called so only when it succeeds."""
    done = Stage("mael").does("mael", "test", *dice, what="Forge", threshold=threshold)
    assert grade(done) == came_out
    assert ("critique" in done.outcome.headline.say("fr")) == (came_out in ("fumble", "critical"))


def test_a_speciality_is_tied_to_no_skill() -> None:
    """D6-SPEC-01, -04: acier helps to forge it and to buy it."""
    stage = Stage("mael")
    assert (
        grade(stage.does("mael", "test", 3, 3, 3, 3, 3, 3, what="Forge", threshold=17, specialities=["acier"]))
        == "success"
    )
    bought = stage.does("mael", "test", 3, 3, 3, 3, what="Commerce", threshold=11, specialities=["acier"])
    assert bought.why[0].say("fr") == "Commerce 4D = base 2D + niveau 1D + acier 1D"


@pytest.mark.parametrize(("stacking", "dice"), [("best", 7), ("sum", 8)])
def test_several_specialities(stacking: str, dice: int) -> None:
    """D6-SPEC-07: the best one, or all of them at some tables."""
    stage = Stage("mael", spec_stacking=stacking)
    both = ["acier", "marteau de guerre"]
    stage.does("mael", "test", *[2] * dice, what="Haches et masses", difficulty="easy", specialities=both)


def test_a_difficulty_is_worth_the_top_of_its_band() -> None:
    """D6-TEST-03."""
    stage = Stage("mael")
    assert grade(stage.does("mael", "test", 5, 4, 5, 1, what="F", difficulty="medium")) == "failure"
    assert grade(stage.does("mael", "test", 5, 4, 5, 2, what="F", difficulty="medium")) == "success"
    assert stage.refused("mael", "test", what="F") == "D6-TEST-03"


def test_a_typical_case_gives_its_threshold() -> None:
    """D6-TEST-03: a wall with holds, 10."""
    stage = Stage("mael")
    assert grade(stage.does("mael", "test", 2, 2, 2, 3, what="Escalade", case="mur avec des prises")) == "failure"
    assert grade(stage.does("mael", "test", 2, 2, 3, 3, what="Escalade", case="mur avec des prises")) == "success"


@pytest.mark.parametrize(
    ("what", "rule"),
    [("Médecine", "D6-SKILL-02"), ("Tannerie", "D6-SKILL-04"), ("Sorcellerie", "D6-SKILL-03"), ("Danse", "D6-CHAR-01")],
)
def test_what_is_not_owned_is_not_rolled(what: str, rule: str) -> None:
    """D6-SKILL-02…04: not even the base, and the card says why; a name that the lists do not know is a slip."""
    stage = Stage("mael", "ysolde")
    assert stage.refused("ysolde", "oppose", what="F", target="mael", theirs=what) == rule
    if rule == "D6-CHAR-01":
        with pytest.raises(BadFields):
            stage.refused("mael", "test", what=what, difficulty="easy")
    else:
        assert stage.refused("mael", "test", what=what, difficulty="easy") == rule
        assert stage.refused("mael", "roll", what=what) == rule


def test_specialities_are_one_s_own_and_help_skills_only() -> None:
    stage = Stage("mael", "ysolde")
    assert stage.refused("mael", "test", what="F", threshold=5, specialities=["acier"]) == "D6-SPEC-07"
    no = {"target": "mael", "what": "Esquive", "their_specialities": ["acier"]}
    assert stage.refused("ysolde", "oppose", **no, theirs="F") == "D6-SPEC-07"
    missing = Stage("mael", "ysolde").change("mael", specialities={"loups": 2})
    assert missing.refused("mael", "oppose", target="ysolde", what="F", their_specialities=["forêt"]) == "D6-SPEC-07"


def test_wounds_may_leave_no_die() -> None:
    """D6-CODE-04, D6-COMBAT-05: specialities come before the malus."""
    stage = Stage("anselme").change("anselme", wounds=3)
    assert stage.refused("anselme", "test", what="Esquive", threshold=5) == "D6-CODE-04"
    done = stage.does("anselme", "test", 3, 4, 2, 2, what="Médecine", threshold=5, specialities=["fièvres"])
    assert done.why[0].say("fr") == "Médecine 4D+2 = base 3D + niveau 2D+2 + fièvres 2D − blessures 3D"
    hurt = code_for(stage.scene, "anselme", "Esquive")
    assert hurt.sum.say("fr") == "Esquive 0 = base 2D + niveau +2 − blessures 2D+2"
    assert stage.change("anselme", wounds=4).refused("anselme", "roll", what="I") == "D6-COMBAT-05:out"
    assert (
        stage.change("anselme", wounds=0, fatigue=4).refused("anselme", "roll", what="I") == "D6-COMBAT-06:unconscious"
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "resists", "grades"),
    [
        ([4, 4, 4, 4], [3, 3, 3], False, ("won", "lost")),
        ([2, 2, 2, 2], [3, 3, 3], False, ("lost", "won")),
        ([2, 3, 3, 2], [3, 3, 1], False, ("won", "lost")),
        ([1, 2, 3, 3], [3, 3, 1], False, ("tied", "tied")),
        ([1, 2, 3, 3], [3, 3, 1], True, ("lost", "won")),
        ([1, 1, 1, 1], [1, 1, 2], False, ("lost", "won")),
        ([1, 1, 1, 1], [1, 1, 1], True, ("lost", "won")),
    ],
)
def test_an_opposition(mine: list[int], theirs: list[int], resists: bool, grades: tuple[str, str]) -> None:
    """D6-OPP-01: Force 4D against Force 2D+2, raised to 3D+2 for the tie."""
    stage = Stage("mael", "ysolde").change(
        "ysolde", characteristics={**Stage("ysolde")["ysolde"].characteristics, "F": "3D+2"}
    )
    done = stage.does("mael", "oppose", *mine, *theirs, target="ysolde", what="F", resists=resists)
    assert tuple(part.grade.id for part in done.outcome.parts) == grades


def test_the_odds_of_a_test_are_the_check_s() -> None:
    action = GAME.action("d6.test")
    scene = GAME.scene("mael", play=D6Play())
    law = expected(action, scene, record_of(action.params, {"what": "F", "threshold": 10}, scene))
    assert round(float(law.chance(lambda parts: parts[0].grade.good)), 6) == 0.841049


def test_a_table_may_let_equality_pass() -> None:
    """D6-TEST-02, D6-CRIT-01, -04, -05: the options reach the action."""
    assert (
        grade(Stage("mael", threshold_comparison="inclusive").does("mael", "test", 4, 4, 4, 3, what="F", threshold=15))
        == "success"
    )
    assert (
        grade(Stage("mael", crit_failure_auto=False).does("mael", "test", 1, 1, 1, 1, what="F", threshold=3))
        == "success"
    )
    once = Stage("mael", explode="once", crit_success_auto=True)
    assert grade(once.does("mael", "test", *[6] * 8, what="F", threshold=99)) == "critical"


def test_a_roll_tells_its_total() -> None:
    """D6-TEST-01, D6-CRIT-03: as far as the odds are followed."""
    stage = Stage("loup")
    assert stage.does("loup", "roll", 6, 6, 3, what="D").outcome.parts[0].amount("total") == 15
    long = stage.does("loup", "roll", *[6] * 40, 2, what="D")
    assert "242" in long.outcome.headline.say("en")
    assert long.outcome.parts[0].amount("total") == 96


@pytest.mark.parametrize(
    ("codes", "dice", "came_out"),
    [
        ({"code": "2d+1", "threshold": 7}, [3, 4], "success"),
        ({"code": "2D", "against": "1D+2"}, [3, 4, 4], "won"),
        ({"code": "2D", "against": "1D+2"}, [2, 4, 4], "tied"),
        ({"code": "1D"}, [6, 5], "rolled"),
    ],
)
def test_any_code_may_be_rolled(codes: dict[str, Any], dice: list[int], came_out: str) -> None:
    """D6-CODE-01, D6-TEST-02, D6-OPP-01: for people without a sheet."""
    assert grade(Stage("mael").does("", "code", *dice, **codes)) == came_out


@pytest.mark.parametrize(
    ("codes", "rule"),
    [
        ({"code": "D"}, "01:wrong"),
        ({"code": "+2"}, "04:wrong"),
        ({"against": "{x"}, "01:wrong"),
        ({"code": "31D"}, "01:many"),
    ],
)
def test_a_wrong_code_is_refused(codes: dict[str, Any], rule: str) -> None:
    """D6-CODE-01, -04."""
    assert Stage("mael").refused("mael", "code", **codes) == f"D6-CODE-{rule}"


def test_all_sixes_that_fall_short_say_so() -> None:
    """D6-CRIT-04: nobody reads « critical success » over a failure, nor a plain failure over all sixes."""
    stage = Stage("mael").change("mael", characteristics=dict.fromkeys(PROPOSED.characteristics, "2D"))
    done = stage.does("mael", "test", 6, 6, 1, 2, what="F", threshold=30)
    assert grade(done) == "short"
    assert "malgré" in done.outcome.headline.say("fr")
    assert "D6-CRIT-04:short" in steps(done)
    lost = stage.does("mael", "code", 6, 1, 6, 6, 2, 3, code="1D", against="2D")
    assert "D6-CRIT-04:lost" in steps(lost)
    auto = Stage("mael", crit_success_auto=True).does("mael", "code", 6, 1, code="1D", threshold=30)
    assert grade(auto) == "critical"
    assert "D6-CRIT-04:short" not in steps(auto)


def test_somebody_who_can_oppose_is_proposed() -> None:
    """D6-OPP-01: the dead are passed over; where nobody can oppose, the first is named and the refusal says why."""
    scene = GAME.scene(actor="mael")
    first, *rest = others(scene)
    dead = {who: scene[who].with_changes(wounds=6) for who in (first, *rest)}
    assert able_opponent(replace(scene, cast={**scene.cast, first: dead[first]})) == rest[0]
    assert able_opponent(replace(scene, cast={**scene.cast, **dead})) == first
