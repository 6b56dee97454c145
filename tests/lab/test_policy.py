"""Policies: the first line that applies and that no rule refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.dice.choice import Choice
from tablee.games.cle_en_main.attack.consequences import Offer, damage_card, wise
from tablee.games.cle_en_main.attack.declaration import likely_target
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.sheet import REDO_TEST
from tablee.games.deusex.check.reserve import offered
from tablee.games.undesix.check.destiny import REROLL
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


def told_of(points: int, *offers: str) -> str:
    """What somebody of 13 vitality answers who may do these things about a blow, or both if nothing is said."""
    card = damage_card(
        tuple(Offer(what) for what in ("no", *(offers or ("cancel", "reduce")))),
        wise(ready()["bruno"].with_changes(vitality=13), points),
    )
    return str(NATURAL.answer(card))


def test_sensible_people_spend_where_it_matters() -> None:
    """CEM-HERO-04, CEM-HERO-06, DEX-RESERVE-03, UDS-OPT-07: a lost test is redone while a blow can still be cancelled,
    a blow that leaves no vitality is cancelled, or made less by what costs less,
    a last die of reserve is kept until one is hurt.
    """
    plain = Policy()
    rich, poor = Side("octavie", 0, points=3), Side("octavie", 0, points=2)
    assert (NATURAL.answer(rich.asked(REDO_TEST)), NATURAL.answer(poor.asked(REDO_TEST))) == (True, False)
    assert [told_of(points) for points in (5, 8, 12, 20, 21)] == ["no", "reduce", "reduce", "reduce", "cancel"]
    assert [told_of(points, "cancel") for points in (12, 13)] == ["no", "cancel"]
    assert [NATURAL.answer(offered(*how)) for how in ((1, False), (1, True), (3, False))] == [0, 1, 1]
    assert NATURAL.answer(REROLL)
    assert not any(plain.answer(one) for one in (rich.asked(REDO_TEST), offered(3, True), REROLL))


def test_people_of_one_side_do_not_all_strike_the_same_one() -> None:
    """Those whom a friend fights already come after others, and those about to die after everybody."""
    game = game_called("cle-en-main")
    scene = game.scene("contremaitre", cast=game.first_scene.cast() if game.first_scene else {})
    first = likely_target(scene)
    assert first
    taken = replace(scene, play=scene.play.with_changes(engaged={"dockers": (first,)}))
    assert likely_target(taken) not in (None, first)
