"""read_lists(): the lists of a TOML text, or a sentence naming the line of the first mistake in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tablee.errors import BadInput
from tablee.games.d6.bases import check_formula
from tablee.games.d6.book import said_by
from tablee.games.d6.codes import parse
from tablee.games.d6.lists.contents import (
    DERIVED,
    Armour,
    Case,
    Characteristic,
    Derived,
    Lists,
    Refused,
    Roles,
    Skill,
    SkillKind,
    Weapon,
    plain,
)
from tablee.text import Text

KINDS: dict[str, SkillKind] = {
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
MISSING_FIELD = Text(
    fr="Ligne {line} : « {key} » ({section}) : il manque « {field} ».",
    en="Line {line}: “{key}” ({section}): “{field}” is missing.",
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
    fr="Ligne {line} : « {key} » ({section}) : {problem}.",
    en="Line {line}: “{key}” ({section}): {problem}.",
)
TWICE = Text(
    fr="Ligne {line} : « {key} » est déjà dans les listes, à la ligne {before}.",
    en="Line {line}: “{key}” is in the lists already, on line {before}.",
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
    fr="Ligne {line} : « {key} » : une spécialité est de niveau 1 ou 2.",
    en="Line {line}: “{key}”: a speciality is of level 1 or 2.",
)
EXPECTED = {
    "table": Text(fr="il faut une partie, ou des champs entre accolades", en="a part is needed, or fields in braces"),
    "word": Text(fr="il faut un mot entre guillemets", en="a word in quotes is needed"),
    "key": Text(fr="un de ses champs est inconnu", en="one of its fields is unknown"),
    "list": Text(fr='il faut une liste, comme ["F", "E"]', en='a list is needed, such as ["F", "E"]'),
    "number": Text(fr="il faut un nombre de 1 à 99", en="a number from 1 to 99 is needed"),
    "name": Text(
        fr="un nom n'est pas vide et ne contient pas d'accolades", en="a name is not empty and has no braces."
    ),
    "letters": Text(
        fr="l'abréviation d'une caractéristique n'a que des lettres",
        en="a characteristic's short form is letters only",
    ),
    "truth": Text(fr="il faut true ou false", en="true or false is needed"),
    "large": Text(fr="{most} dés au plus", en="{most} dice at most"),
    "dice": Text(
        fr="ce code n'a aucun dé : ajoutez strength = true si la force le lance",
        en="this code has no die: add strength = true if strength throws it",
    ),
    "why": Text(
        fr="dites ce qu'il décrit (describes) ou recouvre (covers)", en="say what it describes or what it covers"
    ),
}
REASONS = {  # what the reader of TOML says, in French and in plainer English
    "Cannot overwrite": Text(fr="la même entrée y est deux fois", en="the same entry stands twice"),
    "Cannot declare": Text(fr="la même partie y est deux fois", en="the same part stands twice"),
    "Unclosed inline table": Text(fr="une accolade n'est pas fermée", en="a brace is not closed"),
    "Unclosed array": Text(fr="un crochet n'est pas fermé", en="a bracket is not closed"),
    "Unterminated string": Text(fr="un guillemet n'est pas fermé", en="a quotation mark is not closed"),
    "Illegal character": Text(fr="un guillemet n'est pas fermé", en="a quotation mark is not closed"),
    "Expected '='": Text(fr="il manque un signe =", en="an = sign is missing"),
    "Expected ']'": Text(fr="un crochet n'est pas fermé", en="a bracket is not closed"),
    "Expected newline": Text(fr="il y a quelque chose de trop sur la ligne", en="there is too much on the line"),
    "Invalid value": Text(
        fr="la valeur n'est ni un nombre ni un mot entre guillemets", en="neither a number nor a quoted word"
    ),
}
UNREADABLE = Text(fr="cette ligne ne se comprend pas", en="this line makes no sense")
NEEDED = ("base", "code", "skill", "threshold", "mean")
SIZES = {bool: "truth", int: "number", list: "list"}
MAX_DICE, HIGHEST_CASE = 30, 99
SECTIONS = (
    "characteristics",
    "derived",
    *KINDS,
    "roles",
    "melee",
    "missiles",
    "armours",
    "specialities",
    "english",
    "refused",
    "cases",
)


def read_lists(toml: str) -> Lists:
    """The lists of a TOML text, or BadInput naming the line of the first mistake."""
    return _Reader(toml).lists()


def _bare(key: str) -> str:
    """A key as TOML reads it: quotes and escapes undone."""
    if not key.strip().startswith('"'):
        return key.strip(" '")
    try:
        return next(iter(tomllib.loads(f"{key} = 0")))
    except tomllib.TOMLDecodeError:
        return key


class _Reader:
    """Reads one file section by section, and knows where each entry stands."""

    def __init__(self, toml: str) -> None:
        toml = toml.removeprefix("\ufeff")
        self.lines = toml.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(toml)
        except tomllib.TOMLDecodeError as wrong:
            place = re.search(r"line (\d+)", str(wrong))
            line = int(place[1]) if place else len(self.lines)  # else « at end of document »
            reason = next((text for start, text in REASONS.items() if str(wrong).startswith(start)), UNREADABLE)
            raise BadInput(NOT_TOML, line=line, reason=reason) from None
        self.ours = self.data.pop("ours", True)
        if not isinstance(self.ours, bool):
            raise self.entry_wrong("ours", "ours", "truth")

    def line_of(self, section: str, key: str = "") -> int:
        """Where an entry of a section is written, or where the section begins."""
        here, began = "", 0
        for number, line in enumerate(self.lines, 1):
            if header := re.match(r"\s*\[\[?\s*([^\]]+?)\s*\]", line):
                path = [_bare(part) for part in header[1].split(".")]
                here = path[0]
                if here == section and not began:
                    began = number
                if path == [section, key]:
                    return number
            elif entry := re.match(r"\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s=.#]+)\s*[=.]", line):
                if here == section and key and _bare(entry[1]) == key:
                    return number
                if not here and _bare(entry[1]) == section:
                    began = number
        return began or 1

    def wrong(self, text: Text, section: str, key: str = "", **values: Any) -> BadInput:
        return BadInput(text, line=self.line_of(section, key), section=section, key=key, **values)

    def entry_wrong(self, section: str, key: str, problem: str, **values: Any) -> BadInput:
        text = EXPECTED[problem]
        said = Text(text.say("fr", **values), text.say("en", **values)) if values else text
        return self.wrong(WRONG_ENTRY, section, key, problem=said)

    def check_name(self, section: str, key: str, *names: str) -> None:
        if any(not name.strip() or set("{}") & set(name) for name in (key, *names)):
            raise self.entry_wrong(section, key, "name")

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
            if not isinstance(given, kind) or isinstance(given, bool) != (kind is bool):
                raise self.entry_wrong(section, key, SIZES.get(kind, "word"))
        for field in fields:
            if field not in row and field in NEEDED:
                raise self.wrong(MISSING_FIELD, section, key, field=field)
        french = row.pop("fr", key)
        english = row.pop("en", french)
        self.check_name(section, key, french, english)
        return {"ours": self.ours, **row, "name": Text(french, english)}

    def lists(self) -> Lists:
        for section in self.data:
            if section not in SECTIONS:
                raise self.wrong(UNKNOWN_SECTION, section, known=SECTIONS)
        for section in ("characteristics", "derived", "common"):
            if not self.rows(section):
                line = self.line_of(section) if section in self.data else max(len(self.lines), 1)
                raise BadInput(MISSING, line=line, section=section)
        characteristics = {
            key: Characteristic(**self.row("characteristics", key, "fr", {"name_ours": bool}))
            for key in self.rows("characteristics")
        }
        for key in characteristics:
            if not key.isalpha():
                raise self.entry_wrong("characteristics", key, "letters")
        self.check_twice()
        found = Lists(
            characteristics=characteristics,
            derived=self.derived(tuple(characteristics)),
            skills=self.skills(tuple(characteristics)),
            specialities=self.specialities(),
            english=self.english(),
            cases={key: self.case(key) for key in self.rows("cases")},
            armours={key: Armour(**self.table_of_code("armours", key)) for key in self.rows("armours")},
        )
        found = found.with_changes(weapons=self.weapons(found))
        return found.with_changes(roles=self.roles(found), refused=self.refused(found))

    def check_twice(self) -> None:
        """One name, one thing: what is rolled is told apart by its name, without case or accents."""
        for sections, told in ((("characteristics", "derived"), str), (KINDS, plain), (("melee", "missiles"), str)):
            places: dict[str, tuple[str, str]] = {}
            for section in sections:
                for key in self.rows(section):
                    if told(key) in places:
                        raise self.wrong(TWICE, section, key, before=self.line_of(*places[told(key)]))
                    places[told(key)] = section, key
        for section in KINDS:
            for key in self.rows(section):
                for other in ("characteristics", "derived"):
                    if key in self.rows(other):
                        raise self.wrong(TWICE, section, key, before=self.line_of(other, key))

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
                try:
                    check_formula(row["base"], known)
                except BadInput as wrong:
                    raise self.wrong(WRONG_ENTRY, section, key, problem=said_by(wrong)) from None
                skills[key] = Skill(kind=kind, formula=row.pop("base"), **row)
        return skills

    def table_of_code(self, section: str, key: str, **fields: type) -> dict[str, Any]:
        row = self.row(section, key, "code", {"code": str, **fields})
        try:
            row["code"] = parse(row["code"])
        except BadInput as wrong:
            raise self.wrong(WRONG_ENTRY, section, key, problem=said_by(wrong)) from None
        if row["code"].dice > MAX_DICE:
            raise self.entry_wrong(section, key, "large", most=MAX_DICE)
        return row

    def weapons(self, found: Lists) -> dict[str, Weapon]:
        weapons: dict[str, Weapon] = {}
        for section, missile in (("melee", False), ("missiles", True)):
            for key in self.rows(section):
                row = self.table_of_code(section, key, skill=str, blunt=bool, strength=bool, two_hands=bool)
                if row["skill"] not in found.skills:
                    raise self.wrong(NO_SKILL, section, key, skill=row["skill"])
                weapons[key] = weapon = Weapon(**{"missile": missile, "strength": not missile, **row})
                if not weapon.strength and not weapon.code.dice:
                    raise self.entry_wrong(section, key, "dice")
        return weapons

    def roles(self, found: Lists) -> Roles:
        rows = self.rows("roles")
        places: dict[str, Mapping[str, Any]] = {
            "strength": found.characteristics,
            "initiative": found.characteristics | found.skills,
            "unarmed": {id: weapon for id, weapon in found.weapons.items() if not weapon.missile},
        }
        for key, named in rows.items():
            if key not in Roles.model_fields:
                raise self.entry_wrong("roles", key, "key")
            if not isinstance(named, str):
                raise self.entry_wrong("roles", key, "word")
            if named not in places.get(key, found.skills):
                raise self.wrong(NO_ENTRY, "roles", key, named=named)
        return Roles(**rows)

    def specialities(self) -> dict[str, int]:
        rows = self.rows("specialities")
        for key, level in rows.items():
            self.check_name("specialities", key)
            if type(level) is not int or level not in (1, 2):
                raise self.wrong(BAD_LEVEL, "specialities", key)
        return dict(rows)

    def english(self) -> dict[str, str]:
        rows = self.rows("english")
        for key, word in rows.items():
            if not isinstance(word, str):
                raise self.entry_wrong("english", key, "word")
            self.check_name("english", key, word)
        return dict(rows)

    def case(self, key: str) -> Case:
        row = self.row("cases", key, "threshold", {"threshold": int})
        if not 1 <= row["threshold"] <= HIGHEST_CASE:
            raise self.entry_wrong("cases", key, "number")
        return Case(**row)

    def refused(self, found: Lists) -> dict[str, Refused]:
        refused: dict[str, Refused] = {}
        for key, row in self.rows("refused").items():
            self.check_name("refused", key)
            if not isinstance(row, dict) or not row or not set(row) <= set(Refused.model_fields):
                raise self.entry_wrong("refused", key, "why")
            for place, names in (("describes", found.characteristics), ("covers", found.skills)):
                if not isinstance(row.get(place, ""), str):
                    raise self.entry_wrong("refused", key, "word")
                if place in row and row[place] not in names:
                    raise self.wrong(NO_ENTRY, "refused", key, named=row[place])
            refused[key] = Refused(**row)
        return refused


PROPOSED = read_lists(files(__package__).joinpath("lists.toml").read_text("utf-8"))
