"""Ready characters, ours, from `characters.toml`: nine heroes that spend all their points, ten people to meet."""

from __future__ import annotations

from functools import cache

from tablee.games.d6.sheet import Sheet
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import record_of


@cache
def ready() -> dict[str, Sheet]:
    return {id: record_of(Sheet, row) for id, row in toml_table(__package__, "characters.toml").items()}
