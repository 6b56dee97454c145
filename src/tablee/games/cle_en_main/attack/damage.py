"""From the dice of an attack to the points lost, in the eight steps of CEM-DMG-08 (Fiches 3 to 6)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablee.dice import Odds, Question, Roll, d6, rule
from tablee.dice.question import Player
from tablee.games.cle_en_main.book import BONUS, BOOK, DAMAGE, HEROIC, PROTECTION
from tablee.rules.why import Tally
from tablee.text import Name, Text

GROUP = BOOK.term("group")
DICE = BOOK.term("dice")

EXTRA = d6.named("damage")


class DamageDice(NamedTuple):
    """CEM-DMG-08 steps 1 and 2: how many of the three dice are read as damage, and how many are rolled besides."""

    read: int
    fresh: int


def damage_dice(weapon_dice: int, deadly: int = 0, source: str = "step_up") -> DamageDice:
    """CEM-DMG-02, -03, -08, CEM-PRIME-04, CEM-EQUIP-06, -16: the damage dice of a weapon with Attaques meurtrières.

    Each of them adds a die of the attack to those read (`step_up`), or a die rolled besides (`fresh`): an option.
    """
    count = weapon_dice + (deadly if source == "step_up" else 0)
    extra = 0 if source == "step_up" else deadly
    return DamageDice(min(count, 3), max(0, count - 3) + extra)


class Blow(NamedTuple):
    """What an attack deals when it hits: its dice, its bonuses, what halves it."""

    read: int = 0
    fresh: int = 0
    bonus: int = 0  # of melee or of shooting
    group: int = 0  # +1 per other figurant
    six_plus: bool = False
    light: int = 0  # Blessures légères
    light_after: bool = False  # the table halves after protection
    multiple: bool = False  # Attaques multiples halve the rest
    most: int = 0  # with a 6+ weapon: odds count the sum of the dice up to here


def halved(points: int, times: int = 1) -> int:
    """Points divided by two, rounded up, as many times as told.

    >>> halved(7), halved(13, 2)
    (4, 4)
    """
    for _ in range(times):
        points = -(-points // 2)
    return points


class Chain(Question[int]):
    """Dice rolled again on each 6 until none is left; odds count all totals from `most` on as one."""

    __slots__ = ("most", "pool")

    def __init__(self, dice: int, most: int) -> None:
        self.pool, self.most = (dice * EXTRA).open_ended(), most

    def odds(self) -> Odds[int]:
        return self.pool.total(self.most).odds()

    def play(self, player: Player) -> int:
        return sum(self.pool.throw(player))


@rule
def chain(roll: Roll, sixes: int, most: int) -> int:
    """CEM-EQUIP-10: each 6 is rolled again and added, and again on a further 6."""

    def told(total: int) -> int:
        roll.note("CEM-EQUIP-10", sixes=sixes, total=total)
        return total

    return roll.then(Chain(sixes, most), told)


def fresh_dice(count: int) -> Question[tuple[int, int]]:
    """CEM-DMG-03: dice rolled besides the three: their total, and the 6s among them."""
    return (count * EXTRA).total_and_count(6)


@rule
def more_dice(roll: Roll, fresh: int, six_plus: bool, sixes: int, most: int) -> int:
    """CEM-DMG-03, -08 steps 2 to 4: the total of the dice beyond three and of the chains of a 6+ weapon."""
    total = 0
    if fresh:
        total, more = roll(fresh_dice(fresh))
        roll.note("CEM-DMG-03", dice=fresh, total=total)
        sixes += more
    return roll.then(chain(sixes, most), lambda again: total + again) if sixes and six_plus else total


def raw_damage(dice: int, blow: Blow) -> int:
    """CEM-DMG-08, -09, CEM-PEN-02: steps 5 and 6: the damage of the attack, from the sum of its damage dice."""
    full = dice + blow.bonus + blow.group
    return full if blow.light_after else halved(full, blow.light)


def taken(raw: int, protection: int, spared: int, blow: Blow) -> int:
    """CEM-DMG-05…08, CEM-PRIME-05: steps 7 and 8: the points that one target loses of the damage of the attack."""
    points = max(0, raw - protection - spared)
    if blow.light_after:
        points = halved(points, blow.light)
    return halved(points) if blow.multiple else points


READ = (
    None,
    Text(fr="dé rouge", en="red die"),
    Text(fr="dés blancs", en="white dice"),
    Text(fr="trois dés", en="three dice"),
)


READ_WITH_MORE = (
    Text(fr="dés en plus", en="extra dice"),
    Text(fr="dé rouge et dés en plus", en="red die and extra dice"),
    Text(fr="dés blancs et dés en plus", en="white dice and extra dice"),
    Text(fr="trois dés et dés en plus", en="three dice and extra dice"),
)


@lru_cache(maxsize=256)
def raw_tally(dice: int, blow: Blow, more: bool) -> Tally:
    """CEM-DMG-08: the damage of the attack as a sum with its terms."""
    shown = [DICE(dice, of=(READ_WITH_MORE if more else READ)[blow.read])] if dice else []
    tally = BOOK.sum("CEM-DMG-08:raw", *shown, BONUS(blow.bonus))
    return tally.plus(GROUP(blow.group)) if blow.group else tally


@lru_cache(maxsize=256)
def taken_tally(raw: int, protection: int, spared: int, by: Name | None = None) -> Tally:
    """CEM-DMG-05: the points a target loses as a sum with its terms; named if several are hurt."""
    terms = (DAMAGE(raw), -PROTECTION(protection), *((-HEROIC(spared),) if spared else ()))
    return BOOK.sum("CEM-DMG-05:whose", *terms).named(by) if by else BOOK.sum("CEM-DMG-05", *terms)


def tell_raw(roll: Roll, dice: int, blow: Blow, more: bool = False) -> None:
    """Explains steps 2 to 6 of CEM-DMG-08; `more`: dice were rolled besides those the weapon reads."""
    tally = raw_tally(dice, blow, more)
    roll.note(tally)
    if blow.light and not blow.light_after:
        tell_halved(roll, "CEM-PEN-02", tally.total, blow.light)


def tell_halved(roll: Roll, id: str, points: int, times: int) -> None:
    """Explains points divided by two so many times, and that the half was rounded up if it was."""
    after = halved(points, times)
    roll.note(id, before=points, after=after, rounded=after << times != points)


def tell_taken(roll: Roll, raw: int, protection: int, spared: int, blow: Blow, by: Name | None = None) -> None:
    """Explains steps 7 and 8 of CEM-DMG-08; `by` names the target where several are hurt."""
    tally = taken_tally(raw, protection, spared, by)
    roll.note(tally)
    left = max(0, tally.total)
    if tally.total < 0:
        roll.note("CEM-DMG-07")
    if blow.light_after and blow.light:
        tell_halved(roll, "CEM-PEN-02", left, blow.light)
        left = halved(left, blow.light)
    if blow.multiple:
        tell_halved(roll, "CEM-PRIME-05", left, 1)
