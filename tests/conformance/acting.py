"""The operation `act`, the same in every game: actions played one after the other, as a table plays them.

    {"op": "act", "cast": {"ana": "chloe", "loup": {"ready": "loup", "phy": 2}}, "play": {}, "options": {},
     "acts": [{"actor": "ana", "action": "undesix.attack", "params": {"target": "loup"}, "answers": [{"ana": true}]}]}

A character is the id of a ready one, a ready one with some fields changed, or a whole sheet. An act may be the MJ's
(`"mj": true`), who waits for no turn; `answers` holds one mapping per card, and what nobody answers is left to its
default. After each act the order of play moves on and what falls due is performed. The answer speaks of the last act
(`refused`: the saying of the refusal, or "not-in-turn"; `parts` by person; `cites`: the rules of its explanation) and
of the scene at the end (`sheets`, `play`, `may_act`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice import Fed
from tablee.rules.action import PLAY, Put, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.why import Note
from tests.conformance.given import Given, plain

NOT_IN_TURN = "not-in-turn"


def act(game: Game, given: Given, dice: Fed) -> dict[str, Any]:
    """Play the acts of a vector; what the last one answered, and the scene at the end."""
    scene = game.scene(
        cast=_cast(game, given.get("cast", {})),
        play=game.play(**plain(given.get("play", {}))),
        options=plain(given.get("options", {})),
    )
    told: dict[str, Any] = {}
    for one in given["acts"]:
        scene, told = _acted(game, scene, one, dice)
    play = scene.play.model_dump(mode="json")
    sheets = {who: sheet.model_dump(mode="json") for who, sheet in scene.cast.items()}
    may_act = sorted(game.order.may_act(scene)) if scene.play.round else []
    return {**told, "sheets": sheets, "play": play, "may_act": may_act}


def _cast(game: Game, given: Mapping[str, Any]) -> dict[str, Declared]:
    ready = game.ready()
    cast: dict[str, Declared] = {}
    for who, sheet in given.items():
        fields = {"ready": sheet} if isinstance(sheet, str) else plain(sheet)
        known = ready[fields.pop("ready")].model_dump(mode="json") if "ready" in fields else {}
        cast |= game.cast_from({who: {**known, **fields}})
    return cast


def _acted(game: Game, scene: Scene[Any], one: Given, dice: Fed) -> tuple[Scene[Any], dict[str, Any]]:
    """The scene after one act and whatever fell due, and what the act answered."""
    action, actor = game.action(one["action"]), one.get("actor", "")
    now = scene.acting(actor)
    in_turn = one.get("mj", False) or not scene.play.round or action.anytime or actor in game.order.may_act(scene)
    do = prepared(action, now, plain(one.get("params", {}))) if in_turn else None
    if not isinstance(do, Declared):
        return scene, {"refused": NOT_IN_TURN if do is None else do.saying.id}
    done, told = _done(game, now, action.id, do, one.get("answers", []), dice)
    after = _after(game, now, action.id, done)
    while due := next(iter(game.order.due(after)), None):
        owed, owing = game.action(due.action), after.acting(due.who)
        do = prepared(owed, owing, due.params)
        if isinstance(do, Note):
            break
        after = _after(game, owing, owed.id, _done(game, owing, owed.id, do, [], dice)[0])
    return after, told


def _done(
    game: Game, scene: Scene[Any], action: str, do: Declared, answers: list[Given], dice: Fed
) -> tuple[Done, dict[str, Any]]:
    """An action followed to its end; the questions it asked are listed in what is told of it."""
    cards, asked = iter(answers), []
    result = perform(game.action(action), scene, do, dice)
    while isinstance(result, Waiting):
        if result.dice:
            raise result.dice
        asked.append({who: decision.id for who, decision in result.asked.items()})
        given = plain(next(cards, {}))
        defaults = {who: decision.default for who, decision in result.asked.items()}
        result = perform(game.action(action), scene, do, dice, result.answered({**defaults, **given}))
    if (left := next(cards, None)) is not None:
        raise ValueError(f"nobody is asked what {plain(left)} answers")
    parts = {part.who: {"grade": part.grade.id, **dict(part.amounts)} for part in result.outcome.parts}
    cites = {why.saying.clause.id: True for why in (*result.why, result.outcome.headline)}
    return result, {"refused": None, "parts": parts, "asked": asked, "cites": cites}


def _after(game: Game, scene: Scene[Any], action: str, done: Done) -> Scene[Any]:
    after, _ = applied(scene, done.outcome.effects)
    play = game.order.after(after, scene.actor, action, done.outcome)
    moved = [Put(PLAY, name, getattr(play, name)) for name in type(play).model_fields]
    return applied(after, moved)[0]
