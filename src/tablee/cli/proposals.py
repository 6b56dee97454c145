"""What is proposed at the keyboard, the likeliest first: Enter takes it."""

from __future__ import annotations

from typing import Any

from tablee.errors import BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Field
from tablee.rules.game import FirstScene, Game
from tablee.rules.run import prepared
from tablee.rules.sheets import FIT
from tablee.rules.why import Note
from tablee.text import Name, Text


class Proposals:
    """The actions and the choices to propose in the first scene of a game, the likeliest first."""

    def __init__(self, game: Game, first: FirstScene) -> None:
        self.game, self.first = game, first

    def actions(self, scene: Scene[Any]) -> dict[str, Action[Any, Any]]:
        """The actions, by id, that nothing refuses before their parameters are known."""
        return {
            action.id: action
            for action in self.game.actions
            if action.offered(scene.options, mj=True) and action.refuse(scene, None) is None
        }

    def able(self, scene: Scene[Any], who: str) -> bool:
        """Whether somebody still stands; where the game does not say, whether they can do its first usual action."""
        condition = self.game.condition(scene, who)
        if condition is not FIT:
            return condition.standing
        possible = self.actions(scene.acting(who))
        return self.game.usual[0] in possible if self.game.usual else bool(possible)

    def choices(self, action: Action[Any, Any], field: Field, scene: Scene[Any]) -> dict[str, Text | Name]:
        """The choices of a field: first foes who can still act (friends if the field helps), last what is refused."""
        if field.one_of is None:
            return {}
        helps = field.one_of.helps

        def unlikely(choice: str) -> tuple[bool, bool]:
            refused = _refused(action, field, scene, choice)
            if choice not in scene.cast:
                return refused, False
            friend = (choice in self.first.players) == (scene.actor in self.first.players)
            return refused, not friend if helps else friend or not self.able(scene, choice)

        listed = field.one_of.on(scene)
        return {choice: listed[choice] for choice in sorted(listed, key=unlikely)}


def _refused(action: Action[Any, Any], field: Field, scene: Scene[Any], choice: str) -> bool:
    try:
        return isinstance(prepared(action, scene, {field.name: (choice,) if field.many else choice}), Note)
    except BadInput:  # more must be told before anybody can say
        return False
