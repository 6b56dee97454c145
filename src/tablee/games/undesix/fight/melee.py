"""What an attack does, and attacking at contact (Fiche 1, Combats; Fiche 3, Attaques de dos; Fiche 4, Viser)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import check, reading
from tablee.games.undesix.check.fate import desperate_dodge
from tablee.games.undesix.fight.attack import Strike, Struck, Swing, cannot_strike, prepare, swing_at
from tablee.games.undesix.fight.streaks import swung
from tablee.games.undesix.fight.wielding import BARE, Wield
from tablee.games.undesix.options import TO_MINUS_TEN, not_yet
from tablee.games.undesix.sheet import Sheet, Wound, learning
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.stage import Entered, fighting, stage_of
from tablee.games.undesix.tables import PARTS, WEAPONS
from tablee.rules.action import Effect, Grade, Outcome, Scene, action, part
from tablee.rules.cast import others
from tablee.rules.decision import pick
from tablee.rules.fields import Annotated, Audience, By, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Text

HITS = BOOK.saying(
    "UDS-COMBAT-06",
    fr="{who:Le} touche {target:le} : {damage} point{damage:|s} de dégâts",
    en="{who:The} hits {target:the} for {damage} point{damage:|s} of damage",
)
TOUCHES = BOOK.saying(
    "UDS-COMBAT-03",
    key="touches",
    fr="{who:Le} touche {target:le} sans blesser",
    en="{who:The} touches {target:the} without wounding",
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
FACES = BOOK.saying(
    "UDS-COMBAT-10",
    fr="{who:Pris|Prise} entre {one:le} et {other:le}, {who:le} fait face {faced:à}",
    en="Caught between {one:the} and {other:the}, {who:the} faces {faced:the}",
)
SHOOT_IT = BOOK.saying(
    "UDS-COMBAT-02",
    key="ranged",
    fr="À distance, {weapon:le} se tire : choisissez l'action Tirer",
    en="From afar, {weapon:the} is fired: choose the action Shoot",
)
WHOLE_ROUND = BOOK.saying(
    "UDS-SPECIAL-03",
    key="round",
    fr="Le Cri prend tout le round et ne porte qu'à 6 mètres : rien d'autre ne l'accompagne",
    en="The cry takes the whole round and carries only 6 metres: nothing else goes with it",
)
HIT = Grade("hit", Text(fr="{who:touché|touchée}", en="hit"), True)
CRITICAL = Grade("critical", Text(fr="coup critique", en="critical hit"), True)
DISARMED = Grade("disarmed", Text(fr="{who:désarmé|désarmée}", en="disarmed"), True)
MISSED = Grade("missed", Text(fr="{who:manqué|manquée}", en="missed"), False)
LOST_ATTACK = Grade("lost", Text(fr="attaque perdue", en="attack lost"), False)
DODGED = Grade("dodged", Text(fr="esquive", en="dodges"), False)
MOVES = {key: SKILLS[key].name for key in ("headbutt", "war_cry")}


def lost(scene: Scene[Sheet], victim: str, effects: tuple[Effect, ...]) -> Outcome:
    headline = LOSES_ATTACK.note(who=scene.me.name, target=scene[victim].name)
    return Outcome((part(victim, LOST_ATTACK),), headline, effects)


def landed(scene: Scene[Sheet], do: Strike, swing: Swing, struck: Struck, roll: Roll, *so_far: Effect) -> Outcome:
    """What an attack roll does: streaks, wounds, experience, and what was aimed at (UDS-COMBAT-06, UDS-ACTION-11)."""
    me, foe, victim = scene.me, scene[swing.victim], swing.victim
    effects: list[Effect] = [*so_far, *struck.paid]
    critical, streak = (False, ()) if swing.move else swung(scene, swing.weapon, struck.die, roll)
    effects += streak
    if not struck.hit:
        return Outcome((part(victim, MISSED),), MISSES.note(who=me.name, target=foe.name), tuple(effects))
    effects += learning(scene, roll, scene.actor, swing.skill)
    dodge = desperate_dodge(scene, roll, victim, not do.trapped) if struck.damage else ()
    if dodge:
        return Outcome((part(victim, DODGED),), DODGES.note(who=me.name, target=foe.name), (*effects, *dodge))
    wound = Wound(victim, struck.damage)
    effects += [wound] if struck.damage else []
    tell_fate(scene, wound, roll)
    lets_go = bool(do.aim) and aimed(scene, do.aim, wound, roll)
    effects += [Wield(victim, BARE)] if lets_go else []
    grade = DISARMED if lets_go else CRITICAL if critical else HIT
    said = {"who": me.name, "target": foe.name}
    headline = HITS.note(**said, damage=struck.damage) if struck.damage else TOUCHES.note(**said)
    return Outcome((part(victim, grade, damage=struck.damage),), headline, tuple(effects))


def tell_fate(scene: Scene[Sheet], wound: Wound, roll: Roll) -> None:
    """UDS-HEALTH-03, -04: say who is felled; the sheet itself changes later."""
    foe = scene[wound.who]
    phy = phy_left(foe, wound.points)
    if phy <= 0 < foe.phy:
        roll.note(foe.model_copy(update={"phy": phy}).unable(scene.option(TO_MINUS_TEN)))


def phy_left(sheet: Sheet, points: int) -> int:
    """UDS-HEALTH-02: what remains of PHY once Vitality is spent."""
    return sheet.phy - max(0, points - max(sheet.vitality, 0))


def aimed(scene: Scene[Sheet], part: str, wound: Wound, roll: Roll) -> bool:
    """UDS-ACTION-11: what a blow does where it was aimed; whether the weapon is dropped.

    Hit at the wrist, one rolls under the PHY left after the blow, Vitality aside, or lets go.
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


