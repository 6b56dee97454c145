"""Ranged combat: a shot or a throw is one Test, which the target may dodge where the MJ allows it."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll, rule
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import (
    NONE,
    DiceTaken,
    Difficulty,
    Means,
    cannot_try,
    explained_side,
    explained_test,
    no_target,
    unable,
)
from tablee.games.deusex.check.checks import Standing, Try, standing
from tablee.games.deusex.check.oppositions import UNNAMED, A, Names, Place, compared, place
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.fight.damage import Harm, damage
from tablee.games.deusex.fight.hits import HIT, MISSED, Telling, hit, hits
from tablee.games.deusex.fight.weapons import (
    OtherAptitude,
    OtherTalent,
    called_for,
    harm_of,
    likely_foe,
    ranged_weapons,
    readiest,
    tell_weapon,
    wielding,
)
from tablee.games.deusex.options import OPPOSITION_CRIT_PRIORITY, RANGED_DODGE
from tablee.games.deusex.play import Engaged
from tablee.games.deusex.sheet import IMPROVISED, Sheet, Wound
from tablee.games.deusex.tables import WEAPONS
from tablee.rules.action import TO_WOUND, Ended, Ending, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

DODGED = BOOK.grade("dodged")


class Shot(NamedTuple):
    """A ranged attack: does it land, what it deals, and whether only a dodge kept it from landing."""

    hit: bool
    damage: int = 0
    dodged: bool = False


MISS, EVADED = Shot(False), Shot(False, dodged=True)


@rule
def shot(roll: Roll, attempt: Try, harm: Harm) -> Shot:
    """DEX-COMBAT-04: one Test; a success hits, and its margin is the damage."""

    def read(mine: Standing) -> Shot:
        return Shot(True, damage(mine.margin, harm, roll)) if mine.margin >= 0 else MISS

    return roll.then(standing(attempt, "active"), read)


@rule
def dodged_shot(
    roll: Roll, attempt: Try, dodge: Try, harm: Harm, priority: bool = False, names: Names = UNNAMED
) -> Shot:
    """DEX-COMBAT-05: the shot lands only if the shooter wins; the damage is by the shooter's own margin."""
    roll.throws("attack")
    mine = roll(place(attempt, priority, "active", names[0]))
    roll.throws("dodge")

    def read(theirs: Place) -> Shot:
        if mine.margin < 0:
            return MISS
        met = compared(mine, theirs, roll=roll, names=names)
        return Shot(True, damage(met.margin, harm, roll)) if met.outcome == A else EVADED

    return roll.then(place(dodge, priority, "passive", names[1]), read)


def landed(scene: Scene[Sheet], target: str, bonuses: dict[str, int], key: str = "") -> Telling[Shot]:
    """DEX-COMBAT-04, DEX-WOUND-03: what an attack that nobody opposes does to its target, and how it is told: `key` is
    ":thrown" for something that lay around.
    """
    me, foe, spent, engaged = scene.me, scene[target], spendings(bonuses), Engaged(scene.actor)

    def told(struck: Shot) -> Ended:
        if not struck.hit:
            missed = "DEX-COMBAT-05" if struck.dodged else "DEX-COMBAT-04"
            headline = BOOK.note(f"{missed}{key}", who=me.name, target=foe.name)
            return Outcome((part(target, DODGED if struck.dodged else MISSED),), headline, (*spent, engaged))
        parts = (hit(HIT, foe, target, struck.damage),)

        def tell() -> Outcome:
            effects = (*spent, Wound(target, struck.damage), engaged)
            return Outcome(parts, hits(me, foe, struck.damage, key), effects)

        return Ending(parts, tell)

    return told


DODGES: dict[str, Text | Name] = {
    "": NONE,
    "AGI": Text(fr="Agilité", en="Agility"),
    "Athlétisme": Text(fr="Athlétisme", en="Athletics"),
}


