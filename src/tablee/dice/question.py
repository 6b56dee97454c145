"""Question: anything that dice answer, with its exact law and the way it is thrown."""

from __future__ import annotations

from typing import Protocol, TypeVar

from tablee.dice.odds import Odds

T = TypeVar("T")


class Player(Protocol):
    """What throws the dice of a question; see `throw.Thrower`."""

    def faces(self, count: int, sides: int, label: str) -> tuple[int, ...]: ...


class Question(Protocol[T]):
    """What `roll(…)` is given: a statistic of a pool, several of them together, or a rule with its arguments."""

    __slots__ = ()

    def odds(self) -> Odds[T]:
        """The exact law of the answer."""
        ...

    def play(self, player: Player) -> T:
        """The answer, read on the faces that the player throws."""
        ...
