"""Damage from other sources: falls, fire, asphyxia (Fiche 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tablee.dice import Roll, d6, procedure
from tablee.games.cle_en_main.attack.consequences import Announced, Fate, dealt
from tablee.games.cle_en_main.attack.damage import Blow
from tablee.games.cle_en_main.attack.declaration import as_a_group, figurants
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import asked_attempt
from tablee.games.cle_en_main.check.fields import AutoEleven, Rolled
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.side import elevens, pay, side, skill_terms
from tablee.games.cle_en_main.forms import METRES, PEOPLE
from tablee.games.cle_en_main.options import PROTECTION_VS_HAZARDS
from tablee.games.cle_en_main.order.hand import BREATHE, BURN
from tablee.games.cle_en_main.sheet import Sheet, Spend
from tablee.games.cle_en_main.tables import FIRES, FREE_ROUNDS
from tablee.rules.action import Add, Effect, Ended, Kind, Outcome, Put, Scene, action, part
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, Nothing, OneOf
from tablee.rules.forms import HOW, WHERE
from tablee.rules.why import Note
from tablee.text import Text

STEP = 3  # metres of fall per die
AIR, MORE_AIR = 15, 5  # Résistance, and what each further minute adds


SAFE = BOOK.grade("safe")
THREATENED = BOOK.grade("threatened")


def fall_dice(metres: float) -> int:
    """CEM-HAZARD-01: the damage dice of a fall: one per complete 3 m.

    >>> fall_dice(8), fall_dice(2.9)
    (2, 0)
    """
    return int(metres // STEP)


def breath_difficulty(round: int) -> int | None:
    """CEM-HAZARD-03: the difficulty of holding one's breath in this round: None in the first ten, then 15, 20…

    >>> breath_difficulty(10), breath_difficulty(11), breath_difficulty(21)
    (None, 15, 20)
    """
    late = round - FREE_ROUNDS
    return AIR + MORE_AIR * ((late - 1) // FREE_ROUNDS) if late > 0 else None


def hazard_blow(scene: Scene[Sheet], who: str, damage: int, airless: bool = False) -> Announced:
    """CEM-HAZARD-04: the damage of a hazard; protection counts only with the option, and never without air."""
    return Announced(who, damage, pierces=airless or not scene.option(PROTECTION_VS_HAZARDS))


def hurt(
    scene: Scene[Sheet],
    roll: Roll,
    purse: Purse,
    damage: int,
    headline: str,
    airless: bool = False,
    people: int = 0,
    later: Sequence[Effect] = (),
    fixed: Callable[[str], bool] | None = None,
    **values: Any,
) -> Ended:
    """CEM-HAZARD-04, CEM-HERO-06, -07: announces damage to the one who acts; heroism may cancel it or take it over.

    Of a group of figurants it strikes so many (`people`), each for themselves; none named, one.
    """
    announced = hazard_blow(scene, scene.actor, damage, airless)
    if announced.pierces and scene.me.protection:
        roll.note("CEM-HAZARD-04")

    def finish(fate: Fate) -> Outcome:
        said = BOOK.note(headline, who=scene.me.name, damage=fate.parts[0].amount("damage"), **values)
        return Outcome(fate.parts, said, (*fate.effects, *later))

    return dealt(scene, purse, roll, [announced] * (people or 1), Blow(), finish, fixed=fixed)


class Height(Declared):
    """The height of a fall, and whether it is a jump."""

    metres: Annotated[int, Between(0, 300), Label(fr="Hauteur", en="Height"), Ask(WHERE, unit=METRES)]
    voluntary: Annotated[bool, Label(fr="Saut volontaire", en="A jump, not a fall"), Ask(HOW)] = False
    auto11: AutoEleven = ()
    rolled: Rolled = ()


@action("cle-en-main.fall", Height, fr="Tomber", en="Fall", by=Audience.MJ, kind=Kind.DANGER)
def fall(scene: Scene[Sheet], do: Height, roll: Roll) -> Ended:
    """CEM-HAZARD-01, CEM-AUTO11-01: a fall: Acrobatie takes one die off, and a second one if it is a jump."""
    dice, fixed = fall_dice(do.metres), elevens(scene, do)
    roll.note("CEM-HAZARD-01:dice", metres=do.metres, dice=dice)
    return roll.then(
        tumbled(scene, dice, do.voluntary, fixed(scene.actor)),
        lambda end: hurt(
            scene, roll, Purse(scene, end.spent), end.damage, "CEM-HAZARD-01", fixed=fixed, metres=do.metres
        ),
    )


class Tumbled(NamedTuple):
    """The damage of a fall, and the heroism spent on it."""

    damage: int
    spent: tuple[Spend, ...]


@procedure
def tumbled(roll: Roll, scene: Scene[Sheet], dice: int, voluntary: bool, fixed: bool) -> Tumbled:
    """CEM-HAZARD-01: the tests of Acrobatie that take dice off, then the damage of the dice left."""
    purse = Purse(scene)
    for difficulty in (15, 10) if voluntary else (15,):
        if dice and helped(scene, roll, purse, "CEM-HAZARD-01:test", "acrobatics", difficulty, fixed):
            dice -= 1
            roll.note("CEM-HAZARD-01:cushioned", dice=dice)
    damage = roll(dice * d6.named("damage"), by=scene.actor) if dice else 0
    return Tumbled(damage, tuple(purse.spent))


def helped(
    scene: Scene[Sheet], roll: Roll, purse: Purse, id: str, skill: str, difficulty: int, fixed: bool = False
) -> bool:
    """A test of a skill that a hazard calls for, redone if its owner pays; whether it succeeds."""
    tally = BOOK.sum(id, *skill_terms(scene.me, skill))
    roll.note(tally)
    success, paid = roll(asked_attempt(side(purse, scene.actor, tally.total, skill, fixed=fixed), difficulty))
    pay(purse, scene.actor, paid)
    return success


class Flames(Declared):
    """The size of the fire, empty to get out of it; of a group, how many stand in it."""

    size: Annotated[
        str, OneOf({"": Text(fr="éteint", en="out")} | names(FIRES)), Label(fr="Feu", en="Fire"), Ask(WHERE)
    ] = ""
    people: Annotated[
        int,
        Between(0, 1_000),
        Label(fr="Figurants dans le feu", en="Figurants in the fire"),
        Ask(WHERE, unit=PEOPLE, when=as_a_group, help=Text(fr="0 : tous.", en="0: all of them.")),
    ] = 0


@action(
    "cle-en-main.ignite",
    Flames,
    fr="Entrer dans le feu ou en sortir",
    en="Step into the fire, or out",
    by=Audience.MJ,
    kind=Kind.DANGER,
)
def ignite(scene: Scene[Sheet], do: Flames, roll: Roll) -> Outcome:
    """CEM-HAZARD-02: a character steps into a fire or out of it; it burns them at the end of each round."""
    burning = bool(do.size)
    headline = (
        BOOK.note("CEM-HAZARD-02:in", who=scene.me.name, size=FIRES[do.size].name)
        if burning
        else BOOK.note("CEM-HAZARD-02:out", who=scene.me.name)
    )
    grade = THREATENED if burning else SAFE
    inside = [Put(scene.actor, "in_fire", do.people)] if do.people != scene.me.in_fire else []
    return Outcome((part(scene.actor, grade),), headline, (Put(scene.actor, "burning", do.size), *inside))


def no_fire(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-HAZARD-02: refuses if a character is not in a fire."""
    return None if scene.me.burning else BOOK.note("CEM-HAZARD-02:out", who=scene.me.name)