class Fire(Declared):
    """Whom to shoot, or throw at, with what; the dodge is the MJ's to allow."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target"), Ask(WHOM, default=likely_foe)]
    weapon: Annotated[
        str,
        OneOf(ranged_weapons),
        Label(fr="Arme", en="Weapon"),
        Ask(WITH, default=lambda scene: readiest(scene, ranged_weapons(scene)) or IMPROVISED, beside=called_for),
    ] = ""  # the one in hand, unless told; what lies around is always told
    aptitude: OtherAptitude = ""
    talent: OtherTalent = ""
    difficulty: Difficulty = 15
    malus: DiceTaken = 0
    dodge: Annotated[
        str,
        OneOf(DODGES),
        Label(fr="Esquive", en="Dodge"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=lambda scene, _: scene.option(RANGED_DODGE)),
    ] = ""


def shot_with(scene: Scene[Sheet], do: Fire) -> str:
    """DEX-COMBAT-01: the weapon named, else the one in hand; "" if nothing carried is shot or thrown."""
    return do.weapon or readiest(scene, ranged_weapons(scene))


def shooter_means(scene: Scene[Sheet], do: Fire) -> Means:
    weapon = scene.me.at_hand[shot_with(scene, do)]
    return wielding(scene, scene.actor, weapon, do.aptitude, do.talent, do.difficulty, do.malus)


def dodge_means(scene: Scene[Sheet], do: Fire) -> Means | None:
    """DEX-COMBAT-05: Agilité, or Athlétisme, against the shot's own Difficulty; None for who cannot."""
    if not do.dodge:
        return None
    athletic = do.dodge != "AGI" and scene[do.target].level(do.dodge) is not None
    means = Means(do.dodge, "", do.difficulty) if athletic else Means("", "AGI", do.difficulty)
    return means if cannot_try(scene, do.target, means) is None else None


def cannot_fire(scene: Scene[Sheet], do: Fire | None) -> Note | None:
    early = unable(scene, scene.actor)
    if early or do is None:
        return early or nobody_left(scene, no_target, alone=BOOK.note("DEX-COMBAT-01:nobody"))
    if no := no_target(scene, do.target):
        return no
    if do.dodge and not scene.option(RANGED_DODGE):
        return BOOK.note("DEX-COMBAT-05:option_off")
    if not shot_with(scene, do):
        return BOOK.note("DEX-COMBAT-04:nothing", who=scene.me.name)
    means = shooter_means(scene, do)  # what no Aptitude serves may be thrown on a Talent
    known = means.aptitude or means.talent
    return cannot_try(scene, scene.actor, means) if known else BOOK.note("DEX-COMBAT-01:which_aptitude")


@action(
    "deusex.shoot",
    Fire,
    fr="Tirer ou lancer",
    en="Shoot or throw",
    refuse=cannot_fire,
    kind=Kind.FIGHT,
    success=TO_WOUND,
)
def shoot(scene: Scene[Sheet], do: Fire, roll: Roll) -> Ended:
    """DEX-COMBAT-04, -05, DEX-WOUND-01…04: a shot, dodged if the MJ allows it."""
    who, target = scene.actor, do.target
    means, escape, weapon = shooter_means(scene, do), dodge_means(scene, do), WEAPONS[shot_with(scene, do)]
    harm = harm_of(scene, weapon)
    bonuses = bonus_dice(scene, (who, target) if escape else (who,), roll)
    tell_weapon(roll, scene.me.name, weapon)
    attempt = (explained_side if escape else explained_test)(scene, who, means, bonuses[who], roll)
    key = ":thrown" if weapon is WEAPONS[IMPROVISED] else ""
    owners, ending = {"active": who, "passive": target}, landed(scene, target, bonuses, key)
    if not escape:
        return roll.then(shot(attempt, harm), ending, by=owners)
    dodge = explained_side(scene, target, escape, bonuses[target], roll)
    names = scene.me.name, scene[target].name
    met = dodged_shot(attempt, dodge, harm, scene.option(OPPOSITION_CRIT_PRIORITY), names)
    return roll.then(met, ending, by=owners)
