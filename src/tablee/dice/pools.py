"""Pools of dice, `3 * d6`, and what may be asked of them; each question knows its exact law.

A pool's law is that of the statistic asked for (a total, a count), never of the faces in order: dice that are read
apart (red, white, heroic) are separate named pools, asked `together`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from operator import index
from typing import Any, TypeVar, cast, overload
from weakref import WeakSet

from tablee.dice import laws
from tablee.dice.odds import Odds
from tablee.dice.question import Player, Question
from tablee.errors import BadDice, BadRule
from tablee.text import Text

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

MAX_DICE = 10_000
MAX_SIDES = 1000
IMPOSSIBLE = Text(
    fr="{n}d{sides} : il faut de 1 à {most_dice} dés de 1 à {most_sides} faces.",
    en="{n}d{sides}: use 1 to {most_dice} dice of 1 to {most_sides} sides.",
)
NO_LAST_TOTAL = "an open-ended pool has no last total: ask it with a cap"


class CachedLaw(Question[T]):
    """Base of the questions below: `_law` computes their law, once; `clear_pool_caches` drops it."""

    __slots__ = ("__weakref__", "_odds")

    def __init__(self) -> None:
        self._odds: Odds[T] | None = None
        _questions.add(self)

    def odds(self) -> Odds[T]:
        if self._odds is None:
            self._odds = Odds(self._law())
        return self._odds

    def _law(self) -> dict[T, int]:
        raise NotImplementedError

    def __add__(self: CachedLaw[int], other: Question[int] | int) -> Sum:
        """A sum that may be asked, thrown and counted: `2 * d6 + 3`, `d6 + d10`."""
        return _sum_with(self, 1, other)

    def __sub__(self: CachedLaw[int], other: Question[int] | int) -> Sum:
        return _sum_with(self, -1, other)

    def __radd__(self: CachedLaw[int], other: int) -> Sum:
        return _sum_with(self, 1, other)


class Statistic(CachedLaw[T]):
    """One number, or a few, read off the faces of one pool."""

    __slots__ = ("_law", "name", "pool", "read")

    def __init__(
        self, name: str, pool: Pool, read: Callable[[tuple[int, ...]], T], law: Callable[[], dict[T, int]]
    ) -> None:
        super().__init__()
        self.name = name
        self.pool = pool
        self.read = read
        self._law = law  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return f"{self.name} of {self.pool!r}"

    def play(self, player: Player) -> T:
        return self.read(self.pool.throw(player))


class Pool(CachedLaw[int]):
    """`n` dice of one kind. Asked bare, a pool answers its total.

    >>> (3 * d6).odds().p(18)
    Fraction(1, 216)
    """

    __slots__ = ("_times", "label", "n", "open", "sides")

    def __init__(self, n: int, sides: int, label: str = "", open: bool = False) -> None:
        n, sides = index(n), index(sides)
        if not 1 <= n <= MAX_DICE or not 1 + open <= sides <= MAX_SIDES:
            raise BadDice(IMPOSSIBLE, n=n, sides=sides, most_dice=MAX_DICE, most_sides=MAX_SIDES)
        self.n = n
        self.sides = sides
        self.label = label
        self.open = open
        self._times: dict[int, Pool] = {}
        super().__init__()

    def __rmul__(self, n: int) -> Pool:
        try:
            return self._times[n]
        except KeyError:
            self._times[n] = _pool(n * self.n, self.sides, self.label, self.open)
            return self._times[n]

    def __repr__(self) -> str:
        return f"{self.n}d{self.sides}{'!' * self.open}{f' {self.label}' * bool(self.label)}"

    def __reduce__(self) -> tuple[Callable[..., Pool], tuple[int, int, str, bool]]:
        return _pool, (self.n, self.sides, self.label, self.open)

    def named(self, label: str) -> Pool:
        """A pool of as many such dice under a name: the red one, the whites."""
        return _pool(self.n, self.sides, label, self.open)

    def open_ended(self) -> Pool:
        """A pool of as many such dice whose top faces are rolled again and added; a total of it needs a cap."""
        return _pool(self.n, self.sides, self.label, True)

    def _law(self) -> dict[int, int]:
        if self.open:
            raise BadRule(NO_LAST_TOTAL)
        return laws.total(self.n, self.sides)

    def play(self, player: Player) -> int:
        return sum(self.throw(player))

    def throw(self, player: Player) -> tuple[int, ...]:
        """The faces as they fell; for an open-ended pool, wave after wave."""
        faces = player.faces(self.n, self.sides, self.label)
        if self.open:
            again = faces.count(self.sides)
            while again:
                wave = player.faces(again, self.sides, self.label)
                faces += wave
                again = wave.count(self.sides)
        return faces

    def total(self, cap: int = 0) -> Question[int]:
        """The sum of the faces; with a cap, everything from the cap on is answered as the cap."""
        if cap < 0:
            raise BadRule(f"a cap of {cap}: a total is never below zero")
        return _total(self, cap) if cap else self

    def total_and_count(self, face: int, upto: int = 0, cap: int = 0) -> Question[tuple[int, int]]:
        """The sum, and how many dice first showed `face` (counted no further than `upto`)."""
        return _total_and_count(self, face, upto, cap)

    def count_at_least(self, face: int) -> Question[int]:
        """How many dice show `face` or more: `(5 * d6).count_at_least(4)`."""
        return _count_at_least(self, face)

    def highest(self, k: int) -> Question[int]:
        """The sum of the `k` highest faces."""
        return _kept(self, k, True)

    def lowest(self, k: int) -> Question[int]:
        """The sum of the `k` lowest faces."""
        return _kept(self, k, False)


class Sum(CachedLaw[int]):
    """Independent numbers added, or taken away where their sign is −1, and a constant; thrown in their order."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Question[int]], ...], constant: int = 0) -> None:
        super().__init__()
        self.terms = terms
        self.constant = constant

    def _law(self) -> dict[int, int]:
        laws_of_terms = ((sign, term.odds()) for sign, term in self.terms)
        law = laws.summed(
            *(law if sign > 0 else {-value: w for value, w in law.items()} for sign, law in laws_of_terms)
        )
        return {value + self.constant: weight for value, weight in law.items()} if self.constant else law

    def __repr__(self) -> str:
        terms = " ".join(f"{'−' if sign < 0 else '+'} {term!r}" for sign, term in self.terms).removeprefix("+ ")
        return f"{terms} {'−' if self.constant < 0 else '+'} {abs(self.constant)}" if self.constant else terms

    def play(self, player: Player) -> int:
        return self.constant + sum(sign * term.play(player) for sign, term in self.terms)


