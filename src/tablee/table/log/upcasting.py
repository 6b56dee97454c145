"""upcast(data): an event as an earlier version stored it, with the ids that its game uses today.

The log itself is never rewritten: its lines are brought up to date whenever they are read.
"""

from __future__ import annotations

from typing import Any

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
        "dex.acquired.1": "deusex.acquired-1",
        "dex.acquired.2": "deusex.acquired-2",
        "dex.acquired.3": "deusex.acquired-3",
        "dex.acquired.4": "deusex.acquired-4",
        "dex.acquired.5": "deusex.acquired-5",
        "dex.bonus": "deusex.bonus",
        "dex.field.1": "deusex.field-1",
        "dex.field.2": "deusex.field-2",
        "dex.field.3": "deusex.field-3",
        "dex.field.4": "deusex.field-4",
        "dex.field.5": "deusex.field-5",
        "dex.given_back": "deusex.given-back",
        "dex.plus_two": "deusex.plus-two",
        "dex.talent.AGI": "deusex.talent-agi",
        "dex.talent.FOR": "deusex.talent-for",
        "dex.talent.INT": "deusex.talent-int",
        "dex.talent.PRE": "deusex.talent-pre",
        "dex.talent.SAN": "deusex.talent-san",
        "dex.talent.STA": "deusex.talent-sta",
        "dex.trouble": "deusex.trouble",
    },
    "undesix": {
        "again": "undesix.again",
        "despair": "undesix.despair",
        "destiny": "undesix.destiny",
        "destiny_mj": "undesix.destiny-mj",
        "dodge": "undesix.dodge",
        "face": "undesix.face",
        "give": "undesix.give",
        "place": "undesix.place",
        "resist": "undesix.resist",
        "way_out": "undesix.way-out",
    },
}
ACTIONS = {
    "cle-en-main.chase_place": "cle-en-main.chase-place",
    "cle-en-main.finish_off": "cle-en-main.finish-off",
    "cle-en-main.first_aid": "cle-en-main.first-aid",
    "cle-en-main.first_atout": "cle-en-main.first-atout",
    "cle-en-main.next_round": "cle-en-main.next-round",
    "cle-en-main.open_test": "cle-en-main.open-test",
    "cle-en-main.team_attack": "cle-en-main.team-attack",
    "deusex.adjust_talent": "deusex.adjust-talent",
    "deusex.award_reserve": "deusex.award-reserve",
    "deusex.award_xp": "deusex.award-xp",
    "deusex.create_guided": "deusex.create-guided",
    "deusex.create_random": "deusex.create-random",
    "deusex.end_fight": "deusex.end-fight",
    "deusex.first_aid": "deusex.first-aid",
    "deusex.new_scenario": "deusex.new-scenario",
    "deusex.new_seance": "deusex.new-seance",
    "deusex.next_round": "deusex.next-round",
    "deusex.raise_aptitude": "deusex.raise-aptitude",
    "deusex.raise_talent": "deusex.raise-talent",
    "deusex.start_fight": "deusex.start-fight",
}
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
