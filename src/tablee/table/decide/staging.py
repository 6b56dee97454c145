"""Scenes that the MJ prepares beforehand and opens with one command: who is there, what is read, what is handed out."""

from __future__ import annotations

from dataclasses import replace

from tablee.table.decide import commands as c
from tablee.table.decide import people, words
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.log import events as e
from tablee.table.log.state import Character
from tablee.text import Text

MOST_SCENES = 50
NO_SCENE = Text(
    fr="Cette scène n'est plus préparée : elle a été ouverte ou retirée.",
    en="This scene is no longer prepared: it was opened or put away.",
)
UNTITLED = Text(fr="Donnez un titre à cette scène.", en="Give this scene a title.")
TOO_MANY = Text(
    fr="{most} scènes préparées, pas plus : ouvrez-en, ou retirez-en.",
    en="{most} prepared scenes, no more: open some, or put some away.",
)


def prepare(context: Context, command: c.Prepare) -> Decided:
    """A scene laid by for later, as its MJ alone knows it; or put away."""
    known = context.state.scenes
    if command.scene and command.scene not in known:
        return Refusal(NO_SCENE)
    if command.drop:
        return [NewEvent(e.Prepared(command.scene, kept=False), e.MJ_ONLY)] if command.scene else Refusal(NO_SCENE)
    if not command.title.strip():
        return Refusal(UNTITLED)
    if not command.scene and len(known) >= MOST_SCENES:
        return Refusal(TOO_MANY, {"most": MOST_SCENES})
    ready = context.game.ready()
    unknown = next((who for who in command.who if who not in ready), None)
    if unknown is not None:
        return Refusal(people.NO_READY, {"ready": unknown[:60], "known": tuple(ready)})
    wrong = next((no for of in command.papers if isinstance(no := words.note_of(context, of), Refusal)), None)
    if wrong is not None:
        return wrong
    id = command.scene or context.fresh()[:8]
    laid = e.Prepared(id, command.title.strip(), command.who, command.text.strip(), command.papers)
    return [NewEvent(laid, e.MJ_ONLY)]


def open_scene(context: Context, command: c.OpenScene) -> Decided:
    """What a prepared scene brings: its people, its words, its papers. Notes that are notes no more stay out."""
    scene = context.state.scenes.get(command.scene)
    if scene is None:
        return Refusal(NO_SCENE)
    follows: list[NewEvent] = []
    for ready in scene.who:
        came = people.enter(context, c.Enter(ready=ready))
        if isinstance(came, Refusal):
            return came
        follows += came
        for one in came:
            assert isinstance(one.what, e.Entered)
            cast = {**context.state.cast, one.what.who: Character(one.what.sheet)}
            context = replace(context, state=replace(context.state, cast=cast))  # the next of its kind has a number
    if scene.text:
        follows.append(NewEvent(e.Said("handout", scene.text, scene.title)))
    for of in scene.papers:
        given = words.give(context, c.Give(of=of))
        follows += [] if isinstance(given, Refusal) else given
    return [*follows, NewEvent(e.Prepared(command.scene, kept=False), e.MJ_ONLY)]
