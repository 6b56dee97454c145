"""Every number of an attack, explained, before any die or decision (Fiches 3 to 6)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.atouts import POWERS, HeroicAttack
from tablee.games.cle_en_main.attack.damage import Blow, damage_dice
from tablee.games.cle_en_main.attack.declaration import (
    UNSEEN,
    Attack,
    attackers,
    blind,
    gathered_terms,
    heroic_attack,
    shoots,
    targets_of,
    weapon_of,
)
from tablee.games.cle_en_main.attack.melee import guard_terms
from tablee.games.cle_en_main.attack.redos import Guard
from tablee.games.cle_en_main.attack.steps import Terms
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.heroism import ADD_A_DIE, Purse
from tablee.games.cle_en_main.check.primes import Declaration, declared
from tablee.games.cle_en_main.check.side import (
    band,
    elevens,
    group_bonus,
    near_costs,
    side,
    skill_terms,
    taking_part,
    total_of,
)
from tablee.games.cle_en_main.options import EXTRA_DIE_SOURCE, LIGHT_WOUND_ORDER, OPPOSITION_AUTO
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Sheet, Spend
from tablee.games.cle_en_main.tables import BARE_HANDS, Weapon
from tablee.rules.action import Scene
from tablee.rules.decision import Decision
from tablee.rules.why import Tally


@dataclass(frozen=True)
class Target:
    """One target of an attack: the sum of their Défense, and how they defend."""

    who: str
    tally: Tally
    guard: Guard


@dataclass(frozen=True)
class AttackNumbers:
    """All that an attack needs before any die or decision."""

    weapon: Weapon
    skill: str  # the line of the sheet it is made with
    declaration: Declaration
    risks: tuple[str, ...]
    tally: Tally
    foes: tuple[Target, ...]
    blow: Blow
    terms: Terms
    heroic: HeroicAttack
    attacker: Side
    asked: dict[str, Decision[bool]]  # those who may defend with an extra die
    declared: tuple[Spend, ...]  # heroism paid in advance
    once: tuple[str, ...]  # atouts whose free prime of the round is used


def weapon_dice(sheet: Sheet, weapon: Weapon) -> int:
    """CEM-EQUIP-06, -16: the damage dice of a weapon; bare hands have none, unless an atout gives them one."""
    return atouts.unarmed_dice(sheet) if weapon.id == BARE_HANDS.id else weapon.dice


def damage_bonus(sheet: Sheet, weapon: Weapon, shot: bool) -> int:
    """CEM-DMG-09, CEM-NPC-04: what is added to the damage dice: of the weapon's own line, or of melee or shooting."""
    if weapon.bonus is not None:
        return weapon.bonus
    return sheet.ranged_bonus if shot else sheet.melee_bonus


def attack_bonus(scene: Scene[Sheet], do: Attack, declaration: Declaration) -> Tally:
    """CEM-ATTACK-01, CEM-MOD-01, CEM-NPC-09: what is added to the dice of an attack."""
    sheet = scene.me
    terms = skill_terms(sheet, do.skill or weapon_of(sheet, do.weapon).skill, round=played(scene).round)
    terms += [*band(sheet, do.members), *declaration.terms()]
    return total_of("CEM-ATTACK-01", terms, do.circumstances, do.modifier)


def bonus_at_rest(scene: Scene[Sheet], weapon: str) -> Tally:
    """CEM-ATTACK-01: what is added to the dice of a plain attack with this weapon, nobody being aimed at yet."""
    do = Attack(target="", weapon=weapon)
    free, imposed, *_ = gathered_terms(scene, do)
    return attack_bonus(scene, do, declared((), (), free, imposed))


def attack_numbers(scene: Scene[Sheet], do: Attack) -> AttackNumbers:
    """CEM-ATTACK-01, CEM-DEF-01…04, CEM-DMG-09, CEM-NPC-04: every number of an attack, with its terms."""
    sheet, weapon = scene.me, weapon_of(scene.me, do.weapon)
    skill = do.skill or weapon.skill
    free, imposed, risks, once = gathered_terms(scene, do)
    declaration = declared(do.primes, do.penalties, free, imposed)
    heroic = heroic_attack(do)
    shot, members = shoots(weapon, do.thrown), taking_part(sheet, do.members)
    near = near_costs(sheet, skill, weapon.skill)
    tally = attack_bonus(scene, do, declaration)
    dice = damage_dice(weapon_dice(sheet, weapon), declaration.times("deadly_attack"), scene.option(EXTRA_DIE_SOURCE))
    blow = Blow(
        dice.read,
        dice.fresh,
        damage_bonus(sheet, weapon, shot),
        group_bonus(members),
        weapon.six_plus,
        declaration.times("light_wound"),
        scene.option(LIGHT_WOUND_ORDER) == "after_protection",
        declaration.times("multiple_attack") > 0 and not heroic.whole,
    )
    purse = Purse(scene)
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    if do.atout:
        purse.pay(scene.actor, HEROIC_ATOUT, POWERS[do.atout].cost)
    struck = targets_of(scene, do)
    foes = tuple(_foe(scene, do, who, heroic, purse, len(struck) > 1) for who in struck)
    asked = {
        foe.who: ADD_A_DIE
        for foe in foes
        if foe.guard.difficulty is None and not elevens(scene, do)(foe.who) and purse.can(foe.who, EXTRA_DIE)
    }
    attacker = side(purse, scene.actor, tally.total, skill, do.heroic, elevens(scene, do)(scene.actor), heroic.dice)
    attacker = attacker._replace(anyway=do.anyway)
    rules = Terms(scene.option(OPPOSITION_AUTO), near, 2 * do.circumstances)
    paid = tuple(purse.spent)
    return AttackNumbers(
        weapon, skill, declaration, risks, tally, foes, blow, rules, heroic, attacker, asked, paid, once
    )


def _foe(scene: Scene[Sheet], do: Attack, who: str, heroic: HeroicAttack, purse: Purse, several: bool) -> Target:
    """CEM-DEF-01…04: how a target defends, or the difficulty of hitting them if they do not."""
    sheet, skill = scene[who], do.their_skill or "defence"
    told = True if who in do.crowded else False if who in do.uncrowded else None
    terms = guard_terms(scene, who, attackers(scene, do), do.members, told, skill)
    difficulty = None
    if blind(scene, do, who):
        difficulty = (
            UNSEEN
            if heroic.unperceived
            else dict(zip(do.targets, do.difficulties, strict=False)).get(who, do.difficulty)
        )
    named = sheet.name if several else None
    near = near_costs(sheet, skill, "defence")
    tally = total_of(
        "CEM-DEF-01:whose" if named else "CEM-DEF-01", terms, do.their_circumstances, do.their_modifier, near
    )
    tally = tally.named(named) if named else tally
    return Target(
        who, tally, Guard(side(purse, who, tally.total, skill, fixed=elevens(scene, do)(who)), difficulty, named)
    )
