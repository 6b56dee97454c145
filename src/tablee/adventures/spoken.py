"""The words of an adventure as they are checked: all of them there, in both languages, and good to read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tablee.adventures.folder import EN, FR, Bound
from tablee.adventures.headings import OF_THE_WORDS, heading, shown, to_write, wanted
from tablee.adventures.words import Place, Words
from tablee.rules.check.sources import Finding, mistake, unknown
from tablee.rules.check.sources import Place as Line
from tablee.text import LANGS, Text

MAX_WORDS = 60  # to read at once
SEVERAL = 4  # words: fewer may well be the same in both languages
AGREES = re.compile(
    r"\bvous (?:êtes|étiez|serez|voilà) (?!sous\b|plus\b|tous\b|ici\b|aussi\b|assis\b|parmi\b)"
    r"(?:\w+ment )?(\w+(?:é|ée|és|ées|ie|is|us|ue))\b|\bvous (?:a|ont|avait|avaient) (\w+(?:ée|és|ées|ues?|ies))\b",
    re.IGNORECASE,
)
TWICE = Text(fr="« {id} » est là deux fois, ou est un mot réservé.", en="“{id}” is there twice, or is a reserved word.")
NO_TITLE = Text(
    fr="Il faut un titre (# …), et quelques phrases qui disent de quoi il s'agit.",
    en="A title is needed (# …), and a few sentences that say what it is about.",
)
NO_HEADING = Text(fr="Il manque « {place} », avec : {what}.", en="“{place}” is missing, with: {what}.")
PARTS = {
    "label": Text(fr="un nom", en="a name"),
    "alt": Text(fr="ce que montre l'image (![…](nom.png))", en="what the picture shows (![…](name.png))"),
    "read": Text(fr="un texte à lire (> …)", en="a text to read (> …)"),
}
UNTRANSLATED = Text(
    fr="Le même texte en français et en anglais : « {words} ».", en="The same text in French and in English: “{words}”."
)
NO_WORDS = {
    "label": Text(fr="{place} : il faut dire comment cela s'appelle.", en="{place}: say what it is called."),
    "alt": Text(
        fr="{place} : dites ce que montre l'image, pour qui ne la voit pas : ![…](nom.png).",
        en="{place}: say what the picture shows, for those who do not see it: ![…](name.png).",
    ),
    "read": Text(fr="{place} : il manque le texte à lire (> …).", en="{place}: the text to read is missing (> …)."),
}
LONG = Text(fr="{count} mots à lire d'un trait : {most} au plus.", en="{count} words to read at once: {most} at most.")
AGREEMENT = Text(
    fr="« {words} » s'accorde avec qui joue : tournez autrement.",
    en="“{words}” agrees with who plays: say it otherwise.",
)
SPEAKS = Text(fr="Ces mots vont avec", en="These words go with")


def mistakes_in_words(book: Bound, folder: Path) -> Iterator[Finding]:
    """Every text of the structure is there in both languages, and no other."""
    expected = dict(wanted(book.adventure))
    for file, words in ((FR, book.fr), (EN, book.en)):
        path = folder / file
        if not words.title or not words.pitch:
            yield mistake(Line(path), NO_TITLE)
        for line, place in words.twice:
            yield mistake(Line(path, line), TWICE, id=".".join(place) or words.title)
        yield from _languages(path, words, expected)
        yield from _manner(path, words, file == FR)
    for place, section in book.en.sections.items():
        same = section.read and section.read == book.fr.at(*place).read
        if same and len(section.read.split()) >= SEVERAL:
            values = (("words", " ".join(section.read.split()[:SEVERAL])),)
            yield Finding(Line(folder / EN, section.line), UNTRANSLATED, values, remark=True)


def _languages(path: Path, words: Words, expected: Mapping[Place, tuple[str, ...]]) -> Iterator[Finding]:
    """Headings that lack, each once with what belongs to it; what is not written under others; words of nothing."""
    lacking = {place for place, needs in expected.items() if needs and place not in words.sections}
    for place, needs in expected.items():
        if any(place[:n] in lacking for n in range(1, len(place))):
            continue  # told with what it belongs to
        section = words.sections.get(place)
        near = next((words.at(*place[:n]).line for n in range(len(place), -1, -1) if place[:n] in words.sections), 1)
        if place in lacking:
            below = [heading(one) for one in expected if one[: len(place)] == place != one and one in lacking]
            what = Text(*(", ".join([*(PARTS[need].say(lang) for need in needs), *below]) for lang in LANGS))
            yield mistake(Line(path, near), NO_HEADING, place=shown(place), what=what)
        elif need := next((need for need in needs if to_write(section, need)), ""):
            yield mistake(Line(path, near), NO_WORDS[need], place=shown(place))
    for place, section in words.sections.items():
        if place and place not in expected and not (len(place) == 1 and place[0] in OF_THE_WORDS):
            yield unknown(Line(path, section.line), SPEAKS, shown(place), [shown(one) for one in expected])


def _manner(path: Path, words: Words, french: bool) -> Iterator[Finding]:
    """Texts that are long to read aloud; in French, « vous » with an agreement that depends on who plays."""
    for section in words.sections.values():
        count = sum(any(map(str.isalnum, word)) for word in section.read.split())
        if count > MAX_WORDS:
            values = (("count", count), ("most", MAX_WORDS))
            yield Finding(Line(path, section.line), LONG, values, remark=True)
        found = AGREES.search(section.read) if french else None
        if found:
            yield Finding(Line(path, section.line), AGREEMENT, (("words", found[0]),), remark=True)
