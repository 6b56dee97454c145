"""What an evening comes to, from one seat's own lines: rolls, dice, words, and the luck of each.

Luck holds successes against those that the chances before the dice promised, with their standard deviation: rolls whose
chances the seat was not told are not in it, nor rolls that it did not see, that were taken back or that could only end
one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from tablee.dice.throw import Rolled
from tablee.table.lines import Line, Unseen
from tablee.table.log.events import Event
from tablee.table.log.state import Character

ARRIVING = ("moved/1", "relinked/1")  # no part of an evening: its table is in another house now, with new links


@dataclass
class Luck:
    """The rolls of a character: the chance that each had to succeed, and how many did."""

    successes: int = 0
    chances: list[float] = field(default_factory=list)

    @property
    def rolls(self) -> int:
        return len(self.chances)

    @property
    def expected(self) -> float:
        """How many successes were to be expected."""
        return sum(self.chances)

    @property
    def variance(self) -> float:
        return sum(chance * (1 - chance) for chance in self.chances)

    @property
    def deviation(self) -> float:
        """How far from what is expected such rolls usually end: nearer than this, about two times out of three."""
        return sqrt(self.variance)

    @property
    def more(self) -> float:
        """Successes beyond those that were expected; below zero if there were fewer."""
        return self.successes - self.expected

    @property
    def as_far(self) -> float:
        """The chance that the same rolls end as far from what is expected, or farther: exact, roll by roll."""
        law = [1.0]  # chance of each number of successes so far
        for chance in self.chances:
            law = [
                (law[n] * (1 - chance) if n < len(law) else 0.0) + (law[n - 1] * chance if n else 0.0)
                for n in range(len(law) + 1)
            ]
        far = sum(one for n, one in enumerate(law) if abs(n - self.expected) >= abs(self.more) - 1e-9)
        return min(1.0, round(far, 9))


@dataclass
class Statistics:
    """What lines come to. Luck is by character, "" for all that nobody plays or may take: the MJ's."""

    began: float = 0.0
    ended: float = 0.0
    actions: int = 0
    rolls: int = 0
    words: int = 0
    undone: int = 0
    uncounted: int = 0  # rolls whose chances the seat was not told
    faces: dict[int, Counter[int]] = field(default_factory=dict)  # sides → how often each face fell
    luck: dict[str, Luck] = field(default_factory=dict)

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return sum(sum(found.values()) for found in self.faces.values())


def statistics(lines: Sequence[Line], cast: Mapping[str, Character]) -> Statistics:
    """What the lines of a seat come to; `cast` says who plays whom."""
    found = Statistics()
    if lines:
        played = [line.at for line in lines if line.name not in ARRIVING] or [lines[-1].at]
        found.began, found.ended = played[0], played[-1]
    struck, told = taken_back(lines), set[int]()
    for line in lines:
        what: Any = line.what
        if isinstance(what, Unseen) or getattr(what, "of", 0) in told:  # disclosed since: the dice are those of before
            continue
        if what.is_done:
            told.add(line.n)
            found.actions += bool(line.by) and line.n not in struck
            if line.n not in struck:
                _luck(found, what, cast)
        if what.is_done or (what.is_roll and line.name == "rolled/1"):
            _dice(found, what.rolls)
        found.words += line.name == "said/1" and what.kind in ("say", "me")
    found.undone = len(struck & told)
    return found


def taken_back(lines: Iterable[Line | Event]) -> set[int]:
    """The lines that were taken back and do not stand again."""
    struck: set[int] = set()
    for line in lines:
        struck |= set(getattr(line.what, "struck", ()))
        struck -= set(getattr(line.what, "again", ()))
    return struck


def _dice(found: Statistics, rolls: Sequence[Rolled]) -> None:
    found.rolls += bool(rolls)
    for roll in rolls:
        found.faces.setdefault(roll.sides, Counter()).update(roll.faces)


def _luck(found: Statistics, done: Any, cast: Mapping[str, Character]) -> None:
    """Count a roll of the character who acted, if its chances are known."""
    if not done.actor or not done.rolls or not done.parts:
        return
    if not done.success:
        found.uncounted += 1
        return
    chance = Fraction(done.success)
    who = cast.get(done.actor)
    if 0 < chance < 1:
        whose = done.actor if who and (who.owner or who.free) else ""
        luck = found.luck.setdefault(whose, Luck())
        luck.chances.append(float(chance))
        luck.successes += done.parts[0].good
