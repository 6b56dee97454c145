"""Odds: an exact law of probability, kept as whole weights; fractions are made only when one is asked for.

The odds of numbers are reckoned with like numbers, each as a throw of its own: added, taken away, multiplied; compared,
they give the chance.

>>> d6 = Odds({face: 1 for face in range(1, 7)})
>>> (d6 + d6 + 3).mean(), d6 > d6 - 1, (d6 + d6).at_least(10)
(Fraction(10, 1), Fraction(7, 12), Fraction(1, 6))
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import gcd, lcm, sqrt
from operator import add, floordiv, mul, neg, sub
from typing import Any, Generic, TypeVar, overload

from tablee.dice import laws
from tablee.errors import BadInput
from tablee.text import Text

T = TypeVar("T")
V = TypeVar("V")
NO_SHARE = Text(fr="Une part des jets va de 0 à 1, pas {share}.", en="A share of throws goes from 0 to 1, not {share}.")


class Odds(Mapping[T, int], Generic[T]):
    """How often each outcome comes, out of `total`.

    >>> coin_and_a_half = Odds({"heads": 2, "tails": 1})
    >>> coin_and_a_half.p("heads")
    Fraction(2, 3)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: dict[T, int], total: int = 0) -> None:
        self._weights = weights
        self.total = total or sum(weights.values())

    def __getitem__(self, outcome: T) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        mine, theirs = self.reduced(), other.reduced()
        return mine._weights == theirs._weights

    def __hash__(self) -> int:
        return hash(frozenset(self.reduced()._weights.items()))

    def __repr__(self) -> str:
        return f"Odds({self._weights!r})"

    def items(self) -> ItemsView[T, int]:
        return self._weights.items()

    def values(self) -> ValuesView[int]:
        return self._weights.values()

    def reduced(self) -> Odds[T]:
        """An equal law with the smallest whole weights, impossible outcomes left out."""
        common = gcd(*self._weights.values()) or 1
        return Odds({outcome: weight // common for outcome, weight in self._weights.items() if weight})

    def p(self, outcome: T) -> Fraction:
        """The probability of one outcome."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """The probability that an outcome for which `event` is true comes out."""
        return Fraction(sum(weight for outcome, weight in self._weights.items() if event(outcome)), self.total)

    @overload
    def mean(self: Odds[int]) -> Fraction: ...
    @overload
    def mean(self, value: Callable[[T], Fraction | int]) -> Fraction: ...
    def mean(self, value: Callable[[Any], Fraction | int] = int) -> Fraction:
        """The expected `value(outcome)`; of a number, itself."""
        whole = sum(value(outcome) * weight for outcome, weight in self._weights.items())
        return Fraction(whole) / self.total

    def deviation(self: Odds[int]) -> float:
        """The standard deviation of a number: how far from its mean it usually falls."""
        return sqrt(self.mean(lambda value: value**2) - self.mean() ** 2)

    def at_least(self: Odds[int], least: int) -> Fraction:
        """The chance of this much or more."""
        return self.chance(lambda value: value >= least)

    def survival(self: Odds[int], values: Iterable[int]) -> list[Fraction]:
        """The chance of each of these values or more: `at_least` of many at once."""
        below = laws.ways_below(self)
        return [Fraction(self.total - below(value), self.total) for value in values]

    def at_most(self: Odds[int], most: int) -> Fraction:
        """The chance of this much or less."""
        return self.chance(lambda value: value <= most)

    def quantile(self: Odds[int], share: Fraction | float) -> int:
        """The least number that is not passed in this share of throws, or in more: BadInput beyond 0 to 1.

        >>> Odds({1: 5, 2: 4, 3: 1}).quantile(0.9)
        2
        """
        if not 0 <= share <= 1:
            raise BadInput(NO_SHARE, share=f"{float(share):g}")
        values = sorted(self)
        passed = accumulate(self[value] for value in values)
        wanted = min(share * self.total, self.total)  # a float may be rounded to more than there are
        return next(value for value, below in zip(values, passed, strict=True) if below >= wanted)

    def median(self: Odds[int]) -> int:
        """The number that is passed at most every other time."""
        return self.quantile(Fraction(1, 2))

    def _with(self: Odds[int], other: Odds[int] | int, made: Callable[[int, int], int]) -> Odds[int]:
        if isinstance(other, Odds):
            law: dict[int, int] = {}
            for mine, weight in self.items():
                for theirs, more in other.items():
                    law[made(mine, theirs)] = law.get(made(mine, theirs), 0) + weight * more
            return Odds(law)
        return self.read(lambda value: made(value, other))

    def __add__(self: Odds[int], other: Odds[int] | int) -> Odds[int]:
        return Odds(laws.summed(self, other)) if isinstance(other, Odds) else self._with(other, add)

    def __sub__(self: Odds[int], other: Odds[int] | int) -> Odds[int]:
        return Odds(laws.difference(self, other)) if isinstance(other, Odds) else self._with(other, sub)

    def __mul__(self: Odds[int], other: Odds[int] | int) -> Odds[int]:
        return self._with(other, mul)

    def __floordiv__(self: Odds[int], other: int) -> Odds[int]:
        return self._with(other, floordiv)

    def __radd__(self: Odds[int], other: int) -> Odds[int]:
        return self + other

    def __rsub__(self: Odds[int], other: int) -> Odds[int]:
        return -self + other

    def __rmul__(self: Odds[int], other: int) -> Odds[int]:
        return self * other

    def __neg__(self: Odds[int]) -> Odds[int]:
        return self.read(neg)

    def __abs__(self: Odds[int]) -> Odds[int]:
        return self.read(abs)

    def __gt__(self: Odds[int], other: Odds[int] | int) -> Fraction:
        """The chance that it comes out higher."""
        return (self - other).at_least(1)

    def __ge__(self: Odds[int], other: Odds[int] | int) -> Fraction:
        return (self - other).at_least(0)

    def __lt__(self: Odds[int], other: Odds[int] | int) -> Fraction:
        return (self - other).at_most(-1)

    def __le__(self: Odds[int], other: Odds[int] | int) -> Fraction:
        return (self - other).at_most(0)

    def repeated(self: Odds[int], times: int) -> Odds[int]:
        """The sum of so many throws, each for itself."""
        return Odds(laws.repeated(times, self))

    def _repr_html_(self) -> str:
        """A table with bars, as notebooks show it."""
        listed: list[Any] = list(self)
        if all(isinstance(outcome, int) for outcome in listed):
            listed.sort()
        else:
            listed.sort(key=lambda outcome: -self[outcome])
        most = max(self.values())
        rows = "".join(
            f"<tr><th style='text-align:right'>{escape(str(outcome))}</th><td>{float(self.p(outcome)):.2%}</td>"
            f"<td style='text-align:left'><span style='display:inline-block;height:0.8em;background:currentColor;"
            f"width:{12 * self[outcome] / most:.2f}em'></span></td></tr>"
            for outcome in listed
        )
        return f"<table>{rows}</table>"

    def read(self, reading: Callable[[T], V]) -> Odds[V]:
        """The law of `reading(outcome)`."""
        read: dict[V, int] = {}
        for outcome, weight in self._weights.items():
            seen = reading(outcome)
            read[seen] = read.get(seen, 0) + weight
        return Odds(read, self.total)

    def fractions(self) -> dict[T, Fraction]:
        """The probability of each possible outcome."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self._weights.items() if weight}

    @classmethod
    def mix(cls, parts: Iterable[tuple[Odds[T], int]]) -> Odds[T]:
        """The law of first drawing one of several laws, by weight, then an outcome of it."""
        shares = list(parts)
        common = lcm(*(odds.total for odds, _ in shares))
        mixed: dict[T, int] = {}
        for odds, share in shares:
            scale = share * (common // odds.total)
            for outcome, weight in odds.items():
                mixed[outcome] = mixed.get(outcome, 0) + weight * scale
        return cls(mixed).reduced()

    @classmethod
    def counted(cls, parts: Mapping[int, Mapping[T, int]]) -> Odds[T]:
        """One law whose outcomes were counted in parts, each part under its own denominator.

        >>> Odds.counted({2: {"heads": 1}, 4: {"edge": 1, "tails": 1}})
        Odds({'heads': 2, 'edge': 1, 'tails': 1})
        """
        common = lcm(*parts)
        (denominator, first), *others = parts.items()
        scale = common // denominator
        merged = {outcome: weight * scale for outcome, weight in first.items()} if scale != 1 else dict(first)
        for denominator, weights in others:
            scale = common // denominator
            for outcome, weight in weights.items():
                merged[outcome] = merged.get(outcome, 0) + weight * scale
        shared = gcd(*merged.values())
        return cls(merged if shared == 1 else {outcome: weight // shared for outcome, weight in merged.items()})


def probability(chance: Fraction) -> dict[str, Any]:
    """A chance as a fraction in text and as a float."""
    return {"probability": f"{chance.numerator}/{chance.denominator}", "float": float(chance)}
