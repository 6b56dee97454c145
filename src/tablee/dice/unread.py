"""Unread: dice of which a rule reads only what it needs, when it needs it.

Whether a blow lands hangs on the sum of the dice; only then does it matter what the red one shows. At the table the
dice lie there to see. For odds, what nobody has read yet has not been decided: states that know the same of their
dice are one state, and most paths end before the rest is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from tablee.dice.odds import Odds
from tablee.dice.question import Player, Question
from tablee.dice.rule import clearable
from tablee.errors import BadRule

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")


class Unread(Generic[T]):
    """What dice may still show; `fallen` once something has been read of them.

    Equal to itself alone, and quick to compare: the same dice, of which the same is known, are the same object.
    """

    __slots__ = ("_alike", "_law", "_laws", "_question", "fallen", "sure")

    def __init__(
        self,
        law: Odds[T] | None,
        alike: dict[frozenset[T], Unread[T]] | None = None,
        question: Question[T] | None = None,
        sure: T | None = None,
    ) -> None:
        """Of dice that have fallen, what they show or the law of that; of dice to throw, their question."""
        self._law, self._question, self.fallen = law, question, question is None
        self._alike = {} if alike is None else alike
        self._laws: dict[Any, Odds[Any]] = {}
        self.sure: T | None = next(iter(law)) if law is not None and len(law) == 1 else sure
        """All that the dice show, if it is known: always at the table, once they have fallen."""

    @property
    def lies(self) -> bool:
        """Whether these dice lie on the table, for all to see: nobody counts their ways."""
        return self._law is None and self.fallen

    @property
    def law(self) -> Odds[T]:
        """What they may still show."""
        if self._law is None:
            self._law = Odds({cast(T, self.sure): 1}) if self._question is None else self._question.odds()
        return self._law

    def read(self, reading: Callable[Concatenate[T, P], V], *args: P.args, **_: P.kwargs) -> Reading[T, V]:
        """Ask what the reading makes of these dice, with what is left of them: `(value, Unread)`.

        The first question throws them. What is asked often is remembered by the reading and its arguments: a named
        function, not a lambda.
        """
        return Reading(self, reading, args)

    def split(self, reading: Callable[..., V], args: tuple[Any, ...]) -> Odds[tuple[V, Unread[T]]]:
        """The law of that question."""
        known = self._laws.get((reading, args))
        if known is None:
            groups: dict[V, dict[T, int]] = {}
            for shown, weight in self.law.items():
                groups.setdefault(reading(shown, *args), {})[shown] = weight
            left = {(value, self._left(group)): sum(group.values()) for value, group in groups.items()}
            known = self._laws[reading, args] = Odds(left, self.law.total)
        return known

    def _left(self, group: dict[T, int]) -> Unread[T]:
        same = frozenset(group)
        if same not in self._alike:
            self._alike[same] = Unread(Odds(group), self._alike)
        return self._alike[same]

    def share(self, ways: int) -> int:
        """The ways to a state that holds these fallen dice, for each of the ways in which they may still lie."""
        each, left = divmod(ways, self.law.total)
        if left:
            raise BadRule("these dice were read before: keep in the state what the last reading left of them")
        return each

    def seen(self, player: Player) -> T:
        """On the table: thrown now, or lying there."""
        if self._question is not None:
            return self._question.play(player)
        if self.sure is None:
            raise BadRule("these dice were never thrown")
        return self.sure


class Reading(Question[tuple[V, Unread[T]]], Generic[T, V]):
    """Something read of unread dice."""

    __slots__ = ("args", "dice", "reading")

    def __init__(self, dice: Unread[T], reading: Callable[..., V], args: tuple[Any, ...]) -> None:
        self.dice, self.reading, self.args = dice, reading, args

    def odds(self) -> Odds[tuple[V, Unread[T]]]:
        return self.dice.split(self.reading, self.args)

    def play(self, player: Player) -> tuple[V, Unread[T]]:
        shown = self.dice.seen(player)
        return self.reading(shown, *self.args), self.dice if self.dice.fallen else lying(shown)


def lying(shown: T) -> Unread[T]:
    """Dice that lie on the table, for all to see."""
    return Unread(None, sure=shown)


def unread(question: Question[T]) -> Unread[T]:
    """Dice to throw, to be read little by little."""
    dice: Unread[T] = _unread(cast(Any, question))
    return dice


@clearable
@lru_cache(maxsize=256)
def _unread(question: Any) -> Any:
    return Unread(None, question=question)
