"""Cooperation as numbers: everybody tests, the best leads, the others help or hamper (Fiches 2 and 3).

A character who acts alone is a team of one: the same steps serve a test or an attack made alone and one made
together. The actions, and who may join them (CEM-COOP-03), are in `attack/team.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache, partial, reduce
from typing import NamedTuple

from tablee.dice import Roll
from tablee.dice.machine import End, Machine
from tablee.dice.rule import clearable
from tablee.dice.unread import Unread, unread
from tablee.games.cle_en_main.check.checks import Side, again_each
from tablee.games.cle_en_main.check.throws import NO_DICE, DiceResult, attack_dice, plain_dice
from tablee.games.cle_en_main.sheet import REDO_TEST
from tablee.text import Name

GOOD_HELP, BAD_HELP = 15, 10


class Mate(NamedTuple):
    """One of a team: who makes the test, what their atouts add if they lead (CEM-COOP-04), which dice they throw."""

    side: Side
    leading: int = 0  # added to the result
    per_helper: int = 0  # added per good helper, beyond 1
    read: int = -1  # of an attack: how many of the three dice are damage dice (see `attack_dice`)
    six_plus: bool = False
    name: Name | None = None

    def dice(self) -> Unread[DiceResult]:
        """The dice of this test, to throw."""
        dice = self.side.dice
        return unread(plain_dice(dice) if self.read < 0 else attack_dice(self.read, dice, self.six_plus))

    def throwing(self) -> Mate:
        """All that a throw reads of this one: not what they may still buy."""
        side = self.side
        return self._replace(side=Side(side.who, side.bonus, side.skill, side.dice))


Team = tuple[Mate, ...]
Bought = dict[str, tuple[str, ...]]
Paid = tuple[tuple[str, tuple[str, ...]], ...]
"""Who bought what."""


class Lead(NamedTuple):
    """The best result of some of a team, whose it is, and how many of the others help (15 or more) or hamper (under
    10).
    """

    leader: int
    best: int
    auto: int = 0  # what the leader's dice decide by themselves
    helping: int = 0
    hampering: int = 0
    dice: Unread[DiceResult] = NO_DICE  # the leader's: what they show besides their sum
    added: int = 0  # by the dice that count for one who leads

    def final(self, team: Team) -> int:
        """CEM-COOP-02, -04: the leader's result, changed by the others and by their own atouts."""
        mate = team[self.leader]
        return self.best + (1 + mate.per_helper) * self.helping - self.hampering + mate.leading + self.added

    def rank(self, team: Team) -> tuple[int, int, int]:
        """CEM-COOP-02: who leads; with equal results the higher skill, then the first named."""
        return self.best, team[self.leader].side.skill, -self.leader

    def helped_by(self, other: Lead) -> Lead:
        """CEM-COOP-01, -02: this leader with those of the other, whose own leader helps, hampers or does neither."""
        return self._replace(
            helping=self.helping + other.helping + (other.best >= GOOD_HELP),
            hampering=self.hampering + other.hampering + (other.best < BAD_HELP),
        )


def together(leads: Sequence[Lead], team: Team) -> Lead:
    """CEM-COOP-01, -02: several leads made one: the best of them leads, the others help, hamper, or change nothing."""
    first = max(leads, key=lambda lead: lead.rank(team))
    return reduce(Lead.helped_by, [lead for lead in leads if lead is not first], first)


def tell_result(roll: Roll, mate: Mate, total: int) -> None:
    """CEM-COOP-01: explains one result."""
    roll.note("CEM-COOP-01:result" if mate.name else "CEM-COOP-01", who=mate.name, total=total)


def tell_lead(roll: Roll, lead: Lead, team: Team) -> None:
    """CEM-COOP-02: explains who leads, and the final result; nothing for a team of one."""
    if len(team) > 1:
        final = lead.final(team)
        roll.note("CEM-COOP-02", best=lead.best, adjust=final - lead.best, final=final, leader=lead.leader)


class TeamResult(NamedTuple):
    """A test made together, or alone, once all have thrown: who leads, the final result, what the leader's dice decide
    by themselves.
    """

    leader: int
    final: int
    auto: int
    results: tuple[Lead, ...]  # of each: those that stand if only some throw again
    dice: Unread[DiceResult]  # the leader's: what they show besides their sum


class Throwing(NamedTuple):
    """A team while it throws: the places of those who are still to throw, the results of the others."""

    waiting: tuple[int, ...]
    results: tuple[Lead, ...]


class Redoers(NamedTuple):
    """Who of a team will throw again, as far as it is known: odds need not tell apart those who do so together."""

    groups: tuple[Hashable, ...]  # for each: equal for those who throw again together, or never
    again: tuple[tuple[int, ...] | None, ...] | None  # for each, if they lead: who throws again; None: nobody knows yet


@clearable
@lru_cache(maxsize=256)
def thrown(team: Team, waiting: tuple[int, ...], results: tuple[Lead, ...], redoers: Redoers) -> Machine[TeamResult]:
    """CEM-COOP-01, -02: those who wait throw one after the other, beside results that stand; the best of all leads. Of
    the team no more is read than a throw needs (`Mate.throwing`).
    """
    return Machine(partial(_throws, team), Throwing(waiting, results), partial(_forget, team, redoers))


def _throws(team: Team, roll: Roll, now: Throwing) -> Throwing | End[TeamResult]:
    """CEM-COOP-01, -02: the next one throws; or all have thrown, and the best leads."""
    if not now.waiting:
        lead = together(now.results, team)
        tell_lead(roll, lead, team)
        return End(TeamResult(lead.leader, lead.final(team), lead.auto, now.results, lead.dice))
    place, *waiting = now.waiting
    mate = team[place]
    shown, left = roll(mate.dice().read(DiceResult.strength), by=mate.side.who)
    result = shown.dice + mate.side.bonus
    if len(team) > 1:
        tell_result(roll, mate, result)
    lead = Lead(place, result, shown.auto, dice=left, added=shown.leading)
    return Throwing(tuple(waiting), (*now.results, lead))


def _forget(team: Team, redoers: Redoers, _roll: Roll, after: Throwing | End[TeamResult]) -> Throwing | End[TeamResult]:
    """Odds keep one lead of those who throw again together, and in the end the results that then stand."""
    if isinstance(after, End):
        made, again = after.outcome, redoers.again
        if again is None:
            return after
        redo = again[made.leader]
        return End(made._replace(results=tuple([one for one in made.results if redo and one.leader not in redo])))
    if len(after.results) < 2:
        return after
    groups: dict[Hashable, list[Lead]] = {}
    for lead in after.results:
        groups.setdefault(redoers.groups[lead.leader], []).append(lead)
    return Throwing(after.waiting, tuple([together(leads, team) for leads in groups.values()]))


def redoing(roll: Roll, team: Team, leader: int, hits: bool = False) -> Bought:
    """CEM-COOP-04, CEM-HERO-04: asks all of a team together whether they redo their test; what they bought. Of an
    attack that `hits` the leader alone is asked, whose dice deal the damage.

    An atout redoes the test of the leader alone.
    """
    able = {}
    for place, mate in enumerate(team):
        redos = mate.side.redos if place == leader else tuple([redo for redo in mate.side.redos if redo == REDO_TEST])
        if redos and (place == leader or not hits):
            able[mate.side.who] = mate.side._replace(redos=redos)
    return again_each(roll, able, hits) if able else {}
