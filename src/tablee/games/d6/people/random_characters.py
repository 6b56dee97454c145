"""A random character that the rules of creation allow, drawn by dice from the table's lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from tablee.dice import Odds, Question, Roll
from tablee.dice.question import Player
from tablee.games.d6.codes import ONE_DIE, DieCode
from tablee.games.d6.lists.contents import Lists
from tablee.games.d6.options import BOOK_PRICES, Prices, prices
from tablee.games.d6.people.costs import (
    FREE_PICKS,
    HIGHEST_CHARACTERISTIC,
    HIGHEST_LEVEL,
    PICK_PRICE,
    PURSE,
    characteristic_price,
    level_price,
)
from tablee.games.d6.people.creation import create, no_speciality
from tablee.games.d6.people.draft import Bought, Draft
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Ended, Kind, Scene, action
from tablee.rules.fields import CALLED, Annotated, Ask, Declared, Label
from tablee.rules.forms import IDENTITY
from tablee.rules.why import Note

T = TypeVar("T")
RAISED = 12  # common skills that get a level, about
USUAL_LEVEL = DieCode(9)  # levels drawn go up to 3D, further only if the points could not be spent otherwise


Draw = Callable[[int], int]
"""A number from 0 up to, not including, this one."""


@dataclass(frozen=True)
class RandomNumbers(Question[tuple[int, ...]]):
    """The numbers that `use` draws, as many as it asks for, thrown on dice.

    No part of an outcome depends on them, so the law does not compute them: it has one answer, all zeros.
    """

    use: Callable[[Draw], object] = field(repr=False)

    def odds(self) -> Odds[tuple[int, ...]]:
        return Odds({self._drawn(lambda _sides: 0): 1})

    def play(self, player: Player) -> tuple[int, ...]:
        return self._drawn(lambda sides: player.faces(1, sides, "")[0] - 1)

    def _drawn(self, source: Draw) -> tuple[int, ...]:
        drawn: list[int] = []

        def draw(sides: int) -> int:
            drawn.append(source(sides) if sides > 1 else 0)
            return drawn[-1]

        self.use(draw)
        return tuple(drawn)


def some(items: Sequence[T], count: int, draw: Draw) -> list[T]:
    """`count` of the items, drawn one after the other."""
    left = list(items)
    return [left.pop(draw(len(left))) for _ in range(min(count, len(left)))]


@cache
def reachable(points: int, count: int, prices: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """By number of codes, from none to `count`: what so many codes can cost together, within the points."""
    reached = [frozenset({0})]
    for _ in range(count):
        reached.append(frozenset(spent + price for spent in reached[-1] for price in prices if spent + price <= points))
    return tuple(reached)


def spread(points: int, count: int, prices: Mapping[DieCode, int], draw: Draw) -> list[DieCode]:
    """`count` random codes that together cost the points exactly, or as near as can be."""
    reached = reachable(points, count, tuple(prices.values()))
    codes, left = [], max(reached[-1])
    for others in reversed(reached[:-1]):
        fitting = [code for code, price in prices.items() if left - price in others]
        code = fitting[draw(len(fitting))]
        codes.append(code)
        left -= prices[code]
    return codes


def random_draft(lists: Lists, name: str, feminine: bool, draw: Draw, prices: Prices = BOOK_PRICES) -> Draft:
    """D6-CREATE-01…06: both purses spent, the three picks used, nothing refused."""
    keys = some(tuple(lists.characteristics), len(lists.characteristics), draw)
    dice = {
        DieCode(rank): characteristic_price(DieCode(rank))
        for rank in range(ONE_DIE.rank, HIGHEST_CHARACTERISTIC.rank + 1)
    }
    characteristics = dict(zip(keys, spread(PURSE, len(keys), dice, draw), strict=True))

    crafts = some(tuple(lists.of_kind("craft")), draw(2), draw)
    reserved = some(tuple(lists.of_kind("reserved")), draw(3), draw)
    paid: list[Bought] = ["points" if draw(2) else "speciality" for _ in reserved]
    free = FREE_PICKS - len(crafts) - paid.count("speciality")
    allowed = [word for word in lists.specialities if no_speciality(word, lists) is None]
    specialities: list[str] = []
    for word in some(allowed, free, draw):
        free -= prices.narrow if lists.level_of(word) == 2 else 1
        specialities += [word] if free >= 0 else []

    raised = [*crafts, *reserved, *some(tuple(lists.of_kind("common")), RAISED, draw)]
    points = PURSE - PICK_PRICE * paid.count("points")
    levels = dict(zip(raised, spread(points, len(raised), level_prices(points, len(raised)), draw), strict=True))
    return Draft(
        name=name,
        feminine=feminine,
        characteristics={key: characteristics[key] for key in lists.characteristics},
        levels={skill: level for skill, level in levels.items() if level.rank},
        reserved=dict(zip(reserved, paid, strict=True)),
        crafts=tuple(crafts),
        specialities=tuple(specialities),
        weapons=tuple(some(tuple(lists.weapons), 1, draw)),
        armour=next(iter(some(tuple(lists.armours), draw(2), draw)), ""),
    )


def level_prices(points: int, count: int) -> dict[DieCode, int]:
    """The levels to draw from: up to 3D, or as high as it takes to spend so much on so few skills."""
    highest = USUAL_LEVEL
    while count * level_price(highest) < points and highest < HIGHEST_LEVEL:
        highest = DieCode(highest.rank + 1)
    return {DieCode(rank): price for rank in range(highest.rank + 1) if (price := level_price(DieCode(rank))) <= points}


class Called(Declared):
    """What the newcomer is called."""

    name: Annotated[str, CALLED, Label(fr="Nom", en="Name"), Ask(IDENTITY)]
    feminine: Annotated[bool, Label(fr="Féminin", en="Feminine"), Ask(IDENTITY)] = False


def cannot_draw(scene: Scene[Sheet], do: Called | None) -> Note | None:
    return create.refuse(scene, Draft(name=do.name)) if do and not do.name.strip() else None


@action(
    "d6.random",
    Called,
    fr="Tirer un personnage au sort",
    en="Draw a random character",
    refuse=cannot_draw,
    kind=Kind.PEOPLE,
)
def draw_character(scene: Scene[Sheet], do: Called, roll: Roll) -> Ended:
    """D6-CREATE-06: a legal character, chosen by dice that are kept on record."""

    def drafted(draw: Draw) -> Draft:
        return random_draft(lists_of(scene), do.name, do.feminine, draw, prices(scene))

    numbers: tuple[int, ...] = roll(RandomNumbers(drafted))
    left = iter(numbers)
    return create.resolve(scene, drafted(lambda _sides: next(left)), roll)
