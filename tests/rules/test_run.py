"""Actions performed, stopped, resumed and counted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice import Fed, Odds
from tablee.dice.choice import by_default
from tablee.errors import BadAnswer, BadFields, TooMany
from tablee.rules.action import Part, Scene, applied
from tablee.rules.run import Done, Progress, Waiting, best, expected, perform, planned, prepared
from tablee.rules.why import Note
from tests.rules.sample import BOOK, GAME, STEP_IN, Sheet, Strike, strike

ROOT = Path(__file__).parent.parent.parent


def do(**values: Any) -> Strike:
    ready = prepared(strike, GAME.scene("ana"), {"target": "wolf", **values})
    assert isinstance(ready, Strike)
    return ready


def played(dice: list[int], *answers: Mapping[str, Any]) -> Done | Waiting:
    return perform(strike, GAME.scene("ana"), do(), Fed(dice), Progress(answers=answers))


def finished(dice: list[int], *answers: Mapping[str, Any]) -> Done:
    done = played(dice, *answers)
    assert isinstance(done, Done)
    return done


def test_a_miss_asks_nobody() -> None:
    done = finished([6])
    assert done.outcome.parts[0].grade.id == "missed"
    assert done.changes == ()


def test_a_hit_stops_at_the_parry_with_the_die_on_record() -> None:
    waiting = played([1])
    assert isinstance(waiting, Waiting)
    assert list(waiting.asked) == ["wolf"]
    assert waiting.asked["wolf"].price == (("luck", 1),)
    assert [roll.faces for roll in waiting.progress.rolls] == [(1,)]


def test_an_answer_resumes_without_throwing_again() -> None:
    waiting = played([1])
    assert isinstance(waiting, Waiting)
    friends = perform(strike, GAME.scene("ana"), do(), Fed([]), waiting.answered({"wolf": False}))
    assert isinstance(friends, Waiting)
    assert list(friends.asked) == ["leo", "max"]
    half = perform(strike, GAME.scene("ana"), do(), Fed([]), friends.answered({"max": True}))
    assert isinstance(half, Waiting)
    assert list(half.asked) == ["leo"]
    assert half.partly == {"max": True}
    done = perform(strike, GAME.scene("ana"), do(), Fed([]), half.answered({"leo": False}))
    assert isinstance(done, Done)
    assert done.outcome.parts[0].who == "max"
    assert [roll.faces for roll in done.progress.rolls] == [(1,)]


def test_defaults_can_be_taken_for_everybody_at_once() -> None:
    waiting = played([1])
    while isinstance(waiting, Waiting):
        waiting = perform(strike, GAME.scene("ana"), do(), Fed([]), waiting.by_default())
    assert waiting.outcome.parts == (Part("wolf", waiting.outcome.parts[0].grade, (("damage", 2),)),)


def test_with_a_plan_nothing_stops_but_missing_dice() -> None:
    scene, stopped = GAME.scene("ana"), played([1])
    while isinstance(stopped, Waiting):
        stopped = perform(strike, scene, do(), Fed([]), stopped.by_default())
    assert perform(strike, scene, do(), Fed([1]), plan=by_default) == stopped
    parried = perform(strike, scene, do(), Fed([1, 6]), plan=planned({"wolf/sample.parry": True}))
    assert isinstance(parried, Done)
    assert parried.progress.answers[0] == {"wolf": True}
    short = perform(strike, scene, do(), Fed([]), plan=by_default)
    assert isinstance(short, Waiting)
    assert short.dice is not None


def test_missing_dice_are_an_open_question_like_any_other() -> None:
    waiting = played([])
    assert isinstance(waiting, Waiting)
    assert waiting.dice is not None
    assert (waiting.dice.count, waiting.dice.sides, waiting.dice.by) == (1, 6, "ana")
    assert [item.say("en") for item in waiting.why] == ["Target 3 = might 4 + bonus 0 − guard 1"]


def test_an_answer_that_was_not_offered_is_refused() -> None:
    with pytest.raises(BadAnswer, match="not one of the answers offered"):
        played([1], {"wolf": "perhaps"})


def test_a_stopped_action_survives_json_and_a_fresh_process() -> None:
    waiting = played([1])
    assert isinstance(waiting, Waiting)
    saved = json.dumps(waiting.answered({"wolf": True}).to_json())
    code = f"""
