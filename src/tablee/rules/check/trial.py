"""Trial: the first scene opened, and every action done once by whoever may, with told dice and default answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from tablee.errors import BadInput, TooMany
from tablee.rules.action import Action, Scene, applied
from tablee.rules.check.failures import failure
from tablee.rules.check.findings import Finding, mistake, near
from tablee.rules.check.loaded import NO_AMOUNT, cast_findings
from tablee.rules.check.sources import Sources
from tablee.rules.decision import Decision
from tablee.rules.fields import Declared, Field, fields_of
from tablee.rules.game import FirstScene, Game
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.why import Note
from tablee.text import LANGS, Text

MOST_BRANCHES = 2_000  # of the odds of one action: enough to meet its outcomes
MOST_ACTORS = 3  # of one scene, for one action


class Told:
    """Dice whose faces follow each other in an order that repeats after a long while: no luck, no endless ties."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        return [(next(self._numbers) * 7919 >> 3) % sides + 1 for _ in range(count)]


class Trial:
    """A game tried out: `findings` makes the list, `tried` then holds the ids of the actions that could be done."""

    def __init__(self, sources: Sources, game: Game) -> None:
        self.sources, self.game = sources, game
        self.tried: set[str] = set()
        self._told: set[tuple[str, str]] = set()

    def findings(self) -> Iterator[Finding]:
        scenes = [self.game.scene()]
        if self.game.first_scene is not None:
            opened: list[Scene[Any]] = []
            yield from self._first_scene(self.game.first_scene, opened)
            scenes += opened
        for scene in scenes:
            for action in self.game.actions:
                for who in list(scene.cast)[:MOST_ACTORS]:
                    yield from self._once(action, scene.acting(who))
        for action in self.game.creations:
            yield from self._once(action, scenes[0])

    def _first_scene(self, first: FirstScene, opened: list[Scene[Any]]) -> Iterator[Finding]:
        """What the first scene refers to exists; its opening actions are done, and the scene they make is `opened`."""
        ids = [action.id for action in self.game.actions]
        try:
            cast = first.cast()
        except Exception as wrong:
            yield failure(self.sources, wrong, OPENING)
            return
        yield from cast_findings(self.sources, self.game, cast)
        for who in first.players:
            if who not in cast:
                yield mistake(self._written(who), NOBODY, who=who, near=near(who, cast), cast=tuple(cast))
        for id in first.usual:
            if id not in ids:
                yield mistake(self._written(id), NO_ACTION, id=id, near=near(id, ids))
        scene = self.game.scene(cast=cast)
        for id, actor, params in first.begin:
            if id not in ids:
                yield mistake(self._written(id), NO_ACTION, id=id, near=near(id, ids))
            elif actor and actor not in cast:
                yield mistake(self._written(actor), NOBODY, who=actor, near=near(actor, cast), cast=tuple(cast))
            else:
                action, before = self.game.action(id), len(opened)
                yield from self._begun(action, scene.acting(actor), params, opened)
                if len(opened) == before:
                    return
                scene = opened[-1]
        opened[:] = [scene]

    def _written(self, word: str) -> Any:
        return self.sources.place_of(word, "FirstScene")

    def _begun(
        self, action: Action[Any, Any], scene: Scene[Any], params: Mapping[str, Any], opened: list[Scene[Any]]
    ) -> Iterator[Finding]:
        """One opening action done, and the scene that follows added to `opened`."""
        try:
            do = prepared(action, scene, params)
        except BadInput as wrong:
            why = Text(wrong.say("fr"), wrong.say("en"))
            yield mistake(self._written(action.id), DOES_NOT_BEGIN, id=action.id, why=why)
            return
        if isinstance(do, Note):
            why = Text(do.say("fr"), do.say("en"))
            yield mistake(self._written(action.id), DOES_NOT_BEGIN, id=action.id, why=why)
            return
        try:
            done = self._done(action, scene, do)
            after, _ = applied(scene, done.outcome.effects)
            play = self.game.order.after(after, scene.actor, action.id, done.outcome)
            opened.append(self.game.scene(cast=after.cast, play=play))
            turn = self.game.order.may_act(opened[-1])
        except Exception as wrong:
            yield failure(self.sources, wrong, OPENING)
            return
        for who in turn:
            if who not in after.cast:
                yield mistake(self._written(action.id), NOBODY_PLAYS, who=who, cast=tuple(after.cast))

    def _once(self, action: Action[Any, Any], scene: Scene[Any]) -> Iterator[Finding]:
        """One action by one person, and its odds; somebody who may not do it, or has nobody to do it to, does not."""
        doing = Text(fr=f"L'essai de {action.id}", en=f"Trying {action.id}")
        try:
            values = {field.name: _sample(field, scene) for field in fields_of(action.params) if field.required}
            do = prepared(action, scene, values)
        except BadInput:
            return
        except Exception as wrong:
            yield from self._new(failure(self.sources, wrong, doing))
            return
        if isinstance(do, Note):
            return
        try:
            done = self._done(action, scene, do)
            parts = list(done.outcome.parts)
            for lang in LANGS:
                for said in (done.outcome.headline, *done.why):
                    said.say(lang)
            if action.id not in self.tried and action in self.game.actions:
                laws = self.game.odds(action, scene, do, most=MOST_BRANCHES)
                parts += [one for law in laws.values() for outcome in law for one in outcome]
                parts += [
                    one
                    for law in self.game.odds(action, scene, do, most=MOST_BRANCHES).values()
                    for parts in law
                    for one in parts
                ]
        except TooMany:
            pass
        except Exception as wrong:
            yield from self._new(failure(self.sources, wrong, doing))
            return
        self.tried.add(action.id)
        terms = self.game.book.terms
        for name in sorted({name for one in parts for name, _ in one.amounts} - terms.keys()):
            place = self.sources.place_of(action.id, "action")
            yield from self._new(mistake(place, NO_AMOUNT, name=name, near=near(name, terms)))

    def _new(self, finding: Finding) -> Iterator[Finding]:
        """Each problem once, however many people meet it."""
        key = str(finding.place), finding.say("en")
        if key not in self._told:
            self._told.add(key)
            yield finding

    def _done(self, action: Action[Any, Any], scene: Scene[Any], do: Declared) -> Done:
        """The action to its end, every decision left to its default."""
        dice = Told()
        done = perform(action, scene, do, dice)
        while isinstance(done, Waiting):
            for decision in done.asked.values():
                if isinstance(decision, Decision) and decision.rule not in self.game.book:
                    raise BadInput(
                        NO_RULE, id=decision.id, rule=decision.rule, near=near(decision.rule, self.game.book)
                    )
            done = perform(action, scene, do, dice, done.by_default())
        return done


