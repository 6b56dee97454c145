"""Cooperation as numbers: everybody tests, the best leads, the others help or hamper (Fiches 2 and 3).

Whoever acts alone is a team of one: the same steps serve a test or an attack made alone and one made together. The
actions, and who may join them (CEM-COOP-03), are in `attack/team.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from tablee.dice import Roll
from tablee.dice.unread import Unread
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import Side, again_each
from tablee.games.cle_en_main.check.throws import NO_DICE, Fallen, Thrown, attack_dice, by_strength, plain_dice
from tablee.games.cle_en_main.sheet import REDO_TEST
from tablee.text import Name

GOOD_HELP, BAD_HELP = 15, 10

RESULT = BOOK.saying("CEM-COOP-01", fr="Un résultat de {total}", en="A result of {total}")
RESULT_OF = BOOK.saying(
    "CEM-COOP-01", key="result", fr="Résultat {who:de} : {total}", en="Result of {who:the}: {total}"
)
LED = BOOK.saying(
    "CEM-COOP-02",
    fr="Le meilleur résultat, {best}, mène : {adjust:+} avec les autres, soit {final}",
    en="The best result, {best}, leads: {adjust:+} with the others, hence {final}",
)


class Mate(NamedTuple):
    """One of a team: who makes the test, what their atouts add if they lead (CEM-COOP-04), which dice they throw."""

    side: Side
    leading: int = 0  # added to the result
    per_helper: int = 0  # added per good helper, beyond 1
    read: int = -1  # of an attack: how many of the three dice are damage dice (see `attack_dice`)
    six_plus: bool = False
    name: Name | None = None

    def dice(self) -> Fallen:
        """The dice of this test, read first by what decides."""
        dice = self.side.dice
        return by_strength(plain_dice(dice) if self.read < 0 else attack_dice(self.read, dice, self.six_plus))


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
    dice: Unread[Thrown] = NO_DICE  # the leader's: what they show besides their sum

    def final(self, team: Team) -> int:
        """CEM-COOP-02, -04: the leader's result, changed by the others and by their own atouts."""
        mate = team[self.leader]
        return self.best + (1 + mate.per_helper) * self.helping - self.hampering + mate.leading

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


Joined = tuple[bool, int, int]
"""What one more result changes: it leads (True, the sum of its dice, what they decide by themselves), or not (False,
helps, hampers)."""


def joins(fallen: tuple[Thrown, object], bonus: int, least: int) -> Joined:
    """CEM-COOP-01, -02: what one more result changes: it leads from `least` on, else it helps, hampers, or does
    nothing.
    """
    (dice, auto, *_), _ = fallen
    if dice + bonus >= least:
        return True, dice, auto
    return False, dice + bonus >= GOOD_HELP, dice + bonus < BAD_HELP


LOWEST = -1000  # any result leads nobody


def least_to_lead(place: int, lead: Lead | None, team: Team) -> int:
    """CEM-COOP-02: the lowest result with which one more person would lead."""
    if lead is None:
        return LOWEST
    first = max(lead, lead._replace(leader=place), key=lambda tied: tied.rank(team))
    return lead.best + (first is lead)


def with_one_more(lead: Lead | None, place: int, joined: Joined, left: Fallen, team: Team) -> Lead:
    """CEM-COOP-01, -02: the lead once this one has thrown."""
    leads, first, second = joined
    if not leads and lead:
        return lead._replace(helping=lead.helping + first, hampering=lead.hampering + second)
    shown = left.sure
    own = Lead(place, first + team[place].side.bonus, second, dice=shown[1] if shown else NO_DICE)
    return own.helped_by(lead) if lead else own


def tell_result(roll: Roll, mate: Mate, total: int) -> None:
    """CEM-COOP-01: explains one result."""
    roll.note(RESULT_OF if mate.name else RESULT, who=mate.name, total=total)


def tell_lead(roll: Roll, lead: Lead, team: Team) -> None:
    """CEM-COOP-02: explains who leads, and the final result; nothing for somebody alone."""
    if len(team) > 1:
        final = lead.final(team)
        roll.note(LED, best=lead.best, adjust=final - lead.best, final=final, leader=lead.leader)


def redoing(roll: Roll, team: Team, leader: int) -> Bought:
    """CEM-COOP-04, CEM-HERO-04: asks all of a team together whether they redo their test; what they bought.

    An atout redoes the test of the leader alone.
    """
    able = {}
    for place, mate in enumerate(team):
        redos = mate.side.redos if place == leader else tuple([redo for redo in mate.side.redos if redo == REDO_TEST])
        if redos:
            able[mate.side.who] = mate.side._replace(redos=redos)
    return again_each(roll, able) if able else {}
