"""`python -m bench all`: one figure for each bar that the odds and the lab are held to, in one run.

    python -m bench all [--short] [--json] [--beside ../other/src]

`icepool` and `best_peer` are how many times slower the peers are than ours, cold, as the rules read; `…_own` with the
peers' own operators where ours asks for a difference. By game: how many times slower a loop of 100,000 duels thrown one
after the other is than the exact duel with nothing known (`duel_cold`) and with tables kept (`duel_kept`), and this one
in milliseconds; drawing the bare faces of a million duels, in % of throwing them along the solved chain (`rng_share`);
the loop ÷ bulk for four against six (`bulk_4v6`), and for a hundred such fights only (`bulk_100`). Then seconds of a
balance question for a party of four, milliseconds of advice. `lowest` is the lowest icepool ÷ ours of all questions.
With `--beside`, `beside` tells by game how many times quicker than another version of the code we throw fights in bulk.
`bars` says of each bar whether it holds, for those of the lab in every game. As it takes long,
what has been found is told on stderr meanwhile.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.bulk import bulk
from bench.lab import GAMES, SHORT, Scale, lab
from bench.measure import AS_WRITTEN, OPERATORS, exact

REPEATS = 41


LEAST = {"icepool": 8.0, "best_peer": 4.2, "lowest": 0.8, "icepool_own": 8.0, "best_peer_own": 3.8}
MOST = {"balance_s": 10.0, "advice_ms": 200.0}
LEAST_BY_GAME: dict[str, float | dict[str, float]] = {
    "duel_cold": 500.0,
    "duel_kept": 3_000.0,
    "rng_share": {"undesix": 30.0, "cle-en-main": 120.0, "deusex": 50.0, "d6": 250.0},
    "bulk_4v6": {"undesix": 50.0, "cle-en-main": 10.0, "deusex": 5.0, "d6": 20.0},
    "bulk_100": 0.9,
}
MOST_BY_GAME: dict[str, float | dict[str, float]] = {"duel_kept_ms": 200.0, "duel_cold_ms": {"undesix": 200.0}}
BULK, IN_GAMES = 1.8, 3  # times as quick as the version beside, in so many games at least


def held(found: Mapping[str, Any]) -> dict[str, bool]:
    """Of each bar, whether it holds."""
    each = {name: found[name] >= bar for name, bar in LEAST.items()}
    each |= {name: found[name] <= bar for name, bar in MOST.items()}
    for bars, sign in ((LEAST_BY_GAME, 1), (MOST_BY_GAME, -1)):
        for name, bar in bars.items():
            by_game = bar if isinstance(bar, dict) else dict.fromkeys(found["games"], bar)
            each[name] = all(
                sign * one[name] >= sign * by_game[game] for game, one in found["games"].items() if game in by_game
            )
    if "beside" in found:
        quick = [one for one in found["beside"].values() if one["bulk"] >= BULK]
        each["bulk"] = len(quick) >= min(IN_GAMES, len(found["beside"]))
    return each


def silent(name: str, figures: Any) -> None:
    """Tell nothing meanwhile."""


def on_stderr(name: str, figures: Any) -> None:
    """Tell each group of figures once it is found."""
    print(f"{name}: {json.dumps(figures)}", file=sys.stderr, flush=True)


def everything(
    scale: Scale,
    repeats: int = REPEATS,
    games: Sequence[str] = GAMES,
    beside: Path | None = None,
    tell: Callable[[str, Any], None] = silent,
) -> dict[str, Any]:
    """Every figure; AssertionError if two ways of asking the same thing answer differently."""
    read, own = exact(repeats, AS_WRITTEN), exact(repeats, OPERATORS)
    found: dict[str, Any] = {
        "icepool": read.icepool_over_ours_geomean,
        "best_peer": read.best_peer_over_ours_geomean,
        "lowest": read.minimum_ratio,
        "icepool_own": own.icepool_over_ours_geomean,
        "best_peer_own": own.best_peer_over_ours_geomean,
        "control": median(one.control for one in read.questions.values()),
    }
    tell("exact", found)
    if beside:
        found["beside"] = {}
        for game in games:
            found["beside"][game] = bulk(beside, game, scale.beside, min(3, scale.repeats))
            tell(f"{game}, beside", found["beside"][game])
    found |= lab(scale, games, tell)
    return {**found, "bars": held(found)}


def run(asked: argparse.Namespace) -> None:
    beside = Path(asked.beside).resolve() if asked.beside else None
    found = everything(SHORT, 3, beside=beside) if asked.short else everything(Scale(), beside=beside, tell=on_stderr)
    print(json.dumps(found, indent=None if asked.json else 2))
