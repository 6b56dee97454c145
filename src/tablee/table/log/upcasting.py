"""upcast(data): an event as an earlier version stored it, with the ids that its game uses today.

The lines themselves stay as they were written: they are brought up to date whenever they are read.
"""

from __future__ import annotations

from typing import Any

ACTIONS = {
    old: old.replace("_", "-")
    for old in (
        "cle-en-main.chase_place", "cle-en-main.finish_off", "cle-en-main.first_aid", "cle-en-main.first_atout",
        "cle-en-main.next_round", "cle-en-main.open_test", "cle-en-main.team_attack",
        "deusex.adjust_talent", "deusex.award_reserve", "deusex.award_xp", "deusex.create_guided",
        "deusex.create_random", "deusex.end_fight", "deusex.first_aid", "deusex.new_scenario", "deusex.new_seance",
        "deusex.next_round", "deusex.raise_aptitude", "deusex.raise_talent", "deusex.start_fight",
    )
}  # fmt: skip
DECISIONS = {  # by the game whose actions ask them
    "cle-en-main": {
        "cem.damage": "cle-en-main.damage",
        "cem.extra_die": "cle-en-main.extra-die",
        "cem.interrupt": "cle-en-main.may-interrupt",
        "cem.redo": "cle-en-main.redo",
        "cem.redo_die": "cle-en-main.redo-die",
        "cem.stop": "cle-en-main.stop",
        "cem.t11": "cle-en-main.langue-d-argent",
        "cem.t17": "cle-en-main.volonte-d-acier",
        "cem.t21": "cle-en-main.ne-coiffe",
    },
    "deusex": {
        f"dex.{old}": f"deusex.{old.lower().replace('.', '-').replace('_', '-')}"
        for old in (
            "bonus", "given_back", "plus_two", "trouble",
            "talent.FOR", "talent.SAN", "talent.AGI", "talent.INT", "talent.STA", "talent.PRE",
            *(f"{step}.{place}" for step in ("field", "acquired") for place in range(1, 6)),
        )
    },
    "undesix": {
        old: f"undesix.{old.replace('_', '-')}"
        for old in (
            "again", "despair", "destiny", "destiny_mj", "dodge", "face", "give", "place", "resist", "way_out",
        )
    },
}  # fmt: skip
MAY_NAME_ACTIONS = ("action", "params", "changes", "since")  # the action itself, and clocks that owe one


def upcast(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a stored event, with today's ids of actions and decisions."""
    renamed = {key: _renamed(data[key]) for key in MAY_NAME_ACTIONS if key in data}
    if "asked" in data:
        known = DECISIONS.get(str(data["action"]).partition(".")[0], {})
        renamed["asked"] = {
            who: {**card, "id": known.get(card["id"], card["id"])} for who, card in data["asked"].items()
        }
    return {**data, **renamed} if renamed else data


def _renamed(value: Any) -> Any:
    """Plain data with the old ids of actions replaced, wherever they stand."""
    if isinstance(value, str):
        return ACTIONS.get(value, value)
    if isinstance(value, dict):
        return {key: _renamed(item) for key, item in value.items()}
    return [_renamed(item) for item in value] if isinstance(value, list) else value
