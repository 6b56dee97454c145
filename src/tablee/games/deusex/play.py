"""The state of a scene of DeusEx: the steps of a round, a task in progress, the group's one Test DeusEx."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import Field

from tablee.rules import order
from tablee.rules.action import PLAY, Scene
from tablee.rules.fields import Annotated, Declared, Label

OPENING, SHOOT, MELEE, END = "opening", "shoot", "melee", "end"  # the steps of a round (DEX-COMBAT-06)
OTHER = "other"  # what one may mean to do besides a shot or a blow


KNOCKED_OUT, HELD, YIELDED = "knocked_out", "held", "yielded"  # ways out of a fight that are no wound (DEX-COMBAT-02)


class Out(Declared):
    """DEX-COMBAT-02: a fighter who is out of the fight without a wound: how, and who holds them.

    A hold is felt once the instant in which it was gained (`since`) is over, and until the one in which it is let go.
    """

    who: str
    how: str
    holder: str = ""
    since: int = 0
    until: int | None = None


class Play(order.Play):
    """Outside fights the round is 0 and everyone acts freely, but once a round while a character's time runs out."""

    step: str = ""
    fighters: tuple[str, ...] = ()
    sides: dict[str, str] = Field(default_factory=dict)  # who fights on which side
    shooters: tuple[str, ...] = ()  # those who mean to shoot this round
    brawlers: tuple[str, ...] = ()  # those who mean to fight hand to hand
    group: tuple[str, ...] = ()  # those who act in this instant
    acted: tuple[str, ...] = ()  # those who already did, this round
    met: tuple[tuple[str, str], ...] = ()  # pairs who have opposed each other hand to hand, this round
    out: tuple[Out, ...] = ()  # those who are out of the fight without a wound
    tended: tuple[tuple[str, str], ...] = ()  # who was cared for in this instant, and how
    task: Annotated[int, Label(fr="Avancement de la tâche", en="Progress of the task")] = 0  # DEX-COOP-03
    deusex_used: bool = False  # DEX-RESERVE-05

    def counts(self, clock: str, who: str) -> bool:
        """Whether this countdown of a character is running."""
        return any((one.id, one.who) == (clock, who) for one in self.clocks)

    def out_as(self, who: str) -> str:
        """DEX-COMBAT-02: how a fighter is out of the fight now, "" if no word or hold keeps them out of it."""
        ended = self.step == END
        found = (
            one.how
            for one in self.out
            if one.who == who and (ended or one.since < self.instant) and (one.until is None or not ended)
        )
        return next(found, "")

    def have_met(self, one: str, other: str) -> bool:
        """DEX-COMBAT-03: whether two people have already opposed each other this round."""
        return pair(one, other) in self.met

    def has_fought(self, who: str) -> bool:
        """DEX-COMBAT-03: whether this person has opposed anybody hand to hand this round."""
        return any(who in two for two in self.met)

    def let_go(self, holder: str) -> Play:
        """DEX-COMBAT-02: a hold lasts while its holder does nothing else, and ends with the instant where they do."""
        held = [one for one in self.out if one.holder == holder and one.until is None]
        if not held:
            return self
        return self.with_changes(
            out=tuple(one.with_changes(until=self.instant) if one in held else one for one in self.out)
        )

    def without(self, who: str) -> Play:
        """The state once nothing but wounds keeps a fighter out of the fight."""
        return self.with_changes(out=tuple(one for one in self.out if one.who != who))

    @property
    def countdowns(self) -> tuple[tuple[str, str], ...]:
        """The countdowns that are running: which, and whose."""
        return tuple((one.id, one.who) for one in self.clocks)

    @property
    def last_rounds(self) -> tuple[tuple[str, str], ...]:
        """Those of them that strike at the end of this round."""
        return tuple((one.id, one.who) for one in self.clocks if one.left <= 1)


def pair(one: str, other: str) -> tuple[str, str]:
    """Two people, in whatever order they are named."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class Engaged:
    """DEX-COMBAT-03, -06: a fighter has acted this round, and so have the other assailants (`rivals`) whom one roll
    answered; those struck have not: they only have opposed this fighter (`met`).
    """

    person: str
    met: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    who: str = PLAY

    def on(self, play: Play) -> Play:
        if not play.round:
            return play
        pairs = tuple(pair(self.person, other) for other in (*self.met, *self.rivals))
        return play.with_changes(acted=(*play.acted, self.person, *self.rivals), met=(*play.met, *pairs))


@dataclass(frozen=True)
class Joined:
    """DEX-COOP-01: those who take part in what another does have acted this round too, and let go of whom they held.

    As for those who act themselves, it is counted in a fight, and outside while a character's time runs out.
    """

    people: tuple[str, ...]
    who: str = PLAY

    def on(self, play: Play) -> Play:
        if not (play.round or play.clocks):
            return play
        for one in self.people:
            play = play.let_go(one)
        return play.with_changes(acted=(*play.acted, *self.people))


@dataclass(frozen=True)
class CountdownStopped:
    """DEX-HEAL-01, -02, DEX-STRESS-09: the countdown of a character stops."""

    clock: str
    person: str
    who: str = PLAY

    def on(self, play: Play) -> Play:
        kept = tuple(clock for clock in play.clocks if (clock.id, clock.who) != (self.clock, self.person))
        return play.with_changes(clocks=kept)


@dataclass(frozen=True)
class Tended:
    """DEX-COMBAT-06, DEX-HEAL-04: a care that succeeded in this instant, once for what was hurt when it began."""

    person: str
    care: str
    who: str = PLAY

    def on(self, play: Play) -> Play:
        return play.with_changes(tended=(*play.tended, (self.person, self.care))) if play.round else play


PJ, PNJ = "pj", "pnj"


def side_of(scene: Scene[Any], who: str) -> str:
    """The side of a character: in a fight the one they fight on, "" for a bystander; outside fights PJ or PNJ."""
    play, kind = play_of(scene), PJ if scene[who].pj else PNJ
    if not play.round:
        return kind
    return play.sides.get(who, kind) if who in play.fighters else ""


DYING, CRISIS = "dying", "crisis"  # the two countdowns: PV (DEX-WOUND-06) and PS (DEX-STRESS-07)


def is_out(play: Play, who: str) -> bool:
    """DEX-COMBAT-02: whether a word or a hold keeps a fighter out of the fight.

    In most fights nobody is out: asked first, that is one answer for everybody, where `out_as` reads a step and an
    instant that each fight has for itself, and the lab remembers what was read.
    """
    return bool(play.out) and bool(play.out_as(who))


def play_of(scene: Scene[Any]) -> Play:
    """The scene's state; a plain one, where a scene was made without this game's."""
    return scene.play if isinstance(scene.play, Play) else Play()
