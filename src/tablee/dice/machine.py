"""Machine: a long rule as small steps over small states; followed at the table, counted by merging equal states.

`step(roll, state)` takes one step: like any rule it throws dice, asks people and keeps notes, and answers the state
after it, or the end. At the table one path is followed. For odds all of them are, side by side: `{state: ways}`, in
which the paths that have come to the same state are one. What makes it fast is a small state: a step that remembers
less meets itself more often. Within a step nothing is merged, so a step throws once, or a few times at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar, cast

from tablee.dice.choice import Plan
from tablee.dice.odds import Odds
from tablee.dice.patience import patience
from tablee.dice.question import Player, Question
from tablee.dice.rule import MAX_LEAVES, Planned, Reroll, Roll, choosing, law_of, too_many
from tablee.dice.unread import Reading
from tablee.errors import BadRule

T = TypeVar("T")


class End(NamedTuple, Generic[T]):
    """Nothing is left to ask: what came out."""

    outcome: T


class Machine(Planned[T]):
    """A question made of steps: `roll(Machine(step, start))`.

    `forget(roll, after)`, if given, drops what no later step reads from the state after a step, and from the end what
    the caller does not read. Only odds forget: at the table a state holds all that an explanation may tell. Forgetting
    must change no odds, only the time they take.
    A kind of state may say its `stage` (0 if it does not): odds take up a stage once no state of an earlier one is
    left, so that all paths to the same state are counted once.
    """

    __slots__ = ("_known", "forget", "start", "step")

    def __init__(
        self,
        step: Callable[[Roll, Any], Any],
        start: Hashable,
        forget: Callable[[Roll, Any], Any] | None = None,
    ) -> None:
        self.step, self.start, self.forget = step, start, forget
        self._known: tuple[Plan | None, Odds[T]] | None = None

    def __repr__(self) -> str:
        return f"Machine({getattr(self.step, '__qualname__', self.step)}, {self.start!r})"

    def odds(self) -> Odds[T]:
        """The law of a machine in which nobody decides anything: a rule may ask it."""
        return self._law(None, MAX_LEAVES)

    def law_under(self, plan: Plan, most: int) -> Odds[T]:
        return self._law(plan, most)

    def _law(self, plan: Plan | None, most: int) -> Odds[T]:
        """Remembered: a step may ask the same machine from many states."""
        if self._known is None or self._known[0] is not plan:
            self._known = plan, self._merged(plan, most)
        return self._known[1]

    def follow(self, roll: Roll) -> T:
        now = self.start
        try:
            while not isinstance(now, End):
                now = self.step(roll, now)
        except Reroll:
            raise self._may_not_reroll() from None
        return cast(T, now.outcome)

    def play(self, player: Player) -> T:
        return self.follow(cast(Roll, player))

    def begun(self, state: Hashable) -> Machine[T]:
        """The rest of this machine, from a state that its steps have led to."""
        return Machine(self.step, state, self.forget)

    def _merged(self, plan: Plan | None, most: int) -> Odds[T]:
        """Stage by stage; within one, those states first whose dice have the smallest denominator."""
        step, forget, every = self.step, self.forget, _EveryPath(plan, most)
        roll = cast(Roll, every)
        stages: dict[int, _Ways] = {_stage(self.start): {1: {self.start: 1}}}
        ends: _Ways = {}
        found = 0  # states and ends
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
                    for after, count, total in every.path(step, state, ways, out_of):
                        if forget is not None:
                            after = forget(roll, after)
                        if isinstance(after, End):
                            there, after = ends.setdefault(total, {}), after.outcome
                        else:
                            there = stages.setdefault(_stage(after), {}).setdefault(total, {})
                        before = there.get(after)
                        if before is None:
                            found += 1
                            if found > most:
                                raise too_many(repr(self), most)
                        there[after] = count if before is None else before + count
        except Reroll:
            raise self._may_not_reroll() from None
        (common, merged), *_ = _together(ends).items()
        return Odds(merged, common)  # not reduced: outcomes may hold dice that lie unread among the ways

    def _may_not_reroll(self) -> BadRule:
        return BadRule(f"{self!r} may not reroll: put the dice to throw again in a @rule, or lead to an earlier state")


class _EveryPath:
    """The oracle of one step for odds: the step is run again for each way in which its dice may fall."""

    def __init__(self, plan: Plan | None, most: int) -> None:
        self.plan, self.most = plan, most
        vars(self).update(choosing(plan))

    def path(
        self, step: Callable[[Any, Any], Any], state: Hashable, ways: int, out_of: int
    ) -> Iterator[tuple[Any, int, int]]:
        """What each run of the step answers, with its ways and their denominator, given those of the state."""
        self.ways, self.out_of = ways, out_of
        self.frames: list[_Frame] = []
        self.answers: list[Any] = []  # of this run, to the questions of `frames`
        self.asked = 0
        yield step(self, state), self.ways, self.out_of
        while self.frames:
            left, each, self.out_of = self.frames[-1]
            for self.answers[-1], weight in left:
                self.ways, self.asked = each * weight, 0
                yield step(self, state), self.ways, self.out_of
                break
            else:
                self.frames.pop()
                self.answers.pop()

    def __call__(self, question: Question[Any], reading: Callable[[Any], Any] | None = None, *, by: Any = None) -> Any:
        if self.asked == len(self.frames):  # no run has come to this question yet
            law = law_of(question, self.plan, self.most)
            if type(question) is Reading and question.dice.fallen:  # their throw is among the ways already
                self.ways = question.dice.share(self.ways)
            else:
                self.out_of *= law.total
            left = iter(law.items())
            answer, weight = next(left)
            self.frames.append((left, self.ways, self.out_of))
            self.answers.append(answer)
            self.ways *= weight
        answer = self.answers[self.asked]
        self.asked += 1
        return answer if reading is None else reading(answer)

    def then(self, *_asked: Any, **_named: Any) -> Any:
        raise BadRule("a step does not end with `then`: another step follows; ask with `roll(…)`")


_Frame = tuple[Iterator[tuple[Any, int]], int, int]
"""Of one question: the answers that no run has taken yet, the ways to each (times its weight), their denominator."""
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
