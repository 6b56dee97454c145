"""Tablée: light French role-playing games, played together and explained number by number.

As a library it offers what scripts and notebooks need, found when it is first asked for (`docs/library.md`).

>>> import tablee
>>> tablee.odds("3d6").at_least(15)
Fraction(5, 54)
>>> tablee.game("undesix").label.say("fr")
'UnDéSix'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablee.dice import Fed, Odds, Seeded, d6, d10, die
    from tablee.dice.asked import odds, roll
    from tablee.lab.notebook import fight
    from tablee.rules.chances import foreseen
    from tablee.rules.forms import form, natural_moves
    from tablee.rules.game import game_called as game
    from tablee.rules.game import games as all_games
    from tablee.rules.playing import Playthrough
    from tablee.rules.run import Done, Waiting, compare, expected, perform, prepared
    from tablee.rules.sheet.character_file import read_characters, read_portraits, write_characters
    from tablee.rules.tell import card
    from tablee.rules.why import Note

__all__ = [
    "Done",
    "Fed",
    "Note",
    "Odds",
    "Playthrough",
    "Seeded",
    "Waiting",
    "all_games",
    "card",
    "compare",
    "d6",
    "d10",
    "die",
    "expected",
    "fight",
    "foreseen",
    "form",
    "game",
    "natural_moves",
    "odds",
    "perform",
    "prepared",
    "read_characters",
    "read_portraits",
    "roll",
    "write_characters",
]

_FOUND_IN = {
    "tablee.dice": ("Fed", "Odds", "Seeded", "d6", "d10", "die"),
    "tablee.dice.asked": ("odds", "roll"),
    "tablee.lab.notebook": ("fight",),
    "tablee.rules.chances": ("foreseen",),
    "tablee.rules.sheet.character_file": ("read_characters", "read_portraits", "write_characters"),
    "tablee.rules.forms": ("form", "natural_moves"),
    "tablee.rules.game": ("game_called", "games"),
    "tablee.rules.playing": ("Playthrough",),
    "tablee.rules.run": ("Done", "Waiting", "compare", "expected", "perform", "prepared"),
    "tablee.rules.tell": ("card",),
    "tablee.rules.why": ("Note",),
}


def __dir__() -> list[str]:
    """What Tab finds after `tablee.`."""
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """A name of the library, imported only now: the command line starts without the games it does not need."""
    wanted = {"game": "game_called", "all_games": "games"}.get(name, name)  # `tablee.games` are the games' packages
    for module, names in _FOUND_IN.items():
        if name in __all__ and wanted in names:
            return getattr(import_module(module), wanted)
    raise AttributeError(f"module 'tablee' has no attribute {name!r}")
