"""The operations of the UnDéSix vectors, by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.undesix.fights_operations import FIGHTS
from tests.games.undesix.magic_operations import MAGIC
from tests.games.undesix.odds_operations import CHANCES
from tests.games.undesix.people_operations import PEOPLE
from tests.games.undesix.rolls_operations import ROLLS

if TYPE_CHECKING:
    from tests.conformance import Operation

OPERATIONS: dict[str, Operation] = {**PEOPLE, **ROLLS, **FIGHTS, **MAGIC, **CHANCES}

DESCRIBES: dict[str, str] = {}
