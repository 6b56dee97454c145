"""read_lists(): the lists of a TOML text, or a sentence naming the line of the first mistake in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tablee.errors import BadInput
from tablee.games.d6.book import said_by
from tablee.games.d6.codes import parse
from tablee.games.d6.formulas import check_formula
from tablee.games.d6.lists import (
    DERIVED,
    Armour,
    Case,
    Characteristic,
    Derived,
    Kind,
    Lists,
    Refused,
    Roles,
    Skill,
    Weapon,
)
from tablee.text import Text

KINDS: dict[str, Kind] = {
    "common": "common",
    "reserved": "reserved",
    "crafts": "craft",
    "extraordinary": "extraordinary",
}
NOT_TOML = Text(
    fr="Ligne {line} : ce fichier n'est pas du TOML ({reason}).",
    en="Line {line}: this file is not TOML ({reason}).",
)
MISSING = Text(
    fr="Ligne {line} : il manque [{section}].",
    en="Line {line}: [{section}] is missing.",
)
MISSING_VALUE = Text(
    fr="Ligne {line} : il manque « {key} » dans [{section}].",
    en="Line {line}: “{key}” is missing from [{section}].",
)
UNKNOWN_SECTION = Text(
    fr="Ligne {line} : [{section}] est inconnu. Parties possibles : {known}.",
    en="Line {line}: [{section}] is unknown. Possible parts: {known}.",
)
WRONG_ENTRY = Text(
    fr="Ligne {line} : « {key} » ({section}) : {problem}",
    en="Line {line}: “{key}” ({section}): {problem}",
)
TWICE = Text(
    fr="Ligne {line} : la compétence « {key} » est déjà dans une autre liste.",
    en="Line {line}: the skill “{key}” is in another list already.",
)
NO_SKILL = Text(
    fr="Ligne {line} : « {key} » emploie la compétence « {skill} », qui n'est dans aucune liste.",
    en="Line {line}: “{key}” uses the skill “{skill}”, which is in no list.",
)
NO_ENTRY = Text(
    fr="Ligne {line} : « {key} » désigne « {named} », qui n'est pas dans les listes.",
    en="Line {line}: “{key}” names “{named}”, which is not in the lists.",
)
NOT_CHARACTERISTICS = Text(
    fr="Ligne {line} : « {key} » est la moyenne de caractéristiques de la liste ({known}).",
    en="Line {line}: “{key}” is the mean of characteristics of the list ({known}).",
)
BAD_LEVEL = Text(
    fr="Ligne {line} : une spécialité est de niveau 1 ou 2, pas « {level} ».",
    en="Line {line}: a speciality is of level 1 or 2, not “{level}”.",
)
EXPECTED = {
    "table": Text(fr="il faut une partie, ou des champs entre accolades.", en="a part is needed, or fields in braces."),
    "word": Text(fr="il faut un mot entre guillemets.", en="a word in quotes is needed."),
    "key": Text(fr="un de ses champs est inconnu.", en="one of its fields is unknown."),
    "number": Text(fr="il faut un nombre, au moins 1.", en="a number is needed, at least 1."),
    "braces": Text(fr="un nom ne contient pas d'accolades.", en="a name has no braces."),
    "truth": Text(fr="il faut true ou false.", en="true or false is needed."),
}
SECTIONS = (
    "characteristics",
    "derived",
    *KINDS,
    "roles",
    "melee",
    "missiles",
    "armours",
    "specialities",
    "refused",
    "cases",
)


def read_lists(toml: str) -> Lists:
    """The lists of a TOML text, or BadInput naming the line of the first mistake."""
    return _Reader(toml).lists()


class _Reader:
    """Reads one file section by section, and knows where each entry stands."""

    def __init__(self, toml: str) -> None:
        self.lines = toml.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(toml)
        except tomllib.TOMLDecodeError as wrong:
            place = re.search(r"line (\d+)", str(wrong))
            line = int(place[1]) if place else len(self.lines)  # else « at end of document »
            raise BadInput(NOT_TOML, line=line, reason=str(wrong).split(" (at")[0]) from None
        self.ours = self.data.pop("ours", True) is True

    def line_of(self, section: str, key: str = "") -> int:
        """Where an entry of a section is written, or where the section begins."""
        here, began = "", 1
        for number, line in enumerate(self.lines, 1):
            if header := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
                path = [part.strip(" \"'") for part in header[1].split(".")]
                here = path[0]
                if here == section and len(path) == 1:
                    began = number
                if path == [section, key]:
                    return number
            elif here == section and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return number
        return began

    def wrong(self, text: Text, section: str, key: str = "", **values: Any) -> BadInput:
        return BadInput(text, line=self.line_of(section, key), section=section, key=key, **values)

    def entry_wrong(self, section: str, key: str, problem: str) -> BadInput:
        return self.wrong(WRONG_ENTRY, section, key, problem=EXPECTED[problem])

    def rows(self, section: str) -> Mapping[str, Any]:
        rows = self.data.get(section, {})
        if not isinstance(rows, dict):
            raise self.entry_wrong(section, section, "table")
        return rows

    def row(self, section: str, key: str, short: str, fields: Mapping[str, type]) -> dict[str, Any]:
        """One entry: its fields, or the one value it is short for."""
        value = self.rows(section)[key]
        row = dict(value) if isinstance(value, dict) else {short: value}
        for field, given in row.items():
            kind = {"fr": str, "en": str, "ours": bool, **fields}.get(field)
            if kind is None:
                raise self.entry_wrong(section, key, "key")
            if not isinstance(given, kind):
                raise self.entry_wrong(section, key, {bool: "truth", int: "number"}.get(kind, "word"))
        french = row.pop("fr", key)
        english = row.pop("en", french)
        if set("{}") & set(f"{key}{french}{english}"):
            raise self.entry_wrong(section, key, "braces")
        return {"ours": self.ours, **row, "name": Text(french, english)}

    def lists(self) -> Lists:
        for section in self.data:
            if section not in SECTIONS:
                raise self.wrong(UNKNOWN_SECTION, section, known=SECTIONS)
        for section in ("characteristics", "derived", "common"):
            if not self.rows(section):
                raise BadInput(MISSING, line=max(len(self.lines), 1), section=section)
        characteristics = {
            key: Characteristic(**self.row("characteristics", key, "fr", {})) for key in self.rows("characteristics")
        }
        found = Lists(
            characteristics=characteristics,
            derived=self.derived(tuple(characteristics)),
            skills=self.skills(tuple(characteristics)),
            specialities=self.specialities(),
            cases={key: self.case(key) for key in self.rows("cases")},
            armours={key: Armour(**self.coded("armours", key)) for key in self.rows("armours")},
        )
        found = found.with_changes(weapons=self.weapons(found))
        return found.with_changes(roles=self.roles(found), refused=self.refused(found))

    def derived(self, known: tuple[str, ...]) -> dict[str, Derived]:
        rows = {key: self.row("derived", key, "mean", {"mean": list}) for key in self.rows("derived")}
        for key in DERIVED:
            if key not in rows:
                raise BadInput(MISSING_VALUE, line=self.line_of("derived"), section="derived", key=key)
        for key, row in rows.items():
            if key not in DERIVED:
                raise self.entry_wrong("derived", key, "key")
            mean = row.get("mean", [])
            if not mean or not all(one in known for one in mean):
                raise self.wrong(NOT_CHARACTERISTICS, "derived", key, known=known)
        return {key: Derived(**row) for key, row in rows.items()}

    def skills(self, known: tuple[str, ...]) -> dict[str, Skill]:
        skills: dict[str, Skill] = {}
        for section, kind in KINDS.items():
            for key in self.rows(section):
                row = self.row(section, key, "base", {"base": str})
                if key in skills:
                    raise self.wrong(TWICE, section, key)
                try:
                    check_formula(row.get("base", ""), known)
                except BadInput as wrong:
                    raise self.wrong(WRONG_ENTRY, section, key, problem=said_by(wrong)) from None
                skills[key] = Skill(kind=kind, formula=row.pop("base"), **row)
        return skills

    def coded(self, section: str, key: str, **fields: type) -> dict[str, Any]:
        row = self.row(section, key, "code", {"code": str, **fields})
        try:
            row["code"] = parse(row.get("code", ""))
        except BadInput as wrong:
            raise self.wrong(WRONG_ENTRY, section, key, problem=said_by(wrong)) from None
        return row

    def weapons(self, found: Lists) -> dict[str, Weapon]:
        weapons: dict[str, Weapon] = {}
        for section, missile in (("melee", False), ("missiles", True)):
            for key in self.rows(section):
                row = self.coded(section, key, skill=str, blunt=bool, strength=bool)
                if row.get("skill") not in found.skills:
                    raise self.wrong(NO_SKILL, section, key, skill=row.get("skill", "?"))
                weapons[key] = Weapon(**{"missile": missile, "strength": not missile, **row})
        return weapons

    def roles(self, found: Lists) -> Roles:
        rows = self.rows("roles")
        places: dict[str, Mapping[str, Any]] = {
            "strength": found.characteristics,
            "initiative": found.characteristics | found.skills,
            "unarmed": found.weapons,
        }
        for key, named in rows.items():
            if key not in Roles.model_fields:
                raise self.entry_wrong("roles", key, "key")
            if not isinstance(named, str) or named not in places.get(key, found.skills):
                raise self.wrong(NO_ENTRY, "roles", key, named=str(named))
        return Roles(**rows)

    def specialities(self) -> dict[str, int]:
        rows = self.rows("specialities")
        for key, level in rows.items():
            if level not in (1, 2) or isinstance(level, bool):
                raise self.wrong(BAD_LEVEL, "specialities", key, level=str(level))
        return dict(rows)

    def case(self, key: str) -> Case:
        row = self.row("cases", key, "threshold", {"threshold": int})
        if row.get("threshold", 0) < 1:
            raise self.entry_wrong("cases", key, "number")
        return Case(**row)

    def refused(self, found: Lists) -> dict[str, Refused]:
        refused: dict[str, Refused] = {}
        for key, row in self.rows("refused").items():
            if not isinstance(row, dict) or not row or not set(row) <= set(Refused.model_fields):
                raise self.entry_wrong("refused", key, "key")
            for place, names in (("describes", found.characteristics), ("covers", found.skills)):
                if place in row and (not isinstance(row[place], str) or row[place] not in names):
                    raise self.wrong(NO_ENTRY, "refused", key, named=str(row[place]))
            refused[key] = Refused(**row)
        return refused


PROPOSED = read_lists(files(__package__).joinpath("proposed/lists.toml").read_text("utf-8"))
