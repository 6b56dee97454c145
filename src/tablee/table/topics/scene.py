"""Scenes that follow each other: the MJ prepares them, opens one with one command, and may come back to it.

Opening one puts the MJ's people of the former aside, but those who are on the players' side, with what the play holds
of them and the rolls that were asked for; opening the former again brings all of it back as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from tablee.dice import fair
from tablee.rules.action import PLAY, Change
from tablee.rules.fields import Annotated, Label
from tablee.rules.game import PLAYERS_OWN
from tablee.table.decide.command import ID, MJ, PAPER, TITLE, WHO, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, ForMJ, Happening, stored
from tablee.table.log.matters import Changes
from tablee.table.log.state import BEFORE, Character, RollRequest, State, changed
from tablee.table.scenes import scene_of
from tablee.table.topics.action import ending, harm_of_ending
from tablee.table.topics.character import NO_READY, Enter
from tablee.table.topics.chat import Said
from tablee.table.topics.paper import Give, note_of
from tablee.table.topics.unseen import Lurk
from tablee.text import Text

MAX_SCENES = 50
NO_SCENE = Text(
    fr="Cette scène n'est plus préparée : elle a été retirée.", en="This scene is no longer prepared: it was put away."
)
OPEN_ALREADY = Text(fr="Cette scène est déjà ouverte.", en="This scene is open already.")
UNTITLED = Text(fr="Donnez un titre à cette scène.", en="Give this scene a title.")
TOO_MANY = Text(fr="{most} scènes, pas plus : retirez-en.", en="{most} scenes, no more: put some away.")
ANOTHER = Text(fr="La scène change.", en="The scene changes.")


class Prepare(Command, id="prepare", by=MJ, meanwhile=True):
    """Prepare a scene for later: who is there, seen or not, what is read when it opens, which notes are handed out
    then and which stay before the MJ's eyes while it is open; or drop it.
    """

    scene: Annotated[str, Field(max_length=60), Label(fr="Scène", en="Scene")] = ""  # none: a new one
    title: Annotated[str, TITLE, Label(fr="Titre", en="Title")] = ""
    who: Annotated[tuple[Who, ...], WHO, Label(fr="Qui est là", en="Who is there")] = ()  # ready ones, each copy
    unseen: Annotated[  # as they are
        tuple[Who, ...], WHO, Label(fr="Qui est là sans qu'on le voie", en="Who is there unseen")
    ] = ()
    text: Annotated[str, PAPER, Label(fr="Ce qu'on y trouve", en="What lies around")] = ""
    papers: Annotated[  # lines of the MJ's notes
        tuple[int, ...], Field(max_length=30), Label(fr="Papiers à donner", en="Papers to hand out")
    ] = ()
    at_hand: Annotated[  # lines of the MJ's notes
        tuple[int, ...], Field(max_length=30), Label(fr="Papiers sous la main", en="Papers at hand")
    ] = ()
    drop: Annotated[bool, Label(fr="Y renoncer", en="Drop it")] = False

    def decide(self, context: Context) -> Decided:
        known = context.state.scenes
        if self.scene and self.scene not in known:
            return Refusal(NO_SCENE)
        if self.drop:
            return [NewEvent(Prepared(self.scene, kept=False), MJ_ONLY)] if self.scene else Refusal(NO_SCENE)
        if not self.title.strip():
            return Refusal(UNTITLED)
        if not self.scene and len(known) >= MAX_SCENES:
            return Refusal(TOO_MANY, {"most": MAX_SCENES})
        ready = context.game.ready()
        unknown = next((who for who in (*self.who, *self.unseen) if who not in ready), None)
        if unknown is not None:
            return Refusal(NO_READY, {"ready": unknown[:60], "known": tuple(ready)})
        notes = (*self.papers, *self.at_hand)
        wrong = next((no for of in notes if isinstance(no := note_of(context, of), Refusal)), None)
        if wrong is not None:
            return wrong
        id, title, text = self.scene or context.fresh()[:8], self.title.strip(), self.text.strip()
        prepared = Prepared(id, title, self.who, text, self.papers, unseen=self.unseen, at_hand=self.at_hand)
        return [NewEvent(prepared, MJ_ONLY)]


@stored("prepared/1")
class Prepared(Happening):
    """The MJ prepares a scene, changes it, or puts it away (`kept` false)."""

    scene: str
    title: str = ""
    who: tuple[str, ...] = ()  # ready characters
    text: str = ""
    papers: tuple[int, ...] = ()  # lines of notes
    kept: bool = True
    unseen: tuple[str, ...] = ()  # ready characters whom the MJ alone will know of
    at_hand: tuple[int, ...] = ()  # lines of notes that the MJ reads while the scene is open

    def fold(self, state: State, _event: Event) -> State:
        others = {id: scene for id, scene in state.scenes.items() if id != self.scene or self.kept}
        return replace(state, scenes={**others, self.scene: self} if self.kept else others)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, text="", title="") if by == seat else self


class OpenScene(Command, id="open-scene", by=MJ):
    """Open a prepared scene: the former is put aside with its people, but those on the players' side; those of this one
    come in, its words are read, its papers are handed out. One that was open before comes back as it was left.
    """

    scene: Annotated[str, ID, Label(fr="Scène", en="Scene")]
    sure: Annotated[bool, Label(fr="Quand même", en="All the same")] = False  # a fight ends with the scene it is in

    def decide(self, context: Context) -> Decided:
        """What the scene brings. A fight ends with the scene it is in; notes that are notes no more stay out."""
        state = context.state
        scene, was = state.scenes.get(self.scene), state.aside.get(self.scene)
        if self.scene == state.scene:
            return Refusal(OPEN_ALREADY)
        if scene is None and was is None:
            return Refusal(NO_SCENE)
        if state.play.get("round") and not self.sure and (harm := harm_of_ending(context)):
            return harm
        friends = _beside_players(context)  # on the sides of the fight, before it ends
        happened = ending(context, "over", by=None) if state.play.get("round") else []
        happened.append(NewEvent(_opened(context.after(happened), self.scene, was, friends)))
        if was is not None or scene is None:
            return happened
        comes = [Enter(ready=ready) for ready in scene.who] + [Lurk(ready=ready) for ready in scene.unseen]
        for one in comes:
            came = one.decide(context.after(happened))
            if isinstance(came, Refusal):
                return came
            happened += came
        if scene.text:
            happened.append(NewEvent(Said("handout", scene.text, scene.title)))
        for of in scene.papers:
            given = Give(of=of).decide(context)
            happened += [] if isinstance(given, Refusal) else given
        return happened


def _beside_players(context: Context) -> frozenset[str]:
    """Those in the scene who are on the side of a player's character: they go along from scene to scene. Nobody, in a
    game whose sheets do not tell players' characters from others.
    """
    kind = context.game.sheet
    if not any(name in kind.model_fields or hasattr(kind, name) for name in PLAYERS_OWN):
        return frozenset()
    scene, cast = scene_of(context.game, context.state, now=True), context.state.cast
    sides = {who: context.game.side(scene, who) for who in scene.cast}
    ours = {side for who, side in sides.items() if cast[who].owner or cast[who].free} - {""}
    return frozenset(who for who, side in sides.items() if side in ours)


def _opened(context: Context, scene: str, was: SceneOpened | None, friends: frozenset[str]) -> SceneOpened:
    """The former scene put aside, and this one as it was left, if it was."""
    state = context.state
    stay = friends | {who for who, one in state.cast.items() if one.owner or one.free or one.retired}
    left = tuple(who for who in state.cast if who not in stay)
    changes = _forgotten(context, left)
    now = {**state.play, **{change.field: change.after for change in changes}}
    if was:
        changes += [one.inverse for one in was.changes if now.get(one.field) == one.after]
    return SceneOpened(
        scene=scene,
        left=left,
        back=_still(state.cast, was.left if was else ()),
        unseen_left=tuple(who for who, one in state.unseen.items() if not one.retired),
        unseen_back=_still(state.unseen, was.unseen_left if was else ()),
        closed=tuple(id for id, one in state.requests.items() if not one.closed),
        reopened=tuple(id for id in (was.closed if was else ()) if id in state.requests),
        changes=tuple(changes),
    )


def _forgotten(context: Context, left: tuple[str, ...]) -> list[Change]:
    """What the play holds of these people, put back to how a scene begins: a chase that they are in, what lasts."""
    play, rest = context.state.play, context.game.play().model_dump(mode="json")

    def of_them(value: Any) -> bool:
        told = json.dumps(value)
        return any(json.dumps(who) in told for who in left)

    changes = []
    for name, value in play.items():
        if of_them(value):
            clocks = name == "clocks" and [one for one in value if not of_them(one)]
            changes.append(Change(PLAY, name, value, rest.get(name) if clocks is False else clocks))
    return changes


def _still(people: Mapping[str, Character], who: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who may come back: out of the scene, and nobody has taken them meanwhile."""
    return tuple(one for one in who if one in people and people[one].retired)


