"""balance(): how many of some foes make a fight even; a number searched for a target chance, with its uncertainty."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from tablee.errors import BadInput
from tablee.lab.fights import Fight, Result, fight
from tablee.lab.setups import MOST_PEOPLE
from tablee.text import Text

MOST = MOST_PEOPLE // 2
FIGHTS = 625  # for each number tried: a standard error of two points at most
FEW, FAR = 40, 0.35  # so few are enough where the chance is so far from the target: four standard errors and more
BEGINS = 0.95  # below it the first side begins to lose: numbers are tried more closely
BAD_TARGET = Text(
    fr="La chance visée va de 1 % à 99 %, pas {target}.", en="The target chance goes from 1% to 99%, not {target}."
)


@dataclass(frozen=True)
class Tried:
    """A number of foes, and what came of the fight."""

    count: int
    result: Result


@dataclass(frozen=True)
class Balance:
    """The number whose fight comes nearest to the target, all those tried, and whether more would still be too few.

    `sure` says whether the target lies further than two standard errors from the chances of every other number tried.
    """

    who: str
    target: float
    best: int
    sure: bool
    bounded: bool  # the target lies between two numbers tried, or on one of them
    tried: tuple[Tried, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def balance(asked: Fight, who: str, target: float = 0.5, most: int = MOST) -> Balance:
    """How many of `who` on the second side give the first side that chance to win: 1, 2, 4… while all is won, then by
    small steps, then in between.
    """
    if not 0.01 <= target <= 0.99:
        raise BadInput(BAD_TARGET, target=target)
    others = tuple(one for one in asked.two if one != who)
    room = min(most, MOST_PEOPLE - len(asked.one) - len(others))
    tried: dict[int, Result] = {}

    def wins(count: int) -> float:
        if count not in tried:
            tried[count] = _weighed(replace(asked, two=(*others, *[who] * count)), target)
        return tried[count].wins[0].value

    low, high = 0, 1
    while wins(high) > target and high < room:
        step = high if wins(high) > BEGINS else max(1, high // 8)
        low, high = high, min(high + step, room)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if wins(middle) > target else (low, middle)
    for count in {low, high} & tried.keys():  # those on either side of the target, told apart well
        tried[count] = _well(tried[count], replace(asked, two=(*others, *[who] * count)))
    best = min(tried, key=lambda count: (abs(tried[count].wins[0].value - target), count))
    near = [count for count, one in tried.items() if abs(one.wins[0].value - target) <= 2 * one.wins[0].error]
    bounded = wins(high) <= target
    listed = tuple(Tried(count, tried[count]) for count in sorted(tried))
    return Balance(who, target, best, all(count == best for count in near), bounded, listed)


def _weighed(asked: Fight, target: float) -> Result:
    """What comes of a fight: as many as told; else few where they leave no doubt, more near the target."""
    if asked.fights is not None:
        return fight(asked)
    few = fight(replace(asked, fights=FEW))
    return _well(few, asked) if abs(few.wins[0].value - target) <= FAR else few


def _well(found: Result, asked: Fight) -> Result:
    """What comes of a fight, thrown more often if it was thrown only a few times and nobody told how many."""
    few = asked.fights is None and found.method != "exact" and found.fights < FIGHTS
    return fight(replace(asked, fights=FIGHTS)) if few else found
