"""The thirteen questions as we write them: small rules over pools.

They are simplified from the four games so that every library can answer them; the games' own rules are
under `tablee.games`. A margin is what the dice and the bonus have over the difficulty, negative when below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS, Test
from tablee.dice import Question, Reroll, Roll, d6, d10, die, difference, rule, together

MISSED = -1
RED = d6.named("red")
WHITES = (2 * d6).named("whites")


@rule
def u6_test(roll: Roll, score: int) -> Test:
    """One die at or under the score: a 1 always succeeds, a 6 always fails."""
    die = roll(d6)
    if die == 1:
        return SUCCESS, max(score - 1, 0)
    return (SUCCESS if die <= score and die != 6 else FAILURE), score - die


@rule
def u6_margin(roll: Roll, score: int) -> int:
    """The margin of a combat test, MISSED when it fails."""
    die = roll(d6)
    if die == 1:
        return max(score - 1, 0)
    return score - die if die <= score and die != 6 else MISSED


@rule
def u6_attack(roll: Roll, score: int, foe_score: int, weapon: int, armour: int) -> int:
    """Damage: the best margin wins, equal margins are rolled again."""
    mine = roll(u6_margin(score))
    if mine == MISSED:
        return 0
    theirs = roll(u6_margin(foe_score))
    if mine == theirs:
        raise Reroll
    return max(0, mine + weapon - armour) if mine > theirs else 0


@rule
def cle_test(roll: Roll, skill: int, difficulty: int) -> Test:
    """Three dice: three 1s fumble, three 6s are critical, and the total alone tells them."""
    total = roll(3 * d6)
    margin = total + skill - difficulty
    if total == 3:
        return FUMBLE, margin
    if total == 18:
        return CRITICAL, margin
    return (SUCCESS if margin >= 0 else FAILURE), margin


@rule
def cle_hero(roll: Roll, skill: int, difficulty: int) -> Test:
    """Four dice: four 1s fumble, at least three 6s are critical."""
    total, sixes = roll((4 * d6).total_and_count(6, upto=3))
    margin = total + skill - difficulty
    if total == 4:
        return FUMBLE, margin
    if sixes == 3:
        return CRITICAL, margin
    return (SUCCESS if margin >= 0 else FAILURE), margin


@rule
def cle_hit(roll: Roll, attack: int, skill: int, foe_skill: int) -> bool:
    """Whether a total hits: three 1s never do, three 6s always, then the defence's three 6s and three 1s speak."""
    if attack in (3, 18):
        return attack == 18

    def hits(defence: int) -> bool:
        if defence in (3, 18):
            return defence == 3
        return attack + skill >= defence + foe_skill

    return roll(3 * d6, hits)


@rule
def cle_attack(roll: Roll, skill: int, foe_skill: int, protection: int) -> tuple[bool, int]:
    """Whether it hits and the damage of a 2d6 weapon, which is the white dice of the same roll."""
    red, whites = roll(together(RED, WHITES))
    if not roll(cle_hit(red + whites, skill, foe_skill)):
        return False, 0
    return True, max(0, whites - protection)


@rule
def dx_test(roll: Roll, dice: int, bonus: int, difficulty: int) -> Test:
    """All 1s fumble, at least two 10s are critical."""
    total, tens = roll((dice * d10).total_and_count(10, upto=2))
    margin = total + bonus - difficulty
    if total == dice:
        return FUMBLE, margin
    if tens == 2:
        return CRITICAL, margin
    return (SUCCESS if margin >= 0 else FAILURE), margin


@rule
def dx_open(roll: Roll, dice: int, difficulty: int) -> bool:
    """Each 10 is rolled again and added; is the difficulty reached?"""
    return roll((dice * d10).open_ended().total(cap=difficulty)) == difficulty


@rule
def dx_margin(roll: Roll, dice: int, bonus: int, difficulty: int) -> int:
    """The margin, 0 when the test fails."""
    return roll(dice * d10, lambda total: max(0, total + bonus - difficulty))


@rule
def dx_attack(roll: Roll, dice: int, bonus: int, foe_dice: int, foe_bonus: int, difficulty: int) -> int:
    """Damage: twice what the attack's margin has over the defence's."""
    mine, theirs = dx_margin(dice, bonus, difficulty), dx_margin(foe_dice, foe_bonus, difficulty)
    return roll(difference(mine, theirs), lambda lead: 2 * max(0, lead))


@rule
def d6_total(roll: Roll, dice: int) -> int:
    """The sum; all 6s are rolled again and added, once: 4D saturate at 48, 3D at 36."""
    pool = dice * d6
    total = roll(pool)
    return total + roll(pool) if total == 6 * dice else total


@rule
def d6_test(roll: Roll, dice: int, bonus: int, difficulty: int) -> Test:
    """Over the difficulty; all 1s fumble."""
    total = roll(d6_total(dice))
    margin = total + bonus - difficulty
    if total == dice:
        return FUMBLE, margin
    return (SUCCESS if margin > 0 else FAILURE), margin


@rule
def d6_hit(roll: Roll, dice: int, bonus: int, foe_dice: int, foe_bonus: int) -> bool:
    """Over the dodge. (All 1s on 4D+1 make 5, the least a dodge of 3D+2 can be: they never hit.)"""
    return roll(difference(d6_total(dice), d6_total(foe_dice)), lambda lead: lead + bonus > foe_bonus)


@rule
def d6_wound(roll: Roll, dice: int, soak_dice: int, soak_bonus: int) -> int:
    """Damage less what the foe soaks; plain sums."""
    return roll(difference(dice * d6, soak_dice * d6), lambda through: max(0, through - soak_bonus))


@rule
def d6_attack(roll: Roll) -> int:
    """4D+1 against a dodge of 3D+2, then 4D less 2D+1."""
    return roll(d6_wound(4, 2, 1)) if roll(d6_hit(4, 1, 3, 2)) else 0


QUESTIONS: dict[str, Callable[[], Question[Any]]] = {
    "u6_test": lambda: u6_test(4),
    "u6_attack": lambda: u6_attack(5, 4, 2, 1),
    "cle_test": lambda: cle_test(5, 16),
    "cle_hero": lambda: cle_hero(5, 20),
    "cle_attack": lambda: cle_attack(7, 6, 3),
    "dx_test": lambda: dx_test(5, 2, 25),
    "dx_open": lambda: dx_open(5, 30),
    "dx_attack": lambda: dx_attack(5, 2, 4, 1, 20),
    "d6_test": lambda: d6_test(4, 1, 14),
    "d6_attack": d6_attack,
    "sum_50d20": lambda: 50 * die(20),
    "kept_10d10": lambda: (10 * d10).highest(3),
    "open_10d6": lambda: (10 * d6).open_ended().total(cap=80),
}
ATTACKS = ("u6_attack", "cle_attack", "dx_attack", "d6_attack")
