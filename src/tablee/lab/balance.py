"""balance(): how many copies of a combatant make a fight even; a number searched for a target chance, with its
uncertainty.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from tablee.errors import BadInput
from tablee.lab.fights import MANY, Fight, Result, fight
from tablee.lab.setups import MAX_PEOPLE
from tablee.text import Text

MOST = MAX_PEOPLE // 2
FIGHTS = 625  # for each number tried: a standard error of two points at most
FEW, FAR = 40, 0.35  # so few are enough where the chance is so far from the target: four standard errors and more
CROWD_STATES = 2_000  # situations of an exact answer among many people
BEGINS = 0.95  # below it the other side begins to lose: numbers are tried more closely
NEVER = 0.999  # of fights without a winner: all of them, but for rounding
TOO_FAR = 0.1  # of chance from the target: a single one is too many
BAD_TARGET = Text(
    fr="La chance visée va de 1 % à 99 %, pas {target} %.", en="The target chance goes from 1% to 99%, not {target}%."
)
NOBODY_WINS = Text(
    fr="Avec {count} × {who}, personne ne gagne ce combat : aucun camp ne fait tomber l'autre. Changez la façon de "
    "jouer d'un camp, ou les personnages.",
    en="With {count} × {who}, nobody wins this fight: neither side brings the other down. Change how a side plays, or "
    "the characters.",
)
ON_BOTH = Text(
    fr="« {who} » est dans les deux camps : dites de qui d'autre faire varier le nombre.",
    en="“{who}” is on both sides: say whose number else varies.",
)


@dataclass(frozen=True)
class Tried:
    """A number of people, and what came of the fight."""

    count: int
    result: Result


@dataclass(frozen=True)
class Balance:
    """The number whose fight comes nearest to the target, all those tried, and whether more would still be too few
    or one is already too many.

    `sure` says whether the target lies further than two standard errors from the chances of every other number tried.
    """

    who: str
    target: float
    best: int
    sure: bool
    bounded: bool  # the target lies between two numbers tried, or on one of them
    already: bool  # a single one goes past the target, and by far
    tried: tuple[Tried, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def balance(asked: Fight, who: str, target: float = 0.5, most: int = MOST) -> Balance:
    """How many of `who`, on the side where they are (else the second), give the first side that chance to win: 1, 2, 4…
    while they are far too few, then by small steps, then in between.
    """
    if not 0.01 <= target <= 0.99:
        raise BadInput(BAD_TARGET, target=round(100 * target))
    if who in asked.one and who in asked.two:
        raise BadInput(ON_BOTH, who=who)
    ours = who in asked.one
    others = tuple(one for one in (asked.one if ours else asked.two) if one != who)
    room = min(most, MAX_PEOPLE - len(asked.two if ours else asked.one) - len(others))
    tried: dict[int, Result] = {}

    def so_many(count: int) -> Fight:
        side = (*others, *[who] * count)
        crowd = replace(asked, one=side) if ours else replace(asked, two=side)
        quick = len(crowd.one) + len(crowd.two) > MANY  # many numbers are tried: none of them for long
        return replace(crowd, most_states=min(asked.most_states, CROWD_STATES)) if quick else crowd

    def short(count: int, share: float) -> bool:
        """Whether the side opposite to `who` still has more than a share of the fights."""
        if count not in tried:
            tried[count] = _weighed(so_many(count), target)
            if tried[count].unfinished > NEVER:
                raise BadInput(NOBODY_WINS, count=count, who=who)
        return (1 - tried[count].wins[0].value if ours else tried[count].wins[0].value) > share

    aim = 1 - target if ours else target
    low, high = 0, 1
    while short(high, aim) and high < room:
        step = high if short(high, BEGINS) else max(1, high // 8)
        low, high = high, min(high + step, room)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if short(middle, aim) else (low, middle)
    for count in {low, high} & tried.keys():  # those on either side of the target, told apart well
        tried[count] = _well(tried[count], so_many(count))
    best = min(tried, key=lambda count: (abs(tried[count].wins[0].value - target), count))
    near = [count for count, one in tried.items() if abs(one.wins[0].value - target) <= 2 * one.wins[0].error]
    bounded = not short(high, aim)
    already = high == 1 and bounded and abs(tried[1].wins[0].value - target) > TOO_FAR
    listed = tuple(Tried(count, tried[count]) for count in sorted(tried))
    return Balance(who, target, best, all(count == best for count in near), bounded, already, listed)


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
