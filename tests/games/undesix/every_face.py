"""The odds of an action by trying every face of every die, one throw at a time: slow, and sure."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from tablee.dice import Fed, Odds
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.run import Parts, Progress, Waiting, expected, perform


def every_face(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> dict[Parts, Fraction]:
    """What comes out and how often, decisions left to their default; for actions that never start again."""
    found: dict[Parts, Fraction] = {}
    open_ends: list[tuple[Progress, tuple[int, ...], Fraction]] = [(Progress(), (), Fraction(1))]
    while open_ends:
        so_far, faces, chance = open_ends.pop()
        done = perform(action, scene, do, Fed(faces), Progress(answers=so_far.answers))
        if not isinstance(done, Waiting):
            parts = done.outcome.parts
            found[parts] = found.get(parts, Fraction()) + chance
        elif done.dice is None:
            open_ends.append((done.by_default(), faces, chance))
        else:
            ways = list(product(range(1, done.dice.sides + 1), repeat=done.dice.count))
            open_ends += [(so_far, (*faces, *more), chance / len(ways)) for more in ways]
    return found


def agrees(action: Action[Any, Any], scene: Scene[Any], **values: Any) -> Odds[Parts]:
    """The exact odds of an action, once they are those of its dice tried one by one."""
    do = action.params.model_validate(values)
    assert action.refuse(scene, do) is None
    law = expected(action, scene, do)
    assert law.fractions() == every_face(action, scene, do)
    return law
