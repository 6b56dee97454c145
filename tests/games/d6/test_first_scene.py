"""The first scene by natural moves alone."""

from __future__ import annotations

import pytest

from tablee.dice import Seeded
from tablee.games.d6 import GAME
from tablee.rules.forms import natural_moves
from tablee.rules.playing import Playthrough

FEW = 40  # actions of a fight, on average


def played(seed: int) -> Playthrough:
    """The first scene played to its end by natural moves, with the dice of this seed."""
    fight = Playthrough.first_scene(GAME, Seeded(seed))
    fight.play_out()
    return fight


def acts(fight: Playthrough) -> int:
    """How many actions people took; what falls due of itself is nobody's."""
    return sum(bool(who) for who, *_ in fight.done)


@pytest.mark.parametrize("fights", [5, pytest.param(20, marks=pytest.mark.evening)])
def test_enter_alone_ends_the_fight_in_few_steps(fights: int) -> None:
    """D6-COMBAT-01…06: players open, everybody strikes, nobody is refused."""
    evenings = [played(seed) for seed in range(fights)]
    assert all(len(evening.standing) == 1 for evening in evenings)
    assert sum(acts(evening) for evening in evenings) <= fights * FEW


@pytest.mark.evening
def test_either_side_may_win() -> None:
    assert {side for seed in range(20) for side in played(seed).standing} == {"players", "others"}


def test_players_open_and_every_first_blow_has_decent_odds() -> None:
    """D6-COMBAT-01, -02."""
    opened = Playthrough.first_scene(GAME, Seeded(0)).scene
    assert {turn.who for turn in GAME.order.turns(opened) if turn.when in ("now", "next")} == {"mael", "ysolde"}
    for who in opened.cast:
        action, values = next(natural_moves(GAME, opened.acting(who)))
        law = GAME.odds(action, opened.acting(who), action.params(**values))[""]
        assert action.id == "d6.attack"
        assert law.chance(lambda parts: parts[0].grade.id != "missed") >= 1 / 5, who
