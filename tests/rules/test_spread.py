"""Bands that act by themselves: they do not all fall on one person."""

from __future__ import annotations

import pytest

from tablee.rules.forms import spread_move
from tablee.rules.game import game_called


@pytest.mark.parametrize("game", ["undesix", "deusex", "d6"])
def test_a_band_of_six_is_spread_over_two(game: str) -> None:
    """Copies of one opponent of the first scene: no more than half of them go for one of the two players."""
    found = game_called(game)
    assert found.first_scene
    cast = found.first_scene.cast()
    players = found.first_scene.players
    foe = next(sheet for who, sheet in cast.items() if who not in players)
    band = {f"foe_{n}": foe for n in range(6)}
    cast = {**{who: cast[who] for who in players}, **band}
    moves = [spread_move(found, found.scene(who, cast)) for who in band]
    targets = [move[1]["target"] for move in moves if move]
    assert len(targets) == len(band)
    assert {who: targets.count(who) for who in players} == {players[0]: 4, players[1]: 2}


def test_a_game_that_spreads_by_itself_proposes_its_own() -> None:
    """CEM-TURN-04: whom one fights already comes first there."""
    game = game_called("cle-en-main")
    assert game.spreads
