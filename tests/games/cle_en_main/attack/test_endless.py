"""CEM-EQUIP-10: 6s rolled again without end, and how far odds follow them."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Fed, Odds
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack import actions as combat
from tablee.games.cle_en_main.attack import numbers as attack_numbers
from tablee.games.cle_en_main.attack import odds as attack_odds
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.odds import FURTHEST, counted_up_to
from tablee.rules.run import Parts, Waiting, expected, perform, planned
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import on

HEROES = {"cle-en-main.extra-die": True, "cle-en-main.redo": True}


def grades(odds: Odds[Parts]) -> Odds[Any]:
    return odds.read(lambda parts: tuple((part.who, part.grade) for part in parts))


def fight(weapon: str = "grenade", **bob: Any) -> Any:
    ana = fighter("Ana", 8, 6, weapon, heroism=2, vitality=20)
    return on("ana", {"ana": ana, "bob": fighter("Bob", 5, 7, heroism=2, **bob)}, round=1)


@pytest.mark.parametrize("answers", [{}, HEROES])
@pytest.mark.parametrize("bob", [{"vitality": 5}, {"vitality": 0, "extra_wounds": 1}, {"vitality": 30}])
def test_beyond_what_is_told_nothing_changes_for_anybody(
    bob: dict[str, Any], answers: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CEM-EQUIP-10, CEM-VIT-02…04: counting further changes no grade."""
    do, plan = Attack(target="bob"), planned(answers)
    near = grades(expected(combat.attack, fight(**bob), do, plan))
    monkeypatch.setattr(attack_odds, "counted_up_to", lambda *told: counted_up_to(*told) + 30)
    assert grades(expected(combat.attack, fight(**bob), do, plan)) == near


def test_odds_say_how_far_they_count() -> None:
    do = Attack(target="bob")
    most = counted_up_to(fight(vitality=5), attack_numbers.attack_numbers(fight(vitality=5), do).blow, ("bob",))
    said = GAME.odds_remark(combat.attack, fight(vitality=5), do)
    assert said is not None
    assert f"jusqu'à {most} ; au-delà, rien ne change" in said.say("fr").replace("\u202f", " ")
    far = GAME.odds_remark(combat.attack, fight(vitality=500), do)
    assert far is not None
    assert f"up to {FURTHEST}; more is counted as {FURTHEST}" in far.say("en")
    assert GAME.odds_remark(combat.attack, fight("knife"), do) is None


def test_odds_in_progress_count_as_far() -> None:
    """CEM-EQUIP-10: the dice of the attack have fallen, two 6s among them; Bob wonders whether to redo his Défense."""
    do, scene = Attack(target="bob"), fight(vitality=500)
    begun = perform(combat.attack, scene, do, Fed([4, 6, 6, 1, 2, 2]))
    while isinstance(begun, Waiting) and "cle-en-main.redo" not in [card.id for card in begun.asked.values()]:
        begun = perform(combat.attack, scene, do, Fed([4, 6, 6, 1, 2, 2]), begun.by_default())
    assert isinstance(begun, Waiting)
    odds = expected(combat.attack, scene, do, so_far=begun.by_default())
    assert max(part.amount("damage") for parts in odds for part in parts) >= FURTHEST
