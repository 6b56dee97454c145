"""Tokens: what a person looks like on every page: their name, its initial, a tint, round or square."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from tablee.table.seen.view import CharacterSeen, Looked, View
from tablee.text import Name, Text
from tablee.web.urls import url

Seen = View | Looked

ARTICLE = re.compile(r"^(?:l['’]|(?:les?|la|the)\s+)", re.IGNORECASE)
TINTS = 8
"""How many tints the stylesheet has: t1 to t8."""
OF_COLOURS = {
    "brique": "t1",
    "petrole": "t2",
    "ardoise": "t3",
    "prune": "t4",
    "sapin": "t5",
    "laiton": "t6",
    "encre": "t7",
    "garance": "t8",
}
"""The tint of each colour that a player may choose."""
THE_MJ, SOMEBODY = Text(fr="Le meneur", en="The GM"), Text(fr="Quelqu'un", en="Somebody")


@dataclass(frozen=True)
class Token:
    """A person beside what they do: their name, their tint, square where the MJ plays them."""

    name: str
    tint: str
    foe: bool = False


def initial(name: str) -> str:
    """What stands on a token: a name's initial, its article aside, and its number where several people have one name.

    >>> initial("le loup"), initial("l'ogre"), initial("Élias"), initial("brigand 2")
    ('L', 'O', 'É', 'B2')
    """
    bare = ARTICLE.sub("", name.strip()) or name
    number = re.search(r"\s(\d)$", bare)
    first = next((sign for sign in bare if sign.isalnum()), "?").upper()
    return first + (number[1] if number else "")


def name_of(who: str, view: Seen) -> Name:
    """The name of a character in a view; their id where the view has none."""
    return name_in(view.cast, who)


def name_in(cast: Mapping[str, CharacterSeen], who: str) -> Name:
    """The name of a character among these; their id where they have none."""
    name = cast[who].sheet.get("name") if who in cast else None
    return Name(**name) if isinstance(name, dict) else Name(str(name or who))


def called(who: str, view: Seen, lang: str) -> str:
    """What a character is called in a list: « le loup », Ana."""
    return name_of(who, view).with_article(lang, "le")


def is_foe(who: str, view: Seen) -> bool:
    """Whether a character is the MJ's, whose token is square: nobody plays them and nobody may take them."""
    seen = view.cast.get(who)
    return seen is None or (not seen.owner and not seen.free)


def tint(who: str, view: Seen) -> str:
    """The tint of a character: their player's colour; else one by name that nobody before them in the cast has."""
    seats = view.seats
    chosen = (
        (one, OF_COLOURS.get(seats[seen.owner].colour) if seen.owner in seats else None)
        for one, seen in view.cast.items()
    )
    return _tints(tuple(chosen)).get(who) or by_name(who)


@lru_cache(maxsize=256)
def _tints(chosen: tuple[tuple[str, str | None], ...]) -> dict[str, str]:
    """The tints of a cast, of whom each has the colour that their player chose, or none."""
    taken = {one for _, one in chosen if one}
    tints = {}
    for who, colour in chosen:
        first = int(by_name(who)[1:]) - 1
        free = (f"t{(first + step) % TINTS + 1}" for step in range(TINTS))
        tints[who] = colour or next((one for one in free if one not in taken), by_name(who))
        taken.add(tints[who])
    return tints


def portrait(who: str, view: Seen, table: str) -> str:
    """The address of a character's portrait; "" if they have none."""
    held = view.cast[who].portrait if who in view.cast else ""
    return held if held.startswith("/") or not held else url("/api/tables/{}/pictures/{}", table, held)


def by_name(who: str) -> str:
    """The tint of a character for whom none was chosen: always the same for the same `who`."""
    return f"t{crc32(who.encode()) % TINTS + 1}"


def person(who: str, view: View, lang: str) -> Token:
    """A character as a token beside a title."""
    return Token(name_of(who, view).say(lang), tint(who, view), is_foe(who, view))


def seat_token(seat: str, view: View, lang: str) -> Token:
    """The person of a seat; by their role as long as they have given no name, or once they are gone."""
    one = view.seats.get(seat)
    name = (one and one.called) or (THE_MJ if one and one.role == "mj" else SOMEBODY).say(lang)
    return Token(name, OF_COLOURS.get(one.colour, "") if one else "")


def on_our_side(who: str, view: View) -> bool:
    """Whether a character is on the side of those whom players play or may take; all are, if there are none."""
    cast = view.cast
    ours = {one.side for one in cast.values() if one.owner or one.free} - {"", None}
    seen = cast.get(who)
    if seen is None or not ours:
        return True
    return bool(seen.owner or seen.free or seen.side in ours)
