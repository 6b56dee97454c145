"""An attack as it is declared and rolled: manoeuvres, target, parry, attack roll (Fiches 1, 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tablee.dice import Question, Roll, procedure
from tablee.games.undesix.book import BOOK, WEAPON
from tablee.games.undesix.check.checks import Circumstances, reading, unable
from tablee.games.undesix.check.fate import desperate_bonus, with_destiny
from tablee.games.undesix.fight.armour import ca_of
from tablee.games.undesix.fight.attack_roll import Numbers, attack_numbers, blows, parry
from tablee.games.undesix.fight.attitudes import attack_terms, forbids_attack
from tablee.games.undesix.fight.manoeuvres import (
    CHARGED,
    LOST,
    MANOEUVRE_NAMES,
    MOVED,
    PART_NAMES,
    REACH,
    Manoeuvre,
    cannot_manoeuvre,
    manoeuvre,
    manoeuvred,
)
from tablee.games.undesix.fight.streaks import counts_streaks, out_of_use
from tablee.games.undesix.fight.wielding import BARE, Wield, carried
from tablee.games.undesix.options import COMBAT_RESOLUTION, HIT_LOCATIONS, MIN_DAMAGE, ROLL_UNDER, not_yet
from tablee.games.undesix.sheet import Sheet, learning
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.stage import attitude_of, taking_turn, too_many
from tablee.games.undesix.tables import LOCATIONS, WEAPONS
from tablee.rules.action import Effect, Scene
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note, Term

T = TypeVar("T")

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
BACK = BOOK.term("back", fr="de dos", en="from behind")


class Swinging(Declared):
    """With what and how one attacks, at contact or from afar."""

    weapon: Annotated[str, OneOf(carried), Label(fr="Arme", en="Weapon")] = ""  # the one in hand, unless told
    manoeuvres: Annotated[tuple[str, ...], OneOf(MANOEUVRE_NAMES), Label(fr="En attaquant", en="While attacking")] = ()
    aim: Annotated[str, OneOf(PART_NAMES), Label(fr="Viser", en="Aim at")] = ""
    metres: Annotated[int, Between(0, 50), Label(fr="Mètres parcourus", en="Metres moved")] = 0
    cover: Annotated[int, Between(0, 9), Label(fr="Abri de la cible", en="Cover"), By(Audience.MJ)] = 0
    line: Annotated[int, Between(0, 2), Label(fr="Boucliers à ses côtés", en="Shields beside it"), By(Audience.MJ)] = 0
    extra_rolls: Annotated[
        tuple[int, ...], Label(fr="Seuils des autres jets", en="Targets of further rolls"), By(Audience.MJ)
    ] = ()
    trapped: Annotated[bool, Label(fr="Cible sans échappatoire", en="Target has no way out"), By(Audience.MJ)] = False

    def wielded(self, scene: Scene[Sheet]) -> str:
        return self.weapon or scene.me.weapon


class Strike(Circumstances, Swinging):
    """What every attack declares."""


def cannot_strike(scene: Scene[Sheet], do: Strike | None) -> Note | None:
    """Why no attack is possible: unable, very defensive (UDS-ATTITUDE-03), broken weapon, impossible manoeuvres."""
    refusal = unable(scene, do) or scene.me.unable(moving=True) or forbids_attack(scene)
    if refusal or do is None:
        return refusal
    weapon = do.wielded(scene)
    early = not_yet(scene, 4) if do.manoeuvres or do.aim or do.actions > 1 else None
    return (
        early
        or out_of_use(scene, weapon)
        or cannot_manoeuvre(scene, do.manoeuvres, do.aim, do.metres, weapon)
        or too_many(scene, do.actions)
    )


class Swing(NamedTuple):
    """One attack to come: at whom, how, with what besides the skill and the weapon."""

    victim: str
    weapon: str
    move: str = ""  # headbutt, war_cry
    back: bool = False
    situation: tuple[Term, ...] = ()

    @property
    def skill(self) -> str:
        """The key the experience is written under; the war hammer is a special move (UDS-SPECIAL-02, -04)."""
        return self.move or WEAPONS[self.weapon].special or f"weapon:{self.weapon}"


def manoeuvres_of(scene: Scene[Sheet], do: Strike, roll: Roll) -> tuple[Manoeuvre, ...]:
    """UDS-ACTION-05…10: what is to be rolled before the attack; moving is not."""
    if do.metres:
        charge = do.metres > REACH
        roll.note(CHARGED if charge else MOVED, metres=do.metres, weapon=WEAPONS[do.wielded(scene)].name)
    steps = [manoeuvre(scene.me, id) for id in do.manoeuvres]
    return (*steps, *([manoeuvre(scene.me, "aim", do.aim)] if do.aim else []))


def back_terms(back: bool) -> tuple[Term, ...]:
    """UDS-COMBAT-09: +1 from behind."""
    return (BACK(1),) if back else ()


def numbers_of(scene: Scene[Sheet], do: Strike, swing: Swing, roll: Roll) -> Numbers:
    """UDS-COMBAT-01, -02, -09, -12, UDS-SPECIAL-01…03, -05: the target of this attack, term by term."""
    me, weapon, key = scene.me, WEAPONS[swing.weapon], swing.skill
    situation = (
        *attack_terms(attitude_of(scene)),
        *back_terms(swing.back),
        *swing.situation,
        *do.terms(scene),
    )
    fiche8 = scene.option(COMBAT_RESOLUTION) == "fiche8"
    ca = None
    if key not in SKILLS or SKILLS[key].formula.less_ca:
        ca = ca_of(scene, swing.victim, roll, do.cover, do.line, swing.back, do.aim).total
    if key in SKILLS:
        return attack_numbers(me.skill_terms(key), None, situation, ca, fiche8)
    skill = (me.score(weapon.characteristic), *me.bonus_terms(key))
    return attack_numbers(skill, WEAPON(weapon.bonus, weapon.name), situation, ca, fiche8)


class Readied(NamedTuple):
    """How many manoeuvres were made before one failed, and what was paid for them."""

    made: int
    paid: tuple[Effect, ...] = ()


@procedure
def readied(roll: Roll, scene: Scene[Sheet], victim: str, steps: tuple[Manoeuvre, ...]) -> Readied:
    """UDS-ACTION-04: manoeuvres are rolled first; once one fails the rest are not, and neither is the attack."""
    paid: tuple[Effect, ...] = ()
    for made, step in enumerate(steps):
        roll.note(step.target)
        success, passed = bent(scene, roll, victim, manoeuvred((step.target.total,), *reading(scene)), bool)
        paid += passed
        if not success:
            roll.note(LOST, what=SKILLS[step.skill].name)
            return Readied(made, paid)
    return Readied(len(steps), paid)


class Dice(NamedTuple):
    """What an attack rolls under: its target and those of its further rolls, and a parrying victim's PSY."""

    targets: tuple[int, ...]
    extra: int  # what damage gets besides the margin (UDS-COMBAT-12)
    psy: int | None
    locate: bool
    keep_die: bool


