"""perform, expected, effects_law, best: an action thrown at the table, its exact odds, the law of what it changes, its
odds under the best decisions.

An action in progress is the faces thrown and the answers given so far (`Progress`): plain data that can be stored. It
resumes by running the action again on the scene as it was, with these faces and answers first: no die is thrown twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import Any, NamedTuple, cast

from tablee.dice.choice import Choice, Plan, by_default
from tablee.dice.machine import End, Machine
from tablee.dice.odds import Odds
from tablee.dice.question import Question
from tablee.dice.rule import MAX_LEAVES, OnePathOracle, Planned, Roll, too_many, walk
from tablee.dice.throw import Dice, Fed, Fresh, Rolled, Thrower, Unanswered
from tablee.errors import BadFields, NeedDice
from tablee.rules.action import (
    Action,
    Change,
    Effect,
    Ended,
    Ending,
    Outcome,
    Part,
    RolledEffect,
    Scene,
    applied,
    changes_between,
    every_way,
    never,
)
from tablee.rules.book import noted
from tablee.rules.decision import Decision
from tablee.rules.fields import Declared, record_of
from tablee.rules.why import Note, Tally, Why

Parts = tuple[Part, ...]
Noted = tuple[Tally | Note | str, Mapping[str, Any]]
"""What a rule noted: a sum or a note as it is, or the id of a sentence with the values it tells."""
MAX_ATTEMPTS = 50_000  # runs of an action to find the best decisions of one person


@dataclass(frozen=True)
class Progress:
    """The faces thrown and the decisions taken so far, in order."""

    rolls: tuple[Rolled, ...] = ()
    answers: tuple[Mapping[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"rolls": [roll.to_json() for roll in self.rolls], "answers": [dict(card) for card in self.answers]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Progress:
        return cls(tuple(map(Rolled.from_json, data["rolls"])), tuple(data["answers"]))

    def replayed(self, then: Dice) -> Dice:
        """Dice that show these faces again, then those of `then`."""
        return Fed([face for roll in self.rolls for face in roll.faces], then)


NOTHING_YET = Progress()


@dataclass(frozen=True)
class Done:
    """An action that ended: what came out, what changed, and why."""

    outcome: Outcome
    progress: Progress
    notes: tuple[Noted, ...]  # what the rules said on the way
    before: Scene[Any]
    after: Scene[Any]  # with the outcome's effects

    @cached_property
    def why(self) -> tuple[Why, ...]:
        """The explanation, step by step; written when it is first read."""
        return explained(self.notes)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What the effects changed; compared when it is first read."""
        return changes_between(self.before, self.after)


@dataclass(frozen=True)
class Waiting:
    """An action that stopped at an open question: people to answer, or dice to type in."""

    progress: Progress
    asked: Mapping[str, Decision[Any]] = field(default_factory=dict)
    partly: Mapping[str, Any] = field(default_factory=dict)  # answers already given to the same question by others
    dice: NeedDice | None = None
    why: tuple[Why, ...] = ()

    def answered(self, answers: Mapping[str, Any]) -> Progress:
        """The progress with these answers added to the open card."""
        return Progress(self.progress.rolls, (*self.progress.answers, {**self.partly, **answers}))

    def by_default(self) -> Progress:
        """The progress with every open decision left to its default."""
        return self.answered({who: decision.default for who, decision in self.asked.items()})


def prepared(action: Action[Any, Any], scene: Scene[Any], values: Mapping[str, Any]) -> Declared | Note:
    """The parameters, ready to resolve, or the refusal; BadFields if they do not fit their declaration.

    Where an action cannot be done at all, what is wrong with these parameters says more, if they read.
    """
    refusal = action.refuse(scene, None)
    try:
        do = cast(Declared, record_of(action.params, values, scene))
    except BadFields:
        if refusal is not None:
            return refusal
        raise
    return action.refuse(scene, do) or refusal or do


def harm_of(action: Action[Any, Any], scene: Scene[Any], values: Mapping[str, Any]) -> Note | None:
    """The word before harm that is sure, if these parameters do any; none while they do not read, or are refused."""
    if action.warns is never:
        return None
    try:
        do = prepared(action, scene, values)
    except BadFields:
        return None
    return None if isinstance(do, Note) else action.warns(scene, do)


def perform(
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    dice: Dice | None = None,
    so_far: Progress | None = None,
    onto: Scene[Any] | None = None,
    plan: Plan | None = None,
) -> Done | Waiting:
    """Throw an action, from the start or from where it stopped.

    It reads `scene`; its effects fall on `onto`, the scene by now, where the two differ: blows of the same instant.
    With a `plan` it stops at no decision: what has no answer yet is answered as the plan says.
    """
    known = so_far or NOTHING_YET
    live = dice or Fresh()
    thrower = Thrower(known.replayed(live) if known.rolls else live, known.answers, plan)

    def progress() -> Progress:
        return Progress(tuple(thrower.rolls), tuple(thrower.cards))

    try:
        ended = action.resolve(scene, do, thrower)
    except Unanswered as open_card:
        asked = cast(Mapping[str, Decision[Any]], open_card.asked)
        return Waiting(progress(), asked, open_card.answered, why=explained(thrower.notes))
    except NeedDice as short:
        return Waiting(progress(), dice=short, why=explained(thrower.notes))
    outcome = ended_outcome(ended)
    before = onto or scene
    after = replace(applied(before, outcome.effects), reacting=scene.reacting)
    return Done(outcome, progress(), tuple(thrower.notes), before, after)


