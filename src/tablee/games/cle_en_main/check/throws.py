"""The dice of a test: what they show, what they decide by themselves (Fiches 2 and 3)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Odds, Question, Roll, d6, rule, together
from tablee.dice.question import Player
from tablee.dice.unread import lying

AUTO_FAILURE, AUTO_SUCCESS = -1, 1
FIXED = 11  # 10.5 rounded up (CEM-AUTO11-01)
FIXED_DAMAGE = (0, 4, 7, 11)  # by number of damage dice: red 3.5 rounded up, whites 7 (CEM-AUTO11-02)


RED = d6.named("red")
WHITES = (2 * d6).named("white").total_and_count(6)
HEROIC = d6.named("heroic")
THREE = (3 * d6).total_and_count(6)


class ThreeDice(NamedTuple):
    """The three dice of a test, and what is added to them or takes their place."""

    heroic: bool = False  # the fourth die of CEM-HERO-03
    atout: int = 0  # dice an atout adds
    lucky: bool = False  # two 6s are enough (atout Né coiffé)
    base_three_only: bool = False  # the table's reading of three 6s with more dice
    fixed: bool = False  # 11 automatique
    leading: int = 0  # dice an atout adds if one leads a team (CEM-COOP-04)

    @property
    def number(self) -> int:
        return 3 + self.heroic + self.atout + self.leading


THREE_DICE = ThreeDice()


class DiceResult(NamedTuple):
    """The dice of one test: their sum, and whether they decide by themselves."""

    dice: int
    auto: int = 0  # AUTO_FAILURE, 0 or AUTO_SUCCESS
    damage: int = 0  # of an attack: what its damage dice show, heroic and atout dice included
    sixes: int = 0  # of an attack with a 6+ weapon: how many of those dice show 6
    heroic: int = 0  # of a defence: what its heroic die will spare
    leading: int = 0  # what the dice that count if one leads add to the sum; an automatic result reads them already

    def strength(self) -> DiceResult:
        """What decides who wins."""
        return DiceResult(self.dice, self.auto, leading=self.leading)


NOTHING = DiceResult(0)


def automatic(roll: Roll, dice: ThreeDice, total: int, base_sixes: int, more_sixes: int) -> int:
    """CEM-TEST-02: -1 if every die shows 1, 1 for three 6s (two with Né coiffé), else 0."""
    if total == dice.number:
        roll.note("CEM-TEST-02:ones")
        return AUTO_FAILURE
    sixes = base_sixes if dice.base_three_only else base_sixes + more_sixes
    if sixes >= (2 if dice.lucky else 3):
        roll.note("CEM-TEST-02:sixes", sixes=sixes)
        return AUTO_SUCCESS
    return 0


@rule
def plain_dice(roll: Roll, dice: ThreeDice = THREE_DICE) -> DiceResult:
    """CEM-TEST-01, -02, CEM-HERO-03, CEM-AUTO11-01: three dice, more with heroism or an atout, or a flat 11."""
    if dice.fixed:
        roll.note("CEM-AUTO11-01")
        return DiceResult(FIXED)

    def read(three: tuple[int, int], heroic: int = 0, atout: tuple[int, int] = (0, 0)) -> DiceResult:
        total, leading = three[0] + heroic + atout[0], atout[0] if dice.leading else 0
        auto = automatic(roll, dice, total, three[1], (heroic == 6) + atout[1])
        return DiceResult(total - leading, auto, heroic=heroic, leading=leading)

    if not dice.heroic and not dice.atout and not dice.leading:
        return roll.then(THREE, read)
    if not dice.atout and not dice.leading:
        return roll.then(together(THREE, HEROIC), lambda faces: read(*faces))
    more = _atout_dice(dice.atout or dice.leading)
    if not dice.heroic:
        return roll.then(together(THREE, more), lambda faces: read(faces[0], 0, faces[1]))
    return roll.then(together(THREE, HEROIC, more), lambda faces: read(*faces))


@rule
def attack_dice(roll: Roll, read: int, dice: ThreeDice = THREE_DICE, six_plus: bool = False) -> DiceResult:
    """CEM-DMG-01, -02, -04, CEM-AUTO11-02: the same test, one die red and two white, since damage is read on them.

    `read` is how many of the three are damage dice: the red one, the two whites, or all of them. Heroic and atout dice
    always count. With a 6+ weapon the 6s among the damage dice are counted too (CEM-EQUIP-10).
    """
    if dice.fixed:
        roll.note("CEM-AUTO11-01")
        return DiceResult(FIXED, damage=FIXED_DAMAGE[read])

    def seen(shown: Sorted, leading: tuple[int, int] = (0, 0)) -> DiceResult:
        (damage, sixes), (other, other_sixes), (more, more_sixes) = shown
        more, more_sixes = more + leading[0], more_sixes + leading[1]
        total, base_sixes = damage + other + more, sixes + other_sixes
        remarkable = total == dice.number or base_sixes + more_sixes >= 2  # nothing is automatic otherwise
        auto = automatic(roll, dice, total, base_sixes, more_sixes) if remarkable else 0
        counted = sixes + more_sixes if six_plus else 0
        return DiceResult(total - leading[0], auto, damage + more, counted, leading=leading[0])

    if dice.leading:
        both = together(Colours(read, dice._replace(leading=0)), _atout_dice(dice.leading))
        return roll.then(both, lambda faces: seen(*faces))
    return roll.then(Colours(read, dice), seen)


NO_SIX = (0, 0)  # nor anything else
NONE = Odds({NO_SIX: 1})
Sorted = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""The dice read for damage, those of the other colour, those of heroism and atouts: the sum of each, and their 6s."""


class Colours(Question[Sorted]):
    """CEM-DMG-01, -02, -04: the red die, the two whites, then the others. Heroic and atout dice are damage dice too:
    unless the table reads three 6s on the first three alone, nothing tells them from those of the weapon's colour.
    """

    __slots__ = ("dice", "read")

    def __init__(self, read: int, dice: ThreeDice) -> None:
        self.read, self.dice = read, dice

    def __repr__(self) -> str:
        return f"colours({self.read!r}, {self.dice!r})"

    def odds(self) -> Odds[Sorted]:
        more = self.dice.number - 3
        counts = (self.read, 3 - self.read, more) if self.dice.base_three_only else (self.read + more, 3 - self.read, 0)
        laws = [(count * d6).total_and_count(6).odds() if count else NONE for count in counts]
        return Odds(
            {(a, b, c): u * v * w for a, u in laws[0].items() for b, v in laws[1].items() for c, w in laws[2].items()}
        )

    def play(self, player: Player) -> Sorted:
        red, whites = RED.play(player), WHITES.play(player)
        heroic = HEROIC.play(player) if self.dice.heroic else 0
        more = _atout_dice(self.dice.atout).play(player) if self.dice.atout else NO_SIX
        return *_by_colour(self.read, (red, red == 6), whites), _both((heroic, heroic == 6), more)


def _by_colour(read: int, red: tuple[int, int], whites: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """CEM-DMG-01: the dice read for damage (the red one, the two whites, or all three), then the others."""
    if read == 1:
        return red, whites
    if read == 2:
        return whites, red
    return (_both(red, whites), NO_SIX) if read else (NO_SIX, _both(red, whites))


def _both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _atout_dice(count: int) -> Question[tuple[int, int]]:
    return (count * d6).named("atout").total_and_count(6)


NO_DICE = lying(NOTHING)
