"""Refused: an action that a rule forbids, on its way to the error stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablee.rules.why import Note


class Refused(Exception):
    """The action does not stand; its note says why and by which rule."""

    def __init__(self, note: Note) -> None:
        self.note = note
