"""Policy: how a combatant plays a fight, as small declared data: what they try first, whom they strike, what they
answer.

A policy is a list of lines; the actor does the first one that applies and that no rule refuses. An empty line is the
natural move, which the game's own forms propose. Policies are plain records: read from a `lab.toml`, from JSON, or made
in place.

    >>> from tablee.rules.game import game_called
    >>> undesix = game_called("undesix")
    >>> strike = Policy(lines=(Line(action="undesix.attack", whom="weakest"),))
    >>> move = next(strike.moves(undesix, undesix.scene("chloe"), "phy"))
    >>> move.action, undesix.side(undesix.scene(), move.params["target"])
    ('undesix.attack', 'others')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from pydantic import Field

from tablee.dice.choice import Choice, Plan
from tablee.errors import BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared, fields_of, record_of
from tablee.rules.forms import form, usual
from tablee.rules.game import Game
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.text import Text

MOST = "most"  # the answer to a decision that takes its last option: every point one may spend
ME = "me"  # in the parameters of a line: the actor

Whom = Literal["", "first", "weakest", "strongest"]


class Move(NamedTuple):
    """What a combatant does: the id of an action, its parameters as they were read."""

    action: str
    params: Mapping[str, Any]
    do: Declared


class Tactic(Declared):
    """One thing to try: an action (the natural one if empty), parameters, and when.

    `when` lists conditions of the one who acts, `friend` those of a combatant on their side, by the ids of the game's
    own words (`badly_hurt`); `unless` names a table of the play in which they already stand with this value (an
    attitude announced). `whom` says which foe is aimed at, where the action has a target.
    """

    action: str = ""
    params: Mapping[str, Any] = Field(default_factory=dict)
    whom: Whom = ""
    when: tuple[str, ...] = ()
    friend: tuple[str, ...] = ()
    unless: Mapping[str, Any] = Field(default_factory=dict)

    def applies(self, game: Game, scene: Scene[Any]) -> bool:
        """Whether this is the moment for it."""
        me = scene.actor
        if self.when and game.condition(scene, me).id not in self.when:
            return False
        if any(getattr(scene.play, table, {}).get(me) == value for table, value in self.unless.items()):
            return False
        return not self.friend or any(game.condition(scene, who).id in self.friend for who in allies(game, scene))


class Policy(Declared):
    """What a combatant tries, in this order, and what they answer when a rule asks them, by the id of the decision;
    where nothing is said, the default, or what a `sensible` person would.
    """

    lines: tuple[Tactic, ...] = (Tactic(),)
    answers: Mapping[str, Any] = Field(default_factory=dict)
    sensible: bool = False
    fr: str = ""
    en: str = ""

    @property
    def label(self) -> Text:
        return Text(self.fr, self.en)

    def moves(self, game: Game, scene: Scene[Any], health: str) -> Iterator[Move]:
        """What the actor would do on this scene, the best first; then whatever comes naturally.

        `health` is the field of a sheet that tells the weak from the strong, after a minus where much of it is bad.
        """
        for line in (*self.lines, Tactic()):
            if line.applies(game, scene):
                yield from _moves(game, scene, line, health)

    def answer(self, choice: Choice[Any]) -> Any:
        """What they answer; where nothing is said or it is not offered, the default or the sensible answer."""
        usual = choice.natural if self.sensible else choice.default
        said = self.answers.get(choice.id, usual)
        if said == MOST:
            return choice.options[-1]
        return said if said in choice.options else usual


NATURAL = Policy(sensible=True, fr="naturel", en="natural")


def planned(policies: Mapping[str, Policy]) -> Plan:
    """The plan by which everybody answers as their policy says."""
    return lambda who, choice: policies.get(who, NATURAL).answer(choice)


def allies(game: Game, scene: Scene[Any]) -> tuple[str, ...]:
    """The others on the actor's side."""
    mine = game.side(scene, scene.actor)
    return tuple(who for who in scene.cast if who != scene.actor and game.side(scene, who) == mine)


def foes(game: Game, scene: Scene[Any], whom: Whom, health: str) -> Iterator[str]:
    """The foes still standing, the one to strike first; no more is asked about people than the answer needs."""
    mine = game.side(scene, scene.actor)
    found = (
        who
        for who in scene.cast
        if who != scene.actor and game.side(scene, who) not in ("", mine) and game.standing(scene, who)
    )
    if whom not in ("weakest", "strongest") or not health:
        return found
    sign = (-1 if health.startswith("-") else 1) * (1 if whom == "weakest" else -1)
    return iter(sorted(found, key=lambda who: sign * getattr(scene[who], health.lstrip("-"), 0)))


def _moves(game: Game, scene: Scene[Any], line: Tactic, health: str) -> Iterator[Move]:
    actions = [game.action(line.action)] if line.action else usual(game, scene)
    given = {name: scene.actor if value == ME else value for name, value in line.params.items()}
    for action in actions:
        aimed = line.whom and "target" in action.params.model_fields and "target" not in given
        for target in foes(game, scene, line.whom, health) if aimed else (None,):
            values = {**given, "target": target} if target else given
            move = _accepted(game, scene, action, values, natural=not line.action)
            if move:
                yield move


def _accepted(
    game: Game, scene: Scene[Any], action: Action[Any, Any], given: Mapping[str, Any], natural: bool
) -> Move | None:
    """The action with these values, and those that its form proposes where it is the natural move or others are needed.

    None if a rule refuses them.
    """
    if action.refuse(scene, None) is not None:
        return None
    if not natural:
        with suppress(BadInput):
            return _allowed(action, given, _declared(action, scene, given))
    with suppress(BadInput):
        values = {**form(game, action, scene, given).values, **given}
        return _allowed(action, values, prepared(action, scene, values))
    return None


def _declared(action: Action[Any, Any], scene: Scene[Any], given: Mapping[str, Any]) -> Declared | Note:
    """The parameters, ready to resolve, or the refusal.

    A target comes from those who stand: whether it is among the choices of the form, which would ask about everybody,
    is asked only where other values too depend on the scene.
    """
    own = [field for field in fields_of(action.params, scene.options) if field.name in given and field.one_of]
    if any(field.name != "target" and field.one_of and callable(field.one_of.choices) for field in own):
        return prepared(action, scene, given)
    do: Declared = record_of(action.params, given)
    return action.refuse(scene, do) or do


def _allowed(action: Action[Any, Any], values: Mapping[str, Any], do: Declared | Note) -> Move | None:
    return None if isinstance(do, Note) else Move(action.id, values, do)
