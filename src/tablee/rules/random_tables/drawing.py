"""RandomTable and draw: one entry by dice, what it names in brackets drawn too, agreed with who was drawn.

>>> from tablee.dice import Fed
>>> entries = (Entry(Text("Bruine", "Drizzle")), Entry(Text("Vent", "Wind")))
>>> weather = RandomTable("weather", Text("Temps", "Weather"), entries)
>>> draw({"weather": weather}, "weather", Fed([2])).text.en
'Wind'
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from tablee.dice import Dice, Rolled, die, throw
from tablee.dice.notation import MAX_THROWN, parse
from tablee.errors import BadInput, BadNotation
from tablee.text import Name, Text, plain

SLOT = re.compile(r"\[([^\[\]]{1,80})\]")
MAX_DRAWS = 100  # entries that one draw may lead to
DICE_COUNT = 5  # dice in brackets are as much as so many entries
MAX_WEIGHT = 1000
NAME = "name"  # the table whose entries are what a person is called
ITSELF = Text(
    fr="« {title} » mènerait à elle-même, ou à trop de tirages ({most} au plus).",
    en="“{title}” would lead to itself, or to too many draws ({most} at most).",
)


class Entry(NamedTuple):
    """A line of a table: its words, how many faces it takes, and the gender of the person whom it names, if it does."""

    text: Text
    weight: int = 1
    feminine: bool | None = None


@dataclass(frozen=True)
class RandomTable:
    """Entries to draw from. Of one that is `agreed` words agree with who was drawn (`{who:Il|Elle}`); from one that is
    `dealt` nothing comes again before all has come, as from a pack of cards.
    """

    id: str
    label: Text
    entries: tuple[Entry, ...]
    secret: bool = False
    agreed: bool = False
    dealt: bool = False


Tables = Mapping[str, RandomTable]
Dealt = Mapping[str, tuple[int, ...]]
"""Of each table that is dealt, the places of the entries that have come since it was whole."""


@dataclass
class Drawn:
    """What was drawn: the words, the person whom they name, the dice, which places came of tables that are dealt."""

    table: str
    label: Text
    text: Text
    name: str = ""
    feminine: bool = False
    rolls: tuple[Rolled, ...] = ()
    dealt: Dealt = field(default_factory=dict)


def draw(tables: Tables, id: str, dice: Dice, by: str = "", dealt: Dealt | None = None) -> Drawn:
    """One entry of a table, by dice that `by` throws; `dealt` says what has come before. BadInput if it has no end."""
    drawing = _Drawing(tables, dice, by, dict(dealt or {}))
    text, table = drawing.entry(id), tables[id]
    came = {id: places for id, places in drawing.dealt.items() if places != (dealt or {}).get(id)}
    rolls = tuple(drawing.rolls)
    return Drawn(id, table.label, text, drawing.name, bool(drawing.feminine), rolls, came)


def slots(text: str) -> list[str]:
    """What stands in brackets."""
    return SLOT.findall(text)


def names_of(tables: Tables) -> dict[str, str]:
    """The ids of tables by what they may be called, as `bare` writes it."""
    names = dict[str, str]()
    for id, table in tables.items():
        for word in (id, table.label.fr, table.label.en):
            names.setdefault(bare(word), id)
    return names


def named(tables: Tables, word: str) -> str | None:
    """The table that a word names, by its id or by what it is called, one or several; None if there is none."""
    return names_of(tables).get(bare(word))


def same(word: str, other: str) -> bool:
    """Whether two words name the same table: capitals, accents, one or several make no difference."""
    return bare(word) == bare(other)


def is_secret(tables: Tables, id: str) -> bool:
    """Whether a table is the MJ's alone, or may lead to one that is."""
    names, reached, going = names_of(tables), {id}, [id]
    while going:
        words = (bare(word) for one in tables[going.pop()].entries for word in slots(one.text.fr))
        found = {names[word] for word in words if word in names} - reached
        reached |= found
        going += found
    return any(tables[one].secret for one in reached)


def bare(word: str) -> str:
    """A name without case, accents, and the s of several."""
    return re.sub(r"s\b", "", plain(" ".join(word.split())))


def is_dice(word: str) -> bool:
    """Whether what stands in brackets is dice: `2d6`."""
    try:
        parse(word, MAX_THROWN)
    except BadNotation:
        return False
    return any(map(str.isdigit, word))


class _Drawing:
    """A draw under way: the dice so far, who was named, what has come."""

    def __init__(self, tables: Tables, dice: Dice, by: str, dealt: dict[str, tuple[int, ...]]) -> None:
        self.tables, self.dice, self.by, self.dealt = tables, dice, by, dealt
        self.names, self.left = names_of(tables), MAX_DRAWS
        self.rolls: list[Rolled] = []
        self.name = ""
        self.feminine: bool | None = None

    def entry(self, id: str) -> Text:
        """The words of one entry, with all that they name."""
        table = self.tables[id]
        self._count(1, table)
        entry = self._one(table)
        if entry.feminine is not None:
            self.feminine = entry.feminine
        found = {word: self._slot(word, table) for word in dict.fromkeys(slots(entry.text.fr))}
        if id == NAME:
            return self._named(entry, found)
        return Text(**{lang: self._said(table, getattr(entry.text, lang), found, lang) for lang in ("fr", "en")})

    def _named(self, entry: Entry, found: Mapping[str, Text]) -> Text:
        """The name of a person, the same for those who read another language."""
        self.name = self._said(self.tables[NAME], entry.text.fr, found, "fr")
        return Text(self.name, self.name)

    def _said(self, table: RandomTable, words: str, found: Mapping[str, Text], lang: str) -> str:
        pieces = SLOT.split(words)  # words, a slot, words…
        who = Name("", feminine=bool(self.feminine))
        if table.agreed:
            pieces[::2] = [Text(one, one).say(lang, who=who) if "{" in one else one for one in pieces[::2]]
        pieces[1::2] = [getattr(found[word], lang) for word in pieces[1::2]]
        return "".join(pieces)

    def _count(self, draws: int, table: RandomTable) -> None:
        """So many draws more, which a table led to."""
        self.left -= draws
        if self.left < 0:
            raise BadInput(ITSELF, title=table.label, most=MAX_DRAWS)

    def _slot(self, word: str, table: RandomTable) -> Text:
        id = self.names.get(bare(word))
        if id is not None:
            return self.entry(id)
        self._count(DICE_COUNT, table)
        thrown = throw(parse(word, MAX_THROWN).question(), self.dice, by=self.by)
        self.rolls += thrown.rolls
        return Text(str(thrown.outcome), str(thrown.outcome))

    def _one(self, table: RandomTable) -> Entry:
        """The entry that a die shows; of a table that is dealt, the next one that has not come yet."""
        face, ends = 1, list(accumulate(one.weight for one in table.entries))
        if ends[-1] > 1:
            thrown = throw(die(ends[-1]), self.dice, by=self.by)
            self.rolls += thrown.rolls
            face = thrown.outcome
        place = bisect_left(ends, face)
        if table.dealt:
            gone = self.dealt.get(table.id, ())
            gone = () if len(gone) >= len(ends) else gone
            while place in gone:  # by the same die whatever has come: its size tells nobody how much that is
                place = (place + 1) % len(ends)
            self.dealt[table.id] = (*gone, place)
        return table.entries[place]
