"""Files, Bound: the files of an adventure read together, and the adventures that a game brings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from tablee.adventures.picture import MAX_PICTURE, MAX_PICTURES, TOO_MANY, kept
from tablee.adventures.reading import structure_of
from tablee.adventures.structure import Adventure, Person
from tablee.adventures.words import Section, Words, words_of
from tablee.errors import BadInput, Unknown
from tablee.rules.game import package_of
from tablee.text import LANGS, Name, Text

FOLDER = "adventures"  # in the package of a game
STRUCTURE, FR, EN = "adventure.toml", "fr.md", "en.md"
NAMES = (STRUCTURE, FR, EN)
MAX_BYTES = 256 * 1024  # of one file
MAX_LINE = 500  # letters of a line of the structure: a name of n parts (a.a.a…) takes the reader n² steps
TOO_LARGE = Text(
    fr="{file} est trop grand : {most} Ko au plus pour chaque fichier d'une aventure.",
    en="{file} is too large: each file of an adventure has {most} KB at most.",
)
NOT_TEXT = Text(
    fr="{file} n'est pas un texte (UTF-8, sans signes de commande).", en="{file} is no text (UTF-8, no control signs)."
)
MISSING = Text(fr="Il manque {file} à cette aventure.", en="This adventure lacks {file}.")
LONG_LINE = Text(
    fr="{file}, ligne {line} : elle est trop longue, {most} lettres au plus.",
    en="{file}, line {line}: it is too long, {most} letters at most.",
)
NO_ADVENTURE = Text(
    fr="Il n'y a pas d'aventure « {id} ». Aventures : {known}.", en="There is no adventure “{id}”. Adventures: {known}."
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
ARTICLES = {
    "fr": re.compile(r"^(?:(le|un)|(la|une)|(les|des)) |^(l['’])", re.IGNORECASE),
    "en": re.compile(r"^(?:the|an?|some) ", re.IGNORECASE),
}


class Files(NamedTuple):
    """The three files of an adventure, as text, and its pictures by name (in base64)."""

    structure: str
    fr: str
    en: str
    pictures: tuple[tuple[str, str], ...] = ()

    def named(self) -> dict[str, str]:
        """The three files by their names."""
        return dict(zip(NAMES, (self.structure, self.fr, self.en), strict=True))


@dataclass(frozen=True)
class Bound:
    """An adventure with its words in both languages."""

    files: Files
    adventure: Adventure
    fr: Words
    en: Words

    @property
    def id(self) -> str:
        return self.adventure.id

    @cached_property
    def title(self) -> Text:
        return text_of(self.fr.title, self.en.title)

    @cached_property
    def pitch(self) -> Text:
        return text_of(self.fr.pitch, self.en.pitch)

    @cached_property
    def notes(self) -> Text:
        """What its story holds, read before one plays; empty where nothing is to be said."""
        return self.whole("notes")

    def section(self, lang: str, *place: str) -> Section:
        """What stands at a place, in one language."""
        return (self.fr if lang == "fr" else self.en).at(*place)

    def read(self, *place: str) -> Text:
        """What is read to all there."""
        return text_of(*(self.section(lang, *place).read for lang in LANGS))

    def label(self, *place: str) -> Text:
        """What it is called there."""
        return text_of(*(self.section(lang, *place).label for lang in LANGS))

    def help(self, *place: str) -> Text:
        """The sentence that helps a newcomer there."""
        return text_of(*(self.section(lang, *place).help for lang in LANGS))

    def alt(self, *place: str) -> Text:
        """What the picture there shows."""
        return text_of(*(self.section(lang, *place).alt for lang in LANGS))

    @cached_property
    def drawn(self) -> Mapping[tuple[str, ...], str]:
        """The file of the picture at each place that has one."""
        return {place: file for _, place, file in self.adventure.pictures() if file}

    def whole(self, *place: str) -> Text:
        """All that is the MJ's there."""
        return text_of(*(self.section(lang, *place).whole for lang in LANGS))

    def aside(self, *place: str) -> Text:
        """What is the MJ's there, beside what it is called."""
        return text_of(*(self.section(lang, *place).aside for lang in LANGS))

    def name_of(self, who: str) -> Name | None:
        """What a person of the adventure is called, with article and gender; None where the words do not say."""
        label = self.label("people", who)
        return named(label, self.adventure.people[who]) if label.fr else None


