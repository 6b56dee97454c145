"""What was compared with what, as data: the die, the target it had to keep under, the margin."""

from __future__ import annotations

from tablee.games.undesix import GAME
from tablee.games.undesix.characters import ready
from tablee.games.undesix.play import Stage
from tablee.rules.run import Done
from tablee.rules.why import Note
from tests.games.undesix.cast import doing


def compared(done: Done) -> list[tuple[int, int, int | None, bool]]:
    notes = [*(item for item in done.why if isinstance(item, Note)), done.outcome.headline]
    found = [note.comparison for note in notes]
    return [(one.total, one.against, one.margin, one.under) for one in found if one]


def did(who: str, action: str, *dice: int, **values: object) -> list[tuple[int, int, int | None, bool]]:
    scene = GAME.scene(who, {id: ready()[id] for id in ("nicolas", "elias", "loup")}, play=Stage())
    answers = [{"loup": True}] if action == "cast" else []
    done, _ = doing(GAME.action(f"undesix.{action}"), scene, [*dice], *answers, **values)
    return compared(done)


def test_a_test_and_an_attack() -> None:
    """UDS-TEST-01, UDS-COMBAT-01, -03, -05: hit, missed, or missed by a 6, the comparison is there."""
    assert did("nicolas", "test", 2, skill="watch") == [(2, 3, 1, True)]
    assert did("nicolas", "test", 5, skill="watch") == [(5, 3, -2, True)]
    assert did("nicolas", "attack", 3, target="loup") == [(3, 5, 2, True)]
    assert did("elias", "attack", 4, target="loup") == [(4, 2, -2, True)]
    assert did("nicolas", "attack", 6, target="loup") == [(6, 5, -1, True)]


def test_an_opposition_compares_margins() -> None:
    """UDS-OPP-01: each die with its target, then the two margins."""
    assert did("nicolas", "oppose", 2, 3, target="loup", mine="phy", theirs="phy") == [
        (2, 5, 3, True),
        (3, 4, 1, True),
        (3, 1, None, False),
    ]


def test_a_spell_and_who_resists_it() -> None:
    """UDS-MAGIC-04, -24: the dice of the words, then that of the one who resists; a 6 is told too."""
    spell = {"verbs": ("create",), "essences": ("fire",), "targets": ("loup",), "effect": "harm", "modifier": 6}
    assert did("elias", "cast", 1, 2, **spell)[1] == (2, 2, None, True)
    assert did("elias", "cast", 1, 6, **spell)[1] == (6, 2, None, True)
