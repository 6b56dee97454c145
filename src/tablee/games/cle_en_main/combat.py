"""Attack, defence, damage, and the heroism they call for (Fiches 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablee.dice import Roll, d6, procedure, rule
from tablee.games.cle_en_main.book import (
    BONUS,
    BOOK,
    CIRCUMSTANCES,
    COMBAT,
    DEFENCE,
    HEROIC,
    MODIFIER,
    PROTECTION,
    TOTAL,
)
from tablee.games.cle_en_main.checks import Thrown, attack_dice, beats, plain_dice
from tablee.games.cle_en_main.options import FOUR_DICE_SIXES, OPPOSITION_AUTO
from tablee.games.cle_en_main.sheet import CANCEL, EXTRA_DIE, REDO_TEST, TAKE_BLOW, Hurt, Sheet, Spend
from tablee.rules.action import Effect, Grade, Outcome, Scene, action, part
from tablee.rules.decision import may
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note, Tally
from tablee.text import Name, Text

ATTACK = BOOK.saying("CEM-ATTACK-01", fr="Attaque", en="Attack")
GUARD = BOOK.saying("CEM-OPP-01", fr="Défense", en="Defence")
CLASHED = BOOK.saying(
    "CEM-OPP-02",
    fr="Attaque {attack} contre Défense {defence} : {hit:touché|manqué}",
    en="Attack {attack} against Défense {defence}: {hit:hit|missed}",
)
RAW = BOOK.saying("CEM-DMG-08", fr="Dégâts annoncés", en="Damage announced")
TAKEN = BOOK.saying("CEM-DMG-05", fr="Dégâts subis", en="Damage taken")
HITS = BOOK.saying(
    "CEM-VIT-01",
    fr="{who:Le} touche {target:le} : {damage} point{damage:|s} de dégâts",
    en="{who:The} hits {target:the} for {damage} point{damage:|s} of damage",
)
MISSES = BOOK.saying(
    "CEM-ATTACK-01", key="missed", fr="{who:Le} manque {target:le}", en="{who:The} misses {target:the}"
)
CANCELLED = BOOK.saying(
    "CEM-HERO-06",
    fr="{who:Le} touche {target:le}, qui annule les dégâts",
    en="{who:The} hits {target:the}, who cancels the damage",
)
INTERCEPTED = BOOK.saying(
    "CEM-HERO-07",
    fr="{who:Le} touche {target:le} ; {taker:le} prend le coup : {damage} point{damage:|s} de dégâts",
    en="{who:The} hits {target:the}; {taker:the} takes the blow: {damage} point{damage:|s} of damage",
)
NO_POINT = BOOK.saying(
    "CEM-HERO-03",
    fr="{who:Le} n'a pas de point d'héroïsme à dépenser pour un dé de plus",
    en="{who:The} has no heroism point left for an extra die",
)
ONCE = BOOK.saying(
    "CEM-HERO-08",
    fr="{who:Le} a déjà utilisé cet effet d'héroïsme ce tour-ci",
    en="{who:The} has already used this heroism effect this turn",
)
OUT = BOOK.saying("CEM-VIT-02", fr="{who:Le} est mal en point", en="{who:The} is in bad shape")

DEFEND_HEROICALLY = may(
    "cem.extra_die", "CEM-HERO-03", fr="Défendre avec un dé de plus ?", en="Defend with an extra die?", heroism=1
)
REDO = may("cem.redo", "CEM-HERO-04", fr="Refaire ce test ?", en="Redo this test?", heroism=1)
CANCEL_DAMAGE = may("cem.cancel", "CEM-HERO-06", fr="Annuler les dégâts ?", en="Cancel the damage?", heroism=2)
TAKE_FOR_ALLY = may(
    "cem.take", "CEM-HERO-07", fr="Prendre le coup à sa place ?", en="Take the blow instead?", heroism=2
)

HIT = Grade("hit", Text(fr="{who:touché|touchée}", en="hit"), True)
MISSED = Grade("missed", Text(fr="{who:manqué|manquée}", en="missed"), False)
SPARED = Grade("spared", Text(fr="{who:épargné|épargnée}", en="spared"), False)


class Side(NamedTuple):
    """One side of an opposition: what is added to the dice, and the bare skill that settles ties."""

    who: str
    bonus: int
    skill: int
    heroic: bool = False
    may_redo: bool = False  # a point left, and the effect not used yet this turn


class Terms(NamedTuple):
    """What both sides agree on before rolling: the weapon's dice and the table's readings."""

    weapon_dice: int
    auto: str = "symmetric"
    base_three_only: bool = False


class Keep(NamedTuple):
    """What later steps may still read: an exact law counts together everything else."""

    attack: bool  # the attack's result, if the defence may be redone
    defence: bool  # the defence's result, if the attack may be redone
    spared: bool  # what the heroic die of this defence spares, unless it is redone


class Clash(NamedTuple):
    """An attack against a defence; each side is NOTHING where nobody will read it."""

    hit: bool
    attack: Thrown
    defence: Thrown


NOTHING = Thrown(0)
MISS = Clash(False, NOTHING, NOTHING)


def met(attack: Thrown, attacker: Side, defence: Thrown, defender: Side, terms: Terms, keep: Keep, roll: Roll) -> Clash:
    """CEM-OPP-01, -02, -04: who wins."""
    mine, theirs = attack.dice + attacker.bonus, defence.dice + defender.bonus
    hit = beats(mine, attack.auto, attacker.skill, theirs, defence.auto, defender.skill, terms.auto)
    roll.note(CLASHED, attack=mine, defence=theirs, hit=hit)
    if not hit:
        kept = Thrown(defence.dice, defence.auto, heroic=defence.heroic if keep.spared else 0)
        return Clash(False, NOTHING, kept if keep.defence else NOTHING)
    spared = Thrown(0, heroic=defence.heroic) if keep.spared else NOTHING
    return Clash(True, attack if keep.attack else Thrown(0, damage=attack.damage), spared)


@rule
def defended(roll: Roll, attack: Thrown, attacker: Side, defender: Side, terms: Terms, keep: Keep) -> Clash:
    """CEM-DEF-01: the defence against one attack result."""
    defence = roll(plain_dice(defender.heroic, terms.base_three_only), by="defender")
    return met(attack, attacker, defence, defender, terms, keep, roll)


@rule
def clash(roll: Roll, attacker: Side, defender: Side, terms: Terms, keep: Keep) -> Clash:
    """CEM-ATTACK-01: both sides roll, the better result wins."""
    attack = roll(attack_dice(terms.weapon_dice, attacker.heroic, terms.base_three_only), by="attacker")
    result = roll(defended(attack.without_damage(), attacker, defender, terms, keep))
    return result._replace(attack=attack if keep.attack else Thrown(0, damage=attack.damage)) if result.hit else result


@rule
def attack_again(roll: Roll, attacker: Side, defence: Thrown, defender: Side, terms: Terms, keep: Keep) -> Clash:
    """CEM-HERO-04: the attack is redone, with its heroic die if it had one, against the same defence."""
    attack = roll(attack_dice(terms.weapon_dice, attacker.heroic, terms.base_three_only), by="attacker")
    return met(attack, attacker, defence, defender, terms, keep, roll)


class Attempt(NamedTuple):
    """An attack that will not be made again, and whether it was redone."""

    result: Clash
    redone: bool


@procedure
def attempt(roll: Roll, attacker: Side, defender: Side, terms: Terms) -> Attempt:
    """CEM-HERO-04: the attack, made again if it misses and its owner pays for it."""
    mine, theirs = (side.may_redo and roll.known(side.who, REDO) for side in (attacker, defender))
    keep = Keep(attack=theirs is not False, defence=mine is not False, spared=theirs is not True)
    result = roll(clash(attacker, defender, terms, keep))
    redone = not result.hit and attacker.may_redo and roll.choose(attacker.who, REDO)
    if redone:
        result = roll(attack_again(attacker, result.defence, defender, terms, keep._replace(defence=False)))
    return Attempt(result if result.hit else MISS, redone)


class Struck(NamedTuple):
    """An attack once nobody redoes anything: what it deals, what the defence spares, who paid for a redo."""

    hit: bool
    damage: int = 0
    spared: int = 0
    attack_redone: bool = False
    defence_redone: bool = False


@procedure
def opposed(roll: Roll, attacker: Side, defender: Side, terms: Terms) -> Struck:
    """CEM-ATTACK-01, CEM-HERO-04: an attack and its defence, each redone once if its owner pays for it."""
    result, attack_redone = roll(attempt(attacker, defender, terms))
    defence_redone = result.hit and defender.may_redo and roll.choose(defender.who, REDO)
    if defence_redone:
        keep = Keep(attack=False, defence=False, spared=True)
        again = roll(defended(result.attack.without_damage(), attacker, defender, terms, keep))
        result = again._replace(attack=result.attack) if again.hit else MISS
    return Struck(result.hit, result.attack.damage, result.defence.heroic, attack_redone, defence_redone)


def opponents(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    return {who: sheet.name for who, sheet in scene.cast.items() if who != scene.actor}


class Attack(Declared):
    """Whom to strike, how, and with what help."""

    target: Annotated[str, OneOf(opponents), Label(fr="Cible", en="Target")]
    heroic: Annotated[bool, Label(fr="Un dé de plus (1 point d'héroïsme)", en="Extra die (1 heroism point)")] = False
    circumstances: Annotated[
        int, Between(-5, 5), Label(fr="Circonstances favorables", en="Circumstances in favour"), By(Audience.MJ)
    ] = 0
    modifier: Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier"), By(Audience.MJ)] = 0


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    """CEM-HERO-03, -08: an extra die needs a point, and comes once a turn."""
    me = scene.me
    if do and do.heroic and not me.can_pay(EXTRA_DIE, 1):
        return (NO_POINT if me.heroism < 1 else ONCE).note(who=me.name)
    return None


@action("cle-en-main.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Outcome:
    """CEM-ATTACK-01, CEM-DMG, CEM-HERO-03…09: strike, defend, and what heroism makes of it."""
    me, foe, weapon = scene.me, scene[do.target], scene.me.armed
    spent: list[Effect] = []

    def pays(who: str, effect: str, price: int) -> None:
        spent.append(Spend(who, effect, price))

    if do.heroic:
        pays(scene.actor, EXTRA_DIE, 1)
    heroic_defence = foe.can_pay(EXTRA_DIE, 1) and roll.choose(do.target, DEFEND_HEROICALLY)
    if heroic_defence:
        pays(do.target, EXTRA_DIE, 1)

    mine, theirs = attack_tally(scene, do), defence_tally(scene, do.target)
    roll.note(mine)
    roll.note(theirs)
    attacker = Side(scene.actor, mine.total, me.skills[weapon.skill], do.heroic, me.can_redo(do.heroic))
    defender = Side(do.target, theirs.total, foe.skills["defence"], heroic_defence, foe.can_redo(heroic_defence))
    base_three = scene.option(FOUR_DICE_SIXES) == "base_three_only"
    terms = Terms(weapon.dice, scene.option(OPPOSITION_AUTO), base_three)

    struck = roll(opposed(attacker, defender, terms), by={"attacker": scene.actor, "defender": do.target})
    if struck.attack_redone:
        pays(scene.actor, REDO_TEST, 1)
    if struck.defence_redone:
        pays(do.target, REDO_TEST, 1)
    if not struck.hit:
        return Outcome((part(do.target, MISSED),), MISSES.note(who=me.name, target=foe.name), tuple(spent))

    raw = announced(scene, struck.damage, roll)
    roll.note(raw)
    final = suffered(raw, foe.protection, struck.spared)
    roll.note(final)
    return consequences(scene, do.target, raw, max(0, final.total), spent, roll)


def attack_tally(scene: Scene[Sheet], do: Attack) -> Tally:
    me = scene.me
    tally = ATTACK.sum(COMBAT(me.skills[me.armed.skill]))
    if do.circumstances:
        tally = tally.plus(CIRCUMSTANCES(2 * do.circumstances))
    return tally.plus(MODIFIER(do.modifier)) if do.modifier else tally


def defence_tally(scene: Scene[Sheet], who: str) -> Tally:
    return GUARD.sum(DEFENCE(scene[who].skills["defence"]))


def announced(scene: Scene[Sheet], dice: int, roll: Roll) -> Tally:
    """CEM-DMG-01…04, -09: the attack's own dice, fresh ones beyond three, the flat bonus."""
    me, weapon = scene.me, scene.me.armed
    if weapon.dice > 3:
        dice += roll((weapon.dice - 3) * d6, by=scene.actor)
    bonus = me.ranged_bonus if weapon.ranged else me.melee_bonus
    return RAW.sum(TOTAL(dice, of=Text(fr="dés", en="dice")), BONUS(bonus))


