"""The first scene of UnDéSix: it opens on a player, and natural moves end it."""

from __future__ import annotations

from collections import Counter
from statistics import mean

from tablee.games.undesix import GAME
from tablee.rules.forms import natural_moves
from tests.games.enter_alone import enter_alone


def test_natural_moves_end_the_fight() -> None:
    """UDS-COMBAT-07: twenty fights, none refused, few actions each, either side may win."""
    fights = [enter_alone(GAME, seed) for seed in range(20)]
    assert all(len(fight.sides) <= 1 for fight in fights)
    assert mean(len(fight.done) for fight in fights) <= 40
    winners = Counter(next(iter(fight.sides), "") for fight in fights)
    assert set(winners) >= {"one", "two"}, winners


def test_whoever_surprises_acts_first() -> None:
    """UDS-INIT-02: Chloé before the wolf, whose SENS is higher; her blow has decent odds."""
    opened = enter_alone(GAME, 0, most=0).scene
    assert [(turn.who, turn.when) for turn in GAME.order.turns(opened)] == [
        ("chloe", "now"),
        ("loup", "next"),
        ("nicolas", "later"),
        ("brigand", "later"),
    ]
    for who in opened.cast:
        action, values = next(natural_moves(GAME, opened.acting(who)))
        law = GAME.odds(action, opened.acting(who), action.params(**values))[""]
        assert action.id == "undesix.attack"
        assert law.chance(lambda parts: parts[0].grade.good) >= 1 / 3, who
