"""Instants of a fight: wounds count from the next one on, also in the next round; reserve points at once."""

from __future__ import annotations

from typing import Any

from tablee.dice import Seeded
from tablee.games.deusex import GAME
from tablee.rules.playing import Playthrough


def test_wounds_of_a_round_count_in_the_next_one_where_it_has_a_single_instant() -> None:
    """DEX-WOUND-05, DEX-COMBAT-06: no firearm, so each round is one instant."""
    cast = Playthrough.first_scene(GAME, Seeded(1)).scene.cast
    people = {"a": cast["petite_frappe"], "b": cast["vigile"].with_changes(pv=1)}
    fight = Playthrough(GAME, GAME.scene(cast=people), Seeded(7))
    fight.act("", "deusex.start-fight", {"one": ("a",), "two": ("b",)})
    for _ in range(3):
        fight.act("a", "deusex.melee", {"target": "b", "weapon": "knife"})
        assert fight.seen_by("b")["b"].pv == fight.scene["b"].pv
    assert fight.scene["b"].pv < 1


def test_a_reserve_point_is_spent_once_in_an_instant() -> None:
    """DEX-RESERVE-03: what was paid for the first blow is gone when the second is struck."""

    def bold(who: str, decision: Any) -> Any:
        return decision.options[-1] if who == "nadia" else decision.default

    fight = Playthrough.first_scene(GAME, Seeded(1), bold)
    fight.act("youssef", "deusex.attack", {"target": "vigile"})
    fight.act("petite_frappe", "deusex.melee", {"target": "nadia", "weapon": "knife"})
    fight.act("vigile", "deusex.melee", {"target": "nadia", "weapon": "baseball_bat"})
    assert fight.scene["nadia"].reserve == 0
