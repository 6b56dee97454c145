"""Scenes that the MJ prepares beforehand and opens with one command: who is there, what is read, what is handed out."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import ID, MJ, PAPER, TITLE, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import MJ_ONLY, Event, Happening, stored
from tablee.table.log.state import Character, State
from tablee.table.topics.character import NO_READY, Enter, Entered
from tablee.table.topics.chat import Said
from tablee.table.topics.paper import Give, note_of
from tablee.text import Text

MAX_SCENES = 50
NO_SCENE = Text(
    fr="Cette scène n'est plus préparée : elle a été ouverte ou retirée.",
    en="This scene is no longer prepared: it was opened or put away.",
)
UNTITLED = Text(fr="Donnez un titre à cette scène.", en="Give this scene a title.")
TOO_MANY = Text(
    fr="{most} scènes préparées, pas plus : ouvrez-en, ou retirez-en.",
    en="{most} prepared scenes, no more: open some, or put some away.",
)


class Prepare(Command, id="prepare", by=MJ, meanwhile=True):
    """Prepare a scene for later: who is there, what is read when it opens, which notes are handed out; or drop it."""

    scene: Annotated[str, Field(max_length=60), Label(fr="Scène", en="Scene")] = ""  # none: a new one
    title: Annotated[str, TITLE, Label(fr="Titre", en="Title")] = ""
    who: Annotated[tuple[Who, ...], Field(max_length=30), Label(fr="Qui est là", en="Who is there")] = ()  # ready ones
    text: Annotated[str, PAPER, Label(fr="Ce qu'on y trouve", en="What lies around")] = ""
    papers: Annotated[  # lines of the MJ's notes
        tuple[int, ...], Field(max_length=30), Label(fr="Papiers à donner", en="Papers to hand out")
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
        unknown = next((who for who in self.who if who not in ready), None)
        if unknown is not None:
            return Refusal(NO_READY, {"ready": unknown[:60], "known": tuple(ready)})
        wrong = next((no for of in self.papers if isinstance(no := note_of(context, of), Refusal)), None)
        if wrong is not None:
            return wrong
        id = self.scene or context.fresh()[:8]
        return [NewEvent(Prepared(id, self.title.strip(), self.who, self.text.strip(), self.papers), MJ_ONLY)]


@stored("prepared/1")
class Prepared(Happening):
    """The MJ prepares a scene, changes it, or puts it away: once opened, or if nothing comes of it (`kept` false)."""

    scene: str
    title: str = ""
    who: tuple[str, ...] = ()  # ready characters
    text: str = ""
    papers: tuple[int, ...] = ()  # lines of notes
    kept: bool = True

    def fold(self, state: State, _event: Event) -> State:
        others = {id: scene for id, scene in state.scenes.items() if id != self.scene or self.kept}
        return replace(state, scenes={**others, self.scene: self} if self.kept else others)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, text="", title="") if by == seat else self


class OpenScene(Command, id="open-scene", by=MJ):
    """Open a prepared scene: everybody in it comes in, its words are read, its papers are handed out."""

    scene: Annotated[str, ID, Label(fr="Scène", en="Scene")]

    def decide(self, context: Context) -> Decided:
        """What the scene brings: its people, its words, its papers. Notes that are notes no more stay out."""
        scene = context.state.scenes.get(self.scene)
        if scene is None:
            return Refusal(NO_SCENE)
        follows: list[NewEvent] = []
        for ready in scene.who:
            came = Enter(ready=ready).decide(context)
            if isinstance(came, Refusal):
                return came
            follows += came
            for one in came:
                assert isinstance(one.what, Entered)
                cast = {**context.state.cast, one.what.who: Character(one.what.sheet)}
                context = replace(context, state=replace(context.state, cast=cast))  # the next of its kind has a number
        if scene.text:
            follows.append(NewEvent(Said("handout", scene.text, scene.title)))
        for of in scene.papers:
            given = Give(of=of).decide(context)
            follows += [] if isinstance(given, Refusal) else given
        return [*follows, NewEvent(Prepared(self.scene, kept=False), MJ_ONLY)]
