"""Opening: how a fight of a game opens, by the first lines of its `lab.toml`: which action, who is on which side."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from tablee.rules.fields import Declared, record_of
from tablee.rules.game import game_called, own_file

FILE = "lab.toml"


class Opening(Declared):
    """The action that opens a fight (`open`); `one` and `two` are its parameters for the two sides, or `fighters` for
    all of them, `surprise` for those who take the others unawares.

    Where sides follow from the sheets, `camp` is the field that names a side, `pj` the one that tells players'
    characters.
    """

    open: str = ""
    one: str = ""
    two: str = ""
    fighters: str = ""
    camp: str = ""
    pj: str = ""
    surprise: str = ""

    def params(self, one: Sequence[str], two: Sequence[str], surprising: Sequence[str] = ()) -> dict[str, Any]:
        """The parameters of the action for these two sides."""
        if self.one:
            sides: dict[str, Any] = {self.one: tuple(one), self.two: tuple(two)}
        else:
            sides = {self.fighters: (*one, *two)} if self.fighters else {}
        return sides | ({self.surprise: tuple(surprising)} if self.surprise and surprising else {})


@cache
def opening_of(game: str) -> Opening:
    """How a fight of the game of this id opens; as its first scene does, where it does not say."""
    told = own_file(game, FILE)
    data = {} if told is None else tomllib.loads(told)
    found: Opening = record_of(Opening, {name: data[name] for name in Opening.model_fields if name in data})
    if found.open:
        return found
    first = game_called(game).first_scene
    begin = first.begin if first else ()
    return found.with_changes(open=next((id for id, actor, params in begin if not actor and not params), ""))
