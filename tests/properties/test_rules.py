"""Every rule that the actions ask is equal, as fractions, to trying each face; those that cannot be tried are named."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from tablee.dice import Question, clear_caches
from tablee.dice.audit import brute
from tablee.dice.rule import RuleCall
from tablee.errors import BadInput, BadRule
from tablee.games.cle_en_main.attack.damage import more_dice
from tablee.games.cle_en_main.check.oppositions import OppositionNumbers, retried
from tablee.games.cle_en_main.check.throws import DiceResult, ThreeDice
from tablee.games.cle_en_main.order.turns import Rival, best_results
from tablee.games.deusex.health.countdowns import rounds_left
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared, Field, fields_of
from tablee.rules.game import games
from tablee.rules.run import expected, prepared

LEFT_OUT = {  # why, and where it is checked instead
    "d6.check.rolls.check": "sixes without end; finite sums and the bound in tests/games/d6/check/test_odds.py",
    "d6.check.rolls.contest": "the same",
    "d6.check.rolls.result": "the same",
    "d6.fight.wounds.wound": "the same",
}
EACH = 3  # calls of one rule


def some_value(field: Field, scene: Scene[Any]) -> Any:
    choices = list(field.one_of.on(scene)) if field.one_of else []
    one: Any = choices[0] if choices else max(field.low or 1, 1) if field.kind is int else "x"
    return (one,) if field.many else one


def ask(action: Action[Any, Any], scene: Scene[Any]) -> None:
    values = {field.name: some_value(field, scene) for field in fields_of(action.params) if field.required}
    try:
        do = prepared(action, scene, values)
        if isinstance(do, Declared):
            expected(action, scene, do)
    except (BadInput, BadRule):
        return  # not possible for these people: another action will ask the rule


def asked() -> dict[str, list[RuleCall[Any]]]:
    """The rules that the actions of every game ask of their ready people, with some of their calls."""
    clear_caches()
    gc.collect()  # only what is asked here, whatever other tests asked before
    for game in games().values():
        for action in game.actions:
            for actor in list(game.ready())[:3]:
                ask(action, game.scene(actor))
    found: dict[str, list[RuleCall[Any]]] = {}
    for call in gc.get_objects():
        if type(call) is RuleCall and call.body.__module__.startswith("tablee.games."):
            name = f"{call.body.__module__.removeprefix('tablee.games.')}.{call.body.__name__}"
            found.setdefault(name, []).append(call)
    return found


def test_every_rule_the_actions_ask_equals_every_face_tried() -> None:
    rules = asked()
    assert set(LEFT_OUT) <= set(rules)
    assert len(rules) >= 20
    for name, calls in rules.items():
        for call in [] if name in LEFT_OUT else calls[:EACH]:
            assert brute(call) == call.odds(), repr(call)


@pytest.mark.parametrize(
    "call",
    [
        rounds_left(),
        more_dice(2, False, 0, 0),
        retried(ThreeDice(heroic=True), DiceResult(12), OppositionNumbers(5, 5, 4, 4), False, True),
        best_results((Rival(6, 6), Rival(6, 6), Rival(4, 4))),
    ],
    ids=["rounds_left", "more_dice", "retried", "ahead"],
)
def test_rules_asked_only_in_rarer_moments_equal_every_face_tried(call: Question[Any]) -> None:
    assert brute(call, most_faces=2_000_000) == call.odds()
