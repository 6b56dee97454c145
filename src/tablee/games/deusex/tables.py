"""The tables of DeusEx, read once from `tables.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from tablee.rules.data.tables import names, toml_table
from tablee.text import Name, Text

_TABLES = toml_table(__package__, "tables.toml")


def _text(row: Mapping[str, Any], prefix: str = "") -> Text:
    return Text(row[f"{prefix}fr"], row[f"{prefix}en"])


@dataclass(frozen=True)
class Rung:
    """One step of a scale: it holds from a number up to the next step."""

    at: int
    name: Text
    id: str = ""
    neutral: Text | None = None  # other words for the same step, where a table prefers them


def _scale(rows: list[dict[str, Any]]) -> tuple[Rung, ...]:
    return tuple(Rung(row["from"], _text(row)) for row in rows)


def _tiers(rows: dict[str, dict[str, Any]]) -> tuple[Rung, ...]:
    return tuple(
        Rung(row["from"], _text(row), id, _text(row, "neutral_") if "neutral_fr" in row else None)
        for id, row in rows.items()
    )


def rung(scale: tuple[Rung, ...], number: int) -> Rung | None:
    """The highest step not above the number, if there is one; scales are written from low to high."""
    for step in reversed(scale):
        if step.at <= number:
            return step
    return None


@dataclass(frozen=True)
class Talent:
    """DEX-CREATE-03: one of the six, tangible or not."""

    name: Text
    tangible: bool


@dataclass(frozen=True)
class Category:
    """DEX-CREATE-09: a family of Aptitudes; `improvised` if one may try without having learned (DEX-TEST-05)."""

    name: Text
    improvised: bool


@dataclass(frozen=True)
class Aptitude:
    """A listed Aptitude: its category, and the precisions offered if it needs one, fr to en (DEX-CREATE-14)."""

    name: Text
    category: str
    precisions: dict[str, str]

    @property
    def needs_precision(self) -> bool:
        return bool(self.precisions)


@dataclass(frozen=True)
class Weapon:
    """DEX-WOUND-02, DEX-COMBAT-01: what multiplies the margin (halved or not), and the Aptitudes that wield it."""

    name: Text
    times: int
    halved: bool
    melee: bool
    ranged: bool
    aptitudes: tuple[str, ...]

    @cached_property
    def served_by(self) -> tuple[str, ...]:
        """Its Aptitudes, and those whose precision is its own name: « Armes blanches (javelot) »."""
        by_name = dict.fromkeys(f"{base_of(name)} ({self.name.fr})" for name in self.aptitudes if name != base_of(name))
        return (*self.aptitudes, *by_name)


@dataclass(frozen=True)
class Incident:
    """DEX-STRESS-03: a shock, its Difficulty, its cost on a success, and what multiplies the margin of a failure."""

    name: Text
    difficulty: int
    kept: int
    times: int
    halved: bool


@dataclass(frozen=True)
class Trouble:
    """DEX-TROUBLE-06: a latent disorder and its gist."""

    name: Text
    gist: Text


@dataclass(frozen=True)
class Occupation:
    """DEX-CREATE-02: a way of life and the Aptitudes its field may draw from."""

    name: Text
    field: tuple[str, ...]


TALENTS = {id: Talent(_text(row), row["tangible"]) for id, row in _TABLES["talents"].items()}
TALENT_NAMES = names(TALENTS)
TANGIBLE = tuple(id for id, talent in TALENTS.items() if talent.tangible)
INTANGIBLE = tuple(id for id, talent in TALENTS.items() if not talent.tangible)

TALENT_SCALE = _scale(_TABLES["talent_scale"])
APTITUDE_SCALE = _scale(_TABLES["aptitude_scale"])
DIFFICULTIES = _scale(_TABLES["difficulties"])
MARGINS = _scale(_TABLES["margins"])
PV_TIERS = _tiers(_TABLES["pv_tiers"])
PS_TIERS = _tiers(_TABLES["ps_tiers"])
CRITICAL_GRADES = tuple(Rung(int(zeros), _text(row), row["id"]) for zeros, row in _TABLES["critical_grades"].items())

CATEGORIES = {id: Category(_text(row), row["improvised"]) for id, row in _TABLES["categories"].items()}
APTITUDES = {
    name: Aptitude(Text(name, row["en"]), category, row.get("precise", {}))
    for category, rows in _TABLES["aptitudes"].items()
    for name, row in rows.items()
}
ALIASES: dict[str, str] = _TABLES["aliases"]

WEAPONS = {
    id: Weapon(
        _text(row),
        row["times"],
        row.get("halved", False),
        row.get("melee", False),
        row.get("ranged", False),
        tuple(row["aptitudes"]),
    )
    for id, row in _TABLES["weapons"].items()
}
INCIDENTS = {
    id: Incident(_text(row), row["difficulty"], row["kept"], row["times"], row.get("halved", False))
    for id, row in _TABLES["incidents"].items()
}
TROUBLES = {id: Trouble(_text(row), Text(**row["gist"])) for id, row in _TABLES["troubles"].items()}
TROUBLE_NAMES: dict[str, Name | Text] = {  # an open list: one more, named by the table (DEX-TROUBLE-06)
    **names(TROUBLES),
    "other": Text(fr="un autre Trouble, convenu avec le meneur", en="another Trouble, agreed with the GM"),
}
PHASES = {int(phase): _text(row) for phase, row in _TABLES["phases"].items()}
EVOLUTION: dict[tuple[str, int], int] = {(row["kind"], row["to"]): row["cost"] for row in _TABLES["evolution"]}
OCCUPATIONS = {id: Occupation(_text(row), tuple(row["field"])) for id, row in _TABLES["occupations"].items()}
IN_ENGLISH: dict[str, str] = _TABLES["in_english"] | {row.name.fr: row.name.en for row in OCCUPATIONS.values()}
"""What sheets of ours say in French → in English."""
QUESTIONS = tuple(_text(row) for row in _TABLES["questions"])


_SPELLINGS = {**{name.casefold(): name for name in APTITUDES}, **{old.casefold(): new for old, new in ALIASES.items()}}


@lru_cache(maxsize=1024)
def known_as(name: str) -> str:
    """An Aptitude under its usual name: « Armes de poing » is « Arme à feu (de poing) », capitals or not."""
    written = " ".join(name.split())
    base, bracket, precision = written.partition(" (")
    return _SPELLINGS.get(written.casefold()) or f"{_SPELLINGS.get(base.casefold(), base)}{bracket}{precision}"


@lru_cache(maxsize=1024)
def base_of(name: str) -> str:
    """The Aptitude without its precision: « Langue (Russe) » is a « Langue »."""
    return known_as(name).split(" (")[0]


@lru_cache(maxsize=1024)
def category_of(name: str) -> str | None:
    """DEX-CREATE-09: the category of a listed Aptitude; the list is open, so others have none."""
    listed = APTITUDES.get(base_of(name))
    return listed.category if listed else None


@lru_cache(maxsize=1024)
def aptitude_name(name: str) -> Name:
    """An Aptitude as people read it: its listed name and precision in both languages, what is not listed as written."""
    base, full = base_of(name), known_as(name)
    listed = APTITUDES.get(base)
    if listed is None:
        return Name(full)
    precision = full.removeprefix(base).strip(" ()")
    english = listed.precisions.get(precision, precision)
    return Name(full, f"{listed.name.en} ({english})" if english else listed.name.en)
