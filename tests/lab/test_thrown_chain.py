"""A course: its cells hold the chances they were made of exactly; steps put together lead to the same ends."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tablee.lab.thrown_chain import FULL, Steps, _aliases, _merged, _past_sure_steps, _put_together, _shares


@pytest.mark.parametrize("seed", range(20))
def test_cells_hold_the_chances_exactly(seed: int) -> None:
    """Rows of any length, with outcomes nearly sure, nearly impossible and equal; none is filled from another row."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 40, 30)
    rows = np.repeat(np.arange(len(counts)), counts)
    weights = rng.choice([1e-12, 1.0, 1.0, 7.0, 1e6], counts.sum()) * rng.choice([1.0, rng.random()])
    chance = weights / np.bincount(rows, weights)[rows]
    cells = 2 ** np.maximum(np.ceil(np.log2(counts)), 1).astype(np.int64)
    row_of = np.repeat(np.arange(len(cells)), cells)
    own = np.concatenate([np.nonzero(row_of == row)[0][:count] for row, count in enumerate(counts)])
    shares = np.zeros(cells.sum(), np.int64)
    shares[own] = _shares(counts, chance, cells)
    assert (np.bincount(row_of, shares) == cells * FULL).all()
    assert np.abs(shares[own] / FULL / cells[rows] - chance).max() < 1e-9

    limits, others = _aliases(shares)
    assert limits.min() >= 0
    assert limits.max() <= FULL
    assert (row_of[others] == row_of).all()
    held = limits.copy()
    np.add.at(held, others, FULL - limits)
    assert (held == shares).all()


PLACES, ENDS, ROUNDS = 14, 3, 30


def some_steps(rng: np.random.Generator) -> Steps:
    """Between places of which the first are ends; half of the others lead to a single one, be it themselves."""
    counts = rng.choice([1, 1, 1, 2, 3, 4], PLACES - ENDS)
    source = np.repeat(np.arange(ENDS, PLACES), counts)
    target = np.concatenate([rng.choice(PLACES, count, replace=False) for count in counts])
    chance = np.concatenate([rng.dirichlet(np.ones(count)) for count in counts])
    return _merged(PLACES, Steps(source, target, chance, np.ones(len(source), np.int64)))


def came(steps: Steps, begin: int) -> NDArray[np.float64]:
    """The chance of each end by each round, for fights that begin here."""
    now, ended = np.zeros((PLACES, ROUNDS)), np.zeros((ENDS, ROUNDS))
    now[begin, 0] = 1.0
    for _ in range(ROUNDS):
        after = np.zeros_like(now)
        for source, target, chance, turns in zip(*steps, strict=True):
            after[target, turns:] += chance * now[source, : max(ROUNDS - turns, 0)]
        ended, now = ended + after[:ENDS], after
        now[:ENDS] = 0
    return ended


@pytest.mark.parametrize("seed", range(20))
def test_steps_put_together_lead_to_the_same_ends_in_the_same_rounds(seed: int) -> None:
    """Moments with one sure step, rings of them too, change neither who wins nor when."""
    steps, begin = some_steps(np.random.default_rng(seed)), PLACES - 1
    expected = came(steps, begin)
    sure = _merged(PLACES, _past_sure_steps(begin, steps))
    assert np.allclose(came(sure, begin), expected)
    assert np.allclose(came(_put_together(begin, steps), begin), expected)


def test_a_sure_step_is_made_with_the_one_before() -> None:
    steps = Steps(np.array([1, 2, 2]), np.array([0, 1, 0]), np.array([1.0, 0.5, 0.5]), np.array([1, 1, 0]))
    past = _past_sure_steps(2, steps)
    assert past.target.tolist() == [0, 0, 0]
    assert past.turns.tolist() == [1, 2, 0]
