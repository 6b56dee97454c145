"""The bench of odds and of the lab, little of each: its answers agree. How fast it was fails no test."""

from __future__ import annotations

from typing import Any

import pytest
from bench.bulk import HERE, bulk
from bench.everything import LEAST, LEAST_BY_GAME, MOST, MOST_BY_GAME, everything, held
from bench.lab import GAMES, SHORT, agree
from bench.measure import AS_WRITTEN, OPERATORS, Laws, check_equal
from bench.questions import QUESTIONS

FIGURES = {"duel_cold", "duel_kept", "duel_kept_ms", "rng_share", "bulk_4v6", "bulk_100"}
PEERS = pytest.mark.filterwarnings("ignore::dyce.lifecycle.ExperimentalWarning")  # what a peer says of itself


@PEERS
@pytest.mark.parametrize("peers", [AS_WRITTEN, OPERATORS], ids=["as written", "own operators"])
def test_what_is_timed_beside_peers_has_their_answers(peers: tuple[Laws, Laws]) -> None:
    for key in QUESTIONS:
        check_equal(key, *peers)


def test_the_ways_to_fight_that_are_timed_agree() -> None:
    agree("undesix", SHORT)


@PEERS
@pytest.mark.evening
def test_every_figure_is_measured_and_the_answers_agree() -> None:
    told = everything(SHORT, 1, GAMES)
    assert {"icepool", "best_peer", "icepool_own", "best_peer_own", "balance_s", "advice_ms"} <= set(told)
    assert set(told["games"]) == set(GAMES)
    for game in GAMES:
        assert set(told["games"][game]) >= FIGURES
        assert all(figure > 0 for figure in told["games"][game].values())


def test_a_bar_of_the_lab_holds_where_it_holds_in_every_game() -> None:
    each: dict[str, float | dict[str, float]] = {**LEAST_BY_GAME, **MOST_BY_GAME}
    games = {
        game: {name: bar.get(game, 200.0) if isinstance(bar, dict) else bar for name, bar in each.items()}
        for game in GAMES
    }
    beside = {game: {"bulk": 2.0} for game in GAMES}
    found: dict[str, Any] = {**LEAST, **MOST, "games": games, "beside": beside}
    assert all(held(found).values())
    games["d6"]["bulk_4v6"] -= 1
    found |= {"balance_s": 11.0, "icepool": 7.9}
    beside |= {"d6": {"bulk": 1.7}, "deusex": {"bulk": 1.7}}
    assert {name for name, holds in held(found).items() if not holds} == {"bulk_4v6", "balance_s", "icepool", "bulk"}


def test_a_version_beside_itself_throws_the_same_fights() -> None:
    told = bulk(HERE.parent / "src", "undesix", 500, 1)
    assert told["apart"] == 0
    assert told["bulk"] > 0
