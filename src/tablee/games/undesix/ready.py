"""Ready characters and creatures, from `characters.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from tablee.games.undesix.sheet import Sheet
from tablee.rules.fields import read


@cache
def rows() -> dict[str, dict[str, Any]]:
    """The file as written: each character with the `mode` or the `kind` that made it."""
    return tomllib.loads(files(__package__).joinpath("characters.toml").read_text("utf-8"))


@cache
def ready() -> dict[str, Sheet]:
    return {id: _sheet(row) for id, row in rows().items()}


def _sheet(row: dict[str, Any]) -> Sheet:
    held = (row["weapon"],) if "weapon" in row else ()
    full = {"phy_max": row["phy"], "psy_max": row["psy"], "psy_created": row["psy"], "pc": "mode" in row}
    rest = {key: value for key, value in row.items() if key not in ("mode", "kind", "ours")}
    sheet: Sheet = read(Sheet, {**full, "vitality": row.get("vitality_max", 0), "weapons": held, **rest})
    return sheet
