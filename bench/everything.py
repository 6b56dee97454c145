"""`python -m bench all`: one figure for each bar that the odds and the lab are held to, in one run.

    python -m bench all [--short] [--json] [--beside ../other/src]

`icepool` and `best_peer` are how many times slower the peers are than ours, cold, as the rules read; `…_own` with the
peers' own operators where ours asks for a difference. By game: how many times slower a loop of 100,000 duels thrown one
after the other is than the exact duel with nothing known (`duel_cold`) and with tables kept (`duel_kept`), and this one
in milliseconds; drawing the bare faces of a million duels, in % of throwing them along the solved chain (`rng_share`);
the loop ÷ bulk for four against six (`bulk_4v6`), and for a hundred such fights only (`bulk_100`). Then seconds of a
balance question for a party of four, milliseconds of advice. `lowest` is the lowest icepool ÷ ours of all questions.
With `--beside`, `beside` tells by game how many times quicker than another version of the code we throw fights in bulk.
`bars` says of each bar whether it holds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.bulk import bulk
from bench.lab import GAMES, SHORT, Scale, lab
from bench.measure import AS_WRITTEN, OPERATORS, exact

REPEATS = 41


BARS = {"icepool": 8.0, "best_peer": 4.2, "lowest": 0.8}
BULK, IN_GAMES = 1.8, 3  # times as quick as the version beside, in so many games at least


def everything(
    scale: Scale, repeats: int = REPEATS, games: Sequence[str] = GAMES, beside: Path | None = None
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
        **lab(scale, games),
    }
    found["bars"] = {name: found[name] >= bar for name, bar in BARS.items()}
    if beside:
        found["beside"] = {game: bulk(beside, game, scale.beside, min(3, scale.repeats)) for game in games}
        quick = [one for one in found["beside"].values() if one["bulk"] >= BULK]
        found["bars"]["bulk"] = len(quick) >= min(IN_GAMES, len(games))
    return found


def run(asked: argparse.Namespace) -> None:
    beside = Path(asked.beside).resolve() if asked.beside else None
    found = everything(SHORT, 3, beside=beside) if asked.short else everything(Scale(), beside=beside)
    print(json.dumps(found, indent=None if asked.json else 2))
