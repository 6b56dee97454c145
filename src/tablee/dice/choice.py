"""Choice: a question that people answer, not dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Choice(Generic[A]):
    """What a person may answer, and what is taken for granted when nobody asks.

    Games use `rules.decision.Decision`, which also carries words, a price and a rule.
    """

    id: str
    options: tuple[A, ...]
    default: A


Plan = Callable[[str, Choice[Any]], Any]
"""Who is asked what → the answer, for odds: nobody is there to be asked."""


def by_default(_who: str, choice: Choice[A]) -> A:
    """The plan that takes every default."""
    return choice.default
