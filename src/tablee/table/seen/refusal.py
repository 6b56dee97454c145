"""Why something cannot be done, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusalTold:
    """Why something cannot be done, and the rule that says so ("" if it is the table's)."""

    sentence: str
    rule: str
