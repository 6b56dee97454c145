"""The odds counted beforehand are those of the steps at the table, walked one by one to the end."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from tablee.dice import Odds, clear_caches
from tablee.games.cle_en_main.attack import clash, foreseen, strengths
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.foreseen import Foreseen
from tablee.games.cle_en_main.attack.team import cooperate, team_attack
from tablee.games.cle_en_main.check import throws
from tablee.games.cle_en_main.check.throws import UNREAD, Strengths, Thrown, by_strength
from tablee.rules.action import Action
from tablee.rules.fields import Declared
from tablee.rules.run import expected, planned, prepared
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import on

LUCKY = ({"id": "t21", "ticked": True},)
DECISIONS = ("cle-en-main.redo", "cle-en-main.ne-coiffe", "cle-en-main.redo-die", "cle-en-main.extra-die")


@pytest.fixture
def fewer_strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that never make most of their sums, for both counts alike: every way of redoing can be followed."""

    @lru_cache
    def fewer(dice: Any) -> Strengths:
        kept = {one: law for one, law in by_strength(dice).shown.items() if one[0] % 7 == 6 or one[1] > 0}
        return Strengths(Odds({Thrown(*one, UNREAD): law.total for one, law in kept.items()}), kept)

    for module in (clash, foreseen, strengths, throws):
        monkeypatch.setattr(module, "by_strength", fewer)
    clear_caches()


def someone(random: Random, name: str, **more: Any) -> Any:
    lucky = LUCKY if random.random() < 0.4 else ()
    skills = random.randint(2, 4), random.randint(2, 4), random.choice(["knife", "sword"])
    skill = {"athletics": random.randint(2, 4)}
    return fighter(name, *skills, skills=skill, heroism=random.randint(0, 3), vitality=60, atouts=lucky, **more)


def anything(random: Random) -> tuple[Action[Any, Any], Any, dict[str, Any], dict[str, bool]]:
    """People, what they declare, and a plan for some or all of them."""
    cast = {who: someone(random, who.capitalize()) for who in ("ana", "eve", "bob")}
    told: dict[str, Any] = {"target": "bob", "anyway": random.random() < 0.3}
    action: Action[Any, Any] = random.choice([attack, team_attack, cooperate])
    if action is cooperate:
        told = {"skill": "athletics", "difficulty": random.choice([13, 15, 17])}
    if action is not attack:
        told["helpers"] = ("eve",)
    elif random.random() < 0.3:
        told |= {"difficulty": 15, "unaware": ("bob",)}
    elif random.random() < 0.5:
        told |= {"others": ("eve",), "primes": ("multiple_attack",), "penalties": ("danger",)}
        cast = {who: sheet.with_changes(heroism=min(1, sheet.heroism)) for who, sheet in cast.items()}
    answers = {one: True for one in DECISIONS if random.random() < 0.6}
    answers |= {f"{who}/{one}": random.random() < 0.5 for who in cast for one in DECISIONS if random.random() < 0.3}
    return action, on("ana", cast, round=1), told, answers


@pytest.mark.usefixtures("fewer_strengths")
@pytest.mark.parametrize("seed", range(50))
def test_the_odds_are_those_of_the_steps(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """CEM-ATTACK-01, -03, CEM-COOP-01…04, CEM-HERO-04, -09, CEM-DMG-06, CEM-PRIME-05: whoever redoes what, and when."""
    action, scene, told, answers = anything(Random(seed))
    do = prepared(action, scene, told)
    assert isinstance(do, Declared)
    counted = expected(action, scene, do, planned(answers))
    monkeypatch.setattr(Foreseen, "possible", lambda _: False)
    assert expected(action, scene, do, planned(answers), most=400_000) == counted
