"""What a person is asked in the middle of an action, as it is stored, shown and sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from tablee.rules.stored.values import from_json
from tablee.rules.stored.words import LEFT_OUT, Label, SaidText


@dataclass(frozen=True, slots=True)
class Cost:
    """So much of a field of the sheet that an answer costs."""

    label: SaidText
    amount: int


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
    price: Annotated[
        dict[str, int] | None, LEFT_OUT, Field(description="what it costs, where several decisions stand behind a card")
    ] = None
    path: Annotated[
        tuple[tuple[str, bool | int | str], ...] | None,
        LEFT_OUT,
        Field(description="where several decisions stand behind a card: those that it answers, and how"),
    ] = None
    costs: Annotated[
        tuple[Cost, ...] | None, LEFT_OUT, Field(description="its price in words, of a decision that waits")
    ] = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OptionOfDecision:
        """The answer again, from its plain data."""
        path = data.get("path")
        steps = None if path is None else tuple((id, answer) for id, answer in path)
        return cls(**{**data, "label": from_json(data["label"]), "path": steps})


@dataclass(frozen=True, slots=True)
class GradeNamed:
    """The words of a result, and whether it is good for the one who acts."""

    label: SaidText
    good: bool


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
    aloud: Annotated[bool, Field(description="nobody has to answer: one speaks up, or lets the moment pass")] = False
    aside: Annotated[
        bool | None,
        LEFT_OUT,
        Field(description="said in what befalls others: it is not waited for once those whom it befalls have spoken"),
    ] = None
    sensible: Annotated[
        bool | int | str | None,
        LEFT_OUT,
        Field(description="what a sensible person would answer, where that is not the default"),
    ] = None
    of: Annotated[
        dict[str, DecisionAsked] | None,
        LEFT_OUT,
        Field(description="the decisions by id, where several stand behind a card"),
    ] = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionAsked:
        """A decision again, from its plain data."""
        grades = data.get("grades")
        read = {
            "label": from_json(data["label"]),
            "options": tuple(map(OptionOfDecision.from_json, data["options"])),
            "grades": grades and {id: GradeNamed(from_json(one["label"]), one["good"]) for id, one in grades.items()},
            "of": {id: cls.from_json(one) for id, one in data["of"].items()} if data.get("of") else None,
        }
        return cls(**{**data, **read})

    @property
    def values(self) -> tuple[bool | int | str, ...]:
        """What may be answered."""
        return tuple(option.value for option in self.options)

    @property
    def behind(self) -> Mapping[str, DecisionAsked]:
        """The decisions by id that stand behind it: itself, or several where a person may speak up."""
        return self.of or {self.id: self}

    @property
    def paths(self) -> dict[bool | int | str, tuple[tuple[str, bool | int | str], ...]]:
        """The answers to the rules that each option gives: one, or several where a person may speak up."""
        return {one.value: ((self.id, one.value),) if one.path is None else one.path for one in self.options}

    @property
    def without_odds(self) -> DecisionAsked:
        """The decision as it is asked of a seat that may not know what each answer would lead to."""
        options = tuple(replace(one, odds=None) for one in self.options)
        return replace(self, options=options, grades={}, sensible=None)
