"""The cells of a course: as whole numbers they are the chances that they were made of, neither more nor less."""

from __future__ import annotations

import numpy as np
import pytest

from tablee.lab.course import FULL, _aliases, _shares


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
