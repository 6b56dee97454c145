"""The shelf: the ready characters of a game, for the MJ to bring in with one tap, searched and sorted by kind."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from tablee.rules.data.look import look_of
from tablee.rules.fields import fields_of
from tablee.rules.game import Game, game_called, is_player_character
from tablee.table.decide.naming import folded
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import ChoiceOfField
from tablee.table.topics.action import Act
from tablee.text import Text
from tablee.web.pages.glance import in_numbers
from tablee.web.pages.table.page import Page

Json = dict[str, Any]
PLAYERS = Text(fr="joueurs", en="players"), Text(fr="personnage joueur", en="player character")
OTHERS = Text(fr="PNJ", en="NPCs"), Text(fr="PNJ", en="NPC")


class Ready(NamedTuple):
    """A ready character on the shelf; `scaled` if its game brings it in to the measure of the players' number."""

    id: str
    name: str
    kind: str
    one: str  # the kind, of one of them
    small: str  # a few numbers
    scaled: str = ""  # the action that brings them in so


class Scaling(NamedTuple):
    """The action by which a game brings in characters of its own, and its field that says whom."""

    action: str
    field: str
    choices: list[ChoiceOfField]


class Shelf(NamedTuple):
    """What the shelf shows: those found, the kinds there are, and what is being looked for."""

    found: list[Ready]
    kinds: list[str]
    kind: str
    sought: str
    bases: list[Ready]  # whom a quick NPC may be made like
    scaling: Scaling | None


def shelf(page: Page, kind: str = "", sought: str = "") -> Shelf:
    """The ready characters of the table's game that bear a word in their name, of a kind ("" for all)."""
    listed = ready_of(page.game.id, page.lang)
    kinds = list(dict.fromkeys(one.kind for one in listed))
    scaling = _scaling(page)
    scaled = {choice.id for choice in scaling.choices} if scaling else set()
    wanted = [one for one in listed if kind in ("", one.kind) and folded(sought) in folded(one.name)]
    found = [one._replace(scaled=scaling.action if scaling and one.id in scaled else "") for one in wanted]
    others = [one for one in listed if one.kind != kinds[-1]] or list(listed)
    others.sort(key=lambda one: one.id != page.game.passer_by)
    return Shelf(found, kinds, kind if kind in kinds else "", sought, others, scaling)


@lru_cache
def ready_of(game: str, lang: str) -> tuple[Ready, ...]:
    """All ready characters of a game, those made for players last."""
    known = game_called(game)
    scene = known.scene()
    listed = []
    for id, sheet in scene.cast.items():
        small = in_numbers(known, scene.acting(id), id, lang)
        kind, one = _kind(known, sheet)
        listed.append(Ready(id, sheet.name.say(lang), kind.say(lang), one.say(lang), small))
    first = listed[0].kind if listed else ""
    return tuple(sorted(listed, key=lambda one: one.kind == first))


def _kind(game: Game, sheet: Any) -> tuple[Text, Text]:
    """The kind of a ready character, and the word for one of them: the game's own, or whether it is a player's."""
    name = look_of(game.id).kind
    own = next((field.one_of for field in fields_of(game.sheet) if field.name == name), None)
    words, kind = own.choices if own else {}, getattr(sheet, name, "")
    if isinstance(words, dict) and words.get(kind):
        word: Text = words[kind]
        return word, word
    return PLAYERS if is_player_character(sheet) else OTHERS


def _scaling(page: Page) -> Scaling | None:
    """The creation of the MJ's by which a game brings in one of its own, written for a number of players."""
    for creation in page.game.creations:
        if not creation.offered(page.view.options, False) and creation.offered(page.view.options, True):
            form = page.house.form(page.table, page.seat, Act(action=creation.id), page.lang)
            asked = [] if isinstance(form, Refusal) else [one for one in form.fields if one.required and one.choices]
            if len(asked) == 1:
                return Scaling(creation.id, asked[0].name, asked[0].choices)
    return None
