"""Play: a fight in which one person plays as well as can be, everybody else by their policy: every moment, what may be
done in it, and what it is worth.

At each of their turns they may do what any ready policy would, or any likely blow or care, on any target; in every
action they may answer each decision in each way, one and the same whatever the dice show. What a moment is worth is the
greatest chance to win from there, found by going over all moments until nothing changes. It fits fights of few moments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.lab.chain import TooManyStates
from tablee.lab.policy import MOST, Policy, Tactic
from tablee.lab.setups import policies_of
from tablee.lab.tables.facts import Taken
from tablee.lab.tables.forms import Numbers
from tablee.lab.tables.moments import rows_of
from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import Deed, Stepper
from tablee.rules.action import PLAY, Kind
from tablee.rules.decision import Decision
from tablee.rules.fields import fields_of
from tablee.text import Name, Text

if TYPE_CHECKING:
    from tablee.lab.fights import Ready

MAX_STATES = 10_000
LEAST = 1e-7  # a moment to which no way leads with more chance is not followed
MAX_WAYS = 8  # of answering the decisions of one action
MAX_PASSES = 4_000
SETTLED = 1e-10  # a change of chance that is none
BEST = "best"  # of ways of playing: as well as can be
ONE_BEST = Text(
    fr="Une seule personne à la fois joue au mieux (--policy qui=best) ; les autres ont leur manière de jouer.",
    en="Only one person at a time plays at best (--policy who=best); the others have their ways of playing.",
)
NO_BEST = Text(
    fr="Le meilleur jeu passe ici par trop de situations pour être calculé : voyez plutôt ce que vaut chaque choix.",
    en="The best play goes through too many situations to be solved here: see what each choice is worth instead.",
)


@dataclass(frozen=True)
class Answer:
    """What to answer when a decision is asked: its id, its words, the answer and its own."""

    decision: str
    question: Text
    answer: Any
    label: Text | Name | None  # None: as much as one may


class Start(NamedTuple):
    """How to begin: the greatest chance to win and the least it is sure to be, the deed, what to answer in it."""

    chance: float
    unsure: float
    deed: Deed
    answers: tuple[Answer, ...]


class Play:
    """The moments of a fight that one person may lead it to, and the chance that their side wins from each."""

    def __init__(self, ready: Ready, who: str, states: States, most: int = MAX_STATES, least: float = LEAST) -> None:
        """From these moments on; TooManyStates past the budget."""
        self.ready, self.who, self.most, self.least = ready, who, most, least
        self.stepper, self.side = ready.stepper, 0 if who in ready.staged.sides[0] else 1
        self.moves = [self.stepper.move_of(who, policy) for policy in _ways_to_act(ready, who)]
        self._index: dict[bytes, int] = {}
        self._rows: list[NDArray[np.int64]] = []  # of each choice: its moment
        self._edges: list[
            tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
        ] = []  # choice, target, share
        self._deeds: list[Numbers] = []
        self._ended: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []  # moments that are over, and who won
        self._choices = 0
        self._said: dict[int, Mapping[str, Any]] = {}  # the answers of a plan
        self._reach: NDArray[np.float64] = np.zeros(0)  # of each moment: the chance of the likeliest way there
        self._looked: NDArray[np.bool_] = np.zeros(0, np.bool_)  # at what may be done in it
        self.first = self._numbers(states)
        self._explore(states)
        self.moment = np.concatenate([*self._rows, np.zeros(0, np.int64)])
        self.deed = np.concatenate([*self._deeds, np.zeros(0, np.int32)])
        self.choice, self.target, self.share = (np.concatenate(column) for column in zip(*self._edges, strict=True))
        self.most_worth = self._solved(1.0)
        self.worth = self._solved(0.0)  # last: what it finds best is done

    def __len__(self) -> int:
        return len(self._index)

    def _numbers(self, states: States) -> NDArray[np.int64]:
        """The number of each moment."""
        index = self._index
        found = [index.setdefault(row, len(index)) for row in rows_of([*states.now, *states.began])]
        if len(index) > self.most:
            raise TooManyStates
        more = len(index) - len(self._reach)
        self._reach = np.concatenate([self._reach, np.zeros(more)])
        self._looked = np.concatenate([self._looked, np.zeros(more, np.bool_)])
        return np.array(found, np.int64)

    def _explore(self, states: States) -> None:
        """Follow every choice, wherever some way of playing leads with a chance worth following."""
        numbers = self.first
        self._reach[numbers] = 1.0
        while True:
            look()
            unique, places = np.unique(numbers, return_index=True)
            fresh = places[~self._looked[unique] & (self._reach[unique] > self.least)]
            if not len(fresh):
                return
            states, numbers = states.at(fresh), numbers[fresh]
            self._looked[numbers] = True
            planned = self.stepper.next_deeds(states)
            over = planned < 0
            if over.any():
                self._ended.append((numbers[over], self.won(states.at(np.nonzero(over)[0]))))
            found = [self._taken(states, numbers, *choice) for choice in self._open(states, planned)]
            if not found:
                return
            first, *rest = (after for after, _ in found)
            states, numbers = first.and_then(*rest), np.concatenate([number for _, number in found])

    def _taken(
        self, states: States, numbers: NDArray[np.int64], places: NDArray[Any], deeds: Numbers
    ) -> tuple[States, NDArray[np.int64]]:
        """Write down these choices; the moments that they may lead to, and their numbers."""
        after = self.stepper.expand(states.at(places), deeds)
        targets, shares = self._numbers(after.states), self.stepper.laws.chances[after.outcome]
        np.maximum.at(self._reach, targets, self._reach[numbers[places]][after.source] * shares)
        self._rows.append(numbers[places])
        self._deeds.append(deeds)
        self._edges.append((after.source + self._choices, targets, shares))
        self._choices += len(places)
        return after.states, targets

    def _open(self, states: States, planned: Numbers) -> Iterator[tuple[NDArray[Any], Numbers]]:
        """What may be done in these moments: the places, the deeds; each thing once in each."""
        going = np.nonzero(planned >= 0)[0]
        mine = np.array([self._acts(self.stepper.deeds[int(deed)]) for deed in planned[going]], np.bool_)
        columns = [planned[going]]
        turns = going[mine] if len(going) else going
        if len(turns):
            seen = self.stepper.seen(states)
            for move in self.moves:
                column = planned[going].copy()
                moved = move(Taken(seen, turns))
                column[mine] = np.where(moved > 0, moved - 1, column[mine])
                columns.append(column)
        for places, deeds in _each_once(going, columns):
            yield places, deeds
            yield from self._answered(places, deeds)

    def _answered(self, places: NDArray[Any], deeds: Numbers) -> Iterator[tuple[NDArray[Any], Numbers]]:
        """These deeds again, with each other way in which the one who plays well may answer."""
        for number in np.unique(deeds).tolist():
            deed, here = self.stepper.deeds[number], places[deeds == number]
            for plan in self._plans(deed):
                other = self.stepper.deed(deed.who, deed.action, deed.do, deed.due, plan)
                yield here, np.full(len(here), other, np.int32)

    def _plans(self, deed: Deed) -> Iterator[int]:
        """The other ways of answering what this action asked of them."""
        mine = self.stepper.policies[self.who]
        for way in ways_to_answer(self.stepper, self.who, deed.action)[:MAX_WAYS]:
            plan = self.stepper.answering(self.who, mine.with_changes(answers={**mine.answers, **way}))
            self._said[plan] = way
            yield plan

    def _acts(self, deed: Deed) -> bool:
        return deed.who == self.who and self.who != PLAY and not deed.due

    def won(self, ends: States) -> NDArray[np.float64]:
        """1 where only the side of the one who plays well stands."""
        stands = self.stepper.standing(ends.now) > 0
        up = [stands[[self.stepper.place[who] for who in side]].any(0) for side in self.ready.staged.sides]
        return np.array(up[self.side] & ~up[1 - self.side], np.float64)

    def _solved(self, unknown: float) -> NDArray[np.float64]:
        """What each moment is worth, if those that were not followed are worth this.

        `_best` keeps the choice by which a moment last rose: what only goes round in circles never makes it rise.
        """
        worth = np.where(self._looked, 0.0, unknown)
        self._best = np.full(len(self), -1, np.int64)
        for numbers, won in self._ended:
            worth[numbers] = won
        for _ in range(MAX_PASSES):
            look()
            better, values = worth.copy(), self.by_choice(worth)
            np.maximum.at(better, self.moment, values)
            rose = better - worth > SETTLED
            made = np.nonzero(rose[self.moment] & (values == better[self.moment]))[0][::-1]
            self._best[self.moment[made]] = made
            settled = not rose.any()
            worth = better
            if settled:
                break
        return worth

    def deeds(self, states: States) -> Numbers:
        """What is done in these moments where the one who plays well does so; elsewhere, and where the fight is over,
        what everybody's policy says.
        """
        planned = self.stepper.next_deeds(states)
        rows = rows_of([*states.now, *states.began])
        known = [(at, self._index[row]) for at, row in enumerate(rows) if row in self._index]
        for at, number in known:
            if planned[at] >= 0 and number < len(self._best) and self._best[number] >= 0:
                planned[at] = self.deed[self._best[number]]
        return planned

    def start(self, chances: NDArray[np.float64]) -> Start:
        """What the first moments are worth with these chances, and what to do in the likeliest of them."""
        likeliest = self.first[int(np.argmax(chances))]
        here = np.nonzero(self.moment == likeliest)[0]
        deed = self.stepper.deeds[int(self.deed[here[int(np.argmax(self.by_choice(self.worth)[here]))]])]
        least, most = (float((worth[self.first] * chances).sum()) for worth in (self.worth, self.most_worth))
        return Start(least, most - least, deed, answers_in_words(self.stepper, self.who, self._said.get(deed.plan, {})))

    def by_choice(self, worth: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each choice is worth where moments are worth this."""
        return np.bincount(self.choice, self.share * worth[self.target], self._choices).astype(np.float64, copy=False)


