"""Those who cooperate have the skill they help with; what an attack made together aims at, and brings when it fails."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.errors import TooMany
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.consequences import MISSED
from tablee.games.cle_en_main.attack.team import TeamAttack, cooperate, team_attack
from tablee.rules.run import expected, planned
from tablee.rules.tell import card
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, noted, on, refused, sheet


def test_a_specialisation_one_does_not_have_is_no_help() -> None:
    """CEM-SKILL-04: an ordinary skill counts 0, a missing specialisation cannot be used."""
    cast = {"ana": sheet("Ana", skills={"technique (Serrures)": 6, "survival": 2}), "bob": sheet("Bob")}
    scene = on("ana", cast)
    assert refused(cooperate, scene, skill="technique (Serrures)", helpers=("bob",)) == "CEM-SKILL-04"
    doing(cooperate, scene, [4, 4, 4, 4, 4, 4], skill="survival", helpers=("bob",))


def test_a_heroic_effect_serves_and_costs_if_one_leads() -> None:
    """CEM-COOP-04: Ana's die counts when she leads, 6 + 12 + 5; when Bob does it costs nothing."""
    tinker = sheet("Ana", skills={"technique (Serrures)": 6}, heroism=1, atouts=({"id": "t14", "ticked": True},))
    scene = on("ana", {"ana": tinker, "bob": sheet("Bob", skills={"technique (Serrures)": 4})})
    told: dict[str, Any] = {"skill": "technique (Serrures)", "helpers": ("bob",), "atout": "t14", "difficulty": 23}
    for dice, success, left in (([4, 4, 4, 5, 3, 3, 3], True, 0), ([1, 1, 2, 6, 5, 5, 5], False, 1)):
        done, after = doing(cooperate, scene, dice, **told)
        assert done.outcome.parts[0].grade.good is success
        assert after["ana"].heroism == left


def together(**ana: Any) -> Any:
    cast = {
        "ana": fighter("Ana", 8, 6, "sword").with_changes(**ana),
        "eve": fighter("Eve", 6),
        "bob": fighter("Bob", 5, 9, kind="boss"),
        "max": fighter("Max", 5, 9, kind="boss"),
    }
    return on("ana", cast, round=1, acted=("bob", "max"))


def test_a_failed_attack_made_together_has_its_incident() -> None:
    """CEM-PEN-05, CEM-ATTACK-03, CEM-EQUIP-04: the Risque of an untrained weapon."""
    scene, dice = together(training=()), [1, 2, 2, 1, 2, 2, 4, 4, 4]
    done, _ = doing(team_attack, scene, dice, target="bob", helpers=("eve",))
    assert "s'enraye" in card(GAME, scene, done, "fr")
    safe, _ = doing(team_attack, together(), dice, target="bob", helpers=("eve",))
    assert "incident" not in card(GAME, scene, safe, "fr")


def test_an_attack_made_together_has_one_target_and_fighters() -> None:
    """CEM-ATTACK-03, CEM-SKILL-04."""
    told: dict[str, Any] = {"primes": ("multiple_attack",), "penalties": ("danger",), "target": "bob"}
    assert refused(team_attack, together(), **told, others=("max",), helpers=("eve",)) == "CEM-ATTACK-03"
    assert refused(team_attack, together(), target="eve", helpers=("eve",)) == "CEM-ATTACK-03"
    scene = on("ana", {**together().cast, "eve": sheet("Eve")}, round=1)
    assert refused(team_attack, scene, target="bob", helpers=("eve",)) == "CEM-SKILL-04"


def test_a_near_skill_weighs_on_its_user_alone() -> None:
    """CEM-NEAR-02, CEM-ATTACK-03: 5 less on his own result, whoever leads; told."""
    scene = on(
        "ana", {**together().cast, "ana": fighter("Ana", 8, 6, "sword", skills={"combat (Couteau)": 8})}, round=1
    )
    told: dict[str, Any] = {"target": "bob", "helpers": ("eve",), "skill": "combat (Couteau)"}
    done, _ = doing(team_attack, scene, [4, 4, 4, 3, 4, 4, 1, 2, 2], **told)
    assert [note["total"] for note in noted(done, "CEM-COOP-01:result")] == [15, 17]
    assert "Compétence proche" in card(GAME, scene, done, "fr")


