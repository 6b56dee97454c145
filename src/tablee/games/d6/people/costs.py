"""What codes cost: the two tables and the two purses of 100 points (Les Caractéristiques, Calcul du niveau)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablee.errors import BadInput
from tablee.games.d6.codes import NOTHING, ONE_DIE, DieCode
from tablee.games.d6.options import BOOK_PRICES, Prices
from tablee.text import Text

PURSE = 100
FREE_PICKS = 3
PICK_PRICE = 10  # a reserved skill, or a pick beyond the free ones
HIGHEST_CHARACTERISTIC = DieCode(15)
HIGHEST_LEVEL = DieCode(29)

OUT_OF_TABLE = Text(
    fr="Le code {code} n'est pas dans la table des prix, qui va de {low} à {high}.",
    en="The code {code} is not in the table of prices, which runs from {low} to {high}.",
)
NOT_AN_INCREASE = Text(
    fr="{after} n'est pas plus que {before} : il n'y a rien à acheter.",
    en="{after} is not more than {before}: there is nothing to buy.",
)


def characteristic_price(code: DieCode) -> int:
    """D6-CREATE-02: 1D is free and 5D costs 30; a pip costs as much as the code has dice."""
    _within(code, ONE_DIE, HIGHEST_CHARACTERISTIC)
    return 3 * code.dice * (code.dice - 1) // 2 + code.dice * code.pips


def level_price(code: DieCode, prices: Prices = BOOK_PRICES) -> int:
    """D6-CREATE-04: 0 is free and 1D costs 3; a pip costs one more than the code has dice. 9D+2 is printed 145."""
    _within(code, NOTHING, HIGHEST_LEVEL)
    if code == HIGHEST_LEVEL:
        return prices.highest_level
    return 3 * code.dice * (code.dice + 1) // 2 + (code.dice + 1) * code.pips


def _within(code: DieCode, low: DieCode, high: DieCode) -> None:
    if not low <= code <= high:
        raise BadInput(OUT_OF_TABLE, code=str(code), low=str(low), high=str(high))


class Purse(NamedTuple):
    """D6-CREATE-05: points spent out of 100, and whether that is allowed."""

    spent: int
    spend_all: bool

    @property
    def left(self) -> int:
        return PURSE - self.spent

    @property
    def valid(self) -> bool:
        """D6-CREATE-01: at most 100; what is left is lost, unless the table wants everything spent."""
        return self.left == 0 if self.spend_all else self.left >= 0


def characteristic_purse(codes: Iterable[DieCode], prices: Prices) -> Purse:
    """D6-CREATE-01: what the characteristics cost."""
    return Purse(sum(map(characteristic_price, codes)), prices.spend_all)


class Picks(NamedTuple):
    """D6-SPEC-02, -06: picks used by specialities, crafts and reserved skills taken in their place."""

    used: int

    @property
    def extra(self) -> int:
        return max(0, self.used - FREE_PICKS)

    @property
    def points(self) -> int:
        return PICK_PRICE * self.extra


def picks(specialities: Sequence[int], reserved: int, crafts: int, narrow: int) -> Picks:
    """D6-SPEC-03, -06, D6-SKILL-04: one pick each; `narrow` is what a speciality of level 2 takes."""
    return Picks(sum(narrow if level == 2 else 1 for level in specialities) + reserved + crafts)


def skill_purse(levels: Iterable[DieCode], reserved_by_points: int, used: Picks, prices: Prices) -> Purse:
    """D6-CREATE-03: levels, reserved skills at 10, picks beyond the third at 10."""
    bought = sum(level_price(level, prices) for level in levels)
    return Purse(bought + PICK_PRICE * reserved_by_points + used.points, prices.spend_all)


def raise_price(before: DieCode, after: DieCode, characteristic: bool, prices: Prices) -> int:
    """D6-ADV-01: the difference of the two prices of the table."""
    if after <= before:
        raise BadInput(NOT_AN_INCREASE, before=str(before), after=str(after))
    if characteristic:
        return characteristic_price(after) - characteristic_price(before)
    return level_price(after, prices) - level_price(before, prices)
