"""The tables of UnDéSix, read once from `tables.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from tablee.text import Name, Text

_TABLES = tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Armour:
    """UDS-CA-01."""

    name: Text
    ca: int


@dataclass(frozen=True)
class Weapon:
    """A weapon: its bonus and the characteristic it is used with (UDS-COMBAT-02)."""

    name: Name
    bonus: int
    characteristic: str


ARMOURS = {id: Armour(Text(row["fr"], row["en"]), row["ca"]) for id, row in _TABLES["armours"].items()}
WEAPONS = {
    id: Weapon(
        Name(row["fr"], row["en"], feminine=row.get("feminine", False), article=True),
        row["bonus"],
        "sens" if row["class"] == "ranged" else "phy",
    )
    for id, row in _TABLES["weapons"].items()
}
