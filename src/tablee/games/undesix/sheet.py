"""The character: what stands on the sheet, and how it loses health."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablee.games.undesix.book import BOOK, CHARACTERISTICS
from tablee.games.undesix.tables import ARMOURS, WEAPONS, Weapon
from tablee.rules.fields import Annotated, Declared, Label, OneOf
from tablee.rules.why import Note, Tally, Term
from tablee.text import Name

DYING = BOOK.saying(
    "UDS-HEALTH-03",
    fr="{who:Le} est {who:mourant|mourante} et ne peut pas agir",
    en="{who:The} is dying and cannot act",
)
DEAD = BOOK.saying("UDS-HEALTH-04", fr="{who:Le} est {who:mort|morte}", en="{who:The} is dead")

State = Literal["able", "dying", "dead"]


class Sheet(Declared):
    """A character of UnDéSix. PHY, PSY and Vitality are pools: what remains, and the most they hold."""

    name: Annotated[Name, Label(fr="Nom", en="Name")]
    phy: Annotated[int, Label(fr="PHY", en="PHY")]
    phy_max: Annotated[int, Label(fr="PHY maximum", en="PHY maximum")]
    dex: Annotated[int, Label(fr="DEX", en="DEX")]
    sav: Annotated[int, Label(fr="SAV", en="SAV")]
    psy: Annotated[int, Label(fr="PSY", en="PSY")]
    psy_max: Annotated[int, Label(fr="PSY maximum", en="PSY maximum")]
    sens: Annotated[int, Label(fr="SENS", en="SENS")]
    vitality: Annotated[int, Label(fr="Vitalité", en="Vitality")] = 0
    vitality_max: Annotated[int, Label(fr="Vitalité maximum", en="Vitality maximum")] = 0
    armour: Annotated[str, OneOf({id: row.name for id, row in ARMOURS.items()}), Label(fr="Armure", en="Armour")] = (
        "none"
    )
    shield: Annotated[bool, Label(fr="Bouclier", en="Shield")] = False
    weapon: Annotated[str, OneOf({id: row.name for id, row in WEAPONS.items()}), Label(fr="Arme", en="Weapon")] = (
        "bare_hands"
    )

    def score(self, characteristic: str) -> Term:
        """UDS-CHAR-03: rolls use what remains."""
        value: int = getattr(self, characteristic)
        return CHARACTERISTICS[characteristic](value)

    @property
    def armed(self) -> Weapon:
        return WEAPONS[self.weapon]

    @property
    def state(self) -> State:
        """UDS-HEALTH-03, -04."""
        return "able" if self.phy > 0 else "dying" if self.phy == 0 else "dead"

    def unable(self) -> Note | None:
        """Why this character cannot act, if so."""
        if self.state == "able":
            return None
        return (DYING if self.state == "dying" else DEAD).note(who=self.name)


@dataclass(frozen=True)
class Wound:
    """UDS-COMBAT-06, UDS-HEALTH-02: points lost, Vitality before PHY."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        soaked = min(self.points, max(sheet.vitality, 0))
        return sheet.with_changes(vitality=sheet.vitality - soaked, phy=sheet.phy - (self.points - soaked))


__all__ = ["Sheet", "State", "Tally", "Wound"]
