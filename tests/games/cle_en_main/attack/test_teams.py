"""Who takes part in a cooperation, and what weighs on each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.manoeuvres import manoeuvre
from tablee.games.cle_en_main.attack.team import cooperate, team_attack
from tablee.games.cle_en_main.check.actions import oppose
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Item, Mark
from tablee.rules.action import Scene
from tablee.rules.fields import Declared
from tablee.rules.forms import form
from tablee.rules.run import expected, prepared
from tablee.text import Text
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, noted, on, sheet, turn

TASK: dict[str, Any] = {"skill": "strength", "difficulty": 20}


def haulers(**bob: Any) -> Scene[Any]:
    skills = {"skills": {"strength": 6}}
    return on("ana", {"ana": sheet("Ana", **skills), "bob": sheet("Bob", **(skills | bob))}, round=1)


def test_a_helper_named_twice_helps_once() -> None:
    """CEM-COOP-01, -02."""
    done, _ = doing(cooperate, haulers(), [4, 4, 4, 3, 3, 3], **TASK, helpers=("bob", "bob"))
    assert [(note["best"], note["final"]) for note in noted(done, "CEM-COOP-02")] == [(18, 19)]
    assert [one.who for one in done.outcome.parts] == ["ana", "bob"]


def test_the_exchange_is_the_teams_and_each_bears_his_own_marks() -> None:
    """CEM-COOP-02, CEM-PRIME-01, CEM-PEN-01: Efficacité for both; Bob alone suffers his Difficulté, once."""
    scene = haulers(marks=(Mark(id="hindrance"),))
    stakes: dict[str, Any] = {"primes": ("effectiveness",), "penalties": ("danger",)}
    done, after = doing(cooperate, scene, [4, 4, 4, 3, 3, 3], **TASK, **stakes, helpers=("bob",))
    assert [note["total"] for note in noted(done, "CEM-COOP-01:result")] == [20, 15]
    assert (after["bob"].marks, after["ana"].danger, after["bob"].danger) == ((), 1, 0)


def test_an_atout_redoes_the_test_of_whoever_leads() -> None:
    """CEM-COOP-04, CEM-HERO-05: Bob was born lucky; that serves the team only while he leads."""
    scene = haulers(heroism=1, atouts=({"id": "t21", "ticked": True},))
    answers = {"cle-en-main.redo": False, "cle-en-main.ne-coiffe": True}
    led, after = doing(cooperate, scene, [4, 4, 3, 3, 3, 3], answers, **TASK, helpers=("bob",))
    assert (led.outcome.parts[0].grade.id, after["bob"].heroism) == ("failure", 1)
    leads, after = doing(cooperate, scene, [3, 3, 3, 4, 4, 3, 6, 6, 1], answers, **TASK, helpers=("bob",))
    assert (leads.outcome.parts[0].grade.id, after["bob"].heroism) == ("success", 0)


def test_what_a_helper_bears_falls_on_him() -> None:
    """CEM-NPC-05, CEM-PEN-01, -03, -05, CEM-PRIME-07: Bob's Danger, Prudence, Risque are not just rubbed out."""
    scene = haulers(marks=tuple(Mark(id=id) for id in ("danger", "caution", "risk")))
    done, after = doing(cooperate, scene, [3, 3, 3, 3, 3, 3], **TASK, helpers=("bob",))
    assert (after["bob"].marks, after["bob"].danger, after["bob"].caution, after["ana"].danger) == ((), 1, 1, 0)
    assert len(noted(done, "CEM-PEN-05:stakes")) == 1
    people = {
        "ana": fighter("Ana"),
        "bob": fighter("Bob", marks=(Mark(id="danger"),)),
        "eve": fighter("Eve", kind="boss"),
    }
    _, after = doing(team_attack, on("ana", people), [4, 4, 4, 3, 3, 3, 2, 2, 2], target="eve", helpers=("bob",))
    assert (after["bob"].marks, after["bob"].danger, after["ana"].danger) == ((), 1, 0)


def test_figurants_help_as_a_group_and_tools_as_the_mj_says() -> None:
    """CEM-NPC-09, CEM-EQUIP-01: +1 for each other figurant; the better tool, or all of them."""
    tools = tuple(Item(name=Text("", ""), skill="strength", modifier=more) for more in (2, 1))
    gang = sheet("Gang", kind="extra", group=4, skills={"strength": 6})
    bob = sheet("Bob", kind="boss", skills={"strength": 6}, equipment=tools)
    for all_items, more in ((False, 2), (True, 3)):
        scene = on("gang", {"gang": gang, "bob": bob}, round=1)
        done, _ = doing(cooperate, scene, [4, 4, 3, 4, 4, 4], **TASK, helpers=("bob",), all_items=all_items)
        assert [note["total"] for note in noted(done, "CEM-COOP-01:result")] == [11 + 6 + 3, 12 + 6 + more]


