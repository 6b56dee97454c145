"""Attacks: a weapon skill against a defence, then damage against resistance. Proposed by Tablée."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.rolls import ACTIVE_WINS, check, contest
from tablee.games.d6.check.skills import (
    CHARACTERISTIC,
    HELPS,
    ExplainedCode,
    TheirSpecialities,
    cannot_roll,
    cannot_roll_any,
    code_for,
    mine_may_help,
    my_specialities,
    weakened,
)
from tablee.games.d6.codes import DieCode
from tablee.games.d6.fight.standing import standing
from tablee.games.d6.fight.wounds import STATES, Wound, agreed, resistance_of, wound
from tablee.games.d6.health import Track, state
from tablee.games.d6.lists.contents import Weapon, plain
from tablee.games.d6.options import reading
from tablee.games.d6.play import Defended, lists_of, state_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import TO_WOUND, Effect, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.data.tables import names
from tablee.rules.decision import Decision, pick
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import LANGS, Name, Text

WEAPON = BOOK.term("weapon")

HIT = BOOK.grade("hit")
UNHARMED = BOOK.grade("unharmed")
MISSED = BOOK.grade("missed")

DEFENCES = {
    "dodge": Text(fr="esquiver", en="dodge"),
    "shield": Text(fr="lever le bouclier", en="raise the shield"),
    "parry": Text(fr="parer", en="parry"),
    "none": Text(fr="ne pas se défendre", en="do not defend"),
}
WITH_SPECIALITY = "speciality"
STILL = 5  # the threshold of a target that does not defend, hand to hand
DISTANCES = {
    "point_blank": (5, Text(fr="à bout portant", en="point-blank")),
    "short": (10, Text(fr="de près", en="short")),
    "medium": (15, Text(fr="à moyenne portée", en="medium")),
    "long": (20, Text(fr="de loin", en="long")),
}


def armoury(scene: Scene[Sheet], who: str) -> dict[str, Weapon]:
    """The weapons a character can strike with, by name, the default one first; bare hands are always among them."""
    lists = lists_of(scene)
    names = (*scene[who].weapons, lists.roles.unarmed)
    return {name: lists.weapons[name] for name in names if name in lists.weapons}


def my_weapons(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    return names(armoury(scene, scene.actor)) if scene.actor else {}


def in_hand(scene: Scene[Sheet]) -> str | None:
    """The first weapon that the actor can strike with; with a shield, one that leaves a hand for it."""
    mine = armoury(scene, scene.actor) if scene.actor else {}
    return next((id for id, weapon in mine.items() if not (weapon.two_hands and scene.me.shield)), None)


def fitting(scene: Scene[Sheet], who: str, weapon: str) -> tuple[str, ...]:
    """D6-SPEC-04: the speciality of a character that bears the name of this weapon, if there is one."""
    return tuple(name for name in scene[who].specialities if plain(name) == plain(weapon))[:1]


def called_for(scene: Scene[Sheet], weapon: str) -> dict[str, tuple[str, ...]]:
    """D6-SPEC-04: the speciality proposed to the one who attacks with a weapon: its own."""
    return {"specialities": fitting(scene, scene.actor, weapon)}


def shoots(scene: Scene[Sheet], values: Mapping[str, object]) -> bool:
    """Whether the weapon chosen is a missile."""
    weapon = armoury(scene, scene.actor).get(str(values.get("weapon") or in_hand(scene)))
    return weapon is not None and weapon.missile


class Attack(Declared):
    """Whom to strike, with what, and what the MJ says of it."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target"), Ask(WHOM)]
    weapon: Annotated[
        str, OneOf(my_weapons), Label(fr="Arme", en="Weapon"), Ask(WITH, default=in_hand, beside=called_for)
    ] = ""
    specialities: Annotated[
        tuple[str, ...],
        OneOf(my_specialities),
        Label(fr="Spécialités", en="Specialities"),
        Ask(WITH, when=mine_may_help, help=HELPS),
    ] = ()
    their_specialities: TheirSpecialities = ()
    unaware: Annotated[
        bool,
        Label(fr="Cible surprise ou immobile", en="Target unaware or motionless"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="Elle ne se défend pas.", en="They do not defend.")),
    ] = False
    distance: Annotated[
        str,
        OneOf({id: name for id, (_, name) in DISTANCES.items()}),
        Label(fr="Distance de tir", en="Range"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=shoots),
    ] = "short"
    covered: Annotated[
        bool,
        Label(fr="Voit le tir venir et peut s'abriter", en="Sees the shot coming and has cover"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=shoots),
    ] = False


