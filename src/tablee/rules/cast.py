"""others, everybody: the characters of a scene by name, as the choices of a `OneOf` field.

`target: Annotated[str, OneOf(others), Label(…)]` lets a player choose any character but the actor.
"""

from __future__ import annotations

from typing import Any

from tablee.rules.action import Scene
from tablee.rules.tables import names
from tablee.text import Name, Text


def everybody(scene: Scene[Any]) -> dict[str, Name | Text]:
    """The name of each character in the scene, by id."""
    return names(scene.cast)


def others(scene: Scene[Any]) -> dict[str, Name | Text]:
    """The name of each character in the scene except the one who acts, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if who != scene.actor}
