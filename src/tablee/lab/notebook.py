"""fight(), for notebooks and scripts: a fight asked for in one line, its result shown as a table.

>>> result = fight("undesix", "chloe", "loup*2")
>>> result.method
'exact'
>>> round(result.wins[0].value, 3)
0.035
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.lab.fights import Fight, Method, Result
from tablee.lab.fights import fight as fought
from tablee.lab.setups import people_of

NOTHING: Mapping[str, Any] = {}


def fight(
    game: str,
    one: str | Sequence[str],
    two: str | Sequence[str],
    *,
    policies: Mapping[str, Any] = NOTHING,
    options: Mapping[str, Any] = NOTHING,
    cast: Mapping[str, Any] = NOTHING,
    fights: int | None = None,
    error: float = 0.0,
    method: Method = "auto",
    seed: int = 1,
) -> Result:
    """Who wins between two sides of a game, in how many rounds, who falls and what is left: exact where it can be.

    Sides are ids of people, in one text (`"nicolas chloe"`, `"brigand*3"`) or as a list. `policies` say how a side
    (`one`, `two`) or somebody plays, `options` are house rules, `cast` brings characters as plain data; `fights` or
    `error` (0.01 for a point) say how many are thrown where an exact answer is out of reach.
    """
    ours, theirs = (people_of(side.split() if isinstance(side, str) else side) for side in (one, two))
    asked = Fight(game, ours, theirs, dict(policies), dict(options), dict(cast), fights, seed, method, error=error)
    return fought(asked)
