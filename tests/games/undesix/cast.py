"""People to try the rules of UnDéSix on, and short ways to have them do things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Action, Effect, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.run import Done, Progress, perform, prepared
from tablee.rules.why import Note
from tablee.text import Name


def sheet(body: Mapping[str, Any] | None = None, **more: Any) -> Sheet:
    """Somebody of whom only a part is told: 3 everywhere else, maxima that follow."""
    values = {"phy": 3, "dex": 3, "sav": 3, "psy": 3, "sens": 3, **(body or {}), **more}
    full = {"phy_max": values["phy"], "psy_max": values["psy"], "vitality_max": values.get("vitality", 0)}
    return Sheet(name=Name("Ana", feminine=True), **{**full, **values})


def alone(who: Sheet, **options: Any) -> Scene[Sheet]:
    """A scene where Ana stands alone."""
    return GAME.scene("ana", {"ana": who}, options)


def after(scene: Scene[Sheet], *effects: Effect) -> Scene[Sheet]:
    return applied(scene, effects)


def played(
    action: Action[Any, Any],
    scene: Scene[Sheet],
    do: Declared,
    dice: Fed,
    answers: tuple[Mapping[str, Any], ...] = (),
) -> tuple[Done, Scene[Sheet]]:
    """An action that ends, with these dice and these answers, and the scene after it."""
    done = perform(action, scene, do, dice, Progress(answers=answers))
    assert isinstance(done, Done), done
    return done, after(scene, *done.outcome.effects)


def doing(
    action: Action[Any, Any],
    scene: Scene[Sheet],
    dice: list[int],
    *answers: Mapping[str, Any],
    **values: Any,
) -> tuple[Done, Scene[Sheet]]:
    """An action from plain values, not refused, with these dice (all used) and answers; and the scene after it."""
    do = prepared(action, scene, values)
    assert not isinstance(do, Note), do.say("en")
    fed = Fed(dice)
    result = played(action, scene, do, fed, answers)
    assert not fed.left
    return result


def refused(action: Action[Any, Any], scene: Scene[Sheet], **values: Any) -> str:
    """The id of the rule that forbids this, or nothing."""
    answer = prepared(action, scene, values)
    return answer.saying.clause.id if isinstance(answer, Note) else ""


def noted(done: Done) -> list[str]:
    """The rules an explanation cites, in order."""
    return [item.saying.clause.id for item in done.why]
