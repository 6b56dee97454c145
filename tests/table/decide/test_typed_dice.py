"""Dice typed in by their thrower: what does not fit is refused before the table's dice are known, or not at all."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tablee.table.decide.refusal import Refusal
from tests.table.everywhere import GAMES, PLAYER, attempts, keychain, table_of, uncounted

__all__ = ["uncounted"]

TYPED = [(), (3,), (9,), *((face,) * count for face in (1, 4, 6) for count in (2, 3, 5, 9))]
KEYS = 10


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_is_the_same_whatever_the_table_s_dice_show(game: str) -> None:
    table = table_of(game)
    tried = 0
    for act in attempts(table):
        for faces in TYPED:
            answers = defaultdict(list)
            for n in range(KEYS):
                done = table.do(PLAYER, act.model_copy(update={"faces": faces}), keychain(n))
                answers[done.say("en") if isinstance(done, Refusal) else ""].append(n)
            tried += 1
            assert len(answers) == 1, (act.action, faces, dict(answers))
    assert tried > len(TYPED) * 2
