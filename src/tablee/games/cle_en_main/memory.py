"""The same answer again: odds run an action once per branch, always on the same scene, which never changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene

T = TypeVar("T")
A = TypeVar("A", bound=Hashable)

MOST = 64


def for_this_scene(make: Callable[[Scene[Sheet], A], T]) -> Callable[[Scene[Sheet], A], T]:
    """`make(scene, about)`, made once per `about` as long as the scene is the very same one."""
    scenes: list[Scene[Sheet]] = []
    made: dict[A, T] = {}

    def remembered(scene: Scene[Sheet], about: A) -> T:
        if not scenes or scenes[0] is not scene or len(made) > MOST:
            scenes[:] = [scene]
            made.clear()
        if about not in made:
            made[about] = make(scene, about)
        return made[about]

    return remembered
