"""Tablée: light French role-playing games, played together and explained number by number.

As a library it offers what scripts need, found when it is first asked for; `docs/library.md` is a tutorial.

>>> import tablee
>>> tablee.game("undesix").label.say("fr")
'UnDéSix'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablee.dice import Fed, Seeded
    from tablee.rules.chances import foreseen
    from tablee.rules.character_file import read_characters, read_portraits, write_characters
    from tablee.rules.forms import form, natural_moves
    from tablee.rules.game import game_called as game
    from tablee.rules.game import games
    from tablee.rules.playing import Playthrough
    from tablee.rules.run import Done, Waiting, compare, expected, perform, prepared
    from tablee.rules.tell import card

__all__ = [
    "Done",
    "Fed",
    "Playthrough",
    "Seeded",
    "Waiting",
    "card",
    "compare",
    "expected",
    "foreseen",
    "form",
    "game",
    "games",
    "natural_moves",
    "perform",
    "prepared",
    "read_characters",
    "read_portraits",
    "write_characters",
]

_FOUND_IN = {
    "tablee.dice": ("Fed", "Seeded"),
    "tablee.rules.chances": ("foreseen",),
    "tablee.rules.character_file": ("read_characters", "read_portraits", "write_characters"),
    "tablee.rules.forms": ("form", "natural_moves"),
    "tablee.rules.game": ("game_called", "games"),
    "tablee.rules.playing": ("Playthrough",),
    "tablee.rules.run": ("Done", "Waiting", "compare", "expected", "perform", "prepared"),
    "tablee.rules.tell": ("card",),
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """A name of the library, imported only now: the command line starts without the games it does not need."""
    wanted = "game_called" if name == "game" else name
    for module, names in _FOUND_IN.items():
        if name in __all__ and wanted in names:
            return getattr(import_module(module), wanted)
    raise AttributeError(f"module 'tablee' has no attribute {name!r}")
