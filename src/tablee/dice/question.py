"""Question: anything chance can be asked, with its exact law and its way of being played."""

from __future__ import annotations

from typing import Protocol, TypeVar

from tablee.dice.odds import Odds

T = TypeVar("T")


class Player(Protocol):
    """Whoever throws the dice of a question; see `throw.py`."""

    def faces(self, count: int, sides: int, label: str) -> tuple[int, ...]: ...


class Question(Protocol[T]):
    """A pool's statistic, several of them together, or a rule call."""

    __slots__ = ()

    def odds(self) -> Odds[T]:
        """The exact law of the answer."""
        ...

    def play(self, player: Player) -> T:
        """The answer read on real faces."""
        ...
