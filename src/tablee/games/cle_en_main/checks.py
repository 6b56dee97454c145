"""Tests and oppositions (Fiche 2)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll, d6, rule, together
from tablee.games.cle_en_main.book import BOOK

AUTO_FAILURE, AUTO_SUCCESS = -1, 1

ALL_ONES = BOOK.saying(
    "CEM-TEST-02",
    key="ones",
    fr="Tous les dés montrent 1 : échec automatique",
    en="Every die shows 1: automatic failure",
)
THREE_SIXES = BOOK.saying(
    "CEM-TEST-02", key="sixes", fr="Au moins trois 6 : réussite automatique", en="At least three 6s: automatic success"
)

RED = d6.named("red")
WHITES = (2 * d6).named("white")
HEROIC = d6.named("heroic")
THREE = (3 * d6).total_and_count(6)
FOUR = together(THREE, HEROIC)
COLOURED_THREE = together(RED, WHITES.total_and_count(6))
COLOURED_FOUR = together(RED, WHITES.total_and_count(6), HEROIC)


class Thrown(NamedTuple):
    """The dice of one test: their sum, and whether they decide by themselves."""

    dice: int
    auto: int = 0  # AUTO_FAILURE, 0 or AUTO_SUCCESS
    damage: int = 0  # of an attack: what it will deal, its heroic die included
    heroic: int = 0  # of a defence: what its heroic die will spare

    def without_damage(self) -> Thrown:
        """What a defence has to beat, so that it is computed once per result."""
        return Thrown(self.dice, self.auto)


def automatic(roll: Roll, total: int, sixes: int, heroic: int, base_three_only: bool) -> int:
    """CEM-TEST-02: all 1s fail, three 6s succeed; `heroic` is the fourth die, 0 if there is none."""
    if total == (4 if heroic else 3):
        roll.note(ALL_ONES)
        return AUTO_FAILURE
    if sixes + (heroic == 6 and not base_three_only) >= 3:
        roll.note(THREE_SIXES)
        return AUTO_SUCCESS
    return 0


@rule
def plain_dice(roll: Roll, heroic: bool = False, base_three_only: bool = False) -> Thrown:
    """CEM-TEST-01, -02, CEM-HERO-03: three dice, four with heroism."""
    (three, sixes), extra = roll(FOUR) if heroic else (roll(THREE), 0)
    auto = automatic(roll, three + extra, sixes, extra, base_three_only)
    return Thrown(three + extra, auto, heroic=extra)


@rule
def attack_dice(roll: Roll, weapon_dice: int, heroic: bool = False, base_three_only: bool = False) -> Thrown:
    """CEM-DMG-01, -02, -04: the same test, one die red and two white, since damage is read on them.

    One damage die is the red one, two are the whites, three are all of them; dice beyond are rolled on a hit.
    The heroic die always counts.
    """
    if heroic:
        red, (whites, sixes), extra = roll(COLOURED_FOUR)
    else:
        red, (whites, sixes) = roll(COLOURED_THREE)
        extra = 0
    total = red + whites + extra
    auto = automatic(roll, total, sixes + (red == 6), extra, base_three_only)
    return Thrown(total, auto, (0, red, whites, red + whites)[min(weapon_dice, 3)] + extra)


def beats(
    mine: int, my_auto: int, my_skill: int, theirs: int, their_auto: int, their_skill: int, auto: str = "symmetric"
) -> bool:
    """CEM-OPP-01, -02, -04: does the active side win?

    Automatic results first, then totals, then the value of the skill, then the active side.
    """
    if auto != "symmetric":
        my_auto, their_auto = (my_auto if auto == "active_only" else 0), 0
    if my_auto != their_auto:
        return my_auto > their_auto
    return mine > theirs or (mine == theirs and my_skill >= their_skill)
