"""Redos of an attack and of its defences: who buys what to throw again, and what may still come (Fiche 2)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from tablee.dice import Roll
from tablee.dice.unread import Unread, unread
from tablee.games.cle_en_main.check.checks import Side, again_each
from tablee.games.cle_en_main.check.cooperation import Bought, Mate, Paid, Redoers, Team, redoing
from tablee.games.cle_en_main.check.heroism import REDO, REDO_HIT
from tablee.games.cle_en_main.check.throws import NO_DICE, DiceResult, plain_dice
from tablee.text import Name


class Guard(NamedTuple):
    """One target: their Défense, or the difficulty of hitting them if they do not perceive the attack."""

    side: Side
    difficulty: int | None = None  # CEM-DEF-03: if they cannot defend
    name: Name | None = None  # told where several are aimed at

    def can_redo(self) -> bool:
        return bool(self.side.redos) and self.difficulty is None

    def spares(self) -> bool:
        """CEM-DMG-06: the heroic die of a defence spares its points, even if it failed."""
        return self.side.dice.heroic and self.difficulty is None

    def dice(self) -> Unread[DiceResult]:
        """The dice of their defence, to throw: none if they do not perceive the attack."""
        return NO_DICE if self.difficulty is not None else unread(plain_dice(self.side.dice))


class People:
    """Everybody in an attack, with what they have bought so far. Equal to itself alone: see `Redos.people`."""

    __slots__ = ("guards", "paid", "team", "throwing")

    def __init__(self, team: Team, guards: tuple[Guard, ...], paid: Paid) -> None:
        self.team, self.guards, self.paid = team, guards, paid
        self.throwing: Team = tuple([mate.throwing() for mate in team])


One = TypeVar("One", Mate, Guard)
MANY = 99  # redos that may still come, where nobody knows yet


class Redo(NamedTuple):
    """A redo that was bought: everybody after it, and the places of those who throw again."""

    people: People
    again: tuple[int, ...]


class Future(NamedTuple):
    """The redos of an attack that may still come: how many at most, and who throws again then."""

    redos: int
    redoers: Redoers


class Redos:
    """What people buy in the course of one attack. Where a plan answers for everybody, what they would buy next is
    known, and remembered.
    """

    def __init__(self) -> None:
        self._people: dict[Hashable, People] = {}
        self._bought: dict[Hashable, Redo | None] = {}
        self._futures: dict[People, Future] = {}

    def people(self, team: Team, guards: tuple[Guard, ...], paid: Paid) -> People:
        """These people with these purchases: one object, in whatever order things were bought."""
        return self._people.setdefault((team, guards, tuple(sorted(paid))), People(team, guards, paid))

    def of_attackers(self, roll: Roll, people: People, leader: int, hits: bool = False) -> Redo | None:
        """CEM-HERO-04, -08, CEM-EQUIP-09: attackers are asked together, this one leading; of an attack that `hits`, the
        leader. An attacker caught in their own Zone has one purse for attack and defence.
        """

        def ask() -> Redo | None:
            bought = redoing(roll, people.team, leader, hits)
            paid = people.paid + tuple(bought.items())
            after = self.people(_redone(people.team, bought), _charged(people.guards, bought), paid)
            return Redo(after, _places(people.team, bought)) if bought else None

        return self._asked(roll, people, ("attack", leader, hits), ask)

    def of_defenders(self, roll: Roll, people: People, hit: Sequence[bool]) -> Redo | None:
        """CEM-HERO-04: those who are hit are asked together."""
        lost = tuple([one and guard.can_redo() for guard, one in zip(people.guards, hit, strict=True)])
        if not any(lost):
            return None

        def ask() -> Redo | None:
            sides = {guard.side.who: guard.side for guard, loses in zip(people.guards, lost, strict=True) if loses}
            bought = again_each(roll, sides)
            paid = people.paid + tuple(bought.items())
            after = self.people(_charged(people.team, bought), _redone(people.guards, bought), paid)
            return Redo(after, _places(people.guards, bought)) if bought else None

        return self._asked(roll, people, ("defence", lost), ask)

    def _asked(self, roll: Roll, people: People, what: Hashable, ask: Callable[[], Redo | None]) -> Redo | None:
        """What people buy: asked at the table, remembered where a plan answers for all of them, under what is asked of
        which side.
        """
        if (people, what) in self._bought:
            return self._bought[people, what]
        redo = ask()
        if self._settled(roll, people):
            self._bought[people, what] = redo
        return redo

    def _settled(self, roll: Roll, people: People) -> bool:
        """Whether a plan answers for everybody."""
        sides = chain((mate.side for mate in people.team), (guard.side for guard in people.guards))
        return all(roll.known(side.who, REDO) is not None for side in sides) and self._hits_stand(roll, people)

    def _hits_stand(self, roll: Roll, people: People) -> bool:
        """Whether a plan says that nobody redoes an attack that hits."""
        return all(roll.known(mate.side.who, REDO_HIT) is False for mate in people.team)

    def future(self, roll: Roll, people: People) -> Future:
        """The redos of the attack that may still come; at the table, where no plan answers, all of them may."""
        if people not in self._futures:
            if not self._settled(roll, people):
                return Future(MANY, Redoers(tuple(range(len(people.team))), None))
            redos, groups, again = 0, list[list[Hashable]]([] for _ in people.team), []
            for leader in range(len(people.team)):
                redo = self.of_attackers(roll, people, leader)
                later = self.future(roll, redo.people) if redo else None
                redos = max(redos, 1 + later.redos if later else 0)
                again.append(redo.again if redo else None)
                for place, group in enumerate(groups):
                    group.append((place in redo.again, later.redoers.groups[place]) if redo and later else None)
            self._futures[people] = Future(redos, Redoers(tuple(map(tuple, groups)), tuple(again)))
        return self._futures[people]


def _places(people: tuple[One, ...], bought: Bought) -> tuple[int, ...]:
    return tuple([place for place, one in enumerate(people) if one.side.who in bought])


def _redone(people: tuple[One, ...], bought: Bought) -> tuple[One, ...]:
    return tuple([one._replace(side=one.side.redone(bought.get(one.side.who, ()))) for one in people])


def _charged(people: tuple[One, ...], bought: Bought) -> tuple[One, ...]:
    return tuple(
        [one._replace(side=one.side.spent(bought[one.side.who])) if one.side.who in bought else one for one in people]
    )
