"""Tests, open tests, oppositions, cooperation: odds, refusals, redos, what is written and read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.audit import audit, brute
from tablee.errors import BadFields, BadNotation
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.team import cooperate
from tablee.games.cle_en_main.check.actions import DifficultyTest, Oppose, open_test, oppose, test
from tablee.games.cle_en_main.check.checks import passes
from tablee.games.cle_en_main.check.notation import read_notation, read_term
from tablee.games.cle_en_main.check.oppositions import OppositionNumbers, decide, duel
from tablee.games.cle_en_main.check.retries import failed_tasks
from tablee.games.cle_en_main.check.throws import ThreeDice, attack_dice, plain_dice
from tablee.games.cle_en_main.order.turns import start
from tablee.games.cle_en_main.play import played
from tablee.rules.action import Scene
from tablee.rules.run import expected, planned
from tablee.text import Text
from tests.games.cle_en_main.fighters import passing
from tests.games.cle_en_main.scenes import doing, noted, on, refused, sheet, turn

TRY = test  # named after the book's word, which pytest would collect
del test


def alone(**fields: Any) -> Scene[Any]:
    return on("ana", {"ana": sheet("Ana", skills={"survival": 6, "eloquence": 6, "perception": 8}, **fields)})


@pytest.mark.parametrize(
    "dice", [ThreeDice(), ThreeDice(heroic=True), ThreeDice(atout=1), ThreeDice(lucky=True), ThreeDice(fixed=True)]
)
def test_the_dice_keep_their_promises(dice: ThreeDice) -> None:
    """CEM-TEST-01, -02, CEM-HERO-03, CEM-AUTO11-01."""
    audit(plain_dice(dice))
    assert plain_dice(dice).odds() == brute(plain_dice(dice))


@pytest.mark.parametrize("read", [0, 1, 2, 3])
def test_the_coloured_dice_keep_theirs(read: int) -> None:
    """CEM-DMG-01, -02, -04, CEM-EQUIP-10: damage and 6s are read on the attack's own dice."""
    question = attack_dice(read, ThreeDice(heroic=True), True)
    audit(question)
    assert question.odds() == brute(question)


@pytest.mark.parametrize(("bonus", "difficulty"), [(6, 15), (2, 25), (12, 10)])
def test_the_odds_of_a_test_are_those_of_its_dice(bonus: int, difficulty: int) -> None:
    assert passes(bonus, difficulty).odds().p(True) == passing(bonus, difficulty)


def test_trying_and_redoing() -> None:
    """CEM-HERO-04, -09: a point for a second chance, another for a fourth die on it."""
    scene = alone(heroism=3)
    odds = expected(TRY, scene, DifficultyTest(skill="survival"), planned({"cle-en-main.redo": True}))
    chance = passing(6, 15)
    assert odds.chance(lambda parts: parts[0].grade.good) == chance + (1 - chance) * chance
    answers = {"cle-en-main.redo": True, "cle-en-main.redo-die": True}
    done, after = doing(TRY, scene, [1, 2, 3, 5, 5, 3, 3], answers, skill="survival", difficulty=20)
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("success", 1)


def test_a_near_skill_makes_it_harder() -> None:
    """CEM-NEAR-01: Perception/20 for Survie/15."""
    near = expected(TRY, alone(), DifficultyTest(skill="perception", instead_of="survival", difficulty=15))
    assert near == expected(TRY, alone(), DifficultyTest(skill="perception", difficulty=20))


