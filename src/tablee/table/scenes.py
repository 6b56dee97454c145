"""The scenes that a game's actions read, made from the table's plain state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tablee.dice.choice import Choice
from tablee.rules.action import Scene
from tablee.rules.fields import read
from tablee.rules.game import Game
from tablee.rules.playing import Midway, Stopped
from tablee.rules.run import Progress
from tablee.table.log.events import Json
from tablee.table.log.state import NATURAL, PLAYED, Character, Moment, Pending, State, Unsaid

T = TypeVar("T")


def present(game: Game, state: State, actor: str = "") -> Scene[Any]:
    """The scene as it is now."""
    return _for(actor, _present(game, state))


def read_by_actions(game: Game, state: State, actor: str = "") -> Scene[Any]:
    """The scene on which actions are decided: the cast as it was when the present instant began, if one has.

    The game says what of it counts at once.
    """
    return _for(actor, _in_instant(game, _present(game, state), state.instant))


def _in_instant(game: Game, now: Scene[Any], instant: Mapping[str, Character] | None) -> Scene[Any]:
    """A scene as those of an instant read it, which began with these characters."""
    return now if instant is None else replace(now, cast=game.in_instant(_sheets(game, instant), now.cast))


def stopped(game: Game, state: State, at: Pending | Unsaid, actor: str) -> Scene[Any]:
    """The scene as it was when an action stopped at a question or was thrown blind: the present one, if equal."""
    same = (at.cast, at.play, at.options) == (state.cast, state.play, state.options)
    scene = _present(game, state) if same else scene_of(game, at.cast, at.play, at.options)
    return _for(actor, _in_instant(game, scene, at.instant))


def of_then(game: Game, moment: Moment) -> Scene[Any]:
    """The scene as it was when an action read it."""
    scene = _once(moment, lambda: scene_of(game, moment.cast, moment.play, moment.options))
    return _for("", _in_instant(game, scene, moment.instant))


def opponents(game: Game, state: State) -> tuple[str, ...]:
    """Those of the sides that no player is on, where a player (or whoever takes a free character) is on one."""
    scene = present(game, state)
    sides = {who: game.side(scene, who) for who in scene.cast}
    ours = {side for who, side in sides.items() if state.cast[who].owner or state.cast[who].free}
    return tuple(who for who, side in sides.items() if ours and side and side not in ours)


def by_themselves(game: Game, state: State) -> dict[str, str]:
    """Those who act by themselves, each with their temper: the opponents, if nobody plays them, but for those whom the
    MJ plays; and anybody without player of whom the MJ says so.
    """
    usual = state.tempers.get("", NATURAL)
    alone = dict.fromkeys(opponents(game, state), usual) if state.opponents_alone else {}
    for who, temper in state.tempers.items():
        one = state.cast.get(who)
        if one is not None and not (one.owner or one.free or one.retired):
            alone[who] = temper
    return {who: temper for who, temper in alone.items() if temper != PLAYED}


def midway(game: Game, state: State) -> Midway:
    """The fight as it stands, nothing hidden."""
    now = _present(game, state)
    began = now.cast if state.instant is None else {**now.cast, **_sheets(game, state.instant)}
    waiting = waits(game, state, state.pending) if state.pending else None
    return Midway(game, now, {who: began[who] for who in now.cast}, waiting)


def waits(game: Game, state: State, pending: Pending) -> Stopped:
    """An action that waits for answers, with what is still asked and what was answered."""
    asked, scene = pending.asked, stopped(game, state, pending, pending.asked.actor)
    action = game.action(asked.action)
    open_ = {who: card for who, card in asked.asked.items() if who not in pending.answers}
    return Stopped(
        action,
        read(action.params, asked.params, scene),
        scene,
        Progress.from_json(asked.progress),
        {who: _choice(card) for who, card in open_.items()},
        {**asked.partly, **pending.answers},
    )


def _choice(card: Json) -> Choice[Any]:
    return Choice(card["id"], tuple(option["value"] for option in card["options"]), card["default"])


def _present(game: Game, state: State) -> Scene[Any]:
    return _once(state, lambda: scene_of(game, state.cast, state.play, state.options))


def scene_of(game: Game, cast: Mapping[str, Character], play: Json, options: Json) -> Scene[Any]:
    """A scene in which nobody acts yet, from plain data."""
    return Scene("", _sheets(game, cast), read(game.play, play), options)


def _sheets(game: Game, cast: Mapping[str, Character]) -> dict[str, Any]:
    def sheet(of: Character) -> Any:
        return _once(of, lambda: read(game.sheet, of.sheet))

    return {who: sheet(character) for who, character in cast.items() if not character.retired}


def _for(actor: str, scene: Scene[Any]) -> Scene[Any]:
    """A scene for one actor, with its own memory of whose sheets are looked up."""
    return replace(scene, actor=actor, cast=Tracked(scene.cast))


def _once(holder: Character | State | Moment, make: Callable[[], T]) -> T:
    """What is made of a character, a state or a moment, kept with it: none of them ever changes."""
    kept = vars(holder)  # beside its fields: not compared, not copied, gone with it
    if "_made" not in kept:
        kept["_made"] = make()
    made: T = kept["_made"]
    return made


class Tracked(dict[str, Any]):
    """The sheets of a scene, remembering which were looked up by name."""

    def __init__(self, sheets: Mapping[str, Any]) -> None:
        super().__init__(sheets)
        self.names: set[str] = set()

    def __getitem__(self, who: str) -> Any:
        self.names.add(who)
        return super().__getitem__(who)

    def get(self, who: str, default: Any = None) -> Any:
        self.names.add(who)
        return super().get(who, default)


def names_read(scene: Scene[Any]) -> tuple[str, ...]:
    """Whose sheets have been looked up on a scene so far."""
    return tuple(sorted(scene.cast.names & set(scene.cast))) if isinstance(scene.cast, Tracked) else ()
