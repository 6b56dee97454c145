"""The words of magic and their maluses, from `words.toml` (Fiche 5; Fiche 7 for synonyms and black magic)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablee.rules.data.tables import toml_table
from tablee.text import Text

_WORDS: dict[str, dict[str, Any]] = toml_table(__package__, "words.toml")


@dataclass(frozen=True)
class Word:
    """A Verbe or an Essence: its malus, and the skill line on which its experience is written."""

    name: Text
    malus: int
    key: str  # "verb:create", "essence:fire": shared by synonyms


@dataclass(frozen=True)
class Verb(Word):
    """UDS-MAGIC-07, -08; `small` and `contact` are bonuses (UDS-MAGIC-13, -16), `mundane` a roll some MJ add (-38)."""

    small: int = 0
    contact: int = 0
    mundane: str = ""


@dataclass(frozen=True)
class Essence(Word):
    """UDS-MAGIC-09, -12; `covers` is what it reaches besides its name (UDS-MAGIC-10)."""

    group: str
    damage: int = 1  # of a spell that hurts (UDS-MAGIC-28)
    covers: Text | None = None


@dataclass(frozen=True)
class Size:
    """UDS-MAGIC-13: up to so many metres."""

    name: Text
    malus: int
    metres: int = 0
    great: bool = False


@dataclass(frozen=True)
class Duration:
    """UDS-MAGIC-14: up to so many seconds; in `rounds` where the book counts rounds."""

    name: Text
    malus: int
    seconds: int
    rounds: int | None = None
    great: bool = False
    lasting: bool = False  # a year or more: costs PSY maximum (UDS-MAGIC-18)


@dataclass(frozen=True)
class Distance:
    """UDS-MAGIC-15: out of sight, up to so many metres."""

    name: Text
    malus: int
    metres: int = 0


@dataclass(frozen=True)
class Incantation:
    """UDS-MAGIC-22: a bonus on every Verbe against fatigue, or a spell that lasts as long as it is spoken."""

    name: Text
    bonus: int
    psy: int
    phy: int
    lasts: str  # a duration


def _name(row: dict[str, Any]) -> Text:
    return Text(row.pop("fr"), row.pop("en"))


def _verbs() -> dict[str, Verb]:
    verbs = {id: Verb(_name(row), row.pop("malus"), f"verb:{id}", **row) for id, row in _WORDS["verbs"].items()}
    for id, row in _WORDS["synonyms"].items():
        base = verbs[row["of"]]
        verbs[id] = Verb(_name(row), base.malus, base.key, base.small, base.contact, base.mundane)
    return verbs


def _essence(id: str, row: dict[str, Any]) -> Essence:
    group = row["group"]
    return Essence(
        _name(row),
        row.get("malus", GROUPS[group].malus),
        f"essence:{row.get('of', id)}",
        group,
        row.get("damage", 1),
        Text(**row["covers"]) if "covers" in row else None,
    )


@dataclass(frozen=True)
class Group:
    """A group of Essences; an open one takes any other word of its kind at the same malus."""

    name: Text
    malus: int
    open: bool = False


GROUPS = {id: Group(_name(row), **row) for id, row in _WORDS["groups"].items()}
VERBS = _verbs()
ESSENCES = {id: _essence(id, row) for id, row in _WORDS["essences"].items()}
SIZES = {id: Size(_name(row), **row) for id, row in _WORDS["sizes"].items()}
DURATIONS = {id: Duration(_name(row), **row) for id, row in _WORDS["durations"].items()}
DISTANCES = {id: Distance(_name(row), **row) for id, row in _WORDS["distances"].items()}
INCANTATIONS = {id: Incantation(_name(row), **row) for id, row in _WORDS["incantations"].items()}


def new_verb(word: str) -> Verb:
    """UDS-MAGIC-08, -11: any other verb, with experience of its own."""
    return Verb(Text(word, word), VERBS["other"].malus, f"verb:{word.casefold()}")


@lru_cache(maxsize=1024)
def new_essence(word: str) -> Essence:
    """UDS-MAGIC-09, -11: any other noun, with experience of its own; a noun of the lists is the Essence they name."""
    for known in ESSENCES.values():
        if word.casefold() in (known.name.fr.casefold(), known.name.en.casefold()):
            return known
    return Essence(Text(word, word), ESSENCES["other"].malus, f"essence:{word.casefold()}", "common")
