"""A sheet and what surrounds a scene, laid out by the game, as far as a viewer may know them, in their language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tablee.errors import Unknown
from tablee.rules.action import Scene
from tablee.rules.chances import sheet_chances, usual_sums
from tablee.rules.game import Game
from tablee.rules.sheet.sheet_data import (
    ConditionTold,
    EntrySeen,
    SectionSeen,
    SheetSeen,
    SheetToPrint,
    entry_told,
    section_told,
)
from tablee.rules.sheet.sheets import Entry, Section
from tablee.table.log.state import Character, State
from tablee.table.scenes import scene_of
from tablee.table.show.audience import (
    Viewer,
    is_apart,
    is_away,
    is_hidden,
    may_see_number,
    may_see_odds,
    owns,
    people_seen,
    secret_fields,
)
from tablee.text import Text

NOBODY = Text(fr="Aucun personnage « {who} » à cette table.", en="No character “{who}” at this table.")


def sheet(game: Game, state: State, scene: Scene[Any], viewer: Viewer, who: str, lang: str) -> SheetSeen:
    """The sheet of a character: their name, their condition, and the sections that the viewer may see."""
    known = people_seen(state, viewer)
    if who not in scene.cast or who not in known:
        raise Unknown(NOBODY, who=who)
    condition = None if is_apart(state, who, viewer) else game.condition(scene, who)
    name = known[who].name
    told = ConditionTold(condition.id, condition.say(lang, name)) if condition else ConditionTold("", "")
    sections = [section_told(one, lang) for one in seen_sections(game, state, scene.acting(who), viewer, who)]
    return SheetSeen(who, name.say(lang), told, sections)


def may_print(state: State, viewer: Viewer, who: str) -> bool:
    """Whether a sheet is the viewer's to have in full: of their own character, of everybody for the MJ."""
    known = people_seen(state, viewer)
    if who not in known:
        raise Unknown(NOBODY, who=who)
    return viewer.mj or owns(viewer, known[who])


def paper(game: Game, state: State, scene: Scene[Any], viewer: Viewer, who: str, lang: str) -> SheetToPrint:
    """A sheet to print: its odds are not those that would tell a number that is not the viewer's to know."""
    told, acting = sheet(game, state, scene, viewer, who, lang), scene.acting(who)
    secret = secret_fields(game, state, state.everybody[who], viewer)

    def shown(entry: Entry) -> bool:
        return (
            entry.opens is not None
            and _may_see(game, state, entry, viewer, secret)
            and may_see_odds(game, state, entry.opens.action, who, viewer)
            and all(
                may_see_number(game, state, term.key, tally.whose or who, viewer)
                for tally in usual_sums(game, acting, entry.opens)
                for term in tally.terms
            )
        )

    entries = [entry for section in game.sections(acting, who) for entry in section.entries if shown(entry)]
    return SheetToPrint(told, sheet_chances(game, acting, entries))


def sheet_without_table(game: Game, scene: Scene[Any], lang: str) -> SheetSeen:
    """The sheet of the actor of a scene that is at no table, as their player would see it."""
    who = scene.actor
    alone = State(game.id, options=dict(scene.options), cast={who: Character(scene.me.model_dump(mode="json"), who)})
    return sheet(game, alone, scene, Viewer(who, False), who, lang)


def seen_sections(game: Game, state: State, scene: Scene[Any], viewer: Viewer, who: str) -> list[Section]:
    """The sections of a character's sheet with the entries that the viewer may see; none if the character's
    numbers are hidden.
    """
    shown = () if is_hidden(state, who, viewer) or is_apart(state, who, viewer) else game.sections(scene, who)
    return _visible(game, state, shown, viewer, secret_fields(game, state, state.everybody[who], viewer))


def gauges(game: Game, state: State, scene: Scene[Any], viewer: Viewer, lang: str) -> dict[str, list[EntrySeen]]:
    """What is watched of each character here: the gauges and boxes of their sheet that the viewer may see."""
    known = people_seen(state, viewer)
    here = [who for who, one in known.items() if not one.retired and not is_apart(state, who, viewer)]
    told = {}
    for who in here:
        alone = who in state.unseen or known[who].elsewhere
        acting = scene_of(game, state, who, now=True) if alone else scene.acting(who)
        watched = [] if is_hidden(state, who, viewer) else game.watched(acting, who)
        secret = secret_fields(game, state, known[who], viewer)
        told[who] = [entry_told(entry, lang) for entry in watched if _may_see(game, state, entry, viewer, secret)]
    return told


def surroundings(game: Game, state: State, scene: Scene[Any], viewer: Viewer, lang: str) -> list[SectionSeen]:
    """What the scene shows beside its order and its clocks."""
    if is_away(state, viewer):
        return []
    return [section_told(one, lang) for one in _visible(game, state, game.surroundings(scene), viewer, set())]


def _visible(game: Game, state: State, sections: Iterable[Section], viewer: Viewer, secret: set[str]) -> list[Section]:
    shown = []
    for section in sections:
        entries = tuple(entry for entry in section.entries if _may_see(game, state, entry, viewer, secret))
        if entries:
            shown.append(replace(section, entries=entries))
    return shown


def _may_see(game: Game, state: State, entry: Entry, viewer: Viewer, secret: set[str]) -> bool:
    """Whether a viewer may see an entry: not a secret field, not a number of a character whose numbers are hidden,
    nor one made of a term that is not for this viewer.
    """
    if entry.field in secret or (entry.who and is_hidden(state, entry.who, viewer)):
        return False
    terms = entry.sum.terms if entry.sum else ()
    whose = entry.sum.whose if entry.sum else ""
    return all(may_see_number(game, state, term.key, whose or entry.who, viewer) for term in terms)
