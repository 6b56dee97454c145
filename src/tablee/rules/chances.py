"""chances(): the exact odds of an action as people read them: by grade, by amount, the sums before the dice, each face.

Laws come from the action itself; this module only reads them: a page and a terminal draw what it answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from tablee.dice.choice import Plan, by_default
from tablee.dice.odds import Odds
from tablee.dice.rule import MOST_LEAVES
from tablee.dice.throw import Fed
from tablee.rules.action import Action, Part, Scene
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.run import Done, Parts, Waiting, perform
from tablee.rules.why import Tally

MOST_FACES = 20  # a larger die is not told face by face


@dataclass(frozen=True)
class GradeChance:
    """How likely these grades are together, one for each person concerned; amounts are left out."""

    parts: Parts
    chance: Fraction


@dataclass(frozen=True)
class AmountChances:
    """The law of one amount (damage) for one person, 0 where they have none."""

    who: str
    amount: str
    law: Odds[int]

    @property
    def mean(self) -> Fraction:
        return self.law.mean(int)

    @property
    def deviation(self) -> float:
        """The standard deviation: how far from the mean it usually falls."""
        return sqrt(self.law.mean(lambda value: (value - self.mean) ** 2))

    def at_least(self, value: int) -> Fraction:
        """The chance of this much or more."""
        return self.law.chance(lambda amount: amount >= value)


@dataclass(frozen=True)
class FaceResult:
    """What one face of the only die would do."""

    face: int
    parts: Parts


@dataclass(frozen=True)
class Chances:
    """The odds of an action, of everybody it concerns or of one person (`of`)."""

    of: str
    grades: tuple[GradeChance, ...]  # the likeliest first
    amounts: tuple[AmountChances, ...]  # those that vary


@dataclass(frozen=True)
class Foreseen:
    """What can be told of an action before its dice."""

    sums: tuple[Tally, ...]  # what is added up before any die
    chances: tuple[
        Chances, ...
    ]  # of everybody together if that can be counted, and each target's own if there are several
    faces: tuple[FaceResult, ...]  # where one die decides


def foreseen(
    game: Game,
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    plan: Plan = by_default,
    most: int = MOST_LEAVES,
) -> Foreseen:
    """What can be told of an action before its dice, the plan answering decisions; TooMany if there is too much."""
    laws = game.odds(action, scene, do, plan, most)
    return Foreseen(sums_before_dice(action, scene, do), chances_of(laws), faces_of(action, scene, do))


def chances_of(laws: Mapping[str, Odds[Parts]]) -> tuple[Chances, ...]:
    """The laws that `Game.odds` gives, by grade and by amount."""
    return tuple(Chances(who, by_grade(law), by_amount(law)) for who, law in laws.items())


def by_grade(law: Odds[Parts]) -> tuple[GradeChance, ...]:
    """The chance of each way to come out, amounts left out, the likeliest first."""
    graded = law.read(lambda parts: tuple(Part(part.who, part.grade) for part in parts))
    return tuple(
        GradeChance(parts, chance) for parts, chance in sorted(graded.fractions().items(), key=lambda item: -item[1])
    )


def by_amount(law: Odds[Parts]) -> tuple[AmountChances, ...]:
    """The law of each amount that varies, person by person."""
    named = dict.fromkeys((part.who, name) for parts in law for part in parts for name, _ in part.amounts)
    laws = [AmountChances(who, amount, amount_law(law, who, amount)) for who, amount in named]
    return tuple(one for one in laws if len(one.law) > 1)


def amount_law(law: Odds[Parts], who: str, amount: str) -> Odds[int]:
    """The law of one amount for one person, 0 where they have none."""
    return law.read(lambda parts: sum(part.amount(amount) for part in parts if part.who == who))


def sums_before_dice(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> tuple[Tally, ...]:
    """The sums that an action makes before its first die, decisions on their defaults."""
    return tuple(item for item in _until_dice(action, scene, do, []).why if isinstance(item, Tally))


def faces_of(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> tuple[FaceResult, ...]:
    """What each face would do, where an action throws one die and nothing else; nothing otherwise."""
    before = _until_dice(action, scene, do, [])
    if isinstance(before, Done) or before.dice is None or before.dice.count != 1 or before.dice.sides > MOST_FACES:
        return ()
    results = []
    for face in range(1, before.dice.sides + 1):
        after = _until_dice(action, scene, do, [face])
        if not isinstance(after, Done):
            return ()
        results.append(FaceResult(face, after.outcome.parts))
    return tuple(results)


def _until_dice(action: Action[Any, Any], scene: Scene[Any], do: Declared, faces: list[int]) -> Done | Waiting:
    """An action with these faces, decisions on their defaults, until it ends or needs more dice."""
    known = perform(action, scene, do, Fed(faces))
    while isinstance(known, Waiting) and known.asked:
        fed = [face for roll in known.progress.rolls for face in roll.faces]
        known = perform(action, scene, do, Fed(faces[len(fed) :]), known.by_default())
    return known
