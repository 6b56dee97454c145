"""What every attack shares: its target, its roll and its damage, what it does (Fiches 1, 3, 4 and 8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablee.dice import Roll, d6, procedure, rule
from tablee.games.undesix.book import BOOK, CA, WEAPON
from tablee.games.undesix.check.checks import check, reading, succeeds
from tablee.games.undesix.check.desperate import desperate_bonus, desperate_dodge
from tablee.games.undesix.check.destiny import with_destiny
from tablee.games.undesix.check.several_actions import several_terms
from tablee.games.undesix.experience import learning
from tablee.games.undesix.fight.armour import ca_of
from tablee.games.undesix.fight.attitudes import attack_terms
from tablee.games.undesix.fight.declaring import AnyAttack
from tablee.games.undesix.fight.manoeuvres import REACH, Manoeuvre, manoeuvre
from tablee.games.undesix.fight.special_moves import experience_key, ignores_ca, parry, parrying_psy
from tablee.games.undesix.fight.streaks import count_streak, counts_streaks
from tablee.games.undesix.fight.wielding import BARE, drawing, letting_go
from tablee.games.undesix.magic.state import waking
from tablee.games.undesix.options import (
    COMBAT_RESOLUTION,
    HIT_LOCATIONS,
    MIN_DAMAGE,
    ROLL_UNDER,
)
from tablee.games.undesix.play import Slowed, attitude_of, fighting, held_in_instant, moving, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import LOCATIONS, PARTS, WEAPONS
from tablee.games.undesix.world.health import Wound, phy_left, tell_fate
from tablee.rules.action import Effect, Outcome, Scene, part
from tablee.rules.why import Tally, Term


class Blow(NamedTuple):
    """How an attack roll came out."""

    die: int
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
        roll.note("UDS-COMBAT-05", die=die, target=target, margin=margin)
        return Blow(die, False, margin)
    if die != 1 and margin < strict:
        roll.note(
            "UDS-COMBAT-01:strict" if margin == 0 else "UDS-COMBAT-01:missed", die=die, target=target, margin=margin
        )
        return Blow(die, False, margin)
    damage = 1 if flat else max(1 if die == 1 else least, margin + extra)
    if die == 1 and margin + extra < 1:
        roll.note("UDS-COMBAT-04")
    roll.note("UDS-COMBAT-03", die=die, target=target, margin=margin, damage=damage)
    if flat:
        roll.note("UDS-COMBAT-11")
    elif die != 1 and margin + extra < least:
        roll.note("UDS-COMBAT-03:option", least=least)
    return Blow(die, True, margin, damage)


@rule
def blows(
    roll: Roll,
    targets: tuple[int, ...],
    extra: int = 0,
    strict: bool = False,
    least: int = 0,
    flat: bool = False,
) -> Blow:
    """UDS-COMBAT-08: every roll must succeed; the lowest margin gives the damage and the place hit."""
    worst = roll(blow(targets[0], extra, strict, least, flat))
    for target in targets[1:]:
        if not worst.hit:
            return worst
        other = roll(blow(target, extra, strict, least, flat))
        worst = other if not other.hit or other.margin < worst.margin else worst
    if len(targets) > 1 and worst.hit:
        roll.note("UDS-COMBAT-08", margin=worst.margin)
    return worst


class AttackNumbers(NamedTuple):
    """The target of an attack, and what is added to its damage besides the margin."""

    target: Tally
    extra: int = 0


def attack_numbers(
    skill: Iterable[Term], weapon: Term | None, situation: Iterable[Term], ca: int | None, fiche8: bool = False
) -> AttackNumbers:
    """UDS-COMBAT-01, -12: skill, weapon, attitude and situation, less the CA; in Fiche 8, weapon and CA go to damage.

    A `ca` of None is a special move that ignores it (UDS-SPECIAL-02, -03).
    """
    armed, guarded = (weapon,) if weapon else (), () if ca is None else (-CA(ca),)
    if fiche8:
        return AttackNumbers(
            BOOK.sum("UDS-COMBAT-01", *skill, *situation), sum(term.value for term in (*armed, *guarded))
        )
    return AttackNumbers(BOOK.sum("UDS-COMBAT-01", *skill, *armed, *situation, *guarded))


HIT = BOOK.grade("hit")
GRAZED = BOOK.grade("grazed")
CRITICAL = BOOK.grade("critical")
DISARMED = BOOK.grade("disarmed")
MISSED = BOOK.grade("missed")
LOST_ATTACK = BOOK.grade("lost_attack")
DODGED = BOOK.grade("dodged")


BACK = BOOK.term("back")


class PlannedAttack(NamedTuple):
    """One attack about to be rolled: on whom, with which weapon or special move, in which situation."""

    victim: str
    weapon: str
    move: str = ""  # headbutt, war_cry
    back: bool = False
    situation: tuple[Term, ...] = ()
    despair: tuple[Term, ...] = ()  # the bonus bought with PSY, for all its dice
    paid: tuple[Effect, ...] = ()  # the effects of the attack so far
    plain: bool = False  # before Fiche 3 a weapon is only a weapon (UDS-OPT-12)

    @property
    def skill(self) -> str:
        """The skill whose experience counts, and which this attack may teach."""
        return f"weapon:{self.weapon}" if self.plain else experience_key(self.weapon, self.move)


def manoeuvres_of(scene: Scene[Sheet], do: AnyAttack, roll: Roll) -> tuple[Manoeuvre, ...]:
    """UDS-ACTION-05…10: the manoeuvres to be rolled before the attack; a movement is not rolled, only told."""
    if do.metres:
        charge = do.metres > REACH
        roll.note(
            "UDS-TIME-04:charge" if charge else "UDS-ACTION-09",
            metres=do.metres,
            weapon=WEAPONS[do.wielded(scene)].name,
        )
    steps = (
        *(manoeuvre(scene.me, id) for id in do.manoeuvres),
        *([manoeuvre(scene.me, "aim", do.aim)] if do.aim else []),
    )
    several = several_terms(scene, do.actions)  # UDS-ACTION-01: on each of their dice
    return tuple(step._replace(target=step.target.plus(*several)) for step in steps) if several else steps


def back_terms(back: bool) -> tuple[Term, ...]:
    """UDS-COMBAT-09: +1 from behind."""
    return (BACK(1),) if back else ()


def target_of(scene: Scene[Sheet], do: AnyAttack, plan: PlannedAttack, roll: Roll) -> AttackNumbers:
    """UDS-COMBAT-01, -02, -09, -12, UDS-SPECIAL-01…03, -05: the target of this attack, term by term."""
    me, key = scene.me, plan.skill
    situation = (
        *attack_terms(attitude_of(scene)),
        *back_terms(plan.back),
        *plan.situation,
        *do.terms(scene),
    )
    fiche8 = scene.option(COMBAT_RESOLUTION) == "fiche8"
    ca = None
    if not ignores_ca(key):
        ca = ca_of(scene, plan.victim, roll, do.cover, do.line, plan.back, do.aim).total
    return attack_numbers(*means_of(me, plan.weapon, key), situation, ca, fiche8)


def means_of(me: Sheet, weapon: str, key: str) -> tuple[tuple[Term, ...], Term | None]:
    """UDS-COMBAT-02, UDS-SPECIAL-01…05: the terms of an attack's skill, and its weapon's if it counts.

    `key` is the skill whose experience counts.
    """
    if key in SKILLS:
        return me.skill_terms(key), None
    row = WEAPONS[weapon]
    return (me.score(row.characteristic), *me.bonus_terms(key)), WEAPON(row.bonus, row.name)


def target_at_rest(scene: Scene[Sheet], weapon: str, move: str = "") -> Tally:
    """UDS-COMBAT-01: what the actor rolls under with this weapon or special move, before the target's CA."""
    key = experience_key(weapon, move)
    situation, fiche8 = attack_terms(attitude_of(scene)), scene.option(COMBAT_RESOLUTION) == "fiche8"
    return attack_numbers(*means_of(scene.me, weapon, key), situation, None, fiche8).target