def weapon_of(scene: Scene[Sheet], do: Attack) -> Weapon:
    mine = armoury(scene, scene.actor)
    return mine[do.weapon or in_hand(scene) or next(iter(mine))]


def dead(scene: Scene[Sheet], who: str) -> Note | None:
    """D6-COMBAT-05: the refusal of a dead target; None for the living."""
    return BOOK.note("D6-COMBAT-05:target_dead", who=scene[who].name) if scene[who].state == "dead" else None


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    """D6-COMBAT-05, -07: why the actor cannot attack: out of action, in flight, a dead target."""
    roles, me = lists_of(scene).roles, scene.me
    if not roles.strength or not armoury(scene, scene.actor):
        return BOOK.note("D6-COMBAT-03:no_fights")
    if not standing(scene, scene.actor):
        return me.unable() or BOOK.note("D6-COMBAT-07:flees", who=me.name)
    if do is None:
        armed = cannot_roll_any(scene, (weapon.skill for weapon in armoury(scene, scene.actor).values()))
        return armed or nobody_left(scene, dead, alone=BOOK.note("D6-COMBAT-05:nobody"))
    if gone := dead(scene, do.target):
        return gone
    if me.shield and weapon_of(scene, do).two_hands:
        return BOOK.note("D6-COMBAT-03:two_hands", who=me.name, weapon=weapon_of(scene, do).name)
    return cannot_roll(scene, scene.actor, weapon_of(scene, do).skill, do.specialities)


def defences(scene: Scene[Sheet], do: Attack, speciality: str = "") -> dict[str, ExplainedCode]:
    """D6-COMBAT-02, D6-SPEC-04: the defences the target can roll against this attack, the best first: with the
    specialities that the attack names, else with the one that bears the name of the weapon that parries; and with
    another `speciality` of theirs.
    """
    target, roles = scene[do.target], lists_of(scene).roles
    missile = weapon_of(scene, do).missile
    if target.unable() or do.unaware or (missile and not do.covered):
        return {}
    melee = {} if missile else {id: one.skill for id, one in armoury(scene, do.target).items() if not one.missile}
    ways = [
        ("dodge", roles.dodge, ()),
        ("shield", roles.shield if target.shield and not takes_both_hands(scene, do.target) else "", ()),
        *(("parry", skill, fitting(scene, do.target, id)) for id, skill in melee.items()),
    ]
    pressed = state_of(scene).defences.get(do.target, 0)
    made = []
    for how, skill, fits in ways:
        named = (*(do.their_specialities or fits), speciality)
        used = [name for name in dict.fromkeys(named) if name in target.specialities]
        if skill and not cannot_roll(scene, do.target, skill, used):
            made.append((how, code_for(scene, do.target, skill, used, pressed)))
    best: dict[str, ExplainedCode] = {}
    for how, one in sorted(made, key=lambda row: -row[1].code.rank):
        if one.code.dice:
            best.setdefault(how, one)  # of several weapons, the one that parries best
    return best


def defend(scene: Scene[Sheet], do: Attack) -> Decision[str]:
    """D6-COMBAT-02, D6-SPEC-04: which defence the target of an attack uses; the best one unless they choose another, or
    want another speciality to serve.
    """
    options = {how: _rolling(DEFENCES[how], made.code) for how, made in scene.once(defences, do).items()}
    if scene.once(special_defences, do):
        options |= {WITH_SPECIALITY: Text(fr="avec une spécialité…", en="with a speciality…")}
    return pick(
        "d6.defend",
        "D6-COMBAT-02",
        fr="Comment se défendre ?",
        en="How to defend?",
        options={**options, "none": DEFENCES["none"]},
    )


def takes_both_hands(scene: Scene[Sheet], who: str) -> bool:
    """D6-COMBAT-03: whether the weapon in hand, the first one carried, leaves no hand for a shield."""
    first = next(iter(armoury(scene, who).values()), None)
    return first is not None and first.two_hands


class Served(NamedTuple):
    """A defence in which a speciality of the defender serves."""

    how: str
    speciality: str
    made: ExplainedCode


def special_defences(scene: Scene[Sheet], do: Attack) -> dict[str, Served]:
    """D6-SPEC-04: the defences that another speciality of the target would better, the best first; none where the
    attack names their specialities.
    """
    plainly = scene.once(defences, do)
    bettered = [
        Served(how, name, made)
        for name in (() if do.their_specialities else scene[do.target].specialities)
        for how, made in scene.once(defences, do, name).items()
        if how not in plainly or made.code > plainly[how].code
    ]
    return {f"{one.how}:{one.speciality}": one for one in sorted(bettered, key=lambda one: -one.made.code.rank)}


