"""Rolling a code: its total, a threshold to beat, criticals, oppositions (Code dé, Seuils de difficulté)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablee.dice import Question, Roll, rule
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.exploding import ComparedSums, ExplodingSum, every_total, last_total
from tablee.games.d6.codes import DieCode
from tablee.games.d6.options import BY_THE_BOOK, Reading
from tablee.rules.why import Note

CRITICAL_FAILURE, CRITICAL_SUCCESS = -1, 1


class Result(NamedTuple):
    """One roll of a code: the dice and the pips added up, and whether all the dice agree on 1 or 6."""

    total: int
    critical: int = 0  # CRITICAL_FAILURE, 0 or CRITICAL_SUCCESS


def rerolls(dice: int, how: Reading) -> int:
    """D6-CRIT-03, -05: how often all sixes are thrown again."""
    return how.rerolls if dice >= how.least_dice else 0


def critical_of(total: int, dice: int, how: Reading) -> int:
    """D6-CRIT-01, -02, -05: read on the first throw; only all ones add up to one per die, only all sixes to six."""
    if dice < how.least_dice:
        return 0
    return CRITICAL_FAILURE if total == dice else CRITICAL_SUCCESS if total >= 6 * dice else 0


def result_of(roll: Roll, code: DieCode, dice: int, how: Reading) -> Result:
    """D6-TEST-01, D6-CRIT-02: the dice of a code as they fell, and what they make; pips are added once."""
    critical = critical_of(dice, code.dice, how)
    total = dice + code.pips
    if critical == CRITICAL_SUCCESS:
        roll.note("D6-CRIT-02", throws=min(dice // (6 * code.dice), rerolls(code.dice, how)) + 1)
    elif critical == CRITICAL_FAILURE:
        roll.note("D6-CRIT-01")
    if code.pips:
        roll.note("D6-TEST-01", code=str(code), dice=dice, pips=code.pips, total=total)
    else:
        roll.note("D6-TEST-01:plain", code=str(code), total=total)
    return Result(total, critical)


@rule
def result(roll: Roll, code: DieCode, how: Reading = BY_THE_BOOK) -> Result:
    """D6-TEST-01, D6-CRIT-01…03, -05: roll a code. Its law is exact to `exploding.BOUND`."""
    dice = roll(every_total(code.rolled().dice, rerolls(code.dice, how)))
    return result_of(roll, code, dice, how)


def highest_total(code: DieCode, how: Reading = BY_THE_BOOK) -> int:
    """The highest total in the law of `result`; anything beyond is counted as this one."""
    return last_total(code.dice, rerolls(code.dice, how)) + code.pips


def result_against(roll: Roll, code: DieCode, totals: tuple[int, ...], how: Reading) -> Result:
    """Roll a code for what is asked of it: which of these totals it reaches, and whether it is critical."""
    dice = code.rolled().dice
    marks = {dice, dice + 1, 6 * dice, *(max(total - code.pips, dice) for total in totals)}
    return result_of(roll, code, roll(ExplodingSum(dice, rerolls(dice, how), tuple(sorted(marks)))), how)


class Check(NamedTuple):
    """How a roll against a threshold came out."""

    success: bool
    critical: int


@rule
def check(roll: Roll, code: DieCode, threshold: int, how: Reading = BY_THE_BOOK) -> Check:
    """D6-TEST-02, -04, D6-CRIT-01, -04: the total must exceed the threshold; all ones fail. The law is finite."""
    rolled = result_against(roll, code, (threshold if how.inclusive else threshold + 1,), how)
    margin = rolled.total - threshold
    success = margin >= 0 if how.inclusive else margin > 0
    if success and rolled.critical == CRITICAL_FAILURE and how.ones_fail:
        roll.note("D6-CRIT-01:fails")
        success = False
    if not success and rolled.critical == CRITICAL_SUCCESS and how.sixes_succeed:
        roll.note("D6-CRIT-04")
        success = True
    elif not success and rolled.critical == CRITICAL_SUCCESS:
        roll.note("D6-CRIT-04:short")
    roll.note("D6-TEST-02", total=rolled.total, threshold=threshold, success=success, margin=margin)
    return Check(success, rolled.critical)


ACTIVE_WINS, TIE, PASSIVE_WINS = 1, 0, -1


Judge = Callable[[int, bool, bool], int]
"""`judge(margin, mine_ones, their_ones)` → who wins, or how severe a wound is."""


def winner(margin: int, mine_ones: bool, their_ones: bool) -> int:
    """D6-OPP-01: the higher total wins, equal totals tie; all ones lose to anything but all ones."""
    if mine_ones or their_ones:
        return their_ones - mine_ones
    return (margin > 0) - (margin < 0)


def compared(
    active: DieCode,
    passive: DieCode,
    cuts: tuple[int, ...],
    judge: Judge,
    told: Callable[[Result, Result], Note],
    how: Reading,
) -> Question[int]:
    """Both sides roll, the active one first, and `judge` answers.

    `cuts` are the margins from which the judgement changes; `told` makes the explanation.
    """
    mine = every_total(active.rolled().dice, rerolls(active.dice, how))
    theirs = every_total(passive.rolled().dice, rerolls(passive.dice, how))
    mine_counts, theirs_count = (code.dice >= how.least_dice for code in (active, passive))
    ahead = active.pips - passive.pips

    def judged(lead: int, mine_ones: bool, their_ones: bool) -> int:
        return judge(lead + ahead, mine_ones and mine_counts, their_ones and theirs_count)

    def thrown(roll: Roll) -> int:
        first = roll(result(active, how), by="active")
        second = roll(result(passive, how), by="passive")
        roll.note(told(first, second))
        return judge(first.total - second.total, all_ones(first), all_ones(second))

    return ComparedSums(mine, theirs, tuple(cut - ahead for cut in cuts), judged, thrown)


def all_ones(rolled: Result) -> bool:
    """D6-CRIT-01: whether every die showed 1."""
    return rolled.critical == CRITICAL_FAILURE


def _explained(mine: Result, theirs: Result) -> Note:
    margin, ones = mine.total - theirs.total, (all_ones(mine), all_ones(theirs))
    if winner(margin, *ones) != winner(margin, False, False):
        told = "D6-OPP-01:both" if all(ones) else "D6-OPP-01:ones"
        return BOOK.note(told, mine=mine.total, theirs=theirs.total, margin=margin)
    lower = min(mine, theirs, key=lambda side: side.total)
    if margin and lower.critical == CRITICAL_SUCCESS:
        return BOOK.note("D6-CRIT-04:lost", mine=mine.total, theirs=theirs.total, margin=margin)
    return BOOK.note("D6-OPP-01", mine=mine.total, theirs=theirs.total, margin=margin, even=not winner(margin, *ones))


@rule
def contest(roll: Roll, active: DieCode, passive: DieCode, how: Reading = BY_THE_BOOK) -> int:
    """D6-OPP-01: ACTIVE_WINS, TIE or PASSIVE_WINS."""
    return roll(compared(active, passive, (0, 1), winner, _explained, how))
