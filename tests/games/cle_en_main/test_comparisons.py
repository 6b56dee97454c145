"""What was compared with what, as data: tests, oppositions, attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tablee.games.cle_en_main import GAME
from tablee.rules.why import Note
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on


@pytest.mark.parametrize(
    ("action", "values", "dice", "compared"),
    [
        ("test", {"skill": "defence", "difficulty": 18}, [3, 3, 4], (16, 18, "CEM-TEST-01")),
        ("oppose", {"target": "bob", "skill": "defence"}, [3, 3, 4, 2, 2, 3], (16, 13, "CEM-OPP-02")),
        ("attack", {"target": "bob"}, [3, 3, 4, 6, 6, 5], (18, 23, "CEM-ATTACK-01")),
    ],
)
def test_a_result_tells_what_was_compared(
    action: str, values: Mapping[str, Any], dice: Sequence[int], compared: tuple[int, int, str]
) -> None:
    """CEM-TEST-01, CEM-OPP-02, CEM-ATTACK-01."""
    scene = on("ana", {"ana": fighter("Ana"), "bob": fighter("Bob", kind="boss")}, round=1)
    done, _ = doing(GAME.action(f"cle-en-main.{action}"), scene, dice, **values)
    found = [note.comparison for note in done.why if isinstance(note, Note)]
    assert [(one.total, one.against, one.rule) for one in found if one] == [compared]
