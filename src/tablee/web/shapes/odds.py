"""The odds of an action, as they are told before its dice."""

from __future__ import annotations

from pydantic import Field, JsonValue

from tablee.web.shapes.words import Name, RefusalTold, Shape, SumTold, Text


class Chance(Shape):
    """A chance as a fraction, as a number, and as people write it."""

    probability: str
    float_: float = Field(alias="float")
    percent: str


class PartTold(Shape):
    """What may come out for one person, its grade in words; `rank` is higher for a critical one, a graver wound."""

    who: str
    grade: str
    label: str
    good: bool
    rank: int
    amounts: dict[str, int]


class SuccessChance(Chance):
    """How likely the one who acts succeeds, and what they try, to be read after it: « de toucher »."""

    words: str


class VerdictChance(PartTold, Chance):
    """How likely one person comes out with this grade."""


class PersonChances(Shape):
    """How one person comes out besides, in the cases where it comes to that (`reached`)."""

    who: str
    reached: Chance
    verdicts: list[VerdictChance]


class Threshold(Shape):
    """The least value of an amount with which somebody comes out so, or more so."""

    at: int
    label: str


class GradeChance(Chance):
    """How likely these grades are together, one for each person concerned."""

    parts: list[PartTold]


class ValueChance(Chance):
    """How likely an amount is, and this much or more."""

    value: int
    at_least: Chance


class AmountChances(Shape):
    """The law of an amount (damage) for one person."""

    who: str
    amount: str
    label: str
    mean: float
    deviation: float
    none: Chance = Field(description="how often there is none, counted as 0 in the others: a miss has no damage")
    threshold: Threshold | None
    values: list[ValueChance]


class Chances(Shape):
    """The odds of everybody an action aims at together (`of` null), or of one of them."""

    of: str | None
    grades: list[GradeChance]
    amounts: list[AmountChances]


class FaceAmount(Shape):
    """What a face brings the first person concerned: « 2 dégâts »."""

    value: int
    unit: str


class FaceResult(Shape):
    """What one face of the die that decides would do."""

    face: int
    parts: list[PartTold]
    amount: FaceAmount | None


class OutcomeChance(Chance):
    """How likely one outcome is, with its amounts."""

    of: str | None
    outcome: list[PartTold]


class OptionForeseen(Shape):
    """An answer to a decision that is not asked yet."""

    value: bool | int | str
    label: Name | Text


class DecisionForeseen(Shape):
    """What the one who acts decides before any die is thrown."""

    id: str
    rule: str
    label: Text
    options: list[OptionForeseen]
    default: bool | int | str
    price: dict[str, int]


class FirstThrow(Shape):
    """The dice that the one who acts throws first."""

    count: int
    sides: int


class Odds(Shape):
    """What can be told of an action before its dice."""

    success: SuccessChance | None = Field(description="null where only one thing can come out")
    verdicts: list[VerdictChance] = Field(
        description="each grade of the one whom success is about, the best first; none where there are several targets"
    )
    people: list[PersonChances] = Field(description="each of several targets, or others whom success does not tell")
    sums: list[SumTold]
    chances: list[Chances]
    faces: list[FaceResult]
    outcomes: list[OutcomeChance]
    throws: FirstThrow | None
    asks: DecisionForeseen | None = Field(
        description="what the one who acts decides before any die; `answers` of `act` may hold it, by its id"
    )
    remark: str


class WayCompared(Shape):
    """One way to declare an action: its odds, or why it is refused."""

    params: dict[str, JsonValue]
    odds: Odds | None
    refusal: RefusalTold | None
