"""A test against a difficulty: the person who makes it, its success, its redos for heroism (Fiche 2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tablee.dice import Roll, procedure, rule
from tablee.games.cle_en_main.atouts import LANGUE_D_ARGENT
from tablee.games.cle_en_main.check.heroism import (
    ADD_A_DIE,
    BOUGHT,
    PRICES,
    REDO_HIT,
    REDO_WITH_DIE,
    REDOS,
    SENSIBLE_REDOS,
)
from tablee.games.cle_en_main.check.throws import AUTO_SUCCESS, THREE_DICE, DiceResult, ThreeDice, plain_dice
from tablee.games.cle_en_main.sheet import CANCEL, EXTRA_DIE
from tablee.rules.decision import Decision


class Side(NamedTuple):
    """One person making a test, as numbers.

    `bonus` is added to the dice, `skill` is the bare skill that decides ties; `points`, `redos` and `die_free` are what
    the person may still buy with heroism.
    """

    who: str
    bonus: int
    skill: int = 0
    dice: ThreeDice = ThreeDice()
    points: int = 0  # heroism left
    redos: tuple[str, ...] = ()  # what may redo this test, in the order it is offered (see REDOS); none without a point
    die_free: bool = False  # the extra die has not been used this turn

    refused: tuple[str, ...] = ()  # the redos a plan says no to; nobody knows at the table
    anyway: bool = False  # a redo is offered even for a test that is won

    def under(self, roll: Roll) -> Side:
        """This side, with the redos that a plan refuses noted in `refused`; at the table nothing is
        known in advance.
        """
        return self._replace(
            refused=tuple([redo for redo in self.redos if roll.known(self.who, self.asked(redo)) is False])
        )

    def asked(self, redo: str) -> Decision[bool]:
        """The question whether to redo this test; a sensible person does while they keep enough to cancel a blow."""
        return SENSIBLE_REDOS[redo] if self.points > PRICES[CANCEL] else REDOS[redo]

    def may_redo(self) -> bool:
        """Whether this test may still be redone, by a redo that no plan refuses."""
        return any(redo not in self.refused for redo in self.redos)

    def may_add_die(self) -> bool:
        """CEM-HERO-09: whether the extra die may be bought on top of a redo."""
        return self.die_free and self.points > 1 and not self.dice.heroic and not self.dice.fixed

    def spent(self, paid: tuple[str, ...]) -> Side:
        """CEM-HERO-08: this side once `paid` is bought; the heroic effects of two atouts count as one effect."""
        gone, points = {BOUGHT[item] for item in paid}, self.points - len(paid)
        redos = tuple(redo for redo in self.redos if BOUGHT[redo] not in gone) if points else ()
        return self._replace(points=points, redos=redos, die_free=self.die_free and EXTRA_DIE not in gone)

    def redone(self, paid: tuple[str, ...]) -> Side:
        """CEM-HERO-04, -09: this side for the redo that `paid` buys: same dice, and one more if it is among them."""
        return _redone(self, paid) if paid else self


@lru_cache(maxsize=256)
def _redone(side: Side, paid: tuple[str, ...]) -> Side:
    dice = side.dice._replace(
        heroic=side.dice.heroic or EXTRA_DIE in paid, atout=side.dice.atout + (LANGUE_D_ARGENT in paid)
    )
    return side.spent(paid)._replace(dice=dice)


def again_each(roll: Roll, sides: Mapping[str, Side], hits: bool = False) -> dict[str, tuple[str, ...]]:
    """CEM-HERO-04, -09: asks together all who lost their test whether they redo it; returns what each yes bought. Those
    whose attack `hits` are asked once.
    """
    bought: dict[str, tuple[str, ...]] = {}
    offers = {who: list(side.redos) for who, side in sides.items()}
    if hits:
        keen = roll.choose_each({who: REDO_HIT for who, redos in offers.items() if redos})
        bought, offers = {who: (offers[who][0],) for who, yes in keen.items() if yes}, {}
    while asked := {who: sides[who].asked(left[0]) for who, left in offers.items() if left and who not in bought}:
        for who, yes in roll.choose_each(asked).items():
            redo = offers[who].pop(0)
            if yes:
                bought[who] = (redo,)
    bolder = {who: REDO_WITH_DIE for who in bought if sides[who].may_add_die()}
    for who, yes in roll.choose_each(bolder).items() if bolder else ():
        bought[who] += (EXTRA_DIE,) if yes else ()
    return bought


def again(roll: Roll, side: Side) -> tuple[str, ...]:
    """CEM-HERO-04, -09: asks the owner of one lost test whether they redo it; returns what they bought, or nothing."""
    for redo in side.redos:
        if roll.choose(side.who, side.asked(redo)):
            return (redo, EXTRA_DIE) if side.may_add_die() and roll.choose(side.who, REDO_WITH_DIE) else (redo,)
    return ()


NEAR_SKILL = 5


def near_difficulty(difficulty: int, near: bool) -> int:
    """CEM-NEAR-01: the difficulty of a test, 5 more if it is made with a near skill."""
    return difficulty + NEAR_SKILL * near


def judged(roll: Roll, thrown: DiceResult, bonus: int, difficulty: int) -> bool:
    """CEM-TEST-01, -02: whether these dice succeed: an automatic result decides, or else the total reaches the
    difficulty.
    """
    total, auto = thrown.dice + bonus, thrown.auto
    success = auto == AUTO_SUCCESS if auto else total >= difficulty
    roll.note("CEM-TEST-01", total=total, difficulty=difficulty, success=success, auto=auto)
    return success


@rule
def passes(roll: Roll, bonus: int, difficulty: int, dice: ThreeDice = THREE_DICE) -> bool:
    """CEM-TEST-01, -02, -04: whether one throw succeeds against a difficulty."""
    return roll.then(plain_dice(dice), lambda thrown: judged(roll, thrown, bonus, difficulty))


class Attempt(NamedTuple):
    """The end of a test: success or not, and what was paid for its redos."""

    success: bool
    paid: tuple[str, ...] = ()


def tried(roll: Roll, side: Side, difficulty: int) -> Attempt:
    """CEM-HERO-04: makes a test, and again as long as it fails (or `anyway`) and its owner pays for a redo."""
    success = roll(passes(side.bonus, difficulty, side.dice), by=side.who)
    paid: tuple[str, ...] = ()
    while (side.anyway or not success) and (more := again(roll, side)):
        side, paid = side.redone(more), paid + more
        success = roll(passes(side.bonus, difficulty, side.dice), by=side.who)
    return Attempt(success, paid)


def with_die(roll: Roll, side: Side, asked: Decision[bool] = ADD_A_DIE) -> tuple[Side, tuple[str, ...]]:
    """CEM-HERO-03: a side that is asked for the extra die of a test, and what it bought."""
    if side.die_free and side.points and roll.choose(side.who, asked):
        return side.redone((EXTRA_DIE,)), (EXTRA_DIE,)
    return side, ()


def asked_to_try(roll: Roll, side: Side, difficulty: int) -> Attempt:
    """CEM-HERO-03, -04: makes a test that its owner did not declare: they are asked for the extra die first."""
    side, bought = with_die(roll, side)
    success, paid = tried(roll, side, difficulty)
    return Attempt(success, bought + paid)


attempt = procedure(tried)
asked_attempt = procedure(asked_to_try)


DEGREES = (10, 15, 20, 25)


def degree(total: int) -> int:
    """CEM-OPEN-01, -02: the degree of an open test: one per threshold that its total reaches."""
    return sum(total >= step for step in DEGREES)
