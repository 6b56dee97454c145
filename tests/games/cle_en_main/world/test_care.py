"""First aid, rest, and what the states of a patient ask of the carer."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice.audit import audit
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.check.throws import ThreeDice
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.world.care import FirstAid, Heal, cared, first_aid, rest, states
from tablee.rules.action import Scene
from tablee.rules.forms import form
from tablee.rules.run import expected, planned
from tablee.rules.tell import part_label
from tests.games.cle_en_main.scenes import HANDS, doing, on, refused, sheet, turn


def bedside(carer: dict[str, Any] | None = None, **patient: Any) -> Scene[Any]:
    carer = {"skills": {"medicine": 6}, "heroism": 3} | (carer or {})
    wounds = {"vitality": 0, "vitality_max": 20, "skills": {"resistance": 5}} | patient
    return on("ana", {"ana": sheet("Ana", **carer), "bob": sheet("Bob", **wounds)})


def test_first_aid_brings_back() -> None:
    """CEM-HEAL-01…03: one point, out of danger, awake, wounds forgotten."""
    done, after = doing(first_aid, bedside(dies_at=3, wakes_at=5, extra_wounds=2), [5, 5, 4], target="bob")
    bob = after["bob"]
    assert (bob.vitality, bob.dying, bob.unconscious, bob.extra_wounds) == (1, False, False, 0)
    assert done.outcome.headline.say("en") == "Ana tends Bob: 1 point of vitality"


@pytest.mark.parametrize(
    ("wounds", "found"),
    [
        ({"vitality": 3}, ("normal",)),
        ({}, ("bad_shape",)),
        ({"wakes_at": 2}, ("bad_shape", "unconscious")),
        ({"dies_at": 2}, ("bad_shape", "dying")),
    ],
)
def test_a_carer_sees_the_state(wounds: dict[str, Any], found: tuple[str, ...]) -> None:
    """CEM-HEAL-02."""
    assert states(bedside(**wounds)["bob"]) == found


def test_first_aid_is_for_those_in_bad_shape() -> None:
    """CEM-HEAL-01."""
    assert refused(first_aid, bedside(vitality=1), target="bob") == "CEM-HEAL-01"
    assert refused(first_aid, bedside(dead=True), target="bob") == "CEM-HEAL-01"
    assert refused(first_aid, bedside(), target="bob", saving_hands=True) == "CEM-HEAL-01"
    poor = bedside({"heroism": 0})
    assert refused(first_aid, poor, target="bob", heroic=True) == "CEM-HERO-03"


def test_a_failed_test_may_be_redone_for_a_point() -> None:
    """CEM-HERO-04: only if it fails."""
    _, after = doing(first_aid, bedside(), [1, 1, 2, 3, 3, 3], {"cle-en-main.redo": True}, target="bob")
    assert (after["bob"].vitality, after["ana"].heroism) == (1, 2)
    _, after = doing(first_aid, bedside(), [1, 1, 2], target="bob")
    assert (after["bob"].vitality, after["ana"].heroism) == (0, 3)


def test_saving_hands() -> None:
    """CEM-HEAL-01, CEM-HERO-05: atout T05 gives three points, and for one of heroism needs no test."""
    hands = {"atouts": ({"id": "t05", "ticked": True},)}
    _, after = doing(first_aid, bedside(hands), [3, 3, 3], target="bob")
    assert after["bob"].vitality == 3
    done, after = doing(first_aid, bedside(hands), target="bob", saving_hands=True)
    assert (after["bob"].vitality, after["ana"].heroism) == (3, 2)
    assert not done.progress.rolls


def test_a_near_skill_makes_it_harder() -> None:
    """CEM-NEAR-01: five more."""
    done, _ = doing(first_aid, bedside({"skills": {"survival": 8}}), [3, 4, 4], target="bob", instead="survival")
    assert done.outcome.headline.saying.id == "CEM-HEAL-01:failed"


def test_tending_somebody_takes_the_turn() -> None:
    """CEM-HEAL-01: one action in an action scene."""
    scene = bedside()
    scene = on("ana", {**scene.cast, "x": sheet("X", kind="boss")}, round=1)
    _, after = turn(first_aid, scene, "ana", [4, 4, 4], target="bob")
    assert HANDS.may_act(after) == ("bob",)


def test_the_odds_of_first_aid_count_the_redo_when_it_is_planned() -> None:
    """CEM-HEAL-01: 62.5 % once, and the chance to fail twice less."""
    scene, do = bedside(), FirstAid(target="bob")
    once = expected(first_aid, scene, do).read(lambda parts: parts[0].grade.good).p(True)
    twice = (
        expected(first_aid, scene, do, planned({"cle-en-main.redo": True}))
        .read(lambda parts: parts[0].grade.good)
        .p(True)
    )
    assert twice == 1 - (1 - once) ** 2


def test_one_test_is_read_against_each_patient() -> None:
    """CEM-HEAL-04, -05: the carer's Soins where the difficulty is reached; nobody above the maximum."""
    people = {
        "ana": sheet("Ana", skills={"medicine": 6}),
        "bob": sheet("Bob", vitality=0, vitality_max=30, extra_wounds=1, skills={"resistance": 4}),
        "cleo": sheet("Cleo", vitality=18, vitality_max=20, skills={"resistance": 4}),
    }
    done, after = doing(rest, on("", people), [2, 2, 3], resting=("bob", "cleo"), carer="ana")
    assert [part.amount("vitality") for part in done.outcome.parts] == [4, 10]
    assert (after["bob"].vitality, after["bob"].extra_wounds, after["cleo"].vitality) == (4, 0, 20)