def text_of(fr: str, en: str) -> Text:
    """What a writer wrote, as it stands: braces are braces."""
    return Text(*(text.replace("{", "{{").replace("}", "}}") for text in (fr, en)))


def named(label: Text, person: Person) -> Name:
    """A name from what is written: « le crabe », « the crab » are common nouns, « Fantin » is not; « la commissaire
    Roque », « Inspector Roque » begin with a title.
    """
    found = ARTICLES["fr"].match(label.fr)
    titled = bool(found and label.en and not ARTICLES["en"].match(label.en))
    fr, en = ARTICLES["fr"].sub("", label.fr), ARTICLES["en"].sub("", label.en)
    feminine, plural = person.feminine, person.plural
    if found:
        feminine, plural = feminine or bool(found[2]), plural or bool(found[3])
    return Name(fr, en, feminine=feminine, plural=plural, article=bool(found) and not titled, titled=titled)


@lru_cache(maxsize=64)
def bound(files: Files) -> Bound:
    """An adventure from the text of its three files; BadInput with a sentence where they cannot be read."""
    for name, text in files.named().items():
        checked(name, text)
    for at, line in enumerate(files.structure.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise BadInput(LONG_LINE, file=STRUCTURE, line=at, most=MAX_LINE)
    return Bound(files, structure_of(files.structure), words_of(files.fr), words_of(files.en))


def checked(name: str, text: str) -> str:
    """A text that people can read and that is not too long."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise BadInput(TOO_LARGE, file=name, most=MAX_BYTES // 1024)
    if CONTROL.search(text):
        raise BadInput(NOT_TEXT, file=name)
    return text


def files_in(folder: Path) -> Files:
    """The files of an adventure in a folder."""
    found = []
    for name in NAMES:
        path = folder / name
        if not path.is_file():
            raise BadInput(MISSING, file=name)
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(TOO_LARGE, file=name, most=MAX_BYTES // 1024)
        try:
            found.append(path.read_text("utf-8").replace("\r\n", "\n"))
        except UnicodeDecodeError:
            raise BadInput(NOT_TEXT, file=name) from None
    return Files(found[0], found[1], found[2], _pictures_in(folder))


def _pictures_in(folder: Path) -> tuple[tuple[str, str], ...]:
    paths = sorted(folder.glob("*.png"))
    if len(paths) > MAX_PICTURES:
        raise BadInput(TOO_MANY, most=MAX_PICTURES)
    return tuple((path.name, kept(path.name, _start(path))) for path in paths)


def _start(path: Path) -> bytes:
    """The bytes of a file, read no further than a picture may be long."""
    with path.open("rb") as file:
        return file.read(MAX_PICTURE + 1)


def folders_of(package: Path) -> list[Path]:
    """The folders of the adventures in the folder of a package, in the order of their names."""
    place = package / FOLDER
    return (
        sorted(path for path in place.iterdir() if path.is_dir() and path.name[0] not in "._") if place.is_dir() else []
    )


@cache
def adventures_of(game: str) -> Mapping[str, Bound]:
    """The adventures that an installed game brings, by id: the one for newcomers first."""
    package = package_of(game)
    if not package:
        return {}
    found = [bound(files_in(folder)) for folder in folders_of(Path(str(files(package))))]
    return {one.id: one for one in sorted(found, key=lambda one: (not one.adventure.first, one.id))}


def adventure_called(game: str, id: str) -> Bound:
    """One adventure of an installed game."""
    known = adventures_of(game)
    if id not in known:
        raise Unknown(NO_ADVENTURE, id=id, known=tuple(known))
    return known[id]
