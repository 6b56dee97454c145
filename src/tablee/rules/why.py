"""Clause, Saying, Tally, Note: the rules of a book, sentences that cite them, and sums that keep their terms.

A clause is a rule of the book in our own words. A saying is a short sentence that cites it. Results keep sayings
and values; the sentence is written when a person reads it, in the reader's language. The words themselves are in the
`rules.toml` of each game (`tablee.rules.book`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from tablee.errors import BadInput
from tablee.rules.fields import Audience, Who
from tablee.rules.stored.words import LEFT_OUT, SaidName
from tablee.text import MINUS, Name, Text, number

Said = str | Text | Name
Writes = Callable[[int, str], str]
"""`writes(amount, lang)`: an amount as people write it."""
Status = Literal["core", "advanced", "optional", "gap", "ours", "advice", "mj"]  # gap: the book is silent

SUBJECT = re.compile(r"\{who(:Le|:The)?\} [^:]")  # how a sentence begins whose subject is named by `who`
BETWEEN = Text(fr=" ; ", en="; ")
COLON = Text(fr=" : ", en=": ")
PARTLY_OURS = Text(fr="en partie notre lecture", en="partly our reading")
MARKS: Mapping[Status, Text] = {
    "advanced": Text(fr="règle avancée", en="advanced rule"),
    "optional": Text(fr="option", en="optional"),
    "gap": Text(fr="notre lecture", en="our reading"),
    "ours": Text(fr="proposé par Tablée", en="proposed by Tablée"),
    "advice": Text(fr="conseil", en="advice"),
    "mj": Text(fr="au choix du meneur", en="up to the GM"),
}
"""How the status of a rule is told beside it; core rules need no word."""


@dataclass(frozen=True)
class Clause:
    """A rule of the book: its catalogue id, where it stands, what it says in our own words."""

    id: str
    source: str | Text  # where it stands in the book; in both languages where we are the source
    title: Text
    says: Text
    status: Status = "core"
    reason: str = ""  # of advice, or of what is the MJ's alone: why there is nothing to compute
    ours: Text | None = None  # what in it is our reading, where the book leaves a doubt

    def where(self, lang: str) -> str:
        """Its place in the book."""
        return self.source.say(lang) if isinstance(self.source, Text) else self.source

    def mark(self, lang: str) -> list[str]:
        """Its status in words: « option », « notre lecture »; nothing for a core rule, or where its place says it."""
        marked = [MARKS[self.status].say(lang)] if self.status in MARKS else []
        marked += [PARTLY_OURS.say(lang)] if self.ours else []
        return [mark for mark in marked if mark != self.where(lang)]

    def cited(self, lang: str) -> str:
        """« UDS-OPT-05, Fiche 8, option »: its id, its place and its status."""
        return ", ".join([self.id, self.where(lang), *self.mark(lang)])


@dataclass(frozen=True)
class Compares:
    """Which values of a note were compared: its total with what it is held against, and their margin if it has one."""

    total: str
    against: str
    margin: str = ""
    who: str = "who"  # the value that names the person, where there is one
    under: bool = False  # the total is to be no higher than what it is held against
    dice: str = ""  # the value of the dice alone, where something was added to them


@dataclass(frozen=True)
class Comparison:
    """What was compared with what: a total with what it was held against (to be no higher, if `under`)."""

    total: int
    against: int
    margin: int | None
    who: SaidName | None
    under: bool
    rule: str
    dice: Annotated[int | None, LEFT_OUT, Field(description="of the total, the dice alone, where more was added")] = (
        None
    )


@dataclass(frozen=True)
class Saying:
    """A sentence, or the name of a number, citing a clause under its id (with a suffix if there are several).

    One that is `seen` by an OWNER only is noted with the value `whose`, the character it speaks of.
    """

    id: str
    clause: Clause
    text: Text
    seen: Who = Audience.EVERYONE
    compares: Compares | None = None  # the values that were compared, where the sentence tells a comparison
    writes: Writes = number  # how the amounts of its sums are written, where they are no plain numbers: 10 pips, 3D+1
    public: bool = False  # its numbers are the scene's (rounds, seconds): told even if a character's are hidden

    def sum(self, *terms: Term) -> Tally:
        """A number made of these terms."""
        return Tally(self, terms)

    def note(self, **values: Any) -> Note:
        """The rule applied to these values."""
        return Note(self, tuple(values.items()))


class Term(NamedTuple):
    """One part of a number: `PHY(2)`, `WEAPON(2, of=Text(…))`, `-CA(1)`."""

    key: str
    label: Text
    amount: int
    negative: bool = False
    of: Said | None = None  # which one: the espadon
    clause: Clause | None = None  # the rule it comes from, where that is another than the rule of the whole sum

    @property
    def value(self) -> int:
        return -self.amount if self.negative else self.amount

    def __neg__(self) -> Term:
        return Term(self.key, self.label, self.amount, not self.negative, self.of, self.clause)

    def called(self, lang: str) -> str:
        """What people call it: its own name, or that of its kind."""
        name = self.label if self.of is None else self.of
        return name if isinstance(name, str) else name.say(lang)

    def say(self, lang: str, writes: Writes = number) -> str:
        return f"{self.called(lang)} {writes(self.amount, lang)}"


@dataclass(frozen=True)
class TermLabel:
    """The name of a kind of term, and who may see such amounts. Called with an amount, it makes a term."""

    key: str
    label: Text
    seen: Who = Audience.EVERYONE
    clause: Clause | None = None
    unit: Text | None = None  # what it counts: the minutes of a clock, « dégât{n:|s} »
    ends: Text | None = None  # what happens when a clock of this name has run out

    def __call__(self, amount: int, of: Said | None = None) -> Term:
        return Term(self.key, self.label, amount, False, of, self.clause)


@dataclass(frozen=True)
class Tally:
    """A sum with its terms, so that an explanation shows exactly what was added."""

    saying: Saying
    terms: tuple[Term, ...]
    whose: str = ""  # the character it is about, where only their player may see some terms
    name: Name | Text | None = None  # the `{who}` of its saying, where several people or things have such a number

    @property
    def total(self) -> int:
        without = _left_out.get()
        left = without[1].value if without and without[0] == self else 0
        return sum([-term.amount if term.negative else term.amount for term in self.terms]) - left

    def cited(self, lang: str) -> str:
        """Its rule, then the rules of the terms that come from others: « UDS-COMBAT-01, Fiche 1 ; de dos : … »."""
        others = {term.clause.id: (term, term.clause) for term in self.terms if term.clause and term.amount}
        others.pop(self.saying.clause.id, None)
        told = [
            f"{term.called(lang)}{COLON.say(lang)}{', '.join([clause.id, *clause.mark(lang)])}"
            for term, clause in others.values()
        ]
        return BETWEEN.say(lang).join([self.saying.clause.cited(lang), *told])

    def plus(self, *terms: Term) -> Tally:
        """This sum with more terms."""
        return Tally(self.saying, self.terms + terms, self.whose, self.name)

    def of(self, who: str) -> Tally:
        """This sum, marked as a number of the character `who`."""
        return Tally(self.saying, self.terms, who, self.name)

    def named(self, who: Name | Text) -> Tally:
        """This sum, told with the name `who` where its saying has the placeholder `{who}`."""
        return Tally(self.saying, self.terms, self.whose, who)

    def written(self, lang: str) -> str:
        """The total as people write it: 12, or 3D+1."""
        return self.saying.writes(self.total, lang)

    def head(self, lang: str) -> str:
        """« Seuil 4 »: what it is called, and the total."""
        said = self.saying.text.say(lang, who=self.name) if self.name else self.saying.text.say(lang)
        return f"{said} {self.written(lang)}"

    def signed_terms(self) -> tuple[Term, ...]:
        """The terms as they are written: an amount below zero is taken away."""
        return tuple(
            term._replace(amount=-term.amount, negative=True) if term.amount < 0 and not term.negative else term
            for term in self.terms
        )

    def say(self, lang: str) -> str:
        """« Seuil 4 = PHY 2 + espadon 2 − CA 0 »."""
        written, writes = self.head(lang), self.saying.writes
        if len(self.terms) == 1 and self.terms[0].say(lang, writes) == written:  # nothing was added to it
            return written
        for place, term in enumerate(self.signed_terms()):
            sign = f"{MINUS} " if term.negative else "+ " if place else ""
            written += f"{' ' if place else ' = '}{sign}{term.say(lang, writes)}"
        return written


@dataclass(frozen=True)
class Note:
    """A saying with its values: an explanation, a headline or a refusal."""

    saying: Saying
    values: tuple[tuple[str, Any], ...] = ()

    def say(self, lang: str) -> str:
        return self.saying.text.say(lang, **dict(self.values))

    def refused(self) -> BadInput:
        """This refusal as an exception, where nothing can be answered instead."""
        return BadInput(self.saying.text, **dict(self.values))

    def say_on(self, lang: str) -> str:
        """The sentence where its subject was named just before: « elle manque le loup »; whole where it has another
        beginning.
        """
        values = dict(self.values)
        who = values.get("who")
        if not isinstance(who, Name) or not SUBJECT.match(getattr(self.saying.text, lang)):
            return self.say(lang)
        said = self.saying.text.say(lang, **{**values, "who": who.pronoun})
        return said[:1].lower() + said[1:]

    def cited(self, lang: str) -> str:
        """Its rule."""
        return self.saying.clause.cited(lang)

    @property
    def comparison(self) -> Comparison | None:
        """What this sentence says was compared; None if it tells no comparison, or its numbers are veiled."""
        named, values = self.saying.compares, dict(self.values)
        if named is None:
            return None
        total, against = values.get(named.total), values.get(named.against)
        if not isinstance(total, int) or not isinstance(against, int):
            return None
        who = values.get(named.who)
        return Comparison(
            total,
            against,
            values.get(named.margin),
            who if isinstance(who, Name) else None,
            named.under,
            self.saying.clause.id,
            values.get(named.dice),
        )


Why = Tally | Note
_left_out: ContextVar[tuple[Tally, Term] | None] = ContextVar("left_out", default=None)


@contextmanager
def left_out(tally: Tally, term: Term) -> Iterator[None]:
    """While it lasts, whoever makes this very sum finds a total without one of its terms."""
    token = _left_out.set((tally, term))
    try:
        yield
    finally:
        _left_out.reset(token)