def test_items_help_the_test_and_not_the_amount() -> None:
    """CEM-HEAL-05, CEM-EQUIP-01."""
    bag = {"name": {"fr": "Trousse", "en": "Bag"}, "skill": "medicine", "modifier": 2}
    people = {
        "ana": sheet("Ana", skills={"medicine": 6}, equipment=(bag,)),
        "bob": sheet("Bob", vitality=1, vitality_max=30, skills={"resistance": 4}),
    }
    _, after = doing(rest, on("", people), [1, 1, 2], resting=("bob",), carer="ana")
    assert after["bob"].vitality == 11
    _, after = doing(rest, on("", people), [1, 1, 1], resting=("bob",), carer="ana")
    assert after["bob"].vitality == 5


def test_nobody_rests_in_the_middle_of_a_fight() -> None:
    """CEM-HEAL-04."""
    scene = bedside()
    assert refused(rest, on("", scene.cast, round=2), resting=("bob",)) == "CEM-TURN-01"
    _, after = doing(rest, scene.acting(""), resting=("bob",))
    assert after["bob"].vitality == 5


def test_the_dead_do_not_recover() -> None:
    """CEM-HEAL-04."""
    _, after = doing(rest, bedside(dead=True), resting=("bob",))
    assert after["bob"].vitality == 0


def test_healing_stops_at_the_maximum() -> None:
    """CEM-VIT-01."""
    assert Heal("bob", 50).on(bedside()["bob"]).vitality == 20


def test_the_odds_of_care_equal_brute_force() -> None:
    audit(cared(6, (10, 15, 20), ThreeDice()))


def test_what_was_noted_names_the_difficulty() -> None:
    """CEM-HEAL-02."""
    done, _ = doing(first_aid, bedside(wakes_at=4), [3, 3, 3], target="bob")
    lines = [why.say("fr") for why in done.why]
    assert lines[0] == "Difficulté 20\u00a0: mal en point, sans connaissance"


def test_part_labels_agree() -> None:
    done, after = doing(first_aid, bedside(), [4, 4, 4], target="bob")
    assert part_label(GAME, after, done.outcome.parts[0], "fr") == "soigné, vitalité 1"


def test_an_npc_may_watch_without_dice() -> None:
    """CEM-HEAL-05, CEM-AUTO11-01: 11 and Soins 6 against 15."""
    _, after = doing(rest, bedside({"kind": "boss", "heroism": 0}), resting=("bob",), carer="ana", auto11=("ana",))
    assert after["bob"].vitality == 11


def test_the_dead_and_the_unconscious_heal_nobody() -> None:
    """CEM-HEAL-05: whoever watches over those who rest is alive and awake."""
    for state in ({"dead": True}, {"wakes_at": 4}):
        assert refused(rest, bedside(state), resting=("bob",), carer="ana") == "CEM-TURN-05"
        assert refused(rest, bedside(**state), resting=("bob",), carer="bob") == "CEM-TURN-05"


def test_a_dying_character_who_is_not_treated_does_not_wake_by_resting() -> None:
    """CEM-VIT-03, CEM-HEAL-04, -05: the night outlasts the deadline, unless somebody's care succeeds (20)."""
    done, after = doing(rest, bedside(dies_at=3), resting=("bob",))
    assert (after["bob"].dead, after["bob"].vitality) == (True, 0)
    assert [why.say("fr") for why in done.why] == ["Bob meurt de ses blessures"]
    _, after = doing(rest, bedside(dies_at=3), [4, 4, 5], resting=("bob",), carer="ana")
    assert after["bob"].dead
    _, after = doing(rest, bedside(dies_at=3), [4, 5, 5], resting=("bob",), carer="ana")
    assert (after["bob"].dead, after["bob"].dying, after["bob"].vitality) == (False, False, 11)
    _, after = doing(rest, bedside(wakes_at=3), resting=("bob",))
    assert (after["bob"].unconscious, after["bob"].vitality) == (False, 5)


def test_failed_first_aid_is_not_tried_again_as_it_was() -> None:
    """CEM-HEAL-02, CEM-TEST-03: by the same carer to the same patient, outside action scenes."""
    _, after = doing(first_aid, bedside(), [1, 1, 2], target="bob")
    assert refused(first_aid, after, target="bob") == "CEM-TEST-03"
    doing(first_aid, after, [1, 1, 2, 2], target="bob", heroic=True)
    _, rested = doing(rest, after.acting(""), resting=("bob",))
    assert not played(rested).tried


def test_rest_is_proposed_to_nobody_whom_it_would_kill() -> None:
    """CEM-VIT-07: the dying are ticked only by a hand that means it."""
    scene = on("", {"ana": sheet("Ana"), "bob": sheet("Bob", dies_at=3)})
    assert form(GAME, rest, scene).values["resting"] == ("ana",)
