"""Results as plain JSON and back: rule ids and values, never sentences; the book finds the words again.

>>> to_json({"who": Name("Ana", feminine=True), "n": 2})
{'who': {'name': {'fr': 'Ana', 'feminine': True}}, 'n': 2}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from string import Formatter
from typing import Any

from tablee.rules.action import Part
from tablee.rules.book import Book
from tablee.rules.why import Clause, Note, Saying, Tally, Term, TermLabel, Why
from tablee.text import Name, Text

FORMERLY = Text(fr="une version antérieure", en="an earlier version")


def to_json(value: Any) -> Any:
    """A value of a note as JSON can hold it."""
    if isinstance(value, Name):
        plain = {field.name: getattr(value, field.name) for field in fields(value)}
        return {"name": {key: item for key, item in plain.items() if item or key == "fr"}}
    if isinstance(value, Text):
        return {"text": {"fr": value.fr, "en": value.en}}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a note cannot hold {value!r}")


def from_json(value: Any) -> Any:
    """The value that `to_json` wrote."""
    if isinstance(value, Mapping):
        match dict(value):
            case {"name": dict() as name}:
                return Name(**name)
            case {"text": dict() as text}:
                return Text(**text)
            case {"fraction": str() as fraction}:
                return Fraction(fraction)
        return values_from(value)
    return tuple(from_json(item) for item in value) if isinstance(value, list) else value


def values_from(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a note that `to_json` wrote, by name; a value may itself be called `name` or `text`."""
    return {key: from_json(item) for key, item in data.items()}


def why_json(item: Why) -> dict[str, Any]:
    """A step of an explanation: its rule, and its terms or its values."""
    if isinstance(item, Note):
        return {"rule": item.saying.id, "values": to_json(dict(item.values))}
    tally = {"rule": item.saying.id, "terms": [_term_json(term) for term in item.terms]}
    about = {"whose": item.whose, "who": item.name and to_json(item.name)}
    return tally | {key: told for key, told in about.items() if told}


def _term_json(term: Term) -> dict[str, Any]:
    plain = {"key": term.key, "amount": term.amount}
    if term.negative:
        plain["negative"] = True
    if term.of is not None:
        plain["of"] = to_json(term.of)
    return plain


def why_from(book: Book, data: Mapping[str, Any]) -> Why:
    """The step that `why_json` wrote, with the words its book has today; of a sentence that is gone, or that asks for
    values which were not stored then, the title of its rule.
    """
    saying = book.sayings.get(data["rule"]) or _former(book, data["rule"])
    if "values" in data:
        values = values_from(data["values"])
        return Note(saying if _wants(saying.text) <= values.keys() else _titled(saying), tuple(values.items()))
    terms, who = tuple(_term_from(book, term) for term in data["terms"]), from_json(data.get("who"))
    fits = _wants(saying.text) <= ({"who"} if who else set())
    return Tally(saying if fits else _titled(saying), terms, data.get("whose", ""), who)


@cache
def _wants(text: Text) -> frozenset[str]:
    """The names of the values that a sentence is told with."""
    return frozenset(name for said in (text.fr, text.en) for _, name, _, _ in Formatter().parse(said) if name)


def _titled(saying: Saying) -> Saying:
    """A saying whose words have changed since its values were stored: the title of its rule in their place."""
    return replace(saying, text=saying.clause.title, compares=None)


def _former(book: Book, id: str) -> Saying:
    """A saying that its book no longer has: the title of its rule, or the id of one that is gone too."""
    rule = id.partition(":")[0]
    clause = book.get(rule) or Clause(rule, FORMERLY, Text(rule, rule), Text(rule, rule))
    return Saying(id, clause, clause.title)


def _term_from(book: Book, data: Mapping[str, Any]) -> Term:
    key = data["key"]
    label = book.terms.get(key) or TermLabel(key, Text(key, key))
    term = label(data["amount"], from_json(data.get("of")))
    return -term if data.get("negative") else term


@dataclass(frozen=True)
class PartStored:
    """What came out for one person, with the words it had then; `good` says whether it is so for the one who acts."""

    who: str
    grade: str
    label: Text
    good: bool
    amounts: Mapping[str, int]

    @classmethod
    def of(cls, part: Part) -> PartStored:
        """A part of an outcome as it is stored."""
        return cls(part.who, part.grade.id, part.grade.label, part.grade.good, dict(part.amounts))

    def to_json(self) -> dict[str, Any]:
        """The part as plain data."""
        label = {"fr": self.label.fr, "en": self.label.en}
        return {"who": self.who, "grade": self.grade, "label": label, "good": self.good, "amounts": self.amounts}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PartStored:
        """A part again, from its plain data."""
        return cls(**{**data, "label": Text(**data["label"])})
