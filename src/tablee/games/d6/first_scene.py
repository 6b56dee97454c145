"""A first scene to play at once: ours."""

from __future__ import annotations

from tablee.games.d6.ready import ready
from tablee.games.d6.sheet import Sheet
from tablee.rules.game import FirstScene
from tablee.text import Text

PARTY = ("mael", "ysolde")
FOES = ("rouquin", "bandit")


def cast() -> dict[str, Sheet]:
    return {who: ready()[who] for who in (*PARTY, *FOES)}


FIRST_SCENE = FirstScene(
    Text(
        fr="La forge fume encore. Le Rouquin est venu reprendre sa lame sans payer, et il n'est pas venu seul. Maël pose "
        "son marteau sur l'enclume ; Ysolde ferme la porte.",
        en="The forge is still smoking. Le Rouquin has come to take his blade back without paying, and not alone. Maël "
        "lays his hammer on the anvil; Ysolde shuts the door.",
    ),
    cast,
    PARTY,
    (("d6.fight", "", {}),),
    ("d6.attack", "d6.care", "d6.pass"),
)
