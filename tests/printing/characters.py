"""Characters drawn for the printer: by the game's own dice, and for ready ones, lawful advances drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from tablee.dice import Seeded
from tablee.errors import BadInput
from tablee.rules.fields import Declared
from tablee.rules.forms import form
from tablee.rules.game import Game
from tablee.rules.playing import Playthrough
from tablee.rules.sheet.random_character import random_character

MAX_ADVANCES = 8


def drawn(game: Game, seed: int) -> dict[str, Declared]:
    """One character of a game, another for each seed."""
    cast = random_character(game, Seeded(seed), f"Essai {seed}")
    if game.id != "cle-en-main":
        return cast
    (who,) = cast
    evening = Playthrough(game, game.scene(cast=cast), Seeded(seed))
    choose = Random(seed)
    for _ in range(choose.randint(0, MAX_ADVANCES)):
        evening.act("", "cle-en-main.close")
        _advance(evening, who, choose)
    return dict(evening.scene.cast)


def _advance(evening: Playthrough, who: str, choose: Random) -> None:
    """One of the advances that the rules accept, whichever comes first in a random order."""
    scene, action = evening.seen_by(who), evening.game.action("cle-en-main.advance")
    sheet: Any = scene[who]
    ways = [
        *({"kind": "develop", "skill": line} for line in sheet.skills),
        *({"kind": "atout", "atout": atout.id} for atout in sheet.atouts if not atout.ticked),
        {"kind": "heroism"},
    ]
    choose.shuffle(ways)
    for way in ways:
        filled = form(evening.game, action, scene, way)
        if filled.refusal is None:
            try:
                evening.act(who, action.id, filled.values)
            except BadInput:
                continue
            return
