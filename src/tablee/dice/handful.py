"""Handful: dice of one kind in a free roll, `4d6kh3`, `3d6r1!`, `5d{0,1,1}`: what is rolled again, kept, counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from operator import eq, ge, gt, le, lt
from typing import Final

from tablee.dice import laws
from tablee.dice.pools import CachedLaw
from tablee.dice.question import Player, Question

MAX_TERMS = 20  # handfuls and numbers in one expression
LEFT_OUT = Fraction(1, 10**12)  # the chance, at most, that an open-ended roll goes past its caps
MAX_WAVES = 1_000_000  # dice that are added, where a cap says what they count
FATE = (-1, 0, 1)  # the faces of a `dF`

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
    open: str = ""  # dice rolled again and added: `!` as dice of their own, `!!` to the die they follow, `!p` less one
    again: Compare | None = None  # `r`: which faces are rolled again
    once: bool = False  # `ro`: once at most, whatever shows then
    keep: str = ""  # `kh`, `kl`: the highest or lowest are kept; `dh`, `dl`: they are dropped
    k: int = 0  # how many are kept or dropped
    count: Compare | None = None  # `c`: the dice whose face is such are counted, not added
    fails: Compare | None = None  # `f`: beside those counted, the dice whose face is such count −1
    on: Compare | None = None  # `x`: the faces that are rolled again and added; the top one, if nothing is said
    least: int | None = None  # `mi`: a lower face counts as this
    most: int | None = None  # `ma`: a higher face counts as this
    values: tuple[int, ...] = ()  # of dice with faces of their own, `d{1,1,2}`; else they are 1 to `sides`

    def __str__(self) -> str:
        again = f"{'ro' if self.once else 'r'}{_face(self.again, '=')}" if self.again else ""
        count = f"c{_face(self.count, '>=')}" if self.count else ""
        fails = f"f{_face(self.fails, '=')}" if self.fails else ""
        opened = ("x" if self.open == "!" else self.open) + _face(self.on, "=") if self.on else self.open
        bounds = f"{'' if self.least is None else f'mi{self.least}'}{'' if self.most is None else f'ma{self.most}'}"
        marks = f"{opened}{again}{bounds}{self.keep}{self.k or ''}{count}{fails}"
        return f"{self.n if self.n > 1 else ''}d{self.faces}{marks}"

    @property
    def faces(self) -> str:
        """The faces as they are written after the d: 6, F or {1,1,2}."""
        if not self.values:
            return str(self.sides)
        return "F" if self.values == FATE else f"{{{','.join(map(str, self.values))}}}"

    @property
    def kept(self) -> int:
        """How many dice are read; all of them, unless some are dropped."""
        return self.n - self.k if self.keep in ("dh", "dl") else self.k or self.n

    @property
    def plain(self) -> bool:
        """Whether nothing is asked of the dice but their sum, open-ended or not."""
        return self.summed and not (self.again or self.on or self.values) and self.open != "!p"

    @property
    def summed(self) -> bool:
        """Whether each die counts what it shows: then it is all one whether dice added are a part of theirs."""
        return not self.keep and not self.count and self.least is self.most is None

    @property
    def cap(self) -> int:
        """The total from which open-ended dice count no further, 0 for others."""
        return _cap(self.n, self.sides) if self.open and self.plain else 0

    @property
    def more(self) -> int:
        """How many dice are rolled again and added, at most (to each, if they are compound); 0 where a cap says it, and
        where none is.
        """
        if not self.open or self.plain:
            return 0
        one = self.one()
        share = Fraction(sum(weight for value, weight in one.items() if self.opens(value)), sum(one.values()))
        return most_again(1, share, LEFT_OUT / self.n) if self.compound else most_again(self.n, share)

    @property
    def compound(self) -> bool:
        """Whether each die is read with all that is added to it."""
        return self.open == "!!" and not self.summed

    @property
    def low(self) -> int:
        return self._bounds[0]

    @property
    def high(self) -> int:
        return self._bounds[1]

    @property
    def _bounds(self) -> tuple[int, int]:
        if self.count:
            return -self.n * bool(self.fails), self.n + self.more
        worths = [self.worth(value) for value in self.values or (1, self.sides)]
        if self.cap:
            return self.n, self.cap
        if self.compound:
            dice = self.kept * (1 + self.more)
        else:
            dice = self.kept + (self.more if self.keep in ("", "dh", "dl") else 0)
        lowest = min(worths) - (self.open == "!p")
        return min(self.kept * min(worths), dice * lowest), max(self.kept * max(worths), dice * max(worths))

    @property
    def work(self) -> int:
        """What its exact law costs in microseconds or so, measured against `expression.MAX_WORK`; and in room: a tenth
        of one for each 30 bits of its weights.
        """
        again = self.cap // self.sides if self.cap else self.more
        dice, faces, runs = self.n + again, len(self.values) or self.sides, len(self.values) or 1 + self.once
        if self.compound:
            dice, faces, runs = self.n * (1 + again), faces * (1 + again), 1 + again
        bits, values = dice * self.sides.bit_length() * (1 + self.once), self.high - self.low + 1
        packed = values * bits // 30
        if self.kept < self.n:
            return packed * faces * self.kept * (3 + runs) // 1600 * (1 if self.compound else 1 + again) + packed // 10
        terms = 2 * faces if self.again or self.values or self.compound else 8 if self.open else 3
        work = values * terms // 3 * (1 + bits // 4000) + packed // 10
        if self.open and not (self.cap or self.compound):
            work += int(packed**1.585) // 1000 + again**2 * faces * self.sides // 10
        return work

    def question(self) -> Question[int]:
        return _shown(self)

    def opens(self, value: int) -> bool:
        """Whether a die that shows this is rolled again and added."""
        top = max(self.values, default=self.sides)
        return bool(self.open) and (self.on.holds(value) if self.on else value == top)

    def worth(self, value: int) -> int:
        """What a die that shows this counts, before some are kept."""
        bounded = value if self.least is None else max(value, self.least)
        bounded = bounded if self.most is None else min(bounded, self.most)
        if self.count:
            return self.count.holds(bounded) - (self.fails is not None and self.fails.holds(bounded))
        return bounded

    def one(self) -> laws.Law:
        """The law of what one die shows, once it is rolled again or not."""
        faces = self.values or range(1, self.sides + 1)
        bad = sum(map(self.again.holds, faces)) if self.again else 0
        law: laws.Law = {}
        for value in faces:
            refused = self.again is not None and self.again.holds(value)
            weight = (bad if refused else bad + len(faces)) if self.once else int(not refused)
            if weight:
                law[value] = law.get(value, 0) + weight
        return law

    def law(self) -> laws.Law:
        """The law of what the dice make."""
        if self.cap:
            return laws.open_total(self.n, self.sides, self.cap)
        if self.compound:
            return self._combined(self._compound())
        if self.open:
            return self._exploded()
        return self._combined(_read(self.one(), self.worth))

    def _combined(self, one: laws.Law) -> laws.Law:
        """What the dice make, once each of them has this law."""
        if self.kept < self.n:
            return laws.law_of_kept(self.n, one, self.kept, self.keep in ("kh", "dl"))
        return laws.repeated(self.n, one)

    def _compound(self) -> laws.Law:
        """One die with all that is added to it."""
        one = self.one()
        stops = {value: weight for value, weight in one.items() if not self.opens(value)}
        goes = {value: weight for value, weight in one.items() if self.opens(value)}
        law = dict(one)
        for _ in range(self.more):  # from the last die back: what follows one that goes on
            onward = laws.summed(goes, law)
            law = {value: weight * sum(law.values()) for value, weight in stops.items()}
            for value, weight in onward.items():
                law[value] = law.get(value, 0) + weight
        return _read(law, self.worth)

    def _exploded(self) -> laws.Law:
        """Dice that are added stand beside the others: by how many of them there are.

        Each first die ends on a face that stops, so `extra` faces that go on fall in `comb(n + extra - 1, extra)`
        orders. What goes beyond the most counts as the highest total.
        """
        one, more = self.one(), self.more
        mass, less = sum(one.values()), self.open == "!p"
        stopping = {value: weight for value, weight in one.items() if not self.opens(value)}
        going = {value: weight for value, weight in one.items() if self.opens(value)}
        stops, goes = _read(stopping, self.worth), _read(going, lambda value: self.worth(value) - less)
        ways = [comb(self.n + extra - 1, extra) * mass ** (more - extra) for extra in range(more + 1)]
        if self.keep:
            above = max(stopping) < min(going)
            law: laws.Law = {}
            for extra, so_many in enumerate(ways):
                for value, weight in self._kept_with(stops, goes, extra, above).items():
                    law[value] = law.get(value, 0) + so_many * weight
        else:
            law = laws.summed(laws.repeated(self.n, stops), laws.polynomial(ways, goes))
        law[max(law)] += mass ** (self.n + more) - sum(law.values())
        return law

    def _kept_with(self, stops: laws.Law, goes: laws.Law, extra: int, above: bool) -> laws.Law:
        """What is kept of `n` dice that stop and `extra` that go on, whose faces are all above, or all below."""
        kept, highest = self.kept + (extra if self.keep in ("dh", "dl") else 0), self.keep in ("kh", "dl")
        if above != highest:
            first = min(kept, self.n)
            return laws.summed(_kept(stops, self.n, first, highest), _kept(goes, extra, kept - first, highest))
        first = min(kept, extra)
        return laws.summed(_kept(goes, extra, first, highest), _kept(stops, self.n, kept - first, highest))

    def play(self, player: Player) -> int:
        """What the dice make, wave after wave where some are rolled again."""
        dice = [[value] for value in self._wave(player, self.n)]
        going, left = [die for die in dice if self.opens(die[0])], self.more or MAX_WAVES
        if self.compound:
            left *= self.n
        while going and left:
            going = going[:left]
            left -= len(going)
            for die, value in zip(going, self._wave(player, len(going)), strict=True):
                die.append(value)
            going = [die for die in going if self.opens(die[-1]) and (len(die) <= self.more or not self.compound)]
        if self.open == "!!":
            worths = [self.worth(sum(die)) for die in dice]
        else:
            less = self.open == "!p"
            worths = [self.worth(value) - (less and at > 0) for die in dice for at, value in enumerate(die)]
        if self.keep:
            kept = self.k if self.keep in ("kh", "kl") else len(worths) - self.k
            worths = sorted(worths, reverse=self.keep in ("kh", "dl"))[:kept]
        return min(sum(worths), self.cap) if self.cap else sum(worths)

    def _wave(self, player: Player, count: int) -> list[int]:
        """What so many dice show, those that are rolled again after the others."""
        label = f"d{self.faces}" if self.values else ""
        showing: list[int] = []
        while count:
            faces = player.faces(count, self.sides, label)
            shown = [self.values[face - 1] if self.values else face for face in faces]
            again = self.again
            if again is None:
                return shown
            showing += [value for value in shown if not again.holds(value)]
            count = sum(map(again.holds, shown))
            if count and self.once:
                faces = player.faces(count, self.sides, label)
                return showing + [self.values[face - 1] if self.values else face for face in faces]
        return showing


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
        return self.handful.play(player)


@lru_cache(maxsize=4096)
def _shown(handful: Handful) -> Shown:
    return Shown(handful)


def _face(compare: Compare | None, usual: str) -> str:
    """The faces meant, as they are written: a bare number where the sign is the usual one."""
    assert compare is not None
    return str(compare.number) if compare.sign == usual else str(compare)


def _read(law: laws.Law, reading: Callable[[int], int]) -> laws.Law:
    read: laws.Law = {}
    for value, weight in law.items():
        read[reading(value)] = read.get(reading(value), 0) + weight
    return read


def _kept(one: laws.Law, n: int, k: int, highest: bool) -> laws.Law:
    """The sum of the `k` highest or lowest of `n` dice; the weight of all of them where none is kept."""
    if not k:
        return {0: sum(one.values()) ** n}
    return laws.law_of_kept(n, one, k, highest) if k < n else laws.repeated(n, one)


@lru_cache
def most_again(n: int, share: Fraction, left_out: Fraction = LEFT_OUT) -> int:
    """How many of `n` dice and of those added are rolled again, but for a share of what may be left out, whatever the
    number of such handfuls; `share` is the chance of each.
    """
    top, faces = share.as_integer_ratio()
    least = left_out / MAX_TERMS
    chance, whole = (faces - top) ** n, faces**n  # as weights: reducing fractions so long takes seconds
    left, again = whole - chance, 0
    while left * least.denominator >= least.numerator * whole:
        again += 1
        chance = chance * (n + again - 1) // again * top
        left, whole = left * faces - chance, whole * faces
    return again


@lru_cache
def _cap(n: int, sides: int) -> int:
    """More than `n` open dice ever make, but for what is left out: `again` top faces, and a lower one for each die."""
    return most_again(n, Fraction(1, sides)) * sides + n * (sides - 1) + 1


def values_of(label: str) -> Sequence[int]:
    """The faces of dice recorded under a label such as `d{1,1,2}` or `dF`; none for any other label."""
    if label == "dF":
        return FATE
    if label.startswith("d{") and label.endswith("}"):
        return tuple(int(value) for value in label[2:-1].split(","))
    return ()
