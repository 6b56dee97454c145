"""Finding: one thing that a game's author should mend or know, where it is written, in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tablee.text import Text


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file."""

    file: Path
    line: int = 1


@dataclass(frozen=True)
class Finding:
    """A sentence about a place. A remark leaves the game accepted; anything else does not."""

    place: Place
    text: Text
    values: tuple[tuple[str, Any], ...] = ()
    remark: bool = False

    def say(self, lang: str) -> str:
        return self.text.say(lang, **dict(self.values))


def mistake(place: Place, text: Text, /, **values: Any) -> Finding:
    """Something that must be mended."""
    return Finding(place, text, tuple(values.items()))


def remark(place: Place, text: Text, /, **values: Any) -> Finding:
    """Something that the author may want to know."""
    return Finding(place, text, tuple(values.items()), remark=True)


def near(word: str, known: Iterable[str]) -> Text:
    """« , peut-être « PEB-HIT-01 » »: the known word that looks most like this one; empty if none does."""
    alike = get_close_matches(word, list(known), n=1)
    return Text(f" (peut-être « {alike[0]} » ?)", f" (perhaps “{alike[0]}”?)") if alike else Text("", "")
