"""What happens at the table itself, in a sentence: people sit down, characters come, change hands and leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.rules.game import game_called
from tablee.table.lines import Line, People, Telling
from tablee.web.pages import tokens

Json = dict[str, Any]


def told_of(line: Line, view: Json, lang: str, lines: Sequence[Line] = ()) -> str:
    """One line about the table as a sentence; "" if there is nothing to tell.

    `lines` are those it stands among: who comes in before anything has happened is not told, nor who keeps a character.
    """
    if not line.what.tells_at_table:
        return ""
    earlier = [one for one in lines if one.n < line.n]
    telling = Telling(game_called(view["game"]), people_of(view), lang, line, earlier=earlier)
    return line.what.told_at_table(telling)


def people_of(view: Json) -> People:
    """What the people and the characters of a view are called."""
    return People(
        {who: tokens.name_of(who, view) for who in view["cast"]},
        {id: seat["called"] for id, seat in view["seats"].items()},
        frozenset(id for id, seat in view["seats"].items() if seat["role"] == "mj"),
    )