def ways_to_answer(stepper: Stepper, who: str, action: str = "") -> list[Mapping[str, Any]]:
    """Each answer to each decision that an action (any, if not told) has asked of a combatant so far; and the last
    option of all of them together.
    """
    asked = {id: one for (whom, on, id), one in stepper.decisions.items() if whom == who and action in ("", on)}
    ways: list[Mapping[str, Any]] = [{id: one} for id, choice in asked.items() for one in (*choice.options[:-1], MOST)]
    return [*ways, dict.fromkeys(asked, MOST)] if len(asked) > 1 else ways


def answers_in_words(stepper: Stepper, who: str, answers: Mapping[str, Any]) -> tuple[Answer, ...]:
    """These answers of a combatant, with the words of each."""
    asked = {id: one for (whom, _, id), one in stepper.decisions.items() if whom == who and isinstance(one, Decision)}
    return tuple(
        Answer(
            id,
            asked[id].label,
            answer,
            None if answer == MOST and len(asked[id].options) > 2 else _named(asked[id], answer),
        )
        for id, answer in answers.items()
        if id in asked
    )


def _named(decision: Decision[Any], answer: Any) -> Text | Name:
    return decision.labels[-1] if answer == MOST else decision.named(answer)


def _each_once(places: NDArray[Any], columns: list[Numbers]) -> Iterator[tuple[NDArray[Any], Numbers]]:
    """Column after column, only the deeds that no column before has at the same place."""
    for at, column in enumerate(columns):
        fresh = np.ones(len(column), np.bool_)
        for before in columns[:at]:
            fresh &= column != before
        if fresh.any():
            yield places[fresh], column[fresh]


def _ways_to_act(ready: Ready, who: str) -> Iterator[Policy]:
    """The ready policies; and for each likely blow or care, and each person it may aim at, the policy of doing that."""
    game = ready.game
    yield from policies_of(game).values()
    mine = next(side for side in ready.staged.sides if who in side)
    others = tuple(one for side in ready.staged.sides for one in side if one not in mine)
    for action in map(game.action, game.usual):
        aim = next((one for one in fields_of(action.params) if one.name == "target"), None)
        if aim is not None and action.kind in (Kind.FIGHT, Kind.CARE):
            for target in mine if aim.one_of and aim.one_of.helps else others:
                yield Policy(lines=(Tactic(action=action.id, params={"target": target}),))
