"""The odds of an action, once they are those of every face of every die."""

from __future__ import annotations

from typing import Any

from tablee.dice import Odds
from tablee.rules.action import Action, Scene
from tablee.rules.run import Parts, expected
from tests.every_face import every_face


def agrees(action: Action[Any, Any], scene: Scene[Any], **values: Any) -> Odds[Parts]:
    """The exact odds of an action, once they are those of its dice tried one by one."""
    do = action.params.model_validate(values)
    assert action.refuse(scene, do) is None
    law = expected(action, scene, do)
    assert law.fractions() == every_face(action, scene, do, lambda done: done.outcome.parts)
    return law
