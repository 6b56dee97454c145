"""Scenes that follow each other: the MJ prepares them, opens one with one command, and may come back to it.

Opening one puts the MJ's people of the former aside, but those who are on the players' side, with what the play holds
of them and the rolls that were asked for; opening the former again brings all of it back as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import AfterValidator, Field

from tablee.dice import fair
from tablee.errors import BadInput
from tablee.rules.action import PLAY, Change
from tablee.rules.fields import NO_SUCH_FIELD, Annotated, Label, OneOf, fields_of, record_of
from tablee.rules.game import PLAYERS_OWN, Game
from tablee.table.decide.command import ID, MJ, PAPER, TITLE, WHO, Command, Who, modest
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.offering import NOT_PLAYED
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, ForMJ, Happening, stored
from tablee.table.log.matters import Changes
from tablee.table.log.state import BEFORE, Character, RollRequest, State, changed
from tablee.table.scenes import scene_of
from tablee.table.seen.prepared import NamedPerson, PreparedTry, Result
from tablee.table.topics.action import ending, harm_of_ending
from tablee.table.topics.character import NO_READY, Enter, named_so, numbered
from tablee.table.topics.chat import Said
from tablee.table.topics.paper import Give, note_of
from tablee.table.topics.request import closed
from tablee.table.topics.unseen import Lurk
from tablee.text import Text

MAX_SCENES, MAX_TRIES, MAX_NAMED = 50, 12, 30
COMES_OUT = {"good": Text(fr="réussi", en="success"), "bad": Text(fr="raté", en="failure")}
SAID = ("title", "who", "unseen", "named", "text", "notes", "papers", "at_hand", "tries", "draft")
NO_SCENE = Text(
    fr="Cette scène n'est plus préparée : elle a été retirée.", en="This scene is no longer prepared: it was put away."
)
OPEN_ALREADY = Text(fr="Cette scène est déjà ouverte.", en="This scene is open already.")
UNTITLED = Text(fr="Donnez un titre à cette scène.", en="Give this scene a title.")
UNTITLED_TRY = Text(fr="Dites ce que l'on tente.", en="Say what is tried.")
NO_TRY = Text(
    fr="Cela ne se tente pas, ou plus, dans la scène ouverte.", en="That is not tried, or no longer, in the open scene."
)
NOTHING_FOLLOWS = Text(
    fr="Rien n'est écrit pour la suite : dites ce qui arrive.",
    en="Nothing is written for what follows: say what happens.",
)
TOO_MANY = Text(fr="{most} scènes, pas plus : retirez-en.", en="{most} scenes, no more: put some away.")
ANOTHER = Text(fr="La scène change.", en="The scene changes.")


def sheets_of(person: NamedPerson, game: Game) -> list[Any]:
    """The sheet of each of these people; BadInput if what differs does not fit the game."""
    like: Any = game.ready()[person.ready]
    differing: Any = record_of(game.sheet, {**like.model_dump(mode="json"), **person.sheet}) if person.sheet else like
    one = differing.with_changes(name=named_so(person.called, person.feminine))
    return [numbered(one, n) for n in range(1, person.n + 1)]


def _bounded(held: tuple[NamedPerson | PreparedTry, ...] | None) -> Any:
    for one in held or ():
        modest(one.sheet if isinstance(one, NamedPerson) else one.params)
    return held


BOUNDED = AfterValidator(_bounded)


class Prepare(Command, id="prepare", by=MJ, meanwhile=True):
    """Prepare a scene for later: who is there, seen or not, what is read when it opens and what is the MJ's alone,
    which notes are handed out then and which stay before the MJ's eyes while it is open, what may be tried and where
    that leads; or drop it. What is not said of one that is prepared already stays as it is.
    """

    scene: Annotated[str, Field(max_length=60), Label(fr="Scène", en="Scene")] = ""  # none: a new one
    title: Annotated[str | None, TITLE, Label(fr="Titre", en="Title")] = None
    who: Annotated[tuple[Who, ...] | None, WHO, Label(fr="Qui est là", en="Who is there")] = None  # each copy
    unseen: Annotated[  # as they are
        tuple[Who, ...] | None, WHO, Label(fr="Qui est là sans qu'on le voie", en="Who is there unseen")
    ] = None
    named: Annotated[
        tuple[NamedPerson, ...] | None,
        Field(max_length=MAX_NAMED),
        BOUNDED,
        Label(fr="Qui est là sous un nom à soi", en="Who is there under a name of their own"),
    ] = None
    text: Annotated[str | None, PAPER, Label(fr="Ce qu'on y trouve", en="What lies around")] = None
    notes: Annotated[str | None, PAPER, Label(fr="Pour le meneur seul", en="For the GM alone")] = None
    papers: Annotated[  # lines of the MJ's notes
        tuple[int, ...] | None, Field(max_length=30), Label(fr="Papiers à donner", en="Papers to hand out")
    ] = None
    at_hand: Annotated[  # lines of the MJ's notes
        tuple[int, ...] | None, Field(max_length=30), Label(fr="Papiers sous la main", en="Papers at hand")
    ] = None
    tries: Annotated[
        tuple[PreparedTry, ...] | None,
        Field(max_length=MAX_TRIES),
        BOUNDED,
        Label(fr="Ce qu'on peut tenter", en="What may be tried"),
    ] = None
    draft: Annotated[bool | None, Label(fr="Brouillon", en="Draft")] = None
    drop: Annotated[bool, Label(fr="Y renoncer", en="Drop it")] = False

    def decide(self, context: Context) -> Decided:
        known = context.state.scenes
        if self.scene and self.scene not in known:
            return Refusal(NO_SCENE)
        if self.drop:
            return [NewEvent(Prepared(self.scene, kept=False), MJ_ONLY)] if self.scene else Refusal(NO_SCENE)
        if not self.scene and len(known) >= MAX_SCENES:
            return Refusal(TOO_MANY, {"most": MAX_SCENES})
        was = known.get(self.scene) or Prepared(context.fresh()[:8])
        told = {name: getattr(self, name) for name in SAID if getattr(self, name) is not None}
        one = replace(was, **told)
        one = replace(one, title=one.title.strip(), text=one.text.strip(), notes=one.notes.strip())
        return self._refused(context, one) or [NewEvent(one, MJ_ONLY)]

    def _refused(self, context: Context, one: Prepared) -> Refusal | None:
        """Why a scene cannot be prepared so: of what this command says, what is not there or does not fit."""
        if not one.title:
            return Refusal(UNTITLED)
        ready, named = context.game.ready(), self.named or ()
        asked = (*(self.who or ()), *(self.unseen or ()), *(person.ready for person in named))
        unknown = next((who for who in asked if who not in ready), None)
        if unknown is not None:
            return Refusal(NO_READY, {"ready": unknown[:60], "known": tuple(ready)})
        for person in named:
            try:
                sheets_of(person, context.game)
            except BadInput as wrong:
                return Refusal(wrong.sentence, wrong.values)
        notes = (*(self.papers or ()), *(self.at_hand or ()))
        wrong_note = next((no for of in notes if isinstance(no := note_of(context, of), Refusal)), None)
        if wrong_note is not None:
            return wrong_note
        for attempt in self.tries or ():
            if not attempt.label.strip():
                return Refusal(UNTITLED_TRY)
            if not attempt.action:
                continue
            action = context.game.action(attempt.action)
            if not action.offered(context.state.options, mj=True):
                return Refusal(NOT_PLAYED)
            known = tuple(field.name for field in fields_of(action.params))
            strange = next((name for name in attempt.params if name not in known), None)
            if strange is not None:
                return Refusal(NO_SUCH_FIELD, {"field": strange[:60], "known": known})
        return None


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
    notes: str = ""  # the MJ's alone
    named: tuple[NamedPerson, ...] = ()
    tries: tuple[PreparedTry, ...] = ()
    draft: bool = False  # not to be proposed yet

    def fold(self, state: State, _event: Event) -> State:
        others = {id: scene for id, scene in state.scenes.items() if id != self.scene or self.kept}
        return replace(state, scenes={**others, self.scene: self} if self.kept else others)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, text="", title="", notes="", named=(), tries=()) if by == seat else self

    def leads(self) -> tuple[str, ...]:
        """The scenes that what is tried here leads to, each once."""
        return tuple(dict.fromkeys(to for attempt in self.tries for to in attempt.leads()))

    @property
    def people(self) -> int:
        """How many come in once it opens."""
        return len(self.who) + len(self.unseen) + sum(person.n for person in self.named)


class OrderScene(Command, id="order-scene", by=MJ, meanwhile=True):
    """Put a prepared scene one place earlier, or later, among those that are prepared."""

    scene: Annotated[str, ID, Label(fr="Scène", en="Scene")]
    earlier: Annotated[bool, Label(fr="Plus tôt", en="Earlier")] = False

    def decide(self, context: Context) -> Decided:
        order = list(context.state.scenes)
        if self.scene not in order:
            return Refusal(NO_SCENE)
        at = order.index(self.scene)
        to = at + (-1 if self.earlier else 1)
        if not 0 <= to < len(order):
            return []
        order[at], order[to] = order[to], order[at]
        return [NewEvent(ScenesOrdered(tuple(order)), MJ_ONLY)]


@stored("scenes_ordered/1")
class ScenesOrdered(Happening):
    """The prepared scenes stand in this order."""

    order: tuple[str, ...]

    def fold(self, state: State, _event: Event) -> State:
        listed = [id for id in self.order if id in state.scenes]
        return replace(state, scenes={id: state.scenes[id] for id in dict.fromkeys((*listed, *state.scenes))})


class FollowScene(Command, id="follow-scene", by=MJ):
    """What was tried in the open scene comes out so: the rolls that were asked for it are over, its text is read to
    all, and the scene that it leads to opens.
    """

    attempt: Annotated[int, Field(ge=0, le=MAX_TRIES), Label(fr="Essai", en="Try")]
    result: Annotated[str, OneOf(COMES_OUT), Label(fr="Suite", en="Outcome")] = "good"
    sure: Annotated[bool, Label(fr="Quand même", en="All the same")] = False  # a fight ends with the scene it is in

    def decide(self, context: Context) -> Decided:
        scene = context.state.scenes.get(context.state.scene)
        if scene is None or self.attempt >= len(scene.tries):
            return Refusal(NO_TRY)
        attempt = scene.tries[self.attempt]
        follows: Result = getattr(attempt, self.result)
        happened: list[NewEvent] = []
        for id, one in context.state.requests.items():
            if one.title == attempt.label and not one.closed:
                happened += closed(context.after(happened), id)
        if follows.text:
            happened.append(NewEvent(Said("handout", follows.text, attempt.label)))
        if follows.to and follows.to != context.state.scene:
            opened = OpenScene(scene=follows.to, sure=self.sure).decide(context.after(happened))
            return opened if isinstance(opened, Refusal) else [*happened, *opened]
        return happened or Refusal(NOTHING_FOLLOWS)

    def opens(self, state: State) -> str:
        """The scene that it opens; "" for none."""
        scene = state.scenes.get(state.scene)
        if scene is None or self.attempt >= len(scene.tries) or self.result not in COMES_OUT:
            return ""
        follows: Result = getattr(scene.tries[self.attempt], self.result)
        return follows.to


class OpenScene(Command, id="open-scene", by=MJ):
    """Open a prepared scene: the former is put aside with its people, but those on the players' side; those of this one
    come in, its words are read, its papers are handed out. One that was open before comes back as it was left. Where
    some of the party are in it already, the others stay behind in the former.
    """

    scene: Annotated[str, ID, Label(fr="Scène", en="Scene")]
    sure: Annotated[bool, Label(fr="Quand même", en="All the same")] = False  # a fight ends with the scene it is in

    def decide(self, context: Context) -> Decided:
        """What the scene brings. A fight ends with the scene it is in; notes that are notes no more stay out."""
        state = context.state
        scene, was = state.scenes.get(self.scene), state.aside.get(self.scene)
        if self.scene == state.scene:
            return Refusal(OPEN_ALREADY)
        there = tuple(who for who, one in state.cast.items() if one.elsewhere == self.scene and not one.retired)
        if scene is None and was is None and not there:
            return Refusal(NO_SCENE)
        if state.play.get("round") and not self.sure and (harm := harm_of_ending(context)):
            return harm
        friends = frozenset() if there else _beside_players(context)  # on the sides of the fight, before it ends
        happened = ending(context, "over", by=None) if state.play.get("round") else []
        opened = _opened(context.after(happened), self.scene, was, friends, there)
        after = context.after([*happened, NewEvent(opened)]).state
        happened.append(NewEvent(opened, after.present() or MJ_ONLY if after.apart else EVERYONE))
        if was is not None or scene is None:
            return happened
        comes = [Enter(ready=ready) for ready in scene.who] + [Lurk(ready=ready) for ready in scene.unseen]
        for person in scene.named:
            kind = Lurk if person.unseen else Enter
            sheets = (sheet.model_dump(mode="json") for sheet in sheets_of(person, context.game))
            comes += [kind(sheet=sheet, called=person.called) for sheet in sheets]
        now = context.after(happened)
        for one in comes:
            came = one.decide(now)
            if isinstance(came, Refusal):
                return came
            happened, now = happened + came, now.after(came)
        if scene.text:
            happened.append(NewEvent(Said("handout", scene.text, scene.title)))
        for of in scene.papers:
            given = Give(of=of).decide(context)
            happened += [] if isinstance(given, Refusal) else given
        return happened

    def opens(self, _state: State) -> str:
        """The scene that it opens."""
        return self.scene


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


def _opened(
    context: Context, scene: str, was: SceneOpened | None, friends: frozenset[str], there: tuple[str, ...]
) -> SceneOpened:
    """The former scene put aside, and this one as it was left, if it was; with those of the party who are `there`."""
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
        behind=state.heroes if there else (),
        there=there,
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
    behind: ForMJ[tuple[str, ...]] = ()  # those of the party who stay in the former scene
    there: ForMJ[tuple[str, ...]] = ()  # and who are in this one already

    divides = True

    def fold(self, state: State, _event: Event) -> State:
        waits = self.left or self.unseen_left or self.closed or self.behind
        former = state.scene or (BEFORE if waits else "")
        aside = {id: one for id, one in state.aside.items() if id != self.scene}
        opened = state.opened if self.scene in (*state.opened, BEFORE) else (*state.opened, self.scene)
        state = changed(state, self.changes)
        return replace(
            state,
            scene=self.scene,
            opened=opened,
            aside={**aside, former: self} if former else aside,
            cast=self._parted(_moved(state.cast, self.left, self.back), former),
            instant=state.instant and self._parted(_moved(state.instant, self.left, self.back), former),
            unseen=_moved(state.unseen, self.unseen_left, self.unseen_back),
            requests={id: self._request(id, one) for id, one in state.requests.items()},
            undone=(),
            projected=0,
            ended=None,
        )

    def _parted(self, cast: Mapping[str, Character], former: str) -> Mapping[str, Character]:
        """The cast with each of the party where they are now."""
        places = {**dict.fromkeys(self.behind, former), **dict.fromkeys(self.there, "")}
        moved = {who: replace(cast[who], elsewhere=place) for who, place in places.items() if who in cast}
        return {**cast, **moved} if moved else cast

    def _request(self, id: str, request: RollRequest) -> RollRequest:
        closed = id in self.closed or (request.closed and id not in self.reopened)
        return request if closed == request.closed else replace(request, closed=closed)

    def sentence(self, telling: Telling) -> str:
        return ANOTHER.say(telling.lang)


def _moved(people: Mapping[str, Character], left: tuple[str, ...], back: tuple[str, ...]) -> dict[str, Character]:
    """People once some have left the scene, and others are back."""
    moved = {who: replace(people[who], retired=who in left) for who in (*left, *back) if who in people}
    return {**people, **moved}
