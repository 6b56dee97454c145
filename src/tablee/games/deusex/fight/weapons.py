"""Weapons in hand: which Aptitude serves each, what it does to a margin, how a defender answers in melee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.dice import Roll
from tablee.games.deusex.check.attempts import ANY_TALENT, AptitudeName, Means, cannot_try, stands, with_talent
from tablee.games.deusex.fight.damage import Harm
from tablee.games.deusex.options import HALF_ROUNDING, MIN_HIT_DAMAGE
from tablee.games.deusex.play import side_of
from tablee.games.deusex.sheet import IMPROVISED, UNARMED, Sheet
from tablee.games.deusex.tables import WEAPONS, Weapon, aptitude_name
from tablee.rules.action import Scene
from tablee.rules.cast import others
from tablee.rules.fields import Annotated, Ask, Audience, By, Label, OneOf
from tablee.rules.forms import WORD_OF_MJ
from tablee.text import Name, Text

TALENT_BESIDE = with_talent(  # beside a weapon
    lambda scene, values: values.get("aptitude") or scene.me.wields(WEAPONS[values.get("weapon") or UNARMED])[0],
    more=True,
)
WEAPON_APTITUDE = Ask(WORD_OF_MJ, help=Text(fr="Une autre que celle de l'arme.", en="Another than the weapon's."))


def harm_of(scene: Scene[Sheet], weapon: Weapon) -> Harm:
    """DEX-WOUND-02: what a weapon does, under the table's options."""
    return Harm(weapon.times, weapon.halved, scene.option(HALF_ROUNDING), scene.option(MIN_HIT_DAMAGE))


def melee_weapons(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """What the one who acts may strike with."""
    return {id: weapon.name for id, weapon in scene.me.at_hand.items() if weapon.melee} if scene.actor else {}


def ranged_weapons(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """What the one who acts may shoot or throw."""
    return {id: weapon.name for id, weapon in scene.me.at_hand.items() if weapon.ranged} if scene.actor else {}


def readiest(scene: Scene[Sheet], weapons: Mapping[str, object]) -> str:
    """DEX-COMBAT-01: of these weapons, what the one who acts uses unless told: the first whose Aptitude they know, else
    the first; "" for none, as what lies around serves only those who name it.
    """
    at_hand = [id for id in weapons if id != IMPROVISED]
    return known_first(scene.me, at_hand)[0] if at_hand else ""


def called_for(scene: Scene[Sheet], weapon: str) -> dict[str, str]:
    """DEX-COMBAT-01: the Talent proposed with a weapon that no Aptitude serves."""
    return {} if WEAPONS[weapon].aptitudes else {"talent": "AGI"}


def tell_weapon(roll: Roll, who: Name, weapon: Weapon) -> None:
    """DEX-COMBAT-01: the card tells what somebody fights with."""
    roll.note("DEX-COMBAT-01:weapon", who=who, weapon=weapon.name)


def likely_foe(scene: Scene[Sheet]) -> str | None:
    """DEX-COMBAT-02, DEX-WOUND-06, DEX-STRESS-08: whom to propose as a target: the first of the likely foes."""
    return next(iter(likely_foes(scene)), None)


def likely_foes(scene: Scene[Sheet]) -> list[str]:
    """The foes who are still able to act: neither the dying, nor those who ended their life, were knocked out, are held
    or have yielded.
    """
    mine = side_of(scene, scene.actor)
    return [who for who in others(scene) if side_of(scene, who) != mine and stands(scene, who)]


def adversaries(scene: Scene[Sheet]) -> Iterable[str]:
    """DEX-COMBAT-02: whom a blow is for: everybody of another side; where there is none, anybody else."""
    mine = side_of(scene, scene.actor)
    return [who for who in others(scene) if side_of(scene, who) != mine] or others(scene)


def own_aptitudes(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The Aptitudes of the one who acts; none named is that of the weapon."""
    own = scene.me.aptitudes if scene.actor else {}
    return {"": Text(fr="celle de l'arme", en="the weapon's own"), **{name: aptitude_name(name) for name in own}}


OtherAptitude = Annotated[
    AptitudeName,
    OneOf(own_aptitudes),
    Label(fr="Aptitude équivalente", en="Equivalent Aptitude"),
    By(Audience.MJ),
    WEAPON_APTITUDE,
]
OtherTalent = Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent"), TALENT_BESIDE]


def wielding(
    scene: Scene[Sheet],
    who: str,
    weapon: Weapon,
    aptitude: str = "",
    talent: str = "",
    difficulty: int = 15,
    malus: int = 0,
) -> Means:
    """DEX-COMBAT-01, DEX-TEST-05: the Aptitude of the weapon; without it, a Talent Test, of AGI unless told."""
    serves, known = (aptitude, True) if aptitude else scene[who].wields(weapon)
    return Means(serves, talent or ("" if known or not serves else "AGI"), difficulty, malus)


def known_first(sheet: Sheet, weapons: Iterable[str]) -> list[str]:
    """DEX-COMBAT-01: weapons whose Aptitude the character knows, then the others, both in the order given."""
    return sorted(weapons, key=lambda id: not sheet.wields(WEAPONS[id])[1])


def defence(scene: Scene[Sheet], who: str, difficulty: int = 15, malus: int = 0) -> tuple[Means, Weapon]:
    """DEX-COMBAT-03: how a defender answers in melee: with the first weapon they can use, bare hands coming last."""
    carried = [id for id in (*scene[who].weapons, UNARMED) if WEAPONS[id].melee]
    arms = [WEAPONS[id] for id in known_first(scene[who], carried)]
    ways = [(wielding(scene, who, weapon, difficulty=difficulty, malus=malus), weapon) for weapon in arms]
    return next((way for way in ways if cannot_try(scene, who, way[0]) is None), ways[0])


def can_use(scene: Scene[Sheet], weapon: Weapon) -> bool:
    """DEX-COMBAT-01: whether the one who acts can use a weapon without asking the MJ which Aptitude serves."""
    return bool(weapon.aptitudes) and cannot_try(scene, scene.actor, wielding(scene, scene.actor, weapon)) is None
