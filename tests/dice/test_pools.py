"""Every law of a pool equals brute force over its faces; what is played is what the law speaks of."""

import pickle
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Fed, Odds, Question, clear_caches, d6, d10, die, laws, sum_of, throw, together
from tablee.dice.handful import LEFT_OUT, MAX_TERMS, most_again
from tablee.dice.pools import MAX_DICE, MAX_SIDES, Pool
from tablee.errors import BadDice, BadRule

H = TypeVar("H", bound=Hashable)

quick = settings(deadline=None, max_examples=40)
few_dice = st.integers(1, 4)
few_sides = st.integers(1, 6)
caps = st.integers(1, 26)


def by_faces(n: int, sides: int, read: Callable[[tuple[int, ...]], H]) -> Odds[H]:
    """The law of what is read off `n` dice, every sequence of faces counted once."""
    return Odds(Counter(read(faces) for faces in product(range(1, sides + 1), repeat=n)))


def open_die(sides: int, cap: int, so_far: int = 0) -> Iterator[tuple[int, Fraction]]:
    """One open-ended die, face after face, until it stops or reaches the cap."""
    for face in range(1, sides + 1):
        total = so_far + face
        if face < sides or total >= cap:
            yield min(total, cap), Fraction(1, sides)
        else:
            yield from ((end, chance / sides) for end, chance in open_die(sides, cap, total))


def open_pool(n: int, sides: int, cap: int, face: int) -> dict[tuple[int, int], Fraction]:
    """The capped total of `n` open-ended dice, and how many first showed `face`, die after die."""
    one: dict[tuple[int, int], Fraction] = {}
    for first in range(1, sides + 1):
        ends = open_die(sides, cap, first) if first == sides and first < cap else [(min(first, cap), Fraction(1))]
        for end, chance in ends:
            key = end, int(first == face)
            one[key] = one.get(key, Fraction()) + chance / sides
    law = {(0, 0): Fraction(1)}
    for _ in range(n):
        added: dict[tuple[int, int], Fraction] = {}
        for ((total, count), p), ((value, shown), q) in product(law.items(), one.items()):
            state = min(total + value, cap), count + shown
            added[state] = added.get(state, Fraction()) + p * q
        law = added
    return law


@quick
@given(few_dice, few_sides)
def test_a_pool_asked_bare_answers_its_total(n: int, sides: int) -> None:
    assert (n * die(sides)).odds() == by_faces(n, sides, sum)


@quick
@given(few_dice, few_sides, caps)
def test_a_capped_total_lumps_what_reaches_the_cap(n: int, sides: int, cap: int) -> None:
    assert (n * die(sides)).total(cap).odds() == by_faces(n, sides, lambda faces: min(sum(faces), cap))


@quick
@given(few_dice, few_sides, st.data(), st.integers(0, 4), st.integers(0, 26))
def test_total_and_count_is_the_joint_law(n: int, sides: int, data: st.DataObject, upto: int, cap: int) -> None:
    face = data.draw(st.integers(1, sides))
    question = (n * die(sides)).total_and_count(face, upto=upto, cap=cap)
    assert question.odds() == by_faces(
        n, sides, lambda faces: (min(sum(faces), cap or sum(faces)), min(faces.count(face), upto or n))
    )


@quick
@given(few_dice, few_sides, st.data())
def test_dice_that_show_enough_are_counted(n: int, sides: int, data: st.DataObject) -> None:
    face = data.draw(st.integers(1, sides))
    question = (n * die(sides)).count_at_least(face)
    assert question.odds() == by_faces(n, sides, lambda faces: sum(shown >= face for shown in faces))
    assert 0 not in question.odds().values()
    faces = data.draw(st.lists(st.integers(1, sides), min_size=n, max_size=n))
    assert throw(question, Fed(faces)).outcome == sum(shown >= face for shown in faces)


@pytest.mark.parametrize("face", [0, 7])
def test_one_cannot_count_from_a_face_the_dice_do_not_have(face: int) -> None:
    with pytest.raises(BadRule):
        (3 * d6).count_at_least(face)


@quick
@given(st.integers(1, 5), few_sides, st.data())
def test_keeping_the_highest_or_the_lowest_equals_sorting_the_faces(n: int, sides: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, n))
    pool = n * die(sides)
    assert pool.highest(k).odds() == by_faces(n, sides, lambda faces: sum(sorted(faces)[n - k :]))
    assert pool.lowest(k).odds() == by_faces(n, sides, lambda faces: sum(sorted(faces)[:k]))


@quick
@given(st.integers(1, 3), st.integers(1, 3), few_sides, st.integers(1, 4))
def test_together_is_the_product_of_independent_laws(n: int, m: int, sides: int, others: int) -> None:
    both = together(n * die(sides), m * die(others))
    mine, theirs = by_faces(n, sides, sum), by_faces(m, others, sum)
    assert both.odds().fractions() == {(a, b): mine.p(a) * theirs.p(b) for a in mine for b in theirs}


