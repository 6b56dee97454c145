"""6+ weapons roll their 6s again without end: how far the odds follow them (Fiche 5)."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.attack.damage import Blow
from tablee.games.cle_en_main.attack.vitality import vital_difficulty
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.side import best_item, skill_terms
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene

COUNTED_UP_TO = BOOK.saying(
    "CEM-EQUIP-10",
    key="odds",
    fr="Arme 6+ : ces chances comptent la somme des dés jusqu'à {most} ; "
    "{settled:au-delà, rien ne change plus pour personne|plus est compté comme {most}}",
    en="6+ weapon: these odds count the sum of the dice up to {most}; "
    "{settled:beyond that, nothing changes for anybody|more is counted as {most}}",
)

MOST_ON_DICE = 4 * 6  # the three dice of a test and the heroic one
SPARED = 6  # at most, by the heroic die of a defence
LEAST = 24  # where a bonus alone would settle everything
FURTHEST = 72  # where vitality is so high: ten 6s in a row and more


def most_told(scene: Scene[Sheet], blow: Blow, struck: Iterable[str]) -> int:
    """CEM-EQUIP-10: a sum of damage dice that leaves nothing open for any of those who may be struck in the end."""
    if not blow.six_plus:
        return 0
    points = max(hopeless(scene[who]) + atouts.protection(scene[who]) for who in struck)
    sum_of_dice = ((points + SPARED) << (blow.light + blow.multiple)) - blow.bonus - blow.group
    return min(max(sum_of_dice, LEAST), FURTHEST)


def hopeless(sheet: Sheet) -> int:
    """CEM-VIT-02…04, CEM-NPC-07: so much damage that a little more changes nothing: no vitality is left, and only three
    6s still pass the tests of somebody in bad shape.
    """
    tests = [
        sum(term.value for term in skill_terms(sheet, skill, situation, best_item(sheet, skill)))
        for skill, situation in (("resistance", ""), ("willpower", "pressure"))
    ]
    reduced = sum(power.reduces for power in atouts.powers(sheet))
    return max(sheet.vitality, MOST_ON_DICE + max(tests) + 1 - vital_difficulty(0)) + reduced
