"""Fighting: whom to strike or shoot, with what, and what it does to both sides."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import (
    ANY_TALENT,
    MOST_DIFFICULT,
    NONE,
    Means,
    begin,
    cannot_try,
    others,
    take_side,
    unable,
)
from tablee.games.deusex.check.reserve import bonus_dice
from tablee.games.deusex.condition import is_over
from tablee.games.deusex.fight.combat import Brawl, Foe, Harm, dodged_shot, melee_round, shot
from tablee.games.deusex.fight.wounds import blows, landed
from tablee.games.deusex.options import (
    HALF_ROUNDING,
    MELEE_DAMAGE_MARGIN,
    MIN_HIT_DAMAGE,
    OPPOSITION_CRIT_PRIORITY,
    RANGED_DODGE,
)
from tablee.games.deusex.play import MELEE, SHOOT, Engaged, play_of
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import WEAPONS, Weapon, aptitude_name
from tablee.rules.action import Ended, Scene, action
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Name, Text

HELPLESS = BOOK.saying(
    "DEX-COMBAT-03",
    key="helpless",
    fr="{target:Le} ne peut pas se défendre : un simple Test suffit",
    en="{target:The} cannot fight back: a single Test is enough",
)
NO_DODGE = BOOK.saying(
    "DEX-COMBAT-05",
    key="option_off",
    fr="Cette table n'admet pas qu'on esquive un tir : laissez l'esquive vide",
    en="This table does not allow dodging a shot: leave the dodge empty",
)
WHICH_APTITUDE = BOOK.saying(
    "DEX-COMBAT-01",
    key="which_aptitude",
    fr="Aucune Aptitude n'est attachée à cette arme : choisissez avec le meneur celle qui sert",
    en="No Aptitude goes with this weapon: choose with the GM the one that serves",
)
ALREADY_DEAD = BOOK.saying(
    "DEX-WOUND-07",
    key="target_dead",
    fr="{target:Le} est déjà {target:mort|morte} : choisissez une autre cible",
    en="{target:The} is already dead: choose another target",
)
NOT_NOW = BOOK.saying(
    "DEX-COMBAT-06",
    key="not_now",
    fr="Ce n'est pas le moment : on tire d'abord, on se bat ensuite ; annoncez le corps à corps pour agir alors",
    en="Not now: shots come first, blows after; declare melee to act then",
)


def harm_of(scene: Scene[Sheet], weapon: Weapon) -> Harm:
    return Harm(weapon.times, weapon.halved, scene.option(HALF_ROUNDING), scene.option(MIN_HIT_DAMAGE))


def melee_weapons(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    return {id: weapon.name for id, weapon in scene.me.at_hand.items() if weapon.melee} if scene.actor else {}


def ranged_weapons(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    return {id: weapon.name for id, weapon in scene.me.at_hand.items() if weapon.ranged} if scene.actor else {}


def own_aptitudes(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    own = scene.me.aptitudes if scene.actor else {}
    return {"": Text(fr="celle de l'arme", en="the weapon's own"), **{name: aptitude_name(name) for name in own}}


class Strike(Declared):
    """Whom to attack hand to hand, with what; and who else is attacking meanwhile."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]
    weapon: Annotated[str, OneOf(melee_weapons), Label(fr="Arme", en="Weapon")] = "unarmed"
    aptitude: Annotated[str, OneOf(own_aptitudes), Label(fr="Aptitude", en="Aptitude")] = ""
    talent: Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent")] = ""
    assailants: Annotated[tuple[str, ...], OneOf(others), Label(fr="Autres assaillants", en="Other assailants")] = ()
    difficulty: Annotated[int, Between(0, MOST_DIFFICULT), Label(fr="Difficulté", en="Difficulty"), By(Audience.MJ)] = (
        15
    )
    their_difficulty: Annotated[
        int, Between(0, MOST_DIFFICULT), Label(fr="Difficulté d'en face", en="Their Difficulty"), By(Audience.MJ)
    ] = 15
    malus: Annotated[int, Between(0, 10), Label(fr="Dés retirés", en="Dice taken away"), By(Audience.MJ)] = 0
    their_malus: Annotated[
        int, Between(0, 10), Label(fr="Dés retirés en face", en="Their dice taken away"), By(Audience.MJ)
    ] = 0


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


def defence(scene: Scene[Sheet], who: str, difficulty: int = 15, malus: int = 0) -> tuple[Means, Weapon]:
    """How somebody answers in melee: the first weapon carried that they can use there, else bare hands."""
    arms = [WEAPONS[id] for id in (*scene[who].weapons, "unarmed") if WEAPONS[id].melee]
    ways = [(wielding(scene, who, weapon, difficulty=difficulty, malus=malus), weapon) for weapon in arms]
    return next((way for way in ways if cannot_try(scene, who, way[0]) is None), ways[0])