@stored("scene_opened/1")
class SceneOpened(Happening):
    """The scene changes: who stays behind, who is back, which requests are put aside or open again."""

    scene: ForMJ[str]
    left: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    unseen_left: ForMJ[tuple[str, ...]] = ()
    unseen_back: ForMJ[tuple[str, ...]] = ()
    closed: tuple[str, ...] = ()  # requests for rolls
    reopened: tuple[str, ...] = ()
    changes: Changes = ()

    def fold(self, state: State, _event: Event) -> State:
        former = state.scene or (BEFORE if self.left or self.unseen_left or self.closed else "")
        aside = {id: one for id, one in state.aside.items() if id != self.scene}
        opened = state.opened if self.scene in (*state.opened, BEFORE) else (*state.opened, self.scene)
        state = changed(state, self.changes)
        return replace(
            state,
            scene=self.scene,
            opened=opened,
            aside={**aside, former: self} if former else aside,
            cast=_moved(state.cast, self.left, self.back),
            instant=state.instant and _moved(state.instant, self.left, self.back),
            unseen=_moved(state.unseen, self.unseen_left, self.unseen_back),
            requests={id: self._request(id, one) for id, one in state.requests.items()},
            undone=(),
        )

    def _request(self, id: str, request: RollRequest) -> RollRequest:
        closed = id in self.closed or (request.closed and id not in self.reopened)
        return request if closed == request.closed else replace(request, closed=closed)

    def sentence(self, telling: Telling) -> str:
        return ANOTHER.say(telling.lang)


def _moved(people: Mapping[str, Character], left: tuple[str, ...], back: tuple[str, ...]) -> dict[str, Character]:
    """People once some have left the scene, and others are back."""
    moved = {who: replace(people[who], retired=who in left) for who in (*left, *back) if who in people}
    return {**people, **moved}
