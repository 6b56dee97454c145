"""On the spot: names, people, places, rumours and weather of a game's world, by the `spot.toml` of its package.

All of it is ours, none of it is in a book. A pair is a sentence in French and one in English; `{who:Il|Elle}` agrees
with the person whom it is about. Names are those of the country that people read: French ones, or English ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache

from tablee.rules.fields import Declared, record_of
from tablee.rules.game import own_file
from tablee.rules.random_tables.drawing import NAME, Entry, RandomTable, Tables
from tablee.text import Text

FILE = "spot.toml"
Pair = tuple[str, str]

LABELS = {
    NAME: Text(fr="Nom", en="Name"),
    "person": Text(fr="Personne", en="Person"),
    "place": Text(fr="Lieu", en="Place"),
    "rumour": Text(fr="Rumeur", en="Rumour"),
    "weather": Text(fr="Temps", en="Weather"),
}
PERSON = Text(
    fr="[name], [trade]. {who:Il|Elle} [trait]. {who:Il|Elle} veut [want].",
    en="[name], [trade]. {who:He|She} [trait]. {who:He|She} wants [want].",
)


class Names(Declared):
    """What people are called, in the names of one language: first names, and what follows them."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    families: tuple[str, ...]


class Spot(Declared):
    """What `spot.toml` says of one game."""

    fr: Names
    en: Names
    trades: tuple[Pair, ...]
    traits: tuple[Pair, ...]  # verbs: « rit trop fort », laughs too loudly
    wants: tuple[Pair, ...]  # « revoir la mer », to see the sea again
    places: tuple[Pair, ...]
    rumours: tuple[Pair, ...]
    weather: tuple[Pair, ...]


@cache
def spot_tables(game: str, names: str) -> Tables:
    """The tables of a game for what is wanted on the spot, its people with names of a language; none where it has
    none.
    """
    text = own_file(game, FILE)
    if text is None:
        return {}
    spot: Spot = record_of(Spot, tomllib.loads(text))
    called: Names = getattr(spot, names)
    given = [Entry(Text(one, one), feminine=True) for one in called.women]
    given += [Entry(Text(one, one), feminine=False) for one in called.men]
    first, last = f"given.{names}", f"family.{names}"
    whole = Text(f"[{first}] [{last}]", f"[{first}] [{last}]")
    parts = {
        NAME: (Entry(whole),),
        "person": (Entry(PERSON),),
        "place": _pairs(spot.places),
        "rumour": _pairs(spot.rumours),
        "weather": _pairs(spot.weather),
        first: tuple(given),
        last: _pairs((one, one) for one in called.families),
        "trade": _pairs(spot.trades),
        "trait": _pairs(spot.traits),
        "want": _pairs(spot.wants),
    }
    return {
        id: RandomTable(id, LABELS.get(id, Text(id, id)), entries, agreed=True, dealt=len(entries) > 1)
        for id, entries in parts.items()
    }


def _pairs(listed: Iterable[Pair]) -> tuple[Entry, ...]:
    return tuple(Entry(Text(*one)) for one in listed)