@pytest.mark.parametrize("dice", [[1, 1, 2, 1, 1, 1], [1, 1, 1, 1, 1, 2]])
def test_nobody_opposes_an_easy_task(dice: list[int]) -> None:
    """CEM-COOP-01, CEM-TEST-01, -02: a difficulty of 0 is one too, which only 1s on every die miss."""
    task: dict[str, Any] = {"skill": "survival", "difficulty": 0}
    done, _ = doing(cooperate, haulers(), dice, **task, helpers=("bob",))
    assert done.outcome.parts[0].grade.id == "success"
    do = prepared(cooperate, haulers(), {**task, "helpers": ("bob",)})
    assert isinstance(do, Declared)
    fails = expected(cooperate, haulers(), do).read(lambda parts: not parts[0].grade.good)
    assert fails.p(True) == Fraction(1, 216**2)


def test_one_takes_a_blow_for_an_ally_pnj_or_pj() -> None:
    """CEM-HERO-07: sides decide who is an ally, not who plays them; an NPC helps to attack, too."""
    people = {
        "x": fighter("X", 8, 6, kind="boss"),
        "n": fighter("N", 6, 2, kind="boss", side="pj"),
        "ana": fighter("Ana", heroism=2),
    }
    hit = [6, 6, 5, 1, 1, 2]
    answers = {"ana/cle-en-main.damage": "take:n"}
    done, after = doing(attack, on("x", people), hit, answers, target="n")
    assert [(one.who, one.amount("damage")) for one in done.outcome.parts if one.amount("damage")] == [("ana", 6)]
    assert after["ana"].heroism == 0
    done, _ = doing(attack, on("x", {**people, "n": fighter("N", 6, 2, kind="boss")}), hit, answers, target="n")
    assert done.outcome.parts[0].amount("damage") == 6  # of another side: nobody is asked
    dice = [6, 6, 5, 4, 4, 4, 1, 1, 2]
    _, after = turn(team_attack, on("ana", people, round=1), "ana", dice, target="x", helpers=("n",))
    assert played(after).acted == ("ana", "n")


def test_a_friend_proposed_to_join_knows_what_it_takes() -> None:
    """CEM-COOP-03, CEM-SKILL-04, CEM-ATTACK-03: Bob handles no weapon and cannot hide: Cléo is proposed, or nobody."""
    bob = sheet("Bob", skills={"strength": 2})
    cleo = fighter("Cléo").with_changes(skills={**fighter().skills, "stealth": 4})
    ana = fighter("Ana").with_changes(skills={**fighter().skills, "stealth": 6})
    scene = on("ana", {"ana": ana, "bob": bob, "cleo": cleo, "eve": fighter("Eve", kind="boss")}, round=1)
    for action in (team_attack, cooperate):
        proposed = form(GAME, action, scene)
        assert (proposed.values["helpers"], proposed.refusal) == (("cleo",), None)
    without = on("ana", {who: one for who, one in scene.cast.items() if who != "cleo"}, round=1)
    no = team_attack.refuse(without, None)
    assert no is not None
    assert no.saying.id == "CEM-SKILL-04:helper"


def test_nothing_is_proposed_against_nobody() -> None:
    """CEM-ATTACK-01, CEM-OPP-01, CEM-MANO-01: the dead are no targets; the unconscious may be struck, not opposed."""
    ana, gone = fighter("Ana"), fighter("Eve", kind="boss", dead=True)
    asleep = fighter("Eve", kind="boss", vitality=0, wakes_at=3)
    for cast in ({"ana": ana}, {"ana": ana, "eve": gone}):
        refused = [one.refuse(on("ana", cast), None) for one in (attack, team_attack, manoeuvre, oppose)]
        assert [no and no.saying.id for no in refused] == [*["CEM-ATTACK-01:nobody"] * 3, "CEM-OPP-01:nobody"]
    refused = [one.refuse(on("ana", {"ana": ana, "eve": asleep}), None) for one in (attack, manoeuvre, oppose)]
    assert [no and no.saying.id for no in refused] == [None, None, "CEM-TURN-05:attack"]
