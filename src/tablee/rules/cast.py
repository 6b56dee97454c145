"""others, everybody: the characters of a scene by name, as the choices of a `OneOf` field; nobody_left, nobody_here:
what is refused where nobody can be chosen.

`target: Annotated[str, OneOf(others), Label(…)]` lets a player choose any character but the actor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tablee.rules.action import Scene
from tablee.rules.data.tables import names
from tablee.rules.why import Note
from tablee.text import Name, Text


def everybody(scene: Scene[Any]) -> dict[str, Name | Text]:
    """The name of each character in the scene, by id."""
    return names(scene.cast)


def others(scene: Scene[Any]) -> dict[str, Name | Text]:
    """The name of each character in the scene except the one who acts, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if who != scene.actor}


def nobody_here(scene: Scene[Any], among: Callable[[Scene[Any]], Iterable[str]], alone: Note) -> Note | None:
    """Refuses, in the words `alone`, what is done to a person where there is nobody to choose among; nobody counts as
    looked at.
    """
    return nobody_left(scene, lambda _scene, _who: None, among, alone)


def nobody_left(
    scene: Scene[Any],
    why_not: Callable[[Scene[Any], str], Note | None],
    among: Callable[[Scene[Any]], Iterable[str]] = others,
    alone: Note | None = None,
) -> Note | None:
    """Refuses what is done to a person where each of these people is refused (`why_not`), in the words for the first;
    where there is nobody, in the words `alone`, if any.

    Only the one who is named counts as looked at: an action does not concern everybody who might have been chosen.
    """
    apart = replace(scene, cast=dict(scene.cast))
    people = tuple(among(apart))
    if not people:
        return alone
    return why_not(scene, people[0]) if all(why_not(apart, who) for who in people) else None
