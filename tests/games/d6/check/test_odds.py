"""The exact odds of codes, against brute force: every face of every die, one by one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Fed, odds, throw
from tablee.dice.audit import brute
from tablee.games.d6.bases import step_of
from tablee.games.d6.check.exploding import BOUND, ExplodingSum, every_total
from tablee.games.d6.check.rolls import (
    ACTIVE_WINS,
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    PASSIVE_WINS,
    TIE,
    Check,
    check,
    contest,
    result,
)
from tablee.games.d6.codes import DieCode, parse
from tablee.games.d6.fight.wounds import wound
from tablee.games.d6.options import BY_THE_BOOK, Reading

FINITE = [Reading(rerolls=1), Reading(rerolls=0), Reading(rerolls=1, least_dice=2, ones_fail=False)]
SMALL = st.integers(3, 11).map(DieCode)

Law = dict[int, Fraction]


@cache
def one_throw(dice: int) -> Law:
    """The sum of so many dice, by trying every face."""
    law: Law = {}
    for faces in product(range(1, 7), repeat=dice):
        law[sum(faces)] = law.get(sum(faces), Fraction()) + Fraction(1, 6**dice)
    return law


@cache
def thrown_on(code: DieCode) -> dict[tuple[int, bool, bool], Fraction]:
    """(total, all ones, all sixes) of a code, followed well beyond 45 and until sixes are rarer than 6**-24."""
    law: dict[tuple[int, bool, bool], Fraction] = {}
    carried, chance = code.pips, Fraction(1)
    for depth in range(24 // code.dice + 1):
        for total, share in one_throw(code.dice).items():
            if total < 6 * code.dice:
                key = carried + total, depth == 0 and total == code.dice, depth > 0
                law[key] = law.get(key, Fraction()) + chance * share
        carried, chance = carried + 6 * code.dice, chance / 6**code.dice
    return law


@pytest.mark.parametrize("how", FINITE, ids=["once", "none", "two dice"])
@pytest.mark.parametrize("code", ["1D", "1D+2", "2D+1", "3D"])
def test_finite_rolls_equal_brute_force(code: str, how: Reading) -> None:
    """D6-CRIT-01…05, with rerolls that end."""
    assert odds(result(parse(code), how)) == brute(result(parse(code), how))


@pytest.mark.parametrize("how", FINITE, ids=["once", "none", "two dice"])
@pytest.mark.parametrize(("a", "b"), [("2D", "2D"), ("2D+2", "1D"), ("1D", "2D+1"), ("3D", "2D")])
def test_finite_oppositions_and_wounds_equal_brute_force(a: str, b: str, how: Reading) -> None:
    """D6-OPP-01, D6-COMBAT-04."""
    assert odds(contest(parse(a), parse(b), how)) == brute(contest(parse(a), parse(b), how))
    assert odds(wound(parse(a), parse(b), how)) == brute(wound(parse(a), parse(b), how))


@settings(deadline=None, max_examples=60)
@given(code=SMALL, threshold=st.integers(0, 45))
def test_a_threshold_has_finite_odds_equal_to_brute_force(code: DieCode, threshold: int) -> None:
    """D6-TEST-02, D6-CRIT-01, -04: sixes are followed until the threshold is passed for sure."""
    slow: dict[Check, Fraction] = {}
    for (total, ones, sixes), chance in thrown_on(code).items():
        critical = CRITICAL_FAILURE if ones else CRITICAL_SUCCESS if sixes else 0
        outcome = Check(total > threshold and not ones, critical)
        slow[outcome] = slow.get(outcome, Fraction()) + chance
    beyond = Check(True, CRITICAL_SUCCESS)  # what the slow law leaves out is far beyond the threshold
    slow[beyond] = slow.get(beyond, Fraction()) + 1 - sum(slow.values())
    assert odds(check(code, threshold)).fractions() == slow


@settings(deadline=None, max_examples=12)
@given(a=SMALL, b=SMALL)
def test_endless_oppositions_are_within_the_stated_bound(a: DieCode, b: DieCode) -> None:
    """D6-OPP-01, D6-COMBAT-04, D6-CRIT-03: two endless sides, and what may be misplaced."""
    won = {ACTIVE_WINS: Fraction(), TIE: Fraction(), PASSIVE_WINS: Fraction()}
    ranks = dict.fromkeys(range(5), Fraction())
    for (mine, my_ones, _), p in thrown_on(a).items():
        for (theirs, their_ones, _), q in thrown_on(b).items():
            outcome = their_ones - my_ones if my_ones or their_ones else (mine > theirs) - (mine < theirs)
            won[outcome] += p * q
            ranks[0 if my_ones else step_of(mine - theirs)] += p * q
    assert Fraction(1, 10**12) > BOUND
    fast_won, fast_ranks = odds(contest(a, b)), odds(wound(a, b))
    assert all(abs(fast_won.p(outcome) - chance) <= BOUND for outcome, chance in won.items())
    assert all(abs(fast_ranks.p(rank) - chance) <= BOUND for rank, chance in ranks.items())


TABLE = """
1D 0.166667 0.055556 0.013889 0.003086 0.000643 0.000129
1D+1 0.333333 0.083333 0.018519 0.003858 0.000772 0.000129
1D+2 0.5 0.111111 0.023148 0.00463 0.000772 0.000257
2D 0.722222 0.083333 0.025463 0.007716 0.000772 0.00045
2D+1 0.833333 0.166667 0.027006 0.011574 0.000772 0.000557
2D+2 0.916667 0.277778 0.027778 0.016204 0.000772 0.000643
3D 0.953704 0.5 0.046296 0.00463 0.003879 0.0012
3D+1 0.981481 0.625 0.092593 0.00463 0.004201 0.001736
3D+2 0.99537 0.740741 0.162037 0.00463 0.004415 0.002315
4D 0.996142 0.841049 0.335648 0.027006 0.000772 0.000763
4D+1 0.999228 0.902778 0.443673 0.054012 0.000772 0.000769
4D+2 0.999228 0.945988 0.556327 0.097222 0.000772 0.000771
5D 0.999871 0.967593 0.69483 0.221451 0.016204 0.000129
6D 0.999979 0.995499 0.903528 0.546425 0.144633 0.009902
7D 0.999996 0.999571 0.977913 0.808299 0.414205 0.093879
8D 0.999999 0.999973 0.996212 0.939287 0.6946 0.3054
"""


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1], ids=lambda row: row.split()[0])
def test_the_catalogue_s_table_of_odds(row: str) -> None:
    """D6-TEST-02, -03: the tops of the bands, to six places."""
    code, *expected = row.split()
    found = [
        odds(check(parse(code), threshold)).chance(lambda checked: checked.success)
        for threshold in (5, 10, 15, 20, 25, 30)
    ]
    assert [round(float(chance), 6) for chance in found] == [float(value) for value in expected]


@pytest.mark.parametrize("code", ["1D", "2D+1", "5D", "10D+2"])
@pytest.mark.parametrize("how", [BY_THE_BOOK, *FINITE[:2]], ids=["repeat", "once", "none"])
def test_the_mean_of_a_roll(code: str, how: Reading) -> None:
    """D6-CRIT-03: the closed form, against the law itself."""
    law = odds(result(parse(code), how))
    dice, again = parse(code).dice, 6 ** -parse(code).dice
    closed = 3.5 * dice * {0: 1, 1: 1 + again}.get(how.rerolls, 1 / (1 - again)) + parse(code).pips
    assert float(law.mean(lambda rolled: rolled.total)) == pytest.approx(closed, abs=1e-9)


def test_the_law_of_a_chain_counts_together_what_its_marks_do_not_tell_apart() -> None:
    assert odds(ExplodingSum(2, 0, (2, 12))).fractions() == {2: Fraction(35, 36), 12: Fraction(1, 36)}
    assert odds(every_total(1, 0)).fractions() == {face: Fraction(1, 6) for face in range(1, 7)}
    assert throw(ExplodingSum(2, 100, (2,)), Fed([6, 6, 6, 6, 2, 1])).outcome == 27
