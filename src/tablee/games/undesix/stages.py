"""The rules come little by little: which ones the table has reached (UDS-OPT-12)."""

from __future__ import annotations

from typing import Any

from tablee.games.undesix.book import BOOK
from tablee.games.undesix.options import RULE_STAGE
from tablee.rules.action import Scene
from tablee.rules.why import Note

NOT_YET = BOOK.saying(
    "UDS-OPT-12",
    fr="Cette règle vient avec la Fiche {stage} ; la table en est à {reached}. Une option change cela.",
    en="This rule comes with Fiche {stage}; the table has reached {reached}. An option changes that.",
)


def not_yet(scene: Scene[Any], stage: int) -> Note | None:
    """UDS-OPT-12: the refusal of a rule of Fiche 2, 3 or 4 not introduced yet; by default all are."""
    reached = scene.option(RULE_STAGE)
    return None if reached >= stage else NOT_YET.note(stage=stage, reached=reached)
