"""A character in a line: who they are in words if their sheet says so, and what they are worth in a few numbers."""

from __future__ import annotations

from typing import Any

from tablee.rules.action import Scene
from tablee.rules.data.look import look_of
from tablee.rules.game import Game
from tablee.rules.sheet.sheets import Entry
from tablee.text import Text

FEW = 5  # entries that fit in a line
BEST = 3  # entries that tell a character apart


def in_words(game: Game, scene: Scene[Any], who: str, lang: str) -> str:
    """What a sheet says of who its character is; "" if it says nothing."""
    look = look_of(game.id)
    for entry in (entry for section in game.sections(scene, who) for entry in section.entries):
        if entry.id in (look.line, look.story) and isinstance(entry.value, Text):
            return entry.value.say(lang)
    return ""


def in_numbers(game: Game, scene: Scene[Any], who: str, lang: str) -> str:
    """The game's few numbers if they are few, else the points that are watched, else what a character does best."""
    sections = {section.id: section.entries for section in game.sections(scene, who)}
    look = look_of(game.id)
    few, best = sections.get(look.few, ()), sections.get(look.best, ())[:BEST]  # the best come first
    watched = [one for one in game.watched(scene, who)[:BEST] if one.value]
    return "\u00a0· ".join(_said(one, lang) for one in (few if 0 < len(few) <= FEW else watched or best))


def _said(entry: Entry, lang: str) -> str:
    return f"{entry.label.say(lang)}\u00a0{entry.value}"  # a number stays beside its name
