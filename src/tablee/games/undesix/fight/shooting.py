"""Shooting: crowds, melees, movement, reloading (Fiche 3, Tir; Fiche 8, Tir dans une mêlée)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.dice import Roll, die
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import unable
from tablee.games.undesix.check.several_actions import shares_the_round
from tablee.games.undesix.fight.attack import (
    PlannedAttack,
    attack_outcome,
    lost_attack,
    prepare_attack,
    roll_attack,
    strive,
)
from tablee.games.undesix.fight.declaring import AnyAttack, no_attack_possible
from tablee.games.undesix.fight.wielding import weapons_carried
from tablee.games.undesix.options import from_stage, not_yet
from tablee.games.undesix.play import StageEntry, fighting, side_of, stage_of, taking_turn
from tablee.games.undesix.present import dead, other_living
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import WEAPONS
from tablee.rules.action import TO_WOUND, Effect, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note, Term
from tablee.text import Text

SMALLEST_CROWD = 4  # UDS-SHOOT-01

RELOADED = BOOK.grade("reloaded")
RELOADING = BOOK.grade("reloading")

CROWD = BOOK.term("crowd")
SHOOTER_MOVING = BOOK.term("shooter_moving")
TARGET_MOVING = BOOK.term("target_moving")


def shot_terms(crowd: bool = False, shooter_moving: bool = False, target_moving: bool = False) -> tuple[Term, ...]:
    """UDS-SHOOT-01, -02: +1 into a crowd, −1 for each side on the move."""
    return (
        *([CROWD(1)] if crowd else []),
        *([SHOOTER_MOVING(-1)] if shooter_moving else []),
        *([TARGET_MOVING(-1)] if target_moving else []),
    )


# Loading


@dataclass(frozen=True)
class Fired:
    """A round of fire from one weapon."""

    who: str
    weapon: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(fired={**sheet.fired, self.weapon: sheet.fired.get(self.weapon, 0) + 1})


@dataclass(frozen=True)
class Reloaded:
    """A round spent loading: the last one makes the weapon ready."""

    who: str
    weapon: str

    def on(self, sheet: Sheet) -> Sheet:
        done = sheet.reloading.get(self.weapon, 0) + 1
        if done < WEAPONS[self.weapon].reload:
            return sheet.with_changes(reloading={**sheet.reloading, self.weapon: done})
        return sheet.with_changes(fired={**sheet.fired, self.weapon: 0}, reloading={**sheet.reloading, self.weapon: 0})


def still_to_load(sheet: Sheet, weapon: str) -> int:
    """UDS-SHOOT-04…06: how many rounds this weapon of a character must still be loaded; 0 when it may fire."""
    row = WEAPONS[weapon]
    empty = row.magazine and sheet.fired.get(weapon, 0) >= row.magazine
    return row.reload - sheet.reloading.get(weapon, 0) if empty else 0


def weapon_to_load(scene: Scene[Sheet]) -> str:
    """The weapon that the actor would load: one that has fired, the one in hand first; else the one in hand."""
    fired = (id for id in weapons_carried(scene) if scene.me.fired.get(id) and WEAPONS[id].magazine)
    return next(fired, scene.me.weapon)


class Reload(Declared):
    """Which weapon."""

    weapon: Annotated[str, OneOf(weapons_carried), Label(fr="Arme", en="Weapon"), Ask(WITH, default=weapon_to_load)] = (
        ""
    )


def cannot_reload(scene: Scene[Sheet], do: Reload | None) -> Note | None:
    refusal = unable(scene, do) or not_yet(scene, 3)
    if refusal is None and shares_the_round(scene):
        refusal = BOOK.note("UDS-ACTION-13:all", who=scene.me.name)
    if refusal:
        return refusal
    weapon = (do.weapon or scene.me.weapon) if do else weapon_to_load(scene)
    return (
        None
        if scene.me.fired.get(weapon) and WEAPONS[weapon].magazine
        else BOOK.note("UDS-SHOOT-06:loaded", weapon=WEAPONS[weapon].name)
    )


@action("undesix.reload", Reload, fr="Recharger", en="Reload", refuse=cannot_reload, kind=Kind.FIGHT)
def reload(scene: Scene[Sheet], do: Reload, roll: Roll) -> Outcome:
    """UDS-SHOOT-04, -05, UDS-ACTION-13: one round spent loading; a crossbow or a musket takes several."""
    weapon = do.weapon or scene.me.weapon
    effect = Reloaded(scene.actor, weapon)
    after = effect.on(scene.me)
    left = WEAPONS[weapon].reload - after.reloading[weapon] if after.fired[weapon] else 0
    headline = BOOK.note("UDS-ACTION-13", who=scene.me.name, weapon=WEAPONS[weapon].name, rounds=left)
    grade = RELOADING if left else RELOADED
    return Outcome((part(scene.actor, grade),), headline, (*taking_turn(scene), effect))


# Firing


def _a_crowd(scene: Scene[Sheet], _values: Mapping[str, Any]) -> bool:
    """UDS-SHOOT-01: whether enough people are there to make a crowd."""
    return not_yet(scene, 3) is None and len(other_living(scene)) >= SMALLEST_CROWD


class FromAfar(Declared):
    """Parameters of a shot: at whom, or into which crowd; who else is in the melee; who moves."""

    target: Annotated[
        str, OneOf(other_living), Label(fr="Cible", en="Target"), Ask(WHOM, default=lambda _scene: None)
    ] = ""
    crowd: Annotated[
        tuple[str, ...],
        OneOf(other_living),
        Label(fr="Tirer dans le tas", en="Fire at the crowd"),
        Ask(
            WHOM,
            more=True,
            when=_a_crowd,
            help=Text(
                fr="Sans cible choisie : le hasard en désigne une.", en="With no target chosen: chance picks one."
            ),
        ),
    ] = ()
    friends: Annotated[
        tuple[str, ...],
        OneOf(other_living),
        Label(fr="Amis dans la mêlée", en="Friends in the melee"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="Un 6 part vers l'un d'eux.", en="A 6 goes towards one of them.")),
    ] = ()
    moving: Annotated[bool, Label(fr="En mouvement", en="On the move"), Ask(HOW, when=from_stage(3))] = False
    target_moving: Annotated[
        bool,
        Label(fr="Cible en mouvement", en="Target moving"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=from_stage(3)),
    ] = False
    back: Annotated[
        bool, Label(fr="De dos", en="From behind"), By(Audience.MJ), Ask(WORD_OF_MJ, when=from_stage(3))
    ] = False
    at_rest: Annotated[
        bool,
        Label(fr="Leurs déplacements ne gênent pas ce tir", en="Their movements do not hinder this shot"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=from_stage(3)),
    ] = False


class Shoot(AnyAttack, FromAfar):
    """At whom to shoot, with what, how, and in which circumstances."""


def cannot_shoot(scene: Scene[Sheet], do: Shoot | None) -> Note | None:
    refusal = no_attack_possible(scene, do)
    if refusal is None and not any(WEAPONS[id].ranged for id in weapons_carried(scene)):
        refusal = BOOK.note("UDS-COMBAT-02:contact", weapon=scene.me.armed.name)
    if refusal or do is None:
        return refusal or nobody_left(scene, dead, alone=BOOK.note("UDS-COMBAT-02:nobody"))
    weapon = do.wielded(scene)
    if not WEAPONS[weapon].ranged:
        return BOOK.note("UDS-COMBAT-02:contact", weapon=WEAPONS[weapon].name)
    if do.crowd and (do.friends or (not do.target and any(_beside(scene, who) for who in do.crowd))):
        return BOOK.note("UDS-SHOOT-03:crowd")
    if len(set(do.crowd)) < SMALLEST_CROWD and not do.target:
        return BOOK.note("UDS-SHOOT-01:few", least=SMALLEST_CROWD)
    later = not_yet(scene, 3)
    rounds = 0 if firing(scene, weapon) else still_to_load(scene.me, weapon)
    if rounds and later is None:  # nothing is ever empty before reloading is known (UDS-OPT-12)
        empty = "UDS-SHOOT-05" if WEAPONS[weapon].magazine == 1 else "UDS-SHOOT-04"
        return BOOK.note(empty, weapon=WEAPONS[weapon].name, rounds=rounds)
    return later if do.crowd or do.moving or do.target_moving or do.back else None


def _beside(scene: Scene[Sheet], who: str) -> bool:
    """UDS-SHOOT-01: whether a character is a friend of the actor: on the same side of the fight."""
    return bool(scene.play.round) and side_of(scene, who) == side_of(scene, scene.actor)


def firing(scene: Scene[Sheet], weapon: str) -> bool:
    """UDS-SHOOT-04: whether this weapon fires in the present round already: rounds of fire count, not shots."""
    return WEAPONS[weapon].magazine > 1 and f"{scene.actor} {weapon}" in stage_of(scene).fired


def movement(scene: Scene[Sheet], do: Shoot, victim: str) -> tuple[bool, bool]:
    """UDS-SHOOT-02: whether shooter and target count as moving: as told, or as the scene remembers of this round."""
    stage = stage_of(scene)
    remembers = not do.at_rest and not_yet(scene, 3) is None
    mine = remembers and (do.metres > 0 or scene.actor in stage.metres or scene.actor in stage.tumbled)
    return do.moving or mine, do.target_moving or (remembers and victim in stage.moved)


def one_of(scene: Scene[Sheet], people: tuple[str, ...], roll: Roll) -> str:
    """One of these characters, drawn by a die if there are several."""
    roll.throws("at_random")
    return people[roll(die(len(people)), by=scene.actor) - 1] if len(people) > 1 else people[0]


def round_of_fire(scene: Scene[Sheet], weapon: str) -> tuple[Effect, ...]:
    """UDS-SHOOT-04, -05: the effect of a shot on the magazine: several shots in one round are one round of fire."""
    counted = f"{scene.actor} {weapon}"
    if not WEAPONS[weapon].magazine or not_yet(scene, 3) or counted in stage_of(scene).fired:
        return ()
    noted = (StageEntry("fired", counted, 1),) if fighting(scene) else ()
    return (Fired(scene.actor, weapon), *noted)


@action("undesix.shoot", Shoot, fr="Tirer", en="Shoot", refuse=cannot_shoot, kind=Kind.FIGHT, success=TO_WOUND)
def shoot(scene: Scene[Sheet], do: Shoot, roll: Roll) -> Outcome:
    """UDS-COMBAT-02, UDS-SHOOT-01…03: under SENS; into a crowd at random, in a melee a 6 goes to a friend."""
    weapon, crowd = do.wielded(scene), () if do.target else tuple(dict.fromkeys(do.crowd))
    victim = do.target or one_of(scene, crowd, roll)
    if crowd:
        roll.note("UDS-SHOOT-01", who=scene[victim].name)
    back = do.back or stage_of(scene).behind.get(scene.actor) == victim
    plan = PlannedAttack(victim, weapon, "", back, shot_terms(bool(crowd), *movement(scene, do, victim)))
    ready, effects = prepare_attack(scene, do, plan, roll)
    if not ready:
        return lost_attack(scene, victim, effects)
    plan = strive(scene, plan, roll, effects)
    rolled = roll_attack(scene, do, plan, roll, keep_die=bool(do.friends))
    if rolled.die == 6 and do.friends:
        friend = one_of(scene, tuple(dict.fromkeys(do.friends)), roll)
        plan = plan._replace(victim=friend, back=False, paid=(*plan.paid, *rolled.paid))
        roll.note("UDS-SHOOT-03", who=scene[plan.victim].name)
        astray = roll_attack(scene, do, plan, roll)
        rolled = astray._replace(die=rolled.die)
    return attack_outcome(scene, do, plan, rolled, roll, *round_of_fire(scene, weapon))
