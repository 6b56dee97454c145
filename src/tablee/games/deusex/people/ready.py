"""Ready characters, ours, from `characters.toml`: the six are made by the rules of creation, and checked by them."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablee.games.deusex.people.draft import STARTING_RESERVE, Draft, chosen, new_sheet
from tablee.games.deusex.pv_and_ps import ps_of, pv_of
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import TALENTS
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import record_of
from tablee.text import Name


@cache
def rows() -> dict[str, dict[str, Any]]:
    """The rows of `characters.toml`, by id."""
    return toml_table(__package__, "characters.toml")


def draft_of(row: dict[str, Any]) -> Draft:
    """A player character as its creation reads it."""
    talents = dict(zip(TALENTS, row["talents"], strict=True))
    aptitudes = chosen(row["field"], row["acquired"], row["plus_two"], row.get("given_back", ""))
    return Draft(talents, aptitudes, STARTING_RESERVE, use_troubles=True, trouble=row["trouble"])


def player_character(row: dict[str, Any]) -> Sheet:
    made = ("name", "talents", "field", "acquired", "plus_two", "given_back", "trouble", "weapons", "ours")
    texts = {key: value for key, value in row.items() if key not in made}
    sheet = new_sheet(Name(**row["name"]), draft_of(row), **texts)
    return sheet.with_changes(weapons=tuple(row.get("weapons", ())))


def other(row: dict[str, Any]) -> Sheet:
    """DEX-CREATE-05, -06, -16: PV and PS by the formulas, the rest as the MJ likes."""
    talents = dict(zip(TALENTS, row["talents"], strict=True))
    pv, ps = pv_of(talents), ps_of(talents)
    made = {"talents": talents, "pv": pv, "pv_max": pv, "ps": ps, "ps_max": ps}
    given = {key: value for key, value in row.items() if key != "ours"}
    sheet: Sheet = record_of(Sheet, {**given, **made})
    return sheet


@cache
def ready() -> dict[str, Sheet]:
    return {id: player_character(row) if row.get("pj", True) else other(row) for id, row in rows().items()}
