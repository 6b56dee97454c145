"""What every attack shares: its target, its rolls, what it does (Fiches 1, 3 and 4)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll, procedure
from tablee.games.undesix.book import BOOK, WEAPON
from tablee.games.undesix.check.checks import check, reading, succeeds
from tablee.games.undesix.check.desperate import desperate_bonus, desperate_dodge
from tablee.games.undesix.check.destiny import with_destiny
from tablee.games.undesix.experience import learning
from tablee.games.undesix.fight.armour import ca_of
from tablee.games.undesix.fight.attack_roll import AttackNumbers, attack_numbers, blows
from tablee.games.undesix.fight.attitudes import attack_terms
from tablee.games.undesix.fight.declaring import AnyAttack
from tablee.games.undesix.fight.manoeuvres import (
    CHARGED,
    MANOEUVRE_FAILED,
    MOVE_SUCCEEDS,
    REACH,
    Manoeuvre,
    manoeuvre,
)
from tablee.games.undesix.fight.special_moves import experience_key, ignores_ca, parry, parrying_psy
from tablee.games.undesix.fight.streaks import count_streak, counts_streaks
from tablee.games.undesix.fight.wielding import BARE, Wield
from tablee.games.undesix.magic.state import waking
from tablee.games.undesix.options import (
    COMBAT_RESOLUTION,
    HIT_LOCATIONS,
    MIN_DAMAGE,
    ROLL_UNDER,
)
from tablee.games.undesix.play import attitude_of, moving, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import LOCATIONS, PARTS, WEAPONS
from tablee.games.undesix.world.health import Wound, phy_left, tell_fate
from tablee.rules.action import Effect, Grade, Outcome, Scene, part
from tablee.rules.why import Tally, Term
from tablee.text import Text

HITS = BOOK.saying(
    "UDS-COMBAT-06",
    fr="{who:Le} touche {target:le} : {damage} point{damage:|s} de dégâts",
    en="{who:The} hits {target:the} for {damage} point{damage:|s} of damage",
)
TOUCHES = BOOK.saying(
    "UDS-COMBAT-03",
    key="touches",
    fr="{who:Le} effleure {target:le} sans {target:le|la} blesser",
    en="{who:The} grazes {target:the} without wounding",
)
MISSES = BOOK.saying(
    "UDS-COMBAT-06", key="missed", fr="{who:Le} manque {target:le}", en="{who:The} misses {target:the}"
)
DODGES = BOOK.saying(
    "UDS-OPT-05",
    key="headline",
    fr="{who:Le} touche {target:le}, qui esquive en désespoir de cause",
    en="{who:The} hits {target:the}, who dodges in despair",
)
LOSES_ATTACK = BOOK.saying(
    "UDS-ACTION-04",
    key="headline",
    fr="{who:Le} rate sa manœuvre et perd son attaque contre {target:le}",
    en="{who:The} fails the manoeuvre and loses the attack on {target:the}",
)
WAKES = BOOK.saying(
    "UDS-MAGIC-37",
    key="wakes",
    fr="Une attaque, même manquée, réveille {who:le}",
    en="An attack, even one that misses, wakes {who:the}",
)
KEPT = BOOK.saying(
    "UDS-ACTION-11", key="kept", fr="{who:Le} ne lâche pas {weapon:le}", en="{who:The} keeps hold of {weapon:the}"
)
DROPPED = BOOK.saying(
    "UDS-ACTION-11",
    key="dropped",
    fr="{who:Touché|Touchée} au poignet, {who:le} lâche {weapon:le}",
    en="Hit at the wrist: {who:the} drops {weapon:the}",
)
SLOWED = BOOK.saying(
    "UDS-ACTION-11",
    key="slowed",
    fr="{who:Touché|Touchée} aux jambes, {who:le} est {who:ralenti|ralentie} : au meneur de dire de combien",
    en="Hit at the legs: {who:the} is slowed, by as much as the GM says",
)
HIT = Grade("hit", Text(fr="{who:touché|touchée}", en="hit"), True)
CRITICAL = Grade("critical", Text(fr="coup critique", en="critical hit"), True, rank=1)
DISARMED = Grade("disarmed", Text(fr="{who:désarmé|désarmée}", en="disarmed"), True)
MISSED = Grade("missed", Text(fr="{who:manqué|manquée}", en="missed"), False)
LOST_ATTACK = Grade("lost", Text(fr="attaque perdue", en="attack lost"), False)
DODGED = Grade("dodged", Text(fr="esquive", en="dodges"), False)


FICHE_8 = BOOK.saying(
    "UDS-COMBAT-12",
    fr="Résolution de la Fiche 8 : l'arme moins la CA, soit {extra:+}, change les dégâts et non le seuil",
    en="Fiche 8 resolution: the weapon less the CA, {extra:+}, changes the damage and not the target",
)
BROUGHT_DOWN = BOOK.saying(
    "UDS-SPECIAL-06",
    key="target",
    fr="La parade ramène le seuil à {target}",
    en="The parry brings the target down to {target}",
)
LOCATED = BOOK.saying("UDS-COMBAT-13", fr="Endroit touché : {where}", en="Place hit: {where}")
BACK = BOOK.term("back", fr="de dos", en="from behind", rule="UDS-COMBAT-09")


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
        roll.note(CHARGED if charge else MOVE_SUCCEEDS, metres=do.metres, weapon=WEAPONS[do.wielded(scene)].name)
    steps = [manoeuvre(scene.me, id) for id in do.manoeuvres]
    return (*steps, *([manoeuvre(scene.me, "aim", do.aim)] if do.aim else []))


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
    """UDS-COMBAT-01: what the actor rolls under with this weapon or special move, before anybody's CA."""
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
        success, passed = succeeds(scene, roll, scene.actor, step.target.total, against=victim, paid=paid)
        paid += passed
        if not success:
            roll.note(MANOEUVRE_FAILED, what=SKILLS[step.skill].name)
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
    die: int  # a 1 or a 6 where somebody will read it, otherwise 0
    paid: tuple[Effect, ...] = ()


