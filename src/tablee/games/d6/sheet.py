"""The character: characteristics, skills, specialities (the document's), gear and health (ours)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import ONE_DIE, Code, DieCode
from tablee.games.d6.health import MAX_MALUS, State, malus, state
from tablee.rules.fields import Annotated, Between, Declared, Label, Quiet
from tablee.rules.why import Note
from tablee.text import Name

SHAKEN, FLEEING = 1, 2
STOPPED_BY = {"out": "D6-COMBAT-05:out", "dead": "D6-COMBAT-05:dead", "unconscious": "D6-COMBAT-06:unconscious"}

Paid = Literal["points", "speciality", "mj"]
Shape = Literal["dying", "stable", "dead", "unconscious", "fleeing", "weak", "wounded", "tired", "unhurt"]


class Sheet(Declared):
    """D6-CHAR-01: a character of D6. Skills stand under the name they have in the table's lists."""

    name: Annotated[Name, Label(fr="Nom", en="Name")]
    pj: Annotated[bool, Label(fr="Personnage joueur", en="Player character")] = True
    characteristics: Annotated[dict[str, Code], Label(fr="Caractéristiques", en="Characteristics")]
    levels: Annotated[dict[str, Code], Label(fr="Niveaux", en="Levels")] = Field(default_factory=dict)
    owned: Annotated[dict[str, Paid], Label(fr="Compétences acquises", en="Skills acquired")] = Field(
        default_factory=dict
    )
    specialities: Annotated[dict[str, int], Label(fr="Spécialités", en="Specialities")] = Field(default_factory=dict)
    weapons: Annotated[tuple[str, ...], Label(fr="Armes", en="Weapons")] = ()
    armour: Annotated[str, Label(fr="Armure", en="Armour")] = ""
    shield: Annotated[bool, Label(fr="Porte un bouclier", en="Carries a shield")] = False
    wounds: Annotated[int, Label(fr="Blessures", en="Wounds")] = 0
    lost: Annotated[int, Label(fr="Rangs de blessure en tout", en="Ranks of wounds in all"), Quiet()] = 0
    fatigue: Annotated[int, Label(fr="Fatigue", en="Fatigue")] = 0
    stable: Annotated[bool, Label(fr="État stable", en="Stable")] = False
    fresh: Annotated[bool, Label(fr="Blessure de moins d'une heure", en="Wound less than an hour old"), Quiet()] = False
    care_in: Annotated[
        int, Label(fr="Heures avant un nouvel acte de médecine", en="Hours before more medicine"), Quiet()
    ] = 0
    rested: Annotated[int, Label(fr="Heures de repos", en="Hours rested"), Quiet()] = 0
    fear: Annotated[int, Between(0, FLEEING), Label(fr="Peur", en="Fear")] = 0
    experience: Annotated[int, Label(fr="Expérience", en="Experience")] = 0

    def characteristic(self, key: str) -> DieCode:
        """D6-CREATE-01: each characteristic begins at 1D, and so does one that a sheet of other lists leaves out."""
        return self.characteristics.get(key, ONE_DIE)

    @property
    def malus(self) -> int:
        """D6-COMBAT-05, -06."""
        return malus(self.wounds, self.fatigue)

    @property
    def wounded(self) -> bool:
        """D6-COMBAT-05: wounded at all."""
        return self.wounds > 0

    @property
    def state(self) -> State:
        """D6-COMBAT-05, -06: the worse of the two counts."""
        hurt, tired = state(self.wounds), state(self.fatigue, "fatigue")
        return hurt if hurt in ("out", "dead") or tired == "unhurt" else tired

    @property
    def dying(self) -> bool:
        """D6-COMBAT-05: out of action, and no care has succeeded yet."""
        return self.state == "out" and not self.stable

    @property
    def shape(self) -> Shape:
        """D6-COMBAT-05…07: how this character is, the gravest first."""
        if self.state == "out":
            return "stable" if self.stable else "dying"
        if self.state in ("dead", "unconscious"):
            return self.state
        if self.fear == FLEEING:
            return "fleeing"
        if self.malus == MAX_MALUS:
            return "weak"
        return "wounded" if self.wounds else "tired" if self.fatigue else "unhurt"

    @property
    def standing(self) -> bool:
        """Still in the fight: able to act, and not in flight."""
        return self.shape in ("weak", "wounded", "tired", "unhurt")

    def unable(self) -> Note | None:
        """Why this character cannot act, if so."""
        return BOOK.note(STOPPED_BY[self.state], who=self.name) if self.state in STOPPED_BY else None