class Together(CachedLaw[Any]):
    """Several independent questions, thrown at once and answered as a tuple."""

    __slots__ = ("questions",)

    def __init__(self, questions: tuple[Question[Any], ...]) -> None:
        super().__init__()
        self.questions = questions

    def _law(self) -> dict[Any, int]:
        first, second, *others = (question.odds().items() for question in self.questions)
        law: dict[tuple[Any, ...], int] = {(a, b): v * w for a, v in first for b, w in second}
        for answers in others:
            law = {(*known, a): w * weight for known, weight in law.items() for a, w in answers}
        return law

    def __repr__(self) -> str:
        return f"together{self.questions!r}"

    def play(self, player: Player) -> Any:
        return tuple(question.play(player) for question in self.questions)


_questions: WeakSet[CachedLaw[Any]] = WeakSet()
_remembering: list[Any] = []


def _remembered(asked: F) -> F:
    """Let a function give the same question for the same arguments, until `clear_pool_caches`."""
    remembering = lru_cache(maxsize=4096)(asked)
    _remembering.append(remembering)
    return cast(F, remembering)


@_remembered
def _pool(n: int, sides: int, label: str, open: bool) -> Pool:
    return Pool(n, sides, label, open)


@_remembered
def _total(pool: Pool, cap: int) -> Question[int]:
    law = laws.open_total if pool.open else laws.total
    name = f"total up to {cap}"
    return Statistic(name, pool, lambda faces: min(sum(faces), cap), lambda: law(pool.n, pool.sides, cap))


