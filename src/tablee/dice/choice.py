"""Choice: a question that people answer, not dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Choice(Generic[A]):
    """What a person may answer, the answer assumed when nobody is asked, and what a sensible person would answer here,
    where that is something else.

    Games use `rules.decision.Decision`, which also carries words, a price and a rule.
    """

    id: str
    options: tuple[A, ...]
    default: A
    sensible: A | None = field(default=None, kw_only=True)

    @property
    def natural(self) -> A:
        """What a sensible person answers: the default unless the choice says otherwise."""
        return self.default if self.sensible is None else self.sensible


Plan = Callable[[str, Choice[Any]], Any]
"""`plan(who, choice)` → the answer: what decides in a person's place when odds are computed."""


def by_default(_who: str, choice: Choice[A]) -> A:
    """The plan that takes every default."""
    return choice.default
