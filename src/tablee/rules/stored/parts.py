"""What came out for one person, as it is stored, shown and sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.rules.action import Part
from tablee.rules.stored.words import BareText
from tablee.text import Text


@dataclass(frozen=True)
class PartStored:
    """What came out for one person: a grade with the words it had then (`good` for the one who acts), and amounts such
    as damage.
    """

    who: str
    grade: str
    label: BareText
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