@_remembered
def _total_and_count(pool: Pool, face: int, upto: int, cap: int) -> Question[tuple[int, int]]:
    n, sides = pool.n, pool.sides
    if pool.open and not cap:
        raise BadRule(NO_LAST_TOTAL)
    if not 1 <= face <= sides or cap < 0 or upto < 0:
        raise BadRule(f"{pool!r} cannot count faces {face} up to a total of {cap}")
    most = upto or n

    def read(faces: tuple[int, ...]) -> tuple[int, int]:
        total = sum(faces)
        return min(total, cap) if cap else total, min(faces[:n].count(face), most)

    def law() -> dict[tuple[int, int], int]:
        joint: dict[tuple[int, int], int] = {}
        if not cap:
            return laws.total_and_count(n, sides, face, most)
        for count in range(n + 1):
            ways = comb(n, count)
            for total, weight in laws.total_given_count(n, sides, face, count, cap, pool.open).items():
                key = total, min(count, most)
                joint[key] = joint.get(key, 0) + ways * weight
        return joint

    return Statistic(f"total up to {cap} and {face}s up to {most}", pool, read, law)


@_remembered
def _count_at_least(pool: Pool, face: int) -> Question[int]:
    if not 1 <= face <= pool.sides or pool.open:
        raise BadRule(f"cannot count the faces of {pool!r} from {face} up")
    return Statistic(
        f"faces from {face} up",
        pool,
        lambda faces: sum(shown >= face for shown in faces),
        lambda: laws.count_at_least(pool.n, pool.sides, face),
    )


@_remembered
def _kept(pool: Pool, k: int, highest: bool) -> Question[int]:
    if not 1 <= k <= pool.n or pool.open:
        raise BadRule(f"cannot keep {k} of {pool!r}")
    return Statistic(
        f"{'highest' if highest else 'lowest'} {k}",
        pool,
        lambda faces: sum(sorted(faces, reverse=highest)[:k]),
        lambda: laws.law_of_kept(pool.n, laws.total(1, pool.sides), k, highest),
    )


@overload
def together(a: Question[A], b: Question[B], /) -> Question[tuple[A, B]]: ...
@overload
def together(a: Question[A], b: Question[B], c: Question[C], /) -> Question[tuple[A, B, C]]: ...
@overload
def together(a: Question[A], b: Question[B], c: Question[C], d: Question[D], /) -> Question[tuple[A, B, C, D]]: ...
@_remembered
def together(*questions: Question[Any]) -> Question[Any]:
    """Independent questions thrown at once; the answer is the tuple of their answers."""
    if len(questions) < 2:
        raise BadRule("together asks at least two questions")
    return Together(questions)


@_remembered
def difference(left: Question[int], right: Question[int]) -> Question[int]:
    """The first total less the second, thrown in that order."""
    return Sum(((1, left), (-1, right)))


@_remembered
def sum_of(*questions: Question[int]) -> Question[int]:
    """Several independent numbers added, thrown in that order: one law, however many they are."""
    if not questions:
        raise BadRule("sum_of adds at least one question")
    return Sum(tuple((1, question) for question in questions))


@_remembered
def _sum_with(left: Question[int], sign: int, right: Question[int] | int) -> Sum:
    terms, constant = (left.terms, left.constant) if isinstance(left, Sum) else (((1, left),), 0)
    if isinstance(right, int):
        return Sum(terms, constant + sign * right)
    return Sum((*terms, (sign, right)), constant)


def die(sides: int) -> Pool:
    """One die: `die(20)` is a d20."""
    return _pool(1, index(sides), "", False)


d6 = die(6)
d10 = die(10)


def clear_pool_caches() -> None:
    """Clear every cache of laws and questions about pools; see `rule.clear_caches`."""
    for remembering in _remembering:
        remembering.cache_clear()
    for question in _questions:
        question._odds = None
        if isinstance(question, Pool):
            question._times.clear()
