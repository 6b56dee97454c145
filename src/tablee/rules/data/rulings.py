"""Ruling: a place where a book is silent or says two things, and what we play there.

A game keeps them in `rulings.toml`: `about` (words above all of them), then `[[chapters]]` with a `title`, `notes`, and
their `[[chapters.rulings]]`: the `rules` they touch, `where` in the book, the `doubt`, what is `played`, and the
`option` that plays it otherwise. Everything people read has `fr` and `en`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from tablee.rules.data.tables import toml_table
from tablee.text import Text


@dataclass(frozen=True)
class Ruling:
    """A doubt about some rules, and what we play."""

    doubt: Text
    played: Text
    rules: tuple[str, ...] = ()
    where: str = ""  # the pages of the book that raise it
    option: str = ""  # the id of the option that plays it otherwise


@dataclass(frozen=True)
class Chapter:
    """The rulings about one subject."""

    title: Text
    rulings: tuple[Ruling, ...]
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Rulings:
    """How we read a book, chapter by chapter."""

    about: Text | None = None
    chapters: tuple[Chapter, ...] = ()

    @cached_property
    def by_rule(self) -> Mapping[str, tuple[Ruling, ...]]:
        """The rulings that touch each rule, by its id."""
        found: dict[str, tuple[Ruling, ...]] = {}
        for chapter in self.chapters:
            for ruling in chapter.rulings:
                for rule in ruling.rules:
                    found[rule] = (*found.get(rule, ()), ruling)
        return found

    def words(self, lang: str) -> dict[str, str]:
        """All that rulings say of each rule, by its id: to be searched."""
        ruled = self.by_rule.items()
        return {rule: " ".join(f"{one.doubt.say(lang)} {one.played.say(lang)}" for one in told) for rule, told in ruled}


@cache
def read_rulings(package: str) -> Rulings:
    """The rulings of a package, from its `rulings.toml`."""
    written = toml_table(package, "rulings.toml")
    return Rulings(Text(**written["about"]), tuple(_chapter(row) for row in written["chapters"]))


def _chapter(row: Mapping[str, Any]) -> Chapter:
    rulings = tuple(_ruling(one) for one in row.get("rulings", ()))
    return Chapter(Text(**row["title"]), rulings, tuple(Text(**note) for note in row.get("notes", ())))


def _ruling(row: Mapping[str, Any]) -> Ruling:
    return Ruling(
        doubt=Text(**row["doubt"]),
        played=Text(**row["played"]),
        rules=tuple(row.get("rules", ())),
        where=row.get("where", ""),
        option=row.get("option", ""),
    )
