"""The arithmetic of oppositions: two Tests, their margins compared, and the exact law of how it ends."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar, cast

from tablee.dice import Odds, Question, Roll, laws
from tablee.dice.question import Player
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.tests import Stand, Standing, Try, margins, standing, verdicts
from tablee.text import Name

T = TypeVar("T")
Names = tuple[Name | None, Name | None]
UNNAMED: Names = (None, None)

LESS = BOOK.saying(
    "DEX-COMBAT-03",
    key="less",
    fr="MR {margin}, moins {less} en face : MR {left}",
    en="MR {margin}, less {less} on the other side: MR {left}",
)

A, B, STATU_QUO, BOTH_FAIL = "a", "b", "statu_quo", "both_fail"


class Opposed(NamedTuple):
    """Who wins, by which margin, and who may be burdened if he tries again."""

    outcome: str
    margin: int = 0  # of the winner; less the loser's, where the table plays it so
    burdened: str = ""  # after two failures, the side with the lower margin


DRAW = Opposed(STATU_QUO)
FAILURES = {worse: Opposed(BOTH_FAIL, burdened=worse) for worse in ("", A, B)}


def compared(a: Standing, b: Standing, priority: bool = False, difference: bool = False) -> Opposed:
    """DEX-OPP-02…06: margins decide; with `priority` a critical success beats a mere one.

    With `difference` the winner's margin is told less the loser's, if the loser succeeded too (DEX-COMBAT-03).
    """
    if a.margin < 0 and b.margin < 0:
        return FAILURES["" if a.margin == b.margin else A if a.margin < b.margin else B]
    mine, theirs = strength(*a, priority), strength(*b, priority)
    if mine == theirs:
        return DRAW
    winner, loser = (a, b) if mine > theirs else (b, a)
    less = max(0, loser.margin) if difference else 0
    return Opposed(A if mine > theirs else B, max(0, winner.margin - less))


def weighed(a: Standing, b: Standing, priority: bool, difference: bool, roll: Roll) -> Opposed:
    """The same, explained: what is taken from a winner's margin."""
    met = compared(a, b, priority, difference)
    if difference and met.outcome in (A, B):
        winner, loser = (a, b) if met.outcome == A else (b, a)
        if loser.margin > 0:
            roll.note(LESS, margin=winner.margin, less=loser.margin, left=met.margin)
    return met


ABOVE = 100_000  # more than any margin


def strength(margin: int, critical: int, priority: bool) -> int:
    """DEX-OPP-06: what an opposition goes by; the higher wins, if it is a success, which is never below 0."""
    return margin + ABOVE if priority and critical > 0 else margin


def strengths(attempt: Try, priority: bool) -> dict[int, int]:
    """How often a Test stands how high."""
    if not priority:
        return margins(attempt)
    law: dict[int, int] = {}
    for (margin, critical), weight in verdicts(attempt).items():
        place = strength(margin, critical, priority)
        law[place] = law.get(place, 0) + weight
    return law


class Endings(NamedTuple):
    """How often each side wins by which margin, and how often nobody does."""

    won: dict[int, int]
    lost: dict[int, int]
    undecided: dict[Opposed, int]


class Contest(Question[Opposed]):
    """DEX-OPP-01, DEX-DICE-04: two Tests opposed, the active side rolling first.

    Its law lines both sides up by strength and adds up what stands below, instead of meeting every pair.
    """

    __slots__ = ("difference", "priority", "sides")

    def __init__(self, a: Stand, b: Stand, priority: bool, difference: bool) -> None:
        self.sides, self.priority, self.difference = (a, b), priority, difference

    def __repr__(self) -> str:
        return f"opposition({self.sides!r}, {self.priority!r}, {self.difference!r})"

    def odds(self) -> Odds[Opposed]:
        won, lost, undecided = self.law()
        wins = {Opposed(A, margin): weight for margin, weight in won.items()}
        return Odds({**wins, **{Opposed(B, margin): weight for margin, weight in lost.items()}, **undecided})

    def law(self) -> Endings:
        """The same, by margins."""
        a, b = (strengths(side.attempt, self.priority) for side in self.sides)
        return endings(a, b, self.difference)

    def play(self, player: Player) -> Opposed:
        roll = cast(Roll, player)
        a, b = (roll(side) for side in self.sides)
        return weighed(a, b, self.priority, self.difference, roll)


def add(law: dict[T, int], found: T, weight: int) -> None:
    if weight:
        law[found] = law.get(found, 0) + weight


def endings(a: dict[int, int], b: dict[int, int], difference: bool) -> Endings:
    """DEX-OPP-02…06: one who stands so high, or so, against another; two failures burden the lower."""
    won, lost, undecided = Endings({}, {}, {})
    below_a = below_b = 0
    for place in sorted({*a, *b}):
        at_a, at_b = a.get(place, 0), b.get(place, 0)
        if place < 0:
            add(undecided, FAILURES[B], at_a * below_b)
            add(undecided, FAILURES[A], at_b * below_a)
        elif not difference:
            add(won, place % ABOVE, at_a * below_b)
            add(lost, place % ABOVE, at_b * below_a)
        if at_a and at_b:
            add(undecided, DRAW if place >= 0 else FAILURES[""], at_a * at_b)
        below_a += at_a
        below_b += at_b
    if difference:
        won, lost = less_the_loser(a, b)
    return Endings(won, lost, undecided)


def beating(law: dict[int, int], place: int, difference: bool) -> dict[int, int]:
    """DEX-OPP-02, -06: how often somebody beats one who stands there, and by which margin."""
    less = place % ABOVE if difference and place >= 0 else 0
    won: dict[int, int] = {}
    for above, weight in law.items():
        if above > place and above >= 0:
            margin = max(0, above % ABOVE - less)
            won[margin] = won.get(margin, 0) + weight
    return won


def less_the_loser(a: dict[int, int], b: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """DEX-COMBAT-03: how often each side wins by how much, less the margin of a loser who succeeded too."""
    won, lost = dict[int, int](), dict[int, int]()
    for margins_won, own, other in ((won, a, b), (lost, b, a)):
        failed = sum(weight for place, weight in other.items() if place < 0)
        for place, weight in own.items():
            if place >= 0:
                add(margins_won, place % ABOVE, weight * failed)
    for (rank, mine), (other_rank, theirs) in product(successes(a), successes(b)):
        lead = rank - other_rank
        for more, weight in laws.difference(mine, theirs).items():
            if lead + more > 0:
                add(won, max(0, more), weight)
            elif lead + more < 0:
                add(lost, max(0, -more), weight)
    return won, lost


def successes(law: dict[int, int]) -> list[tuple[int, dict[int, int]]]:
    """The margins of successes: of mere ones, then of those that a critical puts above."""
    ranks = (0, ABOVE)
    found = [(rank, {place - rank: w for place, w in law.items() if rank <= place < rank + ABOVE}) for rank in ranks]
    return [(rank, margins) for rank, margins in found if margins]


@lru_cache(maxsize=1024)
def opposition(a: Try, b: Try, priority: bool = False, difference: bool = False, names: Names = UNNAMED) -> Contest:
    """DEX-OPP-01: two Tests, opposed."""
    one, other = standing(a, priority, "active", names[0]), standing(b, priority, "passive", names[1])
    return Contest(one, other, priority, difference)
