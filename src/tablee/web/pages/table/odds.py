"""What the panel of odds says beside its charts: whose amounts, which sums, the people concerned."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tablee.rules.sheet.sheet_data import SumTold
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.odds import AmountChances, Odds, PersonChances, VerdictChance
from tablee.table.seen.view import View
from tablee.text import NO_BREAK
from tablee.web.pages.tokens import called, is_foe, tint

Json = Mapping[str, Any]
LAST_FIGURE = re.compile(r" (?=\d\S*(?: [+−] |$))")  # the space between a term and its figure


class Person(NamedTuple):
    """A character in a row of the panel: their name as it is said, and what their token looks like."""

    name: str
    tint: str
    foe: bool


def persons(view: View, lang: str) -> dict[str, Person]:
    """Everybody whom a panel may name, by id, as a view shows them."""
    return {who: Person(called(who, view, lang), tint(who, view), is_foe(who, view)) for who in view.cast}


class Unknown(NamedTuple):
    """What a panel draws where there are no odds to show: the reason why."""

    remark: str


def shown(odds: Odds | Refusal, lang: str) -> Odds | Unknown:
    """What a panel draws: the odds, or the reason why there are none to show."""
    return Unknown(odds.say(lang)) if isinstance(odds, Refusal) else odds


def drawn_amounts(odds: Odds) -> list[AmountChances]:
    """The amounts that a panel draws: those of the one whom success is about."""
    about = {verdict.who for verdict in odds.verdicts}
    return [one for chances in odds.chances for one in chances.amounts if one.who in about]


def row_amounts(odds: Odds, person: PersonChances) -> list[AmountChances]:
    """The amounts told in a character's row: their own, where the action always reaches them."""
    if person.reached.float < 1:
        return []
    who = person.who
    own = [chances for chances in odds.chances if chances.of == who] or odds.chances
    return [one for chances in own for one in chances.amounts if one.who == who]


class Sum(NamedTuple):
    """A sum of the panel: what it gives, « Seuil 4 », and what it is made of, « PHY 4 + épée longue 1 − CA 1 »."""

    head: str
    terms: str


def leading_sums(sums: Sequence[SumTold]) -> list[Sum]:
    """The sums that the dice meet, in few words: without those that are only a term of another one, nor the single term
    whose name is already in the head.
    """
    terms = {term.said.casefold() for sum in sums for term in sum.terms}
    found = []
    for sum in sums:
        head = sum.head
        if head.casefold() in terms and len(sums) > 1:
            continue
        known = len(sum.terms) == 1 and sum.terms[0].label.casefold() in head.casefold()
        terms_told = "" if known else sum.sentence.partition(" = ")[2]
        found.append(Sum(head, LAST_FIGURE.sub(NO_BREAK, terms_told)))
    return found


class Told(NamedTuple):
    """What is said in short of several verdicts: a word, or a text as a view holds it, and its chance."""

    label: Any
    chance: Fraction


def told_of(verdicts: Sequence[VerdictChance]) -> Told:
    """The one success of several verdicts, or the one failure; all successes under the word of the plainest, where
    there are several of both.
    """
    good, bad = [one for one in verdicts if one.good], [one for one in verdicts if not one.good]
    said = bad if not good or (len(good) > 1 and len(bad) == 1) else good
    plainest = min(said, key=lambda one: int(one.rank))
    return Told(plainest.label, sum((Fraction(one.probability) for one in said), Fraction(0)))


def successes(verdicts: Sequence[VerdictChance]) -> Fraction:
    """The chance of the good ones among several verdicts."""
    return sum((Fraction(one.probability) for one in verdicts if one.good), Fraction(0))
