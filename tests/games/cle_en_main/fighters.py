"""Small casts for fights, and a second opinion on their odds, reckoned face by face without the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import WEAPONS, Weapon
from tests.games.cle_en_main.scenes import sheet

FACES = range(1, 7)


def fighter(
    name: str = "Ana", combat: int = 8, defence: int = 6, weapon: str | Weapon = "knife", **fields: Any
) -> Sheet:
    """Somebody who fights with one weapon."""
    held = WEAPONS[weapon] if isinstance(weapon, str) else weapon
    skills = {held.skill: combat, "defence": defence, **fields.pop("skills", {})}
    return sheet(name, skills=skills, weapons=(held,), training=("war_weapons", "heavy_weapons"), **fields)


class Roll(NamedTuple):
    """What one throw of coloured dice is worth, by the book."""

    total: int
    auto: int
    damage: int
    extra: int


def throws(dice: int, weapon_dice: int = 0) -> Iterator[Roll]:
    """Every throw of three dice (red, white, white) or four (and a heroic one)."""
    for faces in product(FACES, repeat=dice):
        red, white, other, *more = faces
        extra = sum(more)
        auto = -1 if set(faces) == {1} else 1 if faces.count(6) >= 3 else 0
        damage = (0, red, white + other, red + white + other)[weapon_dice] + extra
        yield Roll(sum(faces), auto, damage, extra)


def wins(attack: Roll, combat: int, defence: Roll, guard: int) -> bool:
    """Automatic results, then totals, then skills, then the attacker (no modifiers here)."""
    mine = (attack.auto, attack.total + combat, combat)
    theirs = (defence.auto, defence.total + guard, guard)
    return mine >= theirs


def by_hand(
    combat: int, guard: int, weapon_dice: int, attack_dice: int = 3, defence_dice: int = 3, redo: str = ""
) -> dict[tuple[bool, int], Fraction]:
    """How often an attack hits and for how much (less what a heroic defence spares), `redo` by one side."""
    attacks = Counter(throws(attack_dice, weapon_dice))
    defences = Counter(throws(defence_dice))
    law: dict[tuple[bool, int], Fraction] = {}

    def count(hit: bool, damage: int, chance: Fraction) -> None:
        key = hit, damage if hit else 0
        law[key] = law.get(key, Fraction()) + chance

    whole = Fraction(1, 6 ** (attack_dice + defence_dice))
    for attack, often in attacks.items():
        for defence, as_often in defences.items():
            chance = whole * often * as_often
            hit = wins(attack, combat, defence, guard)
            if not hit and redo == "attacker":
                for second, again in attacks.items():
                    better = wins(second, combat, defence, guard)
                    count(better, second.damage - defence.extra, chance * again / 6**attack_dice)
            elif hit and redo == "defender":
                for second, again in defences.items():
                    worse = wins(attack, combat, second, guard)
                    count(worse, attack.damage - second.extra, chance * again / 6**defence_dice)
            else:
                count(hit, attack.damage - defence.extra, chance)
    return law


def passing(bonus: int, difficulty: int) -> Fraction:
    """The chance of a plain test, face by face."""
    good = sum(roll.auto > 0 if roll.auto else roll.total + bonus >= difficulty for roll in throws(3))
    return Fraction(good, 216)