@procedure
def manoeuvres_made(
    roll: Roll, scene: Scene[Sheet], victim: str, steps: tuple[Manoeuvre, ...]
) -> tuple[int, tuple[Effect, ...]]:
    """UDS-ACTION-04: how many manoeuvres succeed until one fails, and the destiny dice spent; no more is rolled."""
    paid: tuple[Effect, ...] = ()
    for made, step in enumerate(steps):
        roll.note(step.target)
        roll.throws("manoeuvre")
        success, passed = succeeds(scene, roll, scene.actor, step.target.total, against=victim, paid=paid)
        paid += passed
        if not success:
            roll.note("UDS-ACTION-04", what=SKILLS[step.skill].name)
            return made, paid
    return len(steps), paid


class AttackTargets(NamedTuple):
    """What an attack rolls under, and what is to be read from its dice."""

    targets: tuple[int, ...]  # its own, then those of its further rolls (UDS-COMBAT-08)
    extra: int  # added to the damage besides the margin (UDS-COMBAT-12)
    parry_psy: int | None  # the PSY of a victim who parries (UDS-SPECIAL-06)
    locate: bool  # the die says where the blow lands (UDS-COMBAT-13)
    keep_die: bool  # a 1 or a 6 is read later


class AttackRolled(NamedTuple):
    """An attack roll once nothing can change it any more, and the effects of what was spent on it."""

    hit: bool
    damage: int
    die: int  # a 1 or a 6 where it is read later (`keep_die`), otherwise 0
    paid: tuple[Effect, ...] = ()
    only_by_six: bool = False  # missed with a die that reached the target (UDS-COMBAT-05)


