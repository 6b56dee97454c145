"""Who is alive in the scene, as the choices of a field: nobody strikes the dead."""

from __future__ import annotations

from tablee.games.undesix.book import BOOK
from tablee.games.undesix.options import below_zero
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.cast import everybody, nobody_left
from tablee.rules.why import Note
from tablee.text import Name, Text


def alive(scene: Scene[Sheet], who: str) -> bool:
    """UDS-HEALTH-04: whether a character is not dead, by what this table makes of a negative PHY."""
    return scene[who].state_if(*below_zero(scene)) != "dead"


def dead(scene: Scene[Sheet], who: str) -> Note | None:
    """UDS-HEALTH-04: the refusal of what cannot be done to the dead; None for the living."""
    return None if alive(scene, who) else BOOK.note("UDS-HEALTH-04", who=scene[who].name)


def all_dead(scene: Scene[Sheet], _do: object) -> Note | None:
    """UDS-HEALTH-04: the refusal of what is done to somebody alive where nobody is."""
    return nobody_left(scene, dead, everybody)


def living(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of everybody alive in the scene, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if alive(scene, who)}


def other_living(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of everybody alive but the one who acts, by id."""
    return {who: name for who, name in living(scene).items() if who != scene.actor}
