"""throw(), Thrower, Fed, Fresh: questions answered with real, scripted or physical faces, recorded as they fall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from secrets import randbelow
from typing import Any, Generic, Protocol, TypeVar

from tablee.dice.choice import Choice, Plan
from tablee.dice.handful import values_of
from tablee.dice.pools import MAX_SIDES
from tablee.dice.question import Question
from tablee.dice.rule import OnePathOracle, Owner, Reroll
from tablee.errors import BadAnswer, BadDice, BadRule, NeedDice
from tablee.text import Text

T = TypeVar("T")
A = TypeVar("A")

MAX_REROLLS = 1000


@dataclass(frozen=True)
class Rolled:
    """Faces as they fell: how many dice of which kind, who threw them, and whether a reroll discarded them."""

    sides: int
    faces: tuple[int, ...]
    by: str = ""
    label: str = ""
    discarded: bool = False

    def to_json(self) -> dict[str, Any]:
        """The roll as plain data."""
        return {**vars(self), "faces": list(self.faces)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rolled:
        """A roll again, from its plain data."""
        return cls(**{**data, "faces": tuple(data["faces"])})

    @property
    def possible(self) -> bool:
        """Whether dice can have fallen so: data from elsewhere may hold anything."""
        whole = all(type(number) is int for number in (self.sides, *self.faces))
        told = isinstance(self.by, str) and isinstance(self.label, str) and isinstance(self.discarded, bool)
        return whole and told and self.sides <= MAX_SIDES and all(1 <= face <= self.sides for face in self.faces)

    @property
    def shown(self) -> tuple[str, ...]:
        """The faces as people read them: those of a `dF` are −, 0 and +, others may have numbers of their own."""
        values = values_of(self.label)
        if self.label == "dF":
            return tuple("−0+"[face - 1] for face in self.faces)
        return tuple(str(values[face - 1] if values else face).replace("-", "−") for face in self.faces)


class Dice(Protocol):
    """Where faces come from."""

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]: ...


class Fresh:
    """Faces nobody can foresee."""

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        return [randbelow(sides) + 1 for _ in range(count)]


class Seeded:
    """Faces drawn by a seed: the same seed shows the same faces. For scripts and tests, never for a table."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        bits, draw, faces = sides.bit_length(), self._random.getrandbits, []
        for _ in range(count):  # as `randint` draws, without its detours: a seed shows the faces it always did
            while (face := draw(bits)) >= sides:
                pass
            faces.append(face + 1)
        return faces


class Fed:
    """Faces told beforehand: scripted in a test, typed in from a real table, or read back from a record.

    When they run out, `then` throws the rest; without it the question stays open (`NeedDice`).
    """

    def __init__(self, faces: Iterable[int], then: Dice | None = None) -> None:
        self.left = list(faces)
        self.then = then

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        taken = self.left[:count]
        for face in taken:
            if not 1 <= face <= sides:
                raise BadDice(IMPOSSIBLE_FACE, face=face, sides=sides)
        missing = count - len(taken)
        if missing and self.then is None:
            raise NeedDice(missing, sides, by, label, tuple(taken))
        rest = self.then.faces(missing, sides, by, label) if missing and self.then else ()
        del self.left[:count]
        return [*taken, *rest]


IMPOSSIBLE_FACE = Text(
    fr="Un d{sides} ne peut pas montrer {face} : donnez une face de 1 à {sides}.",
    en="A d{sides} cannot show {face}: give a face from 1 to {sides}.",
)


NOT_OFFERED = Text(
    fr="« {answer} » n'est pas une des réponses proposées : {options}.",
    en="“{answer}” is not one of the answers offered: {options}.",
)


class Unanswered(Exception):
    """An action reached decisions nobody has taken yet: who is asked what, and what the others answered."""

    def __init__(self, asked: Mapping[str, Choice[Any]], answered: Mapping[str, Any]) -> None:
        self.asked = asked
        self.answered = answered
        super().__init__(f"waiting for {', '.join(asked)}")


Answers = Sequence[Mapping[str, Any]]
"""What people decided, card by card: each card says who answered what; the last may be incomplete."""


