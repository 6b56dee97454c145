"""Handful: dice of one kind in a free roll, `4d6kh3`, `3d6r1` or `4dF`, with what is rolled again, kept or counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import eq, ge, gt, le, lt
from typing import Final

from tablee.dice import laws
from tablee.dice.pools import CachedLaw
from tablee.dice.question import Player, Question

MAX_TERMS = 20  # handfuls and numbers in one expression
LEFT_OUT = Fraction(1, 10**12)  # the chance, at most, that an open-ended roll goes past its caps

COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}


@dataclass(frozen=True)
class Compare:
    """What a face or a total is compared with: `>= 15`."""

    sign: str
    number: int

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"

    def holds(self, total: int) -> bool:
        return COMPARISONS[self.sign](total, self.number)


@dataclass(frozen=True)
class Handful:
    """Some dice of one kind, thrown together. `str()` writes them as `notation.parse` reads them."""

    n: int
    sides: int
    open: bool = False  # `!`: each top face is rolled again and added
    again: Compare | None = None  # `r`: which faces are rolled again
    once: bool = False  # `ro`: once at most, whatever shows then
    keep: str = ""  # `kh`, `kl`: the highest or lowest are kept; `dh`, `dl`: they are dropped
    k: int = 0  # how many are kept or dropped
    count: Compare | None = None  # `c`: the dice whose face is such are counted, not added
    fate: bool = False  # `dF`: faces −, 0 and +, thrown as a die of three

    def __str__(self) -> str:
        again = f"{'ro' if self.once else 'r'}{_face(self.again, '=')}" if self.again else ""
        count = f"c{_face(self.count, '>=')}" if self.count else ""
        marks = f"{'!' * self.open}{again}{self.keep}{self.k or ''}{count}"
        return f"{self.n if self.n > 1 else ''}d{'F' if self.fate else self.sides}{marks}"

    @property
    def kept(self) -> int:
        """How many dice are read; all of them, unless some are dropped."""
        return self.n - self.k if self.keep in ("dh", "dl") else self.k or self.n

    @property
    def cap(self) -> int:
        """The total from which open-ended dice count no further, 0 for others."""
        return _cap(self.n, self.sides) if self.open else 0

    @property
    def low(self) -> int:
        return 0 if self.count else self.kept - 2 * self.n * self.fate

    @property
    def high(self) -> int:
        if self.count:
            return self.n
        return self.cap or self.kept * self.sides - 2 * self.n * self.fate

    @property
    def work(self) -> int:
        """What its exact law costs in microseconds or so, measured against `expression.MAX_WORK`."""
        n, sides, kept = self.n, self.sides, self.kept
        bits = sides.bit_length()
        if self.open:
            again = self.cap // sides
            return n * sides * again**2 * (n + again) * bits**2 // 2_000_000 + self.cap
        if self.count:
            return n + sides
        if self.again:
            return 2 * n**2 * sides if kept == n else n * (kept * sides) ** 2 // 10
        return n * sides if kept == n else n * (kept * sides) ** 2 * bits**2 // 60_000 + n * sides

    def question(self) -> Question[int]:
        return _shown(self)

    def one(self) -> laws.Law:
        """The law of one die, once it is rolled again or not."""
        faces = range(1, self.sides + 1)
        if not self.again:
            return dict.fromkeys(faces, 1)
        bad = sum(map(self.again.holds, faces))
        if not self.once:
            return {face: 1 for face in faces if not self.again.holds(face)}
        return {face: bad if self.again.holds(face) else bad + self.sides for face in faces}

    def law(self) -> laws.Law:
        """The law of what the dice make."""
        if self.open:
            return laws.open_total(self.n, self.sides, self.cap)
        one = self.one()
        if self.count:
            return laws.how_many(self.n, one, self.count.holds)
        if self.kept < self.n:
            return laws.law_of_kept(self.n, one, self.kept, self.keep in ("kh", "dl"))
        total = laws.repeated(self.n, one)
        return {value - 2 * self.n: weight for value, weight in total.items()} if self.fate else total

    def read(self, faces: tuple[int, ...]) -> int:
        """What the dice make, from the faces that count."""
        if self.count:
            return sum(map(self.count.holds, faces))
        kept = sorted(faces, reverse=self.keep in ("kh", "dl"))[: self.kept] if self.keep else faces
        total = sum(kept) - 2 * self.n * self.fate
        return min(total, self.cap) if self.open else total

    def throw(self, player: Player) -> tuple[int, ...]:
        """The faces that count, wave after wave where dice are rolled again."""
        label = "dF" if self.fate else ""
        counting: tuple[int, ...] = ()
        waiting = self.n
        while waiting:
            wave = player.faces(waiting, self.sides, label)
            if self.open:
                counting, waiting = counting + wave, wave.count(self.sides)
                continue
            again = 0 if self.again is None else sum(map(self.again.holds, wave))
            if not again or self.again is None:
                return counting + wave
            counting += tuple(face for face in wave if not self.again.holds(face))
            waiting = again
            if self.once:
                return counting + player.faces(again, self.sides, label)
        return counting


class Shown(CachedLaw[int]):
    """What a handful of dice makes, as a question."""

    __slots__ = ("handful",)

    def __init__(self, handful: Handful) -> None:
        super().__init__()
        self.handful = handful

    def _law(self) -> laws.Law:
        return self.handful.law()

    def __repr__(self) -> str:
        return str(self.handful)

    def play(self, player: Player) -> int:
        return self.handful.read(self.handful.throw(player))


@lru_cache(maxsize=4096)
def _shown(handful: Handful) -> Shown:
    return Shown(handful)


def _face(compare: Compare, usual: str) -> str:
    """The faces meant, as they are written: a bare number where the sign is the usual one."""
    return str(compare.number) if compare.sign == usual else str(compare)


@lru_cache
def _cap(n: int, sides: int) -> int:
    """More than `n` open dice ever make, but for a share of `LEFT_OUT`, whatever the number of such handfuls.

    With `again` top faces rolled again in all, the total is at most `again * sides + n * (sides - 1)`.
    """
    left = 1 - (share := Fraction(sides - 1, sides) ** n)
    again = 0
    while left >= LEFT_OUT / MAX_TERMS:
        again += 1
        share = share * (n + again - 1) / (again * sides)
        left -= share
    return again * sides + n * (sides - 1) + 1
