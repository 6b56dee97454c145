"""Fights: their opening, their rounds, who comes in and goes out, their end. Whose turn it is, see `turns.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import unable
from tablee.games.undesix.fight.attitudes import round_length
from tablee.games.undesix.fight.initiative import able
from tablee.games.undesix.fight.wielding import BARE, Wield
from tablee.games.undesix.forms import SIDES
from tablee.games.undesix.play import Owed, Stage, side_of, stage_of, taking_turn
from tablee.games.undesix.present import living
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.time import people_later
from tablee.rules.action import PLAY, Effect, Kind, Outcome, Put, Scene, action, applied, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, Nothing, OneOf
from tablee.rules.forms import WHERE, WHOM
from tablee.rules.order import struck
from tablee.rules.why import Note
from tablee.text import Name, Text

HELD = BOOK.grade("held")

IN_FIGHT = BOOK.grade("in_fight")
GONE = BOOK.grade("gone")


@dataclass(frozen=True)
class Opened:
    """A fight begins between these people."""

    fighters: tuple[str, ...]
    surprising: tuple[str, ...]
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        return stage.with_changes(
            **{**_FRESH, "round": 1, "instant": 1, "seconds": 0},
            fighters=self.fighters,
            surprising=self.surprising,
        )


@dataclass(frozen=True)
class NextRound:
    """UDS-TIME-01, -03: so many seconds later, everybody may act again and every clock is one round older."""

    seconds: float
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        clocks, due = struck(stage.clocks)
        owed = tuple(Owed(action=one.action, who=one.who) for one in due)
        older: Stage = stage.later(self.seconds)
        return older.with_changes(
            **_FRESH,
            round=stage.round + 1,
            instant=stage.instant + 1,
            clocks=clocks,
            owed=(*stage.owed, *owed),
            seconds=stage.seconds + self.seconds,
        )


@dataclass(frozen=True)
class Closed:
    """No more fight; clocks and spells go on."""

    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        return stage.with_changes(
            **{**_FRESH, "round": 0, "instant": 0, "seconds": 0}, fighters=(), surprising=(), slowed={}
        )


@dataclass(frozen=True)
class Enrolled:
    """These people fight from now on, and nobody else."""

    fighters: tuple[str, ...]
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        now = tuple(who for who in stage.now if who in self.fighters)
        return stage.with_changes(fighters=self.fighters, now=now)


_FRESH: dict[str, Any] = {
    "done": (),
    "now": (),
    "together": (),
    "begun": False,
    "announced": {},
    "behind": {},
    "facing": {},
    "tumbled": (),
    "several": {},
    "taken": {},
    "metres": {},
    "drew": {},
    "slowing": {},
    "moved": (),
    "fired": {},
}  # what every round starts with


def _players(scene: Scene[Sheet]) -> tuple[str, ...]:
    """The players' characters, alive."""
    return tuple(who for who in living(scene) if scene[who].played)


def _others(scene: Scene[Sheet]) -> tuple[str, ...]:
    """The MJ's characters, alive."""
    return tuple(who for who in living(scene) if not scene[who].played)


class Fight(Declared):
    """Who fights whom, who surprises, whose weapon is still sheathed."""

    one: Annotated[tuple[str, ...], OneOf(everybody), Label(fr="Un camp", en="One side"), Ask(SIDES, default=_players)]
    two: Annotated[
        tuple[str, ...], OneOf(everybody), Label(fr="L'autre camp", en="The other side"), Ask(SIDES, default=_others)
    ]
    three: Annotated[
        tuple[str, ...], OneOf(everybody), Label(fr="Un troisième camp", en="A third side"), Ask(SIDES, more=True)
    ] = ()
    surprise: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Qui surprend", en="Who surprises"),
        Ask(
            WHERE, help=Text(fr="Agissent avant les autres au premier round.", en="They act first in the first round.")
        ),
    ] = ()
    sheathed: Annotated[
        tuple[str, ...], OneOf(everybody), Label(fr="Arme au fourreau", en="Weapon sheathed"), Ask(WHERE)
    ] = ()


def no_fight(scene: Scene[Sheet], _do: object) -> Note | None:
    return None if stage_of(scene).round else BOOK.note("UDS-COMBAT-07:none")


def cannot_open(scene: Scene[Sheet], do: Fight | None) -> Note | None:
    if stage_of(scene).round:
        return BOOK.note("UDS-COMBAT-07:on")
    if do is None:
        return None
    if not do.one or not do.two:
        return BOOK.note("UDS-COMBAT-07:alone")
    everyone = (*do.one, *do.two, *do.three)
    twice = next((who for who in everyone if everyone.count(who) > 1), None)
    return BOOK.note("UDS-COMBAT-07:sides", who=scene[twice].name) if twice else None


def fresh_sheet(sheet: Sheet, who: str, side: str) -> list[Effect]:
    """UDS-ATTITUDE-05, UDS-OPT-03: for a new side, or none: no action yet, normal attitude, no streak."""
    wanted = {"side": side, "attitude": "normal", "acted": False, "streak": {}}
    return [Put(who, field, value) for field, value in wanted.items() if getattr(sheet, field) != value]


