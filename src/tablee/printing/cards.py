"""Cards of characters to cut out, eight to a page: what is counted, how they strike, what they are good at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.printing.paper import COLON, Json, pdf
from tablee.printing.sheets import sheet_of
from tablee.rules.action import Scene
from tablee.rules.fields import Declared
from tablee.rules.game import Game, is_player_character
from tablee.text import Text

TITLE = Text(fr="{game}, cartes de personnages", en="{game}, character cards")
MAX_ROWS = 8  # of a section


def non_players(cast: Mapping[str, Declared]) -> list[str]:
    """Those of a cast who are not the players'."""
    return [who for who, sheet in cast.items() if not is_player_character(sheet)]


def print_cards(game: Game, scene: Scene[Any], people: Sequence[str], lang: str) -> bytes:
    """The PDF of the cards of these characters of a scene."""
    data: Json = {
        "title": TITLE.say(lang, game=game.label),
        "foot": "",
        "colon": COLON.say(lang),
        "cards": [_card(sheet_of(game, scene, who, lang)) for who in people],
    }
    return pdf("cards.typ", data, lang)


def _card(page: Json) -> Json:
    """A card from a page: short rows alone, the first of each section."""
    sections = []
    for section in page["sections"]:
        rows = [row for row in section["rows"] if row["value"] or row["tick"]][:MAX_ROWS]
        if rows:
            sections.append({"label": section["label"], "rows": rows})
    return {"name": page["name"], "line": page["line"], "counts": page["counts"], "sections": sections}
