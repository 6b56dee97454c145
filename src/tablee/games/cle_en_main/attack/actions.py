"""The action attack: asks, strikes, deals, and says what an attack leaves behind (Fiches 3 to 6)."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.dice import Roll
from tablee.games.cle_en_main.attack.consequences import (
    BAD_SHAPE,
    DEAD,
    DYING,
    DYING_OUT,
    MISSED,
    ONE_DEAD,
    ONE_OUT,
    SPARED,
    UNCONSCIOUS,
    UNHARMED,
    Announced,
    Fate,
    Finish,
    dealt,
)
from tablee.games.cle_en_main.attack.declaration import Attack, attackers, cannot_attack, tell_untrained, unaware_of
from tablee.games.cle_en_main.attack.melee import engaging
from tablee.games.cle_en_main.attack.numbers import AttackNumbers, attack_numbers, weapon_dice
from tablee.games.cle_en_main.attack.odds import struck, told_apart
from tablee.games.cle_en_main.attack.redos import Guard
from tablee.games.cle_en_main.attack.steps import Strike
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.cooperation import Mate
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.primes import Guarded, acted, pending, tell_exchanged, tell_pending, told_incidents
from tablee.games.cle_en_main.check.side import elevens, pay
from tablee.games.cle_en_main.order.interruption import interrupted
from tablee.games.cle_en_main.play import Disengaged, played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, Sheet, Spend
from tablee.rules.action import TO_WOUND, Add, Effect, Ended, Ending, Kind, Outcome, Part, Put, Scene, action, part
from tablee.rules.fields import Declared
from tablee.rules.why import Note

FELLS = {
    grade: f"CEM-VIT-02:headline_{grade.id}"
    for grade in (BAD_SHAPE, DYING, UNCONSCIOUS, DYING_OUT, DEAD, ONE_DEAD, ONE_OUT)
} | {UNHARMED: "CEM-VIT-01:headline_unharmed"}
REMARKS = {
    "cancel": "CEM-HERO-06:headline",
    "take": "CEM-HERO-07:headline",
    "shield": "CEM-HERO-05:headline_shield",
    "turn": "CEM-HERO-05:headline_turn",
}


@action(
    "cle-en-main.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack, kind=Kind.FIGHT, success=TO_WOUND
)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Ended:
    """CEM-ATTACK-01, CEM-TURN-07, CEM-DEF-01…04, CEM-DMG-01…09, CEM-PRIME-04…07, CEM-PEN-02…05: an attack."""
    held = interrupted(scene, roll, unaware_of(scene, do))
    if held is not None:
        return held
    ready = scene.once(attack_numbers, do)
    purse = Purse(scene, ready.declared)
    roll.note(ready.tally)
    tell_exchanged(roll, do.primes, do.penalties)
    tell_deadlier(roll, scene.me, ready)
    tell_untrained(roll, scene.me, ready.weapon)
    if ready.terms.near:
        roll.note("CEM-NEAR-02:attack")
    guards = defenders(scene, ready, purse, roll)
    wanted, blows = told_apart(scene, [ready], purse, roll)
    spent, attacker = tuple(purse.spent), ready.attacker
    if purse.points(scene.actor) < attacker.points:  # caught in their own Zone, they defend with an extra die
        attacker = attacker.spent((EXTRA_DIE,))

    def ended(strike: Strike) -> Ended:
        purse = Purse(scene, spent)
        for who, bought in strike.paid:
            pay(purse, who, bought)
        return landed(scene, do, ready, strike, purse, roll, finish)

    def finish(fate: Fate) -> Ended:
        if ready.risks and all(one.grade is MISSED for one in fate.parts):
            roll.note("CEM-PEN-05", risks=told_incidents(ready.risks))
        tell_pending(roll, ready.declaration, scene.me.name)
        return Ending(fate.parts, lambda: told(fate))

    def told(fate: Fate) -> Outcome:
        effects = (*fate.effects, *aftermath(scene, do, ready, fate.parts))
        return Outcome(fate.parts, headline(scene, ready, fate), effects)

    mate = Mate(attacker, read=ready.blow.read, six_plus=ready.blow.six_plus)
    return roll.then(struck((mate,), guards, ready.terms, blows, wanted), ended)


def tell_deadlier(roll: Roll, sheet: Sheet, ready: AttackNumbers) -> None:
    """CEM-PRIME-04: explains how Attaques meurtrières change the damage dice of the weapon."""
    more, dice = ready.declaration.times("deadly_attack"), weapon_dice(sheet, ready.weapon)
    if more:
        roll.note("CEM-PRIME-04:dice", before=dice, after=dice + more)


def defenders(scene: Scene[Sheet], ready: AttackNumbers, purse: Purse, roll: Roll) -> tuple[Guard, ...]:
    """CEM-DEF-01, CEM-HERO-03: the targets as they defend; they are asked for the extra die before any is thrown."""
    bold = roll.choose_each(ready.asked) if ready.asked else {}
    for foe in {foe.who: foe for foe in ready.foes}.values():  # figurants of one group defend alike
        if foe.guard.difficulty is not None:
            roll.note("CEM-DEF-03", who=scene[foe.who].name, difficulty=foe.guard.difficulty)
        else:
            roll.note(foe.tally)
    guards = []
    for foe in ready.foes:
        guard = foe.guard
        if bold.get(foe.who):
            pay(purse, foe.who, (EXTRA_DIE,))
            guard = guard._replace(side=guard.side.redone((EXTRA_DIE,)))
        guards.append(guard)
    return tuple(guards)


def landed(
    scene: Scene[Sheet], do: Attack, ready: AttackNumbers, strike: Strike, purse: Purse, roll: Roll, finish: Finish
) -> Ended:
    """CEM-DMG-08: deals the damage of a strike to those it hit; `finish` makes the outcome, the others are missed."""
    both = list(zip(ready.foes, strike.met, strict=True))
    missed = tuple(part(foe.who, MISSED) for foe, one in both if not one.hit)
    if len(missed) == len(both):
        return finish(Fate(missed, tuple(purse.spent)))
    hits = [Announced(foe.who, strike.raw, one.spared, ready.heroic.pierces) for foe, one in both if one.hit]

    def with_missed(fate: Fate) -> Ended:
        # a blow taken for another character still strikes; of a group, one may be hit and another missed
        struck = {one.who for one in fate.parts if scene[one.who].kind != "extra"}
        return finish(fate._replace(parts=fate.parts + tuple(one for one in missed if one.who not in struck)))

    then = with_missed if missed else finish
    return dealt(scene, purse, roll, hits, ready.blow, then, scene.actor, elevens(scene, do))


def aftermath(scene: Scene[Sheet], do: Attack, ready: AttackNumbers, parts: Sequence[Part]) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03, CEM-NPC-05: the effects of an attack besides damage: what it leaves, armour broken,
    falls.
    """
    lasting = [*scene.once(lasting_effects, do)]
    if ready.heroic.knocks_down:
        lasting += [Put(one.who, "prone", True) for one in parts if one.amount("damage")]
    if do.breaking and not ready.weapon.ranged and not do.thrown:
        lasting += [Add(one.who, "broken", 1) for one in parts if one.grade not in (MISSED, SPARED)]
    return lasting


