"""audit() and brute(): a rule that breaks a promise is told which one."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from typing import NamedTuple

import pytest

from tablee.dice import Choice, Odds, Question, Reroll, Roll, Rule, d6, d10, die, odds, rule, together
from tablee.dice.audit import audit, brute
from tablee.dice.question import Player
from tablee.errors import BadRule


class Hit(NamedTuple):
    damage: int


class Missed(NamedTuple):
    margin: int


@rule
def not_a_six(roll: Roll) -> int:
    face = roll(d6)
    if face == 6:
        raise Reroll
    return face


@rule
def two_unequal(roll: Roll) -> tuple[int, int]:
    mine, theirs = roll(not_a_six()), roll(not_a_six())
    if mine == theirs:
        raise Reroll
    return mine, theirs


@rule
def best_of(roll: Roll, need: int) -> bool:
    mine = roll((3 * die(4)).highest(2))
    return mine >= need or roll(together(not_a_six(), d6), lambda both: sum(both) > need)


@rule
def long_shot(roll: Roll, need: int) -> bool:
    return roll((2 * d10).open_ended().total(need), lambda total: total == need)


@rule
def heavy(roll: Roll) -> int:
    return max(roll(5 * d10), roll(5 * d10))


def test_a_reroll_inside_a_reroll_is_tried_by_brute_force() -> None:
    law = brute(two_unequal())
    assert len(law) == 20
    assert set(law.fractions().values()) == {Fraction(1, 20)}
    assert law == odds(two_unequal())


@pytest.mark.parametrize(
    "question",
    [two_unequal(), best_of(7), long_shot(15), 3 * d6, together(d6, d10)],
    ids=["nested rerolls", "readings", "open-ended", "pool", "together"],
)
def test_a_rule_that_keeps_its_promises_passes(question: Question[object]) -> None:
    audit(question)


def test_a_rule_with_too_many_dice_may_be_audited_pool_by_pool() -> None:
    with pytest.raises(BadRule, match=r"heavy\(\) has more than 2500 sequences"):
        audit(heavy(), most_faces=2500)
    audit(heavy(), most_faces=2500, by_face=False)


def test_brute_force_stops_where_it_is_told() -> None:
    assert brute(d6, most_faces=7) == odds(d6)
    with pytest.raises(BadRule, match="2d6 has more than 7 sequences"):
        brute(2 * d6, most_faces=7)


def unsteady_question() -> Rule[[], int]:
    calls = count()

    @rule
    def unsteady(roll: Roll) -> int:
        return roll(d6 if next(calls) % 3 else die(6).named("other"))

    return unsteady


def unsteady_outcome() -> Rule[[], int]:
    calls = count()

    @rule
    def unsteady(roll: Roll) -> int:
        return roll(d6) + next(calls)

    return unsteady


def unsteady_number() -> Rule[[], int]:
    calls = count()

    @rule
    def unsteady(roll: Roll) -> int:
        first = roll(die(2))
        return first if next(calls) % 2 else roll(die(2))

    return unsteady


def unsteady_type() -> Rule[[], int]:
    calls = count()

    @rule
    def unsteady(_roll: Roll) -> int:
        return True if next(calls) % 2 else 1

    return unsteady


@pytest.mark.parametrize("make", [unsteady_question, unsteady_outcome, unsteady_number, unsteady_type])
@pytest.mark.parametrize("by_face", [True, False])
def test_a_rule_with_a_memory_of_its_own_is_not_pure(make: Callable[[], Rule[[], int]], by_face: bool) -> None:
    unsteady = make()
    with pytest.raises(BadRule, match=r"unsteady\(\) is not pure"):
        audit(unsteady(), by_face=by_face)


def test_a_rule_that_uses_up_an_iterator_is_not_pure() -> None:
    bonuses: Iterator[int] = iter(range(1000))

    @rule
    def greedy(roll: Roll) -> int:
        return roll(d6) + next(bonuses)

    with pytest.raises(BadRule, match="greedy"):
        audit(greedy())


def test_true_and_one_may_not_be_two_outcomes() -> None:
    @rule
    def mixed(roll: Roll) -> int:
        return True if roll(die(2)) == 1 else 1

    with pytest.raises(BadRule, match=r"mixed\(\) answers .* equal, but not of one type"):
        audit(mixed())


def test_true_and_one_may_not_hide_inside_a_tuple() -> None:
    @rule
    def mixed(roll: Roll) -> tuple[int, int]:
        return (True, 2) if roll(die(2)) == 1 else (1, 2)

    with pytest.raises(BadRule, match=r"mixed\(\).*not of one type"):
        audit(mixed())


def test_two_named_tuples_that_compare_equal_are_not_one_outcome() -> None:
    @rule
    def mixed(roll: Roll) -> Hit | Missed:
        return Hit(1) if roll(die(2)) == 1 else Missed(1)

    with pytest.raises(BadRule, match=r"mixed\(\).*not of one type"):
        audit(mixed(), types=(Hit, Missed))


def test_outcomes_of_several_types_must_be_declared() -> None:
    @rule
    def mixed(roll: Roll) -> Hit | Missed:
        face = roll(d6)
        return Hit(face) if face < 4 else Missed(face)

    with pytest.raises(BadRule, match=r"mixed\(\) answers several types: Hit, Missed"):
        audit(mixed())
    audit(mixed(), types=(Hit, Missed))


def test_the_rules_a_rule_asks_are_audited_too() -> None:
    @rule
    def inner(roll: Roll) -> int | None:
        face = roll(d6)
        return None if face == 6 else face

    @rule
    def outer(roll: Roll) -> bool:
        return roll(together(inner(), d6))[0] is None

    with pytest.raises(BadRule, match=r"inner\(\) answers several types: NoneType, int"):
        audit(outer())


def test_a_reading_must_have_an_answer_for_every_face() -> None:
    @rule
    def partial(roll: Roll) -> str:
        return roll(die(3), {1: "low", 2: "high"}.__getitem__)

    with pytest.raises(BadRule, match=r"partial\(\): a reading of 1d3 fails on 3"):
        audit(partial())


def test_a_reading_may_not_reroll() -> None:
    @rule
    def again(roll: Roll) -> int:
        def no_six(face: int) -> int:
            if face == 6:
                raise Reroll
            return face

        return roll(d6, no_six)

    with pytest.raises(BadRule, match=r"again\(\): a reading of 1d6 fails on 6"):
        audit(again())


def test_a_rule_that_chooses_is_told_so() -> None:
    @rule
    def tempted(roll: Roll) -> bool:
        return roll.choose("ana", Choice("spend", (True, False), False))

    with pytest.raises(BadRule, match=r"tempted\(\) chooses \(spend\)"):
        audit(tempted())


def test_a_rule_that_asks_itself_is_told_so() -> None:
    @rule
    def explodes(roll: Roll) -> int:
        face = roll(d6)
        return face + roll(explodes()) if face == 6 else face

    with pytest.raises(BadRule, match=r"explodes\(\) asks itself again"):
        audit(explodes())


def test_a_rule_without_end_is_told_so() -> None:
    @rule
    def sixes(roll: Roll) -> int:
        return 1 + roll(d6) if roll(d6) == 6 else sum(iter(lambda: roll(d6), 6))

    with pytest.raises(BadRule, match=r"sixes\(\).*one without end"):
        audit(sixes())


def test_a_certain_reroll_is_told_so() -> None:
    @rule
    def stuck(_roll: Roll) -> int:
        raise Reroll

    with pytest.raises(BadRule, match=r"stuck\(\) rerolls whatever the dice"):
        brute(stuck())


class Loaded(Question[int]):
    """A die that says it is fair, and is read otherwise."""

    def __repr__(self) -> str:
        return "loaded"

    def odds(self) -> Odds[int]:
        return Odds(dict.fromkeys(range(1, 7), 1))

    def play(self, player: Player) -> int:
        return min(player.faces(1, 6, "")[0] + 1, 6)


def test_a_question_whose_law_is_not_that_of_its_faces_is_found_out() -> None:
    die_read_wrong = Loaded()

    @rule
    def trusting(roll: Roll) -> int:
        return roll(die_read_wrong)

    with pytest.raises(BadRule, match=r"trusting\(\): its odds are not those of its dice"):
        audit(trusting())
    audit(trusting(), by_face=False)