import json
from tablee.dice import Fed
from tablee.rules.run import Progress, perform
from tests.rules.sample import GAME, Strike, strike
so_far = Progress.from_json(json.loads({saved!r}))
done = perform(strike, GAME.scene("ana"), Strike(target="wolf"), Fed([2]), so_far)
while not hasattr(done, "outcome"):
    done = perform(strike, GAME.scene("ana"), Strike(target="wolf"), Fed([]), done.by_default())
print(json.dumps([done.progress.to_json(), [list(c.__dict__.values()) for c in done.changes]]))
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    progress, changes = json.loads(ran.stdout)
    unbroken = finished([1, 2], {"wolf": True}, {"leo": False, "max": False})
    assert progress == json.loads(json.dumps(unbroken.progress.to_json()))
    assert changes == [["ana", "blows", 0, 1], ["wolf", "health", 5, 4]]
    assert [tuple(change.__dict__.values()) for change in unbroken.changes] == [tuple(c) for c in changes]


def test_odds_take_defaults_a_plan_or_the_better_choice() -> None:
    scene, blow = GAME.scene("ana"), do()

    def hurt(odds: Odds[Any]) -> Fraction:
        return odds.mean(lambda parts: sum(part.amount("damage") for part in parts))

    plain = expected(strike, scene, blow)
    assert hurt(plain) == Fraction(3, 6)
    parry = expected(strike, scene, blow, planned({"wolf/sample.parry": True}))
    assert hurt(parry) == Fraction(1, 2) * Fraction(1, 2)
    wise = best(strike, scene, blow, "wolf", lambda parts: -sum(part.amount("damage") for part in parts))
    # the wolf parries only what hurts more than a second blow would: a damage of 1 or 2, not 0
    assert hurt(wise.odds) == Fraction(2, 6) * Fraction(1, 2)
    assert wise.worth == Fraction(3, 6) - Fraction(1, 6)
    with pytest.raises(TooMany):
        best(strike, scene, blow, "wolf", lambda parts: len(parts), most=5)


def test_a_plan_may_speak_for_everybody_or_for_one() -> None:
    scene, blow = GAME.scene("ana"), do()
    anybody = expected(strike, scene, blow, planned({"sample.step_in": True}))
    assert {parts[0].who for parts in anybody} == {"wolf", "leo"}
    only_max = expected(strike, scene, blow, planned({"max/sample.step_in": True}))
    assert {parts[0].who for parts in only_max} == {"wolf", "max"}
    assert by_default("leo", STEP_IN) is False


@given(st.lists(st.integers(1, 6), min_size=2, max_size=2), st.booleans(), st.booleans(), st.booleans())
def test_what_is_thrown_is_among_the_odds_and_replays_alike(
    dice: list[int], parry: bool, leo: bool, max_: bool
) -> None:
    answers = {"wolf/sample.parry": parry, "leo/sample.step_in": leo, "max/sample.step_in": max_}
    done = played(dice)
    while isinstance(done, Waiting):
        given_now = {who: answers[f"{who}/{decision.id}"] for who, decision in done.asked.items()}
        done = perform(strike, GAME.scene("ana"), do(), Fed(dice[1:]), done.answered(given_now))
    assert expected(strike, GAME.scene("ana"), do(), planned(answers)).p(done.outcome.parts) > 0
    again = perform(strike, GAME.scene("ana"), do(), Fed([]), done.progress)
    assert again == done


