"""Play, Clock, Due, Turn, Order: whose turn it is, what counts down, what falls due, as plain state.

Each game writes its own small machine (its `scene.py`): instants by Sens, the hand that passes, opposition of agility.
The machine never acts: it says who may, what follows an action, and what the table must now perform.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import Field

from tablee.rules.fields import Declared

if TYPE_CHECKING:
    from tablee.rules.action import Outcome, Scene

S = TypeVar("S", bound=Declared)


class Clock(Declared):
    """Something that lasts or that is coming, for one person or for the scene (`who` empty)."""

    id: str  # what it is: "dying", "fire", "spell"
    who: str = ""
    left: int  # rounds, unless the game says otherwise
    whole: int = 0  # what it began with, where that is known
    action: str = ""  # the action that falls due when the clock strikes, every round if `every`
    params: Mapping[str, Any] = Field(default_factory=dict)  # what that action is told
    every: bool = False

    def ticked(self) -> Clock:
        return self.with_changes(left=self.left - 1)


class Play(Declared):
    """The state of a scene; games add their own fields."""

    round: int = 0  # 0 outside action scenes
    instant: int = 0  # those who act in the same instant (not 0) all read the cast as it was when it began
    clocks: tuple[Clock, ...] = ()


@dataclass(frozen=True)
class Due:
    """An action that the table itself must perform next: a fire that burns, a breath that runs out."""

    action: str
    who: str
    params: Mapping[str, Any]


def struck(clocks: tuple[Clock, ...]) -> tuple[tuple[Clock, ...], tuple[Due, ...]]:
    """The clocks one round later, without those that have run out, and the actions that fall due."""
    ticked = tuple(clock.ticked() for clock in clocks)
    due = tuple(
        Due(clock.action, clock.who, clock.params)
        for clock in ticked
        if clock.action and (clock.every or clock.left <= 0)
    )
    return tuple(clock for clock in ticked if clock.left > 0), due


When = Literal["now", "next", "later", "done", "out"]


class Turn(NamedTuple):
    """Where a character stands in the order of play: they act now, next, later, are done for this round, or are out."""

    who: str
    when: When


class Order(Protocol[S]):
    """A game's order of play, over scenes whose sheets are S. It reads the scene and changes nothing itself."""

    def may_act(self, scene: Scene[S], /) -> tuple[str, ...]:
        """The ids of the characters who may act now."""
        ...

    def after(self, scene: Scene[S], actor: str, action: str, outcome: Outcome, /) -> Play:
        """The state of play once `actor` has done the action of this id; its effects are already in `scene`."""
        ...

    def due(self, scene: Scene[S], /) -> tuple[Due, ...]:
        """The actions that the table must perform before any character acts."""
        ...

    def first(self, scene: Scene[S], /) -> tuple[str, ...]:
        """The ids of the actions that the order of play waits for from the actor: proposed before the usual ones."""
        ...

    def turns(self, scene: Scene[S], /) -> tuple[Turn, ...]:
        """Everybody in the order of play, as people read it; outside action scenes, everybody who may act."""
        ...


class Freely:
    """No order: any character may act at any time. For games, and moments, that need none."""

    def may_act(self, scene: Scene[Any], /) -> tuple[str, ...]:
        return tuple(scene.cast)

    def after(self, scene: Scene[Any], actor: str, action: str, outcome: Outcome, /) -> Play:
        return scene.play

    def due(self, scene: Scene[Any], /) -> tuple[Due, ...]:
        return ()

    def first(self, scene: Scene[Any], /) -> tuple[str, ...]:
        return ()

    def turns(self, scene: Scene[Any], /) -> tuple[Turn, ...]:
        now = self.may_act(scene)
        return tuple(Turn(who, "now" if who in now else "later") for who in scene.cast)


class InSteps(Freely):
    """An order whose state after an action is told in two steps, each of which reads less than both at once: what
    the actor did is written down, then the next characters begin. The lab remembers each step by what it read.
    """

    def marked(self, scene: Scene[Any], actor: str, action: str, outcome: Outcome, /) -> Play:
        """The state with what `actor` did written down."""
        return scene.play

    def opened(self, scene: Scene[Any], /) -> Play:
        """The state, what was done being written down, as the next ones to act begin."""
        return scene.play

    def after(self, scene: Scene[Any], actor: str, action: str, outcome: Outcome, /) -> Play:
        return self.opened(replace(scene, play=self.marked(scene, actor, action, outcome)))
