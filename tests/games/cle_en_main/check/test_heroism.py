"""Heroism in a fight: five effects, in their place, once each, never beyond one's means."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.check.actions import oppose
from tablee.rules.action import Action, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.run import Done, Progress, Waiting, best, perform, prepared
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on, refused


def ambush(**points: int) -> Scene[Any]:
    """An NPC attacks Ana; Bob is close."""
    cast = {
        "brute": fighter("Brute", 8, 6, "sword", kind="boss"),
        "ana": fighter("Ana", 5, 6, heroism=points.get("ana", 0), other_protection=1),
        "bob": fighter("Bob", 5, 6, heroism=points.get("bob", 0), other_protection=3),
    }
    return on("brute", cast, round=1, turn=4, acted=("ana", "bob"))


BLOW = [1, 5, 5, 2, 2, 2]


def stopped(scene: Scene[Any], dice: list[int], *answers: dict[str, Any]) -> Waiting:
    """Where the action waits once these cards are answered."""
    result = perform(attack, scene, Attack(target="ana"), Fed(dice), Progress(answers=answers))
    assert isinstance(result, Waiting)
    return result


def test_everybody_concerned_is_asked_on_one_card() -> None:
    """CEM-HERO-06, -07: the victim may cancel, her ally may take the blow."""
    asked = stopped(ambush(ana=3, bob=2), BLOW, {"ana": False}, {"ana": False}).asked
    assert {who: decision.options for who, decision in asked.items()} == {
        "ana": ("no", "cancel"),
        "bob": ("let", "take:ana"),
    }
    assert asked["ana"].named("cancel").say("fr") == "les annuler (Héroïsme −2)"


def test_what_cannot_be_paid_is_not_offered() -> None:
    """CEM-HERO-08: one point left after the extra die is not enough to cancel, and the die is gone."""
    waiting = stopped(ambush(ana=2), [*BLOW[:3], 2, 2, 2, 1], {"ana": True})
    assert {who: decision.id for who, decision in waiting.asked.items()} == {"ana": "cle-en-main.redo"}
    done, after = doing(attack, ambush(ana=2), [*BLOW[:3], 2, 2, 2, 1], {"cle-en-main.extra-die": True}, target="ana")
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (8, 1)


def test_cancelling_leaves_no_wound() -> None:
    """CEM-HERO-06."""
    scene = ambush(ana=2)
    done, after = doing(attack, scene, BLOW, {"cle-en-main.damage": "cancel"}, target="ana")
    assert done.outcome.parts[0].grade.id == "spared"
    assert (after["ana"].vitality, after["ana"].heroism) == (scene["ana"].vitality, 0)


def test_taking_the_blow_counts_the_takers_protection() -> None:
    """CEM-HERO-07: the damage as announced; he may then cancel it himself, 2 + 2 points."""
    scene = ambush(bob=4)
    done = perform(
        attack, scene, Attack(target="ana"), Fed(BLOW), Progress(answers=({"bob": "take:ana"}, {"bob": "no"}))
    )
    assert isinstance(done, Done)
    after = applied(scene, done.outcome.effects)
    assert [(one.who, one.grade.id, one.amount("damage")) for one in done.outcome.parts] == [
        ("ana", "spared", 0),
        ("bob", "hit", 7),
    ]
    assert after["bob"].heroism == 2
    cards = ({"bob": "take:ana"}, {"bob": "cancel"})
    both = perform(attack, scene, Attack(target="ana"), Fed(BLOW), Progress(answers=cards))
    assert isinstance(both, Done)
    assert [one.grade.id for one in both.outcome.parts] == ["spared", "spared"]


def test_cancelling_a_blow_taken_leaves_ones_own() -> None:
    """CEM-HERO-06, -07: both were hit; the four points pay for the ally's blow alone."""
    scene = ambush(bob=4)
    brute = fighter("Brute", 8, 6, "assault_rifle", kind="boss")
    scene = on("brute", {**scene.cast, "brute": brute}, round=1, acted=("ana", "bob"))
    do = Attack(target="ana", others=("bob",), primes=("multiple_attack",), penalties=("danger",))
    calm = {"bob": False}
    cards = (calm, calm, {"bob": "take:ana"}, {"bob": "cancel"})
    done = perform(attack, scene, do, Fed([*BLOW, 2, 2, 2]), Progress(answers=cards))
    assert isinstance(done, Done)
    assert [(one.who, one.grade.id, one.amount("damage")) for one in done.outcome.parts] == [
        ("ana", "spared", 0),
        ("bob", "hit", 4),
    ]


@pytest.mark.parametrize("first", ["bob", "eve"])
def test_a_blow_taken_stays_when_ones_own_is_taken(first: str) -> None:
    """CEM-HERO-07: Bob takes Ana's blow and Eve takes Bob's; each suffers one, whoever speaks first."""
    scene = ambush(bob=2)
    people = {"bob": scene["bob"], "eve": fighter("Eve", 5, 6, heroism=2)}
    order = {first: people.pop(first), **people}
    brute = fighter("Brute", 8, 6, "assault_rifle", kind="boss")
    scene = on("brute", {"brute": brute, "ana": scene["ana"], **order}, round=1, acted=("ana", "bob", "eve"))
    do = Attack(target="ana", others=("bob",), primes=("multiple_attack",), penalties=("danger",))
    cards = ({"bob": False}, {"bob": False}, {"bob": "take:ana", "eve": "take:bob"})
    done = perform(attack, scene, do, Fed([*BLOW, 2, 2, 2]), Progress(answers=cards))
    assert isinstance(done, Done)
    suffered = {one.who: (one.grade.id, one.amount("damage")) for one in done.outcome.parts}
    assert suffered == {"ana": ("spared", 0), "bob": ("hit", 4), "eve": ("hit", 5)}


