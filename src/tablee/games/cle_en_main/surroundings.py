"""What a scene shows beside its order: a chase on its track, what burns, chokes or kills in time, and the melees."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.forms import POINTS
from tablee.games.cle_en_main.play import CemPlay, played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import FIRES, FREE_ROUNDS
from tablee.games.cle_en_main.world.chase import LEAD
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Entry, Opens, Section
from tablee.rules.why import Note
from tablee.text import Text


def surroundings(scene: Scene[Sheet]) -> tuple[Section, ...]:
    """CEM-CHASE-01…04, CEM-HAZARD-02, -03, CEM-VIT-03, -07, CEM-DEF-02: the chase, what counts down, the
    melees; each if there are any.
    """
    parts = (
        ("chase", Text(fr="La poursuite", en="The chase"), chase(scene)),
        ("lasting", Text(fr="Ce qui dure", en="What lasts"), lasting(scene)),
        ("melees", Text(fr="Au corps à corps", en="In melee"), melees(scene)),
    )
    return tuple(Section(id, label, entries) for id, label, found in parts if (entries := tuple(found)))


def chase(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-CHASE-01…04: everybody on the track, those ahead first, each with the place where their chase ends: so far
    ahead of the nearest pursuer, or level with the nearest fugitive.
    """
    play = played(scene)
    runners = sorted((who for who in play.progress if who in scene.cast), key=lambda who: -play.progress[who])
    for who in runners:
        end, note = _fleeing(scene, play, who) if who in play.fugitives else _pursuing(scene, play, who)
        opens = Opens("cle-en-main.chase") if who == scene.actor else None
        at, told = play.progress[who], Text(note.say("fr"), note.say("en"))
        yield Entry(f"chase:{who}", scene[who].name, at, "track", end, unit=POINTS, opens=opens, help=told, who=who)


def _fleeing(scene: Scene[Sheet], play: CemPlay, who: str) -> tuple[int | None, Note]:
    """CEM-CHASE-03: where a fugitive shakes off the nearest of those still in pursuit, and how far that is."""
    behind = [
        one
        for one in play.progress
        if one in scene.cast and one not in play.fugitives and f"{one}/{who}" not in play.lost
    ]
    if not behind:
        return None, BOOK.note("CEM-CHASE-03:free")
    nearest = max(behind, key=lambda one: play.progress[one])
    lead = play.progress[who] - play.progress[nearest]
    return play.progress[nearest] + LEAD, BOOK.note(
        "CEM-CHASE-03:track", lead=lead, pursuer=scene[nearest].name, most=LEAD
    )


def _pursuing(scene: Scene[Sheet], play: CemPlay, who: str) -> tuple[int | None, Note]:
    """CEM-CHASE-03, -04: where a pursuer is level with the nearest fugitive not lost to view, and how far that is."""
    ahead = [one for one in play.fugitives if one in scene.cast]
    seen = [one for one in ahead if f"{who}/{one}" not in play.lost]
    if not seen:
        return None, BOOK.note("CEM-CHASE-03:lost", fugitive=scene[ahead[0]].name) if ahead else BOOK.note(
            "CEM-CHASE-03:nobody"
        )
    nearest = min(seen, key=lambda one: play.progress.get(one, 0))
    there = play.progress.get(nearest, 0)
    gap = there - play.progress[who]
    name = scene[nearest].name
    return there, BOOK.note("CEM-CHASE-04:track", fugitive=name, gap=gap) if gap > 0 else BOOK.note(
        "CEM-CHASE-04:level", fugitive=name
    )


def lasting(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-HAZARD-02, -03, CEM-VIT-03, -07: who burns, who has no air, who is dying, who will come to."""
    for who, sheet in scene.cast.items():
        if sheet.burning:
            fire = FIRES[sheet.burning]
            yield _clock("burning", scene, who, 1, 1, BOOK.note("CEM-HAZARD-02:around", size=fire.name, dice=fire.dice))
        if sheet.breathless:
            held = min(sheet.breathless, FREE_ROUNDS)
            told = (
                BOOK.note("CEM-HAZARD-03:chokes")
                if sheet.choking
                else BOOK.note("CEM-HAZARD-03:around", n=held, most=FREE_ROUNDS)
            )
            yield _clock("breathless", scene, who, held, FREE_ROUNDS, told)
        for id, end, around in (
            ("dies_at", sheet.dies_at, "CEM-VIT-03:around"),
            ("wakes_at", sheet.wakes_at, "CEM-VIT-07:around"),
        ):
            if end and not sheet.dead:
                left = max(0, end - scene.play.round)
                yield _clock(id, scene, who, 0, left or 1, BOOK.note(around, n=left))


def _clock(id: str, scene: Scene[Sheet], who: str, gone: int, whole: int, note: Note) -> Entry:
    told = Text(note.say("fr"), note.say("en"))
    return Entry(f"{id}:{who}", scene[who].name, gone, "clock", whole, field=id, help=told, who=who)


def melees(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-DEF-02: whom each has within reach, of those still up; each pair once."""
    up = {who for who, sheet in scene.cast.items() if not sheet.eliminated}
    told: set[tuple[str, str]] = set()
    for who, foes in played(scene).engaged.items():
        near = [foe for foe in foes if {who, foe} <= up and (foe, who) not in told]
        told |= {(who, foe) for foe in near}
        if near:
            name = scene[who].name
            label = Text(f"{name.say('fr')} contre", f"{name.say('en')} against")
            yield Entry(f"melee:{who}", label, tuple(scene[foe].name for foe in near), "list")
