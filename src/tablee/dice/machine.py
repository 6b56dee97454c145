"""Machine: a rule written as small steps over small states; followed at the table, counted by merging equal states.

`step(roll, state)` answers what to ask next and what each answer makes of the state, or the end. It may ask people
(`roll.choose`) and keep notes; dice it does not throw itself: it returns the question. At the table one path is
followed. For odds all of them are, side by side: `{state: ways}`, in which the paths that have come to the same state
are one. What makes it fast is a small state: a step that remembers less meets itself more often.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar, cast

from tablee.dice.choice import Plan
from tablee.dice.odds import Odds
from tablee.dice.patience import patience
from tablee.dice.question import Player, Question
from tablee.dice.rule import MOST_LEAVES, Owner, Planned, Reroll, Roll, choosing, law_of, too_many
from tablee.dice.unread import Reading
from tablee.errors import BadRule

S = TypeVar("S", bound=Hashable)
T = TypeVar("T")


class Step(NamedTuple, Generic[S]):
    """What is asked now, what state each answer leads to, and who throws."""

    question: Question[Any]
    then: Callable[[Any], S]
    by: Owner | None = None


class End(NamedTuple, Generic[T]):
    """Nothing is left to ask: what came out."""

    outcome: T


class Machine(Planned[T]):
    """A question made of steps: `roll(Machine(step, start))`.

    `forget(roll, state)`, if given, drops from a state what no later step reads. Only odds forget: at the table a
    state holds all that an explanation may tell. Forgetting must change no odds, only the time they take.
    A kind of state may say its `stage` (0 if it does not): odds take up a stage once no state of an earlier one is
    left, so that whatever led to the same state is counted once. A start that holds unread dice has as many `ways` as
    these may lie.
    """

    __slots__ = ("_known", "forget", "start", "step", "ways")

    def __init__(
        self,
        step: Callable[[Roll, Any], Step[Any] | End[T]],
        start: Hashable,
        forget: Callable[[Roll, Any], Any] | None = None,
        ways: int = 1,
    ) -> None:
        self.step, self.start, self.forget, self.ways = step, start, forget, ways
        self._known: tuple[Plan | None, Odds[T]] | None = None

    def __repr__(self) -> str:
        return f"Machine({getattr(self.step, '__qualname__', self.step)}, {self.start!r})"

    def odds(self) -> Odds[T]:
        """The law of a machine in which nobody decides anything: a rule may ask it."""
        return self._law(None, MOST_LEAVES)

    def law_under(self, plan: Plan, most: int) -> Odds[T]:
        return self._law(plan, most)

    def _law(self, plan: Plan | None, most: int) -> Odds[T]:
        """Remembered: a step may ask the same machine from many states."""
        if self._known is None or self._known[0] is not plan:
            self._known = plan, self._merged(plan, most)
        return self._known[1]

    def follow(self, roll: Roll) -> T:
        try:
            now = self.step(roll, self.start)
            while isinstance(now, Step):
                now = self.step(roll, now.then(roll(now.question, by=now.by)))
        except Reroll:
            raise self._may_not_reroll() from None
        return now.outcome

    def play(self, player: Player) -> T:
        return self.follow(cast(Roll, player))

    def begun(self, now: Step[Any]) -> Machine[T]:
        """The rest of this machine, from a step that has been reached already."""
        step = self.step
        return Machine(
            lambda roll, state: now if state is _REACHED else step(roll, state), _REACHED, self.forget, self.ways
        )

    def _merged(self, plan: Plan | None, most: int) -> Odds[T]:
        """Stage by stage; within one, those states first whose dice have the smallest denominator."""
        roll, step, forget = _oracle(plan), self.step, self.forget
        stages: dict[int, _Ways] = {_stage(self.start): {self.ways: {self.start: self.ways}}}
        ends: _Ways = {}
        count = 0
        waiting = patience()
        try:
            while stages:
                stage = min(stages)
                here = stages[stage]
                if not here:
                    del stages[stage]
                    continue
                if stage and len(here) > 1:
                    here = stages[stage] = _together(here)
                out_of = min(here)
                for state, ways in here.pop(out_of).items():
                    if waiting is not None:
                        waiting.step()
                    now = step(roll, state)
                    if isinstance(now, End):
                        found = ends.setdefault(out_of, {})
                        found[now.outcome] = found.get(now.outcome, 0) + ways
                        continue
                    question, then, _ = now
                    law = law_of(question, plan, most)
                    count += len(law)
                    if count > most:
                        raise too_many(repr(self), most)
                    total = out_of
                    if type(question) is Reading and question.dice.fallen:  # their throw is among the ways already
                        ways = question.dice.share(ways)
                    else:
                        total *= law.total
                    for answer, weight in law.items():
                        after = then(answer)
                        if forget is not None:
                            after = forget(roll, after)
                        there = stages.setdefault(_stage(after), {}).setdefault(total, {})
                        there[after] = there.get(after, 0) + ways * weight
        except Reroll:
            raise self._may_not_reroll() from None
        (common, merged), *_ = _together(ends).items()
        return Odds(merged, common)  # not reduced: outcomes may hold dice that lie unread among the ways

    def _may_not_reroll(self) -> BadRule:
        return BadRule(f"{self!r} may not reroll: put the dice to throw again in a @rule, or lead to an earlier state")


_REACHED = "reached"
_Ways = dict[int, dict[Any, int]]
"""By denominator: the ways to each state, or end."""


def _stage(state: Any) -> int:
    return getattr(state, "stage", 0)


def _together(ways: _Ways) -> _Ways:
    """All ways brought under one denominator, equal states or ends merged."""
    common = lcm(*ways)
    merged: dict[Any, int] = {}
    for out_of, found in ways.items():
        scale = common // out_of
        for state, count in found.items():
            merged[state] = merged.get(state, 0) + count * scale
    return {common: merged}


def _oracle(plan: Plan | None) -> Roll:
    def roll(*_asked: Any, **_named: Any) -> Any:
        raise BadRule("a step throws no dice: it returns its question")

    vars(roll).update(choosing(plan), then=roll)
    return cast(Roll, roll)
