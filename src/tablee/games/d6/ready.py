"""Ready characters, ours, from `characters.toml`: nine heroes that spend all their points, ten people to meet."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from tablee.games.d6.sheet import Sheet
from tablee.rules.fields import read


@cache
def ready() -> dict[str, Sheet]:
    rows = tomllib.loads(files(__package__).joinpath("characters.toml").read_text("utf-8"))
    return {id: read(Sheet, row) for id, row in rows.items()}