@procedure
def attack_rolls(
    roll: Roll, scene: Scene[Sheet], victim: str, under: AttackTargets, paid: tuple[Effect, ...]
) -> AttackRolled:
    """UDS-COMBAT-01, -08, UDS-SPECIAL-06: the victim parries if possible, then the attack is rolled.

    `paid` is what the attack has spent before.
    """
    strict, resolution = scene.option(ROLL_UNDER) == "strict", scene.option(COMBAT_RESOLUTION)
    (target, *further), extra = under.targets, under.extra
    roll.throws("parry")
    parried = 0 if under.parry_psy is None else roll(parry(under.parry_psy, strict), by=victim)
    if parried and resolution != "fiche8":
        target -= parried
        roll.note("UDS-SPECIAL-06:target", target=target)
    elif parried:
        extra -= parried
    question = blows((target, *further), extra, strict, scene.option(MIN_DAMAGE), resolution == "simplified")
    roll.throws("attack")
    blow, passed = with_destiny(
        scene, roll, scene.actor, lambda: roll(question, by=scene.actor), lambda it: not it.hit, victim, paid
    )
    if blow.hit and under.locate:
        roll.note("UDS-COMBAT-13", where=LOCATIONS[blow.die].name)
    die = blow.die if under.keep_die and blow.die in (1, 6) else 0
    return AttackRolled(blow.hit, blow.damage, die, passed, not blow.hit and blow.margin >= strict)


def roll_attack(
    scene: Scene[Sheet], do: AnyAttack, plan: PlannedAttack, roll: Roll, keep_die: bool = False
) -> AttackRolled:
    """The dice of one attack, with the desperate bonus of its plan; `keep_die` keeps 1s and 6s."""
    numbers = target_of(scene, do, plan, roll)
    target, foe = numbers.target.plus(*plan.despair), scene[plan.victim]
    roll.note(target)
    if scene.option(COMBAT_RESOLUTION) == "fiche8":
        roll.note("UDS-COMBAT-12", extra=numbers.extra)
    psy = parrying_psy(foe, held_in_instant(scene, plan.victim), plan.skill)
    locate = scene.option(HIT_LOCATIONS) and not do.aim
    under = AttackTargets(
        (target.total, *do.extra_rolls), numbers.extra, psy, locate, keep_die or counts_streaks(scene)
    )
    return roll(attack_rolls(scene, plan.victim, under, plan.paid))


def strive(scene: Scene[Sheet], plan: PlannedAttack, roll: Roll, effects: tuple[Effect, ...]) -> PlannedAttack:
    """UDS-OPT-04: the attacker may buy a bonus, once for the whole attack; `effects` are those of the attack so far."""
    despair, price = desperate_bonus(scene, roll, scene.actor, paid=effects)
    return plan._replace(despair=despair, paid=(*effects, *price))


