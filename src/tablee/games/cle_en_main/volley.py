"""One attack roll against one defence or several, with the redos of both sides (Fiches 2, 3 and 5).

Numbers only. Each stage answers what later stages may still read, and nothing else: that is what keeps odds exact and
quick. At the table, where nobody has decided yet, everything is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablee.dice import Roll, procedure, rule
from tablee.games.cle_en_main.checks import Side, again, again_each
from tablee.games.cle_en_main.clash import (
    COUNTED,
    Damage,
    Exchange,
    Foe,
    Guard,
    Met,
    Riposte,
    Terms,
    defences,
    met,
    unseen,
)
from tablee.games.cle_en_main.throws import NOTHING, UNREAD, Dice, Read, Thrown, Unread, attack_dice, plain_dice


class Shots(NamedTuple):
    """The attack's dice, as far as somebody will read them, and each target."""

    attack: Thrown
    met: tuple[Met, ...]


def hits(found: tuple[Met, ...]) -> int:
    """How many are hit."""
    count = 0
    for one in found:
        count += one.hit
    return count


def told(attack: Thrown, found: tuple[Met, ...], terms: Terms, unread: bool) -> Shots:
    """What is kept of the attack: nothing once it has missed everybody, its damage once no defence can be redone."""
    if terms.told:
        return Shots(attack, found)
    if not hits(found):
        return Shots(NOTHING, found)
    return Shots(attack if unread else Thrown(0, 0, attack.damage, attack.sixes), found)


@rule
def shots(roll: Roll, bonus: int, skill: int, dice: Dice, terms: Terms, foes: tuple[Foe, ...], unread: bool) -> Shots:
    """CEM-ATTACK-01, CEM-PRIME-05, CEM-EQUIP-08, -09: one attack test, each target's own defence."""
    throw = attack_dice(terms.read, dice, terms.six_plus)
    if terms.net and not unread and not foes[0].difficulty:
        return roll.then(Exchange(bonus, skill, throw, terms, foes[0]), lambda one: Shots(NOTHING, (one,)))

    def defended(attack: Thrown) -> Shots:
        def ended(found: tuple[Met, ...]) -> Shots:
            shown = attack
            if attack.damage == UNREAD and not unread and hits(found):
                shown = roll(Damage(throw, attack, terms))
            return told(shown, found, terms, unread)

        return defences(roll, attack, bonus, skill, foes, terms, ended)

    return roll.then(Unread(throw), defended, by="attacker")


@rule
def shots_again(
    roll: Roll,
    bonus: int,
    skill: int,
    dice: Dice,
    terms: Terms,
    foes: tuple[Foe, ...],
    known_defences: tuple[Thrown, ...],
    unread: bool,
) -> Shots:
    """CEM-HERO-04: the attack is redone, with its heroic die if it had one, against the same defences."""

    known: dict[tuple[int, int], tuple[Met, ...]] = {}  # damage apart, few results differ

    def compare(attack: Thrown) -> Shots:
        strength = attack.dice, attack.auto
        if strength not in known:
            known[strength] = tuple(
                [
                    unseen(roll, attack, bonus, foe, terms)
                    if foe.difficulty
                    else met(roll, attack, bonus, skill, defence, foe, terms)
                    for foe, defence in zip(foes, known_defences, strict=True)
                ]
            )
        return told(attack, known[strength], terms, unread or attack.damage == UNREAD)

    throw = attack_dice(terms.read, dice, terms.six_plus)
    shot = roll(Unread(throw), compare, by="attacker")
    if shot.attack.damage == UNREAD and not unread:
        return Shots(roll(Damage(throw, shot.attack, terms)), shot.met)
    return shot


class Stage(NamedTuple):
    """Where an attack stands between two decisions."""

    shots: Shots
    dice: Dice  # of the attack that counts
    paid: tuple[str, ...] = ()  # by the attacker
    guards_paid: tuple[tuple[str, ...], ...] = ()


End = Callable[[Stage], Stage]
"""What becomes of the attack once nobody redoes anything more."""


def _as_it_is(stage: Stage) -> Stage:
    return stage


def _foes(attacker: Side, guards: tuple[Guard, ...], terms: Terms, replied: bool = False) -> tuple[Foe, ...]:
    """CEM-DMG-06: what is kept of each defence: for the attacker's redo, and what its heroic die spares. A defence that
    will be redone once it is hit spares nothing, unless it is the reply that the attacker may still answer.
    """
    mine = attacker.may_redo()
    later = mine and attacker.planned
    keep = 2 if terms.told or (mine and (attacker.anyway or len(guards) > 1)) else int(mine)
    return tuple(
        [
            Foe(
                side.bonus,
                side.skill,
                side.dice,
                difficulty,
                keep,
                side.dice.heroic and (not side.will_redo() or (replied and mine)),
                later,
            )
            for side, difficulty in guards
        ]
    )


def _redoable(guards: tuple[Guard, ...]) -> bool:
    """Whether some defence may still be redone, so that the attack's result is needed."""
    return any(not difficulty and side.may_redo() for side, difficulty in guards)


def _spared(roll: Roll, new: Met, old: Met, foe: Foe) -> Met:
    """CEM-DMG-06: what the heroic die of a defence that still stands spares, now that it is hit."""
    defence = old.defence if foe.keep > new.hit else NOTHING  # for another redo
    if not new.hit:
        return Met(False, 0, defence)
    heroic = old.defence.heroic
    if heroic == UNREAD:
        heroic = roll(Read(plain_dice(foe.dice), old.defence)).heroic
    return Met(True, heroic, defence)


