"""The arithmetic of fights: margin and weapon make damage, melee by opposition, ranged by a Test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, cast

from tablee.dice import Odds, Question, Roll, rule
from tablee.dice.laws import summed
from tablee.dice.question import Player
from tablee.dice.rule import too_many
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.oppositions import (
    UNNAMED,
    A,
    B,
    Contest,
    Names,
    Opposed,
    add,
    beating,
    endings,
    opposition,
    strengths,
    weighed,
)
from tablee.games.deusex.check.tests import Stand, Standing, Try, standing
from tablee.games.deusex.condition import factor, half
from tablee.text import Name

MOST_OUTCOMES = 4_000
"""DEX-COMBAT-06: a brawl that may end in more ways (about 30 ms of counting) is played without odds."""

DEALT = BOOK.saying(
    "DEX-WOUND-02",
    fr="MR {margin}{factor} : {damage} point{damage:|s} de dégâts",
    en="MR {margin}{factor}: {damage} point{damage:|s} of damage",
)


AT_LEAST = BOOK.saying(
    "DEX-COMBAT-03",
    key="at_least",
    fr="À cette table, un coup qui porte fait au moins {least} point{least:|s} de dégâts",
    en="At this table a blow that lands does at least {least} point{least:|s} of damage",
)


class Harm(NamedTuple):
    """What a weapon and the table make of a margin."""

    times: int = 1
    halved: bool = False
    rounding: str = "down"
    least: int = 0


def damage(margin: int, harm: Harm) -> int:
    """DEX-WOUND-01, -02, DEX-DICE-05, DEX-COMBAT-03: a hit's margin, multiplied or halved."""
    return max(harm.least, raw(margin, harm))


def raw(margin: int, harm: Harm) -> int:
    return half(margin, harm.rounding) if harm.halved else margin * harm.times


def damages(margins: Mapping[int, int], harm: Harm) -> dict[int, int]:
    """How often a weapon deals how much, by margins that hit."""
    law: dict[int, int] = {}
    for margin, weight in margins.items():
        points = damage(margin, harm)
        law[points] = law.get(points, 0) + weight
    return law


def dealt(margin: int, harm: Harm, roll: Roll) -> int:
    """The same, explained."""
    points = raw(margin, harm)
    roll.note(DEALT, margin=margin, factor=factor(harm.times, harm.halved), damage=points)
    if points < harm.least:
        roll.note(AT_LEAST, least=harm.least)
    return damage(margin, harm)


@dataclass(frozen=True)
class Blow:
    """One round of melee: who wins, how much the other loses, who may be burdened after two failures."""

    outcome: str
    damage: int = 0
    burdened: str = ""
    also: int = 0  # what a winner, or nobody's loser, takes from other assailants
    shares: tuple[int, ...] = field(default=(), compare=False)  # what each of those dealt, once thrown


def struck(met: Opposed, harms: tuple[Harm, Harm]) -> Blow:
    """DEX-COMBAT-03: what the outcome of an opposition does to the loser."""
    if met.outcome not in (A, B):
        return Blow(met.outcome, burdened=met.burdened)
    return Blow(met.outcome, damage(met.margin, harms[met.outcome == B]))


class Melee(Question[Blow]):
    """DEX-COMBAT-03: an opposition, and the wound it makes."""

    __slots__ = ("contest", "harms")

    def __init__(self, contest: Contest, harms: tuple[Harm, Harm]) -> None:
        self.contest, self.harms = contest, harms

    def __repr__(self) -> str:
        return f"melee_round({self.contest!r}, {self.harms!r})"

    def odds(self) -> Odds[Blow]:
        won, lost, undecided = self.contest.law()
        law = {struck(met, self.harms): weight for met, weight in undecided.items()}
        law.update((Blow(A, points), weight) for points, weight in damages(won, self.harms[0]).items())
        law.update((Blow(B, points), weight) for points, weight in damages(lost, self.harms[1]).items())
        return Odds(law)

    def play(self, player: Player) -> Blow:
        roll = cast(Roll, player)
        met = roll(self.contest)
        if met.outcome in (A, B):
            dealt(met.margin, self.harms[met.outcome == B], roll)
        return struck(met, self.harms)


@lru_cache(maxsize=1024)
def melee_round(
    a: Try,
    b: Try,
    harms: tuple[Harm, Harm],
    priority: bool = False,
    difference: bool = False,
    names: Names = UNNAMED,
) -> Question[Blow]:
    """DEX-COMBAT-03: a round of melee between two people."""
    return Melee(opposition(a, b, priority, difference, names), harms)


class Foe(NamedTuple):
    """Another assailant: his Test, and what his weapon does."""

    attempt: Try
    harm: Harm
    name: Name | None = None


