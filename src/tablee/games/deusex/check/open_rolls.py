"""Open rolls: each 0 is kept, rolled again and added, without limit; their law, up to a bound nobody reaches."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

from tablee.dice import Question, d10, die
from tablee.dice.laws import summed
from tablee.dice.pools import Statistic
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.options import OPEN_ROLLS
from tablee.rules.action import Scene
from tablee.rules.why import Note

RARE = 10**12
"""DEX-OPEN-01: an open roll is computed up to a number of rerolls that fewer than one roll in RARE exceeds."""


def open_rolls_remark(_action: Any, scene: Scene[Any], do: Any) -> Note | None:
    """The remark that goes with the odds of open rolls, which count the rarest totals together."""
    return BOOK.note("DEX-OPEN-01:odds") if scene.option(OPEN_ROLLS) or getattr(do, "open", False) else None


LAST_FACES = die(9)  # where an open die stops: 1 to 9


def most_rerolls(dice: int) -> int:
    """DEX-OPEN-01: the number of rerolls, of all the dice together, that less than one roll in RARE exceeds."""
    rerolls, beyond, scale = 0, 10**dice - 9**dice, 10**dice
    while beyond * RARE // scale:
        rerolls += 1
        beyond = beyond * 10 - comb(dice + rerolls - 1, rerolls) * 9**dice
        scale *= 10
    return rerolls


def open_cap(dice: int) -> int:
    """The total under which odds count every roll with more rerolls than that: 1 above any other."""
    return 10 * most_rerolls(dice) + 9 * dice + 1


@cache
def open_faces(dice: int) -> Question[tuple[int, int]]:
    """DEX-DICE-04, DEX-OPEN-01, -02: the total of an open roll, and how many dice first showed a zero.

    With k rerolls in all the total is 10 k and one last face of 1 to 9 per die. `zeros` dice share these rerolls
    in comb(k − 1, zeros − 1) ways, each reroll being ten times rarer than the last.
    """
    most, cap = most_rerolls(dice), open_cap(dice)

    def read(faces: tuple[int, ...]) -> tuple[int, int]:
        return sum(faces), faces[:dice].count(10)  # dice thrown count for what they show

    def law() -> dict[tuple[int, int], int]:
        last = (dice * LAST_FACES).odds()
        found = {(face, 0): ways * 10**most for face, ways in last.items()}
        for zeros in range(1, dice + 1):
            chosen, all_told = comb(dice, zeros), 9 ** (dice - zeros) * 10**most
            again = {10 * k: comb(k - 1, zeros - 1) * 10 ** (most - k) for k in range(zeros, most + 1)}
            totals = summed(again, last) if again else {}
            found.update(((total, zeros), chosen * ways) for total, ways in totals.items())
            if beyond := all_told - sum(totals.values()):
                found[cap, zeros] = chosen * beyond
        return found

    return Statistic(f"total and zeros up to {most} rerolls", (dice * d10).open_ended(), read, law)
