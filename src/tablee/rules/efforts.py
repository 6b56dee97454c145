"""Effort, CameOut: the same roll made by several people, and what a game's own rule makes of it for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tablee.rules.why import Note, Why
from tablee.text import Text


class Effort(NamedTuple):
    """What one of several people made of the same roll: how they did it, whether it came out well, and why."""

    params: Mapping[str, Any]
    good: bool
    why: tuple[Why, ...]

    def values_of(self, *ids: str) -> dict[str, Any] | None:
        """The values of the last step of its explanation that is one of these sentences: a roll made again counts as it
        fell last; None if there is none.
        """
        return next((dict(step.values) for step in self._notes() if step.saying.id in ids), None)

    def _notes(self) -> Iterator[Note]:
        return (step for step in reversed(self.why) if isinstance(step, Note))


class CameOut(NamedTuple):
    """How several people came out together: well or not, in a word, and by which rule."""

    good: bool
    label: Text
    told: Note
