"""Expression: a free roll (`4d6kh3+2`) as a value: the question it asks, and what its exact odds would cost.

`notation.parse` reads one from a text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import eq, ge, gt, le, lt
from typing import Final

from tablee.dice.odds import Odds
from tablee.dice.pools import Sum, die
from tablee.dice.question import Player, Question
from tablee.dice.rule import Roll, rule
from tablee.errors import BadDice, BadRule
from tablee.text import Text

MOST_TERMS = 20
MOST_WORK = 500_000  # about half a second of exact counting
LEFT_OUT = Fraction(1, 10**12)  # the chance, at most, that an open-ended roll goes past its caps

COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}

CAPPED = Text(
    fr="{dice} : à partir de {cap}, tout compte pour {cap} (moins d'une chance sur mille milliards).",
    en="{dice}: everything from {cap} on counts as {cap} (less than one chance in a million million).",
)
TOO_MUCH_WORK = Text(
    fr="{roll} se lance, mais a trop de combinaisons pour un calcul exact : demandez moins de dés, ou moins de faces.",
    en="{roll} can be rolled, but has too many combinations to be counted exactly: ask for fewer dice, or fewer faces.",
)


@dataclass(frozen=True)
class Handful:
    """Some dice of an expression, added or taken away: `-4d6kh3`."""

    n: int
    sides: int
    suffix: str = ""
    k: int = 0  # how many dice to keep or drop; after `c`, the lowest face that counts
    sign: int = 1

    def __str__(self) -> str:
        return f"{self.n if self.n > 1 else ''}d{self.sides}{self.suffix}{self.k or ''}"

    @property
    def kept(self) -> int:
        """How many dice are added up; all of them, unless some are dropped."""
        if self.suffix == "c":
            return self.n
        return self.n - self.k if self.suffix in ("dh", "dl") else self.k or self.n

    @property
    def cap(self) -> int:
        """The total from which an open-ended handful counts no further, 0 for the others."""
        return _cap(self.n, self.sides) if self.suffix == "!" else 0

    def question(self) -> Question[int]:
        pool = self.n * die(self.sides)
        if self.suffix == "!":
            return pool.open_ended().total(self.cap)
        if self.suffix == "c":
            return pool.count_at_least(self.k)
        if self.kept == self.n:
            return pool
        return pool.highest(self.kept) if self.suffix in ("kh", "dl") else pool.lowest(self.kept)

    @property
    def totals(self) -> int:
        """How many different totals there may be."""
        return self.n + 1 if self.suffix == "c" else self.cap or self.kept * (self.sides - 1) + 1

    @property
    def work(self) -> int:
        """What its exact law costs, measured against `MOST_WORK`."""
        if self.suffix == "!":
            return 5 * self.n * self.cap**2 // self.sides if self.n > 1 else self.cap
        if self.kept == self.n:
            return self.n**2 * self.sides
        return self.n * (self.kept * self.sides) ** 2 // 10


@lru_cache
def _cap(n: int, sides: int) -> int:
    """More than `n` open dice ever make, but for a share of `LEFT_OUT`, whatever the number of such handfuls.

    With `again` top faces rolled again in all, the total is at most `again * sides + n * (sides - 1)`.
    """
    left = 1 - (share := Fraction(sides - 1, sides) ** n)
    again = 0
    while left >= LEFT_OUT / MOST_TERMS:
        again += 1
        share = share * (n + again - 1) / (again * sides)
        left -= share
    return again * sides + n * (sides - 1) + 1


@dataclass(frozen=True)
class Compare:
    """What the total is compared with: `>= 15`."""

    sign: str
    number: int

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"

    def holds(self, total: int) -> bool:
        return COMPARISONS[self.sign](total, self.number)


@dataclass(frozen=True)
class Expression:
    """A free roll: handfuls of dice, a constant, perhaps a comparison. `str()` writes it as `parse` would read it."""

    handfuls: tuple[Handful, ...]
    constant: int = 0
    compare: Compare | None = None

    def __str__(self) -> str:
        parts = [f"{'-' if handful.sign < 0 else '+'}{handful}" for handful in self.handfuls]
        constant = f"{self.constant:+d}" if self.constant else ""
        return f"{''.join(parts).removeprefix('+')}{constant}{self.compare or ''}"

    def question(self) -> Question[int]:
        """The total. Its odds raise `BadDice` when they are not `countable`; throwing always works."""
        return total(self)

    def success(self) -> Question[bool]:
        """Whether the total meets the comparison; only for an expression that has one."""
        return meets(self)

    @property
    def caps(self) -> tuple[tuple[str, int], ...]:
        """The open-ended handfuls, and from which total each counts no further."""
        return tuple((str(handful), handful.cap) for handful in self.handfuls if handful.cap)

    @property
    def cap_note(self) -> Text | None:
        """What to tell a reader of the odds when some dice are open-ended."""
        if not self.caps:
            return None
        fr, en = (" ".join(CAPPED.say(lang, dice=dice, cap=cap) for dice, cap in self.caps) for lang in ("fr", "en"))
        return Text(fr=fr, en=en)

    @property
    def countable(self) -> bool:
        """Whether exact odds are affordable."""
        work, totals = 0, 1
        for handful in self.handfuls:
            work += handful.work + (totals * handful.totals // 6 if totals > 1 else 0)
            totals += handful.totals - 1
        return work <= MOST_WORK


class Total(Question[int]):
    """The handfuls of an expression added up, and its constant."""

    __slots__ = ("expression", "handfuls")

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self.handfuls = Sum(tuple((handful.sign, handful.question()) for handful in expression.handfuls))

    def odds(self) -> Odds[int]:
        if not self.expression.countable:
            raise BadDice(TOO_MUCH_WORK, roll=str(self.expression))
        return self.handfuls.odds().read(lambda total: total + self.expression.constant)

    def play(self, player: Player) -> int:
        return self.handfuls.play(player) + self.expression.constant


@rule
def total(roll: Roll, expression: Expression) -> int:
    """What the dice and the constant of a free roll make together."""
    return roll(Total(expression))


@rule
def meets(roll: Roll, expression: Expression) -> bool:
    """Whether a free roll meets its comparison."""
    if expression.compare is None:
        raise BadRule(f"{expression} compares with nothing: ask its question(), not its success()")
    return roll(total(expression), expression.compare.holds)
