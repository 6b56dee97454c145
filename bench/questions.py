"""The ten questions as we write them: small rules over pools.

They are simplified from the four games so that every library can answer them; the games' own rules are
under `tablee.games`. A margin is what the dice and the bonus have over the difficulty, negative when below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.kinds import CRITICAL, FAILURE, FUMBLE, SUCCESS, Test
from tablee.dice import Question, Reroll, Roll, d6, d10, rule, together

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
def cle_needed(roll: Roll, skill: int, foe_skill: int) -> int:
    """The total that hits this defence: never three 1s, always three 6s, which alone beat three 6s."""
    defence = roll(3 * d6)
    if defence == 3:
        return 4
    if defence == 18:
        return 18
    return min(max(defence + foe_skill - skill, 4), 18)


@rule
def cle_whites_needed(roll: Roll, skill: int, foe_skill: int) -> int:
    """What the two white dice must reach once the red one is counted."""
    return roll(together(cle_needed(skill, foe_skill), RED), lambda seen: seen[0] - seen[1])


@rule
def cle_attack(roll: Roll, skill: int, foe_skill: int, protection: int) -> tuple[bool, int]:
    """Whether it hits and the damage of a 2d6 weapon, which is the white dice of the same roll."""

    def blow(seen: tuple[int, int]) -> tuple[bool, int]:
        whites, needed = seen
        if whites < needed:
            return False, 0
        return True, whites - protection if whites > protection else 0

    return roll(together(WHITES, cle_whites_needed(skill, foe_skill)), blow)


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

    def damage(margins: tuple[int, int]) -> int:
        mine, theirs = margins
        return 2 * (mine - theirs) if mine > theirs else 0

    mine, theirs = dx_margin(dice, bonus, difficulty), dx_margin(foe_dice, foe_bonus, difficulty)
    return roll(together(mine, theirs), damage)


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
    return roll(together(d6_total(dice), d6_total(foe_dice)), lambda seen: seen[0] + bonus > seen[1] + foe_bonus)


@rule
def d6_wound(roll: Roll, dice: int, soak_dice: int, soak_bonus: int) -> int:
    """Damage less what the foe soaks; plain sums."""

    def wound(seen: tuple[int, int]) -> int:
        damage, soak = seen
        return max(0, damage - soak - soak_bonus)

    return roll(together(dice * d6, soak_dice * d6), wound)


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
}
ATTACKS = ("u6_attack", "cle_attack", "dx_attack", "d6_attack")
