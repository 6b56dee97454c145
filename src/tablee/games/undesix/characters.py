"""Ready characters and creatures, from `characters.toml`."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablee.games.undesix.people.qualities import TRAITS
from tablee.games.undesix.sheet import Sheet
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import record_of


@cache
def rows() -> dict[str, dict[str, Any]]:
    """The rows of the file, by id, as written there: each names the `mode` or the `kind` that made it."""
    return toml_table(__package__, "characters.toml")


@cache
def in_english() -> dict[str, str]:
    """What sheets of ours say in French (histories, traits, languages) → in English."""
    drawn = {trait.fr: trait.en for trait in TRAITS.values()}
    return drawn | toml_table(__package__, "in_english.toml")


@cache
def ready() -> dict[str, Sheet]:
    """Every ready character and creature as a sheet, by id."""
    return {id: _sheet(row) for id, row in rows().items()}


def _sheet(row: dict[str, Any]) -> Sheet:
    held = (row["weapon"],) if "weapon" in row else ()
    full = {"phy_max": row["phy"], "psy_max": row["psy"], "psy_created": row["psy"], "pc": "mode" in row}
    rest = {key: value for key, value in row.items() if key not in ("mode", "kind", "ours")}
    sheet: Sheet = record_of(Sheet, {**full, "vitality": row.get("vitality_max", 0), "weapons": held, **rest})
    return sheet
