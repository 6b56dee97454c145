"""Trial: the first scene opened, and every action done by a character who may, with told dice and default answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from tablee.dice import Fed
from tablee.errors import BadInput, TooMany
from tablee.rules.action import Action, Scene, applied
from tablee.rules.check.checks import AMOUNT, characters
from tablee.rules.check.sources import Finding, Sources, mistake, unknown
from tablee.rules.fields import Declared, Field, fields_of
from tablee.rules.game import FirstScene, Game
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.why import Note
from tablee.text import LANGS, Text

MAX_BRANCHES = 2_000  # of the odds of one action: enough to meet its outcomes
FACES = tuple(1 + n * n // 3 % 6 for n in range(500))  # in no order that matters, and without endless ties


class Trial:
    """A game tried out: what was `found`, and the ids of the actions that could be `tried`."""

    def __init__(self, sources: Sources, game: Game) -> None:
        self.sources, self.game = sources, game
        self.found, self.tried = list[Finding](), set[str]()
        if ready := self._cast(game.ready):
            self._act(game.scene(cast=ready))
        if game.first_scene is not None:
            self._open(game.first_scene)

    def _cast(self, make: Callable[[], Mapping[str, Declared]]) -> Mapping[str, Declared]:
        """The characters that `make` gives; nobody if one of them does not fit."""
        try:
            cast = make()
            misfits = [*characters(self.sources, self.game, cast)]
        except Exception as wrong:
            misfits = [self.sources.failure(wrong, CAST, self.sources.first_line)]
        self.found += misfits
        return {} if misfits else cast

    def _open(self, first: FirstScene) -> None:
        """The first scene: whom and what it names, its opening actions, then every action."""
        cast, actions = self._cast(first.cast), {action.id for action in self.game.actions}
        people = {*first.players, *(actor for _, actor, _ in first.begin if actor)}
        named = {id for id, _, _ in first.begin}
        nowhere = [
            unknown(self.sources.place_of(word, "FirstScene"), what, word, known)
            for words, known, what in ((people, cast.keys(), PERSON), (named, actions, ACTION))
            for word in sorted(words - known)
        ]
        self.found += nowhere if cast else []
        if nowhere:
            return
        scene = self.game.scene(cast=cast)
        for id, actor, params in first.begin:
            try:
                scene = self._after(self.game.action(id), scene.acting(actor), params)
                nobody = [who for who in self.game.order.may_act(scene) if who not in scene.cast]
            except Exception as wrong:
                self.found.append(self.sources.failure(wrong, OPENING, self.sources.place_of(id, "FirstScene")))
                return
            self.found += (unknown(self.sources.first_line, TURN, who, cast) for who in nobody)
        self._act(scene)

    def _after(self, action: Action[Any, Any], scene: Scene[Any], params: Mapping[str, Any]) -> Scene[Any]:
        """The scene after an action; BadInput if it is refused."""
        do = prepared(action, scene, params)
        if isinstance(do, Note):
            raise BadInput(Text(do.say("fr"), do.say("en")))
        outcome = _done(action, scene, do).outcome
        after = applied(scene, outcome.effects)
        return self.game.scene(cast=after.cast, play=self.game.order.after(after, scene.actor, action.id, outcome))

    def _act(self, scene: Scene[Any]) -> None:
        """Every action in a scene, by the first character who can do it; the order of play must let one act."""
        if not self.game.order.may_act(scene) and not self.game.order.due(scene):
            self.found.append(mistake(self.sources.place_of("may_act"), NOBODY_ACTS))
        for action in (*self.game.actions, *self.game.creations):
            actors = scene.cast if action in self.game.actions else [""]
            try:
                any(self._does(action, scene.acting(who)) for who in actors)
            except Exception as wrong:
                place = self.sources.place_of(action.id, "action")
                self.found.append(self.sources.failure(wrong, Text(action.id, action.id), place))

    def _does(self, action: Action[Any, Any], scene: Scene[Any]) -> bool:
        """Whether the actor can do an action with the first choices there are; if so it is done, told and counted."""
        with suppress(BadInput):
            values = {field.name: _sample(field, scene) for field in fields_of(action.params) if field.required}
            do = prepared(action, scene, values)
            if isinstance(do, Note):
                return False
            done, terms = _done(action, scene, do), self.game.book.terms
            if scene.actor and done.progress.rolls and not any(rolled.by for rolled in done.progress.rolls):
                self.found.append(mistake(self.sources.place_of(action.id, "action"), NO_OWNER, action=action.id))
            for lang in LANGS:
                for said in (done.outcome.headline, *done.why):
                    said.say(lang)
            parts = [*done.outcome.parts]
            with suppress(TooMany):
                laws = self.game.odds(action, scene, do, most=MAX_BRANCHES) if scene.actor else {}
                parts += [one for law in laws.values() for outcome in law for one in outcome]
            for name in sorted({name for one in parts for name, _ in one.amounts} - terms.keys()):
                self.found.append(unknown(self.sources.place_of(action.id, "action"), AMOUNT, name, terms))
            self.tried.add(action.id)
            return True
        return False


def _done(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> Done:
    """The action to its end, every decision left to its default; BadInput if it takes too many dice."""
    dice = Fed(FACES)
    done = perform(action, scene, do, dice)
    while isinstance(done, Waiting):
        if done.dice:
            raise BadInput(Text("Trop de dés.", "Too many dice."))
        done = perform(action, scene, do, dice, done.by_default())
    return done


def _sample(field: Field, scene: Scene[Any]) -> Any:
    """Something that the field may be: the first choice, the lowest number, a word."""
    if field.one_of is not None:
        one: Any = next(iter(field.one_of.on(scene)), "")
    else:
        one = (field.low or 1) if field.kind is int else field.kind is not bool and "mot"
    return (one,) if field.many else one


CAST = Text(fr="Les personnages", en="The characters")
OPENING = Text(fr="L'ouverture de la première scène", en="Opening the first scene")
PERSON = Text(fr="La première scène parle de", en="The first scene refers to")
ACTION = Text(fr="La première scène commence par l'action", en="The first scene begins with action")
NOBODY_ACTS = Text(fr="L'ordre du jeu ne laisse agir personne.", en="The order of play lets nobody act.")
NO_OWNER = Text(fr="{action} : personne ne lance les dés (by=).", en="{action}: nobody owns its rolls (by=).")
TURN = Text(fr="L'ordre du jeu donne la main à", en="The order of play gives the turn to")