def prepare_attack(
    scene: Scene[Sheet], do: AnyAttack, plan: PlannedAttack, roll: Roll
) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-ACTION-04…10: whether the manoeuvres leave an attack to roll, and what they teach, use up and put in hand."""
    steps = manoeuvres_of(scene, do, roll)
    made, paid = roll(manoeuvres_made(scene, plan.victim, steps)) if steps else (0, ())
    effects: list[Effect] = [*taking_turn(scene, do.actions), *moving(scene, do.metres), *paid]
    for step in steps[:made]:
        effects += learning(scene, roll, scene.actor, step.skill)
    ready = made == len(steps)
    effects += drawing(scene, plan.weapon) if ready and plan.weapon not in (scene.me.weapon, BARE) else ()
    return ready, tuple(effects)


def woken(scene: Scene[Sheet], victim: str, roll: Roll) -> tuple[Effect, ...]:
    """UDS-MAGIC-37: the effects of an attack, hit or not, on a victim who sleeps by magic: they wake."""
    effects = waking(scene, victim)
    if effects:
        roll.note("UDS-MAGIC-37:wakes", who=scene[victim].name)
    return effects


def attack_outcome(
    scene: Scene[Sheet], do: AnyAttack, plan: PlannedAttack, rolled: AttackRolled, roll: Roll, *more: Effect
) -> Outcome:
    """UDS-COMBAT-05, -06, UDS-ACTION-11, UDS-OPT-02, -03: what an attack roll does: streak, experience, wound, aim."""
    me, foe, victim = scene.me, scene[plan.victim], plan.victim
    effects: list[Effect] = [*plan.paid, *more, *rolled.paid, *woken(scene, plan.victim, roll)]
    critical, streak = (False, ()) if plan.move else count_streak(scene, plan.weapon, rolled.die, roll)
    effects += streak
    if not rolled.hit:
        line = "UDS-COMBAT-05:headline" if rolled.only_by_six else "UDS-COMBAT-06:missed"
        return Outcome((part(victim, MISSED),), BOOK.note(line, who=me.name, target=foe.name), tuple(effects))
    effects += learning(scene, roll, scene.actor, plan.skill)
    dodge = desperate_dodge(scene, roll, victim, not do.trapped, paid=tuple(effects)) if rolled.damage else ()
    if dodge:
        return Outcome(
            (part(victim, DODGED),), BOOK.note("UDS-OPT-05:headline", who=me.name, target=foe.name), (*effects, *dodge)
        )
    wound = Wound(victim, rolled.damage)
    effects += [wound] if rolled.damage else []
    tell_fate(scene, wound, roll)
    if do.aim and PARTS[do.aim].effect == "slow":
        roll.note("UDS-ACTION-11:slowed", who=foe.name, metres=do.slowed_to)
    lets_go = bool(do.aim) and drops_weapon(scene, do.aim, wound, roll)
    if do.aim and PARTS[do.aim].effect == "slow" and fighting(scene):
        effects.append(Slowed(victim, do.slowed_to))
    effects += letting_go(scene, victim) if lets_go else ()
    harms = rolled.damage or (do.aim and PARTS[do.aim].effect == "slow")
    grade = DISARMED if lets_go else GRAZED if not harms else CRITICAL if critical else HIT
    said = {"who": me.name, "target": foe.name}
    headline = (
        BOOK.note("UDS-COMBAT-06", **said, damage=rolled.damage)
        if rolled.damage
        else BOOK.note("UDS-COMBAT-03:touches", **said)
    )
    return Outcome((part(victim, grade, damage=rolled.damage),), headline, tuple(effects))


def lost_attack(scene: Scene[Sheet], victim: str, effects: tuple[Effect, ...]) -> Outcome:
    """UDS-ACTION-04: the outcome of an attack that a failed manoeuvre made impossible."""
    headline = BOOK.note("UDS-ACTION-04:headline", who=scene.me.name, target=scene[victim].name)
    return Outcome((part(victim, LOST_ATTACK),), headline, effects)


def drops_weapon(scene: Scene[Sheet], part: str, wound: Wound, roll: Roll) -> bool:
    """UDS-ACTION-11: whether a blow aimed at this part makes its victim drop the weapon.

    Hit at the wrist, the victim rolls under the PHY left after the blow, Vitality aside, or lets go.
    """
    foe, effect = scene[wound.who], PARTS[part].effect
    weapon = WEAPONS[held_in_instant(scene, wound.who)]
    if effect != "disarm" or weapon.natural:
        return False
    phy = phy_left(foe, wound.points)
    roll.throws("grip")
    keeps = phy > 0 and roll(check(phy, *reading(scene)), lambda it: it.success, by=wound.who)
    roll.note("UDS-ACTION-11:kept" if keeps else "UDS-ACTION-11:dropped", who=foe.name, weapon=weapon.name)
    return not keeps
