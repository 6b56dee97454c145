"""The character: characteristics, skills, specialities (the document's), gear and health (ours)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import Code, DieCode
from tablee.games.d6.proposed.wounds import DEAD_AT, OUT_AT, State, Track, malus, state
from tablee.rules.fields import Annotated, Declared, Label, Quiet
from tablee.rules.why import Note
from tablee.text import Name

OUT = BOOK.saying(
    "D6-COMBAT-05",
    key="out",
    fr="{who:Le} est hors de combat : des soins d'abord",
    en="{who:The} is out of action: care comes first",
)
DEAD = BOOK.saying("D6-COMBAT-05", key="dead", fr="{who:Le} est {who:mort|morte}", en="{who:The} is dead")
UNCONSCIOUS = BOOK.saying(
    "D6-COMBAT-06",
    key="unconscious",
    fr="{who:Le} est {who:inconscient|inconsciente} : une heure de repos d'abord",
    en="{who:The} is unconscious: an hour of rest comes first",
)

SHAKEN, FLEEING = 1, 2
HOURS_A_DAY, HOURS_A_WEEK = 24, 168

Paid = Literal["points", "speciality", "mj"]


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
    fatigue: Annotated[int, Label(fr="Fatigue", en="Fatigue")] = 0
    stable: Annotated[bool, Label(fr="État stable", en="Stable")] = False
    fresh: Annotated[bool, Label(fr="Blessure de moins d'une heure", en="Wound less than an hour old"), Quiet()] = False
    care_in: Annotated[
        int, Label(fr="Heures avant un nouvel acte de médecine", en="Hours before more medicine"), Quiet()
    ] = 0
    rested: Annotated[int, Label(fr="Heures de repos", en="Hours rested"), Quiet()] = 0
    fear: Annotated[int, Label(fr="Peur", en="Fear")] = 0
    experience: Annotated[int, Label(fr="Expérience", en="Experience")] = 0

    @property
    def malus(self) -> int:
        """D6-COMBAT-05, -06."""
        return malus(self.wounds, self.fatigue)

    @property
    def state(self) -> State:
        """The worse of the two counts."""
        hurt = state(self.wounds)
        return hurt if hurt in ("out", "dead") or self.fatigue < OUT_AT else "unconscious"

    @property
    def dying(self) -> bool:
        """D6-COMBAT-05: out of action, and no care has succeeded yet."""
        return self.state == "out" and not self.stable

    def unable(self) -> Note | None:
        """Why this character cannot act, if so."""
        why = {"out": OUT, "dead": DEAD, "unconscious": UNCONSCIOUS}.get(self.state)
        return why.note(who=self.name) if why else None


@dataclass(frozen=True)
class Wound:
    """D6-COMBAT-05, -06: ranks more on one of the two counts."""

    who: str
    ranks: int
    track: Track = "wound"

    def on(self, sheet: Sheet) -> Sheet:
        if self.track == "fatigue":
            return sheet.with_changes(fatigue=sheet.fatigue + self.ranks)
        return sheet.with_changes(wounds=sheet.wounds + self.ranks, fresh=True, stable=False, rested=0)


@dataclass(frozen=True)
class Cared:
    """D6-COMBAT-08: an attempt at care: first aid once per fresh wound, medicine once a day."""

    who: str
    success: bool
    medicine: bool

    def on(self, sheet: Sheet) -> Sheet:
        tried = {"care_in": HOURS_A_DAY} if self.medicine else {"fresh": False}
        if not self.success:
            return sheet.with_changes(**tried)
        left = sheet.wounds - 1
        return sheet.with_changes(**tried, wounds=left, stable=left >= OUT_AT)


@dataclass(frozen=True)
class Rested:
    """D6-COMBAT-05, -08: hours that pass. The dying get worse, the others rest."""

    who: str
    hours: int

    def on(self, sheet: Sheet) -> Sheet:
        if sheet.state == "dead":
            return sheet
        fatigue, care_in = max(0, sheet.fatigue - self.hours), max(0, sheet.care_in - self.hours)
        if sheet.dying:
            worse = min(sheet.wounds + self.hours, DEAD_AT)
            return sheet.with_changes(wounds=worse, fresh=worse < DEAD_AT, fatigue=fatigue, care_in=care_in)
        weeks, rested = divmod(sheet.rested + self.hours, HOURS_A_WEEK)
        wounds = max(0, sheet.wounds - weeks)
        return sheet.with_changes(
            wounds=wounds,
            fatigue=fatigue,
            care_in=care_in,
            rested=rested if wounds else 0,
            fresh=False,
            stable=wounds >= OUT_AT,
        )


@dataclass(frozen=True)
class Gained:
    """One entry more, or another, in a list of the sheet: a level, a characteristic, a skill, a speciality."""

    who: str
    field: Literal["characteristics", "levels", "owned", "specialities"]
    entry: str
    value: DieCode | Paid | int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(**{self.field: {**getattr(sheet, self.field), self.entry: self.value}})
