"""How somebody is, in a word, and whether they still stand."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.condition import condition
from tablee.games.cle_en_main.play import CemPlay
from tests.games.cle_en_main.scenes import sheet


@pytest.mark.parametrize(
    ("state", "word", "stands"),
    [
        ({}, "unhurt", True),
        ({"vitality": 5}, "hurt", True),
        ({"vitality": 0}, "bad_shape", True),
        ({"vitality": 0, "dies_at": 4}, "dying", True),
        ({"vitality": 0, "wakes_at": 4}, "unconscious", False),
        ({"vitality": 0, "dies_at": 4, "wakes_at": 4}, "dying_out", False),
        ({"dead": True}, "dead", False),
        ({"surprised": True}, "unhurt", True),
        ({"kind": "extra", "group": 3}, "standing", True),
        ({"kind": "extra", "group": 0}, "nobody_left", False),
    ],
)
def test_a_word_for_every_state(state: dict[str, Any], word: str, stands: bool) -> None:
    """CEM-VIT-02…04, CEM-TURN-04, CEM-NPC-11: whoever stands may take a turn, surprise apart."""
    ana = sheet("Ana", **{"vitality": 20, "vitality_max": 20, **state})
    scene = GAME.scene("ana", {"ana": ana})
    found = condition(scene, "ana")
    assert (found.id, found.standing) == (word, stands)
    assert stands == (not ana.eliminated)
    assert (ana.able or ana.surprised) == stands
    assert found.say("fr", ana.name)
    assert found.say("en", ana.name)


def test_figurants_are_counted_and_sides_follow_the_sheet() -> None:
    """CEM-NPC-11, CEM-NPC-01: three standing; an NPC may be with the PJ."""
    people = {
        "ana": sheet("Ana"),
        "ally": sheet("Al", kind="henchman", side="pj"),
        "gang": sheet("Gang", kind="extra", group=3),
    }
    scene = GAME.scene("ana", people, play=CemPlay(round=1))
    assert condition(scene, "gang").say("fr", people["gang"].name) == "3 debout"
    assert GAME.sides(scene) == {"pj": ("ana", "ally"), "npc": ("gang",)}
