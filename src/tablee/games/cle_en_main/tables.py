"""The tables of Clé en main, read once from `tables.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablee.rules.data.tables import toml_table
from tablee.rules.fields import Annotated, Between, Declared
from tablee.text import Text

_TABLES = toml_table(__package__, "tables.toml")

Category = Literal["standard", "war", "heavy"]


def named(row: dict[str, str]) -> Text:
    """The name of a row in both languages; the game's own words stay French in both."""
    return Text(row["fr"], row.get("en", row["fr"]))


@dataclass(frozen=True)
class Skill:
    """CEM-SKILL-02, CEM-NPC-12: one of the 23 skills, its NPC category, whether it is written with a parenthesis."""

    id: str
    name: Text
    used_for: Text
    category: str
    specialised: bool


class Weapon(Declared):
    """CEM-EQUIP-06…10: a weapon. One with a range that is not `ranged` may be thrown."""

    id: str
    name: Text
    skill: str  # the line of the sheet used with it
    dice: Annotated[int, Between(0, 20)]
    bonus: int | None = None  # CEM-NPC-04: the damage of its own line; None: that of the sheet
    category: Category = "standard"
    ranged: bool = False
    range_m: int | None = None
    multi_targets: int | None = None
    zone_m: int | None = None
    six_plus: bool = False
    ours: bool = False

    @property
    def natural(self) -> bool:
        """CEM-MANO-02: whether it is a part of the body, fists, claws or fangs, which nobody drops or picks up."""
        return self.skill == BARE_HANDS.skill


class Armour(Declared):
    """CEM-EQUIP-12…15: something that protects. A `shield` is not an armour: its protection adds to the best one."""

    id: str
    name: Text
    protection: int
    category: Category = "standard"
    shield: bool = False
    ours: bool = False


@dataclass(frozen=True)
class Travel:
    """CEM-CHASE-02, -04: a way to flee or pursue, and the skills it calls for."""

    name: Text
    skill: str
    stops: str
    resists: str


@dataclass(frozen=True)
class Fire:
    """CEM-HAZARD-02: a fire by its size."""

    name: Text
    dice: int


def _rows(table: str) -> dict[str, dict[str, object]]:
    """The rows of a table as their declarations want them: `fr` and `en` become the name."""
    return {
        id: {"id": id, "name": named(row), **{key: value for key, value in row.items() if key not in ("fr", "en")}}
        for id, row in _TABLES[table].items()
    }


SKILLS = {
    id: Skill(id, named(row), Text(**row["for"]), row["category"], row.get("specialised", False))
    for id, row in _TABLES["skills"].items()
}
PHYSICAL = frozenset(id for id, skill in SKILLS.items() if skill.category == "physique")
SPECIALISATIONS: dict[str, str] = _TABLES["specialisations"]  # French → English
HEROISM = {int(pcs): int(points) for pcs, points in _TABLES["heroism"].items()}
CARE: dict[str, int] = _TABLES["care"]
FREE_ROUNDS = 10  # of held breath (CEM-HAZARD-03)
FIRES = {id: Fire(named(row), row["dice"]) for id, row in _TABLES["fire"].items()}
TRAVELS = {id: Travel(named(row), row["skill"], row["stops"], row["resists"]) for id, row in _TABLES["chase"].items()}
WEAPONS = {id: Weapon.model_validate(row) for id, row in _rows("weapons").items()}
ARMOURS = {id: Armour.model_validate(row) for id, row in _rows("armours").items()} | {
    id: Armour.model_validate({**row, "shield": True}) for id, row in _rows("shields").items()
}
BARE_HANDS = WEAPONS["bare_hands"]


def split(skill: str) -> tuple[str, str]:
    """A line of the sheet as its skill and its specialisation: « combat (Épée) » is ("combat", "Épée")."""
    plain, _, rest = skill.partition("(")
    return plain.strip(), rest.removesuffix(")").strip()


def skill_name(skill: str) -> Text:
    """How a line of the sheet is written: « Combat (Épée) »."""
    plain, specialisation = split(skill)
    name = SKILLS[plain].name
    english = SPECIALISATIONS.get(specialisation, specialisation)
    return Text(f"{name.fr} ({specialisation})", f"{name.en} ({english})") if specialisation else name


def skill_line(name: str) -> str:
    """The line of a sheet under its French or English name, specialisation included; "" for a name not in the list.

    >>> skill_line("Survie"), skill_line("Combat (épée)"), skill_line("Combat (Sword)"), skill_line("Danse")
    ('survival', 'combat (épée)', 'combat (Épée)', '')
    """
    plain, specialisation = split(name)
    found = next((id for id, skill in SKILLS.items() if plain in (skill.name.fr, skill.name.en)), "")
    french = next((word for word, english in SPECIALISATIONS.items() if english == specialisation), specialisation)
    return f"{found} ({french})" if found and french else found


RANKS = {
    "rudiments": Text(fr="des rudiments", en="rudiments"),
    "between": Text(fr="plus que des rudiments", en="more than rudiments"),
    "assured": Text(fr="une maîtrise assurée", en="an assured hand"),
    "first_rank": Text(fr="parmi les meilleurs", en="among the best"),
}


def tier(value: int) -> str:
    """CEM-SKILL-01: the rank of a skill value in words; 5 lies between two ranks, and « beyond 10 » is strict.

    >>> [tier(value) for value in (4, 5, 10, 11)]
    ['rudiments', 'between', 'assured', 'first_rank']
    """
    if value <= 4:
        return "rudiments"
    if value < 6:
        return "between"
    return "assured" if value <= 10 else "first_rank"
