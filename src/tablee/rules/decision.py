"""Decision: a choice with its words, its price and the rule that gives it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tablee.dice.choice import Choice
from tablee.text import Name, Text

A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True)
class Decision(Choice[A]):
    """What a person is asked in the middle of an action."""

    label: Text
    labels: tuple[Text | Name, ...]  # one per option
    rule: str  # the clause that allows it
    price: tuple[tuple[str, int], ...] = ()  # what a yes costs: (("heroism", 2),)

    def named(self, option: A) -> Text | Name:
        return self.labels[self.options.index(option)]


YES_NO = (Text(fr="non", en="no"), Text(fr="oui", en="yes"))


def may(id: str, rule: str, fr: str, en: str, sensible: bool = False, **price: int) -> Decision[bool]:
    """A yes-or-no decision; no unless the player asked says yes. `sensible`: a sensible person would."""
    return Decision(id, (False, True), False, Text(fr, en), YES_NO, rule, tuple(price.items()), sensible=sensible)


def pick(id: str, rule: str, fr: str, en: str, options: Mapping[str, Text | Name]) -> Decision[str]:
    """One of several; the first is the default."""
    return Decision(id, tuple(options), next(iter(options)), Text(fr, en), tuple(options.values()), rule)
