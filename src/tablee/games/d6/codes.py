"""Die codes as values: 3D+1 is three dice and one pip; three pips make a die (Code dé).

>>> str(parse("2D+2") + parse("1D+1")), parse("1D+2") < parse("2D"), str(parse("2d + 4"))
('4D', True, '3D+1')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from tablee.errors import BadInput
from tablee.rules.why import Tally
from tablee.text import Text

_WRITTEN = re.compile(r"(?:(?P<dice>[0-9]{1,3})D(?:\+(?P<more>[0-9]{1,3}))?|\+(?P<pips>[0-9]{1,3})|0)", re.IGNORECASE)

BAD_CODE = Text(
    fr="« {code} » n'est pas un code de dés : écrivez par exemple 3D+1, 2D, +2 ou 0.",
    en="“{code}” is not a die code: write 3D+1, 2D, +2 or 0 for instance.",
)
NO_DICE = Text(
    fr="Le code {code} n'a aucun dé : il ne se lance pas.",
    en="The code {code} has no die: it cannot be rolled.",
)


@dataclass(frozen=True, order=True, slots=True)
class DieCode:
    """D6-CODE-01…03: a code, ordered and added by its rank, three per die and one per pip."""

    rank: int

    @property
    def dice(self) -> int:
        return self.rank // 3

    @property
    def pips(self) -> int:
        return self.rank % 3

    def __add__(self, other: DieCode) -> DieCode:
        return DieCode(self.rank + other.rank)

    def less(self, dice: int) -> DieCode:
        """This code with so many dice less; NOTHING when no die is left (D6-CODE-04)."""
        left = self.rank - 3 * dice
        return DieCode(left) if left >= 3 or not dice else NOTHING

    def rolled(self) -> DieCode:
        """D6-CODE-04: this code, if it has dice to roll; below one die it is a level only."""
        if not self.dice:
            raise BadInput(NO_DICE, code=str(self))
        return self

    def __str__(self) -> str:
        if not self.dice:
            return f"+{self.pips}" if self.pips else "0"
        return f"{self.dice}D+{self.pips}" if self.pips else f"{self.dice}D"


NOTHING = DieCode(0)
ONE_DIE = DieCode(3)


def parse(written: str) -> DieCode:
    """D6-CODE-01: a code as people write it; upper or lower case, spaces, three pips or more."""
    match = _WRITTEN.fullmatch("".join(written.split()))
    if not match:
        raise BadInput(BAD_CODE, code=written)
    return DieCode(3 * int(match["dice"] or 0) + int(match["more"] or match["pips"] or 0))


def as_code(pips: int, _lang: str = "") -> str:
    """D6-CODE-02: so many pips as a code: 10 is 3D+1."""
    return str(DieCode(pips))


def dice_of_sum(tally: Tally) -> int:
    """How many dice a sum stands for: those of its code, where it is written as one."""
    return DieCode(tally.total).dice if tally.saying.writes is as_code else 0


def with_code(name: Text, code: DieCode) -> Text:
    """A name and its code: « Force 3D+1 »."""
    return Text(f"{name.fr} {code}", f"{name.en} {code}")


def total(codes: Iterable[DieCode], whole_dice: bool = False) -> DieCode:
    """D6-CODE-03: dice add, pips add, three pips become a die; or dice add alone."""
    return sum((DieCode(3 * code.dice) if whole_dice else code for code in codes), NOTHING)


def _as_code(value: Any) -> DieCode:
    return value if isinstance(value, DieCode) else parse(str(value))


Code = Annotated[
    DieCode,
    PlainValidator(_as_code),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "examples": ["3D+1"]}),
]
"""A code in a declared record: written `3D+1` in JSON and TOML."""