def test_three_and_four_questions_go_together() -> None:
    coin = die(2)
    three, four = together(coin, coin, coin), together(coin, coin, coin, coin.total(1))
    assert three.odds() == by_faces(3, 2, lambda faces: faces)
    assert four.odds() == by_faces(3, 2, lambda faces: (*faces, 1))


@quick
@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 9), min_size=1), st.integers(-11, 11))
def test_ways_below_are_those_of_the_lower_values(law: dict[int, int], value: int) -> None:
    assert laws.ways_below(law)(value) == sum(weight for known, weight in law.items() if known < value)


def test_two_sides_are_compared_as_if_every_pair_were_met() -> None:
    mine, theirs = (3 * d6).total_and_count(6).odds(), (2 * d6).total_and_count(6).odds()
    below = laws.ways_below(theirs)
    pairs = product(mine.items(), theirs.items())
    assert sum(w * below(total) for total, w in mine.items()) == sum(v * w for (a, v), (b, w) in pairs if a > b)


@quick
@given(few_dice, st.integers(2, 6), caps)
def test_an_open_ended_total_is_exact_below_the_cap_and_lumped_at_it(n: int, sides: int, cap: int) -> None:
    expected: dict[int, Fraction] = {}
    for (total, _), chance in open_pool(n, sides, cap, face=1).items():
        expected[total] = expected.get(total, Fraction()) + chance
    assert (n * die(sides)).open_ended().total(cap).odds().fractions() == expected


@quick
@given(few_dice, st.integers(2, 6), st.data(), caps, st.integers(0, 4))
def test_an_open_ended_pool_counts_the_first_faces_only(
    n: int, sides: int, data: st.DataObject, cap: int, upto: int
) -> None:
    face = data.draw(st.integers(1, sides))
    expected: dict[tuple[int, int], Fraction] = {}
    for (total, count), chance in open_pool(n, sides, cap, face).items():
        key = total, min(count, upto or n)
        expected[key] = expected.get(key, Fraction()) + chance
    question = (n * die(sides)).open_ended().total_and_count(face, upto=upto, cap=cap)
    assert question.odds().fractions() == expected


def test_a_higher_cap_changes_nothing_below_the_lower_one() -> None:
    low = (3 * d6).open_ended().total(12).odds()
    high = (3 * d6).open_ended().total(40).odds()
    assert all(low.p(total) == high.p(total) for total in range(12))
    assert low.p(12) == high.chance(lambda total: total >= 12)


def test_five_open_ended_d10_reach_30_this_often() -> None:
    assert (5 * d10).open_ended().total(30).odds().p(30) == Fraction(489421, 1000000)


def test_known_chances() -> None:
    assert (3 * d6).odds().p(10) == Fraction(1, 8)
    assert (4 * d6).highest(3).odds().p(18) == Fraction(21, 1296)
    assert (3 * d6).total_and_count(6).odds().p((18, 3)) == Fraction(1, 216)
    assert (100 * d10).odds().mean(int) == 550


def played(question: Question[H], n: int, sides: int) -> Odds[H]:
    """The law of what is thrown, every sequence of faces fed once."""
    return by_faces(n, sides, lambda faces: throw(question, Fed(faces)).outcome)


@quick
@given(st.integers(1, 3), st.integers(1, 4))
def test_what_is_played_on_every_sequence_of_faces_is_the_law(n: int, sides: int) -> None:
    pool = n * die(sides)
    for question in (pool, pool.total(n + 1), pool.highest(1), pool.lowest(n)):
        assert question.odds() == played(question, n, sides)
    counted = pool.total_and_count(1, upto=2)
    assert counted.odds() == played(counted, n, sides)


def test_an_open_ended_pool_is_thrown_wave_after_wave() -> None:
    thrown = throw((3 * d6).open_ended().total(100), Fed([6, 2, 6, 6, 1, 3]))
    assert thrown.outcome == 24
    assert [roll.faces for roll in thrown.rolls] == [(6, 2, 6), (6, 1), (3,)]


def test_the_count_of_an_open_ended_pool_ignores_later_waves() -> None:
    assert throw((2 * d6).open_ended().total_and_count(6, cap=50), Fed([6, 1, 6, 2])).outcome == (15, 1)


def test_dice_thrown_together_keep_their_names() -> None:
    thrown = throw(together(d6.named("red"), (2 * d6).named("white")), Fed([5, 1, 2]))
    assert thrown.outcome == (5, 3)
    assert [(roll.label, roll.faces) for roll in thrown.rolls] == [("red", (5,)), ("white", (1, 2))]


def test_the_same_dice_are_the_same_question() -> None:
    assert 3 * die(8) is 3 * die(8)
    assert (3 * die(8)).total(7) is (3 * die(8)).total(7)
    assert together(d6, d10) is together(d6, d10)
    assert 2 * (3 * d6) is 6 * d6


def test_a_name_makes_another_pool_with_the_same_law() -> None:
    red = d6.named("red")
    assert red is not d6
    assert red.odds() == d6.odds()


def test_a_pool_is_written_as_players_write_it() -> None:
    assert repr(3 * d6) == "3d6"
    assert repr((2 * d10).open_ended().named("hero")) == "2d10! hero"


