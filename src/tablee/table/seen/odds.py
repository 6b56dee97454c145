"""The odds of an action, as they are told before its dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from tablee.rules.sheet.sheet_data import SumTold
from tablee.rules.stored.words import Json, Label, SaidText
from tablee.table.seen.refusal import RefusalTold

Number = float
"""A number that is not whole, where a field is called `float`."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance as a fraction, as a number, and as people write it."""

    probability: str
    float: Number
    percent: str


@dataclass(frozen=True, slots=True)
class PartTold:
    """What may come out for one person, its grade in words; `rank` is higher for a critical one, a graver wound."""

    who: str
    grade: str
    label: str
    good: bool
    amounts: dict[str, int]
    rank: int


@dataclass(frozen=True, slots=True)
class SuccessChance(Chance):
    """How likely the one who acts succeeds, and what they try, to be read after it: « de toucher »."""

    words: str


@dataclass(frozen=True, slots=True)
class VerdictChance(PartTold):
    """How likely one person comes out with this grade."""

    probability: str
    float: Number
    percent: str


@dataclass(frozen=True, slots=True)
class PersonChances:
    """How one person comes out besides, in the cases where it comes to that (`reached`)."""

    who: str
    reached: Chance
    verdicts: list[VerdictChance]


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least value of an amount with which a character comes out so, or more so."""

    at: int
    label: str


@dataclass(frozen=True, slots=True)
class GradeChance:
    """How likely these grades are together, one for each person concerned."""

    parts: list[PartTold]
    probability: str
    float: Number
    percent: str


@dataclass(frozen=True, slots=True)
class ValueChance:
    """How likely an amount is, and this much or more."""

    value: int
    probability: str
    float: Number
    percent: str
    at_least: Chance


@dataclass(frozen=True, slots=True)
class AmountChances:
    """The law of an amount (damage) for one person."""

    who: str
    amount: str
    label: str
    mean: float
    deviation: float
    none: Annotated[
        Chance, Field(description="how often there is none, counted as 0 in the others: a miss has no damage")
    ]
    threshold: Threshold | None
    values: list[ValueChance]


@dataclass(frozen=True, slots=True)
class Chances:
    """The odds of everybody an action aims at together (`of` null), or of one of them."""

    of: str | None
    grades: list[GradeChance]
    amounts: list[AmountChances]


@dataclass(frozen=True, slots=True)
class FaceAmount:
    """What a face brings the first person concerned: « 2 dégâts »."""

    value: int
    unit: str


@dataclass(frozen=True, slots=True)
class FaceResult:
    """What one face of the die that decides would do."""

    face: int
    parts: list[PartTold]
    amount: FaceAmount | None


@dataclass(frozen=True, slots=True)
class OutcomeChance:
    """How likely one outcome is, with its amounts."""

    of: str | None
    outcome: list[PartTold]
    probability: str
    float: Number
    percent: str


@dataclass(frozen=True, slots=True)
class OptionForeseen:
    """An answer to a decision that is not asked yet."""

    value: bool | int | str
    label: Label


@dataclass(frozen=True, slots=True)
class DecisionForeseen:
    """What the one who acts decides before any die is thrown."""

    id: str
    rule: str
    label: SaidText
    options: list[OptionForeseen]
    default: bool | int | str
    price: dict[str, int]


@dataclass(frozen=True, slots=True)
class FirstThrow:
    """The dice that the one who acts throws first."""

    count: int
    sides: int


@dataclass(frozen=True, slots=True)
class Odds:
    """What can be told of an action before its dice."""

    success: Annotated[SuccessChance | None, Field(description="null where only one thing can come out")]
    verdicts: Annotated[
        list[VerdictChance],
        Field(
            description="each grade of the one whom success is about, the best first; none where there are several "
            "targets"
        ),
    ]
    people: Annotated[
        list[PersonChances],
        Field(description="each of several targets, or others whom success does not tell"),
    ]
    sums: list[SumTold]
    chances: list[Chances]
    faces: list[FaceResult]
    outcomes: list[OutcomeChance]
    throws: FirstThrow | None
    asks: Annotated[
        DecisionForeseen | None,
        Field(description="what the one who acts decides before any die; `answers` of `act` may hold it, by its id"),
    ]
    remark: str


@dataclass(frozen=True, slots=True)
class WayCompared:
    """One way to declare an action: its odds, or why it is refused."""

    params: dict[str, Json]
    odds: Odds | None
    refusal: RefusalTold | None
