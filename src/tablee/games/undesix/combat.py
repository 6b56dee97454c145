"""Attacks and wounds (Fiche 1, Combats)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll, d6, rule
from tablee.games.undesix.book import BOOK, CA, MODIFIER, WEAPON
from tablee.games.undesix.checks import others, unable
from tablee.games.undesix.options import COMBAT_RESOLUTION, DEX1_CA, MIN_DAMAGE, ROLL_UNDER
from tablee.games.undesix.sheet import Sheet, Wound
from tablee.games.undesix.tables import ARMOURS
from tablee.rules.action import Grade, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Tally
from tablee.text import Text

TARGET = BOOK.saying("UDS-COMBAT-01", fr="Seuil", en="Target")
ARMOUR_CLASS = BOOK.saying("UDS-CA-04", fr="CA", en="CA")
ROLLED = BOOK.saying(
    "UDS-COMBAT-03",
    fr="Le dé montre {die}, marge {margin} : {damage} point{damage:|s} de dégâts",
    en="The die shows {die}, margin {margin}: {damage} point{damage:|s} of damage",
)
SHORT = BOOK.saying(
    "UDS-COMBAT-01",
    key="missed",
    fr="Le dé montre {die}, au-dessus du seuil de {target} : manqué",
    en="The die shows {die}, above the target of {target}: missed",
)
ONE_HITS = BOOK.saying(
    "UDS-COMBAT-04",
    fr="Un 1 touche toujours et blesse d'au moins 1 point",
    en="A 1 always hits and wounds for at least 1 point",
)
SIX_MISSES = BOOK.saying("UDS-COMBAT-05", fr="Un 6 manque toujours", en="A 6 always misses")
HITS = BOOK.saying(
    "UDS-COMBAT-06",
    fr="{who:Le} touche {target:le} : {damage} point{damage:|s} de dégâts",
    en="{who:The} hits {target:the} for {damage} point{damage:|s} of damage",
)
MISSES = BOOK.saying(
    "UDS-COMBAT-06", key="missed", fr="{who:Le} manque {target:le}", en="{who:The} misses {target:the}"
)

HIT = Grade("hit", Text(fr="touché", en="hit"), True)
MISSED = Grade("missed", Text(fr="raté", en="missed"), False)

ARMOUR = BOOK.term("armour", fr="armure", en="armour")
SHIELD = BOOK.term("shield", fr="bouclier", en="shield")
LINE = BOOK.term("line", fr="ligne de boucliers", en="shield line")
AGILITY = BOOK.term("dex_ca", fr="Dextérité", en="Dextérité")
COVER = BOOK.term("cover", fr="abri", en="cover")


class Blow(NamedTuple):
    """How an attack roll came out."""

    hit: bool
    margin: int
    damage: int = 0


@rule
def blow(roll: Roll, target: int, extra: int = 0, strict: bool = False, least: int = 0, flat: bool = False) -> Blow:
    """UDS-COMBAT-01, -03, -04, -05: a 6 misses, a 1 wounds, otherwise the margin is the damage.

    `extra` is what the other resolutions add to the margin (UDS-COMBAT-12), `flat` makes every hit cost 1 (-11),
    `least` is the damage of a hit that only grazes.
    """
    die = roll(d6)
    margin = target - die
    if die == 6:
        roll.note(SIX_MISSES)
        return Blow(False, margin)
    if die == 1:
        roll.note(ONE_HITS)
        least = 1
    elif margin < strict:
        roll.note(SHORT, die=die, target=target)
        return Blow(False, margin)
    damage = 1 if flat else max(least, margin + extra)
    roll.note(ROLLED, die=die, margin=margin, damage=damage)
    return Blow(True, margin, damage)


def dexterity_ca(dex: int, of_one: int = -1) -> int:
    """UDS-CA-03: +1 for 3 or 4, +2 for 5 or 6…; Dextérité 1 (or less) is worth `of_one`."""
    return (dex - 1) // 2 if dex >= 2 else of_one


def armour_class(
    armour: int = 0, shield: bool = False, neighbours: int = 0, dexterity: int = 0, cover: int = 0
) -> Tally:
    """UDS-CA-01, -02, -04, -05, -06: everything that protects, added up."""
    terms = [
        ARMOUR(armour),
        SHIELD(1 if shield else 0),
        LINE(neighbours if shield else 0),
        AGILITY(dexterity),
        COVER(cover),
    ]
    return ARMOUR_CLASS.sum(*(term for term in terms if term.amount))


def ca_of(scene: Scene[Sheet], who: str, cover: int = 0) -> Tally:
    sheet = scene[who]
    return armour_class(
        ARMOURS[sheet.armour].ca, sheet.shield, 0, dexterity_ca(sheet.dex, scene.option(DEX1_CA)), cover
    )


class Attack(Declared):
    """Whom to strike, and what helps or hinders."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]
    cover: Annotated[int, Between(0, 6), Label(fr="Abri de la cible", en="Cover"), By(Audience.MJ)] = 0
    modifier: Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier"), By(Audience.MJ)] = 0


@action("undesix.attack", Attack, fr="Attaquer", en="Attack", refuse=unable)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Outcome:
    """UDS-COMBAT-01…06, and the other resolutions (-11, -12) where the table uses them."""
    me, foe = scene.me, scene[do.target]
    weapon, ca = me.armed, ca_of(scene, do.target, do.cover)
    fiche8 = scene.option(COMBAT_RESOLUTION) == "fiche8"
    target = TARGET.sum(me.score(weapon.characteristic))
    if not fiche8:
        target = target.plus(WEAPON(weapon.bonus, of=weapon.name), -CA(ca.total))
    if do.modifier:
        target = target.plus(MODIFIER(do.modifier))
    roll.note(ca)
    roll.note(target)
    struck = roll(
        blow(
            target.total,
            weapon.bonus - ca.total if fiche8 else 0,
            scene.option(ROLL_UNDER) == "strict",
            scene.option(MIN_DAMAGE),
            scene.option(COMBAT_RESOLUTION) == "simplified",
        ),
        by=scene.actor,
    )
    if not struck.hit:
        return Outcome((part(do.target, MISSED),), MISSES.note(who=me.name, target=foe.name))
    return Outcome(
        (part(do.target, HIT, damage=struck.damage),),
        HITS.note(who=me.name, target=foe.name, damage=struck.damage),
        (Wound(do.target, struck.damage),),
    )
