"""Ready characters, ours, from `characters.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from tablee.games.undesix.sheet import Sheet
from tablee.rules.fields import read


@cache
def ready() -> dict[str, Sheet]:
    rows = tomllib.loads(files(__package__).joinpath("characters.toml").read_text("utf-8"))
    return {id: read(Sheet, {"phy_max": row["phy"], "psy_max": row["psy"], **row}) for id, row in rows.items()}
