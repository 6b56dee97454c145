"""The carnet of a table: the people met, places, clues, things, notes and papers, as far as a seat knows them."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from tablee.table.seen.view import Paper
from tablee.table.topics.chat import SORTS
from tablee.text import Text, plain
from tablee.web.pages.drawing import IN_BRACKETS
from tablee.web.pages.table.page import Page

HEADINGS = {
    "person": Text(fr="Gens dont on parle", en="People spoken of"),
    "place": Text(fr="Lieux", en="Places"),
    "clue": Text(fr="Indices", en="Clues"),
    "thing": Text(fr="Choses", en="Things"),
    "": Text(fr="Notes et papiers", en="Notes and papers"),
}


class Met(NamedTuple):
    """Somebody whom the party has met: their id, name, tint, how they are, what is written of them."""

    who: str
    name: str
    tint: str
    condition: str
    notes: list[Paper]


class Carnet(Page):
    """What the carnet shows a seat: of what it may see, what holds the words that are looked for."""

    sought = ""

    def holding(self, words: str) -> bool:
        """Whether words hold those that are looked for."""
        return plain(self.sought) in plain(words)

    @cached_property
    def written(self) -> list[Paper]:
        """The papers of this seat and those of the group, the newest first; not the notes of others."""
        return [one for one in self.view.papers[::-1] if one.kind != "note" or one.by == self.seat]

    @cached_property
    def met(self) -> list[Met]:
        """The people who are nobody's and whom the party has seen, by name."""
        theirs = {who: one for who, one in self.view.cast.items() if not (one.owner or one.free or one.unseen)}
        met = [self._met(who) for who in theirs]
        return sorted((one for one in met if self._is_sought(one)), key=lambda one: plain(one.name))

    def _met(self, who: str) -> Met:
        name, condition = self.called(who), self.view.cast[who].condition
        notes = [one for one in self.written if one.sort == "person" and _speaks_of(one, name)]
        return Met(who, name, self.tint(who), condition.label.say(self.lang) if condition else "", notes)

    def _is_sought(self, one: Met) -> bool:
        return self.holding(one.name) or any(self.holding(f"{note.title} {note.text}") for note in one.notes)

    @cached_property
    def chapters(self) -> list[tuple[str, str, list[Paper]]]:
        """What was written, by what it is about: the id of the sort, its heading, its papers."""
        under_people = {one.line for met in self.met for one in met.notes}
        found = [
            one for one in self.written if one.line not in under_people and self.holding(f"{one.title} {one.text}")
        ]
        listed = [(sort, [one for one in found if one.sort == sort]) for sort in (*filter(None, SORTS), "")]
        return [(sort, HEADINGS[sort].say(self.lang), papers) for sort, papers in listed if papers]


def _speaks_of(paper: Paper, name: str) -> bool:
    """Whether a note is about somebody of this name: by its title, or a link."""
    called = {plain(one) for one in (paper.title, *IN_BRACKETS.findall(paper.text))}
    bare = plain(name).split(" ", 1)[-1]  # without the article of « le loup »
    return bool({plain(name), bare} & called)