def too_early(scene: Scene[Sheet]) -> Note | None:
    """DEX-COMBAT-06: in a fight, shots come before blows."""
    play = play_of(scene)
    return NOT_NOW.note() if play.round and play.step == SHOOT else None


def cannot_strike(scene: Scene[Sheet], do: Strike | None) -> Note | None:
    early = unable(scene, scene.actor) or too_early(scene)
    if early or do is None:
        return early
    if is_over(scene[do.target].pv):
        return ALREADY_DEAD.note(target=scene[do.target].name)
    return cannot_try(scene, scene.actor, mine(scene, do))


def mine(scene: Scene[Sheet], do: Strike) -> Means:
    weapon = scene.me.at_hand[do.weapon]
    return wielding(scene, scene.actor, weapon, do.aptitude, do.talent, do.difficulty, do.malus)


@action("deusex.melee", Strike, fr="Se battre au corps à corps", en="Fight hand to hand", refuse=cannot_strike)
def melee(scene: Scene[Sheet], do: Strike, roll: Roll) -> Ended:
    """DEX-COMBAT-01, -03, -06, DEX-WOUND-01…04: a round of melee, and what it does to both sides."""
    who, target = scene.actor, do.target
    bout = scene.once(squared_up, do)
    if bout.answer is None:
        roll.note(HELPLESS, target=scene[target].name)
        bonuses = bonus_dice(scene, (who,), roll)
        attempt = begin(scene, who, bout.means, bonuses[who], roll)
        return roll.then(shot(attempt, bout.harms[0]), landed(scene, target, bonuses), by={"active": who})
    bonuses = bonus_dice(scene, (who, target, *bout.rivals), roll)
    attempt = take_side(scene, who, bout.means, bonuses[who], roll)
    answer = take_side(scene, target, bout.answer, bonuses[target], roll)
    (priority, difference), names = bout.readings, (scene.me.name, scene[target].name)
    owners, ending = {"active": who, "passive": target}, blows(scene, target, bout.engaged, bonuses, roll)
    if not bout.rivals:
        duel = melee_round(attempt, answer, bout.harms, priority, difference, names)
        return roll.then(duel, ending, by=owners)
    foes = tuple(
        Foe(take_side(scene, rival, means, bonuses[rival], roll), harm, scene[rival].name)
        for rival, (means, harm) in bout.rivals.items()
    )
    owners |= {f"foe {place}": rival for place, rival in enumerate(bout.rivals)}
    fray = Brawl(attempt, answer, bout.harms, foes, priority, difference, names)
    return roll.then(fray, ending, by=owners)


class Bout(NamedTuple):
    """A melee about to be rolled: how each side fights (None: cannot), what its weapon does, who else attacks."""

    means: Means
    answer: Means | None
    harms: tuple[Harm, Harm]
    rivals: dict[str, tuple[Means, Harm]]
    readings: tuple[bool, bool]  # a critical wins; damage is the difference of margins
    engaged: Engaged


def squared_up(scene: Scene[Sheet], do: Strike) -> Bout:
    """DEX-COMBAT-01, -03, -06: who fights whom, and how; those who cannot fight do not roll."""
    answer, weapon = defence(scene, do.target, do.their_difficulty, do.their_malus)
    arms = {other: defence(scene, other) for other in do.assailants if other != do.target}
    rivals = {
        other: (means, harm_of(scene, arm))
        for other, (means, arm) in arms.items()
        if cannot_try(scene, other, means) is None
    }
    return Bout(
        mine(scene, do),
        answer if cannot_try(scene, do.target, answer) is None else None,
        (harm_of(scene, scene.me.at_hand[do.weapon]), harm_of(scene, weapon)),
        rivals,
        (scene.option(OPPOSITION_CRIT_PRIORITY), scene.option(MELEE_DAMAGE_MARGIN) == "difference"),
        Engaged(scene.actor, (scene.actor, do.target, *rivals)),
    )


DODGES: dict[str, Text | Name] = {
    "": NONE,
    "AGI": Text(fr="Agilité", en="Agilité"),
    "Athlétisme": Text(fr="Athlétisme", en="Athlétisme"),
}


