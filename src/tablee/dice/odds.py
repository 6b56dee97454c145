"""Odds: an exact law of probability, kept as whole weights; fractions are made only when one is asked for."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


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

    def mean(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """The expected `value(outcome)`."""
        whole = sum((Fraction(value(outcome)) * weight for outcome, weight in self._weights.items()), Fraction())
        return whole / self.total

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