def test_a_pool_survives_pickling_as_itself() -> None:
    pool = (2 * die(8)).named("white").open_ended()
    assert pickle.loads(pickle.dumps(pool)) is pool


def test_laws_are_the_same_after_forgetting_everything() -> None:
    pool = 3 * d6
    questions: list[Question[Any]] = [pool, pool.total(9), pool.highest(2), together(d6, d10)]
    before = [question.odds() for question in questions]
    clear_caches()
    assert [question.odds() for question in questions] == before
    assert (3 * d6).odds() == before[0]


@pytest.mark.parametrize(("n", "sides"), [(0, 6), (-1, 6), (MAX_DICE + 1, 6), (1, 0), (1, MAX_SIDES + 1)])
def test_impossible_dice_are_refused_in_both_languages(n: int, sides: int) -> None:
    with pytest.raises(BadDice) as refused:
        Pool(n, sides)
    assert "il faut de 1 à 10\u202f000 dés" in refused.value.say("fr")
    assert "use 1 to 10,000 dice" in refused.value.say("en")


def test_a_die_with_one_face_cannot_be_open_ended() -> None:
    with pytest.raises(BadDice):
        die(1).open_ended()


@pytest.mark.parametrize("one", [{0: 7, 1: 3}, {-2: 1, 3: 5}, {1: 1, 2: 1}])
def test_many_dice_are_twice_half_of_them(one: dict[int, int]) -> None:
    """On either side of where the recurrence begins."""
    half = laws.repeated(100, one)
    assert 100 * len(one) < laws.MANY < 200 * len(one)
    assert laws.repeated(200, one) == laws.summed(half, half)


def test_multiplying_past_the_limit_is_refused() -> None:
    with pytest.raises(BadDice):
        (MAX_DICE // 2 + 1) * (2 * d6)


def test_an_open_ended_pool_without_a_cap_has_no_law() -> None:
    pool = d6.open_ended()
    with pytest.raises(BadRule, match="ask it with a cap"):
        pool.odds()
    with pytest.raises(BadRule, match="ask it with a cap"):
        pool.total_and_count(6)


@pytest.mark.parametrize("k", [0, 4, -1])
def test_one_cannot_keep_more_dice_than_there_are_or_none(k: int) -> None:
    with pytest.raises(BadRule, match="3d6"):
        (3 * d6).highest(k)
    with pytest.raises(BadRule, match="3d6"):
        (3 * d6).lowest(k)


def test_one_cannot_keep_some_of_an_open_ended_pool() -> None:
    with pytest.raises(BadRule, match="3d6!"):
        (3 * d6).open_ended().highest(2)


@pytest.mark.parametrize("face", [0, 7])
def test_one_cannot_count_a_face_the_dice_do_not_have(face: int) -> None:
    with pytest.raises(BadRule):
        (2 * d6).total_and_count(face, cap=5)


def test_a_cap_is_not_negative() -> None:
    with pytest.raises(BadRule):
        d6.total(-1).odds()


def test_numbers_are_added_in_one_law_and_thrown_in_order() -> None:
    question = sum_of(2 * d6, (3 * d6).highest(1), d10)
    met = product((2 * d6).odds().items(), (3 * d6).highest(1).odds().items(), d10.odds().items())
    added: dict[int, int] = {}
    for (a, v), (b, w), (c, x) in met:
        added[a + b + c] = added.get(a + b + c, 0) + v * w * x
    assert question.odds() == Odds(added)
    assert throw(question, Fed([1, 2, 3, 6, 4, 10])).outcome == 19
    with pytest.raises(BadRule):
        sum_of()


def test_large_sums_by_the_recurrence_are_those_by_products() -> None:
    for n, sides in ((20, 20), (41, 13), (2, 500), (100, 4)):
        half = laws.total(n // 2, sides)
        assert laws.total(n, sides) == laws.summed(half, laws.total(n - n // 2, sides)), (n, sides)


def test_kept_dice_are_those_of_every_combination_whatever_their_law() -> None:
    for one in ({1: 1, 2: 1, 3: 1}, {1: 2, 2: 1, 4: 3}, {2: 1, 4: 1, 6: 1}):
        for k, highest in product((1, 2, 3, 4), (True, False)):
            expected: Counter[int] = Counter()
            for faces in product(one, repeat=4):
                expected[sum(sorted(faces, reverse=highest)[:k])] += prod(one[face] for face in faces)
            assert laws.law_of_kept(4, one, k, highest) == expected, (one, k, highest)


@pytest.mark.parametrize("share", [Fraction(1, 6), Fraction(3, 7), Fraction(1, 1000)])
def test_how_many_dice_are_rolled_again_at_most(share: Fraction) -> None:
    """As many as leave out less than a twentieth of what may be: added up from their chances, each in full."""
    for n in (1, 7, 60):
        again = most_again(n, share)
        chances = [comb(n + k - 1, k) * share**k * (1 - share) ** n for k in range(again + 1)]
        assert 1 - sum(chances) < LEFT_OUT / MAX_TERMS <= 1 - sum(chances[:-1])