class Fire(Declared):
    """Whom to shoot, or throw at, with what; the dodge is the MJ's to allow."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]
    weapon: Annotated[str, OneOf(ranged_weapons), Label(fr="Arme", en="Weapon")] = "improvised"
    aptitude: Annotated[str, OneOf(own_aptitudes), Label(fr="Aptitude", en="Aptitude")] = ""
    talent: Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent")] = ""
    difficulty: Annotated[int, Between(0, MOST_DIFFICULT), Label(fr="Difficulté", en="Difficulty"), By(Audience.MJ)] = (
        15
    )
    malus: Annotated[int, Between(0, 10), Label(fr="Dés retirés", en="Dice taken away"), By(Audience.MJ)] = 0
    dodge: Annotated[str, OneOf(DODGES), Label(fr="Esquive", en="Dodge"), By(Audience.MJ)] = ""


def aimed(scene: Scene[Sheet], do: Fire) -> Means:
    weapon = scene.me.at_hand[do.weapon]
    return wielding(scene, scene.actor, weapon, do.aptitude, do.talent, do.difficulty, do.malus)


def dodging(scene: Scene[Sheet], do: Fire) -> Means | None:
    """DEX-COMBAT-05: Agilité, or Athlétisme, against the shot's own Difficulty; None for who cannot."""
    if not do.dodge:
        return None
    athletic = do.dodge != "AGI" and scene[do.target].level(do.dodge) is not None
    means = Means(do.dodge, "", do.difficulty) if athletic else Means("", "AGI", do.difficulty)
    return means if cannot_try(scene, do.target, means) is None else None


def cannot_fire(scene: Scene[Sheet], do: Fire | None) -> Note | None:
    early = unable(scene, scene.actor)
    if early or do is None:
        return early
    if is_over(scene[do.target].pv):
        return ALREADY_DEAD.note(target=scene[do.target].name)
    if do.dodge and not scene.option(RANGED_DODGE):
        return NO_DODGE.note()
    means = aimed(scene, do)
    return cannot_try(scene, scene.actor, means) if means.aptitude else WHICH_APTITUDE.note()


@action("deusex.shoot", Fire, fr="Tirer ou lancer", en="Shoot or throw", refuse=cannot_fire)
def shoot(scene: Scene[Sheet], do: Fire, roll: Roll) -> Ended:
    """DEX-COMBAT-04, -05, DEX-WOUND-01…04: a shot, dodged if the MJ allows it."""
    who, target = scene.actor, do.target
    means, escape, harm = aimed(scene, do), dodging(scene, do), harm_of(scene, scene.me.at_hand[do.weapon])
    bonuses = bonus_dice(scene, (who, target) if escape else (who,), roll)
    attempt = (take_side if escape else begin)(scene, who, means, bonuses[who], roll)
    owners, ending = {"active": who, "passive": target}, landed(scene, target, bonuses)
    if not escape:
        return roll.then(shot(attempt, harm), ending, by=owners)
    dodge = take_side(scene, target, escape, bonuses[target], roll)
    names = scene.me.name, scene[target].name
    met = dodged_shot(attempt, dodge, harm, scene.option(OPPOSITION_CRIT_PRIORITY), names)
    return roll.then(met, ending, by=owners)


class Attack(Declared):
    """Whom to attack with what one has in hand."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]


def in_hand(scene: Scene[Sheet]) -> tuple[str, bool]:
    """The first weapon carried that serves now and that one can use by oneself, and whether it shoots.

    Failing that, the first that serves, which will be refused with its reason; bare hands where none does.
    """
    step = play_of(scene).step
    serving: list[tuple[str, bool]] = []
    for id in scene.me.weapons:
        weapon = WEAPONS[id]
        if weapon.ranged and (step == SHOOT or (not weapon.melee and step != MELEE)):
            serving.append((id, True))
        elif weapon.melee and step != SHOOT:
            serving.append((id, False))
    usable = (way for way in serving if can_use(scene, WEAPONS[way[0]]))
    return next(usable, serving[0] if serving else ("unarmed", False))


def can_use(scene: Scene[Sheet], weapon: Weapon) -> bool:
    """DEX-COMBAT-01: without asking the MJ which Aptitude serves."""
    return bool(weapon.aptitudes) and cannot_try(scene, scene.actor, wielding(scene, scene.actor, weapon)) is None


def chosen_way(scene: Scene[Sheet], do: Attack) -> Fire | Strike:
    weapon, ranged = in_hand(scene)
    return Fire(target=do.target, weapon=weapon) if ranged else Strike(target=do.target, weapon=weapon)


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    if do is None:
        return unable(scene, scene.actor)
    way = chosen_way(scene, do)
    return cannot_fire(scene, way) if isinstance(way, Fire) else cannot_strike(scene, way)


@action("deusex.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Ended:
    """DEX-COMBAT-03, -04: a shot or a blow, whichever the weapon in hand and the moment call for."""
    way = scene.once(chosen_way, do)
    return shoot.resolve(scene, way, roll) if isinstance(way, Fire) else melee.resolve(scene, way, roll)
