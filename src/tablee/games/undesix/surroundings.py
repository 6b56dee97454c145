"""What a scene shows beside its order: the spells in force and who is saying one."""

from __future__ import annotations

from tablee.games.undesix.book import BOOK
from tablee.games.undesix.forms import ROUNDS
from tablee.games.undesix.magic.incantations import busy, in_units
from tablee.games.undesix.magic.state import Incanting, SpellInForce, incantation_of, magic_of
from tablee.games.undesix.magic.words import DURATIONS, INCANTATIONS
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Entry, Opens, Section
from tablee.rules.why import Note
from tablee.text import Text


def surroundings(scene: Scene[Sheet]) -> tuple[Section, ...]:
    """UDS-MAGIC-14, -20…22: a section for the spells in force and one for incantations, each if there are any."""
    magic = magic_of(scene)
    spells = tuple(spell_entry(scene, spell) for spell in magic.spells)
    spoken = tuple(incantation_entry(scene, who, note) for who, note in busy(magic).items() if who in scene.cast)
    parts = (
        ("spells", Text(fr="Sorts en cours", en="Spells in force"), spells),
        ("incantations", Text(fr="Incantations", en="Incantations"), spoken),
    )
    return tuple(Section(id, label, entries) for id, label, entries in parts if entries)


def spell_entry(scene: Scene[Sheet], spell: SpellInForce) -> Entry:
    """A spell in force, by whom and for how long; it opens what the actor may do about it."""
    left = in_units(spell.seconds) if spell.rounds is None else _rounds(spell.rounds)
    victims = tuple(scene[who].name for who in spell.victims if who in scene.cast)
    told = BOOK.note("UDS-MAGIC-14:in_force", caster=spell.by, time=left, held=bool(victims), victims=victims)
    if spell.rounds is None:
        gone, whole = int(spell.age), int(spell.age + spell.seconds)
    else:
        gone, whole = spell.rounds_gone, spell.rounds_gone + spell.rounds
    action = "leave-spell" if scene.actor in spell.victims else "force-spell"
    opens = Opens(f"undesix.{'let-go' if scene.actor == spell.caster else action}", {"spell": spell.id})
    return Entry(spell.id, spell.said.name, gone, "clock", max(whole, 1), opens=opens, help=_both(told))


def incantation_entry(scene: Scene[Sheet], who: str, note: Note) -> Entry:
    """The entry of a caster who is saying a spell: which one, and how far they have come."""
    opens = Opens("undesix.give-up") if scene.actor == who else None
    spoken = incantation_of(scene, who)
    gone, whole = how_much(spoken) if spoken else held_so_far(scene, who)
    told = _both(note)
    if spoken:
        name = spoken.said.name
        told = Text(f"{name.say('fr')} : {told.fr}", f"{name.say('en')}: {told.en}")
    return Entry(f"incanting:{who}", scene[who].name, gone, "clock", max(whole, 1), opens=opens, help=told, who=who)


def how_much(spoken: Incanting) -> tuple[int, int]:
    """UDS-MAGIC-22: how much of an incantation has been said, out of how much."""
    if not spoken.long:
        return 0, 1
    lasts = DURATIONS[INCANTATIONS[spoken.said.incantation].lasts]
    return (int(spoken.seconds), lasts.seconds) if lasts.rounds is None else (spoken.rounds, lasts.rounds)


def held_so_far(scene: Scene[Sheet], who: str) -> tuple[int, int]:
    """UDS-MAGIC-22: how long a caster has held a spell by speaking, out of how long it lasts."""
    held = next(spell for spell in magic_of(scene).spells if spell.caster == who and spell.said.sustained)
    lasts = held.said.lasts
    return (int(held.age), lasts.seconds) if lasts.rounds is None else (held.rounds_gone, lasts.rounds)


def _rounds(n: int) -> Text:
    return Text(f"{n} {ROUNDS.say('fr', n=n)}", f"{n} {ROUNDS.say('en', n=n)}")


def _both(note: Note) -> Text:
    return Text(note.say("fr"), note.say("en"))