@pytest.mark.parametrize(("choice", "gift"), [("combat (Couteau)", 2), ("combat (Épée)", 0)])
def test_lame_sure_follows_the_skill_and_is_used_only_by_whoever_leads(choice: str, gift: int) -> None:
    """CEM-COOP-04, CEM-PRIME-02: the same attack alone gains as much; when Ève leads, it waits."""
    told: dict[str, Any] = {
        "skills": {"combat (Couteau)": 8},
        "atouts": ({"id": "t01", "ticked": True, "choice": choice},),
    }
    scene = on("ana", {**together().cast, "ana": fighter("Ana", 8, 6, "sword", **told)}, round=1)
    declared: dict[str, Any] = {"target": "bob", "skill": "combat (Couteau)"}
    alone, _ = doing(attack, scene, [4, 4, 4, 1, 2, 2], **declared)
    assert noted(alone, "CEM-ATTACK-01:clash")[0]["attack"] == 15 + gift
    led, after = doing(team_attack, scene, [4, 4, 4, 2, 2, 2, 1, 2, 2], **declared, helpers=("eve",))
    assert [(note["best"], note["final"]) for note in noted(led, "CEM-COOP-02")] == [(15, 15 + gift)]
    assert ("t01" in after["ana"].used) == bool(gift)
    _, after = doing(team_attack, scene, [2, 2, 2, 4, 4, 4, 1, 2, 2], **declared, helpers=("eve",))
    assert "t01" not in after["ana"].used


def test_only_the_leader_breaks_armour() -> None:
    """CEM-COOP-04: Brise-armure is Ana's, and serves when she leads."""
    scene = together(heroism=2, atouts=({"id": "t18", "ticked": True},))
    for dice, broken in (([4, 4, 4, 2, 2, 2], 1), ([2, 2, 2, 5, 5, 5], 0)):
        _, after = doing(team_attack, scene, [*dice, 1, 2, 2], target="bob", helpers=("eve",), breaking=True)
        assert after["bob"].broken == broken


def test_odds_count_the_effect_of_whoever_leads() -> None:
    """CEM-COOP-04: Lame sûre deals more and hits no more often; Œil de faucon does both."""

    def law(atout: str, weapon: str) -> tuple[Fraction, Fraction]:
        ana = fighter("Ana", 8, 6, weapon).with_changes(
            heroism=1, atouts=({"id": atout, "ticked": True, "choice": "combat (Arc)"},)
        )
        scene = on("ana", {"ana": ana, "eve": fighter("Eve", 6), "bob": fighter("Bob", 5, 9, kind="boss")}, round=1)
        odds = [
            expected(team_attack, scene, TeamAttack(target="bob", helpers=("eve",), atout=one)) for one in ("", atout)
        ]
        hits = [one.chance(lambda parts: parts[0].grade is not MISSED) for one in odds]
        deals = [one.mean(lambda parts: parts[0].amount("damage")) for one in odds]
        return hits[1] - hits[0], deals[1] - deals[0]

    hits, deals = law("t01", "sword")
    assert hits == 0
    assert deals > 0
    hits, deals = law("t02", "pistol")
    assert hits > 0
    assert deals > 0


def test_whoever_joins_an_attack_could_make_it() -> None:
    """CEM-ATTACK-03, CEM-EQUIP-07: Eve's pistol does not reach where Ana's rifle does; results are told by name."""
    cast = {
        "ana": fighter("Ana", 8, 6, "assault_rifle"),
        "eve": fighter("Eve", 6, 6, "pistol"),
        "bob": fighter("Bob", 5, 6, kind="boss"),
    }
    scene = on("ana", cast, round=1)
    told: dict[str, Any] = {"target": "bob", "helpers": ("eve",)}
    assert refused(team_attack, scene, **told, distance=30) == "CEM-EQUIP-07"
    done, _ = doing(team_attack, scene, [4, 4, 4, 1, 1, 1, 2, 2, 2], **told)
    text = card(GAME, scene, done, "fr").replace("\u00a0", " ")
    assert "Résultat d'Eve : 9" in text
    assert "Le meilleur résultat, 20, mène : −1 avec les autres, soit 19" in text


@pytest.mark.evening
def test_too_many_ways_to_redo_together_are_said_to_be() -> None:
    """CEM-COOP-04: three of five born lucky, each of whom may redo whenever he leads."""
    lucky = ({"id": "t21", "ticked": True},)
    people = {who: fighter(who.capitalize(), heroism=3) for who in ("ana", "eve", "max", "zoe", "lou")}
    people |= {who: people[who].with_changes(atouts=lucky) for who in ("ana", "eve", "max")}
    scene = on("ana", {**people, "bob": fighter("Bob", kind="boss")}, round=1)
    do = TeamAttack(target="bob", helpers=("eve", "max", "zoe", "lou"))
    with pytest.raises(TooMany):
        expected(team_attack, scene, do, planned({"cle-en-main.ne-coiffe": True}))
