"""@rule, Roll, Reroll, odds(): a rule is a plain function of the oracle `roll` and of numbers.

A rule with its arguments is itself a question. Its law is computed once, by running the function along every branch,
and cached. So a rule must keep four promises: the same arguments and answers lead to the same next question; its
outcomes are of one type; its arguments are plain hashable values, each of one type (`True == 1`: a cache cannot tell
them apart inside a tuple); it asks nobody to choose (a cached law would ignore the plan: actions and procedures may).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial, update_wrapper
from threading import get_ident
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload
from weakref import WeakSet

from tablee.dice.choice import Choice, Plan
from tablee.dice.odds import Odds
from tablee.dice.patience import patience
from tablee.dice.pools import clear_pool_caches
from tablee.dice.question import Player, Question
from tablee.errors import BadRule, TooMany
from tablee.text import Text

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")
A = TypeVar("A")
F = TypeVar("F")

MAX_QUESTIONS = 64  # along one branch
MAX_LEAVES = 100_000  # in one rule
CACHED_CALLS = 4096  # per rule

Owner = str | Mapping[str, str]
"""Who throws: a person, or who stands for each part a rule names (`{"active": "chloe", "passive": "nicolas"}`)."""


class Reroll(Exception):
    """Raised by a rule to start again. Odds are those given that it does not; thrown faces are marked discarded."""


class Roll(Protocol):
    """The oracle that a rule or an action asks: it answers questions with thrown dice, given faces, or every branch."""

    @overload
    def __call__(self, question: Question[T], /, *, by: Owner | None = None) -> T: ...
    @overload
    def __call__(self, question: Question[T], reading: Callable[[T], V], /, *, by: Owner | None = None) -> V: ...

    def then(self, question: Question[T], rest: Callable[[T], V], /, *, by: Owner | None = None) -> V:
        """Ask, and end with the rest: for odds, what came before is not run again for each answer.

        `return roll.then(blow(4), lambda hurt: …)`. The rest may ask further; it changes nothing made before it.
        """
        ...

    def note(self, about: Any, /, **values: Any) -> None:
        """Keep what an explanation needs; odds ignore it."""
        ...

    def throws(self, what: str, /) -> None:
        """Say what the dice are for that are thrown from now on and bear no name of their own; odds ignore it."""
        ...

    def choose(self, who: str, choice: Choice[A], /) -> A:
        """Ask a person. Only actions may."""
        ...

    def choose_each(self, asked: Mapping[str, Choice[A]], /) -> dict[str, A]:
        """Ask several people at once."""
        ...

    def known(self, who: str, choice: Choice[A], /) -> A | None:
        """The answer that a plan will give, or None if nobody knows: lets an action skip what other answers need."""
        ...


class OnePathOracle:
    """Base of the oracles that follow one path: there `then` is asking, then going on with the rest."""

    def then(self: Any, question: Question[T], rest: Callable[[T], V], /, *, by: Owner | None = None) -> V:
        return rest(self(question, by=by))


Rule: TypeAlias = Callable[P, Question[T]]
"""A rule of a book, ready to be called with numbers."""

_caches: WeakSet[Any] = WeakSet()


def clearable(cache: F) -> F:
    """Register an `lru_cache` with `clear_caches`; returns it."""
    _caches.add(cache)
    return cache


def rule(body: Callable[Concatenate[Roll, P], T]) -> Rule[P, T]:
    """Make a question of a function: `roll(blow(4))` at the table, `odds(blow(4))` in the lab."""
    calls = lru_cache(maxsize=CACHED_CALLS, typed=True)(partial(RuleCall, body))
    update_wrapper(calls, body)
    return cast("Rule[P, T]", clearable(calls))


class RuleCall(Question[T]):
    """One rule with its arguments, as a question; its law is cached."""

    __slots__ = ("_odds", "_walking", "args", "body", "kwargs")

    def __init__(self, body: Callable[..., T], *args: Any, **kwargs: Any) -> None:
        self.body = body
        self.args = args
        self.kwargs = kwargs
        self._odds: Odds[T] | None = None
        self._walking: set[int] = set()  # threads computing the law now, to find a rule that asks itself

    def __repr__(self) -> str:
        named = [f"{name}={value!r}" for name, value in self.kwargs.items()]
        return f"{self.body.__name__}({', '.join([*map(repr, self.args), *named])})"

    def odds(self) -> Odds[T]:
        if self._odds is None:
            me = get_ident()
            if me in self._walking:
                raise BadRule(f"{self!r} asks itself: raise Reroll, or use an open-ended pool with a cap")
            run = partial(self.body, **self.kwargs) if self.kwargs else self.body
            self._walking.add(me)
            try:
                self._odds = walk(run, self.args, self.body.__name__)
            except RecursionError:
                raise BadRule(f"{self!r} asks rules within rules without end: raise Reroll, or use a cap") from None
            finally:
                self._walking.discard(me)
        return self._odds

    def play(self, player: Player) -> T:
        return cast("RulePlayer", player).run(self.body, self.args, self.kwargs)


class RulePlayer(Player, Protocol):
    """A player that can also run the body of a rule or of a procedure; see `throw.py`."""

    def run(self, body: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T: ...

    def follow(self, body: Callable[..., T], args: tuple[Any, ...]) -> T: ...


class Planned(Question[T]):
    """A question in which people decide: its law depends on the plan that answers for them."""

    __slots__ = ()

    def law_under(self, plan: Plan, most: int) -> Odds[T]:
        """The law, a plan answering for everybody; TooMany past so many branches."""
        raise NotImplementedError

    def follow(self, roll: Roll) -> T:
        """The answer along one path: that of this oracle."""
        raise NotImplementedError


class Procedure(Generic[P, T]):
    """A function of `roll` that several actions share and that may ask people: « a test with heroism »."""

    def __init__(self, body: Callable[Concatenate[Roll, P], T]) -> None:
        self.body = body
        update_wrapper(self, body)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Question[T]:
        if kwargs:
            raise BadRule(f"{self.body.__name__} takes its arguments by position")
        return ProcedureCall(self.body, args)


def procedure(body: Callable[Concatenate[Roll, P], T]) -> Procedure[P, T]:
    """Make a question of a function that may choose: like a rule, but its law depends on the plan."""
    return Procedure(body)


@dataclass(frozen=True)
class ProcedureCall(Planned[T]):
    """One procedure with its arguments, as a question. Its law is computed under the plan each time."""

    body: Callable[..., T]
    args: tuple[Any, ...]

    def odds(self) -> Odds[T]:
        raise BadRule(f"{self.body.__name__} is a procedure: only actions and procedures may ask it, by itself")

    def law_under(self, plan: Plan, most: int) -> Odds[T]:
        return walk(self.body, self.args, self.body.__name__, plan, most=most)

    def follow(self, roll: Roll) -> T:
        return self.body(roll, *self.args)

    def play(self, player: Player) -> T:
        return cast(RulePlayer, player).follow(self.body, self.args)


def odds(question: Question[T]) -> Odds[T]:
    """The exact law of any question.

    >>> from tablee.dice.pools import d6
    >>> odds(3 * d6).p(3)
    Fraction(1, 216)
    """
    return question.odds()


def clear_caches() -> None:
    """Clear every cache of pools and rules, to measure cold times."""
    clear_pool_caches()
    for cache in _caches:
        cache.cache_clear()


def _note(_about: Any, /, **_values: Any) -> None:
    """Odds keep no explanation."""


def _throws(_what: str, /) -> None:
    """Odds throw nothing."""


def _choose_in_rule(*asked: Any) -> Any:
    raise BadRule(f"a @rule may not choose ({asked}): ask in the action, between two rules")


_NO_CHOICE: dict[str, Callable[..., Any]] = {
    "choose": _choose_in_rule,
    "choose_each": _choose_in_rule,
    "known": _choose_in_rule,
    "note": _note,
    "throws": _throws,
}


def choosing(plan: Plan | None) -> dict[str, Callable[..., Any]]:
    """What an exact oracle answers besides dice: the choices of a plan, or a refusal to choose; notes are not kept."""
    if plan is None:
        return _NO_CHOICE
    return {
        "choose": plan,
        "choose_each": lambda asked: {who: plan(who, choice) for who, choice in asked.items()},
        "known": plan,
        "note": _note,
        "throws": _throws,
    }


def law_of(question: Question[T], plan: Plan | None, most: int) -> Odds[T]:
    """The law of a question; of one in which people decide, under the plan if there is one."""
    if plan is not None and (under := getattr(question, "law_under", None)):  # isinstance is slow on protocols
        law: Odds[T] = under(plan, most)
        return law
    return question.odds()


_Frame = tuple[Iterator[tuple[Any, int]], int, int, Callable[[], Any], tuple[Any, ...], Callable[[Any], Any] | None]
"""The answers left of one question, with: the weight before it; the denominator after it; what to run again for each
answer, and the answers of before with which it is run; the `rest` of `then`, if it was asked so.
"""


def walk(
    body: Callable[..., Any],
    args: tuple[Any, ...] = (),
    name: str = "this rule",
    plan: Plan | None = None,
    kept: Callable[[Any], Any] | None = None,
    most: int = MAX_LEAVES,
) -> Odds[Any]:
    """The law of `body(roll, *args)`, by running it along every branch.

    The body is run again for each list of answers; the first question beyond the list opens a frame with that
    question's law, and the last frame advances. After `then`, only the rest is run again. Each end is counted under its
    own denominator; one lcm at the end brings them together.
    With a plan, people's choices are answered by it (an action's odds); without one, choosing is refused.
    `kept` is what to keep of each end (all, without it), `most` how many of them are counted.
    """
    frames: list[_Frame] = []
    known: Iterator[Any] = iter(())  # the answers that this run has not asked for yet
    path: tuple[Any, ...] = ()  # all its answers
    weight = denominator = count = 1
    run: Callable[[], Any]  # again for each answer

    def roll(
        question: Question[Any],
        reading: Callable[[Any], Any] | None = None,
        by: Any = None,
        rest: Callable[[Any], Any] | None = None,
    ) -> Any:
        nonlocal weight, denominator, path, count
        for answer in known:
            return answer
        law = law_of(question, plan, most)
        if reading is not None:
            try:
                law = law.read(reading)
            except Reroll:
                raise BadRule(f"{name}: a reading may not reroll; reroll in the rule itself") from None
        count += len(law) - 1
        if count > most:
            raise too_many(name, most)
        items = iter(law.items())
        answer, share = next(items)
        denominator *= law.total
        frames.append((items, weight, denominator, run, path, rest))
        if len(frames) > MAX_QUESTIONS:
            raise BadRule(
                f"{name} asks more than {MAX_QUESTIONS} questions in a row: raise Reroll to start it again, "
                "or use an open-ended pool with a cap"
            )
        weight *= share
        path = (*path, answer)
        return answer

    def then(question: Question[Any], rest: Callable[[Any], Any], by: Any = None) -> Any:
        nonlocal run, path
        answer = roll(question, rest=rest)
        run, path = partial(rest, answer), ()
        return rest(answer)

    vars(roll).update(choosing(plan), then=then)
    run = partial(body, roll, *args)
    leaves: dict[int, dict[Any, int]] = {}
    waiting = patience()
    try:
        outcome = run() if kept is None else kept(run())
        leaves[denominator] = {outcome: weight}
    except Reroll:
        _only_rules_reroll(name, plan)
    while frames:
        items, before, denominator, run, asked, rest = frames[-1]
        depth = len(frames)
        here = leaves.setdefault(denominator, {})
        for answer, share in items:
            weight = before * share
            if waiting is not None:
                waiting.step()
            if rest is None:
                path = (*asked, answer)
                known = iter(path)
            else:
                run, path = partial(rest, answer), ()
            try:
                outcome = run() if kept is None else kept(run())
            except Reroll:
                _only_rules_reroll(name, plan)
                if len(frames) > depth:
                    break
                continue
            if len(frames) > depth:  # this branch asked further: its leaf stands under the new frame's denominator
                here = leaves.setdefault(denominator, {})
                here[outcome] = here.get(outcome, 0) + weight
                break
            here[outcome] = here.get(outcome, 0) + weight
        else:
            frames.pop()
    if not any(leaves.values()):
        raise BadRule(f"{name} rerolls whatever the dice: it never ends")
    return Odds.counted(leaves)


def too_many(name: str, most: int) -> TooMany:
    """The error for a law with more than `most` branches, with a remark for the author of the rule."""
    much = TooMany(TOO_MANY, most=most)
    much.add_note(f"{name} has more than {most} branches: it could be cut in smaller rules")
    return much


TOO_MANY = Text(
    fr="Cela peut tourner de plus de {most} façons : demandez moins à la fois, une seule cible ou moins de décisions "
    "prises d'avance.",
    en="This may go more than {most} ways: ask for less at once, a single target or fewer decisions taken beforehand.",
)


def _only_rules_reroll(name: str, plan: Plan | None) -> None:
    if plan is not None:
        raise BadRule(f"{name} may not reroll: put the steps to start again in a @rule")
