"""A test of one's own may be redone, won or lost: whoever wants to be asked about a won one says so (Fiche 2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.consequences import MISSED
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.team import team_attack
from tablee.games.cle_en_main.check.actions import test as attempt
from tablee.rules.run import expected, planned
from tests.games.cle_en_main.fighters import by_hand, fighter
from tests.games.cle_en_main.scenes import doing, on, sheet

REDO = {"ana/cle-en-main.redo": True}


def fight(weapon: str = "knife", bob: int = 0) -> Any:
    cast = {
        "ana": fighter("Ana", 8, 6, weapon, heroism=2),
        "bob": fighter("Bob", 5, 6, heroism=bob, kind="boss"),
        "eve": fighter("Eve", 7, 6, heroism=1),
    }
    return on("ana", cast, round=1)


def test_a_hit_may_be_redone_for_better_damage() -> None:
    """CEM-HERO-04: against the same defence; the second result stands, damage included."""
    done, after = doing(attack, fight(), [1, 5, 5, 2, 2, 2, 6, 4, 4], REDO, target="bob", anyway=True)
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (6, 1)
    worse, _ = doing(attack, fight(), [1, 5, 5, 4, 4, 4, 1, 1, 2], REDO, target="bob", anyway=True)
    assert worse.outcome.parts[0].grade is MISSED


def test_nobody_is_asked_about_a_hit_unless_he_wishes() -> None:
    """CEM-HERO-04: a redo of what is won is rarely wanted."""
    done, after = doing(attack, fight(), [1, 5, 5, 2, 2, 2], REDO, target="bob")
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (1, 2)


@pytest.mark.parametrize("bob", [0, 1])
def test_the_odds_of_always_redoing_are_those_of_one_attack(bob: int) -> None:
    """CEM-HERO-04, CEM-DMG-06: a first throw that never stands changes nothing; the heroic defence still spares."""
    plan = planned({**REDO, "bob/cle-en-main.extra-die": True})
    law: dict[tuple[bool, int], Fraction] = {}
    for parts, chance in expected(attack, fight(bob=bob), Attack(target="bob", anyway=True), plan).fractions().items():
        key = parts[0].grade is not MISSED, parts[0].amount("damage")
        law[key] = law.get(key, Fraction()) + chance
    once: dict[tuple[bool, int], Fraction] = {}
    for (hit, damage), chance in by_hand(8, 6, 1, 3, 3 + bob).items():
        once[hit, max(0, damage)] = once.get((hit, max(0, damage)), Fraction()) + chance
    assert law == once


LUCKY = ({"id": "t21", "ticked": True},)
TWICE = {"ana/cle-en-main.redo": True, "ana/cle-en-main.ne-coiffe": True}


def test_a_second_redo_meets_the_same_heroic_defence() -> None:
    """CEM-HERO-04, CEM-DMG-06: the die of the defence still spares, however often the attack is redone."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=2, atouts=LUCKY), "bob": fighter("Bob", 5, 6, heroism=1)}
    dice = [1, 1, 2, 4, 4, 3, 2, 1, 2, 2, 5, 5, 4]
    done, after = doing(attack, on("ana", cast), dice, {**TWICE, "bob/cle-en-main.extra-die": True}, target="bob")
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (3, 0)


def test_a_second_redo_meets_the_defence_of_those_already_hit() -> None:
    """CEM-HERO-04, CEM-PRIME-05: Bob was hit by the first redo, Eve was not; the second misses both."""
    cast = {
        "ana": fighter("Ana", 8, 6, heroism=2, atouts=LUCKY),
        "bob": fighter("Bob", 5, 6, kind="boss"),
        "eve": fighter("Eve", 5, 6, kind="boss"),
    }
    told: dict[str, Any] = {"others": ("eve",), "primes": ("multiple_attack",), "penalties": ("danger",)}
    dice = [1, 1, 2, 3, 3, 4, 5, 5, 5, 4, 4, 3, 1, 1, 2]
    done, _ = doing(attack, on("ana", cast), dice, TWICE, target="bob", **told)
    assert [one.grade for one in done.outcome.parts] == [MISSED, MISSED]


