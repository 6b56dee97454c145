"""The tables of Clé en main, read once from `tables.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from tablee.text import Text

_TABLES = tomllib.loads(files(__package__).joinpath("tables.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Weapon:
    """A weapon (CEM-EQUIP-06): its damage dice, and whether it shoots."""

    name: Text
    dice: int
    ranged: bool
    skill: str


WEAPONS = {
    id: Weapon(Text(row["fr"], row["en"]), row["dice"], row.get("ranged", False), row["skill"])
    for id, row in _TABLES["weapons"].items()
}
