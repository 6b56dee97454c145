"""A pack: an adventure as one zip file that anybody can send; written, and read with distrust."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from io import BytesIO
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tablee.adventures.check import examined_files
from tablee.adventures.folder import (
    EN,
    FR,
    MAX_BYTES,
    MISSING,
    NAMES,
    NOT_TEXT,
    STRUCTURE,
    TOO_LARGE,
    Bound,
    Files,
    bound,
)
from tablee.adventures.picture import MAX_PICTURE, MAX_PICTURES, NAME, TOO_MANY, file_of, kept
from tablee.errors import BadInput
from tablee.rules.game import Game
from tablee.text import Text

MAX_PACK = 512 * 1024  # of a whole pack
MAX_MEMBERS = len(NAMES) + MAX_PICTURES + 1  # and the folder that they may lie in
FEW_MOMENTS = 3000  # that are followed through the adventure of a stranger
LINK = 0o120000  # the kind of a link, among the signs of a file
NOT_A_PACK = Text(
    fr="Ce fichier n'est pas une aventure en zip ({names}).", en="This file is not an adventure in a zip ({names})."
)
PACK_TOO_LARGE = Text(
    fr="Ce fichier est trop grand pour une aventure : {most} Ko au plus.",
    en="This file is too large for an adventure: {most} KB at most.",
)
STRANGE = Text(
    fr="Ce zip contient « {name} », qui n'est pas d'une aventure : seuls {names} et des images PNG y ont leur place.",
    en="This zip holds “{name}”, which is no part of an adventure: only {names} and PNG pictures belong there.",
)
STRANGE_TWICE = Text(
    fr="Ce zip contient deux fois « {name} » : on ne saurait pas laquelle jouer.",
    en="This zip holds “{name}” twice: nobody could know which one to play.",
)
TO_MEND = Text(
    fr="Cette aventure a {count} erreur{count:|s} à corriger. {first}",
    en="This adventure has {count} mistake{count:|s} to mend. {first}",
)
FIRST = Text(fr="{file}, ligne {line} : {what}", en="{file}, line {line}: {what}")
WHEN = (1980, 1, 1, 0, 0, 0)  # the same files make the same pack


def packed(book: Bound) -> bytes:
    """The pack of an adventure."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as pack:
        for name, text in book.files.named().items():
            pack.writestr(ZipInfo(f"{book.id}/{name}", WHEN), text, ZIP_DEFLATED)
        for name, picture in book.files.pictures:
            pack.writestr(ZipInfo(f"{book.id}/{name}", WHEN), file_of(name, picture), ZIP_STORED)
    return into.getvalue()


def unpacked(data: bytes, game: Game | None = None) -> Bound:
    """The adventure of a pack; BadInput with a sentence if it is anything else, or has a mistake to mend."""
    book = bound(_files(data))
    mistakes = [one for one in examined_files(book.files, game, FEW_MOMENTS) if not one.remark]
    if mistakes:
        one = mistakes[0]
        first = Text(
            *(
                FIRST.say(lang, file=one.place.file.name, line=one.place.line, what=one.say(lang))
                for lang in ("fr", "en")
            )
        )
        raise BadInput(TO_MEND, count=len(mistakes), first=first)
    return book


def _files(data: bytes) -> Files:
    """The three files of a pack and its pictures, and nothing but them."""
    if len(data) > MAX_PACK:
        raise BadInput(PACK_TOO_LARGE, most=MAX_PACK // 1024)
    try:
        with ZipFile(BytesIO(data)) as pack:
            listed = [one for one in pack.infolist()[: MAX_MEMBERS + 1] if not one.is_dir()]
            members = {_name(one): one for one in listed}
            if len(members) < len(listed):
                twice = Counter(_name(one) for one in listed).most_common(1)[0][0]
                raise BadInput(STRANGE_TWICE, name=twice)
            drawn = {name: one for name, one in sorted(members.items()) if name not in NAMES}
            if len(drawn) > MAX_PICTURES:
                raise BadInput(TOO_MANY, most=MAX_PICTURES)
            found = {name: _text(pack, name, one) for name, one in members.items() if name in NAMES}
            pictures = tuple((name, kept(name, _read(pack, one, MAX_PICTURE))) for name, one in drawn.items())
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as wrong:
        raise BadInput(NOT_A_PACK, names=NAMES) from wrong
    missing = [name for name in NAMES if name not in found]
    if missing:
        raise BadInput(MISSING, file=missing[0])
    return Files(found[STRUCTURE], found[FR], found[EN], pictures)


def _name(member: ZipInfo) -> str:
    """The name of a file of an adventure, alone in the pack or in one folder of it."""
    path = PurePosixPath(member.filename)
    link = (member.external_attr >> 16) & 0o170000 == LINK
    plain = len(path.parts) <= 2 and not path.is_absolute() and ".." not in path.parts and "\\" not in member.filename
    if not plain or link or not (path.name in NAMES or re.match(NAME, path.name) or member.is_dir()):
        raise BadInput(STRANGE, name=member.filename[:60], names=NAMES)
    return path.name


def _text(pack: ZipFile, name: str, member: ZipInfo) -> str:
    """The text of a file of a pack."""
    data = _read(pack, member, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise BadInput(TOO_LARGE, file=name, most=MAX_BYTES // 1024)
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise BadInput(NOT_TEXT, file=name) from None


def _read(pack: ZipFile, member: ZipInfo, most: int) -> bytes:
    """The bytes of a file, read one further than it may be long, whatever the pack says of its length: which only the
    usual compression allows, where others unfold all they hold at once.
    """
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadInput(NOT_A_PACK, names=NAMES)
    with pack.open(member) as file:
        return file.read(most + 1)
