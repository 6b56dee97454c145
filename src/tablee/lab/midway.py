"""A fight as it stands: what a combatant does next at best, and what each of their choices or answers is worth.

Nothing is opened here: the scene comes from where it is played (`Midway`), and what is found goes back there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from tablee.dice.throw import Seeded
from tablee.errors import BadInput
from tablee.lab.advice import UNSURE, Advice, Turn, Way, choices_at, first_turn, weighed
from tablee.lab.best import Play
from tablee.lab.chain import TooManyStates
from tablee.lab.fights import MANY, Estimate, Fight, Method, Ready
from tablee.lab.policy import Move, Policy, planned
from tablee.lab.setups import Staged, usual_policy
from tablee.lab.tables.changes import Ended
from tablee.lab.tables.kept import kept_tables
from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import NEWCOMERS, Newcomers, Stepper
from tablee.lab.tables.watch import frozen
from tablee.rules.action import Action, Create, Effect, Part, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.playing import Midway
from tablee.rules.run import Done, Progress, effects_law, perform
from tablee.text import Text

FIGHTS = 300  # thrown for each choice, where they are too many to solve
STATES = 2_000  # situations of an exact answer, for each choice
BRANCHES = 5_000  # of the rest of an action that waits for an answer
NO_FIGHT = Text(
    fr="Il n'y a pas de combat en cours entre deux camps debout : rien à conseiller.",
    en="No fight is on between two sides that stand: there is nothing to advise.",
)


class FromScene(Ready):
    """A fight made ready from the middle of one: two sides of a scene, everybody playing by one policy."""

    def __init__(
        self,
        midway: Midway,
        sides: tuple[tuple[str, ...], tuple[str, ...]],
        policy: Policy,
        method: Method,
        fights: int,
        most_states: int,
    ) -> None:
        game, scene = midway.game, midway.scene
        self.asked = Fight(game.id, *sides, fights=fights, most_states=most_states, method=method)
        self.game, self.count = game, self.asked.count
        self.staged = Staged(dict(scene.cast), sides, ("", "", {}))
        self.policies = dict.fromkeys(scene.cast, policy)
        self.options = dict(scene.options)
        key = "amid", game.id, tuple(scene.cast), frozen(self.policies), frozen(self.options)
        self.tables = kept_tables(key, lambda: Stepper(game, self.staged.cast, self.policies, self.options))

    def states(self, scenes: Sequence[tuple[Scene[Any], Any]]) -> States:
        """These scenes, each with the sheets as its instant began; one at rest with its counters brought back."""
        return self.stepper.states_of([self._rested(scene, began) for scene, began in scenes])

    def _rested(self, scene: Scene[Any], began: Any) -> tuple[Scene[Any], Any]:
        if scene.play.instant and self.game.order.may_act(scene) and dict(began) != dict(scene.cast):
            return scene, began
        rest = self.game.at_rest(scene)
        return rest, rest.cast

    def here(self, midway: Midway) -> Way:
        """A moment of the fight, as a way that leads nowhere else."""
        return self.states([(midway.scene, midway.began)]), np.ones(1)

    def after(self, midway: Midway, action: Action[Any, Any], do: Declared, read: Scene[Any], known: Progress) -> Way:
        """Where an action that somebody began on the scene `read` may lead, from these faces and answers on; everybody
        then answers by their policy. TooMany if it has too many branches; NeedDice if the faces end inside a rule.
        """
        law = effects_law(action, read, do, planned(self.policies), known, BRANCHES)
        chances = [float(chance) for chance in law.fractions().values()]
        found = [self._left(midway, read.actor, action.id, came.parts, came.effects) for came in law]
        return self.states(found), np.array(chances)

    def thrown_after(
        self, midway: Midway, action: Action[Any, Any], do: Declared, read: Scene[Any], known: Progress, seed: int
    ) -> tuple[Scene[Any], Any]:
        """Where such an action led once, thrown: the scene, and the sheets as its instant began."""
        done = perform(action, read, do, Seeded(seed), known, onto=midway.scene, plan=planned(self.policies))
        assert isinstance(done, Done), "the plan answers everything, and there are dice"
        return self._left(midway, read.actor, action.id, done.outcome.parts, done.outcome.effects)

    def _left(
        self, midway: Midway, actor: str, action: str, parts: tuple[Part, ...], effects: tuple[Effect, ...]
    ) -> tuple[Scene[Any], Any]:
        """The scene that an outcome leaves, and the sheets as its instant began."""
        if any(isinstance(effect, Create) for effect in effects):
            raise Newcomers(NEWCOMERS)
        now = midway.scene
        after = applied(now.acting(actor), effects)
        ended: Any = Ended(parts=parts)
        play = self.game.order.after(after, actor, action, ended)
        same = play.instant == now.play.instant and play.instant
        return replace(now, cast=after.cast, play=play), midway.began if same else after.cast


def one_of(ways: Sequence[Way]) -> Way:
    """One of these ways, each as likely as the others."""
    (first, _), *rest = ways
    chances = np.concatenate([chances for _, chances in ways]) / len(ways)
    return first.and_then(*(states for states, _ in rest)), chances


class Amid(FromScene):
    """A fight made ready from where it stands, for one person against all the others; everybody plays straight on."""

    def __init__(self, midway: Midway, who: str) -> None:
        game, scene = midway.game, midway.scene
        sides = game.sides(scene)
        mine = sides.get(game.side(scene, who), ())
        theirs = tuple(one for side in sides.values() for one in side if one not in mine)
        if len(game.sides(scene, standing=True)) < 2 or who not in mine:
            raise BadInput(NO_FIGHT)
        crowd = len(mine) + len(theirs) > MANY  # people wait for an answer: nothing is tried that would hardly fit
        super().__init__(midway, (mine, theirs), usual_policy(game), "bulk" if crowd else "auto", FIGHTS, STATES)


@dataclass(frozen=True)
class Weighed:
    """An answer open to a combatant, and the chance that their side then wins."""

    answer: Any
    wins: Estimate


@dataclass(frozen=True)
class Answers:
    """What each answer to an open decision is worth, in the order in which they are offered; how it was found."""

    who: str
    method: str
    fights: int
    choices: tuple[Weighed, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def choices_of(midway: Midway, who: str, first: Move | None = None) -> Advice:
    """What each thing that a combatant may do next is worth to the end of the fight; `first` is what they plan; at
    their next turn, if it is not theirs now.
    """
    ready = Amid(midway, who)
    with ready.stepper.lock:
        return choices_at(ready, ready.asked, who, _turn(ready, midway, who), first)


def answers_of(midway: Midway, who: str) -> Answers:
    """What each answer that a combatant may give to what they are asked is worth; the others answer by default."""
    ready, waits = Amid(midway, who), midway.stopped
    assert waits is not None, "a combatant is asked"
    options = waits.asked[who].options
    with ready.stepper.lock:
        method, wins = weighed(ready, ready.asked, who, [_after(midway, option, who, ready) for option in options])
    found = tuple(Weighed(option, worth) for option, worth in zip(options, wins, strict=True))
    return Answers(who, method, 0 if method == "exact" else ready.count, found)


def best_move(midway: Midway, who: str) -> Move | None:
    """What a combatant does who plays as well as can be: where the fight has few moments, the first deed of the best
    play; else the choice that is worth most if everybody then plays straight on; None if nothing is open to them.
    """
    ready = Amid(midway, who)
    with ready.stepper.lock:
        turn = _turn(ready, midway, who)
        if ready.asked.worth_solving:
            try:
                start = Play(ready, who, turn.states, STATES).start(turn.chances)
                if start.unsure <= UNSURE and start.deed.who == who:
                    return Move(start.deed.action, start.deed.do.model_dump(mode="json"), start.deed.do)
            except TooManyStates:
                pass
        for choice in choices_at(ready, ready.asked, who, turn).choices:
            return Move(choice.action, choice.params, ready.game.action(choice.action).params(**choice.params))
    return None


def best_answer(midway: Midway, who: str) -> Any:
    """The answer that is worth most to a combatant who is asked; the default, if it is as good as any other."""
    assert midway.stopped is not None
    default = midway.stopped.asked[who].default
    return max(
        answers_of(midway, who).choices, key=lambda one: (round(one.wins.value, 6), one.answer == default)
    ).answer


def _turn(ready: Amid, midway: Midway, who: str) -> Turn:
    """The present moment, if the combatant may act in it; else those at which they next may."""
    states = ready.states([(midway.scene, midway.began)])
    if who in midway.game.may_act(midway.scene):
        return Turn(states, np.ones(1), states.at(np.zeros(0, np.int64)), np.zeros(0))
    return first_turn(ready, who, states, [1.0])


def _after(midway: Midway, answer: Any, who: str, ready: Amid) -> Way:
    """Where the action that waits may lead once the combatant gives this answer."""
    waits = midway.stopped
    assert waits is not None
    return ready.after(midway, waits.action, waits.do, waits.scene, waits.answered({who: answer}))