def test_the_table_knows_a_second_try_without_better_chances() -> None:
    """CEM-TEST-03, CEM-ATTACK-02: refused to whoever failed, unless something changed; nobody else, nor in a fight, nor
    where nobody calls it the same task.
    """
    people = {who: sheet(who, skills={"survival": 6}, heroism=2) for who in ("ana", "bob")}
    told: dict[str, Any] = {"skill": "survival", "task": "the trail"}
    _, failed = doing(TRY, on("ana", people), [1, 1, 2], **told, difficulty=20)
    assert refused(TRY, failed, **told, difficulty=20) == "CEM-TEST-03"
    better = ({"difficulty": 15}, {"difficulty": 20, "modifier": 1}, {"difficulty": 20, "heroic": True})
    for change in (*better, {"difficulty": 20, "task": "another trail"}, {"difficulty": 20, "task": ""}):
        doing(TRY, failed, [1, 1, 2, *[1] * ("heroic" in change)], **{**told, **change})
    doing(TRY, failed.acting("bob"), [1, 1, 2], **told, difficulty=20)
    doing(TRY, replace(failed, play=failed.play.with_changes(round=1)), [1, 1, 2], **told, difficulty=20)
    _, done = doing(TRY, failed, [6, 6, 6], **told, difficulty=19)
    doing(TRY, done, [1, 1, 2], **told, difficulty=20)  # it succeeded: the next one is another matter
    _, begun = doing(start, failed.acting(""))
    assert not played(begun).tried


def test_what_has_failed_is_proposed_as_the_same_task() -> None:
    """CEM-TEST-03: by the name it was given, or by its skill; what others failed is not."""
    people = {who: sheet(who, skills={"survival": 6, "perception": 2}) for who in ("ana", "bob")}
    _, once = doing(TRY, on("ana", people), [1, 1, 2], skill="survival", task="the trail", difficulty=20)
    _, twice = doing(TRY, once, [1, 1, 2], skill="perception", difficulty=20)
    assert {task: name.en for task, name in failed_tasks(twice).items()} == {
        "the trail": "the trail",
        "perception": "Perception",
    }
    assert failed_tasks(twice.acting("bob")) == {}


def test_the_die_of_an_atout_makes_better_chances() -> None:
    """CEM-TEST-03: the heroic effect of Bricoleur inspiré is a chance more than the failed try had."""
    told: dict[str, Any] = {"skill": "technique (Serrures)", "difficulty": 20, "task": "the safe"}
    tinker = {"skills": {"technique (Serrures)": 6}, "heroism": 1, "atouts": ({"id": "t14", "ticked": True},)}
    _, scene = doing(TRY, on("ana", {"ana": sheet("Ana", **tinker)}), [1, 1, 2], **told)
    assert refused(TRY, scene, **told) == "CEM-TEST-03"
    assert TRY.refuse(scene, DifficultyTest(**told, atout="t14")) is None


def test_primes_that_mean_nothing_here_are_refused() -> None:
    """CEM-PRIME-01: Blessure légère on a lock; Danger outside a scene."""
    told: dict[str, Any] = {"skill": "survival", "primes": ("effectiveness",)}
    assert refused(TRY, alone(), **told, penalties=("light_wound",)) == "CEM-PRIME-01"
    assert refused(TRY, alone(), **told, penalties=("danger",)) == "CEM-PEN-03"
    assert TRY.refuse(on("ana", alone().cast, round=1), DifficultyTest(**told, penalties=("danger",))) is None


def test_an_open_test_counts_degrees() -> None:
    """CEM-OPEN-01, -02: three 6s are only a result."""
    done, _ = doing(open_test, alone(), [6, 6, 6], skill="survival")
    assert noted(done, "CEM-OPEN-02")
    assert done.outcome.parts[0].grade.id == "degree_3"
    done, _ = doing(open_test, alone(), [1, 1, 1], skill="perception")
    assert done.outcome.parts[0].grade.id == "degree_1"


@pytest.mark.parametrize(
    ("active", "auto", "winner"),
    [("a", "symmetric", "b"), ("a", "active_only", "a"), ("b", "active_only", "b"), ("both", "none", "a")],
)
def test_automatic_results_in_oppositions(active: str, auto: str, winner: str) -> None:
    """CEM-OPP-04: 23 against 20 with three 6s."""
    assert decide(23, 0, 8, 20, 1, 2, active, auto).winner == winner


