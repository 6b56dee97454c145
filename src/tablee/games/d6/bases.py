"""Bases and averages: what skills and secondary values make of characteristics (Calcul de la base).

>>> from tablee.games.d6.codes import parse
>>> str(base_from_sum(sum_of("2xF + A", {"F": parse("4D"), "A": parse("3D")})))
'3D'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tablee.errors import BadInput
from tablee.games.d6.codes import DieCode, total
from tablee.text import Text

_TERM = re.compile(r"(?:(?P<times>[1-9])[x×])?(?P<key>[^\W\d_]+)", re.IGNORECASE)

BAD_FORMULA = Text(
    fr="« {formula} » n'est pas une formule : écrivez par exemple 2xF + A.",
    en="“{formula}” is not a formula: write 2xF + A for instance.",
)
NO_CHARACTERISTIC = Text(
    fr="La formule « {formula} » demande « {key} », qui n'est pas une caractéristique de la liste : {known}.",
    en="The formula “{formula}” needs “{key}”, which is not a characteristic of the list: {known}.",
)
Weights = tuple[tuple[str, int], ...]


@lru_cache(maxsize=1024)
def weights(formula: str) -> Weights:
    """D6-BASE-02: `2xF + A` is twice F and once A."""
    terms = [_TERM.fullmatch("".join(term.split())) for term in formula.split("+")]
    if not all(terms):
        raise BadInput(BAD_FORMULA, formula=formula)
    return tuple((term["key"], int(term["times"] or 1)) for term in terms if term)


def written(formula: str) -> str:
    """A formula as people read it.

    >>> written("2xF+A")
    '2 × F + A'
    """
    return " + ".join(f"{times} × {key}" if times > 1 else key for key, times in weights(formula))


def check_formula(formula: str, known: Sequence[str]) -> None:
    """BadInput unless every characteristic of the formula is known."""
    for key, _ in weights(formula):
        if key not in known:
            raise BadInput(NO_CHARACTERISTIC, formula=formula, key=key, known=tuple(known))


def sum_of(formula: str, characteristics: Mapping[str, DieCode], carry: bool = False) -> int:
    """D6-BASE-02: the values in dice, pips dropped one by one, or carried into whole dice if the table does so."""
    terms = weights(formula)
    if carry:
        return sum(times * characteristics[key].rank for key, times in terms) // 3
    return sum(times * characteristics[key].dice for key, times in terms)


def base_from_sum(value: int) -> DieCode:
    """D6-BASE-03: 1 to 5 is worth 1D, 6 to 10 2D, 11 to 15 3D, 16 and more 4D; less than 1 nothing."""
    return DieCode(3 * step_of(value))


def step_of(value: int) -> int:
    """D6-BASE-03, D6-COMBAT-04: the step of a number in the table of bases, which our wounds read too; 0 below 1."""
    return min(max((value + 4) // 5, 0), 4)


def average(codes: Sequence[DieCode], whole_dice: bool = False) -> DieCode:
    """D6-DERIVED-02: the mean of ranks (or of whole dice, if the table does so) to the nearest, a half upwards.

    Which characteristics Courage and the encaissements are the means of (D6-DERIVED-03): `lists/lists.toml`.
    """
    unit = 3 if whole_dice else 1
    value = total(codes, whole_dice).rank // unit
    return DieCode(unit * ((2 * value + len(codes)) // (2 * len(codes))))
