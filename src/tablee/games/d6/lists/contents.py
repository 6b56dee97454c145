"""The lists a table plays with: characteristics, secondary values, skills, gear. Ours, or a file of its own.

The document refers to a sheet that it does not contain, so `lists.toml` proposes one. A table that copies that
file and changes it plays with its own lists; `reader.py` reads it.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from pydantic import Field

from tablee.games.d6.codes import Code
from tablee.rules.fields import Declared
from tablee.text import Name, Text

SkillKind = Literal["common", "reserved", "craft", "extraordinary"]
COURAGE, TAKING = "courage", ("wounds", "fatigue")
DERIVED = (COURAGE, *TAKING)  # D6-DERIVED-01


class Characteristic(Declared):
    """A general capacity, by its abbreviation."""

    name: Text
    ours: bool = True
    name_ours: bool = False  # the document prints the abbreviation alone


class Derived(Declared):
    """D6-DERIVED-01: a secondary value and the characteristics it is the mean of."""

    name: Text
    mean: tuple[str, ...]
    ours: bool = True


class Skill(Declared):
    """A specific capacity: its kind, and the formula of its base."""

    name: Text
    kind: SkillKind
    formula: str
    ours: bool = True


class Weapon(Declared):
    """D6-COMBAT-03: what it adds to strength, or its own code, and the skill that wields it."""

    name: Text
    code: Code
    skill: str
    missile: bool = False
    strength: bool = True
    blunt: bool = False  # tires instead of wounding (D6-COMBAT-06)
    two_hands: bool = False  # leaves no hand for a shield
    ours: bool = True


class Armour(Declared):
    """D6-COMBAT-03: what it adds to resistance."""

    name: Text
    code: Code
    ours: bool = True


class Case(Declared):
    """D6-TEST-03: a typical case and its threshold."""

    name: Text
    threshold: int
    ours: bool = True


class Roles(Declared):
    """Which entries of the lists our fights and care call for; a table without fights leaves them out."""

    strength: str = ""
    initiative: str = ""
    dodge: str = ""
    shield: str = ""
    unarmed: str = ""  # a weapon
    first_aid: str = ""
    medicine: str = ""


class Refused(Declared):
    """D6-SPEC-05: a word that cannot be a speciality, and why."""

    describes: str = ""  # a characteristic
    covers: str = ""  # a skill


class Lists(Declared):
    """Everything a table can replace."""

    characteristics: dict[str, Characteristic]
    derived: dict[str, Derived]
    skills: dict[str, Skill]
    roles: Roles = Roles()
    weapons: dict[str, Weapon] = Field(default_factory=dict)
    armours: dict[str, Armour] = Field(default_factory=dict)
    specialities: dict[str, int] = Field(default_factory=dict)  # suggestions, with their level
    english: dict[str, str] = Field(default_factory=dict)  # specialities, suggested or not, as English calls them
    refused: dict[str, Refused] = Field(default_factory=dict)
    cases: dict[str, Case] = Field(default_factory=dict)

    def of_kind(self, kind: SkillKind) -> dict[str, Skill]:
        return {id: skill for id, skill in self.skills.items() if skill.kind == kind}

    def level_of(self, speciality: str) -> int:
        """D6-SPEC-03: the level the lists suggest for a speciality; 1 if they do not know it."""
        return next((level for name, level in self.specialities.items() if plain(name) == plain(speciality)), 1)

    def called(self, speciality: str) -> Name:
        """A speciality as people read it: in English too, if the lists know how."""
        return Name(speciality, self.english.get(speciality, ""))

    def name_of(self, id: str) -> Text:
        """The name of a characteristic, of a secondary value or of a skill; the word itself if it is none of them."""
        found = self.characteristics.get(id) or self.derived.get(id) or self.skills.get(id)
        return found.name if found else Text(id, id)


def one_line(words: str) -> str:
    """Words with one space between them and none around."""
    return " ".join(words.split())


def plain(words: str) -> str:
    """Words without case, accents or needless spaces: « Épées » and « epees » are the same."""
    return one_line("".join(c for c in unicodedata.normalize("NFD", words.casefold()) if not unicodedata.combining(c)))
