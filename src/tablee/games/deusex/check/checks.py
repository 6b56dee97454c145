"""Tests: how many dice, what is added, the Difficulty, the margin, halves of it, and criticals."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

from tablee.dice import Question, Roll, d10, rule
from tablee.games.deusex import pv_and_ps
from tablee.games.deusex.book import APTITUDE, BOOK, MALUS, RESERVE, STRAIN, TWO_DICE, WOUNDS
from tablee.games.deusex.check.open_rolls import open_faces
from tablee.games.deusex.tables import CATEGORIES, CRITICAL_GRADES, DIFFICULTIES, MARGINS, Rung, category_of, rung
from tablee.rules.why import Said, Tally, Why
from tablee.text import Name, Text

T = TypeVar("T")

SIMPLE, OF_TALENT, OF_APTITUDE, CROSSED, DEUSEX, STRESS = "simple", "talent", "aptitude", "crossed", "deusex", "stress"
ACTIONS = (SIMPLE, OF_TALENT, OF_APTITUDE, CROSSED)  # what wounds and stress hinder (DEX-DICE-02)

CRITICAL_ZEROS = 2  # DEX-CRIT-01


class Makings(NamedTuple):
    """A Test before any die: its kind, and the numbers of the one who attempts it."""

    kind: str
    talent: int = 0
    aptitude: int | None = 0  # None: not possessed
    bonus: int = 0  # reserve points spent on it
    malus: int = 0  # imposed by the MJ
    pv: int = pv_and_ps.HUMAN_MAXIMUM
    ps: int | None = None  # None where the table plays without stress
    difficulty: int = 15
    open: bool = False
    auto: bool = True  # two zeros succeed whatever the total


class Try(NamedTuple):
    """A Test as numbers only: what is rolled, what is added, what must be reached."""

    dice: int
    bonus: int = 0
    difficulty: int = 15
    open: bool = False
    auto: bool = True


class Tested(NamedTuple):
    """How a Test came out; the margin is the effective one, after criticals."""

    total: int
    margin: int
    critical: int = 0  # −1 failure, 1 success

    @property
    def success(self) -> bool:
        return self.margin >= 0


def objection(makings: Makings, crossed: bool = False) -> str:
    """DEX-TEST-05, -06, DEX-WOUND-06, DEX-STRESS-07: the sentence why this Test cannot be attempted; "" if it can."""
    if not pv_and_ps.can_act(makings.pv):
        return "DEX-WOUND-06:incapacitated"
    if makings.ps is not None and not pv_and_ps.can_act(makings.ps):
        return "DEX-STRESS-07:incapacitated"
    if makings.kind in (OF_APTITUDE, CROSSED) and makings.aptitude is None:
        return "DEX-TEST-05:no_aptitude"
    return "DEX-TEST-06:option_off" if makings.kind == CROSSED and not crossed else ""


@lru_cache(maxsize=1024)
def pool(makings: Makings, of: Said | None = None) -> Tally:
    """DEX-DICE-02, DEX-WOUND-05, DEX-STRESS-06: two dice, the Aptitude's, the reserve's, less the maluses."""
    terms = [TWO_DICE(2)]
    if makings.kind in (OF_APTITUDE, CROSSED):
        terms.append(APTITUDE(makings.aptitude or 0, of))
    if makings.bonus:
        terms.append(RESERVE(makings.bonus))
    if makings.kind in ACTIONS:
        taken = (WOUNDS(pv_and_ps.malus(makings.pv)), STRAIN(pv_and_ps.malus(makings.ps or 0)), MALUS(makings.malus))
        terms += [-term for term in taken if term.amount]
    return BOOK.sum("DEX-DICE-02", *terms)


def try_of(makings: Makings, dice: Tally) -> Try:
    """DEX-TEST-02…06, DEX-DICE-03: the numbers of a Test; a pool never goes below no die at all."""
    bonus = makings.talent if makings.kind in (OF_TALENT, CROSSED, STRESS) else 0
    return Try(max(0, dice.total), bonus, makings.difficulty, makings.open, makings.auto)


def faces(dice: int, open: bool) -> Question[tuple[int, int]]:
    """DEX-DICE-01, -04, DEX-OPEN-02: the total, a zero counting 10, and how many dice first showed one."""
    return open_faces(dice) if open else (dice * d10).total_and_count(10)


def rolled(roll: Roll, attempt: Try, reading: Callable[[Tested], T], by: str = "", of: Name | None = None) -> T:
    """DEX-TEST-02…04, -08, DEX-CRIT-01, -03, -04, DEX-DICE-03, DEX-OPEN-01: roll, add, compare, read the criticals.

    `reading` is what the asker keeps of the result, `by` the part that throws (such as "active"); where several people
    roll, the explanation says whose Test it is (`of`).
    """
    bonus, difficulty = attempt.bonus, attempt.difficulty
    plain, named = (
        ("DEX-TEST-08:with_talent", "DEX-TEST-08:whose_with_talent") if bonus else ("DEX-TEST-08", "DEX-TEST-08:whose")
    )
    saying = named if of else plain

    def reached(dice: int) -> int:
        total = dice + bonus
        raw = total - difficulty
        roll.note(saying, who=of, dice=dice, bonus=bonus, total=total, difficulty=difficulty, margin=raw)
        return raw

    if not attempt.dice:
        reached(0)
        result = without_dice(attempt)
        roll.note("DEX-DICE-03:whose" if of else "DEX-DICE-03", who=of, margin=result.margin)
        return reading(result)

    def read(shown: tuple[int, int]) -> T:
        dice, zeros = shown
        raw = reached(dice)
        margin, critical = judged(attempt, dice, zeros)
        if critical < 0:
            roll.note("DEX-CRIT-03", margin=margin)
        elif critical > 0:
            roll.note("DEX-CRIT-01", zeros=zeros, grade=degree(zeros).name, margin=margin)
        if (raw < 0) != (margin < 0):
            roll.note("DEX-CRIT-04", success=margin >= 0, margin=margin)
        return reading(Tested(dice + bonus, margin, critical))

    return roll(faces(attempt.dice, attempt.open), read, by=by or None)


def without_dice(attempt: Try) -> Tested:
    """DEX-DICE-03: without a die the Test fails, by 1 at least, and no critical is possible."""
    return Tested(attempt.bonus, min(attempt.bonus - attempt.difficulty, -1))


def judged(attempt: Try, dice: int, zeros: int) -> tuple[int, int]:
    """DEX-CRIT-01, -03, -04: the effective margin, and the critical, which prevails over the total."""
    raw = dice + attempt.bonus - attempt.difficulty
    if dice == attempt.dice:  # only all ones add up to so little
        return min(raw, -1), -1
    if zeros >= CRITICAL_ZEROS and (raw >= 0 or attempt.auto):
        return max(raw, 0), 1
    return raw, 0


class Standing(NamedTuple):
    """What most Tests are read for: the effective margin, and the critical (−1 failure, 1 success)."""

    margin: int
    critical: int = 0


@rule
def standing(roll: Roll, attempt: Try, by: str = "", of: Name | None = None) -> Standing:
    """A Test read for its margin and critical."""
    return rolled(roll, attempt, lambda result: Standing(result.margin, result.critical), by, of)


@lru_cache(maxsize=1024)
def appraisal(margin: int) -> Text:
    """DEX-TEST-09: a margin in words."""
    found = rung(MARGINS, margin)
    assert found is not None  # the lowest band has no floor
    return found.name


@lru_cache(maxsize=1024)
def difficulty_name(difficulty: int) -> Text | None:
    """DEX-TEST-07: the name of the highest rung not above it; none below 10."""
    found = rung(DIFFICULTIES, difficulty)
    return found.name if found else None


@cache
def degree(zeros: int) -> Rung:
    """DEX-CRIT-02: how great a critical success is, by its number of zeros (two at least)."""
    found = rung(CRITICAL_GRADES, zeros)
    assert found is not None
    return found


def may_improvise(aptitude: str, untrained: str = "by_category") -> bool:
    """DEX-TEST-05: may a Talent Test stand in for an Aptitude one lacks?"""
    if untrained != "by_category":
        return untrained == "talent"
    category = category_of(aptitude)
    return category is not None and CATEGORIES[category].improvised


def explained(makings: Makings, dice: Tally, talent: str = "") -> tuple[Why, ...]:
    """The notes that explain a Test before it is rolled: the terms of its dice, the Talent added to them."""
    made: tuple[Why, ...] = (dice,) if len(dice.terms) > 1 else ()
    if not talent or not makings.talent or dice.total <= 0:
        return made
    return (
        *made,
        BOOK.note(
            "DEX-TEST-03" if makings.talent > 0 else "DEX-TEST-03:taken_off", talent=talent, score=makings.talent
        ),
    )


def half(points: int, rounding: str = "down") -> int:
    """DEX-DICE-05: half of a margin, its sign left aside, rounded down unless the table says otherwise."""
    return (abs(points) + (rounding != "down")) // 2


def rounded(points: int, rounding: str) -> Text:
    """DEX-DICE-05: how the half of an odd number was rounded, as it stands in a sentence; nothing for an even one."""
    if points % 2 == 0:
        return Text("", "")
    return Text(", arrondie à l'inférieur", ", rounded down") if rounding == "down" else ROUNDED_UP


ROUNDED_UP = Text(", arrondie au supérieur", ", rounded up")


def factor(points: int, times: int, halved: bool, rounding: str) -> Text:
    """What a weapon or a shock does to a margin, as it stands after « MR 5 » in a sentence: « × 2 », or nothing."""
    if halved:
        words = rounded(points, rounding)
        return Text(f" divisée par 2{words.fr}", f" halved{words.en}")
    return Text(f" × {times}", f" × {times}") if times != 1 else Text("", "")
