"""Ready characters, ours, from `characters.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.fields import read


@cache
def ready() -> dict[str, Sheet]:
    rows = tomllib.loads(files(__package__).joinpath("characters.toml").read_text("utf-8"))
    return {id: read(Sheet, {"vitality_max": row["vitality"], **row}) for id, row in rows.items()}