def _sample(field: Field, scene: Scene[Any]) -> Any:
    """Something that the field may be: the first choice, the lowest number, a word."""
    if field.one_of is not None:
        one: Any = next(iter(field.one_of.on(scene)), "")
    else:
        one = (field.low or 1) if field.kind is int else field.kind is not bool and "mot"
    return (one,) if field.many else one


OPENING = Text(fr="L'ouverture de la première scène", en="Opening the first scene")
NOBODY = Text(
    fr="La première scène parle de « {who} », qui n'y est pas{near}. Présents : {cast}.",
    en="The first scene refers to “{who}”, who is not there{near}. Present: {cast}.",
)
NO_ACTION = Text(
    fr="La première scène parle de l'action « {id} », que le jeu n'a pas{near}.",
    en="The first scene refers to action “{id}”, which the game does not have{near}.",
)
DOES_NOT_BEGIN = Text(
    fr="La première scène commence par {id}, qui ne se fait pas ainsi. {why}",
    en="The first scene begins with {id}, which cannot be done so. {why}",
)
NOBODY_PLAYS = Text(
    fr="L'ordre du jeu donne la main à « {who} », qui n'est pas là. Présents : {cast}.",
    en="The order of play gives the turn to “{who}”, who is not there. Present: {cast}.",
)
NO_RULE = Text(
    fr="La décision {id} vient de la règle « {rule} », que le livre n'a pas{near}.",
    en="Decision {id} comes from rule “{rule}”, which the book does not have{near}.",
)
