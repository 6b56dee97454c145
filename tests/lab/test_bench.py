"""The bench of odds and of the lab, little of each: its answers agree. How fast it was fails no test."""

from __future__ import annotations

import pytest
from bench.everything import everything
from bench.lab import GAMES, SHORT

FIGURES = {"duel_cold", "duel_kept", "duel_kept_ms", "rng_share", "bulk_4v6", "bulk_100"}


@pytest.mark.filterwarnings("ignore::dyce.lifecycle.ExperimentalWarning")  # what a peer says of itself
@pytest.mark.parametrize("games", [GAMES[:1], pytest.param(GAMES, marks=pytest.mark.evening)])
def test_every_figure_is_measured_and_the_answers_agree(games: tuple[str, ...]) -> None:
    told = everything(SHORT, 1, games)
    assert {"icepool", "best_peer", "icepool_own", "best_peer_own", "balance_s", "advice_ms"} <= set(told)
    assert set(told["games"]) == set(games)
    for game in games:
        assert set(told["games"][game]) >= FIGURES
        assert all(figure > 0 for figure in told["games"][game].values())