def _again(roll: Roll, stage: Stage, attacker: Side, guards: tuple[Guard, ...], terms: Terms, end: End) -> Stage:
    """CEM-HERO-04: as long as somebody is missed (or `anyway`), the attacker may redo, if he still can."""
    more = again(roll, attacker) if attacker.anyway or hits(stage.shots.met) < len(guards) else ()
    if not more:
        return end(stage)
    attacker = attacker.redone(more)
    foes, unread, before = _foes(attacker, guards, terms), _redoable(guards), stage.shots.met

    def redone(shot: Shots) -> Stage:
        return _again(
            roll, Stage(shot, attacker.dice, stage.paid + more, stage.guards_paid), attacker, guards, terms, end
        )

    if terms.net and not unread and not foes[0].difficulty:
        net = Riposte(attacker.bonus, attacker.skill, attacker.dice, terms, foes[0], before[0].defence)
        return roll.then(net, lambda one: redone(Shots(NOTHING, (one,))))

    def spared(shot: Shots) -> Stage:
        found = tuple([_spared(roll, *both) for both in zip(shot.met, before, foes, strict=True)])
        return redone(Shots(shot.attack, found))

    known = tuple([one.defence.strength() for one in before])
    return roll.then(shots_again(attacker.bonus, attacker.skill, attacker.dice, terms, foes, known, unread), spared)


def opened(
    roll: Roll, attacker: Side, guards: tuple[Guard, ...], terms: Terms, unread: bool, end: End = _as_it_is
) -> Stage:
    """The attack and its defences, then the attacker's redo."""
    foes = _foes(attacker, guards, terms)
    nothing = ((),) * len(guards)
    return roll.then(
        shots(attacker.bonus, attacker.skill, attacker.dice, terms, foes, unread),
        lambda first: _again(roll, Stage(first, attacker.dice, (), nothing), attacker, guards, terms, end),
    )


opening = procedure(opened)


@procedure
def replied(roll: Roll, attacker: Side, guards: tuple[Guard, ...], terms: Terms) -> Stage:
    """CEM-HERO-04: those who are hit may redo their defence, all asked together."""
    return roll.then(opening(attacker, guards, terms, True), lambda stage: _reply(roll, stage, attacker, guards, terms))


def _reply(roll: Roll, stage: Stage, attacker: Side, guards: tuple[Guard, ...], terms: Terms) -> Stage:
    lost = _still_hit(stage, guards)
    bought = again_each(roll, lost) if lost else {}
    if not bought:
        return _read(roll, stage, terms) if terms.net else stage
    guards = tuple([Guard(side.redone(bought.get(side.who, ())), difficulty) for side, difficulty in guards])
    foes = _foes(attacker.redone(stage.paid), guards, terms, replied=True)
    attack, damage = stage.shots.attack, None
    if terms.net and not _redoable(guards):
        damage = Damage(attack_dice(terms.read, stage.dice, terms.six_plus), attack, terms)
    paid = tuple(
        [before + bought.get(guard.side.who, ()) for guard, before in zip(guards, stage.guards_paid, strict=True)]
    )
    standing = [None if side.who in bought else one for (side, _), one in zip(guards, stage.shots.met, strict=True)]

    def ended(found: tuple[Met, ...]) -> Stage:
        if damage:
            return Stage(Shots(NOTHING, found), stage.dice, stage.paid, paid)
        shot = told(attack, found, terms, True)
        return _reply(roll, Stage(shot, stage.dice, stage.paid, paid), attacker, guards, terms)

    return defences(roll, attack, attacker.bonus, attacker.skill, foes, terms, ended, standing, damage)


def _read(roll: Roll, stage: Stage, terms: Terms) -> Stage:
    """CEM-DMG-06: the damage of an attack that hits, now that nobody will redo a defence; of a single hit, less the
    heroic die of its defence where no more is asked.
    """
    attack, found = stage.shots
    if terms.told or attack is NOTHING or not hits(found):
        return stage
    if attack.damage == UNREAD:
        throw = attack_dice(terms.read, stage.dice, terms.six_plus)
        attack = roll(Damage(throw, attack, terms))
    elif attack.sixes != COUNTED:
        attack = Thrown(0, 0, attack.damage, attack.sixes)
    if terms.net:
        attack, found = NOTHING, (Met(True, found[0].spared - attack.damage, found[0].defence),)
    return Stage(Shots(attack, found), stage.dice, stage.paid, stage.guards_paid)


def _still_hit(stage: Stage, guards: tuple[Guard, ...]) -> dict[str, Side]:
    return {
        guard.side.who: guard.side
        for guard, one in zip(guards, stage.shots.met, strict=True)
        if one.hit and guard.side.points > 0 and guard.side.redos and not guard.difficulty
    }


@procedure
def volley(roll: Roll, attacker: Side, guards: tuple[Guard, ...], terms: Terms) -> Stage:
    """CEM-ATTACK-01, CEM-DEF-01, CEM-HERO-04: an attack and its defences once nobody redoes anything.

    The attacker who lost his hit to a redone defence may still answer with his own redo, if he kept it.
    """

    def closed(stage: Stage) -> Stage:
        if terms.told:
            return stage
        attack, found = _read(roll, stage, terms).shots
        found = tuple([Met(one.hit, one.spared) for one in found])
        return Stage(Shots(attack, found), stage.dice, stage.paid, stage.guards_paid)

    def answered(stage: Stage) -> Stage:
        if not any(stage.guards_paid):
            return closed(stage)
        spent = tuple(
            [
                Guard(guard.side.redone(paid)._replace(redos=()), guard.difficulty)
                for guard, paid in zip(guards, stage.guards_paid, strict=True)
            ]
        )
        return _again(roll, stage, attacker.redone(stage.paid), spent, terms, closed)

    if not _redoable(guards):
        return opened(roll, attacker, guards, terms, False, closed)
    return roll.then(replied(attacker, guards, terms), answered)
