"""Steps of an explanation as they are stored, shown and sent: the rule of each, and its values or its terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from string import Formatter
from typing import Annotated, Any, Literal

from pydantic import JsonValue

from tablee.rules.book import Book
from tablee.rules.stored import words
from tablee.rules.stored.values import from_json, to_json, values_from
from tablee.rules.stored.words import WrittenAs
from tablee.rules.why import Clause, Note, Saying, Tally, Term, TermLabel, Why
from tablee.text import Text

FORMERLY = Text(fr="une version antérieure", en="an earlier version")
Named = Annotated[Any, WrittenAs(words.Name | words.Text | None)]
NamedOrSaid = Annotated[Any, WrittenAs(words.Name | words.Text | str | None)]


@dataclass(frozen=True)
class Step:
    """A step of an explanation: a sentence, a sum, or what is left of one that is not for a seat."""

    rule: str

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Step:
        """A step again, from its plain data."""
        if "values" in data:
            return NoteStep(**data)
        if "hidden" in data:
            return HiddenStep(data["rule"], True, tuple(map(_term_from, data.get("terms", ()))))
        return SumStep(**{**data, "terms": tuple(TermStep(**term) for term in data["terms"])})


@dataclass(frozen=True)
class NoteStep(Step):
    """A sentence of an explanation, as the rule that says it and its values."""

    values: dict[str, JsonValue]

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> NoteStep:
        """A sentence again, from its plain data."""
        return NoteStep(**data)

    @classmethod
    def of(cls, note: Note) -> NoteStep:
        """A note as it is stored."""
        return cls(note.saying.id, to_json(dict(note.values)))

    def note(self, book: Book) -> Note:
        """The note again, with the words its book has today; of a sentence that is gone, or that asks for values which
        were not stored then, the title of its rule.
        """
        saying, values = _saying(book, self.rule), values_from(self.values)
        return Note(saying if _wants(saying.text) <= values.keys() else _titled(saying), tuple(values.items()))


@dataclass(frozen=True)
class TermStep:
    """A term of a sum; `negative` if it is taken away, `of` what it comes from."""

    key: str
    amount: int
    negative: bool = False
    of: NamedOrSaid = None

    def term(self, book: Book) -> Term:
        """The term again, under the name its book has for it today."""
        label = book.terms.get(self.key) or TermLabel(self.key, Text(self.key, self.key))
        term = label(self.amount, from_json(self.of))
        return -term if self.negative else term


@dataclass(frozen=True)
class HiddenTerm:
    """A term that is not for this seat."""

    hidden: Literal[True]


@dataclass(frozen=True)
class SumStep(Step):
    """A sum of an explanation, as the rule that makes it and its terms."""

    terms: tuple[TermStep, ...]
    whose: str = ""
    who: Named = None

    @classmethod
    def of(cls, tally: Tally) -> SumStep:
        """A sum as it is stored."""
        terms = (TermStep(one.key, one.amount, one.negative, to_json(one.of)) for one in tally.terms)
        return cls(tally.saying.id, tuple(terms), tally.whose, tally.name and to_json(tally.name))

    def tally(self, book: Book) -> Tally:
        """The sum again, with the words its book has today, or the title of its rule as a note has it."""
        saying, who = _saying(book, self.rule), from_json(self.who)
        fits = _wants(saying.text) <= ({"who"} if who else set())
        terms = tuple(term.term(book) for term in self.terms)
        return Tally(saying if fits else _titled(saying), terms, self.whose, who)


@dataclass(frozen=True)
class HiddenStep(Step):
    """A step of an explanation that is not for this seat, or not all of it: its rule."""

    hidden: Literal[True]
    terms: tuple[TermStep | HiddenTerm, ...] = ()


AnyStep = Annotated[Step, WrittenAs(NoteStep | SumStep | HiddenStep)]
SaidNote = Annotated[Note, WrittenAs(NoteStep)]
SaidWhy = Annotated[Why, WrittenAs(NoteStep | SumStep)]


def step_of(item: Why) -> NoteStep | SumStep:
    """A step of an explanation as it is stored."""
    return NoteStep.of(item) if isinstance(item, Note) else SumStep.of(item)


def why_of(book: Book, step: Step) -> Why:
    """The explanation that a step which is not hidden tells, in the words of today."""
    if isinstance(step, NoteStep):
        return step.note(book)
    assert isinstance(step, SumStep), "what is hidden tells nothing"
    return step.tally(book)


def _term_from(data: Mapping[str, Any]) -> TermStep | HiddenTerm:
    return HiddenTerm(True) if "hidden" in data else TermStep(**data)


def _saying(book: Book, id: str) -> Saying:
    """The saying of an id; of one that its book no longer has, the title of its rule, or the id of one gone too."""
    if known := book.sayings.get(id):
        return known
    rule = id.partition(":")[0]
    clause = book.get(rule) or Clause(rule, FORMERLY, Text(rule, rule), Text(rule, rule))
    return Saying(id, clause, clause.title)


@cache
def _wants(text: Text) -> frozenset[str]:
    """The names of the values that a sentence is told with."""
    return frozenset(name for said in (text.fr, text.en) for _, name, _, _ in Formatter().parse(said) if name)


def _titled(saying: Saying) -> Saying:
    """A saying whose words have changed since its values were stored: the title of its rule in their place."""
    return replace(saying, text=saying.clause.title, compares=None)
