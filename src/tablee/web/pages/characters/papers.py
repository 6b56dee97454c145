"""Papers: sheets of characters that no scene is played with, drawn on the paper of their game."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.rules.game import Game

Json = dict[str, Any]


class Laid(NamedTuple):
    """What a sheet's template reads beside the sheet itself: nothing on it opens an action."""

    view: Json
    table: str


def laid(game: Game, sheet: Json, portrait: str = "") -> Laid:
    """The surroundings of a sheet that is only looked at, with the address of its portrait."""
    who = sheet["who"]
    seen = {"owner": "player", "free": False, "sheet": {"name": sheet["name"]}, "portrait": portrait}
    seats = {"reader": {"role": "spectator"}, "player": {"role": "player", "colour": ""}}
    return Laid({"you": "reader", "game": game.id, "seats": seats, "cast": {who: seen}}, "")
