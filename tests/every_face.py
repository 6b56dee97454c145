"""The law of an action by trying every face of every die, one throw at a time: slow, and sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, TypeVar

from tablee.dice import Fed
from tablee.dice.choice import Plan, by_default
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.run import Done, Progress, Waiting, perform

T = TypeVar("T", bound=Hashable)
Alike = Callable[[int], tuple[int, ...]]
"""Of so many dice thrown at once, the sizes of the groups, in order, in which all dice are read alike."""


def none_alike(count: int) -> tuple[int, ...]:
    return (1,) * count


def all_alike(count: int) -> tuple[int, ...]:
    return (count,)


def throws(count: int, sides: int, alike: Alike) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every throw with its chance; dice that are read alike are told from the lowest up."""
    groups = [list(combinations_with_replacement(range(1, sides + 1), size)) for size in alike(count)]
    for groups_shown in product(*groups):
        orders = [factorial(len(some)) // prod(map(factorial, Counter(some).values())) for some in groups_shown]
        yield tuple(face for some in groups_shown for face in some), Fraction(prod(orders), sides**count)


def every_face(
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    read: Callable[[Done], T],
    plan: Plan = by_default,
    alike: Alike = none_alike,
) -> dict[T, Fraction]:
    """What is read of the end and how often, decisions answered by the plan; for actions that never start again."""
    found: dict[T, Fraction] = {}
    open_ends: list[tuple[Progress, tuple[int, ...], Fraction]] = [(Progress(), (), Fraction(1))]
    while open_ends:
        so_far, faces, chance = open_ends.pop()
        done = perform(action, scene, do, Fed(faces), Progress(answers=so_far.answers))
        if not isinstance(done, Waiting):
            end = read(done)
            found[end] = found.get(end, Fraction()) + chance
        elif done.dice is None:
            answers = {who: plan(who, decision) for who, decision in done.asked.items()}
            open_ends.append((done.answered(answers), faces, chance))
        else:
            ways = throws(done.dice.count, done.dice.sides, alike)
            open_ends += [(so_far, (*faces, *more), chance * share) for more, share in ways]
    return found
