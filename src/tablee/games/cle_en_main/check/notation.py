"""How the Fiches write tests, oppositions, primes and penalties: « Survie/15 », « Combat/Défense », « Diff. »."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, NamedTuple

from tablee.errors import BadNotation
from tablee.text import Text

TERMS = {
    "deadly_attack": ("attaque meurtriere", "blessure grave", "meurt"),
    "multiple_attack": ("attaques multiples", "attaque multiple", "mult"),
    "effectiveness": ("efficacite", "eff"),
    "caution": ("prudence", "prud"),
    "light_wound": ("blessure legere", "leg"),
    "danger": ("danger", "dang"),
    "hindrance": ("difficulte", "difficile", "diff"),
    "risk": ("risque", "risq"),
}
UNREADABLE = Text(
    fr="« {text} » ne se lit pas : on écrit « Survie/15 », « Combat/Défense » ou « Réflexes ».",
    en="“{text}” cannot be read: write “Survival/15”, “Combat/Defence” or “Reflexes”.",
)
UNKNOWN_TERM = Text(
    fr="« {text} » n'est ni une prime ni une pénalité. On connaît : {known}.",
    en="“{text}” is neither a prime nor a penalty. Known: {known}.",
)
SKILL = r"[^/()\d]*[^/()\d\s](?:\s*\([^()]+\))?"
SAID = r"(?:(?:test|opposition)\s+(?:de\s+|d['’]\s*))?"  # « test de Survie/15 », « opposition d'Athlétisme/Défense »
WRITTEN = re.compile(rf"(?i:\s*{SAID}(?P<first>{SKILL})\s*(?:/\s*(?:(?P<difficulty>\d+)|(?P<second>{SKILL}))\s*)?)")


class Written(NamedTuple):
    """A test against a difficulty, or an opposition, read from its notation."""

    kind: str  # "test" or "opposition"
    skill: str  # of the test, or of the active side
    passive: str = ""
    difficulty: int = 0


def read_notation(text: str) -> Written:
    """CEM-TEST-05, CEM-OPP-03: what a notation of the Fiches asks for.

    >>> read_notation("Survie/15")
    Written(kind='test', skill='Survie', passive='', difficulty=15)
    >>> read_notation("Combat (épée)/Défense").passive
    'Défense'
    >>> read_notation("opposition de Réflexes").skill
    'Réflexes'
    """
    written = WRITTEN.fullmatch(text)
    if written is None:
        raise BadNotation(UNREADABLE, 1, text=text)
    first = written["first"].strip()
    if written["difficulty"]:
        return Written("test", first, difficulty=int(written["difficulty"]))
    return Written("opposition", first, (written["second"] or first).strip())


def plain(text: str) -> str:
    """A text without accents, capitals and the full stop of an abbreviation."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).strip(" .")


def known_term(given: Any) -> Any:
    """The id of a prime or penalty given under any name of the Fiches; any other value as it was given."""
    try:
        return read_term(given) if isinstance(given, str) else given
    except BadNotation:
        return given


def read_term(text: str) -> str:
    """CEM-PEN-06: the identifier of a prime or of a penalty, by any name the Fiches give it.

    >>> read_term("Difficile"), read_term("Lég.")
    ('hindrance', 'light_wound')
    """
    named = plain(text.partition("(")[0])  # « Risque (Toucher son allié) »
    for id, names in TERMS.items():
        if named in names or text == id:
            return id
    raise BadNotation(UNKNOWN_TERM, 1, text=text, known=tuple(TERMS))
