"""A sheet in words and as data: what a page, a terminal and a printed sheet draw of an entry and of its sum."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, JsonValue, WithJsonSchema

from tablee.rules.sheet.sheets import Drawn, Entry, Section
from tablee.rules.tell import value_in_words
from tablee.rules.why import Tally
from tablee.text import Name, Text

_VALUES = [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}, {"items": {"type": "string"}, "type": "array"}]


@dataclass(frozen=True, slots=True)
class TermTold:
    """A term of a sum in words, with its rule; `said` has its amount (« PHY 2 »), taken away if `minus`."""

    label: str
    amount: int
    said: str
    minus: bool
    rule: str


@dataclass(frozen=True, slots=True)
class SumTold:
    """A sum in words, with its terms; `head` is its name with the total, `cited` its rule and where that stands."""

    sentence: str
    head: str
    total: int
    rule: str
    cited: str
    terms: list[TermTold]


@dataclass(frozen=True, slots=True)
class OpensAction:
    """The action that an entry of a sheet opens, with the parameters it gives."""

    action: str
    params: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class StepOfScale:
    """A word for the numbers from `at` up to the next step."""

    at: int
    label: str


@dataclass(frozen=True, slots=True)
class EntrySeen:
    """One thing written on a sheet, drawn as a number, a gauge up to `most`, boxes, a code, a text, a list, a flag;
    around a scene as a clock (so much of `most` gone), a place on a track (its end at `most`), one of some moments.
    """

    id: str
    label: str
    value: Annotated[Any, WithJsonSchema({"anyOf": _VALUES})]
    drawn: Drawn
    most: int | None
    low: int | None
    who: str
    said: str
    unit: str
    steps: list[StepOfScale]
    word: Annotated[str, Field(description="that of the step which the value has reached")]
    sum: SumTold | None
    why: Annotated[list[str], Field(description="how it was made, where a sum does not say all")]
    opens: OpensAction | None
    help: str
    paid: Annotated[str, Field(description="what it does when a point is spent on it, beside what it always does")]
    edited_by: Annotated[str, Field(description="the action by which its player may change it")]


@dataclass(frozen=True, slots=True)
class SectionSeen:
    """A part of a sheet under one heading."""

    id: str
    label: str
    entries: list[EntrySeen]


@dataclass(frozen=True, slots=True)
class ConditionTold:
    """How a character is, in a word."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class SheetSeen:
    """A sheet as its game lays it out; without sections if the numbers of the character are hidden."""

    who: str
    name: str
    condition: ConditionTold
    sections: list[SectionSeen]

    @property
    def entries(self) -> list[EntrySeen]:
        """Every entry, section by section."""
        return [entry for section in self.sections for entry in section.entries]


@dataclass(frozen=True, slots=True)
class SheetToPrint:
    """A sheet, and the odds of its tests at each usual difficulty, by entry."""

    sheet: SheetSeen
    chances: dict[str, tuple[Fraction, ...]]


def section_told(section: Section, lang: str) -> SectionSeen:
    """A section of a sheet in words and as data."""
    return SectionSeen(section.id, section.label.say(lang), [entry_told(entry, lang) for entry in section.entries])


def entry_told(entry: Entry, lang: str) -> EntrySeen:
    """One thing of a sheet in words and as data."""
    return EntrySeen(
        id=entry.id,
        label=entry.label.say(lang),
        value=_plain(entry.value, lang),
        drawn=entry.drawn,
        most=entry.most,
        low=entry.low,
        who=entry.who,
        said=value_in_words(entry.value, lang),
        unit=entry.unit.say(lang, n=entry.value if isinstance(entry.value, int) else 2) if entry.unit else "",
        steps=[StepOfScale(step.at, step.label.say(lang)) for step in entry.steps],
        word=entry.word.say(lang) if entry.word else "",
        sum=sum_told(entry.sum, lang) if entry.sum else None,
        why=[note.say(lang) for note in entry.why],
        opens=OpensAction(entry.opens.action, dict(entry.opens.params)) if entry.opens else None,
        help=entry.help.say(lang) if entry.help else "",
        paid=entry.paid.say(lang) if entry.paid else "",
        edited_by=entry.edited_by,
    )


def sum_told(tally: Tally, lang: str) -> SumTold:
    """A sum with its terms, each with its rule; `head` and `said` are written as the game writes such numbers."""
    clause, writes = tally.saying.clause, tally.saying.writes
    terms = [
        TermTold(term.called(lang), term.value, term.say(lang, writes), term.negative, (term.clause or clause).id)
        for term in tally.signed_terms()
    ]
    return SumTold(tally.say(lang), tally.head(lang), tally.total, clause.id, tally.cited(lang), terms)


def _plain(value: Any, lang: str) -> Any:
    if isinstance(value, Text | Name):
        return value.say(lang)
    return [_plain(item, lang) for item in value] if isinstance(value, tuple) else value
