"""Skills: how the sheet writes them (`PHY-5`, `PSY-2 contre SENS`, `PHY+1-CA`), their list and their categories.

>>> formula("PSY-2 contre SENS")
Formula(characteristics=('psy',), modifier=-2, vitality=False, less_ca=False, against='sens', against_modifier=0)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tablee.errors import BadInput
from tablee.games.undesix.tables import WEAPONS
from tablee.rules.data.tables import toml_table
from tablee.text import Name, Text

CODES = {"PHY": "phy", "DEX": "dex", "SAV": "sav", "PSY": "psy", "MAG": "psy", "SENS": "sens"}  # UDS-CHAR-02

CATEGORIES = {
    "ordinary": Text(fr="ordinaire", en="ordinary"),
    "combat": Text(fr="combat", en="combat"),
    "special": Text(fr="coup spécial", en="special move"),
    "verb": Text(fr="Verbe", en="Verb"),
    "essence": Text(fr="Essence", en="Essence"),
    "aim": Text(fr="visée", en="aim"),
}
CEILINGS = {"ordinary": 4, "special": 4, "verb": 4, "aim": 0}  # UDS-XP-03, -05, -07, -08; none for the others (-04)
GIFTED = 2  # UDS-QUAL-05: what Doué gives in a skill, each time it is taken

UNREADABLE = Text(
    fr="« {written} » ne se lit pas comme une compétence : écrivez par exemple PHY-5, PSY-2 contre SENS ou PHY+1-CA.",
    en="“{written}” cannot be read as a skill: write for example PHY-5, PSY-2 against SENS or PHY+1-AC.",
)


class Formula(NamedTuple):
    """UDS-SKILL-01: what a skill rolls under, and what the other side rolls if it opposes."""

    characteristics: tuple[str, ...]  # several: whichever the MJ lets speak (« PSY ou SENS »)
    modifier: int = 0
    vitality: bool = False
    less_ca: bool = False
    against: str = ""
    against_modifier: int = 0

    @property
    def written(self) -> Text:
        """The formula as a sheet writes it: « PSY-2 contre SENS », “PSY-2 against SENS”."""
        rest = (f"{self.modifier:+d}" if self.modifier else "") + ("-CA" if self.less_ca else "")
        theirs = self.against.upper() + (f"{self.against_modifier:+d}" if self.against_modifier else "")
        names = [name.upper() for name in self.characteristics]
        fr = " ou ".join(names) + ("+Vitalité" if self.vitality else "") + rest
        en = " or ".join(names) + ("+Vitality" if self.vitality else "") + rest
        return Text(f"{fr} contre {theirs}", f"{en} against {theirs}") if theirs else Text(fr, en)


@lru_cache(maxsize=1024)
def formula(written: str) -> Formula:
    """UDS-SKILL-01: a skill as the sheet writes it, spaces and case aside."""
    plain = re.sub(r"\s+", " ", written.replace("−", "-").strip(" ()")).upper()
    mine, *theirs = re.split(r" (?:CONTRE|AGAINST|VS) ", plain)
    if len(theirs) > 1:
        raise BadInput(UNREADABLE, written=written)
    names, modifier, extras = _side(mine, written)
    if not theirs:
        return Formula(names, modifier, "VITALITÉ" in extras, "CA" in extras)
    against, against_modifier, others = _side(theirs[0], written)
    if others or len(against) > 1:
        raise BadInput(UNREADABLE, written=written)
    return Formula(names, modifier, "VITALITÉ" in extras, "CA" in extras, against[0], against_modifier)


def _side(side: str, written: str) -> tuple[tuple[str, ...], int, set[str]]:
    read = re.fullmatch(
        r"(?P<names>[A-Z]+(?: (?:OU|OR) [A-Z]+)*)(?P<rest>(?: ?[+-] ?(?:\d+|CA|VITALITÉ|VITALITY))*)", side
    )
    names = re.split(r" (?:OU|OR) ", read["names"]) if read else []
    if read is None or not set(names) <= set(CODES):
        raise BadInput(UNREADABLE, written=written)
    parts = [part.replace("VITALITY", "VITALITÉ") for part in re.findall(r"[+-]\w+", read["rest"].replace(" ", ""))]
    words = {part for part in parts if not part[1:].isdigit()}
    if not words <= {"-CA", "+VITALITÉ"}:
        raise BadInput(UNREADABLE, written=written)
    return tuple(CODES[name] for name in names), sum(int(p) for p in parts if p[1:].isdigit()), {w[1:] for w in words}


@dataclass(frozen=True)
class Skill:
    """A named action with its formula and its category (UDS-SKILL-07): listed, or invented (UDS-SKILL-04).

    Everybody may try it (UDS-SKILL-02); its score is what the formula says plus the bonus (UDS-SKILL-03).
    """

    name: Text | Name
    formula: Formula
    category: str


SKILLS = {  # Discrétion is the one skill for hiding (UDS-SKILL-05); luck is no skill (UDS-SKILL-06)
    id: Skill(Text(row["fr"], row["en"]), formula(row["formula"]), row["category"])
    for id, row in toml_table(__package__, "skills.toml")["skills"].items()
}
WEAPON_SKILLS = {
    f"weapon:{id}": Skill(
        row.name, Formula((row.characteristic,), row.bonus, less_ca=True), "special" if row.special else "combat"
    )
    for id, row in WEAPONS.items()
}  # UDS-SKILL-07: every weapon is its own combat skill
LISTED = {**SKILLS, **WEAPON_SKILLS}


def ceiling(category: str) -> int | None:
    """UDS-XP-03, -04, -05, -07, -08: the most experience can bring, or None where it may grow for ever."""
    return CEILINGS.get(category)


def bonus(category: str, xp: int, gifted: int) -> int:
    """UDS-QUAL-05, -07: experience and Doué together, never past the ceiling of experience."""
    most, earned = ceiling(category), xp + GIFTED * gifted
    return earned if most is None else min(most, earned)