def lasting_effects(scene: Scene[Sheet], do: Attack) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03, CEM-DEF-02, CEM-NPC-05: the effects that an attack leaves behind, hit or miss."""
    actor, ready = scene.actor, scene.once(attack_numbers, do)
    tested = [foe.who for foe in ready.foes if foe.guard.difficulty is None]
    effects: list[Effect] = [Guarded(who) for who in tested if scene[who].caution or scene[who].danger]
    effects += acted(scene)
    effects += pending(ready.declaration, actor, scene.play.round > 0)
    effects += [Spend(actor, atout, 0, -played(scene).round) for atout in ready.once]
    if scene.play.round and not scene.me.weapon and scene.me.weapons:  # CEM-ACT-01: what was ready is now in hand
        effects.append(Put(actor, "weapon", ready.weapon.id))
    if actor in attackers(scene, do):
        effects += engaging(scene, do.targets, do.moving)
    elif do.moving and not scene.me.prone:
        effects.append(Disengaged(actor))
    if do.moving and scene.me.prone:  # CEM-ACT-02: standing up while acting
        effects.append(Put(actor, "prone", False))
    return effects


def headline(scene: Scene[Sheet], ready: AttackNumbers, fate: Fate) -> Note:
    """The sentence that tells the end of an attack."""
    me, touched = scene.me.name, [one for one in fate.parts if one.grade is not MISSED]
    if not touched:
        if len(fate.parts) > 1:
            return BOOK.note("CEM-ATTACK-01:missed_all", who=me)
        return BOOK.note("CEM-ATTACK-01:missed", who=me, target=scene[fate.parts[0].who].name)
    if fate.remark and len(ready.foes) == 1:
        what, victim, by = fate.remark
        damage = sum(one.amount("damage") for one in touched if one.who == by)
        return BOOK.note(REMARKS[what], who=me, target=scene[victim].name, by=scene[by].name, damage=damage)
    if len(ready.foes) > 1:
        names = tuple(dict.fromkeys(scene[one.who].name for one in touched))
        return BOOK.note("CEM-PRIME-05:several", who=me, count=len(touched), all=len(ready.foes), names=names)
    hit = touched[0]
    return BOOK.note(
        FELLS.get(hit.grade, "CEM-VIT-01"), who=me, target=scene[hit.who].name, damage=hit.amount("damage")
    )


def aimed_at(do: Declared) -> tuple[str, ...]:
    """CEM-PRIME-05, CEM-EQUIP-08, -09: the targets of an attack; of any other action, nobody."""
    return do.targets if isinstance(do, Attack) else ()
