"""A duel with wounds from the first blow to the last care, as players read it."""

from collections.abc import Callable
from typing import Any

import pytest

from tablee.games.d6 import GAME
from tablee.text import LANGS
from tests.games.d6.stage import Stage


@pytest.mark.parametrize("lang", LANGS)
def test_a_duel_with_wounds(golden: Callable[[str, str], None], lang: str) -> None:
    """D6-COMBAT-01…08: Maël meets the Rouquin on the road; brother Anselme picks up the pieces."""
    stage = Stage("mael", "rouquin", "anselme", lang=lang)
    stage.does("mael", "courage", 3, 5, 2, fear="frightening")
    stage.does("", "fight", 4, 2, 6, 3, 3, 5, fighters=["mael", "rouquin"])
    assert stage.now() == ("mael",)

    hammer: dict[str, Any] = {"target": "rouquin", "specialities": ["marteau de guerre"]}
    stage.does("mael", "attack", 4, 2, 5, 3, 1, 6, 2, 3, 5, 2, 4, 1, 5, 6, 2, 4, 3, 2, 2, 4, 1, **hammer)
    stage.does("rouquin", "attack", 6, 5, 4, 2, 3, 1, 4, 2, 5, 6, 4, 6, 3, 2, 4, 1, 3, target="mael")
    assert [owed.action for owed in GAME.order.due(stage.scene)] == ["d6.round"]
    stage.does("", "round")
    stage.does("mael", "attack", 1, 1, 1, 1, 1, 4, 2, 1, **hammer)
    no_defence = {"mael": "none"}
    stage.does("rouquin", "attack", 6, 6, 6, 2, 4, 3, 6, 5, 3, 6, 2, 3, 1, 4, 2, target="mael", answers=no_defence)
    assert stage["mael"].dying
    stage.does("", "end")

    stage.does("anselme", "care", 4, 3, 2, target="mael")
    stage.does("", "time")
    stage.does("anselme", "care", 6, 5, 6, 4, 5, target="mael", means="medicine")
    stage.does("", "time", unit="week", n=2)
    golden(f"d6/duel.{lang}.txt", "\n\n".join(stage.told) + "\n")
