"""Playthrough: a scene played on its own, without a table: who may act acts, what falls due happens, turns pass.

    >>> from tablee.dice import Seeded
    >>> from tablee.rules.game import game_called
    >>> scene = Playthrough.first_scene(game_called("undesix"), Seeded(7))
    >>> who, action, params = scene.natural_move()
    >>> done = scene.act(who, action, params)
    >>> done.outcome.headline.say("en") != ""
    True

The table of `tablee serve` goes by the same order of play; this is for scripts, tests and simulations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.dice.choice import Choice, Plan, by_default
from tablee.dice.throw import Dice, Fed, Fresh
from tablee.errors import BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.forms import natural_move
from tablee.rules.game import Game
from tablee.rules.run import Done, Progress, Waiting, perform, prepared
from tablee.rules.speaking_up import Paths, cards_of, carried_out, choice_of, paths_of
from tablee.rules.why import Note
from tablee.text import Text

NO_FIRST_SCENE = Text(fr="{game} n'a pas de première scène.", en="{game} has no first scene.")
NO_MOVE = Text(fr="{who:Le} n'a rien à proposer ici.", en="There is nothing to propose for {who:the} here.")
NO_DICE = Text(fr="Il manque des dés : {count} à {sides} faces.", en="Dice are missing: {count} of {sides} faces.")
MAX_DUE = 1000  # actions that fall due one after the other: more would never end


@dataclass
class Playthrough:
    """A scene as it goes: its state, and what was done in it. A character who must decide follows the plan."""

    game: Game
    scene: Scene[Any]
    dice: Dice = field(default_factory=Fresh)
    plan: Plan = by_default
    done: list[tuple[str, str, Done]] = field(default_factory=list)  # who, the id of the action, its end
    _began: Mapping[str, Any] = field(default_factory=dict)  # the sheets when the present instant began

    @classmethod
    def first_scene(cls, game: Game, dice: Dice | None = None, plan: Plan = by_default) -> Playthrough:
        """The first scene of a game, open."""
        first = game.first_scene
        if first is None:
            raise BadInput(NO_FIRST_SCENE, game=game.label)
        begun = cls(game, game.scene(cast=first.cast()), dice or Fresh(), plan)
        for action, actor, params in first.begin:
            begun.act(actor, action, params)
        return begun

    def __post_init__(self) -> None:
        self._began = self.scene.cast

    @property
    def may_act(self) -> tuple[str, ...]:
        """Who may act now."""
        return self.game.order.may_act(self.scene)

    @property
    def standing(self) -> dict[str, tuple[str, ...]]:
        """Those still in the fight, by side: it is over when one side is left."""
        return self.game.sides(self.scene, standing=True)

    @property
    def over(self) -> bool:
        """Whether one side at most is left standing; in a shared instant, once everybody of it has acted."""
        return len(self.standing) < 2 and (self._began == self.scene.cast or not self.may_act)

    def seen_by(self, who: str) -> Scene[Any]:
        """The scene as the actions of `who` read it: in a shared instant, as it was when the instant began."""
        return replace(self.scene.acting(who), cast=self.game.in_instant(self._began, self.scene.cast, who))

    def natural_move(self, who: str = "") -> tuple[str, str, dict[str, Any]]:
        """What `who` (if empty, the first who may act) would naturally do: who, the id of an action, its parameters."""
        actor = who or self.may_act[0]
        move = natural_move(self.game, self.seen_by(actor))
        if move is None:
            raise BadInput(NO_MOVE, who=self.scene[actor].name)
        action, params = move
        return actor, action.id, params

    def act(self, who: str, action: str, params: Mapping[str, Any] | None = None) -> Done:
        """A character acts, then what falls due happens, unless the fight is over by then.

        BadInput with the rule's sentence if it is refused.
        """
        done = self._perform(who, action, params or {}, self.seen_by(who) if who else self.scene)
        self.what_falls_due()
        return done

    def take(self, who: str, action: str, done: Done) -> None:
        """An action that was performed elsewhere on this scene counts here; then what falls due happens."""
        self._ended(who, action, done)
        self.what_falls_due()

    def began_as(self, cast: Mapping[str, Any]) -> None:
        """The present instant began with these sheets: a scene that is taken up in the middle of one."""
        self._began = cast

    def what_falls_due(self) -> None:
        """All that the scene owes now happens, unless the fight is over."""
        for _ in range(MAX_DUE):
            due = self.game.order.due(self.scene)
            if not due or (self.scene.play.round and self.over):
                break
            self._perform(due[0].who, due[0].action, due[0].params, self.scene.acting(due[0].who))

    def play_out(self, most: int = 200) -> None:
        """Natural moves until one side is left standing, or `most` actions."""
        for _ in range(most):
            if self.over:
                return
            self.act(*self.natural_move())

    def _perform(self, who: str, id: str, params: Mapping[str, Any], read: Scene[Any]) -> Done:
        action, now = self.game.action(id), self.scene.acting(who)
        do = prepared(action, read, params)
        if isinstance(do, Note):
            raise do.refused()
        done = perform(action, read, do, self.dice, onto=now, plan=self.plan)
        if isinstance(done, Waiting):  # for dice: the plan answers everything else
            raise BadInput(
                NO_DICE, count=done.dice.count if done.dice else 0, sides=done.dice.sides if done.dice else 0
            )
        self._ended(who, id, done)
        return done

    def _ended(self, who: str, id: str, done: Done) -> None:
        play = self.game.order.after(done.after, who, id, done.outcome)
        if play.instant != self.scene.play.instant or not play.instant:
            self._began = done.after.cast
        self.scene = replace(self.scene, cast=done.after.cast, play=play)
        self.done.append((who, id, done))


@dataclass(frozen=True)
class Stopped:
    """An action that waits for answers: how it was declared, on which scene, how far it has come, what each one is
    asked, which answers each option gives to the rules (`paths`), and what was already answered to the same question.
    """

    action: Action[Any, Any]
    do: Declared
    scene: Scene[Any]
    progress: Progress
    asked: Mapping[str, Choice[Any]]
    partly: Mapping[str, Any]
    paths: Mapping[str, Paths]

    def untold(self) -> Stopped:
        """This stop for a viewer who may know neither the answers of others to its question, nor that some were not
        asked: the action is played again up to here, and everybody is asked.
        """
        again = self._run(self.progress)
        assert isinstance(again, Waiting), "it stopped here before"
        cards = cards_of(self._run, again, lambda _: {})
        asked = {who: choice_of(card) for who, card in cards.items()}
        return replace(
            self, asked=asked, partly=again.partly, paths={who: paths_of(card) for who, card in cards.items()}
        )

    def answered(self, answers: Mapping[str, Any]) -> Progress:
        """How far it has come once one is answered like that, and the others by default."""
        said = {who: answers.get(who, choice.default) for who, choice in self.asked.items()}

        def given(at: Waiting) -> Mapping[str, Any]:
            known = self.partly if at.progress == self.progress else {}
            return {who: known[who] for who in at.asked if who in known}

        return carried_out(self._run, self.progress, self.paths, said, given)

    def option(self, who: str, answers: Mapping[str, Any]) -> Any:
        """The option that gives these answers, by the ids of decisions, as far as it can; the default if none does."""
        given = {option: path for option, path in self.paths[who].items() if path}
        fits = [one for one, path in given.items() if all(id in answers and answers[id] == a for id, a in path)]
        return max(fits, key=lambda one: len(given[one])) if fits else self.asked[who].default

    def _run(self, progress: Progress) -> Done | Waiting:
        return perform(self.action, self.scene, self.do, Fed([]), progress)


@dataclass(frozen=True)
class Midway:
    """A scene in the middle of a fight: how it is now, the sheets as the present instant began, what is waited for."""

    game: Game
    scene: Scene[Any]
    began: Mapping[str, Any]
    stopped: Stopped | None = None

    def seen_by(self, who: str) -> Scene[Any]:
        """The scene as the actions of `who` read it."""
        return replace(self.scene.acting(who), cast=self.game.in_instant(self.began, self.scene.cast, who))


def cast_json(cast: Mapping[str, Declared]) -> dict[str, Any]:
    """Characters as plain data, by id: what `Game.cast_from` reads."""
    return {who: sheet.model_dump(mode="json") for who, sheet in cast.items()}