@action(BURN, Nothing, fr="Brûler", en="Burn", refuse=no_fire, by=Audience.MJ, kind=Kind.DANGER)
def burn(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Ended:
    """CEM-HAZARD-02, CEM-NPC-11: the damage of one round in a fire: torch 1d6, campfire 2d6, blaze 3d6; of a group, to
    each who stands in it.
    """
    fire, inside = FIRES[scene.me.burning], figurants(scene.me, scene.me.in_fire)
    return roll.then(
        fire.dice * d6.named("damage"),
        lambda damage: hurt(scene, roll, Purse(scene), damage, "CEM-HAZARD-02", people=inside, size=fire.name),
        by=scene.actor,
    )


class Air(Declared):
    """Whether there is air to breathe."""

    air: Annotated[bool, Label(fr="De l'air", en="Air"), Ask(WHERE)] = False


@action(
    "cle-en-main.air",
    Air,
    fr="Manquer d'air ou en retrouver",
    en="Lose or find air",
    by=Audience.MJ,
    kind=Kind.DANGER,
)
def air(scene: Scene[Sheet], do: Air, roll: Roll) -> Outcome:
    """CEM-HAZARD-03: a character has no air from this round on, or breathes again."""
    effects = (Put(scene.actor, "breathless", 0 if do.air else 1), Put(scene.actor, "choking", False))
    headline = BOOK.note("CEM-HAZARD-03:out" if do.air else "CEM-HAZARD-03:in", who=scene.me.name)
    return Outcome((part(scene.actor, SAFE if do.air else THREATENED),), headline, effects)


def has_air(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-HAZARD-03: refuses if a character has air."""
    return None if scene.me.breathless else BOOK.note("CEM-HAZARD-03:out", who=scene.me.name)


@action(BREATHE, Nothing, fr="Tenir sans air", en="Go without air", refuse=has_air, by=Audience.MJ, kind=Kind.DANGER)
def breathe(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Ended:
    """CEM-HAZARD-03: one round without air: ten are free, then Résistance; from the first failure on, 1d6 per round."""
    me, purse = scene.me, Purse(scene)
    later: list[Effect] = [Add(scene.actor, "breathless", 1)]
    difficulty = breath_difficulty(me.breathless)
    if not me.choking and (
        difficulty is None
        or helped(scene, roll, purse, "CEM-HAZARD-03:test", "resistance", difficulty, elevens(scene)(scene.actor))
    ):
        headline = BOOK.note("CEM-HAZARD-03:holds", who=me.name, round=me.breathless)
        return Outcome((part(scene.actor, SAFE),), headline, (*purse.spent, *later))
    if not me.choking:
        later.append(Put(scene.actor, "choking", True))
    damage = roll(d6.named("damage"), by=scene.actor)
    people = figurants(me, 0)
    return hurt(scene, roll, purse, damage, "CEM-HAZARD-03", airless=True, people=people, later=later)