class Struck(NamedTuple):
    """An attack roll once nothing bends it any more, and what was paid for it."""

    hit: bool
    damage: int
    die: int  # a 1 or a 6 where somebody will read it, otherwise 0
    paid: tuple[Effect, ...] = ()


@procedure
def struck_at(roll: Roll, scene: Scene[Sheet], victim: str, dice: Dice) -> Struck:
    """UDS-COMBAT-01, -08, UDS-SPECIAL-06: the victim parries if he can, then the attack is rolled."""
    strict, resolution = scene.option(ROLL_UNDER) == "strict", scene.option(COMBAT_RESOLUTION)
    (target, *others), extra = dice.targets, dice.extra
    parried = 0 if dice.psy is None else roll(parry(dice.psy, strict), by=victim)
    if parried and resolution != "fiche8":
        target -= parried
        roll.note(BROUGHT_DOWN, target=target)
    elif parried:
        extra -= parried
    question = blows((target, *others), extra, strict, scene.option(MIN_DAMAGE), resolution == "simplified")
    blow, paid = bent(scene, roll, victim, question, lambda it: it.hit)
    if blow.hit and dice.locate:
        roll.note(LOCATED, where=LOCATIONS[blow.die].name)
    return Struck(blow.hit, blow.damage, blow.die if dice.keep_die and blow.die in (1, 6) else 0, paid)


def bent(
    scene: Scene[Sheet], roll: Roll, victim: str, question: Question[T], good: Callable[[T], bool]
) -> tuple[T, tuple[Effect, ...]]:
    """A roll of the attacker's, thrown again if it fails and somebody spends a destiny die on it."""
    return with_destiny(
        scene, roll, scene.actor, lambda: roll(question, by=scene.actor), lambda it: not good(it), victim
    )


def swing_at(scene: Scene[Sheet], do: Strike, swing: Swing, roll: Roll, keep_die: bool = False) -> Struck:
    """One attack rolled: despair is asked before the die (UDS-OPT-04)."""
    despair, paid = desperate_bonus(scene, roll, scene.actor)
    numbers = numbers_of(scene, do, swing, roll)
    target, foe = numbers.target.plus(*despair), scene[swing.victim]
    roll.note(target)
    if scene.option(COMBAT_RESOLUTION) == "fiche8":
        roll.note(FICHE_8, extra=numbers.extra)
    psy = foe.psy if foe.armed.parries and swing.skill not in SKILLS and not foe.unable() else None
    locate = scene.option(HIT_LOCATIONS) and not do.aim
    dice = Dice((target.total, *do.extra_rolls), numbers.extra, psy, locate, keep_die or counts_streaks(scene))
    struck = roll(struck_at(scene, swing.victim, dice))
    return struck._replace(paid=(*paid, *struck.paid))


class Prepared(NamedTuple):
    """Whether the attack may be rolled at all, and what its manoeuvres changed."""

    ready: bool
    effects: tuple[Effect, ...]


def prepare(scene: Scene[Sheet], do: Strike, swing: Swing, roll: Roll) -> Prepared:
    """UDS-ACTION-04…10: the manoeuvres of an attack, what they teach, and the weapon drawn with one of them."""
    steps = manoeuvres_of(scene, do, roll)
    made, paid = roll(readied(scene, swing.victim, steps))
    effects: list[Effect] = [*taking_turn(scene, do.actions), *paid]
    for step in steps[:made]:
        effects += learning(scene, roll, scene.actor, step.skill)
    ready = made == len(steps)
    effects += [Wield(scene.actor, swing.weapon)] if ready and swing.weapon not in (scene.me.weapon, BARE) else []
    return Prepared(ready, tuple(effects))