@procedure
def attack_rolls(
    roll: Roll, scene: Scene[Sheet], victim: str, under: AttackTargets, paid: tuple[Effect, ...]
) -> AttackRolled:
    """UDS-COMBAT-01, -08, UDS-SPECIAL-06: the victim parries if possible, then the attack is rolled.

    `paid` is what the attack has spent before.
    """
    strict, resolution = scene.option(ROLL_UNDER) == "strict", scene.option(COMBAT_RESOLUTION)
    (target, *further), extra = under.targets, under.extra
    parried = 0 if under.parry_psy is None else roll(parry(under.parry_psy, strict), by=victim)
    if parried and resolution != "fiche8":
        target -= parried
        roll.note(BROUGHT_DOWN, target=target)
    elif parried:
        extra -= parried
    question = blows((target, *further), extra, strict, scene.option(MIN_DAMAGE), resolution == "simplified")
    blow, passed = with_destiny(
        scene, roll, scene.actor, lambda: roll(question, by=scene.actor), lambda it: not it.hit, victim, paid
    )
    if blow.hit and under.locate:
        roll.note(LOCATED, where=LOCATIONS[blow.die].name)
    return AttackRolled(blow.hit, blow.damage, blow.die if under.keep_die and blow.die in (1, 6) else 0, passed)


def roll_attack(
    scene: Scene[Sheet], do: AnyAttack, plan: PlannedAttack, roll: Roll, keep_die: bool = False
) -> AttackRolled:
    """The dice of one attack, with the desperate bonus of its plan; `keep_die` keeps 1s and 6s."""
    numbers = target_of(scene, do, plan, roll)
    target, foe = numbers.target.plus(*plan.despair), scene[plan.victim]
    roll.note(target)
    if scene.option(COMBAT_RESOLUTION) == "fiche8":
        roll.note(FICHE_8, extra=numbers.extra)
    psy = parrying_psy(foe, plan.skill)
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
    effects += [Wield(scene.actor, plan.weapon)] if ready and plan.weapon not in (scene.me.weapon, BARE) else []
    return ready, tuple(effects)


def woken(scene: Scene[Sheet], victim: str, roll: Roll) -> tuple[Effect, ...]:
    """UDS-MAGIC-37: the effects of an attack, hit or not, on somebody who sleeps by magic."""
    effects = waking(scene, victim)
    if effects:
        roll.note(WAKES, who=scene[victim].name)
    return effects


def attack_outcome(
    scene: Scene[Sheet], do: AnyAttack, plan: PlannedAttack, rolled: AttackRolled, roll: Roll, *more: Effect
) -> Outcome:
    """UDS-COMBAT-06, UDS-ACTION-11, UDS-OPT-02, -03: what an attack roll does: streak, experience, wound, aim."""
    me, foe, victim = scene.me, scene[plan.victim], plan.victim
    effects: list[Effect] = [*plan.paid, *more, *rolled.paid, *woken(scene, plan.victim, roll)]
    critical, streak = (False, ()) if plan.move else count_streak(scene, plan.weapon, rolled.die, roll)
    effects += streak
    if not rolled.hit:
        return Outcome((part(victim, MISSED),), MISSES.note(who=me.name, target=foe.name), tuple(effects))
    effects += learning(scene, roll, scene.actor, plan.skill)
    dodge = desperate_dodge(scene, roll, victim, not do.trapped, paid=tuple(effects)) if rolled.damage else ()
    if dodge:
        return Outcome((part(victim, DODGED),), DODGES.note(who=me.name, target=foe.name), (*effects, *dodge))
    wound = Wound(victim, rolled.damage)
    effects += [wound] if rolled.damage else []
    tell_fate(scene, wound, roll)
    lets_go = bool(do.aim) and drops_weapon(scene, do.aim, wound, roll)
    effects += [Wield(victim, BARE)] if lets_go else []
    grade = DISARMED if lets_go else CRITICAL if critical else HIT
    said = {"who": me.name, "target": foe.name}
    headline = HITS.note(**said, damage=rolled.damage) if rolled.damage else TOUCHES.note(**said)
    return Outcome((part(victim, grade, damage=rolled.damage),), headline, tuple(effects))


def lost_attack(scene: Scene[Sheet], victim: str, effects: tuple[Effect, ...]) -> Outcome:
    """UDS-ACTION-04: the outcome of an attack that a failed manoeuvre made impossible."""
    headline = LOSES_ATTACK.note(who=scene.me.name, target=scene[victim].name)
    return Outcome((part(victim, LOST_ATTACK),), headline, effects)


def drops_weapon(scene: Scene[Sheet], part: str, wound: Wound, roll: Roll) -> bool:
    """UDS-ACTION-11: whether a blow aimed at this part makes its victim drop the weapon; one at the legs is told.

    Hit at the wrist, the victim rolls under the PHY left after the blow, Vitality aside, or lets go.
    """
    foe, effect = scene[wound.who], PARTS[part].effect
    if effect == "slow":
        roll.note(SLOWED, who=foe.name)
    if effect != "disarm" or foe.armed.natural:
        return False
    phy = phy_left(foe, wound.points)
    keeps = phy > 0 and roll(check(phy, *reading(scene)), lambda it: it.success, by=wound.who)
    roll.note(KEPT if keeps else DROPPED, who=foe.name, weapon=foe.armed.name)
    return not keeps
