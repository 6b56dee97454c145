"""Small casts, and actions played on them: with dice and answers told, through the order of play or without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.games.cle_en_main.order.hand import Hands
from tablee.games.cle_en_main.play import CemPlay
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Action, Scene, applied
from tablee.rules.run import Done, Progress, Waiting, perform, prepared
from tablee.rules.why import Note
from tablee.text import Name

HANDS = Hands()
PLENTY = 900  # vitality nobody runs out of


def sheet(name: str = "Ana", **fields: Any) -> Sheet:
    """A character with nothing but what is told."""
    values: dict[str, Any] = {"skills": {}, "vitality": PLENTY, "vitality_max": PLENTY, **fields}
    return Sheet(name=Name(name), **values)


def on(actor: str, cast: Mapping[str, Sheet], house: Mapping[str, Any] | None = None, **play: Any) -> Scene[Any]:
    return Scene(actor, cast, CemPlay(**play), house or {})


def tried(
    action: Action[Any, Any], scene: Scene[Any], dice: Fed, values: Mapping[str, Any], answers: Mapping[str, Any]
) -> Done | Note:
    """The action to its end, decisions answered by `who/id`, by id, or by default; or its refusal."""
    do = prepared(action, scene, values)
    if isinstance(do, Note):
        return do
    result = perform(action, scene, do, dice)
    while isinstance(result, Waiting):
        assert result.dice is None, "more dice are needed"
        asked = {who: answers.get(f"{who}/{d.id}", answers.get(d.id, d.default)) for who, d in result.asked.items()}
        result = perform(action, scene, do, dice, Progress(result.progress.rolls, result.answered(asked).answers))
    return result


def doing(
    action: Action[Any, Any],
    scene: Scene[Any],
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    **values: Any,
) -> tuple[Done, Scene[Any]]:
    """The action done with exactly these dice, and the scene after it."""
    fed = Fed(list(dice))
    result = tried(action, scene, fed, values, answers or {})
    assert isinstance(result, Done), result.say("en")
    assert not fed.left, f"dice not used: {fed.left}"
    after = applied(scene, result.outcome.effects)
    return result, after


def refused(action: Action[Any, Any], scene: Scene[Any], **values: Any) -> str:
    """The rule that forbids it, and the scene is as it was."""
    result = tried(action, scene, Fed([]), values, {})
    assert isinstance(result, Note), "it was allowed"
    assert result.say("fr")
    assert result.say("en")
    return result.saying.clause.id


def turn(
    action: Action[Any, Any],
    scene: Scene[Any],
    actor: str,
    dice: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    **values: Any,
) -> tuple[Done, Scene[Any]]:
    """The same through the order of play: what follows is what the machine says."""
    done, after = doing(action, scene.acting(actor), dice, answers, **values)
    return done, replace(after, play=HANDS.after(after, actor, action.id, done.outcome))


def noted(result: Done, id: str) -> list[dict[str, Any]]:
    """What the explanation says, every time it uses this sentence."""
    return [dict(why.values) for why in result.why if isinstance(why, Note) and why.saying.id == id]
