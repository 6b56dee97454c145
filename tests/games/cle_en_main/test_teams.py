"""Who takes part in a cooperation, and what weighs on each."""

from __future__ import annotations

from typing import Any

from tablee.games.cle_en_main.sheet import Mark
from tablee.games.cle_en_main.stakes import TROUBLE
from tablee.games.cle_en_main.teams import cooperate, team_attack
from tablee.games.cle_en_main.teamwork import LED, RESULT
from tablee.rules.action import Scene
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.people import doing, noted, on, sheet

TASK: dict[str, Any] = {"skill": "strength", "difficulty": 20}


def haulers(**bob: Any) -> Scene[Any]:
    skills = {"skills": {"strength": 6}}
    return on("ana", {"ana": sheet("Ana", **skills), "bob": sheet("Bob", **(skills | bob))}, round=1)


def test_a_helper_named_twice_helps_once() -> None:
    """CEM-COOP-01, -02."""
    done, _ = doing(cooperate, haulers(), [4, 4, 4, 3, 3, 3], **TASK, helpers=("bob", "bob"))
    assert [(note["best"], note["final"]) for note in noted(done, LED)] == [(18, 19)]
    assert [one.who for one in done.outcome.parts] == ["ana", "bob"]


def test_the_exchange_is_the_teams_and_each_bears_his_own_marks() -> None:
    """CEM-COOP-02, CEM-PRIME-01, CEM-PEN-01: Efficacité for both; Bob alone suffers his Difficulté, once."""
    scene = haulers(marks=(Mark(id="hindrance"),))
    stakes: dict[str, Any] = {"primes": ("effectiveness",), "penalties": ("danger",)}
    done, after = doing(cooperate, scene, [4, 4, 4, 3, 3, 3], **TASK, **stakes, helpers=("bob",))
    assert [note["total"] for note in noted(done, RESULT)] == [20, 15]
    assert (after["bob"].marks, after["ana"].danger, after["bob"].danger) == ((), 1, 0)


def test_an_atout_redoes_the_test_of_whoever_leads() -> None:
    """CEM-COOP-04, CEM-HERO-05: Bob was born lucky; that serves the team only while he leads."""
    scene = haulers(heroism=1, atouts=({"id": "t21", "ticked": True},))
    answers = {"cem.redo": False, "cem.t21": True}
    led, after = doing(cooperate, scene, [4, 4, 3, 3, 3, 3], answers, **TASK, helpers=("bob",))
    assert (led.outcome.parts[0].grade.id, after["bob"].heroism) == ("failure", 1)
    leads, after = doing(cooperate, scene, [3, 3, 3, 4, 4, 3, 6, 6, 1], answers, **TASK, helpers=("bob",))
    assert (leads.outcome.parts[0].grade.id, after["bob"].heroism) == ("success", 0)


def test_what_a_helper_bears_falls_on_him() -> None:
    """CEM-NPC-05, CEM-PEN-01, -03, -05, CEM-PRIME-07: Bob's Danger, Prudence, Risque are not just rubbed out."""
    scene = haulers(marks=tuple(Mark(id=id) for id in ("danger", "caution", "risk")))
    done, after = doing(cooperate, scene, [3, 3, 3, 3, 3, 3], **TASK, helpers=("bob",))
    assert (after["bob"].marks, after["bob"].danger, after["bob"].caution, after["ana"].danger) == ((), 1, 1, 0)
    assert len(noted(done, TROUBLE)) == 1
    people = {
        "ana": fighter("Ana"),
        "bob": fighter("Bob", marks=(Mark(id="danger"),)),
        "eve": fighter("Eve", kind="boss"),
    }
    _, after = doing(team_attack, on("ana", people), [4, 4, 4, 3, 3, 3, 2, 2, 2], target="eve", helpers=("bob",))
    assert (after["bob"].marks, after["bob"].danger, after["ana"].danger) == ((), 1, 0)