def suffered(raw: Tally, protection: int, heroic_die: int) -> Tally:
    """CEM-DMG-05, -06: protection and the heroic die of the defence are subtracted."""
    tally = TAKEN.sum(TOTAL(raw.total, of=raw.saying.text), -PROTECTION(protection))
    return tally.plus(-HEROIC(heroic_die)) if heroic_die else tally


def consequences(scene: Scene[Sheet], target: str, raw: Tally, damage: int, spent: list[Effect], roll: Roll) -> Outcome:
    """CEM-HERO-06, -07, CEM-VIT-01: cancelled, taken by an ally, or suffered."""
    me, foe = scene.me, scene[target]

    def left(who: str) -> int:
        return scene[who].heroism - sum(
            spend.points for spend in spent if isinstance(spend, Spend) and spend.who == who
        )

    def may_pay(who: str, effect: str) -> bool:
        return left(who) >= 2 and effect not in scene[who].used

    if damage:
        asked = {target: CANCEL_DAMAGE} if may_pay(target, CANCEL) else {}
        asked |= {ally: TAKE_FOR_ALLY for ally in allies(scene, target) if may_pay(ally, TAKE_BLOW)}
        answers = roll.choose_each(asked) if asked else {}
        if answers.pop(target, False):
            spent.append(Spend(target, CANCEL, 2))
            return Outcome((part(target, SPARED),), CANCELLED.note(who=me.name, target=foe.name), tuple(spent))
        taker = next((ally for ally, yes in answers.items() if yes), None)
        if taker:
            return taken_by(scene, target, taker, raw, spent, may_pay, roll)
    return Outcome(
        (part(target, HIT, damage=damage),),
        HITS.note(who=me.name, target=foe.name, damage=damage),
        (*spent, Hurt(target, damage)),
    )


def taken_by(
    scene: Scene[Sheet],
    target: str,
    taker: str,
    raw: Tally,
    spent: list[Effect],
    may_pay: Callable[[str, str], bool],
    roll: Roll,
) -> Outcome:
    """CEM-HERO-07: the damage as announced, less the taker's own protection; he may then cancel it himself."""
    spent.append(Spend(taker, TAKE_BLOW, 2))
    final = suffered(raw, scene[taker].protection, 0)
    roll.note(final)
    damage = max(0, final.total)
    if damage and may_pay(taker, CANCEL) and roll.choose(taker, CANCEL_DAMAGE):
        spent.append(Spend(taker, CANCEL, 2))
        damage = 0
    headline = INTERCEPTED.note(who=scene.me.name, target=scene[target].name, taker=scene[taker].name, damage=damage)
    parts = (part(target, SPARED), part(taker, HIT if damage else SPARED, damage=damage))
    return Outcome(parts, headline, (*spent, Hurt(taker, damage)))


def allies(scene: Scene[Sheet], who: str) -> list[str]:
    """Those of the same side who could step in; how close they stand is the MJ's word."""
    return [ally for ally, sheet in scene.cast.items() if ally != who and sheet.pj == scene[who].pj and sheet.vitality]
