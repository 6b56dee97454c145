"""The operations of the Clé en main vectors, by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.cle_en_main.check_operations import CHECKS
from tests.games.cle_en_main.fight_operations import FIGHTS
from tests.games.cle_en_main.odds_operations import ODDS
from tests.games.cle_en_main.scene_operations import SCENES

if TYPE_CHECKING:
    from tests.conformance import Operation

OPERATIONS: dict[str, Operation] = {**CHECKS, **FIGHTS, **SCENES, **ODDS}

DESCRIBES: dict[str, str] = {}
