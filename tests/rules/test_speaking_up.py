"""What people may say at one moment: all that no die separates, on one card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice import Fed, Roll, d6
from tablee.rules.action import Outcome, Scene, action, part
from tablee.rules.decision import may
from tablee.rules.fields import Nothing
from tablee.rules.run import Done, Progress, Waiting, perform
from tablee.rules.speaking_up import PASS, Card, cards_of, carried_out, choice_of, paths_of
from tablee.text import Text
from tests.rules.sample import BOOK, GAME, HIT

STOP = may("sample.stop", "SAM-PARRY-01", fr="Arrêter ?", en="Stop?", says=Text("Stop !", "Stop!"))
AGAIN = may("sample.again", "SAM-PARRY-01", fr="Refaire ?", en="Redo?", says=Text("Je refais", "I redo"), luck=1)
BOLDLY = may("sample.boldly", "SAM-PARRY-01", fr="Hardiment ?", en="Boldly?", says=Text("hardiment", "boldly"), luck=1)
SPARE = may("sample.spare", "SAM-PARRY-01", fr="Épargner ?", en="Spare?", says=Text("J'épargne", "I spare"), luck=2)
SURE = may("sample.sure", "SAM-PARRY-01", fr="Sûr ?", en="Sure?")


@action("sample.tale", Nothing, fr="Conte", en="Tale")
def tale(scene: Scene[Any], _do: Nothing, roll: Roll) -> Outcome:
    """Ana may be stopped, Leo may brace himself; a die, a redo, what is spared; and a question to be answered."""
    told = []
    if any(roll.choose_each({"leo": STOP, "wolf": STOP}).values()):
        told.append("stopped")
    elif roll.choose("leo", SPARE):
        told.append("braced")
    first = roll(d6, by="ana")
    while roll.choose("ana", AGAIN):
        told.append("boldly" if roll.choose("ana", BOLDLY) else "again")
        first = roll(d6, by="ana")
    if roll.choose("leo", SPARE):
        told.append("spared")
    if roll.choose("leo", SURE):
        told.append("sure")
    return Outcome((part("leo", HIT, damage=first),), BOOK.note("SAM-HIT-01", who=scene.me.name, told=", ".join(told)))


def run(progress: Progress) -> Done | Waiting:
    return perform(tale, GAME.scene("ana"), Nothing(), Fed([]), progress)


def stop(*faces: int, answers: tuple[Mapping[str, Any], ...] = ()) -> Waiting:
    known = perform(tale, GAME.scene("ana"), Nothing(), Fed(faces), Progress((), answers))
    assert isinstance(known, Waiting)
    return known


def cards(at: Waiting, **given: bool) -> dict[str, Card]:
    return cards_of(run, at, lambda now: {who: said for who, said in given.items() if who in now.asked})


PASSED = ({"leo": False, "wolf": False}, {"leo": False})


def test_questions_that_no_die_separates_are_one_card() -> None:
    before = cards(stop())
    assert {who: choice_of(card).options for who, card in before.items()} == {
        "leo": (PASS, "stop", "spare"),
        "wolf": (False, True),
    }
    after = cards(stop(4, answers=PASSED))
    assert choice_of(after["ana"]).options == (PASS, "again", "again+boldly")
    assert [dict(way.price) for way in after["ana"].ways] == [{"luck": 1}, {"luck": 2}]
    assert [[one.say("en") for one in way.said] for way in after["ana"].ways] == [["I redo"], ["I redo", "boldly"]]
    assert choice_of(after["leo"]).options == (False, True), "« Sure? » has to be answered: it waits for its own card"


def test_what_is_said_is_given_back_to_the_rule_up_to_the_next_die() -> None:
    at = stop(4, answers=PASSED)
    paths = {who: paths_of(card) for who, card in cards(at).items()}

    def said(**words: Any) -> tuple[Mapping[str, Any], ...]:
        return carried_out(run, at.progress, paths, words, lambda _: {}).answers[2:]

    assert said(ana=PASS, leo=False) == ({"ana": False}, {"leo": False})
    assert said(ana=PASS, leo=True) == ({"ana": False}, {"leo": True})
    assert said(ana="again", leo=True) == ({"ana": True}, {"ana": False}), "a die follows: Leo will be asked again"
    assert said(ana="again+boldly", leo=False) == ({"ana": True}, {"ana": True})


def test_whoever_has_answered_beforehand_is_not_asked_and_is_told_by_no_odds() -> None:
    given = cards(stop(), leo=False)
    assert list(given) == ["wolf"]
    always = cards(stop(), leo=True)
    assert list(always) == ["wolf"], "nothing follows for Leo before the die"
    assert always["wolf"].passes == given["wolf"].passes
    assert [way.progress for way in always["wolf"].ways] == [way.progress for way in given["wolf"].ways]


def test_a_question_that_has_to_be_answered_stands_alone() -> None:
    at = stop(4, answers=(*PASSED, {"ana": False}, {"leo": False}))
    assert {who: choice_of(card) for who, card in cards(at).items()} == {"leo": SURE}
