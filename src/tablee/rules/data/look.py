"""Look: how pages draw what is a game's own, from the `look.toml` of its package; every line has a default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal
from zlib import crc32

from pydantic import Field, StringConstraints

from tablee.rules.fields import Declared, record_of
from tablee.rules.forms import PRICE
from tablee.rules.game import own_file
from tablee.text import Text

FILE = "look.toml"
Drawing = Literal["balance", "sentence", "paid"]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]


class Colours(Declared):
    """The colour of a game on paper, and a deeper one for edges and shadows."""

    accent: Colour
    deep: Colour


SPARE = (
    (Colours(accent="#2b6431", deep="#1a4420"), Colours(accent="#8fce8c", deep="#39763c")),
    (Colours(accent="#8a2a5b", deep="#5f1a3e"), Colours(accent="#f0a3c8", deep="#9a3a6d")),
    (Colours(accent="#1f5591", deep="#143a66"), Colours(accent="#93bff2", deep="#2e68ab")),
    (Colours(accent="#5c5a12", deep="#3f3e09"), Colours(accent="#d2cf72", deep="#6f6c1f")),
)
"""Colours by day and by night for games that bring none: its id says which of them a game has."""


class DiceLook(Declared):
    """The dice of a game as they are drawn: six sides, ten, or any other number with a figure.

    A `kind` is a class of the stylesheet: "" is the game's own colour; bone, red and brass are the house's.
    """

    sides: int = 6
    faces: tuple[int, ...] = (5, 2)  # of those on its card at home
    face: int = 1  # of the one beside its name
    kind: str = ""
    named: Mapping[str, str] = Field(default_factory=dict)  # the kind of the dice of a roll that has this name
    rows: Mapping[str, str] = Field(default_factory=dict)  # the term for what a row that begins with such dice is for
    beside: tuple[str, ...] = ()  # names of dice that lie in a row with those thrown before them
    sums: tuple[str, ...] = ()  # rules whose sums stand under the dice of a card: what their colours count for


class Picture(Declared):
    """What stands for one point of a count: a path of an SVG in its box, and how so many of them are said."""

    box: str
    path: str
    fr: str
    en: str

    def said(self, lang: str, value: int, most: int) -> str:
        """« 3 points d'héroïsme sur 10 »."""
        return Text(self.fr, self.en).say(lang, value=value, most=most)


class World(Declared):
    """The world of a game in a sentence, in both languages."""

    fr: str
    en: str

    def say(self, lang: str) -> str:
        return Text(self.fr, self.en).say(lang)


class Look(Declared):
    """What `look.toml` says of one game; what it leaves out is drawn as for any game."""

    place: int = 100  # among the games of a house, the lowest first
    world: World | None = None  # in a sentence, what is played with it
    light: Colours | None = None  # None: one of those to spare
    dark: Colours | None = None
    dice: DiceLook = DiceLook()
    turns: Literal["row", "sides"] = "row"  # the order of play: people in a row, or two sides between which it passes
    kind: str = ""  # the field of a sheet whose choices are kinds of characters
    line: str = ""  # the entry of a sheet that says in a few words who a character is
    story: str = ""  # the one that says it in as many words as its player likes
    few: str = ""  # the section of a sheet whose entries tell a character in a line, where they are few
    best: str = ""  # the one whose first entries tell a character apart, where nothing is counted
    long: tuple[str, ...] = ()  # fields of forms that are written in several lines
    groups: Mapping[str, Drawing] = Field(default_factory=dict)
    """Groups of fields that a form draws their own way: two pans, a sentence of words, ticks that cost a point."""
    one_only: str = ""  # the clause by which a pan of a balance holds one choice: another takes its place
    dashed: tuple[str, ...] = ()  # ids of the actions whose cards have a dashed edge
    pictures: Mapping[str, Picture] = Field(default_factory=dict)
    """What a count is drawn with instead of boxes, by the id of an entry of the sheet or of a group of fields."""

    def drawing(self, group: str) -> Drawing | None:
        """How a form draws the group of fields of this id; None as any other."""
        return "paid" if group == PRICE.id else self.groups.get(group)


@cache
def look_of(game: str) -> Look:
    """How the game of this id looks; as any game, where there is none of this id."""
    found: Look = record_of(Look, tomllib.loads(own_file(game, FILE) or ""))
    return found


def colours_of(game: str) -> tuple[Colours, Colours]:
    """The colours of the game of this id by day and by night: its own, or some of those to spare."""
    look, (light, dark) = look_of(game), SPARE[crc32(game.encode()) % len(SPARE)]
    return look.light or light, look.dark or dark


def in_place(games: Mapping[str, object]) -> list[str]:
    """The ids of games in the order in which a house lists them."""
    return sorted(games, key=lambda id: (look_of(id).place, id))