def test_redos_are_offered_in_turn_as_long_as_somebody_can() -> None:
    """CEM-HERO-04: Bob parries with one redo, Ana answers with hers, Bob parries again with his atout."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=1), "bob": fighter("Bob", 5, 6, heroism=2, atouts=LUCKY)}
    dice = [4, 4, 4, 1, 2, 2, 5, 5, 5, 5, 5, 6, 6, 6, 5]
    answers = {"cle-en-main.redo": True, "bob/cle-en-main.ne-coiffe": True}
    done, after = doing(attack, on("ana", cast), dice, answers, target="bob")
    assert done.outcome.parts[0].grade is MISSED
    assert (after["ana"].heroism, after["bob"].heroism) == (0, 0)


def test_a_hit_made_together_may_be_redone() -> None:
    """CEM-HERO-04, CEM-ATTACK-03: each his own test, against the same defence."""
    dice = [1, 5, 5, 3, 3, 3, 2, 2, 2, 6, 4, 4]
    told: dict[str, Any] = {"target": "bob", "helpers": ("eve",), "anyway": True}
    done, after = doing(team_attack, fight(), dice, REDO, **told)
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (6, 1)


def test_a_plain_success_may_be_redone_too() -> None:
    """CEM-HERO-04: and the failure that follows stands."""
    scene = on("ana", {"ana": sheet("Ana", skills={"survival": 6}, heroism=1)})
    told: dict[str, Any] = {"skill": "survival", "difficulty": 15}
    done, after = doing(attempt, scene, [4, 4, 4, 1, 2, 2], {"cle-en-main.redo": True}, **told, anyway=True)
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("failure", 0)


def caught(heroism: int, **ana: Any) -> Any:
    """Ana throws a grenade too close to herself."""
    cast = {"ana": fighter("Ana", 8, 6, "grenade", heroism=heroism, **ana), "bob": fighter("Bob", 5, 9, kind="boss")}
    return on("ana", cast, round=1)


def test_whoever_is_caught_in_his_own_zone_has_one_purse() -> None:
    """CEM-HERO-08, CEM-EQUIP-09: the redo of the attack is that of the defence too, and so is the extra die."""
    told: dict[str, Any] = {"target": "bob", "others": ("ana",)}
    _, after = doing(attack, caught(3), [1, 2, 2, 4, 4, 4, 3, 3, 4, 4, 4, 3], REDO, **told)
    assert after["ana"].heroism == 2
    _, after = doing(attack, caught(3), [4, 4, 4, 1, 2, 2, 1, 2, 2, 1, 2, 1], REDO, **told)
    assert after["ana"].heroism == 2
    bold = {"cle-en-main.extra-die": True, "cle-en-main.redo": True, "cle-en-main.redo-die": True}
    _, after = doing(attack, caught(2), [1, 2, 2, 4, 4, 4, 1, 2, 2, 2, 3, 3, 4], bold, **told)
    assert after["ana"].heroism == 0


@pytest.mark.parametrize("heroism", [1, 2, 3])
@pytest.mark.parametrize("anyway", [False, True])
def test_the_odds_of_whoever_attacks_himself_are_those_of_one_purse(heroism: int, anyway: bool) -> None:
    """CEM-HERO-08, CEM-EQUIP-09: Ana alone in her Zone; her second redo, if she has one, is for what she loses then."""
    odds = expected(attack, caught(heroism), Attack(target="ana", anyway=anyway), planned({"cle-en-main.redo": True}))
    missed = odds.chance(lambda parts: parts[0].grade is MISSED)
    first = sum(chance for (hit, _), chance in by_hand(8, 6, 2).items() if not hit)
    redone = sum(chance for (hit, _), chance in by_hand(8, 6, 2, redo="attacker").items() if not hit)
    better = sum(chance for (hit, _), chance in by_hand(8, 6, 2, redo="defender").items() if not hit)
    assert missed == (first if anyway else redone + better - first)
