"""Ready characters: our ten PJ (`characters.toml`), and the ready NPCs scaled to three PJ."""

from __future__ import annotations

from functools import cache

from tablee.games.cle_en_main.people.npcs import NPCS, entering
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import HEROISM
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import record_of

USUAL = 3  # PJ at the table, until a scenario is opened for another number


@cache
def archetypes() -> dict[str, Sheet]:
    """The ten ready PJ (CEM-CHAR-01, -02): the player still ticks a first atout."""
    rows = toml_table(__package__, "characters.toml")
    return {
        id: record_of(Sheet, {"vitality_max": row["vitality"], "heroism": HEROISM[USUAL], **row})
        for id, row in rows.items()
    }


@cache
def ready() -> dict[str, Sheet]:
    """All ready characters by id, PJ and NPCs."""
    npcs = {who: sheet for id in NPCS for who, sheet in entering(id, USUAL, taken=()).items()}
    return {**archetypes(), **npcs}
