"""Attacking with what one has in hand: a shot or a blow, as the weapon and the moment call for."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import makings_of
from tablee.games.deusex.check.checks import pool, try_of
from tablee.games.deusex.fight.melee import Strike, cannot_meet, cannot_strike, melee
from tablee.games.deusex.fight.ranged import Fire, cannot_fire, shoot
from tablee.games.deusex.fight.weapons import can_use, defence, known_first, likely_foes
from tablee.games.deusex.play import MELEE, SHOOT, play_of
from tablee.games.deusex.sheet import IMPROVISED, UNARMED, Sheet
from tablee.games.deusex.tables import WEAPONS
from tablee.rules.action import TO_WOUND, Ended, Kind, Scene, action
from tablee.rules.cast import others
from tablee.rules.fields import Annotated, Ask, Declared, Label, OneOf
from tablee.rules.forms import WHOM
from tablee.rules.why import Note


def in_hand(scene: Scene[Sheet]) -> tuple[str, bool]:
    """DEX-COMBAT-01: the weapon one attacks with unless one names it, and whether it shoots.

    Of those carried that serve now, the first whose Aptitude one knows, bare hands coming last where it comes to blows;
    else the first that one can use by oneself; failing that, the first that serves, which is refused with its reason.
    Who carries nothing strikes with feet and fists; only who announced a shot throws what lies around.
    """
    step = play_of(scene).step
    serving: dict[str, bool] = {}
    for id in scene.me.weapons:
        weapon = WEAPONS[id]
        if weapon.ranged and (step == SHOOT or (not weapon.melee and step != MELEE)):
            serving[id] = True
        elif weapon.melee and step != SHOOT:
            serving[id] = False
    if not serving and step == SHOOT:
        return IMPROVISED, True
    if not all(serving.values()) or not serving:
        serving[UNARMED] = False
    usable = (id for id in known_first(scene.me, serving) if can_use(scene, WEAPONS[id]))
    chosen = next(usable, next(iter(serving)))
    return chosen, serving[chosen]


def easiest(scene: Scene[Sheet]) -> str | None:
    """Where it comes to blows, the foe still in the fight who answers worst; None where one shoots, or has no foe."""
    foes = [who for who in likely_foes(scene) if cannot_meet(scene, who) is None]
    if in_hand(scene)[1] or not foes:
        return None

    def answer(who: str) -> int:
        makings = makings_of(scene, who, defence(scene, who)[0])
        attempt = try_of(makings, pool(makings))
        return 11 * attempt.dice + 2 * attempt.bonus  # twice the mean of its total

    return min(foes, key=answer)


class Attack(Declared):
    """Whom to attack with what one has in hand."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target"), Ask(WHOM, default=easiest)]


def chosen_way(scene: Scene[Sheet], do: Attack) -> Fire | Strike:
    weapon, ranged = in_hand(scene)
    return Fire(target=do.target, weapon=weapon) if ranged else Strike(target=do.target, weapon=weapon)


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    """DEX-COMBAT-01: why the actor cannot attack, or not this person; with a grenade alone the MJ says what serves."""
    if do is None:
        weapon, ranged = in_hand(scene)
        unserved = None if WEAPONS[weapon].aptitudes else BOOK.note("DEX-COMBAT-01:which_aptitude")
        return (cannot_fire if ranged else cannot_strike)(scene, None) or unserved
    way = chosen_way(scene, do)
    return cannot_fire(scene, way) if isinstance(way, Fire) else cannot_strike(scene, way)


@action("deusex.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack, kind=Kind.FIGHT, success=TO_WOUND)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Ended:
    """DEX-COMBAT-03, -04: a shot or a blow, whichever the weapon in hand and the moment call for."""
    way = scene.once(chosen_way, do)
    return shoot.resolve(scene, way, roll) if isinstance(way, Fire) else melee.resolve(scene, way, roll)
