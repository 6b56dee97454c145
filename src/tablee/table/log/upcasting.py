"""upcast(data): an event as an earlier version stored it, with the ids that its game uses today and the fields that
its parts lacked.

The lines themselves stay as they were written: they are brought up to date whenever they are read.
"""

from __future__ import annotations

from typing import Any

from tablee.rules.game import NO_FORMER_IDS, FormerIds, entries, game_called

MAY_NAME_ACTIONS = ("action", "params", "changes", "since")  # the action itself, and clocks that owe one


def upcast(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a stored event, with today's ids of actions and decisions."""
    renamed = {key: _renamed(data[key]) for key in MAY_NAME_ACTIONS if key in data}
    if "asked" in data:
        known = _former_ids(str(data["action"])).decisions
        renamed["asked"] = {
            who: {**card, "id": known.get(card["id"], card["id"])} for who, card in data["asked"].items()
        }
    if any("good" not in part for part in data.get("parts", ())):
        renamed["parts"] = [_judged(str(data["action"]), part) for part in data["parts"]]
    return {**data, **renamed} if renamed else data


def _judged(action: str, part: Any) -> Any:
    """What came out for one person, with whether it is good for the one who acts, as the game says it today."""
    game = action.partition(".")[0]
    known = game_called(game).book.grades.get(part["grade"]) if game in entries() else None
    return {"good": known.good if known else False, **part}


def _renamed(value: Any) -> Any:
    """Plain data with the old ids of actions replaced, wherever they stand."""
    if isinstance(value, str):
        return _former_ids(value).actions.get(value, value)
    if isinstance(value, dict):
        return {key: _renamed(item) for key, item in value.items()}
    return [_renamed(item) for item in value] if isinstance(value, list) else value


def _former_ids(action: str) -> FormerIds:
    """The old ids of the game that the id of an action names; none, if it names no game."""
    game = action.partition(".")[0]
    return game_called(game).former_ids if game in entries() else NO_FORMER_IDS
