"""What weighing an adventure found, in words: what a page draws and a terminal prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tablee.adventures import story
from tablee.adventures.folder import Bound
from tablee.adventures.structure import ENDS_OF_FIGHT
from tablee.adventures.telling import RESULTS
from tablee.lab.adventures import POLICY, Weighed
from tablee.lab.fights import Estimate, wilson
from tablee.rules.game import game_called
from tablee.text import Text, percent

GOOD = "good"
FIGHT = Text(fr="Le combat", en="The fight")
UNFINISHED = Text(fr="sans fin : plus personne ne peut continuer", en="no end: nobody can go on")
FALLS = Text(fr="{who} tombe", en="{who} falls")
HARDER = {
    -1: Text(fr="plus doux : des gens comme pour {n} joueur{n:|s} de moins", en="kinder: people as for {n} fewer"),
    0: Text(fr="comme c'est écrit", en="as it is written"),
    1: Text(fr="plus rude : des gens comme pour {n} joueur{n:|s} de plus", en="harsher: people as for {n} more"),
}


@dataclass(frozen=True)
class Row:
    """Something and its share, with twice its standard error, in points."""

    label: str
    chance: str
    points: float
    value: float


@dataclass(frozen=True)
class Place:
    """A roll or a fight of a scene: how often evenings come to it, and how it comes out there."""

    label: str
    met: str
    ways: tuple[Row, ...]


@dataclass(frozen=True)
class Report:
    """What a party may expect of an adventure, the likeliest first."""

    title: str
    party: tuple[str, ...]
    evenings: int
    harder: str
    ends: tuple[Row, ...]
    scenes: tuple[tuple[str, tuple[Place, ...]], ...]
    falls: tuple[Row, ...]
    policy: str


def report(book: Bound, found: Weighed, lang: str, names: Mapping[str, str] | None = None) -> Report:
    """What weighing an adventure found, in a language; scenes in the order of the adventure. `names` are those of the
    party who are no ready characters of the game.
    """
    ready: Mapping[str, Any] = game_called(book.adventure.game).ready()
    called = {who: names[who] if names and who in names else ready[who].name.say(lang) for who in found.party}
    called |= {who: ready[who].name.say(lang) for who in found.falls if who not in called}
    ends = [_row(book.label(f"end.{id}").say(lang), one, lang) for id, one in found.ends.items()]
    if found.unfinished.value:
        ends.append(_row(UNFINISHED.say(lang), found.unfinished, lang))
    scenes = tuple((id, tuple(_places(book, found, id, lang))) for id in book.adventure.scenes)
    falls = [
        _row(f"{FALLS.say(lang, who=called[who])} ({scene})", one, lang)
        for who, places in found.falls.items()
        for scene, one in places.items()
    ]
    n = found.harder
    return Report(
        book.title.say(lang),
        tuple(called[who] for who in found.party),
        found.evenings,
        HARDER[(n > 0) - (n < 0)].say(lang, n=abs(n)),
        tuple(sorted(ends, key=lambda row: -row.value)),
        tuple(one for one in scenes if one[1]),
        tuple(sorted(falls, key=lambda row: -row.value)),
        POLICY.say(lang),
    )


def _places(book: Bound, found: Weighed, scene: str, lang: str) -> Iterator[Place]:
    """What evenings came to in a scene: of a roll how often it succeeds, of a fight each of its ends."""
    for place, met in found.met.items():
        where, _, what = place.partition("/")
        if where != scene:
            continue
        fights = what == story.FIGHT
        label = FIGHT.say(lang) if fights else book.label(scene, what).say(lang)
        by_end = {how: met.ways[how] for how in ENDS_OF_FIGHT if how in met.ways}
        ways = by_end if fights else {GOOD: met.ways.get(GOOD, Estimate(0.0, wilson(0.0, met.count)))}
        rows = tuple(_row(RESULTS[how].say(lang), one, lang) for how, one in ways.items())
        yield Place(label, percent(met.share.value, lang), rows)


def _row(label: str, one: Estimate, lang: str) -> Row:
    return Row(label, percent(one.value, lang), round(200 * one.error, 1), one.value)
