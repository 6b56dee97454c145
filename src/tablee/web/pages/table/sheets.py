"""Sheets: a character's sheet as its game lays it out on paper, and the mini above a prepared action."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tablee.rules.sheet.sheet_data import EntrySeen, SectionSeen, SheetSeen, SumTold
from tablee.table.seen.view import Looked, View
from tablee.web.pages.forms import prepare
from tablee.web.pages.tokens import called, is_foe, portrait, tint

Json = dict[str, Any]

CODE = re.compile(r"(\d+)D(?:\+(\d+))?")


class Code(NamedTuple):
    """A code such as 3D+1 as it is drawn: the dice thrown, the pips, the dice lost to a wound."""

    dice: int
    pips: int
    lost: int


class Leaf(NamedTuple):
    """A sheet as one seat reads it: the sections that `House.sheet` tells, and what its links need."""

    table: str
    game: str
    who: str
    name: str
    condition: str
    tint: str
    foe: bool
    mine: bool  # the reader plays them: entries open and edit
    sections: list[SectionSeen]
    portrait: str = ""  # its address

    @property
    def gauges(self) -> list[EntrySeen]:
        """What is watched in a fight."""
        return [entry for entry in self.entries.values() if entry.drawn in ("gauge", "boxes")]

    @property
    def entries(self) -> dict[str, EntrySeen]:
        """Every entry by its id."""
        return {entry.id: entry for section in self.sections for entry in section.entries}

    def section(self, id: str) -> SectionSeen:
        """A section by its id; without entries if the sheet has none."""
        return next((one for one in self.sections if one.id == id), SectionSeen(id, "", []))

    def others(self, *ids: str) -> list[SectionSeen]:
        """The sections but for these, in the sheet's order: what a paper has no place of its own for."""
        return [section for section in self.sections if section.id not in ids]

    def opens(self, entry: EntrySeen) -> str:
        """The address that prepares the action an entry opens; "" if there is none, or it is not the reader's."""
        if not self.mine or not entry.opens:
            return ""
        return prepare(self.table, self.who, entry.opens.action, entry.opens.params) + "#preparer"

    def edits(self, entry: EntrySeen) -> str:
        """The address of the form by which its player changes an entry; "" if there is none."""
        if not self.mine or not entry.edited_by:
            return ""
        return prepare(self.table, self.who, entry.edited_by) + "#preparer"


def leaf_of(sheet: SheetSeen, view: View | Looked, table: str, lang: str) -> Leaf:
    """What a paper draws, from a sheet (`House.sheet`) and the view of the seat that reads it."""
    who, you = sheet.who, view.you
    mine = view.mj or view.cast[who].player == you
    return Leaf(
        table,
        view.game,
        who,
        called(who, view, lang),
        sheet.condition.label,
        tint(who, view),
        is_foe(who, view),
        mine,
        sheet.sections,
        portrait(who, view, table),
    )


def code_of(value: str, made_of: SumTold | None = None) -> Code:
    """The dice of a code; those that a negative term of the sum it is made of takes away are lost."""
    read = CODE.search(value)
    dice, pips = (int(read[1]), int(read[2] or 0)) if read else (0, 0)
    taken = sum(-term.amount for term in made_of.terms if term.amount < 0) if made_of else 0
    return Code(dice, pips, taken // 3)


def name_parts(label: str) -> tuple[str, str]:
    """A skill with its speciality apart: « Combat (Fouet) » gives Combat and Fouet.

    >>> name_parts("Combat (Fouet)"), name_parts("Survie")
    (('Combat', 'Fouet'), ('Survie', ''))
    """
    read = re.fullmatch(r"(.+?) \((.+)\)", label)
    return (read[1], read[2]) if read else (label, "")
