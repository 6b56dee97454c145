"""The first scene by natural moves alone."""

from __future__ import annotations

from tablee.games.d6 import GAME
from tablee.rules.forms import natural_moves
from tests.games.enter_alone import enter_alone

SEEDS, FEW = 20, 40


def test_enter_alone_ends_the_fight_in_few_steps_and_either_side_may_win() -> None:
    """D6-COMBAT-01…06: players open, everybody strikes, nobody is refused."""
    evenings = [enter_alone(GAME, seed) for seed in range(SEEDS)]
    assert all(len(evening.sides) == 1 for evening in evenings)
    assert sum(len(evening.done) for evening in evenings) <= SEEDS * FEW
    assert {side for evening in evenings for side in evening.sides} == {"players", "others"}


def test_players_open_and_every_first_blow_has_decent_odds() -> None:
    """D6-COMBAT-01, -02."""
    opened = enter_alone(GAME, 0, most=0).scene
    assert {turn.who for turn in GAME.order.turns(opened) if turn.when in ("now", "next")} == {"mael", "ysolde"}
    for who in opened.cast:
        action, values = next(natural_moves(GAME, opened.acting(who)))
        law = GAME.odds(action, opened.acting(who), action.params(**values))[""]
        assert action.id == "d6.attack"
        assert law.chance(lambda parts: parts[0].grade.good) >= 1 / 5, who
