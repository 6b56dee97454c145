"""A house for walks, in a process of its own: its luck hangs on a seed, the same walk throws the same dice again,
and opponents who act by themselves leave less time to read.
"""

from __future__ import annotations

import random
from pathlib import Path

HOUSE = (
    "from browser.wandering.luck import PAUSE, follow; follow({path!r}); from tablee.web import autoplay; "
    "autoplay.PAUSE = PAUSE; from tablee.cli import main; main()"
)
"""What a house runs whose luck a file tells."""
PAUSE = 0.3  # seconds before each move of theirs: people are given four times as long


def follow(path: str) -> None:
    """Let all chance of this process hang on what a file says: keys, dice and ids begin again once it says another."""
    told, chance = "", random.Random()

    def drawn(number: int) -> bytes:
        nonlocal told, chance
        if (now := Path(path).read_text()) != told:
            told, chance = now, random.Random(now)
        return chance.randbytes(number)

    random._urandom = drawn  # type: ignore[attr-defined]  # what `secrets` draws comes from there
