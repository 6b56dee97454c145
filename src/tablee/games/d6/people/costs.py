"""What codes cost: the two tables and the two purses of 100 points (Les Caractéristiques, Calcul du niveau)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablee.errors import BadInput
from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import NOTHING, ONE_DIE, DieCode, with_code
from tablee.games.d6.options import BOOK_PRICES, Prices
from tablee.rules.why import Tally
from tablee.text import Text

PURSE = 100
FREE_PICKS = 3
PICK_PRICE = 10  # a reserved skill, or a pick beyond the free ones
HIGHEST_CHARACTERISTIC = DieCode(15)
HIGHEST_LEVEL = DieCode(29)

POINTS = BOOK.term("points")
COST = BOOK.term("cost")
EXTRA_PICKS = Text(fr="choix supplémentaires", en="more picks")
FREE = BOOK.term("free")
PICK = BOOK.term("pick")
PAID = BOOK.term("paid")

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
    """D6-CREATE-05: 100 points less what each thing costs, and whether that is allowed."""

    sum: Tally
    spend_all: bool

    @property
    def left(self) -> int:
        return self.sum.total

    @property
    def spent(self) -> int:
        return PURSE - self.left

    @property
    def valid(self) -> bool:
        """D6-CREATE-01: at most 100; what is left is lost, unless the table wants everything spent."""
        return self.left == 0 if self.spend_all else self.left >= 0


def _purse(id: str, costs: Iterable[tuple[Text, int]], prices: Prices) -> Purse:
    spent = (-COST(cost, of=what) for what, cost in costs if cost)
    return Purse(BOOK.sum(id, POINTS(PURSE), *spent), prices.spend_all)


def characteristic_purse(codes: Iterable[tuple[Text, DieCode]], prices: Prices) -> Purse:
    """D6-CREATE-01: what is left once characteristics, each with its name, are paid."""
    costs = ((with_code(name, code), characteristic_price(code)) for name, code in codes)
    return _purse("D6-CREATE-01:left", costs, prices)


class Picks(NamedTuple):
    """D6-SPEC-02, -03, -06, D6-SKILL-04: what specialities, crafts and reserved skills take of the three free picks."""

    taken: tuple[tuple[Text, int], ...]

    @property
    def used(self) -> int:
        return sum(count for _, count in self.taken)

    @property
    def extra(self) -> int:
        return max(0, self.used - FREE_PICKS)

    @property
    def left(self) -> Tally:
        """The free picks that are left; those beyond are paid in points."""
        bought = (PAID(self.extra),) if self.extra else ()
        return BOOK.sum(
            "D6-SPEC-02:left", FREE(FREE_PICKS), *(-PICK(count, of=what) for what, count in self.taken), *bought
        )


def skill_purse(levels: Iterable[tuple[Text, DieCode]], reserved: Iterable[Text], used: Picks, prices: Prices) -> Purse:
    """D6-CREATE-03: what is left once levels, reserved skills at 10, and picks beyond the third at 10 are paid."""
    costs = [(with_code(name, level), level_price(level, prices)) for name, level in levels]
    costs += [(name, PICK_PRICE) for name in reserved]
    return _purse("D6-CREATE-03:left", [*costs, (EXTRA_PICKS, PICK_PRICE * used.extra)], prices)


def raise_price(before: DieCode, after: DieCode, characteristic: bool, prices: Prices) -> int:
    """D6-ADV-01: the difference of the two prices of the table."""
    if after <= before:
        raise BadInput(NOT_AN_INCREASE, before=str(before), after=str(after))
    if characteristic:
        return characteristic_price(after) - characteristic_price(before)
    return level_price(after, prices) - level_price(before, prices)
