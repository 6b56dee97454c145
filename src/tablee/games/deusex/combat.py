"""The arithmetic of fights: margin and weapon make damage, melee by opposition, ranged by a Test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import NamedTuple, cast

from tablee.dice import Odds, Question, Roll, rule
from tablee.dice.question import Player
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.checks import Standing, Try, standing
from tablee.games.deusex.condition import half
from tablee.games.deusex.contests import A, B, Contest, Opposed, add, compared, opposition

DEALT = BOOK.saying(
    "DEX-WOUND-02",
    fr="MR {margin} {halved:divisée par 2|× {times}} : {damage} point{damage:|s} de dégâts",
    en="MR {margin} {halved:halved|× {times}}: {damage} point{damage:|s} of damage",
)
ALSO_STRUCK = BOOK.saying(
    "DEX-COMBAT-06",
    fr="Les autres assaillants infligent {damage} point{damage:|s} de dégâts",
    en="The other assailants deal {damage} point{damage:|s} of damage",
)


class Harm(NamedTuple):
    """What a weapon and the table make of a margin."""

    times: int = 1
    halved: bool = False
    rounding: str = "down"
    least: int = 0


def damage(margin: int, harm: Harm) -> int:
    """DEX-WOUND-01, -02, DEX-DICE-05, DEX-COMBAT-03: a hit's margin, multiplied or halved."""
    dealt = half(margin, harm.rounding) if harm.halved else margin * harm.times
    return max(harm.least, dealt)


def dealt(margin: int, harm: Harm, roll: Roll) -> int:
    """The same, explained."""
    points = damage(margin, harm)
    roll.note(DEALT, margin=margin, halved=harm.halved, times=harm.times, damage=points)
    return points


class Blow(NamedTuple):
    """One round of melee: who wins, how much the other loses, who may be burdened after two failures."""

    outcome: str
    damage: int = 0
    burdened: str = ""
    also: int = 0  # what a winner, or nobody's loser, takes from other assailants


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
        won, lost, undecided = self.contest.endings()
        law = {struck(met, self.harms): weight for met, weight in undecided.items()}
        for outcome, margins, harm in ((A, won, self.harms[0]), (B, lost, self.harms[1])):
            points: dict[int, int] = {}
            for margin, weight in margins.items():
                add(points, damage(margin, harm), weight)
            law.update((Blow(outcome, hurt), weight) for hurt, weight in points.items())
        return Odds(law)

    def play(self, player: Player) -> Blow:
        roll = cast(Roll, player)
        met = roll(self.contest)
        if met.outcome in (A, B):
            dealt(met.margin, self.harms[met.outcome == B], roll)
        return struck(met, self.harms)


@lru_cache(maxsize=1024)
def melee_round(
    a: Try, b: Try, harms: tuple[Harm, Harm], priority: bool = False, difference: bool = False
) -> Question[Blow]:
    """DEX-COMBAT-03: a round of melee between two people."""
    return Melee(opposition(a, b, priority, difference), harms)


class Foe(NamedTuple):
    """Another assailant: his Test, and what his weapon does."""

    attempt: Try
    harm: Harm


class Brawl(Question[Blow]):
    """DEX-COMBAT-06: one roll stands against that of the opponent named, then against each of the others.

    Everyone who beats it wounds; it wounds only the one named. The sides roll in that order.
    """

    __slots__ = ("a", "b", "difference", "foes", "harms", "priority")

    def __init__(
        self, a: Try, b: Try, harms: tuple[Harm, Harm], foes: tuple[Foe, ...], priority: bool, difference: bool
    ) -> None:
        self.a, self.b = standing(a, priority, "active"), standing(b, priority, "passive")
        self.foes = [(standing(foe.attempt, priority, f"foe {at}"), foe.harm) for at, foe in enumerate(foes)]
        self.harms, self.priority, self.difference = harms, priority, difference

    def __repr__(self) -> str:
        return f"brawl({self.a!r}, {self.b!r}, {self.harms!r}, {self.foes!r}, {self.priority!r}, {self.difference!r})"

    def bout(self, mine: Standing, theirs: Standing) -> Blow:
        return struck(compared(mine, theirs, self.priority, self.difference), self.harms)

    def wound(self, mine: Standing, harm: Harm, theirs: Standing) -> int:
        met = compared(mine, theirs, self.priority, self.difference)
        return damage(met.margin, harm) if met.outcome == B else 0

    def odds(self) -> Odds[Blow]:
        named, others = self.b.odds(), [(foe.odds(), harm) for foe, harm in self.foes]
        law: dict[Blow, int] = {}
        beaten: dict[int, int] = {}  # what is suffered where the one named wins too
        for mine, share in self.a.odds().items():
            wounds = {0: share}
            for foe, harm in others:
                wounds = summed(wounds, foe.read(partial(self.wound, mine, harm)))
            blows = named.read(partial(self.bout, mine))
            for points, weight in summed(wounds, {b.damage: w for b, w in blows.items() if b.outcome == B}).items():
                beaten[points] = beaten.get(points, 0) + weight
            for blow, weight in blows.items():
                if blow.outcome != B:
                    for points, times in wounds.items():
                        found = joined(blow, points)
                        law[found] = law.get(found, 0) + weight * times
        return Odds({**law, **{Blow(B, points): weight for points, weight in beaten.items()}})

    def play(self, player: Player) -> Blow:
        roll = cast(Roll, player)
        mine, theirs = roll(self.a), roll(self.b)
        met = compared(mine, theirs, self.priority, self.difference)
        if met.outcome in (A, B):
            dealt(met.margin, self.harms[met.outcome == B], roll)
        suffered = sum(self.wound(mine, harm, roll(foe)) for foe, harm in self.foes)
        roll.note(ALSO_STRUCK, damage=suffered)
        return joined(self.bout(mine, theirs), suffered)


def joined(blow: Blow, suffered: int) -> Blow:
    """All that one side suffers at once, whoever deals it."""
    return blow._replace(damage=blow.damage + suffered) if blow.outcome == B else blow._replace(also=suffered)


def summed(some: Mapping[int, int], more: Mapping[int, int]) -> dict[int, int]:
    """The law of a sum."""
    law: dict[int, int] = {}
    for points, weight in some.items():
        for extra, share in more.items():
            law[points + extra] = law.get(points + extra, 0) + weight * share
    return law


def brawl(
    a: Try, b: Try, harms: tuple[Harm, Harm], foes: tuple[Foe, ...], priority: bool, difference: bool
) -> Question[Blow]:
    """DEX-COMBAT-06: a round of melee against several."""
    return Brawl(a, b, harms, foes, priority, difference)


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
def dodged_shot(roll: Roll, attempt: Try, dodge: Try, harm: Harm, priority: bool = False) -> Shot:
    """DEX-COMBAT-05: the shot lands only if the shooter wins; the damage stays his own margin's."""

    def read(met: Opposed) -> Shot:
        return Shot(True, dealt(met.margin, harm, roll)) if met.outcome == A else MISS

    return roll.then(opposition(attempt, dodge, priority), read)