# At contact


class AtContact(Declared):
    """Whom to strike, and from where."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]
    move: Annotated[str, OneOf(MOVES), Label(fr="Coup spécial", en="Special move")] = ""
    back: Annotated[bool, Label(fr="De dos", en="From behind"), By(Audience.MJ)] = False
    flank: Annotated[str, OneOf(others), Label(fr="L'autre attaquant", en="The other attacker"), By(Audience.MJ)] = ""


class Attack(Strike, AtContact):
    """Whom to strike, with what, how, and in which circumstances."""


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    refusal = cannot_strike(scene, do)
    if refusal or do is None:
        return refusal
    weapon = WEAPONS[do.wielded(scene)]
    if weapon.ranged and not do.move:
        return SHOOT_IT.note(weapon=weapon.name)
    if do.move == "war_cry" and (do.actions > 1 or do.manoeuvres or do.aim or do.metres):
        return WHOLE_ROUND.note()
    return not_yet(scene, 3) if do.move or do.back or do.flank or weapon.special else None


def from_behind(scene: Scene[Sheet], do: Attack, roll: Roll) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-COMBAT-09, -10: from behind by the MJ's word, by stealth, or because the victim faces the other attacker."""
    stage = stage_of(scene)
    if do.back or stage.behind.get(scene.actor) == do.target:
        return True, ()
    if not do.flank:
        return False, ()
    faced = stage.facing.get(do.target)
    sides = {scene.actor: scene.me.name, do.flank: scene[do.flank].name}
    if faced not in sides:
        choice = pick("face", "UDS-COMBAT-10", fr="À qui faire face ?", en="Whom to face?", options=sides)
        faced = roll.choose(do.target, choice)
    one, other = sides.values()
    roll.note(FACES, who=scene[do.target].name, one=one, other=other, faced=sides[faced])
    return faced != scene.actor, (Entered("facing", do.target, faced),) if fighting(scene) else ()


@action("undesix.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Outcome:
    """UDS-COMBAT-01…14: strike, in the resolution the table uses."""
    back, faced = from_behind(scene, do, roll)
    swing = Swing(do.target, do.wielded(scene), do.move, back)
    ready, effects = prepare(scene, do, swing, roll)
    if not ready:
        return lost(scene, do.target, (*faced, *effects))
    struck = swing_at(scene, do, swing, roll)
    return landed(scene, do, swing, struck, roll, *faced, *effects)
