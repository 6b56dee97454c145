"""Papers: sheets of characters that no scene is played with, drawn on the paper of their game."""

from __future__ import annotations

from typing import NamedTuple

from tablee.rules.game import Game
from tablee.rules.sheet.sheet_data import SheetSeen
from tablee.table.seen.view import CharacterSeen, Looked, Seat


class Laid(NamedTuple):
    """What a sheet's template reads beside the sheet itself: nothing on it opens an action."""

    view: Looked
    table: str


def laid(game: Game, sheet: SheetSeen, portrait: str = "") -> Laid:
    """The surroundings of a sheet that is only looked at, with the address of its portrait."""
    who = sheet.who
    seen = CharacterSeen(
        owner="player", retired=False, hidden=False, free=False, portrait=portrait, sheet={"name": sheet.name}
    )
    seats = {"reader": Seat("spectator", "", "", "", True), "player": Seat("player", "", "", "", True)}
    return Laid(Looked(game.id, "reader", seats, {who: seen}), "")