def test_an_opposition_is_the_law_of_its_dice() -> None:
    """CEM-OPP-01, -02."""
    question = duel(ThreeDice(), ThreeDice(), OppositionNumbers(5, 5, 7, 7), False, False)
    audit(question, by_face=False)
    assert question.odds().chance(lambda result: result.winner == "a") == Fraction(4351, 15552)


def test_an_opposition_may_be_a_draw_and_circumstances_count_two() -> None:
    """CEM-OPP-02, -03, CEM-MOD-01, -02."""
    cast = {"ana": sheet("Ana", skills={"eloquence": 6}), "bob": sheet("Bob", skills={"eloquence": 6})}
    told: dict[str, Any] = {"skill": "eloquence", "target": "bob"}
    drawn, _ = doing(oppose, on("ana", cast), [4, 4, 3, 5, 4, 2], **told, both_active=True)
    assert drawn.outcome.parts[0].grade.id == "draw"
    won, _ = doing(oppose, on("ana", cast), [3, 3, 3, 4, 3, 3], **told, circumstances=1)
    assert won.outcome.parts[0].grade.id == "wins"
    near = Oppose(**told, instead_of="authority")
    same = Oppose(**told, modifier=-5)
    assert expected(oppose, on("ana", cast), near) == expected(oppose, on("ana", cast), same)


def test_both_sides_of_an_opposition_use_their_best_item() -> None:
    """CEM-EQUIP-01: one item each, the one that helps most."""
    items = tuple({"name": Text("", ""), "skill": "eloquence", "modifier": points} for points in (1, 3, -2))
    cast = {who: sheet(who, skills={"eloquence": 6}, equipment=items) for who in ("ana", "bob")}
    done, _ = doing(oppose, on("ana", cast), [4, 4, 3, 4, 4, 3], skill="eloquence", target="bob", both_active=True)
    assert done.outcome.parts[0].grade.id == "draw"


def test_an_atout_of_ones_own_has_no_heroic_effect_here() -> None:
    """CEM-ATOUT-01: one that is not in our list is words only."""
    scene = alone(heroism=1, atouts=({"id": "own", "ticked": True},))
    with pytest.raises(BadFields):
        refused(TRY, scene, skill="survival", atout="own")


def test_the_best_leads_and_the_others_help() -> None:
    """CEM-COOP-01…04: helpers roll without their atouts, the leader's are added once he leads."""
    atout = {"id": "t22", "ticked": True}
    cast = {
        "ana": sheet("Ana", skills={"survival": 6}, atouts=(atout,)),
        "bob": sheet("Bob", skills={"survival": 4}),
        "eve": sheet("Eve", skills={"survival": 5}),
    }
    told: dict[str, Any] = {"skill": "survival", "helpers": ("bob", "eve"), "difficulty": 21}
    done, _ = doing(cooperate, on("ana", cast), [4, 4, 5, 4, 4, 3, 2, 2, 1], **told)
    assert [part.grade.id for part in done.outcome.parts] == ["success", "helped", "helped"]
    busy = on("ana", cast, round=1, acted=("bob",))
    assert refused(cooperate, busy, **told) == "CEM-COOP-03"


def test_a_team_may_redo_and_its_odds_know_it() -> None:
    """CEM-COOP-04, CEM-HERO-04: everybody's own test, asked together."""
    cast = {"ana": sheet("Ana", skills={"survival": 6}, heroism=1), "bob": sheet("Bob", skills={"survival": 4})}
    told: dict[str, Any] = {"skill": "survival", "helpers": ("bob",), "difficulty": 15}
    done, after = doing(cooperate, on("ana", cast), [1, 1, 2, 2, 2, 2, 5, 5, 5], {"ana/cle-en-main.redo": True}, **told)
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("success", 0)