class Thrower(OnePathOracle):
    """The oracle that throws: takes faces from `dice` and decisions from `answers`, records both, and keeps notes.

    Where `answers` end it does as the `plan` says, or without one stops with `Unanswered`; without `answers` nobody may
    choose at all.
    """

    def __init__(self, dice: Dice, answers: Answers | None = None, plan: Plan | None = None) -> None:
        self.dice = dice
        self.rolls: list[Rolled] = []
        self.notes: list[tuple[Any, dict[str, Any]]] = []
        self.cards: list[dict[str, Any]] = []  # the answers used so far
        self._answers = answers
        self._plan = plan
        self._owner: Owner = ""
        self._depth = 0
        self._what = ""  # what dice without a name are thrown for

    def __call__(
        self, question: Question[Any], reading: Callable[[Any], Any] | None = None, *, by: Owner | None = None
    ) -> Any:
        if by is None:
            answer = question.play(self)
        else:
            outer, self._owner = self._owner, self._owned(by)
            try:
                answer = question.play(self)
            finally:
                self._owner = outer
        if reading is None:
            return answer
        try:
            return reading(answer)
        except Reroll:
            raise BadRule("a reading may not reroll; reroll in the rule itself") from None

    def _owned(self, by: Owner) -> Owner:
        """The person behind `by`: a rule names parts (active, defender), its caller says who plays each."""
        outer = self._owner
        if isinstance(outer, str):  # asked first: instances of Mapping are slow to tell
            return outer if outer and self._depth else by
        if isinstance(by, str):
            return outer.get(by, by)
        return {part: outer.get(who, who) for part, who in by.items()}

    def faces(self, count: int, sides: int, label: str) -> tuple[int, ...]:
        by, label = self._owner if isinstance(self._owner, str) else "", label or self._what
        try:
            faces = tuple(self.dice.faces(count, sides, by, label))
        except NeedDice as short:
            if short.fallen:  # what was typed in already counts when the action resumes
                self.rolls.append(Rolled(sides, short.fallen, by, label))
            raise
        self.rolls.append(Rolled(sides, faces, by, label))
        return faces

    def run(self, body: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        """A rule's body on real faces, again from the start when it rerolls."""
        self._depth += 1
        try:
            for _ in range(MAX_REROLLS):
                first_roll, first_note = len(self.rolls), len(self.notes)
                try:
                    return body(self, *args, **kwargs)
                except RecursionError:
                    raise BadRule(f"{body.__name__} asks rules within rules without end") from None
                except Reroll:
                    self.rolls[first_roll:] = [replace(roll, discarded=True) for roll in self.rolls[first_roll:]]
                    del self.notes[first_note:]
        finally:
            self._depth -= 1
        raise BadRule(f"{body.__name__} rerolled {MAX_REROLLS} times: it never ends")

    def note(self, about: Any, /, **values: Any) -> None:
        self.notes.append((about, values))

    def throws(self, what: str, /) -> None:
        self._what = what

    def follow(self, body: Callable[..., T], args: tuple[Any, ...]) -> T:
        """A procedure's body: part of the action, decisions and all."""
        if self._depth:
            raise BadRule(f"a @rule may not follow a procedure ({body.__name__})")
        try:
            return body(self, *args)
        except Reroll:
            raise BadRule(f"{body.__name__} may not reroll: put the steps to start again in a @rule") from None

    def known(self, who: str, choice: Choice[Any], /) -> None:
        """Nobody has decided beforehand."""
        if self._depth:
            raise BadRule(f"a @rule may not choose ({choice.id}, {who}): ask in the action")

    def choose(self, who: str, choice: Choice[A], /) -> A:
        return self.choose_each({who: choice})[who]

    def choose_each(self, asked: Mapping[str, Choice[A]], /) -> dict[str, A]:
        if self._depth or self._answers is None:
            raise BadRule(f"a @rule may not choose ({', '.join(c.id for c in asked.values())}): ask in the action")
        if not asked:
            return {}
        card = self._answers[len(self.cards)] if len(self.cards) < len(self._answers) else {}
        answers, waiting = dict[str, Any](), dict[str, Choice[A]]()
        for who, choice in asked.items():
            if who in card:
                if card[who] not in choice.options:
                    raise BadAnswer(NOT_OFFERED, answer=str(card[who]), options=tuple(map(str, choice.options)))
                answers[who] = card[who]
            elif self._plan is not None:
                answers[who] = self._plan(who, choice)
            else:
                waiting[who] = choice
        if waiting:
            raise Unanswered(waiting, answers)
        self.cards.append(answers)
        return dict(answers)


@dataclass(frozen=True)
class Thrown(Generic[T]):
    """What came out, the faces that made it, and what was noted on the way."""

    outcome: T
    rolls: tuple[Rolled, ...]
    notes: tuple[tuple[Any, dict[str, Any]], ...] = ()


def throw(question: Question[T], dice: Dice | None = None, by: Owner = "") -> Thrown[T]:
    """Ask a question with real dice, or with those you give.

    >>> from tablee.dice.pools import d6
    >>> throw(3 * d6, Fed([4, 6, 2])).outcome
    12
    """
    thrower = Thrower(dice or Fresh())
    outcome: T = thrower(question, by=by)
    return Thrown(outcome, tuple(thrower.rolls), tuple(thrower.notes))
