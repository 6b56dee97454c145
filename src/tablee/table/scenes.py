"""The scenes that a game's actions read, made from the table's plain state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tablee.adventures.folder import Bound, Files, bound
from tablee.adventures.rolling import heroes_of, with_things
from tablee.adventures.story import Progress as StoryProgress
from tablee.dice.choice import Choice
from tablee.rules.action import PLAY, Change, Scene, changes_of
from tablee.rules.data.ends import Way, ends_of
from tablee.rules.fields import Declared, record_of
from tablee.rules.game import Game
from tablee.rules.playing import Midway, Stopped
from tablee.rules.stored.decisions import DecisionAsked
from tablee.table.log.state import NATURAL, PLAYED, Character, Moment, Pending, State, Underway, Unsaid

T = TypeVar("T")
OWED, TOLD, HANDED, DRAWN = "owed", "told", "papers", "pictures"  # the progress of a table, beside that of the story


At = State | Pending | Unsaid | Moment
"""A moment of a table: the present, or when an action stopped at a question, was thrown blind or answered a request."""


def scene_of(game: Game, at: At, actor: str = "", now: bool = False) -> Scene[Any]:
    """The scene at a moment, on which actions are decided: the cast is as it was when the instant of that moment began,
    if one had (the game says what of it counts at once); with `now`, as it was at the moment itself. Those whom the MJ
    alone knows of are in it where one of them acts.
    """
    scene = _once(at, lambda: Scene("", _sheets(game, at.cast), record_of(game.play, at.play), at.options))
    cast = scene.cast
    if at.instant is not None and not now:
        cast = game.in_instant(_sheets(game, at.instant), cast, actor)
    unseen = at.unseen if isinstance(at, State) else {}
    if actor in unseen:
        cast = {**cast, **_sheets(game, unseen)}
    if actor not in cast and actor in at.cast and at.cast[actor].elsewhere and not at.cast[actor].retired:
        alone = {actor: record_of(game.sheet, at.cast[actor].sheet)}
        scene, cast = Scene("", {}, game.play(), at.options), alone  # by themselves, wherever they are
    return replace(scene, actor=actor, cast=Tracked(cast))  # with its own memory of whose sheets are looked up


def changes_of_play(state: State, before: Declared, after: Declared) -> list[Change]:
    """What became of the scene's own state; a field that the table does not hold yet was absent, and is absent again
    once that is taken back.
    """
    changes = changes_of(PLAY, before, after)
    return [change if change.field in state.play else replace(change, before=None) for change in changes]


def read_by(game: Game, at: At, actor: str) -> Scene[Any]:
    """The scene that an action of this character reads. What nobody does, such as the MJ's word that a round or a fight
    is over, is no part of an instant: it reads everybody as they are now.
    """
    return scene_of(game, at, actor, now=not actor)


def opponents(game: Game, state: State) -> tuple[str, ...]:
    """The characters of the sides that no player is on, where a side has a character that a player has or may take."""
    scene = scene_of(game, state, now=True)
    sides = {who: game.side(scene, who) for who in scene.cast}
    ours = {side for who, side in sides.items() if state.cast[who].owner or state.cast[who].free}
    return tuple(who for who, side in sides.items() if ours and side and side not in ours)


def by_themselves(game: Game, state: State) -> dict[str, str]:
    """Those who act by themselves, each with their temper: the opponents, if nobody plays them, but for those whom the
    MJ plays; and each character without player of whom the MJ says so.
    """
    usual = state.tempers.get("", NATURAL)
    alone = dict.fromkeys(opponents(game, state), usual) if state.opponents_alone else {}
    for who, temper in state.tempers.items():
        one = state.cast.get(who)
        if one is not None and one.here and not (one.owner or one.free):
            alone[who] = temper
    return {who: temper for who, temper in alone.items() if temper != PLAYED}


def ways_out(game: Game, state: State) -> dict[str, Way]:
    """The ways out of the fight that goes on, by id: those that an adventure leaves open, or those of the first scene,
    as long as its people are here.
    """
    if state.adventure and state.adventure.progress.get("fight"):
        return _ways_on(game, state, state.adventure)
    first = game.first_scene
    if not (state.ready and first and state.play.get("round")):
        return {}
    foes = first.cast().keys() - set(first.players)
    here = any(who in state.cast and state.cast[who].here for who in foes)
    return dict(ends_of(game.id).first_scene.ways) if here else {}


def ready_here(game: Game, state: State) -> Mapping[str, Any]:
    """The ready characters of a game; at a table that plays an adventure, as these are there."""
    if state.adventure is None:
        return game.ready()
    return {**game.ready(), **heroes_of(book_of(state.adventure).adventure, game)}


def book_of(adventure: Underway) -> Bound:
    """The adventure that a table plays, from the files that it began with; its pictures are looked at apart."""
    structure, fr, en = adventure.files
    return bound(Files(structure, fr, en))


def whole_book_of(adventure: Underway) -> Bound:
    """The adventure that a table plays, with its pictures."""
    book = book_of(adventure)
    return replace(book, files=book.files._replace(pictures=tuple(adventure.pictures.items())))


def params_in_hand(state: State, actor: str, action: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """The parameters of what a hero does, with what the things of the adventure add that people carry."""
    adventure = state.adventure
    if adventure is None or actor not in state.heroes or adventure.progress.get("end"):
        return params
    return with_things(book_of(adventure), progress_of(adventure).things, action, params)


def handed(adventure: Underway, *papers: str) -> list[str]:
    """The papers that people have, with these: each once."""
    return list(dict.fromkeys((*adventure.progress.get(HANDED, ()), *papers)))


def looked_at(adventure: Underway, *pictures: str) -> list[str]:
    """The pictures that people have been shown, with these: each once."""
    return list(dict.fromkeys((*adventure.progress.get(DRAWN, ()), *pictures)))


def progress_of(adventure: Underway) -> StoryProgress:
    """Where a table is in its adventure."""
    known = {name: value for name, value in adventure.progress.items() if name not in (OWED, TOLD, HANDED, DRAWN)}
    return StoryProgress.from_json(known) if known else StoryProgress()


def players_of(state: State) -> int:
    """How many play, as an adventure counts: the characters of players, those elsewhere included."""
    return max(1, sum(1 for one in state.cast.values() if (one.owner or one.free) and not one.retired))


def deciders(state: State, heroes: Iterable[str] | None = None) -> tuple[str, ...]:
    """The seats that play a hero, or one of these, for others who are away too: the seat that keeps the table plays
    those without player.
    """
    keeper = next((id for id, seat in state.seats.items() if seat.role == "mj" and seat.token), "")
    return tuple(
        dict.fromkeys(state.cast[who].player or keeper for who in (state.heroes if heroes is None else heroes))
    )


def _ways_on(game: Game, state: State, adventure: Underway) -> dict[str, Way]:
    """The ways out of the fight of a scene of an adventure: to flee and to talk, where that leads on."""
    scene = book_of(adventure).adventure.scenes.get(adventure.progress["scene"])
    fight, known = scene.fight if scene else None, ends_of(game.id).ways
    if fight is None:
        return {}
    talks = bool(fight.talked) and int(state.play.get("round") or 0) > fight.talk_after
    led = {"flight": bool(fight.fled), "parley": talks}
    return {id: way for id, way in known.items() if led.get(id)}


def midway(game: Game, state: State) -> Midway:
    """The fight as it stands, nothing hidden."""
    scene = scene_of(game, state, now=True)
    now = replace(scene, cast=dict(scene.cast))  # plain: nobody asks whose sheets the lab looks up
    began = now.cast if state.instant is None else {**now.cast, **_sheets(game, state.instant)}
    waiting = waits(game, state, state.pending) if state.pending else None
    return Midway(game, now, {who: began[who] for who in now.cast}, waiting)


def waits(game: Game, state: State, pending: Pending) -> Stopped:
    """An action that waits for answers, with what is still asked and what was answered."""
    asked, scene = pending.asked, read_by(game, pending, pending.asked.actor)
    action = game.action(asked.action)
    open_ = {who: decision for who, decision in asked.asked.items() if who not in pending.answers}
    return Stopped(
        action,
        record_of(action.params, asked.params, scene),
        scene,
        asked.progress,
        {who: _choice(decision) for who, decision in open_.items()},
        {**asked.partly, **pending.answers},
        {who: decision.paths for who, decision in open_.items()},
    )


def _choice(decision: DecisionAsked) -> Choice[Any]:
    return Choice(decision.id, decision.values, decision.default)


def _sheets(game: Game, cast: Mapping[str, Character]) -> dict[str, Any]:
    def sheet(of: Character) -> Any:
        return _once(of, lambda: record_of(game.sheet, of.sheet))

    return {who: sheet(character) for who, character in cast.items() if character.here}


def _once(holder: Character | At, make: Callable[[], T]) -> T:
    """What is made of a character or of a moment, kept with it: neither ever changes."""
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
