"""What people type, read without any game: faces of real dice, files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tablee.errors import BadInput, Unknown
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.rules.why import Note

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
TOO_MANY = Text(fr="{count} dé{count:|s} de trop : {faces}.", en="{count} die{count:|s} too many: {faces}.")
TOO_FEW = Text(fr="Il manque {count} dé{count:|s} à {sides} faces{by}.", en="{count} more d{sides} needed{by}.")


class Refused(Exception):
    """The action does not stand; its note says by which rule."""

    def __init__(self, note: Note) -> None:
        self.note = note


def text_of(path: str) -> str:
    """What a file says, or a sentence about why it cannot be read."""
    try:
        return Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise Unknown(NO_FILE, path=path) from None
    except (OSError, UnicodeDecodeError):
        raise Unknown(NO_READING, path=path) from None


def faces_of(text: str) -> list[int]:
    try:
        return [int(face) for face in text.replace(",", " ").split()]
    except ValueError:
        raise BadInput(NOT_FACES, text=text) from None
