"""Counting stops when nobody waits for its end, and leaves nothing half counted behind."""

from __future__ import annotations

import pytest

from tablee.dice import Roll, clear_caches, d6, rule
from tablee.dice.machine import End, Machine
from tablee.dice.patience import Patience, patience
from tablee.errors import TooLong
from tablee.text import Text


@rule
def six_faces(roll: Roll) -> int:
    """Thousands of branches, face by face."""
    return sum(roll(d6) for _ in range(6))


def stepped(roll: Roll, state: tuple[int, ...]) -> tuple[int, ...] | End[int]:
    return End(sum(state)) if len(state) == 6 else (*state, roll(d6))


@pytest.mark.parametrize("count", [lambda: six_faces().odds(), lambda: Machine[int](stepped, ()).odds()])
def test_what_takes_too_long_is_given_up(count: object) -> None:
    assert callable(count)
    clear_caches()
    with Patience(0.0).waiting(), pytest.raises(TooLong) as no:
        count()
    assert isinstance(no.value.text, Text)
    over = Patience(60.0)
    over.end()
    with over.waiting(), pytest.raises(TooLong):
        count()
    assert patience() is None
    assert count().p(6) == count().p(36)
