"""Tables of one's own, written as text: `# Title` or `# Title (secret)`, then an entry a line.

An entry takes as many faces as is written before it (`3 × wolves`), or those of its numbers, where the whole table has
them (`1-3 wolves`, `4. a bear`). What stands in brackets is drawn from the table of that name, or thrown (`[2d6]`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from tablee.rules.random_tables.drawing import (
    DICE_COUNT,
    ITSELF,
    MAX_DRAWS,
    MAX_WEIGHT,
    Entry,
    RandomTable,
    Tables,
    bare,
    is_dice,
    names_of,
    slots,
)
from tablee.text import Text

MAX_TABLES = 100
MAX_LETTERS = 500  # of a line
MAX_MISTAKES = 100  # after which a text is read no further
NO_TABLES: Tables = {}
TITLE = re.compile(r"#+\s*(.*?)\s*(\((?:secret|secrète)\))?\s*$", re.IGNORECASE)
WEIGHT = re.compile(r"(\d{1,6})\s*[×x*]\s+(.+)")
NUMBERED = re.compile(r"(\d{1,6})(?:\s*[-–—]\s*(\d{1,6})[.):|]?|[.):|]|(?=\t))\s+(.+)")
BARE_NUMBER = re.compile(r"(\d{1,6})()\s+(.+)")  # of a line among others that are numbered
SECRET = Text(fr=" (secrète)", en=" (secret)")

BEFORE_TITLE = Text(fr="Un titre d'abord, comme « # Rencontres ».", en="A title first, such as “# Encounters”.")
NO_TITLE = Text(fr="Ce titre est vide.", en="This title is empty.")
TWICE = Text(fr="Il y a déjà une table « {title} ».", en="There is a table “{title}” already.")
NO_ENTRY = Text(fr="La table « {title} » est vide.", en="The table “{title}” is empty.")
UNKNOWN = Text(fr="Il n'y a ni table ni dés « [{word}] ».", en="There is neither a table nor dice “[{word}]”.")
HEAVY = Text(fr="Un poids va de 1 à {most}.", en="A weight goes from 1 to {most}.")
TOO_HEAVY = Text(
    fr="La table « {title} » a plus de {most} faces.", en="The table “{title}” has more than {most} faces."
)
MIXED = Text(
    fr="Dans une même table, numérotez toutes les lignes ou aucune.", en="Number all lines of a table, or none."
)
OUT_OF_ORDER = Text(fr="On attendait {expected} ici, pas {found}.", en="{expected} was expected here, not {found}.")
LONG = Text(
    fr="Cette ligne est trop longue : {most} lettres au plus.", en="This line is too long: {most} letters at most."
)
MANY = Text(fr="{most} tables, pas plus.", en="{most} tables, no more.")


class Mistake(NamedTuple):
    """What is wrong in a line."""

    line: int
    text: Text
    values: dict[str, object]

    def say(self, lang: str) -> str:
        return self.text.say(lang, **self.values) if self.values else self.text.say(lang)


class Written(NamedTuple):
    """The tables that a text holds, and what is wrong in it."""

    tables: dict[str, RandomTable]
    mistakes: tuple[Mistake, ...]


class _Line(NamedTuple):
    """An entry as it stands in the text: its line, its weight, the numbers that it says (from, to), its words."""

    at: int
    weight: int
    numbers: tuple[int, int] | None
    words: str


class _Part(NamedTuple):
    """What stands under a title."""

    at: int
    title: str
    secret: bool
    lines: list[_Line]


def tables_in(text: str, theirs: Tables = NO_TABLES) -> Written:
    """The tables of a text, which may name each other and those of a game, `theirs`. One that is called as one of the
    game's stands in its place, with its id and its label.
    """
    mistakes: list[Mistake] = []
    parts = [_read(part) for part in islice(_parts(text, mistakes), MAX_TABLES + 1)]
    if len(parts) > MAX_TABLES:
        mistakes.append(Mistake(parts.pop().at, MANY, {"most": MAX_TABLES}))
    of_game = names_of(theirs)
    tables: dict[str, RandomTable] = {}
    titles = dict[str, str]()  # the ids by the words of their titles
    for part in parts:
        id = of_game.get(bare(part.title), part.title)
        if bare(part.title) in titles or id in tables:
            mistakes.append(Mistake(part.at, TWICE, {"title": part.title}))
            continue
        mistakes += _wrong(part)
        entries = tuple(Entry(Text(one.words, one.words), one.weight) for one in part.lines)
        label = theirs[id].label if id in theirs else Text(part.title, part.title)
        titles[bare(part.title)] = id
        tables[id] = RandomTable(id, label, entries, part.secret)
    everything = {**theirs, **tables}
    names = names_of(everything)
    for part in parts:
        for line in part.lines:
            for word in slots(line.words):
                if bare(word) not in names and not is_dice(word):
                    mistakes.append(Mistake(line.at, UNKNOWN, {"word": word}))
                if len(mistakes) > MAX_MISTAKES:
                    return _written(tables, mistakes)
    if not mistakes:
        counted: dict[str, int] = {}
        mistakes += [
            Mistake(part.at, ITSELF, {"title": part.title, "most": MAX_DRAWS})
            for part in parts
            if _draws(everything, names, titles[bare(part.title)], counted) > MAX_DRAWS
        ]
    return _written(tables, mistakes)


def _written(tables: dict[str, RandomTable], mistakes: list[Mistake]) -> Written:
    return Written(tables, tuple(sorted(mistakes, key=lambda one: one.line)))


def _parts(text: str, mistakes: list[Mistake]) -> Iterator[_Part]:
    """The titles of a text, each with its lines."""
    part: _Part | None = None
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip().removeprefix("- ").removeprefix("• ").strip()
        if not line:
            continue
        if len(line) > MAX_LETTERS:
            mistakes.append(Mistake(at, LONG, {"most": MAX_LETTERS}))
        if line.startswith("#"):
            if part:
                yield part
            title = TITLE.fullmatch(line)
            assert title
            part = _Part(at, title[1], bool(title[2]), [])
            if not part.title:
                mistakes.append(Mistake(at, NO_TITLE, {}))
        elif part is None:
            mistakes.append(Mistake(at, BEFORE_TITLE, {}))
            return
        else:
            part.lines.append(_Line(at, 1, None, line))
    if part:
        yield part


def _read(part: _Part) -> _Part:
    """The lines of a table with their faces: by their numbers, if one has some, else by the weights before them."""
    numbered = any(NUMBERED.fullmatch(one.words) for one in part.lines)
    return part._replace(lines=[_line(one, numbered) for one in part.lines])


def _line(line: _Line, numbered: bool) -> _Line:
    weight, words = WEIGHT.fullmatch(line.words), line.words
    found = (NUMBERED.fullmatch(words) or BARE_NUMBER.fullmatch(words)) if numbered else None
    if weight:
        return line._replace(weight=int(weight[1]), words=weight[2])
    if found:
        first, last = (_face(one) for one in (found[1], found[2] or found[1]))
        return line._replace(weight=last - first + 1, numbers=(first, last), words=found[3])
    return line


def _face(digits: str) -> int:
    """A face as tables of a hundred number them: 00 is the last."""
    return 100 if digits == "00" else int(digits)


def _wrong(part: _Part) -> Iterator[Mistake]:
    """What is wrong with the faces of a table."""
    if not part.lines:
        yield Mistake(part.at, NO_ENTRY, {"title": part.title})
    numbered = [one for one in part.lines if one.numbers]
    if numbered and len(numbered) < len(part.lines):
        yield Mistake(next(one for one in part.lines if not one.numbers).at, MIXED, {})
    expected = 1
    for one in part.lines:
        if not 1 <= one.weight <= MAX_WEIGHT:
            yield Mistake(one.at, HEAVY, {"most": MAX_WEIGHT})
        elif one.numbers and len(numbered) == len(part.lines):
            if one.numbers[0] != expected:
                yield Mistake(one.at, OUT_OF_ORDER, {"expected": expected, "found": one.numbers[0]})
            expected = one.numbers[1] + 1
    if sum(one.weight for one in part.lines) > MAX_WEIGHT:
        yield Mistake(part.at, TOO_HEAVY, {"title": part.title, "most": MAX_WEIGHT})


def _draws(tables: Tables, names: Mapping[str, str], id: str, counted: dict[str, int]) -> int:
    """How many entries a draw may lead to; more than may be, where it leads to itself."""
    if id not in counted:
        counted[id] = MAX_DRAWS + 1  # until it is known: what leads here from here has no end
        inner = (
            sum(_of(tables, names, word, counted) for word in dict.fromkeys(slots(one.text.fr)))
            for one in tables[id].entries
        )
        counted[id] = min(1 + max(inner, default=0), MAX_DRAWS + 1)
    return counted[id]


def _of(tables: Tables, names: Mapping[str, str], word: str, counted: dict[str, int]) -> int:
    id = names.get(bare(word))
    return DICE_COUNT if id is None else _draws(tables, names, id, counted)