def test_the_unconscious_cannot_step_in() -> None:
    """CEM-HERO-07."""
    scene = ambush(bob=4)
    out = on("brute", {**scene.cast, "bob": scene["bob"].with_changes(wakes_at=9)}, round=1)
    done, _ = doing(attack, out, BLOW, target="ana")
    assert len(done.outcome.parts) == 1


def test_the_unconscious_may_still_cancel_and_nothing_else() -> None:
    """CEM-HERO-06: damage announced is cancelled by the player; it takes neither an action nor a defence."""
    scene = ambush(ana=3)
    ana = scene["ana"].with_changes(wakes_at=9, atouts=({"id": "t24", "ticked": True},))
    out = on("brute", {**scene.cast, "ana": ana, "goon": fighter("Goon", kind="boss")}, round=1, acted=("bob",))
    assert stopped(out, BLOW[:3]).asked["ana"].options == ("no", "cancel")
    done, after = doing(attack, out, BLOW[:3], {"cle-en-main.damage": "cancel"}, target="ana")
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("spared", 1)


def test_a_redo_keeps_the_heroic_die() -> None:
    """CEM-HERO-04, -09: four dice again; a miss after the defence is redone may be redone by the attacker."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=5), "bob": fighter("Bob", 5, 6, heroism=5)}
    dice = [1, 1, 2, 1, 4, 4, 4, 3, 4, 4, 4, 2]
    answers = {"ana/cle-en-main.redo": True}
    done, after = doing(attack, on("ana", cast), [*dice[:7], 5, 5, 5, 4], answers, target="bob", heroic=True)
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (9, 3)


def test_the_attacker_may_answer_a_redone_defence() -> None:
    """CEM-HERO-04: the defence turned the hit into a miss; the attacker still has his redo."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=5), "bob": fighter("Bob", 5, 6, heroism=5)}
    dice = [4, 4, 4, 2, 2, 2, 6, 6, 5, 5, 6, 6]
    done, after = doing(attack, on("ana", cast), dice, {"cle-en-main.redo": True}, target="bob")
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism, after["bob"].heroism) == ("hit", 4, 4)


@pytest.mark.parametrize(("window", "turn", "free"), [("turn", 5, True), ("round", 5, False), ("round", 4, False)])
def test_the_window_is_a_turn_or_a_round(window: str, turn: int, free: bool) -> None:
    """CEM-HERO-08."""
    house = {"heroism_window": window}
    cast = {"ana": fighter("Ana", heroism=5), "bob": fighter("Bob", kind="boss")}
    _, after = doing(attack, on("ana", cast, house, round=1, turn=4), [4, 4, 4, 1, 2, 2, 2], target="bob", heroic=True)
    later = on("ana", after.cast, house, round=1, turn=turn)
    assert (attack.refuse(later, Attack(target="bob", heroic=True)) is None) is free


def test_npcs_have_no_heroism() -> None:
    """CEM-HERO-10."""
    assert refused(attack, ambush(), target="ana", heroic=True) == "CEM-HERO-10"


def test_what_a_point_is_worth() -> None:
    """CEM-HERO-03: the better choice for one person, the others on default."""
    worth = best(
        attack,
        ambush(ana=1),
        Attack(target="ana"),
        "ana",
        lambda parts: -sum(one.amount("damage") for one in parts),
    ).worth
    assert worth > 0


def test_a_defender_is_asked_for_the_extra_die_before_the_dice() -> None:
    """CEM-HERO-03: no die has fallen yet, in an attack as in any opposition."""
    cast = {"ana": fighter("Ana", 8, 5, heroism=2), "bob": fighter("Bob", 6, 5, kind="boss", heroism=2)}
    scene, opposing = on("ana", cast), {"target": "bob", "skill": "defence"}

    def first_card(action: Action[Any, Any], dice: list[int], **values: Any) -> Waiting:
        do = prepared(action, scene, values)
        assert isinstance(do, Declared)
        waiting = perform(action, scene, do, Fed(dice))
        assert isinstance(waiting, Waiting)
        return waiting

    for first in (first_card(attack, [4, 4, 4], target="bob"), first_card(oppose, [4, 4, 4], **opposing)):
        assert list(first.asked) == ["bob"]
        assert not first.progress.rolls
    done, after = doing(attack, scene, [4, 4, 4, 4, 3, 3, 6], {"bob/cle-en-main.extra-die": True}, target="bob")
    assert (done.outcome.parts[0].grade.id, after["bob"].heroism) == ("missed", 1)
    assert not first_card(oppose, [], **opposing, both_active=True).progress.rolls
