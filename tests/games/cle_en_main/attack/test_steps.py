"""The odds of merged states, of which the rest is forgotten, are those of the steps walked one by one to the end."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from tablee.dice import Odds, Question, clear_caches
from tablee.dice.machine import Machine
from tablee.dice.rule import walk
from tablee.dice.unread import Unread, unread
from tablee.games.cle_en_main.attack import redos
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.team import cooperate, team_attack
from tablee.games.cle_en_main.check import cooperation
from tablee.games.cle_en_main.check.throws import DiceResult
from tablee.rules.action import Action
from tablee.rules.fields import Declared
from tablee.rules.run import expected, planned, prepared
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import on

LUCKY = ({"id": "t21", "ticked": True},)
DECISIONS = ("cle-en-main.redo", "cle-en-main.ne-coiffe", "cle-en-main.redo-die", "cle-en-main.extra-die")


class Fewer(Question[Any]):
    """Dice that fall in some of their ways only; for odds."""

    def __init__(self, law: dict[Any, int]) -> None:
        self.law = law

    def odds(self) -> Odds[Any]:
        return Odds(self.law)

    def play(self, player: Any) -> Any:
        raise AssertionError("these dice are not thrown")


@pytest.fixture
def fewer_strengths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that never make most of their sums, for both counts alike: every way of redoing can be followed."""

    @lru_cache
    def fewer(dice: Any) -> Unread[DiceResult]:
        law = {one: ways for one, ways in unread(dice).law.items() if one.dice % 7 == 6 or one.auto > 0}
        return unread(Fewer(law))

    for module in (redos, cooperation):
        monkeypatch.setattr(module, "unread", fewer)
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
    monkeypatch.setattr(Machine, "law_under", lambda machine, plan, most: walk(machine.follow, plan=plan, most=most))
    assert expected(action, scene, do, planned(answers), most=400_000) == counted
