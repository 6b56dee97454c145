"""Those who cooperate: one test each, their own penalties, a skill they have, and what a failure brings."""

from __future__ import annotations

from typing import Any

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.sheet import Mark
from tablee.games.cle_en_main.teams import cooperate, team_attack
from tablee.rules.tell import card
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.people import doing, on, refused, sheet

HELD_UP = (Mark(id="hindrance"),)


def trackers(**bob: Any) -> Any:
    cast = {"ana": sheet("Ana", skills={"survival": 6}), "bob": sheet("Bob", skills={"survival": 4}, **bob)}
    return on("ana", cast, round=1)


def test_somebody_named_twice_helps_once() -> None:
    """CEM-COOP-01, -02: 18 and one helper at 15."""
    told: dict[str, Any] = {"skill": "survival", "helpers": ("bob", "bob"), "difficulty": 20}
    done, _ = doing(cooperate, trackers(), [4, 4, 4, 4, 4, 3], **told)
    assert [one.grade.id for one in done.outcome.parts] == ["failure", "helped"]
    done, _ = doing(cooperate, trackers(), [4, 4, 4, 4, 4, 3], **{**told, "difficulty": 19})
    assert done.outcome.parts[0].grade.id == "success"


def test_a_helper_bears_his_own_penalties() -> None:
    """CEM-COOP-02, CEM-NPC-05: 16 becomes 14, no help; the mark is used up."""
    told: dict[str, Any] = {"skill": "survival", "helpers": ("bob",), "difficulty": 19}
    dice = [4, 4, 4, 4, 4, 4]
    assert doing(cooperate, trackers(), dice, **told)[0].outcome.parts[0].grade.id == "success"
    done, after = doing(cooperate, trackers(marks=HELD_UP), dice, **told)
    assert (done.outcome.parts[0].grade.id, after["bob"].marks) == ("failure", ())


def test_a_specialisation_one_does_not_have_is_no_help() -> None:
    """CEM-SKILL-04: an ordinary skill counts 0, a missing specialisation cannot be used."""
    cast = {"ana": sheet("Ana", skills={"technique (Serrures)": 6, "survival": 2}), "bob": sheet("Bob")}
    scene = on("ana", cast)
    assert refused(cooperate, scene, skill="technique (Serrures)", helpers=("bob",)) == "CEM-SKILL-04"
    doing(cooperate, scene, [4, 4, 4, 4, 4, 4], skill="survival", helpers=("bob",))


def together(**ana: Any) -> Any:
    cast = {
        "ana": fighter("Ana", 8, 6, "sword").with_changes(**ana),
        "eve": fighter("Eve", 6, marks=HELD_UP),
        "bob": fighter("Bob", 5, 9, kind="boss"),
        "max": fighter("Max", 5, 9, kind="boss"),
    }
    return on("ana", cast, round=1, acted=("bob", "max"))


def test_a_failed_attack_made_together_has_its_incident() -> None:
    """CEM-PEN-05, CEM-ATTACK-03, CEM-EQUIP-04: the Risque of an untrained weapon; the helper's mark is used up."""
    scene, dice = together(training=()), [1, 2, 2, 1, 2, 2, 4, 4, 4]
    done, after = doing(team_attack, scene, dice, target="bob", helpers=("eve", "eve"))
    assert "s'enraye" in card(GAME, scene, done, "fr")
    assert after["eve"].marks == ()
    safe, _ = doing(team_attack, together(), dice, target="bob", helpers=("eve",))
    assert "incident" not in card(GAME, scene, safe, "fr")


def test_an_attack_made_together_has_one_target_and_fighters() -> None:
    """CEM-ATTACK-03, CEM-SKILL-04."""
    told: dict[str, Any] = {"primes": ("multiple_attack",), "penalties": ("danger",), "target": "bob"}
    assert refused(team_attack, together(), **told, others=("max",), helpers=("eve",)) == "CEM-ATTACK-03"
    scene = together()
    scene = on("ana", {**scene.cast, "eve": sheet("Eve")}, round=1)
    assert refused(team_attack, scene, target="bob", helpers=("eve",)) == "CEM-SKILL-04"