def test_what_is_written_is_read() -> None:
    """CEM-TEST-05, CEM-OPP-03, CEM-PEN-06."""
    assert read_notation("Combat (épée)/15").difficulty == 15
    assert read_notation(" Combat (épée) / Défense ").passive == "Défense"
    assert read_notation("Test d’Acrobatie/15")[:2] == ("test", "Acrobatie")
    assert read_notation("opposition d'Athlétisme/Défense")[:3] == ("opposition", "Athlétisme", "Défense")
    assert read_term("Risque (toucher un allié)") == "risk"
    assert read_term("ATTAQUES MULTIPLES") == "multiple_attack"
    assert Attack.model_validate({"target": "x", "primes": ["Eff."], "penalties": ["Lég."]}).primes == (
        "effectiveness",
    )
    with pytest.raises(BadNotation):
        read_notation("15/Survie")
    with pytest.raises(BadNotation):
        read_term("Rapidité")


def test_npcs_help_pj_and_the_other_way_round() -> None:
    """CEM-COOP-01, -05: 18 and a helper at 15 make 19; at 15 + 1 the result changes nothing more."""
    people = {"ana": sheet("Ana", skills={"survival": 6}), "n": sheet("N", kind="boss", categories={"mental": 6})}
    told: dict[str, Any] = {"skill": "survival", "difficulty": 19}
    done, _ = doing(cooperate, on("ana", people), [4, 4, 4, 3, 3, 3], helpers=("n",), **told)
    assert done.outcome.parts[0].grade.good
    done, _ = doing(cooperate, on("n", people), [4, 4, 4, 3, 3, 3], helpers=("ana",), **told)
    assert done.outcome.parts[0].grade.good
    done, _ = doing(cooperate, on("ana", people), [4, 4, 4], helpers=("n",), auto11=("n",), **told)
    assert done.outcome.parts[0].grade.good  # 11 + 6 = 17 helps too


def test_an_opposition_has_helpers_on_both_sides() -> None:
    """CEM-COOP-01, -02, -03, CEM-OPP-01: 15 + 1 beats 15 on equal terms; they have a helper too, and 16 meets 16."""
    people = {who: sheet(who, skills={"strength": 6}, kind="pj" if who < "m" else "boss") for who in "abxy"}
    people["x"] = sheet("x", skills={"strength": 7}, kind="boss")
    scene = on("a", people, round=1)
    told: dict[str, Any] = {"target": "x", "skill": "strength"}
    done, _ = doing(oppose, scene, [3, 3, 3, 3, 3, 2], **told)
    assert done.outcome.parts[0].grade.id == "loses"
    done, after = turn(oppose, scene, "a", [3, 3, 3, 3, 3, 3, 3, 3, 2], helpers=("b",), **told)
    assert done.outcome.parts[0].grade.id == "wins"
    assert played(after).acted == ("a", "b")
    dice = [3, 3, 3, 3, 3, 3, 3, 3, 2, 3, 3, 3]
    done, _ = doing(oppose, scene, dice, helpers=("b",), their_helpers=("y",), **told)
    assert done.outcome.parts[0].grade.id == "loses"
    assert refused(oppose, scene, helpers=("b",), their_helpers=("b",), **told) == "CEM-COOP-01"
    gone = on("a", {**people, "b": sheet("b", skills={"strength": 6}, wakes_at=3)}, round=1)
    assert refused(oppose, gone, helpers=("b",), **told) == "CEM-COOP-03"


def test_an_opposition_made_together_may_be_redone() -> None:
    """CEM-COOP-04, CEM-HERO-04: each of the side that loses redoes their own test."""
    people = {who: sheet(who, skills={"strength": 6}, heroism=1) for who in "ab"}
    people["x"] = sheet("x", skills={"strength": 7}, kind="boss")
    answers = {"b/cle-en-main.redo": True}
    dice = [3, 3, 3, 1, 1, 1, 3, 3, 2, 3, 3, 3]
    done, after = doing(oppose, on("a", people), dice, answers, target="x", skill="strength", helpers=("b",))
    assert (done.outcome.parts[0].grade.id, after["b"].heroism, after["a"].heroism) == ("wins", 0, 1)
