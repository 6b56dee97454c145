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
    aloud: tuple[Text | Name, ...] = ()  # what a person says who speaks up, one per option; none: they have to answer
    aside: bool = False  # said in what befalls others: nobody waits for it once those whom it befalls have spoken

    def named(self, option: A) -> Text | Name:
        return self.labels[self.options.index(option)]

    def spoken(self, option: A) -> Text | Name:
        """What a person says who takes this option: aloud if one speaks up for it, else as it is named."""
        return self.aloud[self.options.index(option)] if self.aloud else self.named(option)


YES_NO = (Text(fr="non", en="no"), Text(fr="oui", en="yes"))


LET_PASS = Text(fr="Je laisse passer", en="I let it pass")


def may(
    id: str,
    rule: str,
    fr: str,
    en: str,
    sensible: bool = False,
    says: Text | None = None,
    aside: bool = False,
    **price: int,
) -> Decision[bool]:
    """A yes-or-no decision; no unless the player asked says yes. `sensible`: a sensible person would; `says`: what a
    person says who speaks up for it, where nobody has to be asked; `aside`: in what befalls others.
    """
    aloud = (LET_PASS, says) if says else ()
    label, costs = Text(fr, en), tuple(price.items())
    return Decision(id, (False, True), False, label, YES_NO, rule, costs, aloud, aside, sensible=sensible)


def pick(id: str, rule: str, fr: str, en: str, options: Mapping[str, Text | Name]) -> Decision[str]:
    """One of several; the first is the default."""
    return Decision(id, tuple(options), next(iter(options)), Text(fr, en), tuple(options.values()), rule)