class Brawl(Question[Blow]):
    """DEX-COMBAT-06: one roll stands against that of the opponent named, then against each of the others.

    Everyone who beats it wounds; it wounds only the one named. The sides roll in that order.
    """

    __slots__ = ("a", "b", "difference", "foes", "harms", "priority")

    def __init__(
        self,
        a: Try,
        b: Try,
        harms: tuple[Harm, Harm],
        foes: tuple[Foe, ...],
        priority: bool,
        difference: bool,
        names: Names = UNNAMED,
    ) -> None:
        self.a, self.b = standing(a, priority, "active", names[0]), standing(b, priority, "passive", names[1])
        self.foes = [(standing(foe.attempt, priority, f"foe {at}", foe.name), foe.harm) for at, foe in enumerate(foes)]
        self.harms, self.priority, self.difference = harms, priority, difference

    def __repr__(self) -> str:
        return f"brawl({self.a!r}, {self.b!r}, {self.harms!r}, {self.foes!r}, {self.priority!r}, {self.difference!r})"

    def odds(self) -> Odds[Blow]:
        mine, named = (strengths(side.attempt, self.priority) for side in (self.a, self.b))
        others = [(strengths(foe.attempt, self.priority), harm) for foe, harm in self.foes]
        if ways(mine, *(foe for foe, _ in others)) > MOST_OUTCOMES:
            raise too_many("brawl", MOST_OUTCOMES)
        failing = {place: weight for place, weight in mine.items() if place < 0}  # all alike before who succeeds
        alike = [failing] if failing else []
        alike += [{place: weight} for place, weight in mine.items() if place >= 0]
        also: dict[Blow, dict[int, int]] = {}  # what is suffered besides, where the one named does not win
        beaten: dict[int, int] = {}  # all that is suffered, where he does
        for places in alike:
            wounds = summed(*(self.wounds(max(places), foe, harm) for foe, harm in others))
            won, lost, undecided = endings(places, named, self.difference)
            blows = {struck(met, self.harms): weight for met, weight in undecided.items()}
            blows.update((Blow(A, points), weight) for points, weight in damages(won, self.harms[0]).items())
            for blow, weight in blows.items():
                besides = also.setdefault(blow, {})
                for points, times in wounds.items():
                    besides[points] = besides.get(points, 0) + weight * times
            if lost:
                for points, weight in summed(wounds, damages(lost, self.harms[1])).items():
                    add(beaten, points, weight)
        law = {Blow(B, points): weight for points, weight in beaten.items()}
        for blow, besides in also.items():
            law.update((joined(blow, points), weight) for points, weight in besides.items())
        return Odds(law)

    def wounds(self, place: int, foe: dict[int, int], harm: Harm) -> dict[int, int]:
        """How often one more foe wounds how much somebody who stands there."""
        law = damages(beating(foe, place, self.difference), harm)
        add(law, 0, sum(foe.values()) - sum(law.values()))
        return law

    def play(self, player: Player) -> Blow:
        roll = cast(Roll, player)
        mine, theirs = roll(self.a), roll(self.b)
        met = weighed(mine, theirs, self.priority, self.difference, roll)
        if met.outcome in (A, B):
            dealt(met.margin, self.harms[met.outcome == B], roll)
        shares = tuple(self.besides(mine, foe, harm, roll) for foe, harm in self.foes)
        return joined(struck(met, self.harms), sum(shares), shares)

    def besides(self, mine: Standing, foe: Stand, harm: Harm, roll: Roll) -> int:
        """What one more foe deals, explained."""
        met = weighed(mine, roll(foe), self.priority, self.difference, roll)
        return dealt(met.margin, harm, roll) if met.outcome == B else 0


def ways(mine: Mapping[int, int], *foes: Mapping[int, int]) -> int:
    """About how many ends a brawl has: each success against all that the others may deal, less a third."""
    successes, *wounds = (sum(place >= 0 for place in law) for law in (mine, *foes))
    return (successes + 1) * (sum(wounds) + 1) * 2 // 3


def joined(blow: Blow, suffered: int, shares: tuple[int, ...] = ()) -> Blow:
    """All that one side suffers at once, whoever deals it."""
    if blow.outcome == B:
        return replace(blow, damage=blow.damage + suffered, shares=shares)
    return replace(blow, also=suffered, shares=shares)


class Shot(NamedTuple):
    """A ranged attack: does it land, and what it deals."""

    hit: bool
    damage: int = 0


MISS = Shot(False)


@rule
def shot(roll: Roll, attempt: Try, harm: Harm) -> Shot:
    """DEX-COMBAT-04: one Test; a success hits, and its margin is the damage."""

    def read(mine: Standing) -> Shot:
        return Shot(True, dealt(mine.margin, harm, roll)) if mine.margin >= 0 else MISS

    return roll.then(standing(attempt, False, "active"), read)


@rule
def dodged_shot(
    roll: Roll, attempt: Try, dodge: Try, harm: Harm, priority: bool = False, names: Names = UNNAMED
) -> Shot:
    """DEX-COMBAT-05: the shot lands only if the shooter wins; the damage stays his own margin's."""

    def read(met: Opposed) -> Shot:
        return Shot(True, dealt(met.margin, harm, roll)) if met.outcome == A else MISS

    return roll.then(opposition(attempt, dodge, priority, names=names), read)