def ended_outcome(ended: Ended) -> Outcome:
    """An outcome with its headline and its effects."""
    return ended.tell() if isinstance(ended, Ending) else ended


def explained(notes: Iterable[Noted]) -> tuple[Why, ...]:
    """What rules noted, as an explanation: the id of a sentence becomes a note."""
    return tuple(about if isinstance(about, Tally | Note) else noted(about, values) for about, values in notes)


def expected(
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    plan: Plan = by_default,
    so_far: Progress | None = None,
    most: int = MAX_LEAVES,
) -> Odds[Parts]:
    """The exact odds of an action, people's decisions answered by a plan; from where it stopped, if it has begun.

    TooMany if it has more than `most` branches.
    """
    known = so_far or NOTHING_YET

    def resolved(roll: Roll) -> Ended:
        return action.resolve(scene, do, _Resumed(roll, known) if known.rolls or known.answers else roll)

    return walk(resolved, name=action.id, plan=plan, kept=attrgetter("parts"), most=most)


class Sequel(NamedTuple):
    """What an outcome leaves to the scene: its effects, and what an order of play may read of it: who came out how."""

    parts: Parts  # without their amounts
    effects: tuple[Effect, ...]

    def __hash__(self) -> int:
        try:
            return hash((self.parts, self.effects))
        except TypeError:  # an effect that holds a mapping
            return hash((self.parts, *[effect.who for effect in self.effects]))


def sequel(ended: Ended) -> Sequel:
    """What this outcome leaves to the scene."""
    outcome = ended_outcome(ended)
    return Sequel(tuple([Part(who, grade) for who, grade, _ in outcome.parts]), outcome.effects)


def effects_law(
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    plan: Plan = by_default,
    so_far: Progress | None = None,
    most: int = MAX_LEAVES,
) -> Odds[Sequel]:
    """The exact law of what an action changes, people's decisions answered by a plan; equal effects are counted as one.

    It begins where the action stopped, if it has begun. Where effects hang on more than the parts do (who acts first,
    which points were spent), it has more to tell than `expected`, and takes longer. TooMany if it has more than `most`
    branches: such an action can still be performed.
    """
    whole, known = replace(scene, effects=True), so_far or NOTHING_YET

    def resolved(roll: Roll) -> Ended:
        return action.resolve(whole, do, _Resumed(roll, known) if known.rolls or known.answers else roll)

    law = walk(resolved, name=action.id, plan=plan, kept=sequel, most=most)
    if not any(isinstance(effect, RolledEffect) for left in law for effect in left.effects):
        return law
    return Odds.mix(
        (Odds({Sequel(left.parts, effects): ways for effects, ways in every_way(left.effects)}), weight)
        for left, weight in law.items()
    )


def compare(
    action: Action[Any, Any], scene: Scene[Any], ways: Sequence[Mapping[str, Any]], plan: Plan = by_default
) -> list[Odds[Parts] | Note]:
    """The odds of one action declared in several ways; for a way that a rule refuses, the refusal."""
    declared = [prepared(action, scene, values) for values in ways]
    return [do if isinstance(do, Note) else expected(action, scene, do, plan) for do in declared]


