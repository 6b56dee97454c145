"""Policies: the first line that applies and that no rule refuses."""

from __future__ import annotations

import pytest

from tablee.dice.choice import Choice
from tablee.lab.policy import NATURAL, Policy, Tactic
from tablee.lab.setups import policies_of, setup_of, staged
from tablee.rules.forms import natural_move
from tablee.rules.game import game_called, games
from tablee.rules.playing import Playthrough

FOUR = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.mark.parametrize("id", FOUR)
def test_every_ready_policy_finds_a_move_in_the_first_scene(id: str) -> None:
    game = game_called(id)
    play = Playthrough.first_scene(game)
    scene = play.seen_by(play.may_act[0])
    for name, policy in policies_of(game).items():
        move = next(policy.moves(game, scene, setup_of(id).health))
        assert game.action(move.action), name
    action, values = natural_move(game, scene) or (None, {})
    natural = next(NATURAL.moves(game, scene, ""))
    assert action is not None
    assert (natural.action, natural.params) == (action.id, values)


def test_the_weakest_the_strongest_and_the_condition() -> None:
    game = game_called("undesix")
    cast = staged(game, [["nicolas"], ["loup", "ours", "gobelin"]]).cast
    scene = game.scene("nicolas", cast)
    for whom, foe in (("weakest", "gobelin"), ("strongest", "ours"), ("first", "loup")):
        policy = Policy(lines=(Tactic.model_validate({"action": "undesix.attack", "whom": whom}),))
        assert next(policy.moves(game, scene, "phy")).params["target"] == foe
    hold = Policy(lines=(Tactic(action="undesix.hold", when=("badly_hurt",)), Tactic(whom="first")))
    assert next(hold.moves(game, scene, "phy")).action == "undesix.attack"
    hurt = {**cast, "nicolas": cast["nicolas"].with_changes(phy=1)}
    assert next(hold.moves(game, game.scene("nicolas", hurt), "phy")).action == "undesix.hold"


def test_answers() -> None:
    policy = Policy(answers={"bonus": "most", "redo": True, "gone": 7})
    assert policy.answer(Choice("bonus", (0, 1, 2), 0)) == 2
    assert policy.answer(Choice("redo", (False, True), False)) is True
    assert policy.answer(Choice("gone", (0, 1), 0)) == 0
    assert policy.answer(Choice("other", (0, 1), 1)) == 1


def test_copies_have_names_of_their_own() -> None:
    ready = staged(game_called("undesix"), [["nicolas"], ["brigand", "brigand"]])
    assert ready.sides == (("nicolas",), ("brigand", "brigand#2"))
    assert ready.cast["brigand#2"].name.fr == "brigand 2"


def test_every_standard_duel_can_be_opened() -> None:
    for game in games().values():
        for one, two in setup_of(game.id).duels:
            assert staged(game, [[one], [two]]).sides == ((one,), (two,))