@action(
    "undesix.fight",
    Fight,
    fr="Ouvrir un combat",
    en="Open a fight",
    refuse=cannot_open,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def fight(scene: Scene[Sheet], do: Fight, roll: Roll) -> Outcome:
    """UDS-INIT-02, UDS-COMBAT-07, UDS-ACTION-07: a fight begins, in round 1."""
    sides = {"one": do.one, "two": do.two, "three": do.three}
    fighters = (*do.one, *do.two, *do.three)
    for who in do.surprise:
        roll.note("UDS-INIT-02", who=scene[who].name)
    effects: list[Effect] = [Opened(fighters, do.surprise)]
    for side, people in sides.items():
        for who in people:
            effects += fresh_sheet(scene[who], who, side)
    effects += [Wield(who, BARE) for who in do.sheathed if not scene[who].armed.natural]
    return Outcome(
        tuple(part(who, IN_FIGHT) for who in fighters), BOOK.note("UDS-COMBAT-07", count=len(fighters)), tuple(effects)
    )


def sides_of(scene: Scene[Sheet]) -> dict[str, list[str]]:
    """The attitudes in force by side, of fighters able to act; a fighter without a side is a side alone."""
    sides: dict[str, list[str]] = {}
    for who in stage_of(scene).fighters:
        if able(scene, who):
            sides.setdefault(side_of(scene, who), []).append(scene[who].attitude)
    return sides


def cannot_pass(scene: Scene[Sheet], _do: object) -> Note | None:
    stage = stage_of(scene)
    if not stage.round:
        return BOOK.note("UDS-COMBAT-07:none")
    return BOOK.note("UDS-COMBAT-07:waiting", who=scene[stage.now[0]].name) if stage.now else None


@action(
    "undesix.next-round",
    Nothing,
    fr="Round suivant",
    en="Next round",
    refuse=cannot_pass,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def next_round(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-TIME-01, -03, UDS-ATTITUDE-04: the round that ends lasted as long as the attitudes in it say."""
    seconds = float(round_length(sides_of(scene)))
    headline = BOOK.note("UDS-TIME-03", round=stage_of(scene).round + 1, seconds=seconds)
    return Outcome((), headline, (NextRound(seconds), *people_later(scene, roll, seconds)))


@action(
    "undesix.end-fight",
    Nothing,
    fr="Finir le combat",
    en="End the fight",
    refuse=no_fight,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def end_fight(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-COMBAT-07, UDS-OPT-03: streaks and attitudes end with the fight."""
    stage = stage_of(scene)
    effects: list[Effect] = [Closed()]
    for who in stage.fighters:
        effects += fresh_sheet(scene[who], who, "") if who in scene.cast else []
    return Outcome((), BOOK.note("UDS-COMBAT-07:over", rounds=stage.round), tuple(effects))


def _bystander(scene: Scene[Sheet]) -> str | None:
    """The first living character who is not in the fight yet; None if there is none."""
    return next((who for who in living(scene) if who not in stage_of(scene).fighters), None)


def fighters(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """Those in the fight, by id."""
    return {who: scene[who].name for who in stage_of(scene).fighters if who in scene.cast}


def _of_their_kind(scene: Scene[Sheet]) -> str | None:
    """The first fighter who is played, or not, as the one who may come in is."""
    who = _bystander(scene)
    kin = (one for one in fighters(scene) if who and scene[one].played == scene[who].played)
    return next(kin, None)


class Join(Declared):
    """Who comes in, or changes sides, and beside whom."""

    who: Annotated[str, OneOf(everybody), Label(fr="Qui", en="Who"), Ask(WHOM, default=_bystander)]
    beside: Annotated[str, OneOf(fighters), Label(fr="Aux côtés de", en="Beside"), Ask(SIDES, default=_of_their_kind)]


@action(
    "undesix.join",
    Join,
    fr="Faire entrer quelqu'un",
    en="Bring somebody in",
    refuse=no_fight,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def join(scene: Scene[Sheet], do: Join, roll: Roll) -> Outcome:
    """UDS-COMBAT-07: reinforcements act in the round in which they arrive, in their place."""
    fighters = tuple(dict.fromkeys((*stage_of(scene).fighters, do.who)))
    effects = (Enrolled(fighters), *fresh_sheet(scene[do.who], do.who, scene[do.beside].side))
    return Outcome((part(do.who, IN_FIGHT),), BOOK.note("UDS-COMBAT-07:joins", who=scene[do.who].name), effects)


def comes_in(scene: Scene[Sheet], who: str) -> Scene[Sheet]:
    """UDS-COMBAT-07: reinforcements act in the round in which they arrive, in their place; beside the first fighter of
    their kind, unless the MJ has them change sides.
    """
    stage = stage_of(scene)
    if who in stage.fighters or not able(scene, who):
        return scene
    kin = (scene[one].side for one in stage.fighters if one in scene.cast and scene[one].played == scene[who].played)
    effects = (Enrolled((*stage.fighters, who)), *fresh_sheet(scene[who], who, next(kin, who)))
    return applied(scene, effects)


class Leave(Declared):
    """Parameters: who leaves the fight."""

    who: Annotated[str, OneOf(fighters), Label(fr="Qui", en="Who"), Ask(WHOM)]


@action(
    "undesix.leave",
    Leave,
    fr="Faire sortir quelqu'un",
    en="Let somebody out",
    refuse=no_fight,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def leave_fight(scene: Scene[Sheet], do: Leave, roll: Roll) -> Outcome:
    """UDS-COMBAT-07, -15: nobody waits any more for a fighter who has left."""
    fighters = tuple(who for who in stage_of(scene).fighters if who != do.who)
    effects = (Enrolled(fighters), *fresh_sheet(scene[do.who], do.who, ""))
    return Outcome((part(do.who, GONE),), BOOK.note("UDS-COMBAT-07:leaves", who=scene[do.who].name), effects)


@action("undesix.hold", Nothing, fr="Rester sur ses gardes", en="Hold", refuse=unable, kind=Kind.FIGHT)
def hold(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-COMBAT-07: a round spent without acting, such as that of the very defensive."""
    return Outcome(
        (part(scene.actor, HELD),), BOOK.note("UDS-TIME-02", who=scene.me.name), taking_turn(scene, concentrating=True)
    )
