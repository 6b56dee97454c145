"""@rule: written once, remembered, and walked along every branch."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import (
    Choice,
    Fed,
    Odds,
    Question,
    Reroll,
    Roll,
    clear_caches,
    d6,
    d10,
    die,
    odds,
    rule,
    throw,
    together,
)
from tablee.dice.audit import brute
from tablee.dice.choice import by_default
from tablee.dice.rule import MAX_QUESTIONS, walk
from tablee.errors import BadRule, TooMany

quick = settings(deadline=None, max_examples=30)
FAILED = -1
d4 = die(4)
SPEND = Choice("spend", (True, False), False)


class Blow(NamedTuple):
    hit: bool
    damage: int = 0


@rule
def combat_test(roll: Roll, score: int) -> int:
    """The margin; a 6 always fails, a 1 always succeeds."""
    face = roll(d6)
    if face == 6:
        return FAILED
    if face == 1:
        return max(score - 1, 0)
    return score - face if face <= score else FAILED


@rule
def attack(roll: Roll, score: int, foe_score: int, weapon: int = 0) -> int:
    """The damage; equal margins are rolled again."""
    mine = roll(combat_test(score))
    if mine == FAILED:
        return 0
    theirs = roll(combat_test(foe_score))
    if mine == theirs:
        raise Reroll
    return max(0, mine + weapon) if mine > theirs else 0


@rule
def strike(roll: Roll, skill: int, protection: int) -> Blow:
    """A named red die is the damage; the defence is read only for what matters."""
    red, whites = roll(together(d4.named("red"), (2 * d4).named("white")))
    if not roll(3 * d4, lambda defence: red + whites + skill >= defence):
        return Blow(False)
    return Blow(True, max(0, red - protection))


def margin(face: int, score: int) -> int:
    """`combat_test` again, as a table of faces."""
    if face in (1, 6):
        return max(score - 1, 0) if face == 1 else FAILED
    return score - face if face <= score else FAILED


@quick
@given(st.integers(-2, 8))
def test_a_rule_with_one_die_counts_its_faces(score: int) -> None:
    law = odds(combat_test(score))
    for outcome in range(-1, 9):
        assert law.p(outcome) == Fraction(sum(margin(face, score) == outcome for face in range(1, 7)), 6)


@quick
@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 3))
def test_a_reroll_is_exact_by_conditioning(score: int, foe_score: int, weapon: int) -> None:
    kept: list[int] = []
    for mine, theirs in product([margin(f, score) for f in range(1, 7)], [margin(f, foe_score) for f in range(1, 7)]):
        if mine == FAILED:
            kept.append(0)
        elif mine != theirs:
            kept.append(max(0, mine + weapon) if mine > theirs else 0)
    assert odds(attack(score, foe_score, weapon)) == Odds({damage: kept.count(damage) for damage in kept})


@quick
@given(st.integers(0, 7), st.integers(0, 7))
def test_a_rule_that_rerolls_equals_brute_force(score: int, foe_score: int) -> None:
    assert odds(attack(score, foe_score, 2)) == brute(attack(score, foe_score, 2))


def test_a_rule_with_a_reading_and_several_pools_equals_brute_force() -> None:
    assert odds(strike(1, 2)) == brute(strike(1, 2))


@quick
@given(st.recursive(st.integers(1, 4), lambda deeper: st.tuples(deeper, deeper), max_leaves=4))
def test_rules_asking_rules_to_any_depth_equal_brute_force(tree: Any) -> None:
    @rule
    def grown(roll: Roll, branch: Any) -> int:
        """A leaf is a die of that many sides and one more; a knot is rolled right only when the left is even."""
        if isinstance(branch, int):
            return roll(die(branch + 1))
        left: int = roll(grown(branch[0]))
        return left if left % 2 else left + roll(grown(branch[1]))

    assert odds(grown(tree)) == brute(grown(tree))


@quick
@given(st.recursive(st.integers(1, 4), lambda deeper: st.tuples(deeper, deeper), max_leaves=4))
def test_what_ends_with_the_rest_equals_brute_force(tree: Any) -> None:
    @rule
    def grown(roll: Roll, branch: Any) -> int:
        """The same tree, each question but the first ending what asks it; a total of 3 is rolled again."""

        def right(left: int) -> int:
            return left if left % 2 else roll.then(grown(branch[1]), lambda more: kept(left + more))

        def kept(total: int) -> int:
            if total == 3:
                raise Reroll
            return total + roll(die(2))

        if isinstance(branch, int):
            return roll(die(branch + 1))
        doubled = roll(d4) == 1
        return roll.then(grown(branch[0]), lambda left: right(left * (1 + doubled)))

    assert odds(grown(tree)) == brute(grown(tree))


def test_what_comes_before_the_rest_is_run_once() -> None:
    before, after = list[int](), list[int]()

    def body(roll: Roll) -> int:
        before.append(1)
        return roll.then(2 * d6, rest)

    def rest(total: int) -> int:
        after.append(total)
        return total // 2

    assert walk(body) == (2 * d6).odds().read(lambda total: total // 2)
    assert before == [1]
    assert after == [*range(2, 13)]


def test_branches_of_unequal_depth_are_weighed_by_their_own_dice() -> None:
    @rule
    def again_on_a_one(roll: Roll) -> int:
        face = roll(die(3))
        return 10 + roll(d10) if face == 1 else face

    law = odds(again_on_a_one())
    assert law.p(2) == law.p(3) == Fraction(1, 3)
    assert law.p(11) == law.p(20) == Fraction(1, 30)


def test_a_rule_without_dice_is_certain() -> None:
    @rule
    def always(_roll: Roll, answer: str) -> str:
        return answer

    assert odds(always("yes")).fractions() == {"yes": 1}


def test_a_reading_gives_what_the_rule_would_have_computed() -> None:
    @rule
    def asked_for_less(roll: Roll, need: int) -> bool:
        return roll(3 * d6, lambda total: total >= need)

    @rule
    def asked_for_all(roll: Roll, need: int) -> bool:
        return roll(3 * d6) >= need

    assert all(odds(asked_for_less(need)) == odds(asked_for_all(need)) for need in range(2, 20))


def test_a_rule_may_be_read_too() -> None:
    @rule
    def wounded(roll: Roll, score: int) -> bool:
        return roll(attack(score, 3), bool)

    assert odds(wounded(5)) == odds(attack(5, 3)).read(bool)


def test_a_rule_call_goes_together_with_a_pool() -> None:
    both = together(combat_test(4), d6)
    assert odds(both) == brute(both)
    assert throw(both, Fed([2, 5])).outcome == (2, 5)


def test_the_same_call_is_the_same_question_and_is_walked_once() -> None:
    walked: list[int] = []

    @rule
    def counted(roll: Roll, score: int) -> bool:
        walked.append(score)
        return roll(die(2)) <= score

    assert counted(1) is counted(1)
    assert odds(counted(1)) is odds(counted(1))
    assert walked == [1, 1]


def test_forgetting_makes_a_new_question_with_the_same_law() -> None:
    before = combat_test(4)
    law = odds(before)
    clear_caches()
    assert combat_test(4) is not before
    assert odds(combat_test(4)) == law


def test_true_and_one_are_not_the_same_argument() -> None:
    @rule
    def kinds(_roll: Roll, first: int, second: int = 0) -> tuple[str, str]:
        return type(first).__name__, type(second).__name__

    assert list(odds(kinds(1))) == [("int", "int")]
    assert list(odds(kinds(True))) == [("bool", "int")]
    assert list(odds(kinds(1, 0))) == [("int", "int")]
    assert list(odds(kinds(1, False))) == [("int", "bool")]
    assert list(odds(kinds(1, second=False))) == [("int", "bool")]
    assert list(odds(kinds(1, second=0))) == [("int", "int")]


def test_arguments_may_be_named() -> None:
    assert odds(attack(score=4, foe_score=3, weapon=1)) == odds(attack(4, 3, 1))
    assert repr(attack(4, foe_score=3)) == "attack(4, foe_score=3)"


def test_a_rule_keeps_its_name_and_its_docstring() -> None:
    assert combat_test.__doc__ == "The margin; a 6 always fails, a 1 always succeeds."
    assert repr(combat_test(4)) == "combat_test(4)"


def test_a_certain_reroll_is_an_error_that_names_the_rule() -> None:
    @rule
    def hopeless(roll: Roll) -> int:
        if roll(d6) >= 1:
            raise Reroll
        return 0

    with pytest.raises(BadRule, match=r"hopeless.*never ends"):
        odds(hopeless())


def test_a_certain_reroll_inside_another_rule_names_the_inner_one() -> None:
    @rule
    def stuck(_roll: Roll) -> int:
        raise Reroll

    @rule
    def outer(roll: Roll) -> int:
        return roll(stuck())

    with pytest.raises(BadRule, match="stuck"):
        odds(outer())


def test_a_reroll_conditions_the_rule_that_raises_it_and_no_other() -> None:
    @rule
    def not_a_six(roll: Roll) -> int:
        face = roll(d6)
        if face == 6:
            raise Reroll
        return face

    @rule
    def coin_then_die(roll: Roll) -> tuple[int, int]:
        return roll(die(2)), roll(not_a_six())

    law = odds(coin_then_die())
    assert len(law) == 10
    assert set(law.fractions().values()) == {Fraction(1, 10)}


def test_a_loop_without_end_is_an_error_with_two_remedies() -> None:
    @rule
    def sixes(roll: Roll) -> int:
        count = 0
        while roll(d6) == 6:
            count += 1
        return count

    with pytest.raises(BadRule, match=r"sixes.*raise Reroll.*open-ended pool with a cap"):
        odds(sixes())


def test_a_rule_may_ask_so_many_questions_in_a_row_and_not_one_more() -> None:
    @rule
    def asks(roll: Roll, times: int) -> int:
        return sum(roll(die(1)) for _ in range(times))

    assert odds(asks(MAX_QUESTIONS)).p(MAX_QUESTIONS) == 1
    with pytest.raises(BadRule, match="asks"):
        odds(asks(MAX_QUESTIONS + 1))


def test_too_many_branches_is_an_error_with_a_remedy_for_each_reader() -> None:
    @rule
    def one_by_one(roll: Roll) -> int:
        return sum(roll(d10) for _ in range(6))

    with pytest.raises(TooMany, match="ask for less at once") as much:
        odds(one_by_one())
    assert much.value.__notes__ == ["one_by_one has more than 100000 branches: it could be cut in smaller rules"]


@rule
def chooses(roll: Roll) -> bool:
    return roll.choose("ana", SPEND)


@rule
def chooses_for_all(roll: Roll) -> bool:
    return all(roll.choose_each({"ana": SPEND, "bob": SPEND}).values())


@pytest.mark.parametrize("question", [chooses(), chooses_for_all()], ids=repr)
@pytest.mark.parametrize("read", [odds, throw, brute])
def test_a_rule_never_chooses_whoever_reads_it(question: Question[bool], read: Callable[[Any], Any]) -> None:
    with pytest.raises(BadRule, match=r"choose.*spend.*ask in the action"):
        read(question)


def test_a_rule_asked_by_an_action_with_a_plan_may_not_choose_either() -> None:
    with pytest.raises(BadRule, match="may not choose"):
        walk(lambda roll: roll(chooses()), plan=by_default)


def second_chance(roll: Roll, who: str) -> int:
    """An action: redo a failed test, if the person wants."""
    first = roll(combat_test(3))
    return roll(combat_test(3)) if first == FAILED and roll.choose(who, SPEND) else first


def test_an_action_follows_its_plan() -> None:
    once = odds(combat_test(3))
    assert walk(second_chance, ("ana",), plan=by_default) == once
    redone = walk(second_chance, ("ana",), plan=lambda who, _choice: who == "ana")
    assert redone.p(FAILED) == once.p(FAILED) ** 2
    assert walk(second_chance, ("bob",), plan=lambda who, _choice: who == "ana") == once


def test_a_plan_answers_several_people_at_once() -> None:
    def all_agree(roll: Roll) -> dict[str, bool]:
        return roll.choose_each({"ana": SPEND, "bob": SPEND})

    def who_agrees(roll: Roll) -> str:
        return ",".join(who for who, yes in all_agree(roll).items() if yes)

    assert list(walk(who_agrees, plan=lambda who, _choice: who == "bob")) == ["bob"]


def test_notes_are_free_when_exact() -> None:
    @rule
    def noted(roll: Roll) -> int:
        face = roll(die(2))
        roll.note("face", face=face)
        return face

    assert odds(noted()) == odds(die(2))


def test_a_reading_may_not_reroll() -> None:
    @rule
    def reads_badly(roll: Roll) -> int:
        def not_a_six(face: int) -> int:
            if face == 6:
                raise Reroll
            return face

        return 0 if roll(die(2)) == 1 else roll(d6, not_a_six)

    with pytest.raises(BadRule, match="reads_badly"):
        odds(reads_badly())


def test_a_rule_that_asks_itself_with_the_same_numbers_is_an_error_that_names_it() -> None:
    @rule
    def explodes(roll: Roll) -> int:
        face = roll(d6)
        return face + roll(explodes()) if face == 6 else face

    with pytest.raises(BadRule, match="explodes"):
        odds(explodes())


def test_several_threads_may_ask_the_same_cold_rule() -> None:
    """The web answers from several threads: each walks, none is told that the rule asks itself."""

    @rule
    def slow(roll: Roll, dice: int) -> int:
        return roll(dice * d6) + roll(dice * d10)

    with ThreadPoolExecutor(8) as threads:
        laws = list(threads.map(lambda _: odds(slow(6)), range(8)))
    assert all(law == laws[0] for law in laws)
