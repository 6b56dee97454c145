"""Odds: whole weights, exact fractions at the border."""

from collections.abc import Callable
from fractions import Fraction
from statistics import pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Fed, Odds, d6, d10, throw
from tablee.errors import BadInput

quick = settings(deadline=None, max_examples=60)
laws = st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1).map(Odds)
readings: st.SearchStrategy[Callable[[int], int]] = st.sampled_from(
    [abs, lambda n: n % 3, lambda n: n * n, lambda _: 0]
)


def test_a_chance_is_a_fraction_of_the_total() -> None:
    law = Odds({"hit": 4, "missed": 2})
    assert law.total == 6
    assert law["hit"] == 4
    assert law.p("hit") == Fraction(2, 3)


def test_an_outcome_that_cannot_come_has_chance_zero() -> None:
    assert Odds({"hit": 1}).p("fumble") == 0


def test_a_law_reads_like_a_mapping() -> None:
    law = Odds({1: 3, 2: 5})
    assert list(law) == [1, 2]
    assert len(law) == 2
    assert 2 in law
    assert 3 not in law
    assert dict(law.items()) == {1: 3, 2: 5}
    assert repr(law) == "Odds({1: 3, 2: 5})"


def test_laws_with_proportional_weights_are_equal_and_hash_alike() -> None:
    small, large = Odds({"a": 1, "b": 2}), Odds({"b": 20, "a": 10})
    assert small == large
    assert hash(small) == hash(large)


def test_an_impossible_outcome_does_not_make_laws_differ() -> None:
    assert Odds({"a": 2, "b": 0}) == Odds({"a": 5})


def test_laws_with_other_proportions_or_other_outcomes_differ() -> None:
    assert Odds({"a": 1, "b": 2}) != Odds({"a": 2, "b": 1})
    assert Odds({"a": 1}) != Odds({"b": 1})


def test_a_law_is_not_its_dictionary() -> None:
    assert Odds({1: 1}) != {1: 1}


def test_reduced_keeps_the_smallest_weights_and_only_what_may_come() -> None:
    assert dict(Odds({1: 6, 2: 0, 3: 9}).reduced().items()) == {1: 2, 3: 3}


@quick
@given(laws, st.integers(1, 50))
def test_scaling_every_weight_changes_nothing(law: Odds[int], scale: int) -> None:
    scaled = Odds({outcome: weight * scale for outcome, weight in law.items()})
    assert scaled == law
    assert dict(scaled.reduced().items()) == dict(law.reduced().items())
    assert scaled.mean(int) == law.mean(int)


@quick
@given(laws)
def test_fractions_sum_to_one_and_agree_with_p(law: Odds[int]) -> None:
    assert sum(law.fractions().values()) == 1
    assert all(law.p(outcome) == share for outcome, share in law.fractions().items())


@quick
@given(laws)
def test_the_chance_of_an_event_is_the_sum_over_its_outcomes(law: Odds[int]) -> None:
    assert law.chance(lambda n: n > 0) == sum(law.p(n) for n in law if n > 0)
    assert law.chance(lambda n: n > 0) + law.chance(lambda n: n <= 0) == 1


def test_the_mean_is_exact() -> None:
    assert Odds({1: 1, 2: 1, 6: 1}).mean(int) == 3
    assert Odds({"a": 2, "b": 1}).mean({"a": 1, "b": 2}.__getitem__) == Fraction(4, 3)
    assert Odds({1: 1, 2: 1}).mean(lambda n: Fraction(n, 3)) == Fraction(1, 2)


@quick
@given(laws, readings)
def test_reading_a_law_adds_up_what_is_read_alike(law: Odds[int], reading: Callable[[int], int]) -> None:
    read = law.read(reading)
    assert read.total == law.total
    assert all(read.p(seen) == sum(law.p(n) for n in law if reading(n) == seen) for seen in read)


@quick
@given(st.lists(st.tuples(laws, st.integers(1, 6)), min_size=1, max_size=4))
def test_a_mix_takes_each_law_as_often_as_its_weight_says(parts: list[tuple[Odds[int], int]]) -> None:
    mixed = Odds.mix(parts)
    whole = sum(share for _, share in parts)
    for outcome in range(-5, 6):
        assert mixed.p(outcome) == sum(law.p(outcome) * Fraction(share, whole) for law, share in parts)


@quick
@given(laws, st.integers(1, 6))
def test_a_law_mixed_with_itself_is_itself(law: Odds[int], share: int) -> None:
    assert Odds.mix([(law, share), (law, 1)]) == law


def test_a_law_mixed_in_with_weight_zero_leaves_no_trace() -> None:
    assert dict(Odds.mix([(Odds({1: 1}), 3), (Odds({2: 1}), 0)]).items()) == {1: 1}


NUMBERS = st.dictionaries(st.integers(-6, 9), st.integers(1, 5), min_size=1, max_size=5).map(Odds)


def pairs(one: Odds[int], two: Odds[int], made: Callable[[int, int], int]) -> Odds[int]:
    """The law of a pair, pair by pair."""
    law: dict[int, int] = {}
    for a, weight in one.items():
        for b, more in two.items():
            law[made(a, b)] = law.get(made(a, b), 0) + weight * more
    return Odds(law)


@quick
@given(NUMBERS, NUMBERS, st.integers(-5, 5))
def test_odds_of_numbers_are_reckoned_with(one: Odds[int], two: Odds[int], number: int) -> None:
    assert one + two == pairs(one, two, lambda a, b: a + b)
    assert one - two == pairs(one, two, lambda a, b: a - b)
    assert one * two == pairs(one, two, lambda a, b: a * b)
    fixed = Odds({number: 1})
    assert one + number == number + one == one + fixed
    assert number - one == fixed - one
    assert one * number == number * one == one * fixed
    assert -one == 0 - one
    assert one.repeated(3) == one + one + one
    assert abs(one - 4) == one.read(lambda value: abs(value - 4))
    above = pairs(one, two, lambda a, b: int(a > b)).p(1)
    same = pairs(one, two, lambda a, b: int(a == b)).p(1)
    assert (one > two, one >= two, one < two, one <= two) == (above, above + same, 1 - above - same, 1 - above)
    assert (one > number) + (one <= number) == 1


@quick
@given(NUMBERS)
def test_what_is_told_of_a_number(one: Odds[int]) -> None:
    faces = sorted(value for value, weight in one.items() for _ in range(weight))
    assert one.mean() == Fraction(sum(faces), len(faces))
    assert one.deviation() == pytest.approx(pstdev(faces))
    assert one.median() == faces[(len(faces) - 1) // 2]
    assert one.quantile(1) == faces[-1]
    assert one.at_least(faces[0]) == one.at_most(faces[-1]) == 1
    assert one._repr_html_().count("<tr>") == len(one)


def test_a_share_of_all_throws_is_one_and_beyond_it_is_refused() -> None:
    """1.0 times a total of many digits may be rounded up."""
    many = (101 * d6).odds()
    assert many.quantile(1.0) == many.quantile(1) == 606
    for share in (2, -0.1, float("nan")):
        with pytest.raises(BadInput, match="goes from 0 to 1"):
            many.quantile(share)


def test_pools_are_added_to_numbers_and_to_each_other() -> None:
    assert (2 * d6 + 3).odds() == d6.odds() + d6.odds() + 3
    assert (d10 - d6 - 1).odds() == (d10.odds() - d6.odds()) - 1
    assert throw(2 * d6 + d10 - 2, Fed([1, 2, 10])).outcome == 11
    assert repr(2 * d6 + d10 - 2) == "2d6 + 1d10 − 2"