def test_a_refusal_is_a_value_and_changes_nothing() -> None:
    scene = applied(GAME.scene("ana"), [])
    tired = GAME.scene("ana", {**GAME.ready(), "ana": GAME.ready()["ana"].with_changes(health=0)})
    refusal = prepared(strike, tired, {"target": "wolf"})
    assert isinstance(refusal, Note)
    assert refusal.say("fr") == "Ana est à bout"
    assert refusal.saying.clause.id == "SAM-HIT-01"
    assert scene.cast == GAME.ready()


def test_a_refusal_says_what_is_wrong_with_what_was_asked_if_that_reads() -> None:
    def general_or_not(_scene: Scene[Sheet], do: Strike | None) -> Note | None:
        return BOOK.note("SAM-HIT-01") if do is None else BOOK.note("SAM-HIT-01:tired") if do.target == "wolf" else None

    picky = replace(strike, refuse=general_or_not)
    said = [
        prepared(picky, GAME.scene("ana"), values)
        for values in ({"target": "wolf"}, {"target": "leo"}, {"target": "ghost"})
    ]
    assert said == [BOOK.note("SAM-HIT-01:tired"), BOOK.note("SAM-HIT-01"), BOOK.note("SAM-HIT-01")]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Target: this field is missing. Choices: wolf, leo, max."),
        ({"target": "ghost"}, "Target: “ghost” is not possible here. Choices: wolf, leo, max."),
        ({"target": ""}, "Target: “” is not possible here. Choices: wolf, leo, max."),
        ({"target": "wolf", "bonus": 9}, "Bonus: at most 3."),
        ({"target": "wolf", "bonus": "much"}, "Bonus: a whole number is needed, not “much”."),
        ({"target": "wolf", "helpers": ["ghost"]}, "Helpers: “ghost” is not possible here. Choices: wolf, leo, max."),
        ({"target": "wolf", "colour": "red"}, "There is no field “colour”. Known fields: target, bonus, helpers."),
    ],
)
def test_parameters_that_do_not_fit_are_told_field_by_field(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadFields) as wrong:
        prepared(strike, GAME.scene("ana"), values)
    assert wrong.value.say("en") == sentence
    assert wrong.value.say("fr") != sentence


def test_the_odds_of_an_action_in_progress_start_from_what_has_fallen() -> None:
    """Each answer has its own odds: what the point is worth, now that the die is known."""
    waiting = played([1])
    assert isinstance(waiting, Waiting)
    scene, blow = GAME.scene("ana"), do()
    takes = expected(strike, scene, blow, so_far=waiting.answered({"wolf": False}))
    parries = expected(strike, scene, blow, so_far=waiting.answered({"wolf": True}))
    assert [parts[0].amount("damage") for parts in takes] == [2]
    assert parries.mean(lambda parts: parts[0].amount("damage")) == Fraction(1, 2)
    assert expected(strike, scene, blow, so_far=Progress()) == expected(strike, scene, blow)


def test_odds_with_too_much_to_count_say_so_and_what_to_do() -> None:
    with pytest.raises(TooMany, match="more than 3 ways: ask for less at once") as much:
        expected(strike, GAME.scene("ana"), do(), most=3)
    assert "plus de 3 façons" in much.value.say("fr")


def test_what_a_plan_says_that_is_not_offered_is_left_to_its_default() -> None:
    plain = expected(strike, GAME.scene("ana"), do())
    assert expected(strike, GAME.scene("ana"), do(), planned({"sample.parry": "perhaps"})) == plain


def test_a_schema_says_what_a_form_needs() -> None:
    """Labels and limits of the declarations reach the JSON schema."""
    fields = Strike.model_json_schema()["properties"]
    assert (fields["bonus"]["title"], fields["bonus"]["maximum"]) == ("Bonus", 3)
    assert (fields["target"]["title"], fields["target"]["x-title-en"]) == ("Cible", "Target")