def with_speciality(scene: Scene[Sheet], do: Attack) -> Decision[str]:
    """D6-SPEC-04: which speciality serves the defender, and in which defence; asked of those who want one."""
    lists = lists_of(scene)

    def words(one: Served) -> Text:
        named = (f"{DEFENCES[one.how].say(lang)}, {lists.called(one.speciality).say(lang)}" for lang in LANGS)
        return _rolling(Text(*named), one.made.code)

    return pick(
        "d6.defend-speciality",
        "D6-SPEC-04",
        fr="Quelle spécialité sert ici ?",
        en="Which speciality serves here?",
        options={id: words(one) for id, one in scene.once(special_defences, do).items()},
    )


def _rolling(name: Text, code: DieCode) -> Text:
    """« esquiver (3D+1) »."""
    return Text(f"{name.fr} ({code})", f"{name.en} ({code})")


@action("d6.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack, kind=Kind.FIGHT, success=TO_WOUND)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Outcome:
    """D6-COMBAT-02…06: strike, defend, and see how severe it is."""
    me, foe, weapon = scene.me, scene[do.target], weapon_of(scene, do)
    offered, special = scene.once(defences, do), scene.once(special_defences, do)
    chosen = roll.choose(do.target, scene.once(defend, do)) if offered else "none"
    strike = scene.once(code_for, scene.actor, weapon.skill, do.specialities).noted(roll)
    spent: tuple[Effect, ...] = ()
    if chosen == "none":
        threshold = DISTANCES[do.distance][0] if weapon.missile else STILL
        roll.note("D6-COMBAT-02:fixed", threshold=threshold)
        how = reading(scene)._replace(inclusive=False, ones_fail=True)
        hit = roll(check(strike, threshold, how), by=scene.actor).success
    else:
        if chosen == WITH_SPECIALITY:
            chosen, _, guarding = special[roll.choose(do.target, scene.once(with_speciality, do))]
        else:
            guarding = offered[chosen]
        roll.note("D6-COMBAT-02", who=foe.name, how=DEFENCES[chosen])
        guard = guarding.noted(roll)
        sides = {"active": scene.actor, "passive": do.target}
        hit = roll(contest(strike, guard, reading(scene)), by=sides) == ACTIVE_WINS
        spent = (Defended(do.target),) if scene.play.round else ()
    if not hit:
        return Outcome(
            (part(do.target, MISSED),), BOOK.note("D6-COMBAT-02:misses", who=me.name, target=foe.name), spent
        )
    return blow(scene, do, weapon, spent, roll)


def blow(scene: Scene[Sheet], do: Attack, weapon: Weapon, spent: tuple[Effect, ...], roll: Roll) -> Outcome:
    """D6-COMBAT-03…06: damage against resistance, on the count of wounds or of fatigue."""
    me, foe, track = scene.me, scene[do.target], _track(weapon)
    damage = scene.once(damage_of, weapon).noted(roll)
    resistance = scene.once(resistance_of, do.target, track).noted(roll)
    if not damage.dice:
        roll.note("D6-COMBAT-03:none")
        rank = 0
    else:
        sides = {"active": scene.actor, "passive": do.target}
        rank = roll(wound(damage, resistance, reading(scene)), by=sides)
    parts = (part(do.target, HIT if rank else UNHARMED, rank=rank),)
    if not rank:
        return Outcome(parts, BOOK.note("D6-COMBAT-04:nothing", who=me.name, target=foe.name), spent)
    total = rank + (foe.fatigue if track == "fatigue" else foe.wounds)
    reached = STATES[track][state(total, track)]
    headline = BOOK.note(
        "D6-COMBAT-06:hits" if track == "fatigue" else "D6-COMBAT-05:hits",
        who=me.name,
        target=foe.name,
        rank=rank,
        state=agreed(reached, foe.name),
    )
    return Outcome(parts, headline, (*spent, Wound(do.target, rank, track)))


def _track(weapon: Weapon) -> Track:
    return "fatigue" if weapon.blunt else "wound"


def damage_of(scene: Scene[Sheet], weapon: Weapon) -> ExplainedCode:
    """D6-COMBAT-03, -05: strength plus the weapon, or the missile's own code; wounds and fear weaken the blow."""
    thrown = WEAPON(weapon.code.rank, of=weapon.name)
    if not weapon.strength:
        return weakened(scene, scene.actor, ExplainedCode(BOOK.sum("D6-COMBAT-03:shot", thrown)))
    lists = lists_of(scene)
    strength = lists.roles.strength
    arm = CHARACTERISTIC(scene.me.characteristic(strength).rank, of=lists.name_of(strength))
    return weakened(scene, scene.actor, ExplainedCode(BOOK.sum("D6-COMBAT-03:damage", arm, thrown)))
