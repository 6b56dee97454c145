"""The first scene of UnDéSix: it opens on a player, and natural moves end it."""

from __future__ import annotations

from collections import Counter
from statistics import mean

from tablee.dice import Seeded
from tablee.games.undesix import GAME
from tablee.rules.forms import natural_moves
from tablee.rules.playing import Playthrough


def played(seed: int) -> Playthrough:
    """The first scene played to its end by natural moves, with the dice of this seed."""
    fight = Playthrough.first_scene(GAME, Seeded(seed))
    fight.play_out()
    return fight


def acts(fight: Playthrough) -> int:
    """How many actions people took; what falls due of itself is nobody's."""
    return sum(bool(who) for who, *_ in fight.done)


def test_natural_moves_end_the_fight() -> None:
    """UDS-COMBAT-07: twenty fights, none refused, few actions each, either side may win."""
    fights = [played(seed) for seed in range(20)]
    assert all(len(fight.standing) <= 1 for fight in fights)
    assert mean(acts(fight) for fight in fights) <= 40
    winners = Counter(next(iter(fight.standing), "") for fight in fights)
    assert set(winners) >= {"one", "two"}, winners


def test_whoever_surprises_acts_first() -> None:
    """UDS-INIT-02: Chloé before the wolf, whose SENS is higher; her blow has decent odds."""
    opened = Playthrough.first_scene(GAME, Seeded(0)).scene
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
        assert law.chance(lambda parts: parts[0].grade.id != "missed") >= 1 / 3, who
