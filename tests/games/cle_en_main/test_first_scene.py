"""The first scene, played by natural moves and default answers: it opens on a player and ends soon."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Seeded
from tablee.dice.choice import by_default
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.first_scene import PLAYERS
from tablee.rules.fields import Declared
from tablee.rules.playing import Playthrough
from tablee.rules.run import prepared

FAIR = 0.4


@pytest.mark.parametrize("evenings", [5, pytest.param(20, marks=pytest.mark.evening)])
def test_enter_alone_ends_the_fight(evenings: int) -> None:
    """CEM-TURN-01…05: at most twenty actions and eighty actions and questions on average: who may lose is asked about
    heroism at every blow, and who hits may redo it (CEM-HERO-04). At a table one card gathers several questions
    (tests/table/test_speaking_up.py). Players and the MJ all play, nothing is refused.
    """
    actions, answers = 0, 0

    def answered(who: str, decision: Any) -> Any:
        nonlocal answers
        answers += 1
        return by_default(who, decision)

    for seed in range(evenings):
        evening = Playthrough.first_scene(GAME, Seeded(seed), answered)
        before = len(evening.done)
        while len(evening.standing) > 1:
            evening.act(*evening.natural_move())
            actions += 1
        assert {who for who, *_ in evening.done[before:]} >= {*PLAYERS, "dockers"}
    assert actions <= 20 * evenings
    assert actions + answers <= 80 * evenings


@pytest.mark.parametrize("who", [*PLAYERS, "contremaitre", "dockers"])
def test_the_first_blow_has_a_fair_chance(who: str) -> None:
    """CEM-ATTACK-01: whoever begins."""
    evening = Playthrough.first_scene(GAME)
    _, action, values = evening.natural_move(who)
    assert action == "cle-en-main.attack"
    scene, attack = evening.scene.acting(who), GAME.action(action)
    do = prepared(attack, scene, values)
    assert isinstance(do, Declared)
    law = GAME.odds(attack, scene, do)[""]
    assert law.chance(lambda parts: parts[0].grade.good) >= FAIR