class _Resumed:
    """The oracle for the odds of an action in progress.

    It first gives the faces and answers of `known`, in order; once these are exhausted it passes every question on to
    `rest`, the oracle that runs every branch. Inside a procedure it cannot hand over through `then`: the end of a
    procedure is not the end of the action.
    """

    def __init__(self, rest: Roll, known: Progress) -> None:
        self.rest, self.faces = rest, Fed([face for roll in known.rolls for face in roll.faces])
        self.thrower = Thrower(self.faces)
        self.cards = list(known.answers)
        self.inside = 0  # how many procedures deep

    @property
    def exhausted(self) -> bool:
        """Whether every known face and answer has been given."""
        return not (self.faces.left or self.cards)

    def __call__(
        self,
        question: Question[Any] | End[Any],
        reading: Callable[[Any], Any] | None = None,
        *,
        by: Any = None,
    ) -> Any:
        if isinstance(question, Machine) and not self.exhausted:
            question = self._reached(question)
        if isinstance(question, End):
            answer = question.outcome
        elif isinstance(question, Planned) and not self.exhausted:
            self.inside += 1
            answer = question.follow(self)
            self.inside -= 1
        elif self.faces.left:
            answer = self.thrower(question)
        else:
            return self.rest(question, reading) if reading else self.rest(question)
        return reading(answer) if reading else answer

    def then(self, question: Question[Any] | End[Any], rest: Callable[[Any], Any], *, by: Any = None) -> Any:
        if isinstance(question, Machine) and not self.exhausted:
            question = self._reached(question)
        if (
            self.inside
            or self.faces.left
            or isinstance(question, End)
            or (isinstance(question, Planned) and not self.exhausted)
        ):
            return rest(self(question))
        return self.rest.then(question, rest)

    def _reached(self, machine: Machine[Any]) -> Machine[Any] | End[Any]:
        """Where the steps already taken have led: the end, or a machine that begins with the first step not taken."""
        self.inside += 1
        now = machine.start
        while not (self.exhausted or isinstance(now, End)):
            now = machine.step(cast(Roll, self), now)
        self.inside -= 1
        return now if isinstance(now, End) else machine.begun(now)

    def note(self, _about: Any, /, **_values: Any) -> None:
        """Odds keep no explanation."""

    def throws(self, _what: str, /) -> None:
        """Odds throw nothing."""

    def known(self, who: str, choice: Choice[Any], /) -> Any:
        """None while known answers are left: what a plan would say is not what was said."""
        return self.rest.known(who, choice) if self.exhausted else None

    def choose(self, who: str, choice: Choice[Any], /) -> Any:
        return self.choose_each({who: choice})[who]

    def choose_each(self, asked: Mapping[str, Choice[Any]], /) -> dict[str, Any]:
        card = self.cards.pop(0) if asked and self.cards else {}
        return {who: card[who] if who in card else self.rest.choose(who, choice) for who, choice in asked.items()}


def planned(answers: Mapping[str, Any]) -> Plan:
    """A plan that answers these decisions, by id or by `who/id`; what is not offered is left to its default."""

    def plan(who: str, choice: Choice[Any]) -> Any:
        answer = answers.get(f"{who}/{choice.id}", answers.get(choice.id, choice.default))
        return answer if answer in choice.options else choice.default

    return plan


@dataclass(frozen=True)
class Best:
    """The odds when one person always takes the better choice, and what having the choice is worth."""

    odds: Odds[Parts]
    worth: Fraction  # in the unit of the value, above the defaults


def best(
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    who: str,
    value: Callable[[Parts], Fraction | int],
    most: int = MAX_ATTEMPTS,
) -> Best:
    """The odds if `who` always decides for the highest mean `value`, knowing what has happened; others take defaults.

    TooMany if it takes more than `most` runs of the action.
    """
    attempts = count(1)

    def explore(known: tuple[Any, ...]) -> Odds[Parts]:
        if next(attempts) > most:
            raise too_many(action.id, most)
        oracle = _Explorer(known, who)
        try:
            return Odds({action.resolve(scene, do, oracle).parts: 1})
        except _Branch as branch:
            if branch.options:
                laws = [explore((*known, option)) for option in branch.options]
                return max(laws, key=lambda law: law.mean(value))
            return Odds.mix([(explore((*known, answer)), weight) for answer, weight in branch.law.items()])

    odds = explore(())
    return Best(odds, odds.mean(value) - expected(action, scene, do).mean(value))


class _Branch(Exception):
    """Raised at the first question without a known answer: `options` of a decision, or else the `law` of dice."""

    def __init__(self, law: Odds[Any], options: tuple[Any, ...] = ()) -> None:
        self.law = law
        self.options = options


class _Explorer(OnePathOracle):
    """The oracle of `best`: gives the known answers in order, then raises `_Branch` at the next question.

    Decisions of all characters but `who` take their default.
    """

    def __init__(self, known: tuple[Any, ...], who: str) -> None:
        self.so_far = iter(known)
        self.who = who

    def __call__(
        self,
        question: Question[Any],
        reading: Callable[[Any], Any] | None = None,
        *,
        by: Any = None,
    ) -> Any:
        if isinstance(question, Planned):  # its decisions are explored like the action's own
            answer = question.follow(self)
            return answer if reading is None else reading(answer)
        for answer in self.so_far:
            return answer
        law = question.odds()
        raise _Branch(law if reading is None else law.read(reading))

    def note(self, _about: Any, /, **_values: Any) -> None:
        """Odds keep no explanation."""

    def throws(self, _what: str, /) -> None:
        """Odds throw nothing."""

    def known(self, who: str, choice: Choice[Any], /) -> Any:
        return None if who == self.who else choice.default

    def choose(self, who: str, choice: Choice[Any], /) -> Any:
        if who != self.who:
            return choice.default
        for answer in self.so_far:
            return answer
        raise _Branch(Odds({}), choice.options)

    def choose_each(self, asked: Mapping[str, Choice[Any]], /) -> dict[str, Any]:
        return {who: self.choose(who, choice) for who, choice in asked.items()}
