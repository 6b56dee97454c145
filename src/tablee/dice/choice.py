"""Choice: a question that people answer, not dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Choice(Generic[A]):
    """What a person may answer, and the answer assumed when nobody is asked.

    Games use `rules.decision.Decision`, which also carries words, a price and a rule.
    """

    id: str
    options: tuple[A, ...]
    default: A


Plan = Callable[[str, Choice[Any]], Any]
"""`plan(who, choice)` → the answer: what decides in a person's place when odds are computed."""


def by_default(_who: str, choice: Choice[A]) -> A:
    """The plan that takes every default."""
    return choice.default
