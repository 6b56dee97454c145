"""throw(), Fed, Thrower: faces told or fresh, recorded as they fall, and decisions passed on."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, count, islice
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import (
    Choice,
    Fed,
    Fresh,
    Question,
    Reroll,
    Roll,
    Rolled,
    d6,
    d10,
    die,
    odds,
    procedure,
    rule,
    throw,
    together,
)
from tablee.dice.choice import by_default
from tablee.dice.rule import walk
from tablee.dice.throw import Thrower, Unanswered
from tablee.errors import BadAnswer, BadDice, BadRule, NeedDice

quick = settings(deadline=None, max_examples=40)
CANCEL = Choice("cancel", ("yes", "no"), "no")


class Duel(NamedTuple):
    mine: int
    theirs: int


@rule
def better_than_one(roll: Roll) -> int:
    """A d4 whose ones are rolled again, each try noted."""
    face = roll(die(4))
    roll.note("try", face=face)
    if face == 1:
        raise Reroll
    return face


@rule
def duel(roll: Roll) -> Duel:
    """Two parts throw; ties are rolled again, all of it."""
    mine, theirs = roll(d6, by="active"), roll(d6, by="passive")
    roll.note("duel", mine=mine, theirs=theirs)
    if mine == theirs:
        raise Reroll
    return Duel(mine, theirs)


@rule
def margin(roll: Roll, score: int) -> int:
    face = roll(die(4))
    return score - face if face < 4 else -1


@rule
def blow(roll: Roll, score: int) -> tuple[int, int]:
    """Another rule, then a pool only when it matters, read for what matters."""
    won = roll(margin(score))
    return (won, roll(2 * die(3), lambda total: total - won)) if won > 0 else (won, 0)


@rule
def two_duels(roll: Roll) -> tuple[int, Duel]:
    return roll(better_than_one()), roll(duel())


QUESTIONS: list[Question[Any]] = [
    d6,
    (3 * d6).highest(2),
    together(d6.named("red"), 2 * d10),
    (2 * d6).open_ended().total(15),
    margin(3),
    blow(3),
    duel(),
    two_duels(),
]
asked = st.sampled_from(QUESTIONS)


class Turning:
    """Dice that show faces found by the test's own search, then turn from face to face; all are remembered."""

    def __init__(self, begun: list[int]) -> None:
        self.turns = chain(begun, count())
        self.shown: list[int] = []

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        faces = [turn % sides + 1 for turn in islice(self.turns, count)]
        self.shown += faces
        return faces


turning = st.lists(st.integers(0, 59), max_size=12).map(Turning)


def test_faces_are_recorded_with_their_owner_and_their_label() -> None:
    thrown = throw(together(d6.named("red"), 2 * d10), Fed([4, 10, 1]), by="chloe")
    assert thrown.outcome == (4, 11)
    assert thrown.rolls == (Rolled(6, (4,), "chloe", "red"), Rolled(10, (10, 1), "chloe"))


def test_without_an_owner_faces_belong_to_nobody() -> None:
    assert throw(d6, Fed([3])).rolls == (Rolled(6, (3,)),)


def test_a_rule_names_parts_and_the_caller_says_who_stands_for_them() -> None:
    thrown = throw(duel(), Fed([5, 2]), by={"active": "chloe", "passive": "nicolas"})
    assert [(roll.by, roll.faces) for roll in thrown.rolls] == [("chloe", (5,)), ("nicolas", (2,))]


def test_a_part_nobody_stands_for_keeps_its_name() -> None:
    assert [roll.by for roll in throw(duel(), Fed([5, 2]), by={"active": "chloe"}).rolls] == ["chloe", "passive"]


def test_an_owner_is_inherited_by_the_rules_one_asks_and_given_back_after() -> None:
    thrower = Thrower(Fed([1, 2, 3]))
    thrower(margin(3), by="ana")
    thrower(die(4))
    thrower(blow(0), by="bob")
    assert [roll.by for roll in thrower.rolls] == ["ana", "", "bob"]


def test_an_owner_is_given_back_even_when_dice_are_missing() -> None:
    dice = Fed([])
    thrower = Thrower(dice)
    with pytest.raises(NeedDice):
        thrower(d6, by="ana")
    dice.left.append(4)
    thrower(d6)
    assert thrower.rolls == [Rolled(6, (4,))]


