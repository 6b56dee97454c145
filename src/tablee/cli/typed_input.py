"""What people type, read without any game: faces of real dice, the path of a file, settings of an action."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.errors import BadInput, Unknown
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.rules.fields import Field

DICE = Text(
    fr='Les faces lancées à la main, dans l\'ordre : "4 6 2".', en='The faces thrown by hand, in order: "4 6 2".'
)
NO_FILE = Text(fr="Il n'y a pas de fichier « {path} ».", en="There is no file “{path}”.")
NO_READING = Text(
    fr="« {path} » ne se lit pas : il faut un fichier de texte (UTF-8), lisible.",
    en="“{path}” cannot be read: a readable text file (UTF-8) is needed.",
)
NOT_FACES = Text(
    fr='« {text} » : écrivez des faces, par exemple "4 6 2".', en='“{text}”: write faces, for instance "4 6 2".'
)
YES_NO = {True: ("oui", "o", "yes", "y", "true"), False: ("non", "n", "no", "false")}
TOO_MANY = Text(fr="{count} dé{count:|s} de trop : {faces}.", en="{count} {count:die|dice} too many: {faces}.")
TOO_FEW = Text(fr="Il manque {count} dé{count:|s} à {sides} faces{by}.", en="{count} more d{sides} needed{by}.")


def text_of(path: str) -> str:
    """What a file says, or a sentence about why it cannot be read."""
    try:
        return Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise Unknown(NO_FILE, path=path) from None
    except (OSError, UnicodeDecodeError):
        raise Unknown(NO_READING, path=path) from None


def faces_of(text: str) -> list[int]:
    """The faces of dice from "4 6 2" or "4, 6, 2"."""
    try:
        return [int(face) for face in text.replace(",", " ").split()]
    except ValueError:
        raise BadInput(NOT_FACES, text=text) from None


def typed_value(field: Field, value: str) -> Any:
    """The value of a field from what a user types: several values have commas between them, yes and no are words."""
    if field.many:
        return tuple(one.strip() for one in value.split(",") if one.strip())
    return truth_of(value) if field.kind is bool else value


def truth_of(word: str) -> bool | str:
    """True or False for a yes or a no in either language; any other word as it is."""
    return next((truth for truth, words in YES_NO.items() if word.lower() in words), word)


def settings_of(text: str, fields: Iterable[Field]) -> dict[str, Any]:
    """The parameters of an action from « primes=effectiveness penalties=danger,risk »; a value may hold spaces."""
    known, settings = {field.name: field for field in fields}, dict[str, Any]()
    for pair in re.split(r"\s+(?=\w+=)", text.strip()) if text.strip() else ():
        key, _, value = pair.partition("=")
        settings[key] = typed_value(known[key], value) if key in known else value
    return settings


def example_of(field: Field, lang: str) -> str:
    """A setting that might be typed for a field, `wind=1`."""
    yes = YES_NO[True][0 if lang == "fr" else 2]
    return f"{field.name}={'1' if field.kind is int else yes if field.kind is bool else '…'}"
