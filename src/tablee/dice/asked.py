"""odds(), roll(): dice asked for as people type them, or as pools."""

from __future__ import annotations

from typing import overload

from tablee.dice.notation import parse
from tablee.dice.odds import Odds
from tablee.dice.question import Question
from tablee.dice.throw import Dice, Thrown, throw


@overload
def odds(dice: str) -> Odds[int]: ...
@overload
def odds(dice: Question[int]) -> Odds[int]: ...
def odds(dice: str | Question[int]) -> Odds[int]:
    """The exact law of dice: typed (`"4d6kh3"`), or as a pool or a sum of them (`2 * d6 + 3`).

    Of a comparison (`"3d6 > 10"`) it is the law of 1, it holds, and 0.

    >>> odds("3d6").p(18), odds("3d6 > 10").mean()
    (Fraction(1, 216), Fraction(1, 2))
    """
    if not isinstance(dice, str):
        return dice.odds()
    asked = parse(dice)
    return asked.success().odds().read(int) if asked.compare else asked.question().odds()


def roll(dice: str | Question[int], faces: Dice | None = None) -> Thrown[int]:
    """Dice thrown, or with the faces given: what came out, and the faces.

    >>> from tablee.dice import Fed
    >>> roll("3d6+2", Fed([4, 6, 2])).outcome
    14
    """
    return throw(parse(dice).question() if isinstance(dice, str) else dice, faces)
