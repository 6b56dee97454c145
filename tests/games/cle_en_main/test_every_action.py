"""What is true of every action of a scene in full swing: rolled equals replayed, what came out is among the odds."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Fed, clear_caches
from tablee.dice.audit import audit
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.check.throws import ThreeDice
from tablee.games.cle_en_main.order.turns import Rival, quickest
from tablee.games.cle_en_main.play import CemPlay
from tablee.games.cle_en_main.world.chase import raced
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.run import Done, Progress, Waiting, expected, perform, planned, prepared
from tests.games.cle_en_main.warehouse import cast


class Case(NamedTuple):
    """An action that makes sense now."""

    action: str
    actor: str
    values: dict[str, Any]
    play: dict[str, Any]


FLEEING = {"progress": {"idriss": 5, "salome": 4, "lazare": 6}, "fugitives": ("lazare",)}
CASES = [
    Case("first-aid", "salome", {"target": "maud"}, {}),
    Case("first-aid", "salome", {"target": "maud", "heroic": True, "gear": False}, {"round": 2}),
    Case("rest", "", {"resting": ("maud", "idriss"), "carer": "salome"}, {}),
    Case("burn", "salome", {}, {"round": 1}),
    Case("breathe", "salome", {}, {"round": 1}),
    Case("fall", "idriss", {"metres": 7, "voluntary": True}, {}),
    Case("fall", "maud", {"metres": 4}, {}),
    Case("interrupt", "idriss", {"target": "lazare"}, {"round": 1, "hand": "mj", "options": ("lazare",)}),
    Case("settle", "", {"rivals": ("salome", "idriss", "maud")}, {"round": 1}),
    Case("chase", "idriss", {}, FLEEING),
    Case("chase", "salome", {"travel": "vehicle"}, FLEEING),
    Case("chase", "lazare", {}, {**FLEEING, "progress": {"idriss": 2, "lazare": 11}}),
    Case("start", "", {"surprised": ("maud",)}, {}),
    Case("finish", "", {}, {"round": 3}),
    Case("next-round", "", {}, {"round": 3}),
    Case("wait", "", {"rounds": 5}, {}),
    Case("do", "idriss", {"deed": "draw", "weapon": "knife"}, {"round": 1}),
]
PLANS = [
    {},
    {"cle-en-main.redo": True, "cle-en-main.extra-die": True},
    {"cle-en-main.stop": "", "cle-en-main.damage": "cancel"},
]


def set_up(case: Case) -> tuple[Action[Any, Any], Scene[Any], Declared]:
    people = cast()
    people["maud"] = people["maud"].with_changes(vitality=0, dies_at=4, wakes_at=5)
    people["salome"] = people["salome"].with_changes(burning="campfire", breathless=12)
    action, scene = GAME.action(f"cle-en-main.{case.action}"), GAME.scene(case.actor, people, play=CemPlay(**case.play))
    do = prepared(action, scene, case.values)
    assert isinstance(do, Declared), do.say("en")
    return action, scene, do


def ended(action: Action[Any, Any], scene: Scene[Any], do: Declared, dice: Fed, answers: dict[str, Any]) -> Done:
    done = perform(action, scene, do, dice)
    while isinstance(done, Waiting):
        asked = {who: answers[d.id] if answers.get(d.id) in d.options else d.default for who, d in done.asked.items()}
        done = perform(action, scene, do, dice, Progress(done.progress.rolls, done.answered(asked).answers))
    return done


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.action}-{case.actor}")
@pytest.mark.parametrize("answers", PLANS, ids=["default", "bold", "careful"])
@settings(max_examples=4, deadline=None)
@given(faces=st.lists(st.integers(1, 6), min_size=60, max_size=60))
def test_rolled_equals_replayed_and_is_among_the_odds(case: Case, answers: dict[str, Any], faces: list[int]) -> None:
    action, scene, do = set_up(case)
    done = ended(action, scene, do, Fed([*faces, 1, 2, 3, 4, 5, 6]), answers)
    again = perform(action, scene, do, Fed([]), Progress(done.progress.rolls, done.progress.answers))
    assert again == done
    assert done.outcome.headline.say("fr")
    assert done.outcome.headline.say("en")

    def plan(_who: str, choice: Any) -> Any:
        return answers[choice.id] if answers.get(choice.id) in choice.options else choice.default

    odds = expected(action, scene, do, plan)
    assert odds.p(done.outcome.parts) > 0
    assert sum(odds.p(parts) for parts in dict(odds.items())) == 1


def test_fast_odds_equal_brute_force() -> None:
    """CEM-TURN-06, CEM-CHASE-02."""
    clear_caches()
    audit(raced(6, ThreeDice(heroic=True)))
    audit(quickest((Rival(6, 6), Rival(4, 4))))


def test_a_plan_by_name_is_the_same_as_answers() -> None:
    """CEM-HERO-04: a redo planned by id."""
    action, scene, do = set_up(CASES[0])
    bold = (
        expected(action, scene, do, planned({"cle-en-main.redo": True})).read(lambda parts: parts[0].grade.good).p(True)
    )
    assert bold > expected(action, scene, do).read(lambda parts: parts[0].grade.good).p(True)
