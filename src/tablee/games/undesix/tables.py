"""The tables of UnDéSix, read once from `tables.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablee.rules.data.tables import toml_table
from tablee.text import Name, Text

_TABLES: dict[str, dict[str, dict[str, Any]]] = toml_table(__package__, "tables.toml")


def names(table: Mapping[str, Any]) -> dict[str, Name | Text]:
    """The names of a table by id, as choices of a field."""
    return {id: row.name for id, row in table.items()}


def _text(row: dict[str, Any]) -> Text:
    return Text(row["fr"], row["en"])


@dataclass(frozen=True)
class Armour:
    """UDS-CA-01: an armour and the CA it gives."""

    name: Text
    ca: int


@dataclass(frozen=True)
class Weapon:
    """A weapon: its bonus, the characteristic it is used with (UDS-COMBAT-02), and what is special about it."""

    name: Name
    bonus: int
    characteristic: str
    ranged: bool = False
    polearm: bool = False
    modern: bool = False
    magazine: int = 0  # rounds of fire before it must be loaded again; 0 if never
    reload: int = 0  # rounds that loading takes
    parries: bool = False  # UDS-SPECIAL-06
    natural: bool = False  # part of the body: never dropped, never broken
    special: str = ""  # the special move it stands for (UDS-SPECIAL-02)


@dataclass(frozen=True)
class Attitude:
    """UDS-ATTITUDE-02: `attack` is None where no attack is possible (UDS-ATTITUDE-03), `times` stretches the round."""

    name: Text
    attack: int | None
    sens: int
    ca: int
    times: Fraction


@dataclass(frozen=True)
class Circumstance:
    """UDS-TEST-06: a circumstance, its modifier, and the lesser ones it includes."""

    name: Text
    modifier: int
    includes: frozenset[str]


@dataclass(frozen=True)
class BodyPart:
    """UDS-ACTION-10, -11: what one may aim at, how much harder it is, and what a hit there does."""

    name: Text
    at: Text  # « à la tête »; said where there may be no armour
    modifier: int = 0
    gap: bool = False
    helmet: bool = False  # a helmet covers it
    effect: str = ""


@dataclass(frozen=True)
class Location:
    """UDS-COMBAT-13: a place where a blow may land."""

    id: str
    name: Text


def _weapon(row: dict[str, Any]) -> Weapon:
    named = {key: row[key] for key in ("feminine", "plural", "aspirated") if key in row}
    kept = {
        key: row[key]
        for key in ("ranged", "polearm", "modern", "magazine", "reload", "parries", "natural", "special")
        if key in row
    }
    usual = "sens" if row.get("ranged") else "phy"
    return Weapon(
        Name(row["fr"], row["en"], article=True, **named), row["bonus"], row.get("characteristic", usual), **kept
    )


ARMOURS = {id: Armour(_text(row), row["ca"]) for id, row in _TABLES["armours"].items()}
WEAPONS = {id: _weapon(row) for id, row in _TABLES["weapons"].items()}
ATTITUDES = {
    id: Attitude(_text(row), row.get("attack"), row["sens"], row["ca"], Fraction(row["times"]))
    for id, row in _TABLES["attitudes"].items()
}
CIRCUMSTANCES = {
    id: Circumstance(_text(row), row["modifier"], frozenset(row.get("includes", ())))
    for id, row in _TABLES["circumstances"].items()
}
PARTS = {
    id: BodyPart(
        _text(row),
        Text(**row["at"]) if "at" in row else _text(row),
        **{key: value for key, value in row.items() if key not in ("fr", "en", "ours", "at")},
    )
    for id, row in _TABLES["parts"].items()
}
LOCATIONS = {int(face): Location(row["id"], _text(row)) for face, row in _TABLES["locations"].items()}
