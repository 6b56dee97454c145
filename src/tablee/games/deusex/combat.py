"""The arithmetic of fights: margin and weapon make damage, melee by opposition, ranged by a Test."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll, rule
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.checks import Standing, Try, standing
from tablee.games.deusex.condition import half
from tablee.games.deusex.contests import A, B, Opposed, compared, opposition

DEALT = BOOK.saying(
    "DEX-WOUND-02",
    fr="MR {margin} {halved:divisée par 2|× {times}} : {damage} point{damage:|s} de dégâts",
    en="MR {margin} {halved:halved|× {times}}: {damage} point{damage:|s} of damage",
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


def telling_margin(met: Opposed, difference: bool = False) -> int:
    """DEX-COMBAT-03: the winner's own margin, or what he has over the loser if the table says so."""
    return met.margin - met.loser if difference else met.margin


def struck(met: Opposed, harms: tuple[Harm, Harm], difference: bool, roll: Roll) -> Blow:
    """DEX-COMBAT-03: what the outcome of an opposition does to the loser."""
    if met.outcome not in (A, B):
        return Blow(met.outcome, burdened=met.burdened)
    return Blow(met.outcome, dealt(telling_margin(met, difference), harms[met.outcome == B], roll))


@rule
def melee_round(
    roll: Roll, a: Try, b: Try, harms: tuple[Harm, Harm], priority: bool = False, difference: bool = False
) -> Blow:
    """DEX-COMBAT-03: an opposition, and the wound it makes."""
    return struck(roll(opposition(a, b, priority, difference)), harms, difference, roll)


class Foe(NamedTuple):
    """Another assailant: his Test, and what his weapon does."""

    attempt: Try
    harm: Harm


@rule
def assailed(roll: Roll, mine: Standing, foes: tuple[Foe, ...], priority: bool, place: int = 0) -> int:
    """DEX-COMBAT-06: one roll stands against each of several others; every one who beats it wounds."""
    attempt, harm = foes[0]

    def wound(theirs: Standing) -> int:
        met = compared(mine, theirs, priority)
        return dealt(met.margin, harm, roll) if met.outcome == B else 0

    suffered = roll(standing(attempt, priority, f"foe {place}"), wound)
    return suffered + (roll(assailed(mine, foes[1:], priority, place + 1)) if foes[1:] else 0)


class Brawl(NamedTuple):
    """A melee against several: the bout with the one named, and what the others deal."""

    bout: Blow
    from_others: int


@rule
def brawl(
    roll: Roll, a: Try, b: Try, harms: tuple[Harm, Harm], foes: tuple[Foe, ...], priority: bool, difference: bool
) -> Brawl:
    """DEX-COMBAT-06: the named opponent first, then the others, against the same roll."""
    mine = roll(standing(a, priority, "active"))
    named = roll(
        standing(b, priority, "passive"),
        lambda theirs: struck(compared(mine, theirs, priority), harms, difference, roll),
    )
    return Brawl(named, roll(assailed(mine, foes, priority)))


class Shot(NamedTuple):
    """A ranged attack: does it land, and what it deals."""

    hit: bool
    damage: int = 0


MISS = Shot(False)


@rule
def shot(roll: Roll, attempt: Try, harm: Harm) -> Shot:
    """DEX-COMBAT-04: one Test; a success hits, and its margin is the damage."""
    mine = roll(standing(attempt, False, "active"))
    return Shot(True, dealt(mine.margin, harm, roll)) if mine.margin >= 0 else MISS


@rule
def dodged_shot(roll: Roll, attempt: Try, dodge: Try, harm: Harm, priority: bool = False) -> Shot:
    """DEX-COMBAT-05: the shot lands only if the shooter wins; the damage stays his own margin's."""
    met = roll(opposition(attempt, dodge, priority))
    return Shot(True, dealt(met.margin, harm, roll)) if met.outcome == A else MISS
