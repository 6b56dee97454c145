"""Machine: a rule written as small steps over small states; followed at the table, counted by merging equal states.

`step(roll, state)` answers what to ask next and what each answer makes of the state, or the end. It may ask people
(`roll.choose`) and keep notes; dice it does not throw itself: it returns the question. At the table one path is
followed. For odds all of them are, side by side: `{state: ways}`, in which the paths that have come to the same state
are one. What makes it fast is a small state: a step that remembers less meets itself more often.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, NamedTuple, TypeVar, cast

from tablee.dice.choice import Plan
from tablee.dice.odds import Odds
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
    """

    __slots__ = ("forget", "start", "step")

    def __init__(
        self,
        step: Callable[[Roll, Any], Step[Any] | End[T]],
        start: Hashable,
        forget: Callable[[Roll, Any], Any] | None = None,
    ) -> None:
        self.step, self.start, self.forget = step, start, forget

    def __repr__(self) -> str:
        return f"Machine({self.step.__qualname__}, {self.start!r})"

    def odds(self) -> Odds[T]:
        """The law of a machine in which nobody decides anything: a rule may ask it."""
        return self._merged(None, MOST_LEAVES)

    def law_under(self, plan: Plan, most: int) -> Odds[T]:
        return self._merged(plan, most)

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
        return Machine(lambda roll, state: now if state is _REACHED else step(roll, state), _REACHED, self.forget)

    def _merged(self, plan: Plan | None, most: int) -> Odds[T]:
        """Each state in turn, those with the smallest denominator first; ends are counted under their own."""
        roll, step, forget = _oracle(plan), self.step, self.forget
        coming: dict[int, dict[Any, int]] = {1: {self.start: 1}}
        ends: dict[int, dict[T, int]] = {}
        count = 0
        try:
            while coming:
                out_of = min(coming)
                for state, ways in coming.pop(out_of).items():
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
                    if type(question) is Reading and question.dice.fallen:  # their throw is among the ways already
                        ways, there = question.dice.share(ways), coming.setdefault(out_of, {})
                    else:
                        there = coming.setdefault(out_of * law.total, {})
                    for answer, weight in law.items():
                        after = then(answer)
                        if forget is not None:
                            after = forget(roll, after)
                        there[after] = there.get(after, 0) + ways * weight
        except Reroll:
            raise self._may_not_reroll() from None
        return Odds.counted(ends)

    def _may_not_reroll(self) -> BadRule:
        return BadRule(f"{self!r} may not reroll: put the dice to throw again in a @rule, or lead to an earlier state")


_REACHED = "reached"


def _oracle(plan: Plan | None) -> Roll:
    def roll(*_asked: Any, **_named: Any) -> Any:
        raise BadRule("a step throws no dice: it returns its question")

    vars(roll).update(choosing(plan), then=roll)
    return cast(Roll, roll)
