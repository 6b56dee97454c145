"""The character: skills, vitality, heroism, gear."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.games.cle_en_main.tables import WEAPONS, Weapon
from tablee.rules.fields import Annotated, Declared, Label, OneOf
from tablee.text import Name

# the effects of heroism a test or a blow calls for (CEM-HERO-03, -04, -06, -07)
EXTRA_DIE, REDO_TEST, CANCEL, TAKE_BLOW = "extra_die", "redo", "cancel_damage", "take_for_ally"


class Sheet(Declared):
    """A character of Clé en main, PJ or PNJ."""

    name: Annotated[Name, Label(fr="Nom", en="Name")]
    pj: Annotated[bool, Label(fr="Personnage joueur", en="Player character")] = True
    skills: Annotated[dict[str, int], Label(fr="Compétences", en="Skills")]
    vitality: Annotated[int, Label(fr="Vitalité", en="Vitality")]
    vitality_max: Annotated[int, Label(fr="Vitalité maximum", en="Vitality maximum")]
    heroism: Annotated[int, Label(fr="Héroïsme", en="Heroism")] = 0
    used: Annotated[tuple[str, ...], Label(fr="Effets utilisés ce tour", en="Effects used this turn")] = ()
    weapon: Annotated[str, OneOf({id: row.name for id, row in WEAPONS.items()}), Label(fr="Arme", en="Weapon")]
    melee_bonus: Annotated[int, Label(fr="Dégâts corps à corps", en="Melee damage")] = 0
    ranged_bonus: Annotated[int, Label(fr="Dégâts tir", en="Ranged damage")] = 0
    protection: Annotated[int, Label(fr="Protection", en="Protection")] = 0

    @property
    def armed(self) -> Weapon:
        return WEAPONS[self.weapon]

    def can_pay(self, effect: str, price: int) -> bool:
        """CEM-HERO-08: enough points, and the effect not used yet this turn."""
        return self.heroism >= price and effect not in self.used

    def can_redo(self, extra_die_paid: bool) -> bool:
        """CEM-HERO-04, -09: a redo on top of an extra die needs a second point."""
        return self.can_pay(REDO_TEST, 1 + extra_die_paid)


@dataclass(frozen=True)
class Spend:
    """Heroism paid for one effect (CEM-HERO-08)."""

    who: str
    effect: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(heroism=sheet.heroism - self.points, used=(*sheet.used, self.effect))


@dataclass(frozen=True)
class Hurt:
    """CEM-VIT-01: points of vitality lost, never below zero."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(vitality=max(0, sheet.vitality - self.points))