def test_a_reading_is_applied_to_the_answer() -> None:
    assert Thrower(Fed([2, 5]))(2 * d6, str) == "7"


def test_discarded_faces_are_kept_and_marked_and_their_notes_dropped() -> None:
    thrown = throw(duel(), Fed([3, 3, 1, 1, 6, 2]))
    assert thrown.outcome == Duel(6, 2)
    assert [(roll.faces[0], roll.discarded) for roll in thrown.rolls] == [
        (3, True),
        (3, True),
        (1, True),
        (1, True),
        (6, False),
        (2, False),
    ]
    assert thrown.notes == (("duel", {"mine": 6, "theirs": 2}),)


def test_an_inner_reroll_discards_only_the_faces_of_its_own_rule() -> None:
    @rule
    def outer(roll: Roll) -> int:
        before = roll(d6)
        roll.note("before", face=before)
        return before + roll(better_than_one())

    thrown = throw(outer(), Fed([5, 1, 3]))
    assert thrown.outcome == 8
    assert [(roll.faces, roll.discarded) for roll in thrown.rolls] == [((5,), False), ((1,), True), ((3,), False)]
    assert thrown.notes == (("before", {"face": 5}), ("try", {"face": 3}))


def test_an_outer_reroll_discards_what_inner_rules_threw_and_noted() -> None:
    @rule
    def not_four(roll: Roll) -> int:
        answer = roll(better_than_one())
        if answer == 4:
            raise Reroll
        return answer

    thrown = throw(not_four(), Fed([1, 4, 2]))
    assert [roll.discarded for roll in thrown.rolls] == [True, True, False]
    assert thrown.notes == (("try", {"face": 2}),)


def test_a_rule_that_always_rerolls_is_an_error_that_names_it() -> None:
    @rule
    def stuck(_roll: Roll) -> int:
        raise Reroll

    with pytest.raises(BadRule, match=r"stuck.*never ends"):
        throw(stuck())


def test_missing_dice_are_an_open_question_that_says_which_and_whose() -> None:
    with pytest.raises(NeedDice) as missing:
        throw((3 * d10).named("white"), Fed([7]), by="chloe")
    need = missing.value
    assert (need.count, need.sides, need.by, need.label) == (2, 10, "chloe", "white")
    assert str(need) == "2d10 more needed from chloe"


def test_missing_dice_of_a_part_are_asked_of_the_person_who_stands_for_it() -> None:
    with pytest.raises(NeedDice) as missing:
        throw(duel(), Fed([5]), by={"active": "chloe", "passive": "nicolas"})
    assert (missing.value.count, missing.value.sides, missing.value.by) == (1, 6, "nicolas")


def test_too_few_faces_are_not_consumed() -> None:
    dice = Fed([7])
    with pytest.raises(NeedDice):
        throw(2 * d10, dice)
    assert dice.left == [7]


@pytest.mark.parametrize("faces", [[7], [0], [-1], [3, 7], [3, 7, 1]])
def test_an_impossible_face_is_refused_and_nothing_is_consumed(faces: list[int]) -> None:
    dice = Fed(faces)
    with pytest.raises(BadDice) as refused:
        throw(2 * d6, dice)
    assert dice.left == faces
    assert "Un d6 ne peut pas montrer" in refused.value.say("fr")
    assert "A d6 cannot show" in refused.value.say("en")


def test_faces_left_over_stay_for_the_next_throw() -> None:
    dice = Fed([1, 2, 3])
    throw(2 * d6, dice)
    assert dice.left == [3]


def test_fed_faces_come_first_then_others_throw_the_rest() -> None:
    thrown = throw(duel(), Fed([4], then=Fed([2])))
    assert thrown.outcome == Duel(4, 2)


def test_fresh_faces_follow_fed_ones() -> None:
    thrown = throw(together(d6, 5 * d10), Fed([4], then=Fresh()))
    assert thrown.rolls[0].faces == (4,)
    assert all(1 <= face <= 10 for face in thrown.rolls[1].faces)


