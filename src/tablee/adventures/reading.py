"""The structure of an adventure as it is read: what is wrong with its TOML or its fields, in the reader's language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_origin

from tablee.adventures.picture import NAME_OR_NONE as PICTURE
from tablee.adventures.structure import ID, ID_OR_NONE, Adventure
from tablee.errors import BadFields, BadInput, FieldProblem
from tablee.rules import fields
from tablee.rules.fields import PROBLEMS, Declared, record_of
from tablee.text import Text

NOT_TOML = Text(fr="adventure.toml, ligne {line} : {why}.", en="adventure.toml, line {line}: {why}.")
KEY = "[key]"  # what a validator calls the name of something, beside what it holds
PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
WHYS = {
    "Expected '=' after a key": Text(fr="il manque « = » après un nom", en="“=” is missing after a name"),
    "Expected ']": Text(
        fr="il manque « ] » au titre d'un tableau, ou son nom a d'autres signes que des lettres sans accent, des "
        "chiffres et des traits d'union",
        en="the heading of a table lacks its “]”, or has other signs in its name than plain letters, digits and "
        "hyphens",
    ),
    "Cannot |Duplicate ": Text(
        fr="ce nom est déjà donné plus haut : une fois suffit", en="this name was given above: once is enough"
    ),
    "Unclosed |Unterminated |Expected \"'": Text(
        fr="il manque une virgule, ou ce qui ferme une accolade, un crochet, des guillemets",
        en="a comma is missing, or what closes a brace, a bracket, quotation marks",
    ),
    "Expected newline": Text(
        fr="il y a quelque chose de trop après la valeur", en="there is something too many after the value"
    ),
    "Invalid value": Text(
        fr='cette valeur ne se lit pas : un texte est entre guillemets ("…"), un nombre va sans rien, oui et non '
        "s'écrivent true et false",
        en='this value cannot be read: a text stands between quotation marks ("…"), a number alone, yes and no are '
        "true and false",
    ),
    "Invalid (?:statement|initial character)|Empty": Text(
        fr="cette ligne n'est ni un [tableau], ni « nom = valeur », ni un # commentaire",
        en="this line is no [table], no “name = value” and no # comment",
    ),
    "Illegal character": Text(
        fr="un texte a une fin de ligne ou un signe de commande : fermez d'abord son guillemet",
        en="a text holds an end of line or a control sign: close its quotation mark first",
    ),
    "Unescaped": Text(fr="dans un texte, « \\ » s'écrit « \\\\ »", en="in a text “\\” is written “\\\\”"),
    "Exceeds the limit": Text(fr="un nombre est trop long", en="a number is too long"),
}
TOO_DEEP = Text(fr="trop de crochets les uns dans les autres", en="too many brackets inside each other")
NO_SUCH_FIELD = Text(
    fr="{field} : ce champ n'existe pas. Ici : {known}.", en="{field}: there is no such field. Here: {known}."
)
BELONGS = Text(fr="{field} : ce champ va dans `{inside}`.", en="{field}: this field belongs in `{inside}`.")
NOT_AN_ID = Text(
    fr="{field} : « {value} » ne convient pas. Un identifiant a des minuscules sans accent, des chiffres et des traits "
    "d'union, 40 signes au plus.",
    en="{field}: “{value}” does not fit. An id has small plain letters, digits and hyphens, 40 signs at most.",
)
NOT_A_PICTURE = Text(
    fr="{field} : « {value} » ne convient pas. Une image est un fichier PNG du dossier, comme « pont.png ».",
    en="{field}: “{value}” does not fit. A picture is a PNG file of the folder, such as “bridge.png”.",
)


def structure_of(text: str) -> Adventure:
    """The adventure that this structure declares; BadInput with a line where TOML cannot read it, BadFields that name
    each field that does not fit.
    """
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadInput(NOT_TOML, line=1, why=TOO_DEEP) from None
    except ValueError as wrong:  # too long a number is no TOMLDecodeError
        told = str(wrong)
        found = PLACE.search(told)
        line = int(found[1] or text.count("\n") + 1) if found else 1
        raise BadInput(NOT_TOML, line=line, why=_why(PLACE.sub("", told))) from None
    try:
        adventure: Adventure = record_of(Adventure, data)
    except BadFields as wrong:
        raise BadFields(tuple(dict.fromkeys(_told(one, data) for one in wrong.problems))) from None
    return adventure


def _why(message: str) -> Text:
    known = (text for pattern, text in WHYS.items() if re.match(pattern, message))
    return next(known, Text(message, message))


def _told(problem: FieldProblem, data: Mapping[str, Any]) -> FieldProblem:
    """A problem as a writer reads it: what is one of several is called by its id, and what would fit is said."""
    steps = problem.field.removesuffix(KEY).rstrip(".").split(".")
    values = {**dict(problem.values), "field": ".".join(_called(steps, data))}
    if problem.text in (PROBLEMS["extra_forbidden"], fields.NO_SUCH_FIELD):
        kind = _kind(steps[:-1])
        inside = next((name for name, one in _named(kind).items() if one and steps[-1] in _named(one)), "")
        values |= {"known": tuple(_named(kind)), "inside": inside}
        return FieldProblem(problem.field, BELONGS if inside else NO_SUCH_FIELD, tuple(values.items()))
    text = {ID_OR_NONE: NOT_AN_ID, ID: NOT_AN_ID, PICTURE: NOT_A_PICTURE}.get(values.get("pattern", ""), problem.text)
    return FieldProblem(problem.field, text, tuple(values.items()))


def _called(steps: Sequence[str], data: Any) -> Iterator[str]:
    """The steps to a value as a writer would name them: one of several by its id, one that is alone by no number."""
    for step in steps:
        several = isinstance(data, list)
        if several:
            data = data[int(step)] if step.isdecimal() and int(step) < len(data) else None
        elif step == "0":
            continue
        else:
            data = data.get(step) if isinstance(data, Mapping) else None
        id = data.get("id") if several and isinstance(data, Mapping) else None
        yield id if isinstance(id, str) and id else step


def _kind(steps: Sequence[str]) -> type[Declared]:
    """The declaration of what stands there, or of what it stands in."""
    kind: type[Declared] = Adventure
    rest = iter(steps)
    for step in rest:
        if found := _named(kind).get(step):
            field = next(one for name, one in kind.model_fields.items() if step in (name, one.alias))
            if get_origin(field.annotation) in (tuple, Mapping):
                next(rest, None)  # its id, or its number
            kind = found
    return kind


def _named(kind: type[Declared]) -> dict[str, type[Declared] | None]:
    """The fields of a declaration as they are written, with the declaration of what they hold, if it has one."""
    return {one.alias or name: _inside(one.annotation) for name, one in kind.model_fields.items() if name != "params"}


def _inside(annotation: Any) -> type[Declared] | None:
    if isinstance(annotation, type) and issubclass(annotation, Declared):
        return annotation
    return next((found for one in get_args(annotation) if (found := _inside(one))), None)
