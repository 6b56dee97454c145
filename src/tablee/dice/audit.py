"""audit(), brute(): check that a rule is pure and its odds right, by trying every face. For tests and authors of games.

`audit(blow(4))` returns when all is well; otherwise `BadRule` names the rule and what it does wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NoReturn, TypeVar, cast

from tablee.dice.choice import Choice
from tablee.dice.odds import Odds
from tablee.dice.pools import Statistic, Sum, Together
from tablee.dice.question import Question
from tablee.dice.rule import OnePathOracle, Reroll, RuleCall
from tablee.errors import BadRule

T = TypeVar("T")
Reading = Callable[[Any], Any]

MAX_FACES = 200_000  # sequences of faces, or of answers, tried for one question
LONGEST = 200  # faces in one sequence; a longer one is not going to end
_UNKNOWN = object()


def audit(
    question: Question[Any], *, by_face: bool = True, types: tuple[type, ...] = (), most_faces: int = MAX_FACES
) -> None:
    """Check a rule call and every rule it asks: pure, outcomes of one type (or of `types`), true odds.

    `by_face=False` trusts the law of each pool, for rules with too many dice to be tried one by one.
    """
    if _Walk(by_face, most_faces, types).law(question) != question.odds():
        raise BadRule(f"{question!r}: its odds are not those of its dice tried one by one")


def brute(question: Question[T], most_faces: int = MAX_FACES) -> Odds[T]:
    """The law of a question, by trying every face of every die, and checking the rules on the way.

    A rule asked by another is tried on its own first, since its rerolls condition it alone. Only open-ended
    pools, whose faces never end, are trusted.
    """
    return _Walk(True, most_faces, (object,)).law(question)


class _Open(Exception):
    """Raised where the known answers end; `law` is that of the question asked there."""

    def __init__(self, law: Odds[Any]) -> None:
        self.law = law


class _Walk:
    """Tries every sequence of answers, each of them twice, and caches the laws of the rules asked on the way."""

    def __init__(self, by_face: bool, most: int, types: tuple[type, ...]) -> None:
        self.by_face, self.most, self.types = by_face, most, types
        self.tried = 0
        self.laws: dict[Any, Odds[Any] | None] = {}  # None while a law is being made

    def law(self, question: Question[T]) -> Odds[T]:
        key = (question.body, repr(question)) if isinstance(question, RuleCall) else question
        if key not in self.laws:
            self.laws[key] = None
            self.laws[key] = self._law(question)
        if self.laws[key] is None:
            raise BadRule(f"{question!r} asks itself again: raise Reroll, or use an open-ended pool with a cap")
        return cast(Odds[T], self.laws[key])

    def _law(self, question: Question[T]) -> Odds[T]:
        kept: dict[T, Fraction] = {}
        first: dict[T, T] = {}
        paths: list[tuple[tuple[Any, ...], list[str], Fraction]] = [((), [], Fraction(1))]
        while paths:
            told, before, chance = paths.pop()
            self.tried += 1
            if self.tried > self.most or len(told) > LONGEST:
                raise BadRule(f"{question!r} has more than {self.most} sequences to try, or one without end")
            (asked, end), again = self._run(question, told), self._run(question, told)
            if before != asked[: len(before)] or again[0] != asked:
                raise BadRule(f"{question!r} is not pure: same answers, but asks {before or again[0]}, then {asked}")
            if end != again[1] or _shape(end) != _shape(again[1]):
                raise BadRule(f"{question!r} is not pure: same answers, but gives {end!r}, then {again[1]!r}")
            if isinstance(end, Odds):
                share = chance / end.total
                paths.extend(((*told, answer), asked, share * weight) for answer, weight in end.items())
            elif end is not Reroll:
                kept[end] = kept.get(end, Fraction()) + chance
                if _shape(first.setdefault(end, end)) != _shape(end):
                    raise BadRule(f"{question!r} answers {first[end]!r} and {end!r}: equal, but not of one type")
        if not kept:
            raise BadRule(f"{question!r} rerolls whatever the dice: it never ends")
        kinds = {type(outcome) for outcome in kept}
        if len(kinds) > 1 and not all(issubclass(kind, self.types) for kind in kinds):
            raise BadRule(f"{question!r} answers several types: {', '.join(sorted(k.__name__ for k in kinds))}")
        common = lcm(*(chance.denominator for chance in kept.values()))
        return Odds({outcome: int(chance * common) for outcome, chance in kept.items()})

    def _run(self, question: Question[Any], told: tuple[Any, ...]) -> tuple[list[str], Any]:
        """What was asked on this path, and its end: an outcome, `Reroll`, or the law of what comes next."""
        roll = _Told(repr(question), told, self)
        try:
            if isinstance(question, RuleCall):
                return roll.asked, question.body(roll, *question.args, **question.kwargs)
            return roll.asked, roll.answer(question)
        except Reroll:
            return roll.asked, Reroll
        except _Open as end:
            return roll.asked, end.law


class _Told(OnePathOracle):
    """An oracle that gives known answers one after the other, and raises `_Open` at the first question beyond them."""

    def __init__(self, name: str, told: tuple[Any, ...], walk: _Walk) -> None:
        self._name, self._told, self._walk = name, iter(told), walk
        self.asked: list[str] = []

    def __call__(self, question: Question[Any], reading: Reading | None = None, *, by: Any = None) -> Any:
        self.asked.append(repr(question))
        answer = self.answer(question)
        try:
            return answer if reading is None else reading(answer)
        except Exception as problem:
            raise BadRule(f"{self._name}: a reading of {question!r} fails on {answer!r}: {problem!r}") from problem

    def answer(self, question: Question[Any]) -> Any:
        if isinstance(question, Together):
            return tuple(map(self.answer, question.questions))
        if isinstance(question, Sum):
            return sum(sign * self.answer(term) for sign, term in question.terms)
        if isinstance(question, RuleCall):
            return self._next(self._walk.law(question))
        if self._walk.by_face and not (isinstance(question, Statistic) and question.pool.open):
            return question.play(self)
        return self._next(question.odds())

    def faces(self, count: int, sides: int, label: str) -> tuple[int, ...]:
        one = Odds(dict.fromkeys(range(1, sides + 1), 1))
        return tuple(self._next(one) for _ in range(count))

    def follow(self, body: Callable[..., T], args: tuple[Any, ...]) -> T:
        return body(self, *args)

    def note(self, about: Any, /, **values: Any) -> None:
        """Explanations change no odds."""

    def throws(self, what: str, /) -> None:
        """Nor does what dice are thrown for."""

    def choose(self, who: str, choice: Choice[Any], /) -> NoReturn:
        self.choose_each({who: choice})

    known = choose

    def choose_each(self, asked: Mapping[str, Choice[Any]], /) -> NoReturn:
        raise BadRule(f"{self._name} chooses ({', '.join(c.id for c in asked.values())}): ask in the action instead")

    def _next(self, law: Odds[Any]) -> Any:
        answer = next(self._told, _UNKNOWN)
        if answer is _UNKNOWN:
            raise _Open(law)
        return answer


def _shape(outcome: Any) -> Any:
    """The types of an outcome and of its parts: `True` and `1` are equal, their shapes are not."""
    return (type(outcome), *map(_shape, outcome)) if isinstance(outcome, tuple) else type(outcome)