def test_fresh_dice_are_thrown_when_none_are_given() -> None:
    thrown = throw(20 * die(2))
    assert set(thrown.rolls[0].faces) <= {1, 2}
    assert thrown.outcome == sum(thrown.rolls[0].faces)


@quick
@given(asked, turning)
def test_what_is_thrown_is_among_the_odds(question: Question[Any], dice: Turning) -> None:
    assert odds(question).p(throw(question, dice).outcome) > 0


@quick
@given(asked, turning)
def test_the_same_faces_give_the_same_outcome_rolls_and_notes(question: Question[Any], dice: Turning) -> None:
    thrown = throw(question, dice, by="ana")
    again = Fed(dice.shown)
    assert throw(question, again, by="ana") == thrown
    assert again.left == []
    assert [face for roll in thrown.rolls for face in roll.faces] == dice.shown


def thrown_law(question: Question[Any]) -> dict[Any, Fraction]:
    """The law of what is thrown, face by face, given that nothing was discarded."""
    law: dict[Any, Fraction] = {}
    begun: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while begun:
        faces, chance = begun.pop()
        thrower = Thrower(Fed(faces))
        try:
            outcome = thrower(question)
        except NeedDice as need:
            if not any(roll.discarded for roll in thrower.rolls):
                begun += [([*faces, face], chance / need.sides) for face in range(1, need.sides + 1)]
        else:
            law[outcome] = law.get(outcome, Fraction()) + chance
    kept = sum(law.values())
    return {outcome: chance / kept for outcome, chance in law.items()}


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(3 * d6, id="total"),
        pytest.param((3 * d6).lowest(2), id="lowest"),
        pytest.param((3 * die(4)).total_and_count(4), id="total and count"),
        pytest.param(blow(3), id="a rule asking a rule"),
        pytest.param(better_than_one(), id="one die rerolled"),
        pytest.param(duel(), id="two dice rerolled"),
    ],
)
def test_throwing_every_face_gives_the_odds(question: Question[Any]) -> None:
    assert thrown_law(question) == odds(question).fractions()


def test_a_decision_nobody_took_stops_and_says_who_is_asked() -> None:
    with pytest.raises(Unanswered) as open_question:
        Thrower(Fed([]), answers=()).choose("ana", CANCEL)
    assert open_question.value.asked == {"ana": CANCEL}
    assert open_question.value.answered == {}
    assert str(open_question.value) == "waiting for ana"


def test_a_decision_taken_is_answered_and_kept_on_its_card() -> None:
    thrower = Thrower(Fed([]), answers=[{"ana": "yes"}, {"ana": "no"}])
    assert thrower.choose("ana", CANCEL) == "yes"
    assert thrower.choose("ana", CANCEL) == "no"
    assert thrower.cards == [{"ana": "yes"}, {"ana": "no"}]


def test_a_card_answered_in_part_waits_for_the_others_only() -> None:
    thrower = Thrower(Fed([]), answers=[{"bob": "yes"}])
    with pytest.raises(Unanswered) as open_question:
        thrower.choose_each({"ana": CANCEL, "bob": CANCEL, "eve": CANCEL})
    assert list(open_question.value.asked) == ["ana", "eve"]
    assert open_question.value.answered == {"bob": "yes"}
    assert thrower.cards == []


def test_a_whole_card_answers_everyone_in_the_order_asked() -> None:
    thrower = Thrower(Fed([]), answers=[{"bob": "yes", "ana": "no"}])
    assert list(thrower.choose_each({"ana": CANCEL, "bob": CANCEL}).items()) == [("ana", "no"), ("bob", "yes")]


@pytest.mark.parametrize("card", [{"ana": "maybe"}, {"ana": "maybe", "bob": "yes"}])
def test_an_answer_that_was_not_offered_is_refused_even_on_a_card_in_part(card: dict[str, str]) -> None:
    thrower = Thrower(Fed([]), answers=[card])
    with pytest.raises(BadAnswer) as refused:
        thrower.choose_each({"ana": CANCEL, "bob": CANCEL})
    assert "n'est pas une des réponses proposées" in refused.value.say("fr")
    assert refused.value.say("fr").endswith("yes, no.")
    assert refused.value.say("en") == "“maybe” is not one of the answers offered: yes, no."
    assert thrower.cards == []


