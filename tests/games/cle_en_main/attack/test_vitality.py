"""Wounds: mal en point, dying, unconscious, further wounds, finishing off."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.manoeuvres import finish_off
from tablee.games.cle_en_main.attack.vitality import Fall, earliest, latest, wounded
from tablee.games.cle_en_main.play import played
from tablee.rules.action import Scene
from tablee.rules.run import expected
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on, refused

FELL = [5, 4, 4, 2, 2, 2]  # hits, and its red die wounds for 5


def beaten(house: dict[str, Any] | None = None, **fields: Any) -> Scene[Any]:
    fields = {"vitality": 3, "skills": {"resistance": 4, "willpower": 2}, **fields}
    return on("ana", {"ana": fighter("Ana", kind="boss"), "bob": fighter("Bob", 5, 6, **fields)}, house, round=3)


def test_the_clocks_start_now() -> None:
    """CEM-VIT-03, -04, -07: dead at the end of round 3 + 4, awake at the end of round 3 + 8; he drops his knife."""
    done, after = doing(attack, beaten(), [*FELL, 1, 2, 1, 4, 1, 2, 1, 5, 3], target="bob")
    bob = after["bob"]
    assert done.outcome.parts[0].grade.id == "dying_unconscious"
    assert (bob.vitality, bob.dies_at, bob.wakes_at, bob.prone, bob.armed.id) == (0, 7, 11, True, "bare_hands")


def test_further_wounds_weigh_and_the_earliest_death_stands() -> None:
    """CEM-VIT-05."""
    scene = beaten(vitality=0, extra_wounds=1, dies_at=5)
    _, after = doing(attack, scene, [*FELL, 5, 5, 4, 6, 6, 6, 6], target="bob")
    assert (after["bob"].extra_wounds, after["bob"].dies_at) == (2, 5)
    assert earliest(3, 6, 5) == 5
    assert latest(3, 2, 9) == 9


@pytest.mark.parametrize(
    ("wish", "dice", "end", "left"),
    [
        ("no", [1, 1, 2, 3, 4, 4, 4], "dying", 3),
        ("again", [1, 1, 2, 4, 4, 4, 1, 1, 2, 2, 2], "unconscious", 2),  # Résistance redone: Volonté no more
        ("again", [4, 4, 4, 1, 1, 2, 4, 4, 4], "bad_shape", 2),
        ("see", [1, 1, 2, 3, 1, 1, 2, 2, 2], "dying_unconscious", 3),  # asked once the dice are seen, and lets it pass
    ],
)
def test_what_follows_a_failure_is_said_before_the_dice(wish: str, dice: list[int], end: str, left: int) -> None:
    """CEM-HERO-04, CEM-VIT-03, -04: the first of the two tests that fails is redone, or nothing, or one sees."""
    answers = {"cle-en-main.if-one-fails": wish}
    done, after = doing(attack, beaten(heroism=3), [*FELL, *dice], answers, target="bob")
    assert (done.outcome.parts[0].grade.id, after["bob"].heroism) == (end, left)


def test_zero_damage_is_no_wound() -> None:
    """CEM-DMG-07, CEM-VIT-05."""
    done, after = doing(attack, beaten(vitality=0, other_protection=9), FELL, target="bob")
    assert (done.outcome.parts[0].amount("damage"), after["bob"].extra_wounds) == (0, 0)
    assert wounded(0, 1, 0).extra_wounds == 1


def test_the_table_may_count_the_damage_before_protection() -> None:
    """CEM-VIT-03: the option changes the difficulties, not the points lost."""
    final, _ = doing(attack, beaten(other_protection=1), [*FELL, 2, 2, 1, 3, 3, 3], target="bob")
    assert final.outcome.parts[0].grade.id == "bad_shape"
    scene = beaten({"mep_damage": "raw"}, other_protection=1)
    raw, _ = doing(attack, scene, [*FELL, 2, 2, 1, 4, 3, 3, 3], target="bob")
    assert (raw.outcome.parts[0].grade.id, raw.outcome.parts[0].amount("damage")) == ("dying", 4)


def test_bad_shape_alone_hinders_no_test() -> None:
    """CEM-VIT-01, -02."""
    whole, hurt = (on("bob", {**beaten().cast, "bob": fighter("Bob", vitality=points)}, round=3) for points in (9, 0))
    assert expected(attack, whole, Attack(target="ana")) == expected(attack, hurt, Attack(target="ana"))


def test_finishing_off_takes_an_action_and_a_helpless_victim() -> None:
    """CEM-VIT-06."""
    awake = beaten()
    assert refused(finish_off, awake, target="bob") == "CEM-VIT-06"
    asleep = on("ana", {**awake.cast, "bob": Fall("bob", 3, unconscious=4).on(awake["bob"])}, round=3)
    assert refused(finish_off, asleep, target="bob", in_reach=False) == "CEM-VIT-06"
    _, after = doing(finish_off, asleep, target="bob")
    assert after["bob"].dead


def test_finishing_off_can_be_interrupted() -> None:
    """CEM-TURN-07, CEM-VIT-06: an adversary who has not acted may interrupt any action, this one too."""
    cast = {**beaten().cast, "bob": fighter("Bob", wakes_at=9, prone=True), "cleo": fighter("Cleo")}
    answers = {"cleo/cle-en-main.may-interrupt": True}
    _, after = doing(finish_off, on("ana", cast, round=3), answers=answers, target="bob")
    assert (after["bob"].dead, played(after).challenge) == (False, ("cleo", "ana"))
    _, after = doing(finish_off, on("ana", cast, round=3), target="bob")
    assert after["bob"].dead


@pytest.mark.parametrize(("answer", "grade"), [(False, "unconscious"), (True, "bad_shape")])
def test_heroism_helps_to_stay_up(answer: bool, grade: str) -> None:
    """CEM-HERO-04: a failed Volonté may be redone, if the redo is left."""
    scene = beaten(heroism=1, skills={"resistance": 12, "willpower": 2})
    dice = [*FELL, 4, 4, 4, 1, 2, 1, *([5, 5, 5] if answer else [2, 3])]
    done, _ = doing(
        attack, scene, dice, {"bob/cle-en-main.extra-die": False, "bob/cle-en-main.redo": answer}, target="bob"
    )
    assert done.outcome.parts[0].grade.id == grade


def test_the_mj_may_count_11_for_an_npc_in_bad_shape_too() -> None:
    """CEM-AUTO11-01, CEM-VIT-03, -04: no dice for his Défense, his Résistance, his Volonté: 19 and 14 against 18."""
    boss = fighter("Bob", 5, 6, kind="boss", vitality=1, skills={"resistance": 8, "willpower": 3})
    scene = on("ana", {"ana": fighter("Ana", 9, 6, "sword"), "bob": boss}, round=1)
    done, _ = doing(attack, scene, [1, 6, 6, 5, 5], target="bob", auto11=("bob",), free=("deadly_attack",))
    assert (done.outcome.parts[0].grade.id, done.outcome.parts[0].amount("damage")) == ("unconscious", 13)
    odds = expected(attack, scene, Attack(target="bob", auto11=("bob",), free=("deadly_attack",)))
    assert {parts[0].grade.id for parts, _ in odds.items() if parts[0].amount("damage") == 13} == {"unconscious"}
