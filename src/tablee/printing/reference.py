"""The MJ's reference of a game on two pages: how one acts, tables, rules to have at hand, every action."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from tablee.printing.paper import COLON, Json, pdf
from tablee.rules.action import Kind
from tablee.rules.game import Game
from tablee.rules.reference import Table
from tablee.rules.tell import value_in_words
from tablee.text import Text

TITLE = Text(fr="{game}, l'essentiel du meneur", en="{game}, the GM's reference")
HOW = Text(fr="Comment on agit", en="How one acts")
IN_PLAY = Text(fr="À garder sous les yeux", en="To keep in sight")
SHORT = 12  # signs: a column of no more is as wide as it needs
NAMES = 1.2  # how much more room the names of a table take than their length asks for: they are looked up
ACTIONS = Text(fr="Les actions", en="Actions")
BY_MJ = Text(fr="{label} (meneur)", en="{label} (GM)")


def print_reference(game: Game, lang: str) -> bytes:
    """The PDF of a game's reference in one language."""
    reference = game.reference
    data: Json = {
        "title": TITLE.say(lang, game=game.label),
        "foot": game.tagline.say(lang),
        "colon": COLON.say(lang),
        "how": HOW.say(lang),
        "in-play": IN_PLAY.say(lang),
        "first": clauses_told(game, reference.first, lang),
        "rules": clauses_told(game, reference.in_play, lang),
        "tables": [_table(table, lang) for table in reference.tables],
        "actions-title": ACTIONS.say(lang),
        "actions": [
            {"label": kind.label.say(lang), "names": names} for kind in Kind if (names := _actions(game, kind, lang))
        ],
    }
    return pdf("reference.typ", data, lang)


def _table(table: Table, lang: str) -> Json:
    """A table in words, with the share of the width that each column takes: 0 for one of figures or short words."""
    rows = [[value_in_words(cell, lang) for cell in row] for row in table.rows]
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths = [sqrt(length) if at == 0 or length > SHORT else 0 for at, length in enumerate(longest)]
    return {
        "label": table.label.say(lang),
        "rule": table.rule,
        "head": [one.say(lang) for one in table.head],
        "widths": [NAMES * widths[0], *widths[1:]],
        "rows": rows,
    }


def clauses_told(game: Game, ids: Iterable[str], lang: str) -> list[Json]:
    """Rules of a game as a paper tells them."""
    clauses = (game.book[id] for id in ids)
    return [{"id": one.id, "title": one.title.say(lang), "says": one.says.say(lang)} for one in clauses]


def _actions(game: Game, kind: Kind, lang: str) -> list[str]:
    """The actions of a kind by their labels; those that only the MJ does say so."""
    return [
        one.label.say(lang) if one.offered({}, mj=False) else BY_MJ.say(lang, label=one.label)
        for one in game.actions
        if one.kind is kind
    ]
