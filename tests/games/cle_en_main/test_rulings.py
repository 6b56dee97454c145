"""docs/rulings/cle-en-main.md and the rules say the same of what is our reading."""

from __future__ import annotations

import re
from pathlib import Path

from tablee.games.cle_en_main.book import BOOK

RULINGS = Path(__file__).parents[3] / "docs/rulings/cle-en-main.md"
NOTHING_COMPUTED = ("advice", "mj")


def test_a_ruled_rule_is_marked_as_our_reading() -> None:
    """Every rule that a ruling names is marked on cards, in whole or in part; and what is marked has its ruling."""
    ruled = set(re.findall(r"CEM-[A-Z0-9]+-\d\d", RULINGS.read_text("utf-8")))
    marked = {id for id in BOOK if BOOK[id].ours or BOOK[id].status in ("gap", "ours")}
    assert {id for id in ruled if BOOK[id].status not in NOTHING_COMPUTED} == marked
