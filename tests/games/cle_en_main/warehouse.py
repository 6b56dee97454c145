"""The warehouse: three PJ with their first atout ticked, a boss, and five figurants."""

from __future__ import annotations

from tablee.games.cle_en_main.atouts import MAINS_QUI_SAUVENT, NE_COIFFE, OEIL_DE_FAUCON
from tablee.games.cle_en_main.people.evolution import Tick
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.sheet import Sheet

PLAYERS = {"salome": MAINS_QUI_SAUVENT, "idriss": OEIL_DE_FAUCON, "maud": NE_COIFFE}


def cast() -> dict[str, Sheet]:
    players = {who: Tick(who, atout).on(ready()[who]) for who, atout in PLAYERS.items()}
    return players | {who: ready()[who] for who in ("lazare", "hommes_de_main")}
