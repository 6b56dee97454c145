"""Redos of both sides of one attack, counted under a plan."""

from typing import Any

from bench.laws import Drawn, counted

from tablee.games.cle_en_main import GAME

ROCKETS: dict[str, Any] = {
    "heroism": 0,
    "weapons": ("rocket_launcher",),
    "training": ("war_weapons", "heavy_weapons"),
    "skills": {"defence": 8, "combat (Armes de poing)": 8, "combat (Armes d'épaule)": 4},
    "atouts": (),
}


def test_a_redo_of_a_defence_is_not_taken_for_one_of_the_attack() -> None:
    """CEM-HERO-04: of two people struck at once the second redoes; the attacker, without a point, does not."""
    answers = {"cle-en-main.redo": True, "cle-en-main.redo-die": True, "cle-en-main.extra-die": False}
    changes: dict[str, dict[str, Any]] = {"douairiere": ROCKETS, "lazare": {"heroism": 0}, "maud": {"heroism": 1}}
    drawn = Drawn("cle-en-main.attack", "douairiere", changes, {}, {"target": "lazare", "others": ("maud",)}, answers)
    told = counted(GAME, drawn)
    assert told is not None
    assert told["laws"] != "too many"
