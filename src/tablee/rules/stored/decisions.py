"""What a person is asked in the middle of an action, as it is stored, shown and sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from tablee.rules.stored.values import from_json
from tablee.rules.stored.words import LEFT_OUT, Label, SaidText


@dataclass(frozen=True, slots=True)
class OptionOfDecision:
    """An answer to a decision, and the chance of each result if it is given, where this seat may know it."""

    value: bool | int | str
    label: Label
    odds: Annotated[
        dict[str, str] | None,
        LEFT_OUT,
        Field(description="grades, joined by « + » for several people, and their fractions"),
    ] = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OptionOfDecision:
        """The answer again, from its plain data."""
        return cls(**{**data, "label": from_json(data["label"])})


@dataclass(frozen=True, slots=True)
class GradeNamed:
    """The words of a result, and whether it is good for the one who acts."""

    label: SaidText
    good: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """So much of a field of the sheet that an answer costs."""

    label: SaidText
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionAsked:
    """What a character is asked in the middle of an action; `grades` are the words of the results that `odds` name."""

    id: str
    rule: str
    label: SaidText
    options: tuple[OptionOfDecision, ...]
    default: bool | int | str
    price: dict[str, int]
    grades: Annotated[dict[str, GradeNamed] | None, LEFT_OUT] = None
    costs: Annotated[
        tuple[Cost, ...] | None, LEFT_OUT, Field(description="the price in words, of a decision that waits")
    ] = None
    success: Annotated[
        SaidText | None, LEFT_OUT, Field(description="what the actor tries, as it is read after a chance")
    ] = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionAsked:
        """A decision again, from its plain data."""
        grades = data.get("grades")
        read = {
            "label": from_json(data["label"]),
            "options": tuple(map(OptionOfDecision.from_json, data["options"])),
            "grades": grades and {id: GradeNamed(from_json(one["label"]), one["good"]) for id, one in grades.items()},
        }
        return cls(**{**data, **read})

    @property
    def values(self) -> tuple[bool | int | str, ...]:
        """What may be answered."""
        return tuple(option.value for option in self.options)

    @property
    def without_odds(self) -> DecisionAsked:
        """The decision as it is asked of a seat that may not know what each answer would lead to."""
        return replace(self, options=tuple(replace(one, odds=None) for one in self.options), grades={})