def parried(roll: Roll) -> tuple[int, str]:
    """An action: a rule, a decision when it matters, another rule."""
    damage = roll(margin(3), by="wolf")
    answer = roll.choose("ana", CANCEL) if damage > 0 else ""
    return damage, answer


def test_an_action_that_stopped_resumes_on_the_faces_already_thrown() -> None:
    begun = Thrower(Fed([1]), answers=())
    with pytest.raises(Unanswered):
        parried(begun)
    faces = [face for roll in begun.rolls for face in roll.faces]
    resumed = Thrower(Fed(faces), answers=[{"ana": "yes"}])
    assert parried(resumed) == (2, "yes")
    assert resumed.rolls == begun.rolls


def test_a_throw_alone_has_nobody_to_ask() -> None:
    with pytest.raises(BadRule, match="cancel"):
        Thrower(Fed([])).choose("ana", CANCEL)


def test_a_rule_may_not_choose_even_where_answers_are_ready_but_the_action_after_it_may() -> None:
    @rule
    def tempted(roll: Roll) -> str:
        return roll.choose("ana", CANCEL)

    thrower = Thrower(Fed([]), answers=[{"ana": "yes"}])
    with pytest.raises(BadRule, match="may not choose"):
        thrower(tempted())
    assert thrower.choose("ana", CANCEL) == "yes"


@procedure
def with_heroism(roll: Roll, score: int) -> tuple[int, str]:
    """A test that may be cancelled, shared by several actions."""
    won = roll(margin(score))
    return won, roll.choose("ana", CANCEL) if won > 0 else "no"


def test_a_procedure_decides_as_part_of_the_action_and_its_faces_are_recorded() -> None:
    thrower = Thrower(Fed([1]), answers=[{"ana": "yes"}])
    assert thrower(with_heroism(3), by="ana") == (2, "yes")
    assert thrower.rolls == [Rolled(4, (1,), "ana")]
    assert thrower.cards == [{"ana": "yes"}]


def test_a_procedure_has_the_odds_its_plan_gives_it() -> None:
    def action(roll: Roll) -> str:
        return roll(with_heroism(3))[1]

    assert list(walk(action, plan=by_default)) == ["no"]
    assert walk(action, plan=lambda _who, _choice: "yes").p("yes") == Fraction(1, 2)


def test_a_rule_may_not_ask_a_procedure_that_chooses() -> None:
    @rule
    def tempted(roll: Roll) -> int:
        return roll(with_heroism(3))[0]

    with pytest.raises(BadRule, match="procedure"):
        odds(tempted())
    with pytest.raises(BadRule, match="procedure"):
        throw(tempted(), Fed([1]))


def test_a_procedure_that_rerolls_is_read_alike_in_odds_and_thrown() -> None:
    @procedure
    def no_ones(roll: Roll) -> int:
        face = roll(d6)
        if face == 1:
            raise Reroll
        return face

    def action(roll: Roll) -> int:
        return roll(no_ones())

    try:
        exact = walk(action, plan=by_default)
    except BadRule:
        with pytest.raises(BadRule):
            action(Thrower(Fed([1, 4]), answers=()))
    else:
        assert exact.p(action(Thrower(Fed([1, 4]), answers=()))) > 0


def test_fed_faces_too_few_for_a_pool_are_completed_by_the_others() -> None:
    assert throw(3 * d6, Fed([4], then=Fed([2, 1]))).outcome == 7


def test_parts_are_translated_through_rules_asking_rules() -> None:
    @rule
    def two_tries(roll: Roll) -> Duel:
        return roll(duel(), by={"active": "passive", "passive": "active"})

    thrown = throw(two_tries(), Fed([5, 2]), by={"active": "chloe", "passive": "nicolas"})
    assert [roll.by for roll in thrown.rolls] == ["nicolas", "chloe"]


def test_asking_nobody_uses_no_card() -> None:
    thrower = Thrower(Fed([]), answers=[{"ana": "yes"}])
    assert thrower.choose_each({}) == {}
    assert thrower.choose("ana", CANCEL) == "yes"
