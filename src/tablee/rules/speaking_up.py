"""Speaking up: what people may say at one moment of an action, all that no die separates put before them at once.

A rule asks its questions one after the other, where its book puts them; nobody has to hear each of them. Questions that
people speak up for (`Decision.aloud`) and that follow each other without a die are gathered on one card: each person
says one thing, or lets all of it pass. What they say is then given back to the rule, question by question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any

from tablee.dice.choice import Choice
from tablee.rules.decision import Decision
from tablee.rules.run import Done, Progress, Waiting
from tablee.text import Name, Text

SPEAKING_UP = "speaking-up"  # the id of a card behind which several decisions stand
PASS = "pass"
Run = Callable[[Progress], Done | Waiting]
"""An action from so far on, without a die: until it needs one, asks somebody, or ends."""
Given = Callable[[Waiting], Mapping[str, Any]]
"""The answers of those who are not asked at a stop: they were given beforehand, or once for all."""
Path = tuple[tuple[str, Any], ...]
"""Answers in the order in which they are given, each with the id of its decision."""
Paths = Mapping[Any, Path]
"""The answers that each option of a card gives."""


@dataclass(frozen=True)
class Way:
    """One thing that a person may say: the answers it gives, its words, its price, and the action once it is said."""

    path: Path
    said: tuple[Text | Name, ...]
    price: Mapping[str, int]
    progress: Progress

    @property
    def key(self) -> str:
        """A short name of it among those of its card."""
        steps = [(id.rpartition(".")[2], answer) for id, answer in self.path]
        return "+".join(id if answer is True else f"{id}:{answer}" for id, answer in steps)


@dataclass
class Card:
    """All that one person may say at a moment: the decisions behind it in their order, and what follows a yes."""

    passes: Progress  # the action once everybody lets the first question pass
    decisions: list[Decision[Any]] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    further: dict[str, Decision[Any]] = field(default_factory=dict)  # asked only of a person who has said yes before

    @property
    def plain(self) -> bool:
        """Whether it is one question, answered by one of its options."""
        return len(self.decisions) == 1 and not self.further

    @property
    def aside(self) -> bool:
        """Whether it is all about what befalls others."""
        return all(one.aside for one in self.decisions)

    @property
    def sensible(self) -> tuple[str, ...]:
        """The keys of what a sensible person would say here, the first first; none if they let it pass."""
        asked = (*self.decisions, *self.further.values())
        says = {(one.id, one.natural) for one in asked if one.natural != one.default}
        return tuple(way.key for way in sorted(self.ways, key=lambda way: -len(way.path)) if {*way.path} <= says)


def cards_of(run: Run, stop: Waiting, given: Given) -> dict[str, Card]:
    """What each person may say where an action has stopped; of questions that nobody speaks up for, the first alone.

    The progress of each way, by which its odds are counted, does not tell what others have `given`.
    """
    cards: dict[str, Card] = {}
    at: Done | Waiting = stop
    untold: Done | Waiting = stop  # the same moment, had everybody given what they would by default
    while isinstance(at, Waiting) and at.dice is None:
        settled = given(at)
        open_ = {who: asked for who, asked in at.asked.items() if who not in settled}
        aloud = all(asked.aloud for asked in open_.values())
        again = any(one.id == asked.id for who, asked in open_.items() if who in cards for one in cards[who].decisions)
        if cards and (again or not aloud):
            break
        for who, asked in open_.items():
            seen = untold if _asks(untold, who, asked) else at
            assert isinstance(seen, Waiting)
            card = cards.setdefault(who, Card(seen.by_default()))
            card.decisions.append(asked)
            for option in asked.options:
                if option != asked.default:
                    card.ways += _ways(run, seen, who, option, card)
        if not aloud:
            break
        at = run(at.answered({who: asked.default for who, asked in at.asked.items()} | dict(settled)))
        untold = run(untold.by_default()) if isinstance(untold, Waiting) and untold.dice is None else untold
    return cards


def _asks(at: Done | Waiting, who: str, asked: Decision[Any]) -> bool:
    return isinstance(at, Waiting) and who in at.asked and at.asked[who].id == asked.id


def _ways(run: Run, at: Waiting, who: str, option: Any, card: Card) -> Iterator[Way]:
    """An option of a person, alone and with each answer to what it makes the rule ask them at once."""
    asked, usual = at.asked[who], {one: other.default for one, other in at.asked.items()}
    path, progress = ((asked.id, option),), at.answered({**usual, who: option})
    price = Counter(dict(asked.price) if option is True else {})  # other options say theirs in their words
    yield Way(path, (asked.spoken(option),), price, progress)
    then = run(progress) if asked.aloud else None
    if isinstance(then, Waiting) and then.dice is None and who in then.asked and then.asked[who].aloud:
        more, others = then.asked[who], {one: further.default for one, further in then.asked.items()}
        card.further[more.id] = more
        for extra in more.options:
            if extra != more.default:
                costs = price + Counter(dict(more.price) if extra is True else {})
                words = (asked.spoken(option), more.spoken(extra))
                yield Way((*path, (more.id, extra)), words, costs, then.answered({**others, who: extra}))


def carried_out(
    run: Run, so_far: Progress, paths: Mapping[str, Paths], said: Mapping[str, Any], given: Given
) -> Progress:
    """How far an action has come once people have said these things at a moment: their answers are given to the rule
    as it asks, up to the first die, or to the first question that was not on their cards.
    """
    left = {who: list(ways[said[who]]) for who, ways in paths.items()}
    open_ = {who: reduce(or_, (Counter(id for id, _ in path) for path in ways.values())) for who, ways in paths.items()}
    at = run(so_far)
    while isinstance(at, Waiting) and at.dice is None:
        answers = dict(given(at))
        asked = {who: one for who, one in at.asked.items() if who not in answers}
        if any(not open_.get(who, Counter[str]())[one.id] for who, one in asked.items()):
            break
        for who, one in asked.items():
            open_[who][one.id] -= 1
            path = left[who]
            answers[who] = path.pop(0)[1] if path and path[0][0] == one.id else one.default
        so_far = at.answered(answers)
        at = run(so_far)
    return so_far


def choice_of(card: Card) -> Choice[Any]:
    """A card as one question: its only one, or which of its ways a person goes."""
    if card.plain:
        return card.decisions[0]
    return Choice(SPEAKING_UP, (PASS, *[way.key for way in card.ways]), PASS)


def paths_of(card: Card) -> dict[Any, Path]:
    """The answers that each option of a card's question gives."""
    if card.plain:
        return {option: ((card.decisions[0].id, option),) for option in card.decisions[0].options}
    return {PASS: (), **{way.key: way.path for way in card.ways}}
