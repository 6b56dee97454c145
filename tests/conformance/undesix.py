"""The operations of the UnDéSix vectors, by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.undesix.fights_operations import FIGHTS
from tests.games.undesix.magic_operations import MAGIC
from tests.games.undesix.people_operations import PEOPLE

if TYPE_CHECKING:
    from tests.conformance import Operation

OPERATIONS: dict[str, Operation] = {**PEOPLE, **FIGHTS, **MAGIC}
